//! Positions: start positions, FENs with and without faults, moves played and taken back.

use std::collections::HashSet;

use movegen::{Board, CastlingMode, Color};

use crate::driver::{Engine, last};

#[test]
fn start_positions_are_set_by_number_and_dice() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Chess960 value true");
    let shown = |board: Board| board.fen(CastlingMode::Chess960).to_string();
    for (command, board) in [
        ("position frc 518", Board::default()),
        ("position frc 0", Board::chess960(0).unwrap()),
        ("position frc dice 2 3 3 2 3", Board::default()),
        ("position frc dice 1 1 1 1 1", Board::chess960(0).unwrap()),
        (
            "position dfrc 12 959",
            Board::double_chess960(12, 959).unwrap(),
        ),
    ] {
        engine.send(command);
        assert_eq!(engine.fen(), shown(board), "{command}");
    }
    for (command, reason) in [
        (
            "position frc dice 2 3 3 2 6",
            "roll 6 for the second knight: it must be 1 to 4",
        ),
        (
            "position frc dice 2 6 3 2 3",
            "roll 6 for the light bishop: it must be 1 to 4",
        ),
        ("position frc dice 2 3 3 2", "five rolls"),
        ("position frc dice 2 3 3 2 3 4", "five rolls"),
        ("position frc dice 2 3 x 2 3", "'x' is not a whole number"),
        ("position frc dice", "five rolls"),
        ("position frc -1", "'frc' cannot be negative: -1"),
        ("position moves e2e4", "usage: position startpos"),
        (
            "perft 2 fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 hash 5",
            "'hash' cannot follow the FEN",
        ),
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains(reason), "{command}: {lines:?}");
    }
    for command in [
        "position frc 960",
        "position dfrc 1",
        "position dfrc 1 960",
        "position frc -1",
        "position frc x",
        "position frc",
    ] {
        engine.ask(command, "info string error");
        engine.ask("d", "info string error");
    }
    let mut drawn = HashSet::new();
    for command in ["position frc random", "position dfrc random"].repeat(4) {
        engine.ask(command, "info string ");
        let text = engine.fen();
        let board: Board = text.parse().expect("a position");
        assert!(board.back_rank_number(Color::Black).is_some());
        drawn.insert(text);
    }
    // The chance that all are equal is less than one in 960 to the seventh.
    assert!(drawn.len() > 1);
}

#[test]
fn fen_alone_is_a_position_and_flip_exchanges_the_colors() {
    let mut engine = Engine::start();
    engine.send("rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3");
    engine.send("flip");
    let flipped = "rnbqkb1r/pppp1ppp/5n2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3";
    assert_eq!(engine.fen(), flipped);
    engine.send("flip");
    assert!(engine.fen().ends_with("b KQkq e3 0 3"));
    engine.ask("8/8/8/8/8/8/8/8 w - - 0 1", "info string error");
    engine.ask("d", "info string error");
}

#[test]
fn refused_position_leaves_no_position() {
    let mut engine = Engine::start();
    for (command, reason) in [
        ("position", "usage: position"),
        ("position startpos foo", "unknown word 'foo'"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "exactly one king"),
        ("position startpos moves e2e4 e2e4", "move 2: "),
        ("position startpos moves e4", "not a move in UCI notation"),
        ("position frc 960", "960"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "rank 8"),
        ("position fen \u{ff}\u{fe}", "error"),
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains(reason), "{command}: {lines:?}");
        assert!(last(&lines).ends_with("; no position is set"));
        for go in ["go depth 3", "go wtime 1000 btime 1000", "go nodes 10"] {
            let lines = engine.ask(go, "bestmove");
            assert_eq!(last(&lines), "bestmove (none)", "{command}");
            assert!(lines[0].contains(reason), "{command}: {lines:?}");
        }
        for (go, end) in [("go infinite", "stop"), ("go ponder", "ponderhit")] {
            engine.send(go);
            assert_eq!(engine.sync().len(), 2, "{command}");
            if end == "stop" {
                engine.send("ponderhit");
                assert_eq!(engine.sync(), ["readyok"], "{command}");
            }
            assert_eq!(engine.ask(end, "bestmove"), ["bestmove (none)"]);
        }
        for other in ["d", "eval", "flip", "perft 1", "move e2e4", "undo"] {
            let lines = engine.ask(other, "info string error");
            assert!(last(&lines).contains(reason), "{other}: {lines:?}");
        }
        engine.send("position startpos moves e2e4");
        let lines = engine.ask("go depth 1", "bestmove");
        assert!(!last(&lines).contains("none"), "{lines:?}");
    }
}

#[test]
fn faulty_fen_is_repaired_and_searched() {
    let mut engine = Engine::start();
    engine.send("position fen r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPPQBPPP/R4RK1 w KQkq - 0 10");
    let lines = engine.ask("d", "FEN");
    assert!(lines[0].starts_with("info string the FEN was repaired:"));
    assert!(last(&lines).ends_with("/R4RK1 w - - 0 10"), "{lines:?}");
    let lines = engine.ask("go depth 2", "bestmove");
    assert!(!last(&lines).contains("none"), "{lines:?}");
    engine.send("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";");
    let lines = engine.ask("d", "FEN");
    assert!(last(&lines).ends_with("4K2R w K - 0 1"), "{lines:?}");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - id \"White moves a rook\"; moves h1h2");
    let lines = engine.ask("d", "FEN");
    assert!(last(&lines).ends_with("/7R/4K3 b - - 1 1"), "{lines:?}");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 later");
    let lines = engine.ask("d", "FEN");
    let note = "info string the FEN was repaired: 'later' ignored";
    assert!(lines.iter().any(|line| line == note), "{lines:?}");
    engine.sync();
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w KQ e3 -1 70000 junk");
    let lines = engine.sync();
    let [note, _] = lines.as_slice() else {
        panic!("one line lists the repairs: {lines:?}");
    };
    assert_eq!(note.matches(", ").count(), 4, "{note}");
    engine.send("position fen 4k3/8/8/8/8/8/3K4/7R w K - 0 1 moves e1g1");
    let lines = engine.ask("isready", "readyok");
    let [repair, error, _] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert!(repair.contains("rights 'K' dropped"), "{lines:?}");
    assert!(error.contains("'e1g1' is not legal"), "{lines:?}");
    let faulty = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 h1h8 e8d7";
    let lines = engine.ask(faulty, "info string error");
    assert!(
        last(&lines).contains("the move 'h1h8' must follow the word 'moves'"),
        "{lines:?}"
    );
    let lines = engine.ask("go depth 2", "bestmove");
    assert!(last(&lines).contains("none"), "{lines:?}");
}

#[test]
fn moves_are_played_and_taken_back() {
    let mut engine = Engine::start();
    engine.send("move e4 e7e5 Nf3");
    assert!(engine.fen().contains("5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
    engine.send("undo 2");
    assert!(engine.fen().contains("PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    let lines = engine.ask("go depth 3", "bestmove");
    let best = last(&lines).split(' ').nth(1).expect("a move").to_owned();
    engine.send("move");
    let played = engine.fen();
    // The search was of another position.
    let lines = engine.ask("move", "info string error");
    assert!(last(&lines).contains("search this position first"));
    engine.send("undo");
    engine.send(&format!("move {best}"));
    assert_eq!(engine.fen(), played);
    for (command, reason) in [
        ("move e4 Ke4", "move 1: 'e4' is not legal"),
        (
            "move d4 0000",
            "move 2: '0000' is not a move in UCI or algebraic notation",
        ),
        ("move 1. *", "unknown word '1.'"),
        ("undo 0", "must be from 1"),
        ("undo 99999999999999999999", "too large"),
        ("position frc 70000", "70000 is too large"),
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains(reason), "{command}: {lines:?}");
    }
    engine.send("position startpos");
    engine.send("move 1.e4 e5 2. Nf3 Nc6 3.Bc4 Bc5 4.0-0 *");
    assert!(
        engine
            .fen()
            .contains("2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4")
    );
    engine.send("undo 99");
    let lines = engine.ask("undo", "info string error");
    assert!(last(&lines).contains("no move to take back"));
    let lines = engine.ask("move f3 e5 g4 Qh4", "info string");
    assert!(last(&lines).contains("Black wins by checkmate"));
}

#[test]
fn long_games_are_read() {
    let mut engine = Engine::start();
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(325);
    engine.send(&format!("position startpos moves{moves}"));
    let lines = engine.ask("d", "FEN");
    assert!(last(&lines).ends_with(" 1300 651"), "{lines:#?}");
    let lines = engine.ask("go depth 4", "bestmove");
    assert!(!last(&lines).contains("none"));
    // Counters at their maximum.
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 65535 65535 moves h1h2 e8e7 h2h3");
    assert!(!last(&engine.ask("go depth 3", "bestmove")).contains("none"));
}

#[test]
fn flip_exchanges_castling_rights() {
    let mut engine = Engine::start();
    engine.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w Kq - 3 9");
    engine.send("flip");
    assert_eq!(engine.fen(), "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 9");
}

#[test]
fn errors_and_notes_follow_uci_chess960() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Chess960 value true");
    for command in [
        "position startpos moves e2e5",
        "go depth 1 searchmoves e2e5",
    ] {
        engine.send(command);
        let error = engine.until("info string error");
        assert!(last(&error).contains("RNBQKBNR w HAha - 0 1"), "{error:?}");
        engine.send("position startpos");
    }
    engine.until("bestmove");
    let note = engine.ask("position dfrc random", "info string");
    assert_eq!(last(&note), format!("info string {}", engine.fen()));
}
