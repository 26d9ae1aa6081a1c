//! The UCI protocol through two pipes, as a GUI uses it.

use crate::driver::{Engine, last, number, run};

#[test]
fn perft_prints_each_move_and_the_total() {
    let mut engine = Engine::start();
    let lines = engine.ask("go perft 4", "Nodes/second");
    assert!(lines.contains(&"e2e4: 13160".to_owned()), "{lines:#?}");
    assert!(
        lines.contains(&"Nodes searched: 197281".to_owned()),
        "{lines:#?}"
    );

    engine.send("setoption name Threads value 2");
    let lines = engine.ask("go perft 5", "Nodes/second");
    assert!(
        lines.contains(&"Nodes searched: 4865609".to_owned()),
        "{lines:#?}"
    );
}

#[test]
fn perft_runs_from_the_command_line() {
    let (success, text) = run(&["perft", "5", "threads", "2", "hash", "16"]);
    assert!(
        success && text.contains("Nodes searched: 4865609"),
        "{text}"
    );
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let (success, text) = run(&["perft", "2", "fen", fen]);
    assert!(
        success && text.contains("e1g1: 23") && text.contains("Nodes searched: 568"),
        "{text}"
    );
    let (success, text) = run(&[
        "position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "go perft 4",
    ]);
    assert!(success && text.contains("Nodes searched: 201143"), "{text}");
    let (success, text) = run(&["perft", "many"]);
    assert!(
        !success && text.contains("'many' is not a whole number"),
        "{text}"
    );
}

#[test]
fn castling_notation_follows_uci_chess960() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for (value, castling, rights) in [
        ("false", "e1g1: 1", "w K -"),
        ("true", "e1h1: 1", "w H -"),
        ("false", "e1g1: 1", "w K -"),
    ] {
        engine.send(&format!("setoption name UCI_Chess960 value {value}"));
        let lines = engine.ask("go perft 1", "Nodes/second");
        assert!(lines.contains(&castling.to_owned()), "{lines:#?}");
        assert!(last(&engine.ask("d", "FEN")).contains(rights));
    }
}

#[test]
fn invalid_command_is_reported_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    let before = engine.ask("d", "Checkers");
    for (command, complaint) in [
        ("fly", "unknown command 'fly'"),
        ("setoption name Nonsense value 1", "no option 'Nonsense'"),
        (
            "setoption name Hash value -1",
            "Hash must be a whole number from 1",
        ),
        (
            "setoption name UCI_Chess960 value maybe",
            "must be 'true' or 'false'",
        ),
        ("setoption Hash 3", "usage: setoption"),
        (
            "setoption name skill level 5",
            "the word 'value' is missing after 'Skill Level': setoption name Skill Level value 5",
        ),
        (
            "setoption name Clear Hash now",
            "no option 'Clear Hash now'",
        ),
        ("perft", "'perft' needs a value"),
        ("perft -1", "'perft' must be from 0 to 64, not -1"),
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains(complaint), "{command}: {lines:?}");
        assert_eq!(engine.ask("d", "Checkers"), before, "{command}");
    }
}

#[test]
fn nodestime_makes_games_reproducible() {
    let start = || {
        let mut engine = Engine::start();
        engine.send("setoption name nodestime value 20");
        engine
    };
    let game = |engine: &mut Engine| {
        let mut moves = String::new();
        let mut reports = Vec::new();
        for _ in 0..6 {
            engine.send(&format!("position startpos moves{moves}"));
            // The clock of the GUI does not matter after the first move.
            let left = 1000 - 100 * u64::from(moves.len() > 5);
            let go = format!("go wtime {left} btime {left} winc 10 binc 10");
            let lines = engine.ask(&go, "bestmove");
            let best = last(&lines).split(' ').nth(1).expect("a move");
            moves += &format!(" {best}");
            let nodes = lines[lines.len() - 2]
                .split(' ')
                .skip_while(|&word| word != "nodes");
            reports.push(nodes.take(2).collect::<Vec<_>>().join(" "));
        }
        (moves, reports)
    };
    let (mut one, mut other) = (start(), Engine::start());
    // A search before the option is set does not matter either.
    other.ask("go depth 6", "bestmove");
    other.send("setoption name nodestime value 20");
    let first = game(&mut one);
    assert_eq!(game(&mut other), first);
    // A second game, although unannounced, begins with a full clock.
    assert_eq!(game(&mut one), first);
}

#[test]
fn large_limits_saturate_without_errors() {
    let mut engine = Engine::start();
    for go in [
        "go nodes 18446744073709551615 depth 4",
        "go depth 99999999999999999999 nodes 2000",
    ] {
        let lines = engine.ask(go, "bestmove");
        let reported = &lines[lines.len() - 2];
        assert!(
            !lines.iter().any(|line| line.contains("error")),
            "{lines:?}"
        );
        assert!(!reported.starts_with("info depth 1 "), "{lines:?}");
    }
}

#[test]
fn option_names_ignore_case_and_spaces_and_values_ignore_case() {
    let mut engine = Engine::start();
    for option in [
        "MOVEOVERHEAD value 30",
        "move overhead value 40",
        "clear hash",
        "Ponder value True",
        "CastlingNotation value oo",
    ] {
        engine.send(&format!("setoption name {option}"));
        // An error would come before the answer.
        assert_eq!(engine.sync(), ["readyok"], "{option}");
    }
}

#[test]
fn ucinewgame_and_clear_hash_repeat_the_first_search() {
    for game in ["chess", "guadalete-swim"] {
        let mut engine = Engine::of_game(game);
        let mut nodes_after = |command: &str| {
            engine.send(command);
            number(&engine.ask("go depth 7", "bestmove"), "nodes")
        };
        let first = nodes_after("position startpos");
        for command in ["ucinewgame", "setoption name Clear Hash"] {
            assert_ne!(nodes_after("position startpos"), first, "{game}");
            assert_eq!(nodes_after(command), first, "{game}: {command}");
        }
    }
}

/// As in analysis with a GUI. Only with limited strength or a node clock is the table cleared for
/// what may be another game.
#[test]
fn stepping_back_in_a_game_keeps_the_table() {
    let last_search = |searches: &[(&str, u32)]| {
        let mut engine = Engine::start();
        let nodes = searches.iter().map(|(moves, depth)| {
            engine.send(&format!("position startpos moves {moves}"));
            let lines = engine.ask(&format!("go depth {depth}"), "bestmove");
            number(&lines, "nodes")
        });
        nodes.last().expect("at least one search")
    };
    let (forward, back) = (("e2e4 e7e5", 9), ("e2e4", 1));
    let with_clear_table = last_search(&[back, forward]);
    assert_ne!(last_search(&[forward, back, forward]), with_clear_table);
}

#[test]
fn errors_beyond_eight_are_counted() {
    let mut engine = Engine::start();
    for (words, more) in [
        (8, None),
        (9, Some("1 more error")),
        (12, Some("4 more errors")),
    ] {
        let lines = engine.ask(&format!("go{} depth 1", " x".repeat(words)), "bestmove");
        let errors: Vec<_> = lines.iter().filter(|line| line.contains("error")).collect();
        assert_eq!(errors.len(), words.min(9), "{lines:#?}");
        let count = more.map(|more| format!("info string error: and {more}"));
        assert!(count.is_none_or(|count| *errors[8] == count), "{lines:#?}");
    }
}
