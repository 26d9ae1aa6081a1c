//! Playing at limited strength.

use crate::driver::{Engine, number};

/// The lines of a search without the fields that depend on the machine.
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
fn limited_strength_has_no_effect_when_off() {
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
    // A rating alone has no effect.
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
        // At full strength the last would take more than a minute.
        let lines = engine.ask(go, "bestmove");
        assert!(
            lines.iter().any(|line| line.contains(" multipv 4 ")),
            "{lines:#?}"
        );
    }
    engine.send("go ponder wtime 1000 btime 1000");
    engine.sync();
    engine.ask("ponderhit", "bestmove");
    engine.send("go infinite");
    engine.sync();
    engine.ask("stop", "bestmove");
}

#[test]
fn rating_and_level_limit_the_nodes_of_one_thread() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 3");
    let mut nodes = |option: &str, go: &str| {
        engine.send(&format!("setoption name {option}"));
        number(&engine.ask(go, "bestmove"), "nodes")
    };
    let go = "go wtime 3600000 btime 3600000";
    let levels = [0, 8, 19].map(|level| nodes(&format!("Skill Level value {level}"), go));
    assert!(levels.is_sorted_by(|low, high| low < high), "{levels:?}");
    nodes("UCI_LimitStrength value true", go);
    let ratings = [750, 1500, 2800].map(|elo| nodes(&format!("UCI_Elo value {elo}"), go));
    assert!(ratings.is_sorted_by(|low, high| low < high), "{ratings:?}");
    assert_eq!([ratings[0], ratings[2]], [levels[0], levels[2]]);
    assert_eq!(nodes("UCI_Elo value 2800", "go nodes 100"), 100);
}

#[test]
fn errors_differ_from_game_to_game() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 750");
    let mut search = || {
        engine.send("ucinewgame");
        search_lines(&mut engine, "go depth 8")
    };
    let first = search();
    assert!((0..6).any(|_| search() != first), "{first:#?}");
}
