//! UCI protocol: parses commands and executes them on the [`Engine`].
//!
//! During a search, `isready` is answered, and `stop`, `ponderhit` and `quit` take effect at once.
//! `setoption`, `ucinewgame`, `go`, `move`, `perft` and other work first stop the search, whose
//! `bestmove` is printed before their own results. All other commands leave it running. Through a
//! pipe, or after `uci`, `perft` and other work with a result is not stopped but waited for, also by
//! `quit`.

pub mod command;
pub mod options;

use std::ops::ControlFlow;
use std::sync::Arc;

use crossbeam_channel::Receiver;
use thiserror::Error;

use crate::build_info;
use crate::engine::{Engine, export_network, print_errors};
use crate::error::EngineError;
use crate::io::input::{LONGEST, Line};
use crate::io::output::{has_error, is_incomplete, log_input, print_error, print_line};
use crate::tools::{bench, genfens, speedtest};
use command::{Command, CommandError};
use options::OptionError;

/// An input line that cannot be executed.
#[derive(Debug, Error)]
pub enum UciError {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("a command printed an error")]
    Printed,
    #[error("standard output could not be written to")]
    Output,
}

/// Executes commands until `quit` or the end of input.
pub fn run(engine: &mut Engine, input: &Receiver<Line>) {
    let version = build_info::VERSION;
    if engine.is_interactive() {
        print_line(format_args!(
            "{version}: try 'help', 'go movetime 3000' or 'quit'."
        ));
    } else {
        // Scid waits for a first line before it sends `uci`.
        print_line(format_args!("{version} by {}", build_info::AUTHORS));
    }
    for line in input {
        log_input(&line);
        match execute(engine, &line) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(error) if command::is_position(&line.text) => {
                print_error(format_args!("{error}; {}", engine.kept_position()));
            }
            Err(error) => print_error(error),
        }
    }
    engine.end();
}

/// Executes commands from the command line, each to its end: a `go` must have one.
///
/// # Errors
/// The error of the first command that fails; the rest are not executed. If it was printed,
/// [`UciError::Printed`]; this is also the error at the end if a command printed one without
/// failing. [`UciError::Output`] if output was lost.
pub fn run_commands(commands: &[String]) -> Result<(), UciError> {
    let mut engine = Engine::new().map_err(EngineError::from)?;
    for command in commands {
        if let Ok(Command::Go { go, .. }) = command::parse(command)
            && !go.is_limited()
        {
            return Err(CommandError::Endless.into());
        }
        if execute(&mut engine, &Line::new(command))?.is_break() {
            break;
        }
        if !engine.wait_until_ready() {
            break;
        }
    }
    if is_incomplete() {
        return Err(UciError::Output);
    }
    if has_error() {
        return Err(UciError::Printed);
    }
    Ok(())
}

fn execute(engine: &mut Engine, line: &Line) -> Result<ControlFlow<()>, UciError> {
    let command = match line.is_cut {
        true if command::is_go(&line.text) => Ok(command::cut_go()),
        true => Err(CommandError::TooLong(LONGEST)),
        false => command::parse(&line.text),
    };
    match command.map_err(|error| refuse(engine, line, error))? {
        Command::Uci => {
            // Some GUIs and scripts run engines on a pseudo-terminal.
            engine.set_interactive(false);
            engine.output().table = false;
            print_id();
        }
        Command::IsReady => engine.when_ready(|| print_line("readyok")),
        Command::SetOption { name, value } => options::set(engine, &name, &value)?,
        Command::NewGame => engine.new_game(),
        Command::Position { start, moves } => engine.set_position(&start, &moves)?,
        Command::Go { go, ignored } => {
            print_errors(&ignored);
            engine.go(&go, line.read);
        }
        Command::Perft(perft) => engine.perft(&perft)?,
        Command::Stop => engine.stop(),
        Command::PonderHit => engine.ponder_hit(),
        Command::Play(moves) => engine.play(&moves)?,
        Command::Undo(count) => engine.undo(count)?,
        Command::Display => print_line(engine.diagram()?),
        Command::Eval => print_line(engine.evaluation()?),
        Command::Flip => engine.flip()?,
        Command::Bench(size) => {
            let network = Arc::clone(engine.network());
            engine.begin(|| bench::start(size, network))?;
        }
        Command::Speedtest(test) => {
            let network = Arc::clone(engine.network());
            engine.begin(|| speedtest::start(test, network))?;
        }
        Command::Genfens(request) => {
            engine.check_chess("genfens")?;
            engine.begin(|| genfens::start(request))?;
        }
        Command::ExportNet(path) => export_network(&path)?,
        Command::Print(text) => print_line(text()),
        Command::Quit => return Ok(ControlFlow::Break(())),
        Command::Nothing => {}
    }
    Ok(ControlFlow::Continue(()))
}

/// A `position` command that cannot be parsed leaves no position, like one with an impossible
/// position.
fn refuse(engine: &mut Engine, line: &Line, error: CommandError) -> CommandError {
    if command::is_position(&line.text) {
        engine.refuse(error)
    } else {
        error
    }
}

fn print_id() {
    print_line(format_args!("id name {}", build_info::VERSION));
    print_line(format_args!("id author {}", build_info::AUTHORS));
    options::declarations().for_each(print_line);
    print_line("uciok");
}
