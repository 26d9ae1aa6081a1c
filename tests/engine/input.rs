//! Arbitrary bytes and lines on standard input: the engine keeps running and answers.

use crate::driver::{Engine, last};

const ONE_MOVE: &str = "position fen k7/8/1K6/8/8/8/8/1R6 b - - 0 1";
const MOST_MOVES: &str = "position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

#[test]
fn non_text_bytes_are_errors() {
    let mut engine = Engine::start();
    let all: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n').collect();
    for line in [
        &all[..],
        b"\0\0\0",
        b"\xff\xfe\x00u\x00c\x00i",
        b"position startpos moves \xe9\xe8",
        b"setoption name \xf1 value \xf1",
        b"\r",
        b"   \t ",
    ] {
        engine.send_bytes(line);
        engine.send_bytes(b"\n");
    }
    let lines = engine.sync();
    // All but the two blank lines.
    let (_, errors) = lines.split_last().expect("readyok");
    assert_eq!(errors.len(), 5, "{lines:?}");
    let is_error = |line: &String| line.starts_with("info string error");
    assert!(errors.iter().all(is_error), "{lines:?}");
    // A byte order mark and carriage returns are ignored.
    engine.send_bytes(b"\xef\xbb\xbfposition startpos\r\ngo depth 2\r\n");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn xboard_before_uci_is_ignored() {
    let mut engine = Engine::start();
    engine.send("xboard");
    let lines = engine.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name"), "{lines:#?}");
    assert_eq!(last(&lines), "uciok");
}

#[test]
fn multipv_and_searchmoves_may_exceed_the_legal_moves() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 256");
    engine.send(ONE_MOVE);
    let lines = engine.ask("go depth 2", "bestmove");
    assert!(last(&lines).starts_with("bestmove a8") && !lines.join(" ").contains("multipv 2 "));
    engine.send(MOST_MOVES);
    let lines = engine.ask("go depth 1", "bestmove");
    assert!(lines.join("\n").contains("multipv 218 "), "{lines:#?}");
    engine.send("setoption name MultiPV value 1");
    engine.send("position startpos");
    for go in [
        "go searchmoves e2e5 0000 a1a1 depth 2",
        "go searchmoves depth 2",
        "go searchmoves movetime 20",
        "go depth 2 searchmoves O-O",
    ] {
        assert!(!last(&engine.ask(go, "bestmove")).contains("none"), "{go}");
    }
    let lines = engine.ask("go searchmoves a2a3 b2b3 movetime 30", "bestmove");
    assert!(
        ["bestmove a2a3", "bestmove b2b3"]
            .iter()
            .any(|&best| last(&lines).starts_with(best))
    );
}

#[test]
fn limits_of_zero_beside_another_are_ignored() {
    let mut engine = Engine::start();
    for go in [
        "go depth 6 wtime 0 btime 0 winc 0 binc 0",
        "go depth 6 wtime 0",
        "go depth 6 wtime -1 btime -1",
        "go depth 6 nodes 0 movetime 0 mate 0",
        "go depth 0 nodes 10000",
        "go depth 0 nodes 0 movetime 0 mate 0 wtime 2000 btime 2000",
    ] {
        let lines = engine.ask(go, "bestmove");
        assert!(
            lines.iter().any(|line| line.starts_with("info depth 6 ")),
            "{go}"
        );
    }
}

#[test]
fn invalid_limits_still_produce_a_move() {
    let mut engine = Engine::start();
    for go in [
        "go wtime -100 btime -100",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go wtime 100",
        "go btime 100",
        "go winc 10 wtime 50 binc 10 btime 50",
        "go wtime 100 btime 100 movestogo 0",
        "go wtime 100 btime 100 movestogo 1",
        "go wtime 100 btime 100 movestogo -5",
        "go wtime 100 btime 100 movestogo 99999999999",
        "go wtime 9223372036854775807 winc 9223372036854775807 depth 2",
        "go wtime 99999999999999999999999 infinite",
        "go wtime",
        "go movetime -1",
        "go movetime 0",
        "go movetime x",
        "go depth 0",
        "go depth -3",
        "go depth 1.5",
        "go nodes 0",
        "go nodes -1",
        "go nodes 1",
        "go mate 0 depth 3",
        "go mate -1 depth 3",
        "go mate 999999 depth 2",
        "go depth movetime 20",
        "go depth depth 2",
        "go banana",
        "go ponder infinite depth 1 \0",
    ] {
        engine.send(go);
        if go.contains("infinite") {
            engine.send("stop");
        }
        let lines = engine.until("bestmove");
        assert!(!last(&lines).contains("none"), "{go}: {lines:#?}");
    }
    engine.quit();
}

#[test]
fn go_that_is_too_long_searches_one_ply() {
    let mut engine = Engine::start();
    // The limit at the end is cut off.
    let text = format!("go searchmoves {} depth 30", "e2e4 ".repeat(60_000));
    let lines = engine.ask(&text, "bestmove");
    assert!(
        lines[0].starts_with("info string error: the limits in a line of more than"),
        "{lines:#?}"
    );
    assert!(!lines.iter().any(|line| line.starts_with("info depth 2 ")));
}

#[test]
fn largest_clocks_do_not_overflow_over_a_game() {
    let most = i64::MAX;
    let mut engine = Engine::start();
    engine.send("setoption name nodestime value 1");
    for _ in 0..20 {
        let go = format!("go nodes 1 wtime {most} winc {most} movestogo 1");
        engine.ask(&go, "bestmove");
    }
    engine.quit();
}

#[test]
fn messages_are_short_and_have_no_control_characters() {
    let mut engine = Engine::start();
    let name = "x".repeat(10_000);
    for name in [name.as_str(), "a\u{1}b\u{1b}[31mc"] {
        let error = engine.ask(
            &format!("setoption name {name} value 1"),
            "info string error",
        );
        let line = last(&error);
        assert!(line.len() < 600, "{} bytes", line.len());
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}
