//! Enroque, a UCI chess engine native to Chess960.
//!
//! Without arguments it speaks UCI over standard input and output. With arguments it runs them as
//! a command and exits: `enroque perft 6`, `enroque bench`.

#![forbid(unsafe_code)]

mod bench;
mod input;
mod output;
mod perft;
mod session;
mod uci;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let result = if arguments.is_empty() {
        uci::run(&input::lines()).map_err(Into::into)
    } else {
        uci::run_commands(&commands(arguments))
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(error);
            ExitCode::FAILURE
        }
    }
}

/// `enroque "position startpos" "go depth 9"` is two commands, `enroque perft 6` is one.
fn commands(arguments: Vec<String>) -> Vec<String> {
    if arguments[0].contains(char::is_whitespace) {
        arguments
    } else {
        vec![arguments.join(" ")]
    }
}
