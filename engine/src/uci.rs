//! The protocol: reads commands and has a [`Session`] carry them out.
//!
//! Commands that come during a search: `isready` is answered and `stop`, `ponderhit` and `quit` do
//! what they say; `setoption`, `ucinewgame`, `go` and `perft` stop the search first, whose
//! `bestmove` is then printed before anything else happens; all others leave it alone.

pub mod command;
pub mod info;
pub mod options;

use std::error::Error;
use std::ops::ControlFlow;

use crossbeam_channel::Receiver;
use search::PoolError;

use crate::bench;
use crate::input::Line;
use crate::output::{complain, say};
use crate::session::Session;
use command::Command;

/// Serves until `quit` or the end of input.
///
/// # Errors
/// When the engine cannot be set up at all.
pub fn run(input: &Receiver<Line>) -> Result<(), PoolError> {
    let mut session = Session::new()?;
    for line in input {
        match obey(&mut session, &line) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(error) => complain(error),
        }
    }
    Ok(())
}

/// Carries out commands that do not come from a GUI, each to its end.
///
/// # Errors
/// What is wrong with the first command that cannot be carried out.
pub fn run_commands(commands: &[String]) -> Result<(), Box<dyn Error>> {
    let mut session = Session::new()?;
    for command in commands {
        if obey(&mut session, &Line::new(command))?.is_break() {
            break;
        }
        session.wait();
    }
    Ok(())
}

fn obey(session: &mut Session, line: &Line) -> Result<ControlFlow<()>, Box<dyn Error>> {
    match command::parse(&line.text)? {
        Command::Uci => introduce(),
        Command::IsReady => say("readyok"),
        Command::SetOption { name, value } => session.set(options::parse(&name, &value)?)?,
        Command::NewGame => session.new_game(),
        Command::Position { start, moves } => session.set_position(&start, &moves)?,
        Command::Go(go) => session.go(&go, line.read),
        Command::Perft(perft) => session.perft(&perft)?,
        Command::Stop => session.stop(),
        Command::PonderHit => session.ponder_hit(),
        Command::Display => say(session.display()),
        Command::Eval => say(session.evaluation()),
        Command::Bench => bench::run()?,
        Command::Quit => return Ok(ControlFlow::Break(())),
        Command::Nothing => {}
    }
    Ok(ControlFlow::Continue(()))
}

fn introduce() {
    say(concat!("id name Enroque ", env!("CARGO_PKG_VERSION")));
    say("id author the Enroque developers");
    options::declarations().for_each(say);
    say("uciok");
}
