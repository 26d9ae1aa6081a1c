//! The protocol: reads commands and has a [`Session`] carry them out.
//!
//! Commands that come during a search: `isready` is answered and `stop`, `ponderhit` and `quit` do
//! what they say; `setoption`, `ucinewgame`, `go`, `perft` and other work stop the search first,
//! whose `bestmove` is then printed before anything else happens; all others leave it alone.

pub mod command;
pub mod info;
pub mod options;

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;

use crossbeam_channel::Receiver;

use crate::about;
use crate::display;
use crate::input::{LONGEST, Line};
use crate::output::{complain, heard, say};
use crate::session::Session;
use crate::{bench, genfens, speedtest};
use command::{Command, CommandError};

/// Serves until `quit` or the end of input.
pub fn run(session: &mut Session, input: &Receiver<Line>) {
    for line in input {
        heard(&line);
        match obey(session, &line) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(error) => complain(error),
        }
    }
    session.stop();
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
    // A search begins even so: somebody waits for its move.
    if line.is_cut && !command::is_go(&line.text) {
        return Err(CommandError::TooLong(LONGEST).into());
    }
    match command::parse(&line.text)? {
        Command::Uci => {
            session.talk_to_program();
            introduce();
        }
        Command::IsReady => session.when_ready(|| say("readyok")),
        Command::SetOption { name, value } => session.set(options::parse(&name, &value)?)?,
        Command::NewGame => session.new_game(),
        Command::Position { start, moves } => session.set_position(&start, &moves)?,
        Command::Go(go) => session.go(&go, line.read),
        Command::Perft(perft) => session.perft(&perft)?,
        Command::Stop => session.stop(),
        Command::PonderHit => session.ponder_hit(),
        Command::Display => say(display::board(session.board(), session.mode())),
        Command::Eval => say(display::evaluation(session.board(), session.network())),
        Command::Flip => session.flip()?,
        Command::Bench(size) => {
            let network = Arc::clone(session.network());
            session.begin(|| bench::start(size, network))?;
        }
        Command::Speedtest(test) => {
            let network = Arc::clone(session.network());
            session.begin(|| speedtest::start(test, network))?;
        }
        Command::Genfens(request) => session.begin(|| genfens::start(request))?,
        Command::Help => say(command::help()),
        Command::Print(text) => say(text()),
        Command::Quit => return Ok(ControlFlow::Break(())),
        Command::Nothing => {}
    }
    Ok(ControlFlow::Continue(()))
}

fn introduce() {
    say(format_args!("id name {}", about::VERSION));
    say("id author the Enroque developers");
    options::declarations().for_each(say);
    say("uciok");
}
