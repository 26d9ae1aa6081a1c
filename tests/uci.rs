//! The engine as a GUI sees it: a process with two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than any answer takes, far shorter than a hang.
const PATIENCE: Duration = Duration::from_secs(20);

struct Engine {
    process: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_enroque"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdout = BufReader::new(process.stdout.take().expect("stdout is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let stdin = process.stdin.take();
        Self {
            process,
            stdin,
            lines,
        }
    }

    fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).expect("the engine reads");
        stdin.flush().expect("the engine reads");
    }

    /// The lines up to the first that starts with `start`, which is the last of them.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| {
                panic!("no line starts with '{start}' ({error}) after {lines:#?}")
            });
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    fn ask(&mut self, text: &str, answer: &str) -> Vec<String> {
        self.send(text);
        self.until(answer)
    }

    /// Waits for the process to end by itself and returns its exit code.
    fn exit_code(&mut self) -> Option<i32> {
        let deadline = Instant::now() + Duration::from_secs(5);
        while Instant::now() < deadline {
            if let Some(status) = self.process.try_wait().expect("the process is ours") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the engine does not end");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

fn last(lines: &[String]) -> &str {
    lines.last().expect("at least the line waited for")
}

fn run(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_enroque"))
        .args(arguments)
        .output()
        .expect("the engine starts");
    let text = String::from_utf8(output.stdout).expect("the engine writes UTF-8");
    (output.status.success(), text)
}

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
