//! Tablebases: their options. Most tests need the tables that `ENROQUE_SYZYGY` names.

use std::env;
use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;

use support::syzygy::{copy_tables, directories};
use tempfile::TempDir;

#[cfg(target_os = "linux")]
use crate::driver::spawn_by;
use crate::driver::{Engine, last, number, number_in, run};

#[test]
fn other_fifty_move_rule_clears_the_table() {
    let mut engine = Engine::start();
    let mut nodes_after = |rule: &str| {
        engine.send(&format!("setoption name Syzygy50MoveRule value {rule}"));
        number(&engine.ask("go depth 8", "bestmove"), "nodes")
    };
    let fresh = nodes_after("true");
    assert_ne!(nodes_after("true"), fresh);
    assert_eq!(nodes_after("false"), fresh);
}

/// There can be more tables than the files that a process may open by default.
#[test]
#[cfg(target_os = "linux")]
fn limit_of_open_files_is_raised() {
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        "ulimit -S -n 64; exec \"$0\"",
        env!("CARGO_BIN_EXE_enroque"),
    ]);
    let mut engine = Engine::of(spawn_by(&mut shell));
    engine.sync();
    let limits = fs::read_to_string(format!("/proc/{}/limits", engine.process.id()));
    let limits = limits.expect("the process runs");
    let files = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let words: Vec<_> = files.unwrap_or_default().split_whitespace().collect();
    let [soft, hard, "files"] = words[..] else {
        panic!("{limits}");
    };
    assert_ne!(soft, "64");
    assert_eq!(soft, hard);
}

#[test]
fn draw_by_the_tables_is_certain() {
    let Some(directories) = directories("engine") else {
        return;
    };
    let set = format!("setoption name SyzygyPath value {directories}");
    let show = "setoption name UCI_ShowWDL value true";
    // The second one is a win that the fifty-move rule spoils.
    for fen in [
        "4k3/8/8/8/8/8/3p4/3K4 b - - 0 1",
        "8/8/3k4/8/8/3K4/8/1N1B4 w - - 60 100",
    ] {
        let (_, text) = run(&[&set, show, &format!("position fen {fen}"), "go depth 6"]);
        assert!(text.contains(" score cp 0 wdl 0 1000 0 "), "{fen}: {text}");
    }
}

#[test]
fn engine_uses_the_tables_of_its_option() {
    let Some(directories) = directories("engine") else {
        return;
    };
    let folder = TempDir::with_prefix("tables with spaces ").expect("a folder");
    copy_tables(&directories, folder.path(), |name| {
        name.len() == "KQvK.rtbw".len()
    });
    let list = env::join_paths(
        [folder.path()]
            .into_iter()
            .map(Path::to_owned)
            .chain(env::split_paths(&directories)),
    )
    .expect("paths");
    let list = list.to_str().expect("UTF-8");
    let spaced = folder.path().display().to_string();
    for path in [list, spaced.as_str()] {
        for position in [
            "position fen 8/8/8/8/8/5k2/8/1K1R4 w - - 0 1",
            "position fen 8/8/8/8/8/5k2/5p2/1K1R4 w - - 0 1",
        ] {
            let set = format!("setoption name SyzygyPath value {path}");
            let (_, text) = run(&[&set, position, "go depth 8"]);
            assert!(text.contains("info string found "), "{text}");
            assert!(text.contains("bestmove "), "{text}");
            assert!(
                number_in(&text, "tbhits").is_some_and(|hits| hits > 0),
                "{text}"
            );
            let off = "setoption name SyzygyPath value <empty>";
            let (_, text) = run(&[&set, off, position, "go depth 8"]);
            assert_eq!(number_in(&text, "tbhits"), Some(0), "{text}");
        }
    }
}

#[test]
fn tables_in_two_directories_are_counted_once() {
    let Some(directories) = directories("two directories") else {
        return;
    };
    let found = |list: &str| {
        let (_, text) = run(&[&format!("setoption name SyzygyPath value {list}")]);
        let line = text.lines().find(|line| line.contains("found "));
        line.map(str::to_owned).expect("the number of tables")
    };
    let paths: Vec<_> = env::split_paths(&directories).collect();
    let twice = env::join_paths(paths.iter().chain(&paths)).expect("paths");
    assert_eq!(found(twice.to_str().expect("UTF-8")), found(&directories));
}

#[test]
fn missing_directory_is_named_and_the_tables_stay() {
    let missing = "setoption name SyzygyPath value /no such/place";
    let mut engine = Engine::start();
    let lines = engine.ask(missing, "info string error");
    assert!(last(&lines).contains("/no such/place"), "{lines:?}");
    let Some(directories) = directories("missing directory") else {
        return;
    };
    engine.ask(
        &format!("setoption name SyzygyPath value {directories}"),
        "info string found",
    );
    let lines = engine.ask(missing, "info string error");
    assert!(
        last(&lines).contains("the tables in use are kept"),
        "{lines:?}"
    );
    engine.send("position fen 8/8/8/8/8/5k2/8/1K1R4 w - - 0 1");
    let text = engine.ask("go depth 1", "bestmove").join("\n");
    assert!(
        number_in(&text, "tbhits").is_some_and(|hits| hits > 0),
        "{text}"
    );
}

#[test]
fn missing_directory_is_named_and_the_others_are_used() {
    let Some(directories) = directories("missing directory among others") else {
        return;
    };
    let good = env::split_paths(&directories);
    let list = env::join_paths(good.chain(["/no such place".into()])).expect("paths");
    let set = format!("setoption name SyzygyPath value {}", list.display());
    let (_, text) = run(&[
        &set,
        "position fen 8/8/8/8/8/5k2/8/1K1R4 w - - 0 1",
        "go depth 1",
    ]);
    assert!(text.contains("info string found "), "{text}");
    assert!(text.contains("cannot read '/no such place'"));
    assert!(number_in(&text, "tbhits").is_some_and(|hits| hits > 0));
}

#[test]
fn without_intact_wdl_tables_the_reason_is_named() {
    let folder = TempDir::new().expect("a folder");
    let mut engine = Engine::start();
    let set = format!(
        "setoption name SyzygyPath value {}",
        folder.path().display()
    );
    // A size that no table has.
    for (name, reason) in [
        ("KQvK.txt", "no Syzygy WDL tables"),
        ("KQvK.rtbw", "damaged, such as"),
    ] {
        fs::write(folder.path().join(name), [0x5A; 100]).expect("room");
        let lines = engine.ask(&set, "info string error");
        assert!(last(&lines).contains(reason), "{lines:?}");
    }
}

/// A file that has the size of a table, but not its contents.
#[test]
fn damaged_table_is_reported() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("KQvK.rtbw"), [0x5A; 80]).expect("room");
    let set = format!(
        "setoption name SyzygyPath value {}",
        folder.path().display()
    );
    let mut engine = Engine::start();
    engine.ask(&set, "info string found");
    engine.send("position fen 8/8/8/8/8/4k3/8/K2Q4 w - - 0 1");
    let text = engine.ask("go depth 3", "bestmove").join("\n");
    assert!(
        text.contains("info string error: the wdl table KQvK"),
        "{text}"
    );
}

#[test]
fn probing_follows_its_options() {
    let Some(directories) = directories("options") else {
        return;
    };
    let mut engine = Engine::start();
    let set = format!("setoption name SyzygyPath value {directories}");
    engine.ask(&set, "info string found");
    let mut search = |option: &str, fen: &str, go: &str| {
        engine.send("ucinewgame");
        engine.send(&format!("setoption name {option}"));
        engine.send(&format!("position fen {fen}"));
        engine.ask(go, "bestmove").join("\n")
    };
    let rooks = "8/8/8/3r3R/8/1k6/1p6/1K6 w - - 0 1";
    let mut hits = |option: &str| number_in(&search(option, rooks, "go depth 2"), "tbhits");
    assert!(hits("SyzygyProbeDepth value 1") > Some(0));
    assert_eq!(hits("SyzygyProbeDepth value 2"), Some(0));
    assert!(hits("SyzygyProbeDepth value 1") > Some(0));
    assert_eq!(hits("SyzygyProbeLimit value 3"), Some(0));
    // The root, too, has too many pieces.
    let won = "8/8/8/8/8/5k2/8/1K1R4 w - - 0 1";
    let text = search("SyzygyProbeLimit value 2", won, "go depth 2");
    assert_eq!(number_in(&text, "tbhits"), Some(0));
    let mut hits = |option: &str| number_in(&search(option, rooks, "go depth 2"), "tbhits");
    assert!(hits("SyzygyProbeLimit value 7") > Some(0));
    assert_eq!(hits("UCI_LimitStrength value true"), Some(0));
    hits("UCI_LimitStrength value false");
    // Won in 25 plies, with 20 left to the fifty-move rule.
    let late = "8/3R4/K7/8/8/8/5k2/8 w - - 80 80";
    let mut score = |on: &str| {
        let option = format!("Syzygy50MoveRule value {on}");
        number_in(&search(&option, late, "go nodes 200"), "cp")
    };
    assert!(score("false") > Some(19_000));
    assert!(score("true") < Some(100));
}
