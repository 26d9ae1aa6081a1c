//! Enroque, a UCI chess engine native to Chess960.
//!
//! Without arguments it speaks UCI over standard input and output. With arguments it runs them as
//! commands and exits: `enroque perft 6`, `enroque "position frc 17" "go depth 12"`. It is a
//! library so that a fuzzer can hold a session with it.

#![forbid(unsafe_code)]

mod about;
mod bench;
mod display;
mod genfens;
mod input;
mod memory;
mod output;
mod perft;
mod session;
mod speaker;
mod speedtest;
mod task;
mod uci;
mod weakness;

use std::io::{self, BufReader, Read};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use search::PoolError;
use session::Session;

/// How long a session that is over may take to let go of what it holds.
const GRACE: Duration = Duration::from_millis(700);

/// The program: a session over standard input, or the commands of the command line.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let result = if arguments.is_empty() {
        talk().map_err(Into::into)
    } else {
        uci::run_commands(&uci::command::split(&arguments))
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(error);
            ExitCode::FAILURE
        }
    }
}

fn talk() -> Result<(), PoolError> {
    let mut session = Session::new()?;
    uci::run(&mut session, &input::lines(io::stdin()));
    // Who does not read what a search has to say keeps it from ending. The process ends all the
    // same.
    let _watch = thread::Builder::new().spawn(|| {
        thread::sleep(GRACE);
        std::process::exit(0);
    });
    Ok(())
}

/// Holds a session whose whole input is `input`: it ends with `quit` or the input's end.
///
/// # Errors
/// When the engine cannot be set up at all.
pub fn serve(input: impl Read + Send + 'static) -> Result<(), PoolError> {
    let mut session = Session::new()?;
    uci::run(&mut session, &input::lines(BufReader::new(input)));
    Ok(())
}
