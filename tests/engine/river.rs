//! The river games over UCI: the option, positions, searches, and commands of the terminal.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::driver::{Engine, bench_nodes, bestmoves, last, number, run};

const GAMES: [&str; 2] = ["guadalete-swim", "guadalete-cylinder"];

fn start(game: &str) -> Engine {
    let mut engine = Engine::start();
    engine.ask("uci", "uciok");
    let line = engine.ask(
        &format!("setoption name UCI_Variant value {game}"),
        "info string variant",
    );
    assert!(
        last(&line).contains(&format!("variant {game} files 8 ranks")),
        "{line:?}"
    );
    engine
}

#[test]
fn option_lists_the_river_games() {
    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    let option = "option name UCI_Variant type combo default chess var chess var guadalete-swim \
                  var guadalete-cylinder";
    assert!(lines.iter().any(|line| line == option), "{lines:#?}");
    let error = engine.ask(
        "setoption name UCI_Variant value river",
        "info string error",
    );
    assert!(last(&error).contains("guadalete-cylinder"), "{error:?}");
}

#[test]
fn river_games_are_played_and_switched_to_chess() {
    for (game, at_start, moves, after) in [
        (GAMES[0], 20, "e2e4 e7e5", 29),
        (GAMES[1], 40, "e3e1 d12d14", 44),
    ] {
        let mut engine = start(game);
        let counts = engine.ask("perft 0", "Nodes searched");
        assert_eq!(counts, ["", "Nodes searched: 1"]);
        let counts = engine.ask("perft 1", "Nodes searched");
        assert_eq!(last(&counts), format!("Nodes searched: {at_start}"));
        let start = engine.ask("d", "FEN: ");
        engine.send(&format!("position startpos moves {moves}"));
        let counts = engine.ask("go perft 1", "Nodes searched");
        assert_eq!(last(&counts), format!("Nodes searched: {after}"));
        let lines = engine.ask("go depth 6", "bestmove");
        let info = &lines[lines.len() - 2];
        let best = last(&lines).split(' ').nth(1).unwrap();
        assert!(info.starts_with("info depth 6 ") && info.contains(&format!(" pv {best}")));
        assert!(last(&lines).contains(" ponder "), "{lines:?}");
        assert!(info.contains("score cp "), "{info}");
        engine.send("move");
        engine.send("undo 3");
        let board = engine.ask("d", "FEN: ");
        assert!(board.iter().any(|line| line.contains("|~")), "{board:#?}");
        assert_eq!(last(&board), last(&start));
        engine.ask("eval", "Evaluation: ");
        let note = engine.ask("setoption name UCI_Chess960 value true", "info string");
        assert!(last(&note).contains("no effect"), "{note:?}");
        for command in ["flip", "genfens 1 seed 1 book None"] {
            let error = engine.ask(command, "info string error");
            assert!(last(&error).contains(game), "{error:?}");
        }
        engine.send("setoption name UCI_Variant value chess");
        let counts = engine.ask("perft 3", "Nodes searched");
        assert_eq!(last(&counts), "Nodes searched: 8902");
        engine.ask("go depth 3", "bestmove");
    }
}

#[test]
fn river_games_report_options_without_effect_and_use_nodestime() {
    for game in GAMES {
        let mut engine = start(game);
        let lines = engine.ask("perft 1 hash 1 threads 2", "Nodes searched");
        assert!(
            lines[0].contains("'hash' and 'threads' have no effect"),
            "{lines:?}"
        );
        let note = engine.ask("position frc 17", "info string");
        assert!(last(&note).contains("only one start position"), "{note:?}");
        for option in ["UCI_LimitStrength value true", "Skill Level value 0"] {
            let note = engine.ask(&format!("setoption name {option}"), "info string");
            assert!(last(&note).contains("no effect"), "{note:?}");
        }
        // Limited strength would end it earlier.
        let mut nodes = |go| number(&engine.ask(go, "bestmove"), "nodes");
        assert_eq!(nodes("go nodes 30000"), 30_000);
        engine.send("setoption name nodestime value 10");
        let mut nodes = || {
            let lines = engine.ask("go wtime 1000 btime 1000", "bestmove");
            number(&lines, "nodes")
        };
        let first = nodes();
        assert_ne!(nodes(), first, "the clock runs on");
        engine.send("ucinewgame");
        assert_eq!(
            number(&engine.ask("go wtime 1000 btime 1000", "bestmove"), "nodes"),
            first
        );
        let set = format!("setoption name UCI_Variant value {game}");
        assert_eq!(bench_nodes(&[&set, "bench 2"]), bench_nodes(&["bench 2"]));
    }
}

#[test]
fn positions_of_the_games_are_read() {
    let mut engine = start(GAMES[0]);
    engine.send("position fen 5rk1/pp3ppp/3P1q2/4P3/7b/8/PP3PPP/3Q1RK1 w - - 0 20 moves d1a4");
    let board = engine.ask("d", "FEN: ");
    assert_eq!(
        last(&board),
        "FEN: 5rk1/pp3ppp/3P1q2/4P3/7Q/8/PP3PPP/5RK1 b - - 0 20"
    );
    let mut engine = start(GAMES[1]);
    let fen = "6r1/7P/8/4k3/8/8/8/8/8/8/4K3/8/8/8 w - - g14 0 1";
    engine.send(&format!("position fen {fen} moves h13g14a"));
    let board = engine.ask("d", "FEN: ");
    assert_eq!(
        last(&board),
        "FEN: 6A1/8/8/4k3/8/8/8/8/8/8/4K3/8/8/8 b - - g14 0 1"
    );
    // A FEN alone also sets up a position.
    engine.send(fen);
    assert_eq!(last(&engine.ask("d", "FEN: ")), format!("FEN: {fen}"));
}

#[test]
fn faulty_fens_are_repaired() {
    for (game, fen, repaired) in [
        (
            GAMES[0],
            "4k3/8/8/8/8/8/8/4K2R w KQ e3 -1 70000",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 65535",
        ),
        (
            GAMES[1],
            "6r1/7P/8/4k3/8/8/8/8/8/8/4K3/8/8/8 w KQ - g14 bm h13g14a;",
            "6r1/7P/8/4k3/8/8/8/8/8/8/4K3/8/8/8 w - - g14 0 1",
        ),
    ] {
        let mut engine = start(game);
        let note = engine.ask(&format!("position fen {fen}"), "info string");
        assert!(last(&note).contains("the FEN was repaired"), "{note:?}");
        assert_eq!(last(&engine.ask("d", "FEN: ")), format!("FEN: {repaired}"));
        engine.ask("go depth 3", "bestmove");
        engine.quit();
    }
}

#[test]
fn refused_positions_are_reported_and_searches_answered() {
    for game in GAMES {
        let mut engine = start(game);
        let error = engine.ask("position startpos moves e2e5", "info string error");
        assert!(last(&error).contains("move 1"), "{error:?}");
        let answer = engine.ask("go depth 3", "bestmove");
        assert_eq!(last(&answer), "bestmove (none)");
        let error = engine.ask("perft 1", "info string error");
        assert!(last(&error).contains("no position"), "{error:?}");
        engine.send("position startpos");
        assert_ne!(
            last(&engine.ask("go nodes 500", "bestmove")),
            "bestmove (none)"
        );
        let error = engine.ask("go depth 1 searchmoves a1a8", "bestmove");
        let named = |line: &String| line.contains("a1a8") && line.contains("error");
        assert!(
            named(&error[0]) && error[1].contains("all moves"),
            "{error:?}"
        );
        engine.ask("go depth 2", "bestmove");
        engine.send("move");
        let error = engine.ask("move", "info string error");
        assert!(last(&error).contains("search this position"), "{error:?}");
        let error = engine.ask("move a1a8", "info string error");
        assert!(last(&error).contains("move 1: "), "{error:?}");
    }
}

#[test]
fn searches_are_stopped_and_pondered() {
    for game in GAMES {
        let mut engine = start(game);
        engine.send("setoption name Threads value 2");
        engine.send("setoption name MultiPV value 3");
        engine.send("go infinite");
        engine.sync();
        let lines = engine.ask("stop", "bestmove");
        assert!(
            lines.iter().any(|line| line.contains(" multipv 3 ")),
            "{lines:#?}"
        );
        engine.send("go ponder wtime 200 btime 200");
        engine.sync();
        engine.ask("ponderhit", "bestmove");
        engine.send("ucinewgame");
        engine.sync();
        engine.send("setoption name Hash value 32");
        engine.ask("go movetime 50", "bestmove");
        engine.quit();
    }
}

#[test]
fn games_are_played_from_the_command_line() {
    let (success, text) = run(&[
        "setoption name UCI_Variant value guadalete-swim",
        "go depth 4",
        "perft 3",
    ]);
    assert!(
        success && text.contains("bestmove ") && text.contains("Nodes searched: 8902"),
        "{text}"
    );
}

/// Valid and invalid commands in random order: each search is answered, the engine keeps running.
#[test]
fn storm_of_river_commands_is_answered() {
    const COMMANDS: [&str; 22] = [
        "setoption name UCI_Variant value guadalete-swim",
        "setoption name UCI_Variant value guadalete-cylinder",
        "setoption name UCI_Variant value chess",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "setoption name MultiPV value 2",
        "setoption name Hash value 2",
        "position startpos",
        "position startpos moves e2e4 e7e5 g1f3",
        "position startpos moves e3e1 e10e8 d3d2",
        "position fen 5rk1/pp3ppp/3P1q2/4P3/7b/8/PP3PPP/3Q1RK1 w - - 0 20",
        "position fen 7A/8/3k4/8/8/8/8/8/8/8/4K3/8/8/8 w - - - 0 1",
        "position fen 8/8/8/8 w",
        "position frc 17",
        "ucinewgame",
        "move",
        "move e2e4",
        "undo",
        "eval",
        "flip",
        "perft 2",
        "d",
    ];
    const SEARCHES: [&str; 6] = [
        "go depth 4",
        "go nodes 700",
        "go movetime 5",
        "go wtime 50 btime 50 winc 1 binc 1",
        "go depth 2 searchmoves e2e4 a5a6",
        "go mate 2 nodes 300",
    ];
    let mut random = StdRng::seed_from_u64(14);
    let mut engine = Engine::start();
    let mut searches = 0;
    for _ in 0..400 {
        if random.random_range(0..3) == 0 {
            engine.send(SEARCHES.choose(&mut random).expect("there are some"));
            searches += 1;
            if random.random() {
                engine.until("bestmove");
                searches -= 1;
            }
        } else {
            engine.send(COMMANDS.choose(&mut random).expect("there are some"));
        }
    }
    engine.send("stop");
    for _ in 0..searches {
        engine.until("bestmove");
    }
    assert_eq!(bestmoves(&engine.sync()), 0);
    engine.quit();
}

#[test]
fn choosing_a_game_replaces_a_refused_position() {
    let mut engine = Engine::start();
    for game in [GAMES[0], "chess", GAMES[1], "chess"] {
        engine.ask("position fen x", "info string error");
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        let answer = engine.ask("go depth 2", "bestmove");
        assert_ne!(last(&answer), "bestmove (none)", "{game}");
    }
}

#[test]
fn chess_is_reset_after_a_river_game() {
    let search = |engine: &mut Engine| {
        let lines = engine.ask("go depth 8", "bestmove");
        ["nodes", "hashfull"].map(|word| number(&lines, word))
    };
    let mut engine = Engine::start();
    let start = engine.fen();
    engine.send("position startpos moves e2e4");
    engine.send(&format!("setoption name UCI_Variant value {}", GAMES[0]));
    engine.ask("go depth 4", "bestmove");
    engine.send("setoption name UCI_Variant value chess");
    assert_eq!(engine.fen(), start);
    // The table has its full size again.
    assert_eq!(search(&mut engine), search(&mut Engine::start()));
}

#[test]
fn moves_are_played_and_taken_back() {
    let mut engine = start(GAMES[0]);
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    engine.send(&format!("position fen {fen}"));
    engine.send("move a1a2 e8e7 a2a1 e7e8");
    engine.send("undo 3");
    let board = engine.ask("d", "FEN: ");
    assert_eq!(last(&board), "FEN: 4k3/8/8/8/8/8/R7/4K3 b - - 1 1");
    engine.send("undo 9");
    assert_eq!(last(&engine.ask("d", "FEN: ")), format!("FEN: {fen}"));
    let error = engine.ask("undo", "info string error");
    assert!(last(&error).contains("no move to take back"), "{error:?}");
    engine.send("position startpos");
    let note = engine.ask("move f2f3 e7e5 g2g4 d8h4", "info string");
    assert!(last(&note).contains("Black wins by checkmate"), "{note:?}");
    engine.send("undo 4");
    let twice = " g1f3 g8f6 f3g1 f6g8".repeat(2);
    let note = engine.ask(&format!("move{twice}"), "info string");
    assert!(last(&note).contains("threefold repetition"), "{note:?}");
}

#[test]
fn perft_of_a_fen_leaves_the_position() {
    let mut engine = start(GAMES[0]);
    let counts = engine.ask(
        "perft 1 fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "Nodes searched",
    );
    assert_eq!(last(&counts), "Nodes searched: 5");
    let counts = engine.ask("perft 1", "Nodes searched");
    assert_eq!(last(&counts), "Nodes searched: 20");
}

#[test]
fn finished_games_are_scored() {
    let mut engine = start(GAMES[0]);
    engine.send("setoption name UCI_ShowWDL value true");
    for (fen, score) in [
        (
            "6Rk/5K2/8/8/8/8/8/7R b - - 0 1",
            " score mate 0 wdl 0 0 1000 ",
        ),
        (
            "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
            " score cp 0 wdl 0 1000 0 ",
        ),
    ] {
        engine.send(&format!("position fen {fen}"));
        let lines = engine.ask("go depth 3", "bestmove");
        assert!(lines[0].contains(score), "{lines:?}");
        assert_eq!(last(&lines), "bestmove (none)");
    }
}

/// By `eval` and by a search that is interrupted in its first iteration.
#[test]
fn positions_without_a_possible_mate_are_scored_as_draws() {
    for (game, fen) in [
        (GAMES[0], "4k3/8/8/8/8/8/8/R3K3 w - - 0 90"),
        (GAMES[0], "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"),
        (GAMES[1], "8/8/8/4k3/8/8/8/8/8/8/4K1B1/8/8/8 w - - - 0 1"),
    ] {
        let mut engine = start(game);
        engine.send("setoption name UCI_ShowWDL value true");
        engine.send(&format!("position fen {fen}"));
        engine.ask("eval", "Evaluation: +0.00 for White (0 internal units)");
        let lines = engine.ask("go nodes 1", "bestmove");
        let score = " score cp 0 wdl 0 1000 0 ";
        assert!(lines.iter().any(|line| line.contains(score)), "{lines:?}");
    }
}

/// A single thread ends exactly at its node limit; several check their sum now and then.
#[test]
fn threads_option_applies_to_river_games() {
    let mut engine = start(GAMES[0]);
    let is_exact = |engine: &mut Engine| {
        let lines = engine.ask("go nodes 3001", "bestmove");
        number(&lines, "nodes") == 3001
    };
    assert!((0..5).all(|_| is_exact(&mut engine)));
    engine.send("setoption name Threads value 2");
    assert!((0..5).any(|_| !is_exact(&mut engine)));
    engine.send(&format!("setoption name UCI_Variant value {}", GAMES[1]));
    assert!((0..5).any(|_| !is_exact(&mut engine)));
}
