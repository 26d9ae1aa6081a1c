//! The engine as a GUI sees it: a process with two pipes.

mod driver;

use std::time::{Duration, Instant};

use driver::{Engine, last, run};

#[test]
fn it_introduces_itself() {
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
fn it_leaves_on_quit_and_at_the_end_of_input_even_in_mid_search() {
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
fn castling_is_spelt_as_the_option_says() {
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
fn a_bad_command_is_named_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    let before = engine.ask("d", "Checkers");
    for (command, complaint) in [
        ("fly", "unknown command 'fly'"),
        ("position", "'position' is written"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "exactly one king"),
        ("position startpos moves e2e4 e2e4", "move 2: "),
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
    engine.send_bytes(b"position fen \xff\xfe\n");
    engine.until("info string error");
    engine.ask("isready", "readyok");
}

#[test]
fn names_of_options_need_neither_case_nor_spaces() {
    let mut engine = Engine::start();
    engine.send("setoption name MOVEOVERHEAD value 30");
    engine.send("setoption name move overhead value 40");
    engine.send("setoption name clear hash");
    // A complaint would come before the answer.
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
}

#[test]
fn scores_are_told_as_chances_when_asked_for() {
    let mut engine = Engine::start();
    let chances = |engine: &mut Engine, go: &str| -> Vec<Vec<u32>> {
        let lines = engine.ask(go, "bestmove");
        let told = lines.iter().filter_map(|line| {
            let mut words = line.split(' ').skip_while(|&word| word != "wdl").skip(1);
            let three = words.by_ref().take(3);
            let numbers: Vec<u32> = three.map_while(|word| word.parse().ok()).collect();
            (!numbers.is_empty()).then_some(numbers)
        });
        told.collect()
    };
    assert!(chances(&mut engine, "go depth 6").is_empty());

    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("setoption name MultiPV value 3");
    let told = chances(&mut engine, "go depth 6");
    assert!(told.len() >= 18, "{told:?}");
    for numbers in told {
        assert_eq!(numbers.len(), 3, "{numbers:?}");
        assert_eq!(numbers.iter().sum::<u32>(), 1000, "{numbers:?}");
    }
    engine.send("setoption name MultiPV value 1");
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let told = chances(&mut engine, "go depth 4");
    assert_eq!(told.last(), Some(&vec![1000, 0, 0]));
}

/// What a search says, without what depends on the machine.
fn thoughts(engine: &mut Engine, go: &str) -> Vec<String> {
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
fn limited_strength_leaves_no_trace_when_it_is_off_again() {
    let position = "position startpos moves e2e4 c7c5 g1f3";
    let mut fresh = Engine::start();
    fresh.send(position);
    let expected = thoughts(&mut fresh, "go depth 8");

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
    assert_eq!(thoughts(&mut engine, "go depth 8"), expected);

    engine.send("setoption name UCI_LimitStrength value true");
    let limited = thoughts(&mut engine, "go depth 8");
    assert_ne!(limited, expected);
    engine.send("setoption name UCI_LimitStrength value false");
    assert_eq!(thoughts(&mut engine, "go depth 8"), expected);
}

#[test]
fn limited_strength_answers_in_time_whatever_is_asked() {
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
