//! Enroque, a UCI chess engine with native support for Chess960.
//!
//! Without arguments the program speaks UCI over standard input and output. With arguments it runs
//! them as commands and exits: `enroque perft 6`, `enroque "position frc 17" "go depth 12"`. It is
//! a library so that a fuzzer can run a session.
//!
//! Start reading at `uci.rs` (command input), then `engine.rs` (the state between commands),
//! `uci/options.rs` (one row per option) and `report.rs` (search output).

#![forbid(unsafe_code)]

mod build_info;
mod engine;
mod error;
mod io;
mod position;
mod report;
mod river;
mod strength;
mod tools;
mod uci;

use std::io::{IsTerminal, Read};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use crossbeam_channel::unbounded;

use engine::Engine;
use error::EngineError;
use io::input;
use io::output::line_in_progress;
use search::PoolError;
use uci::command::is_quit;

/// Time allowed for shutting down after `quit` or the last command.
const GRACE: Duration = Duration::from_millis(700);

/// Time for writing a line after `quit` or the end of input was read. It blocks if the client no
/// longer reads the output.
const LAST_WRITE: Duration = Duration::from_secs(5);

/// Runs the program: a session over standard input, or the commands of the command line.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    // The Syzygy tables of up to five pieces are 290 files, more than the usual limit on macOS. If this
    // fails, the search works without the tables that cannot be opened.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let result = if arguments.is_empty() {
        run_stdin().map_err(Into::into)
    } else {
        uci::run_commands(&uci::command::split(&arguments))
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("enroque: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_stdin() -> Result<(), EngineError> {
    let mut engine = Engine::new()?;
    engine.set_interactive(std::io::stdin().is_terminal() && std::io::stdout().is_terminal());
    let (sender, lines) = unbounded();
    input::read(std::io::stdin(), is_quit, sender, exit_if_blocked);
    uci::run(&mut engine, &lines);
    // A client that does not read the output can keep a search from ending: exit anyway.
    exit_after(GRACE);
    Ok(())
}

/// Exits the process after `time` if it is still running, with an error if a line of output is cut off.
fn exit_after(time: Duration) {
    let _ = thread::Builder::new().spawn(move || {
        thread::sleep(time);
        std::process::exit(i32::from(line_in_progress().is_some()));
    });
}

/// Exits the process with an error once a line of output has taken [`LAST_WRITE`] without an end.
fn exit_if_blocked() {
    let mut before = None;
    loop {
        let line = line_in_progress();
        if line.is_some() && line == before {
            std::process::exit(1);
        }
        before = line;
        thread::sleep(LAST_WRITE);
    }
}

/// Runs a session on `input` until `quit` or the end of input.
///
/// # Errors
/// If the engine cannot be set up at all.
pub fn serve(input: impl Read + Send + 'static) -> Result<(), PoolError> {
    let mut engine = Engine::new()?;
    let (sender, lines) = unbounded();
    input::read(input, is_quit, sender, || ());
    uci::run(&mut engine, &lines);
    Ok(())
}
