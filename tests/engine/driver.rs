//! The engine as a process with pipes. Every wait fails the test after [`PATIENCE`].

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Far longer than any answer takes, far shorter than a hang.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine. When it is dropped, the test fails if any of its threads has panicked: a search
/// that panics still answers with a legal move.
pub struct Engine {
    pub process: Child,
    /// `None` closes the pipe.
    pub stdin: Option<ChildStdin>,
    pub lines: Receiver<String>,
    /// Returns true if there was a panic.
    stderr: Option<JoinHandle<bool>>,
}

impl Engine {
    /// Starts the engine this test was built with, whose first line names it.
    pub fn start() -> Self {
        let engine = Self::of(spawn());
        engine.until("Enroque ");
        engine
    }

    /// Starts the engine with a game as `UCI_Variant`.
    pub fn of_game(game: &str) -> Self {
        let mut engine = Self::start();
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        engine
    }

    /// Drives a process with all three pipes.
    pub fn of(mut process: Child) -> Self {
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
        let stderr = process.stderr.take().expect("stderr is piped");
        Self {
            process,
            stdin,
            lines,
            stderr: Some(thread::spawn(move || echo(stderr))),
        }
    }

    /// Sends a line.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes without a line end.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).expect("the engine reads");
        stdin.flush().expect("the engine reads");
    }

    /// The next line, or the reason why there is none.
    pub fn line(&self) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(PATIENCE)
    }

    /// The lines up to and including the first that starts with `start`.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line().unwrap_or_else(|error| {
                panic!("no line starts with '{start}' ({error}) after {lines:#?}")
            });
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends a line and returns the output up to a line that starts with `answer`.
    pub fn ask(&mut self, text: &str, answer: &str) -> Vec<String> {
        self.send(text);
        self.until(answer)
    }

    /// The lines up to `readyok`: everything printed before it.
    pub fn sync(&mut self) -> Vec<String> {
        self.ask("isready", "readyok")
    }

    /// The FEN of the position on the board.
    pub fn fen(&mut self) -> String {
        let lines = self.ask("d", "Checkers");
        let fen = lines.iter().find_map(|line| line.strip_prefix("FEN: "));
        fen.expect("d shows the FEN").to_owned()
    }

    /// Waits for the process to end by itself and returns its last lines and exit code.
    pub fn end(&mut self) -> (Vec<String>, Option<i32>) {
        // Its output ends when the process does.
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
            }
        }
        let status = self.process.wait().expect("the process is ours");
        (lines, status.code())
    }

    /// Waits for the process to end by itself and returns its exit code.
    pub fn exit_code(&mut self) -> Option<i32> {
        self.end().1
    }

    /// Sends `quit` and waits for the end.
    pub fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.exit_code(), Some(0));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let panicked = self.stderr.take().map(JoinHandle::join);
        assert!(
            thread::panicking() || matches!(panicked, Some(Ok(false))),
            "a thread of the engine panicked"
        );
    }
}

/// Copies the lines of an engine's standard error; true if one reports a panic.
fn echo(stderr: ChildStderr) -> bool {
    let mut panicked = false;
    for line in BufReader::new(stderr).lines().map_while(Result::ok) {
        panicked |= line.contains("panicked at");
        eprintln!("{line}");
    }
    panicked
}

/// Starts the engine with three pipes.
pub fn spawn() -> Child {
    spawn_by(&mut Command::new(env!("CARGO_BIN_EXE_enroque")))
}

/// Starts the engine by `command` with three pipes.
pub fn spawn_by(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts")
}

/// Waits for a process whose output is not read.
pub fn wait(mut process: Child) -> ExitStatus {
    let (sender, ended) = channel();
    thread::spawn(move || sender.send(process.wait()));
    let status = ended.recv_timeout(PATIENCE).expect("the engine ends");
    status.expect("the process is ours")
}

/// The number of answers to `go` among the lines.
pub fn bestmoves(lines: &[String]) -> usize {
    let answers = lines.iter().filter(|line| line.starts_with("bestmove"));
    answers.count()
}

/// The last line.
pub fn last(lines: &[String]) -> &str {
    lines.last().expect("at least the line waited for")
}

/// Runs the program with arguments; returns success, standard output and standard error. The exit
/// code must be 0 or, after an error, 1.
pub fn run_apart(arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_enroque"))
        .args(arguments)
        .output()
        .expect("the engine starts");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{arguments:?}: {output:?}");
    let text = |bytes| String::from_utf8(bytes).expect("the engine writes UTF-8");
    let errors = text(output.stderr);
    assert!(!errors.contains("panicked at"), "{arguments:?}: {errors}");
    (output.status.success(), text(output.stdout), errors)
}

/// Runs the program with arguments; returns success and everything printed.
pub fn run(arguments: &[&str]) -> (bool, String) {
    let (success, out, err) = run_apart(arguments);
    (success, out + &err)
}

/// The node count of a benchmark, which these arguments run last.
pub fn bench_nodes(arguments: &[&str]) -> u64 {
    let (success, text) = run(arguments);
    assert!(success, "{arguments:?}: {text}");
    let line = text.lines().last().unwrap_or_default();
    let words: Vec<_> = line.split(' ').collect();
    let [nodes, "nodes", _, "nps"] = words[..] else {
        panic!("{arguments:?}: {line}")
    };
    nodes.parse().expect("a number of nodes")
}

/// The number after the last `word`.
pub fn number_in(text: &str, word: &str) -> Option<u64> {
    let words: Vec<_> = text.split_whitespace().collect();
    let at = words.iter().rposition(|&other| other == word)?;
    words.get(at + 1)?.parse().ok()
}

/// The number after the last `word` in the lines, which must have it.
pub fn number(lines: &[String], word: &str) -> u64 {
    number_in(&lines.join("\n"), word).unwrap_or_else(|| panic!("no '{word}' in {lines:#?}"))
}
