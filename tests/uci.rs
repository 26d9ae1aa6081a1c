//! The engine as a GUI sees it: a process with two pipes.

mod driver;

use std::time::{Duration, Instant};

use driver::{Engine, last, run};

#[test]
fn uci_prints_name_and_options() {
    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    for start in [
        "id name Enroque",
        "id author",
        "option name Hash type spin default 16 min 1 max",
    ] {
        assert!(
            lines.iter().any(|line| line.starts_with(start)),
            "{start} in {lines:#?}"
        );
    }
    let chess960 = "option name UCI_Chess960 type check default false";
    assert!(lines.iter().any(|line| line == chess960));
    engine.ask("isready", "readyok");
}

#[test]
fn engine_exits_on_quit_and_at_the_end_of_input() {
    for busy in ["isready", "go infinite", "go perft 9"] {
        let mut engine = Engine::start();
        engine.send(busy);
        engine.send("quit");
        assert_eq!(engine.exit_code(), Some(0), "quit after {busy}");

        let mut engine = Engine::start();
        engine.send(busy);
        engine.stdin = None;
        assert_eq!(engine.exit_code(), Some(0), "end of input after {busy}");
    }
}

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
fn castling_is_written_as_the_option_says() {
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
fn bad_command_is_named_and_changes_nothing() {
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
        ("setoption Hash 3", "'setoption' is written"),
        ("perft", "'perft' needs a value"),
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains(complaint), "{command}: {lines:?}");
        assert_eq!(engine.ask("d", "Checkers"), before, "{command}");
    }
}

#[test]
fn refused_position_leaves_none() {
    let mut engine = Engine::start();
    for (command, reason) in [
        ("position", "'position' is written"),
        ("position startpos foo", "unknown word 'foo'"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "exactly one king"),
        ("position startpos moves e2e4 e2e4", "move 2: "),
        ("position frc 960", "960"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "rank 8"),
        ("position fen \u{ff}\u{fe}", "error"),
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains(reason), "{command}: {lines:?}");
        for go in ["go depth 3", "go wtime 1000 btime 1000", "go nodes 10"] {
            let lines = engine.ask(go, "bestmove");
            assert_eq!(last(&lines), "bestmove (none)", "{command}");
            assert!(lines[0].contains(reason), "{command}: {lines:?}");
        }
        for (go, end) in [("go infinite", "stop"), ("go ponder", "ponderhit")] {
            engine.send(go);
            assert_eq!(engine.ask("isready", "readyok").len(), 2, "{command}");
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
    assert!(lines[0].starts_with("info string the FEN has faults:"));
    assert!(last(&lines).ends_with("/R4RK1 w Qq - 0 10"), "{lines:?}");
    let lines = engine.ask("go depth 2", "bestmove");
    assert!(!last(&lines).contains("none"), "{lines:?}");
    engine.send("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";");
    let lines = engine.ask("d", "FEN");
    assert!(last(&lines).ends_with("4K2R w K - 0 1"), "{lines:?}");
}

#[test]
fn moves_are_played_and_taken_back() {
    let mut engine = Engine::start();
    engine.send("move e4 e7e5 Nf3");
    let fen = |engine: &mut Engine| {
        let lines = engine.ask("d", "Checkers");
        lines[lines.len() - 3].clone()
    };
    assert!(fen(&mut engine).contains("5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
    engine.send("undo 2");
    assert!(fen(&mut engine).contains("PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    let lines = engine.ask("go depth 3", "bestmove");
    let best = last(&lines).split(' ').nth(1).expect("a move").to_owned();
    engine.send("move");
    let played = fen(&mut engine);
    engine.send("undo");
    engine.send(&format!("move {best}"));
    assert_eq!(fen(&mut engine), played);
    for (command, reason) in [
        ("move e4 Ke4", "move 1: 'e4' is not legal"),
        ("move", "search first"),
        ("undo 0", "must be from 1"),
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains(reason), "{command}: {lines:?}");
    }
    engine.send("undo 99");
    let lines = engine.ask("undo", "info string error");
    assert!(last(&lines).contains("no move to take back"));
    let lines = engine.ask("move f3 e5 g4 Qh4", "info string");
    assert!(last(&lines).contains("Black wins by checkmate"));
}

#[test]
fn score_of_100_is_a_50_percent_chance_of_winning() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("setoption name MultiPV value 10");
    let mut checked = 0;
    for position in [
        "position startpos moves e2e4 d7d5 e4d5 d8d5 b1c3",
        "position fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1",
    ] {
        engine.send(position);
        for line in engine.ask("go depth 8", "bestmove") {
            let number = |name: &str| {
                let mut words = line.split(' ').skip_while(|&word| word != name);
                words.nth(1).and_then(|word| word.parse::<i32>().ok())
            };
            if let (Some(cp), Some(win)) = (number("cp"), number("wdl")) {
                checked += 1;
                assert_eq!(cp >= 101, win > 502, "{line}");
                assert_eq!(cp <= 99, win < 498, "{line}");
            }
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn dead_draw_has_no_score() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    let lines = engine.ask("go depth 30", "bestmove");
    let scores = lines.iter().filter(|line| line.contains(" score "));
    for line in scores {
        assert!(line.contains(" score cp 0 "), "{line}");
    }
}

#[test]
fn node_time_repeats_a_game() {
    let game = || {
        let mut engine = Engine::start();
        engine.send("setoption name nodestime value 20");
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
    assert_eq!(game(), game());
}

#[test]
fn large_numbers_are_limits_and_not_mistakes() {
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
fn option_names_ignore_case_and_spaces() {
    let mut engine = Engine::start();
    engine.send("setoption name MOVEOVERHEAD value 30");
    engine.send("setoption name move overhead value 40");
    engine.send("setoption name clear hash");
    // An error would come before the answer.
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
}

#[test]
fn wdl_is_printed_when_the_option_is_on() {
    let mut engine = Engine::start();
    let wdl = |engine: &mut Engine, go: &str| -> Vec<Vec<u32>> {
        let lines = engine.ask(go, "bestmove");
        let found = lines.iter().filter_map(|line| {
            let mut words = line.split(' ').skip_while(|&word| word != "wdl").skip(1);
            let three = words.by_ref().take(3);
            let numbers: Vec<u32> = three.map_while(|word| word.parse().ok()).collect();
            (!numbers.is_empty()).then_some(numbers)
        });
        found.collect()
    };
    assert!(wdl(&mut engine, "go depth 6").is_empty());

    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("setoption name MultiPV value 3");
    let found = wdl(&mut engine, "go depth 6");
    assert!(found.len() >= 18, "{found:?}");
    for numbers in found {
        assert_eq!(numbers.len(), 3, "{numbers:?}");
        assert_eq!(numbers.iter().sum::<u32>(), 1000, "{numbers:?}");
    }
    engine.send("setoption name MultiPV value 1");
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let found = wdl(&mut engine, "go depth 4");
    assert_eq!(found.last(), Some(&vec![1000, 0, 0]));
}

/// The lines of a search without what depends on the machine.
fn search_lines(engine: &mut Engine, go: &str) -> Vec<String> {
    let lines = engine.ask(go, "bestmove");
    let words = |line: &String| -> Vec<String> {
        let mut words: Vec<_> = line.split(' ').map(str::to_owned).collect();
        for name in ["nps", "time"] {
            if let Some(place) = words.iter().position(|word| word == name) {
                words.drain(place..place + 2);
            }
        }
        words
    };
    lines.iter().map(|line| words(line).join(" ")).collect()
}

#[test]
fn limited_strength_leaves_no_trace_when_it_is_off() {
    let position = "position startpos moves e2e4 c7c5 g1f3";
    let mut fresh = Engine::start();
    fresh.send(position);
    let expected = search_lines(&mut fresh, "go depth 8");

    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    let elo = lines
        .iter()
        .find(|line| line.starts_with("option name UCI_Elo type spin default "))
        .expect("a rating can be set");
    let least = elo.split(' ').skip_while(|&word| word != "min").nth(1);
    let least = least.expect("it has a least value");
    assert!(lines.contains(&"option name UCI_LimitStrength type check default false".to_owned()));
    // A rating alone limits nothing.
    engine.send(&format!("setoption name UCI_Elo value {least}"));
    engine.send(position);
    assert_eq!(search_lines(&mut engine, "go depth 8"), expected);

    engine.send("setoption name UCI_LimitStrength value true");
    let limited = search_lines(&mut engine, "go depth 8");
    assert_ne!(limited, expected);
    engine.send("setoption name UCI_LimitStrength value false");
    assert_eq!(search_lines(&mut engine, "go depth 8"), expected);

    engine.send("setoption name Skill Level value 0");
    assert_ne!(search_lines(&mut engine, "go depth 8"), expected);
    engine.send("setoption name Skill Level value 20");
    assert_eq!(search_lines(&mut engine, "go depth 8"), expected);
}

#[test]
fn limited_strength_answers_in_time() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name Threads value 3");
    engine.send("setoption name MultiPV value 4");
    engine.send("setoption name UCI_Chess960 value true");
    engine.send("position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1");
    for go in [
        "go wtime 50 btime 50",
        "go movetime 10",
        "go wtime 3600000 btime 3600000",
    ] {
        let start = Instant::now();
        let lines = engine.ask(go, "bestmove");
        assert!(start.elapsed() < Duration::from_secs(5), "{go}");
        assert!(
            lines.iter().any(|line| line.contains(" multipv 4 ")),
            "{lines:#?}"
        );
    }
    engine.send("go ponder wtime 1000 btime 1000");
    engine.ask("isready", "readyok");
    engine.ask("ponderhit", "bestmove");
    engine.send("go infinite");
    engine.ask("isready", "readyok");
    engine.ask("stop", "bestmove");
}
