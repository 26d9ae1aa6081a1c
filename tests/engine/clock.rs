//! The clock of `go`, mostly as a node clock, which is exact on every machine.

use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use crate::driver::{Engine, number, spawn};

#[test]
fn clock_is_that_of_the_side_to_move() {
    for game in ["chess", "guadalete-swim"] {
        let mut engine = Engine::of_game(game);
        engine.send("setoption name nodestime value 10");
        for (position, us, them) in [("startpos", 'w', 'b'), ("startpos moves e2e4", 'b', 'w')] {
            // The first move of a game reads the clock.
            let mut nodes = |go: &str| {
                engine.send("ucinewgame");
                engine.send(&format!("position {position}"));
                number(&engine.ask(&format!("go {go}"), "bestmove"), "nodes")
            };
            let equal = "wtime 2000 btime 2000";
            let short = nodes(equal);
            assert_eq!(nodes(&format!("{us}time 2000 {them}time 99999")), short);
            assert!(nodes(&format!("{us}time 99999 {them}time 2000")) > short);
            assert_eq!(nodes(&format!("{equal} {them}inc 900")), short);
            assert!(nodes(&format!("{equal} {us}inc 900")) > short);
            assert_eq!(nodes(&format!("{equal} movestogo 0")), short);
            assert!(nodes(&format!("{equal} movestogo 2")) > short);
            // The other side's clock, the only one known, is used with its increment.
            let known = nodes(&format!("{us}time 2000 {us}inc 900"));
            assert_eq!(nodes(&format!("{them}time 2000 {them}inc 900")), known);
        }
    }
}

#[test]
fn forced_move_is_played_at_once() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/8/8/8/8/8/1q6/K4R2 w - - 0 1");
    let lines = engine.ask("go wtime 600000 btime 600000", "bestmove");
    assert!(number(&lines, "depth") <= 2, "{lines:?}");
}

#[test]
fn move_overhead_is_not_used_for_searching() {
    let mut engine = Engine::start();
    engine.send("setoption name Move Overhead value 10000");
    let lines = engine.ask("go wtime 10000 btime 10000", "bestmove");
    // A millisecond is left, too little for this depth on any machine.
    assert!(number(&lines, "depth") < 9, "{lines:?}");
}

/// Output that nobody reads blocks the commands before `go`, which is read ahead of them.
#[test]
fn clock_starts_when_go_is_read() {
    let is_started = |wait: u64| {
        let mut process = spawn();
        let stdin = process.stdin.as_mut().expect("stdin is piped");
        stdin.write_all(b"isready\n").expect("the engine reads");
        let stdout = process.stdout.as_mut().expect("stdout is piped");
        let mut answer = *b"readyok\n";
        stdout.read_exact(&mut answer).expect("the engine writes");
        let commands = "help\n".repeat(100) + "go depth 1\n";
        stdin
            .write_all(commands.as_bytes())
            .expect("the engine reads ahead");
        thread::sleep(Duration::from_millis(wait));
        // Reads the output from now on.
        let lines = Engine::of(process).until("bestmove");
        number(&lines, "time") >= wait / 2
    };
    // A slow machine may take a while to read the command.
    assert!([200, 400, 800, 1600].into_iter().any(is_started));
}

#[test]
fn clock_starts_after_the_work_that_go_waits_for() {
    let mut engine = Engine::start();
    let mut is_fresh = |commands: &str| {
        engine.send_bytes(commands.as_bytes());
        let perft = number(&engine.until("Time: "), "Time:");
        let search = number(&engine.until("bestmove"), "time");
        2 * search < perft
    };
    // In the second case it is another command that waits.
    for commands in ["perft 6\ngo depth 1\n", "perft 6\nucinewgame\ngo depth 1\n"] {
        // The system may interrupt one of several searches.
        assert!((0..3).any(|_| is_fresh(commands)), "{commands}");
    }
}
