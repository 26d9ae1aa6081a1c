//! Parses protocol text into commands, using the table that `help` also prints. Nothing here
//! depends on the position: moves are passed on as text.

mod go;
mod parse;
mod table;

use std::path::PathBuf;

use movegen::chess960::DiceError;
use movegen::excerpt;
use thiserror::Error;

use crate::engine::Go;
use crate::position::Start;
use crate::tools::bench::Bench;
use crate::tools::genfens::Genfens;
use crate::tools::perft::Perft;
use crate::tools::speedtest::Speedtest;
pub use go::cut_go;
use table::find;

/// A parsed line of input.
#[derive(Clone, Debug)]
pub enum Command {
    /// Print name and options.
    Uci,
    /// Answer `readyok`.
    IsReady,
    /// Set an option: name and value as written.
    SetOption { name: String, value: String },
    /// Prepare for another game.
    NewGame,
    /// Set up a position.
    Position { start: Start, moves: Vec<String> },
    /// Search. Parameters that could not be parsed are skipped and listed in `ignored`.
    Go {
        go: Box<Go>,
        ignored: Vec<CommandError>,
    },
    /// Count the leaves of the move tree.
    Perft(Perft),
    /// Stop the search or other work.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Play moves; without any, the last search's move for this position.
    Play(Vec<String>),
    /// Take moves back.
    Undo(usize),
    /// Print the board.
    Display,
    /// Print the evaluation of the position.
    Eval,
    /// Exchange the colors.
    Flip,
    /// Search the benchmark positions and print the node count.
    Bench(Bench),
    /// Measure the speed of this machine.
    Speedtest(Speedtest),
    /// Print openings.
    Genfens(Genfens),
    /// Write the embedded network to a file.
    ExportNet(PathBuf),
    /// Print a constant text.
    Print(fn() -> String),
    /// Exit.
    Quit,
    /// Nothing: an empty line, or a command that needs no answer.
    Nothing,
}

/// An error in a line or in a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    #[error("unknown command '{0}'; 'help' lists the commands")]
    Unknown(String),
    #[error("a line of more than {0} bytes was ignored")]
    TooLong(usize),
    #[error(
        "the limits in a line of more than {0} bytes were ignored: the search has a depth of 1"
    )]
    GoTooLong(usize),
    #[error("'go' has no valid limit: the search has a depth of 1")]
    NoLimit,
    #[error("'{name}' needs a value")]
    MissingValue { name: String },
    #[error(
        "'go' on the command line needs a limit other than 'mate', such as 'depth 12' or \
         'movetime 1000', and takes neither 'infinite' nor 'ponder'"
    )]
    Endless,
    #[error("'{value}' is not a whole number for '{name}'")]
    Number { name: String, value: String },
    #[error("{value} is too large for '{name}'")]
    TooLarge { name: String, value: String },
    #[error("'{name}' cannot be negative: {value}")]
    Negative { name: String, value: String },
    #[error("'{name}' must be from {min} to {max}, not {value}")]
    Range {
        name: String,
        min: u64,
        max: u64,
        value: String,
    },
    #[error("unknown word '{word}' after '{command}'")]
    Unexpected { command: &'static str, word: String },
    #[error("'{0}' cannot follow the FEN, which ends the command")]
    AfterFen(String),
    #[error("the move '{0}' must follow the word 'moves'")]
    MoveAlone(String),
    #[error("usage: setoption name NAME [value VALUE]")]
    SetOption,
    #[error(
        "usage: position startpos, fen FEN, frc N|random, frc dice (and five rolls) or dfrc W B|random, \
         optionally followed by 'moves' and moves"
    )]
    Position,
    #[error(
        "'position frc dice' takes five rolls, for the dark bishop, the light bishop, the queen and the two knights, not {0}"
    )]
    Rolls(usize),
    #[error(transparent)]
    Dice(#[from] DiceError),
}

/// Parses a line.
///
/// # Errors
/// If the line is not a command. `go` never fails, since the GUI waits for a `bestmove`; only
/// `go perft` can.
pub fn parse(line: &str) -> Result<Command, CommandError> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if name.is_empty() {
        return Ok(Command::Nothing);
    }
    match find(name) {
        Some(row) => (row.parse)(rest),
        None if is_fen(name) => parse::position(&format!("fen {line}")),
        None => Err(CommandError::Unknown(excerpt(name))),
    }
}

/// True for a line that a `bestmove` must answer, however garbled it is.
pub fn is_go(line: &str) -> bool {
    line.split_whitespace().next() == Some("go")
}

/// True for a line that ends the session.
pub fn is_quit(line: &str) -> bool {
    line.split_whitespace().next() == Some("quit")
}

/// True for a line that sets up a position, however garbled it is.
pub fn is_position(line: &str) -> bool {
    let name = line.split_whitespace().next();
    name.is_some_and(|name| name == "position" || is_fen(name))
}

/// True for the first field of a FEN: nothing else has the slashes between 8 or 14 ranks.
fn is_fen(word: &str) -> bool {
    matches!(word.matches('/').count(), 7 | 13)
}

/// Groups command-line arguments into commands. A command in quotes, one that takes no arguments
/// (`enroque "position startpos" "go depth 9"`, `enroque bench quit`), a command name or quoted FEN
/// after either, and `go` after `position` begin a command; any other argument belongs to the
/// command before it (`enroque perft 6`).
pub fn split(arguments: &[String]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut was_complete = false;
    for argument in arguments {
        let mut words = argument.split_whitespace();
        let name = words.next().unwrap_or_default();
        let row = find(name);
        let is_quoted = words.next().is_some();
        let takes_none = row.is_some_and(|row| row.arguments.is_empty());
        // Neither a FEN nor a move.
        let is_go_after_position =
            is_go(argument) && commands.last().is_some_and(|last| is_position(last));
        let is_whole = match row {
            Some(_) => is_quoted || takes_none || was_complete || is_go_after_position,
            None => is_fen(name) && is_quoted && was_complete,
        };
        was_complete = is_quoted || takes_none;
        match commands.last_mut() {
            Some(last) if !is_whole => *last += &format!(" {argument}"),
            _ => commands.push(argument.clone()),
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use movegen::openings::StartKind;

    use super::table::COMMANDS;
    use super::*;

    #[test]
    fn kind_of_openings_is_that_of_the_book_and_not_of_its_folder() {
        for (book, expected) in [
            ("/books/frc/start.epd", StartKind::Orthodox),
            ("/books/a DFRC b.epd", StartKind::DoubleChess960),
        ] {
            let line = format!("genfens 1 seed 3 book {book}");
            let Ok(Command::Genfens(request)) = parse(&line) else {
                panic!("{line}");
            };
            assert_eq!(request.start, expected);
        }
    }

    #[test]
    fn kind_of_openings_overrides_that_of_the_book() {
        for line in [
            "genfens 1 seed 3 frc book None",
            "genfens 1 seed 3 book b.epd frc",
        ] {
            let Ok(Command::Genfens(request)) = parse(line) else {
                panic!("{line}");
            };
            assert_eq!(request.start, StartKind::Chess960, "{line}");
        }
    }

    #[test]
    fn arguments_are_joined_to_commands() {
        for (arguments, commands) in [
            (&["perft", "6"][..], &["perft 6"][..]),
            (&["bench", "quit"], &["bench", "quit"]),
            (&["ucinewgame", "bench", "1"], &["ucinewgame", "bench 1"]),
            (&["go", "perft", "5"], &["go perft 5"]),
            (&["position frc 5", "d"], &["position frc 5", "d"]),
            (
                &["position", "startpos", "moves", "e2e4", "go", "depth", "3"],
                &["position startpos moves e2e4", "go depth 3"],
            ),
            (
                &["genfens 5 seed 1 book None", "quit"],
                &["genfens 5 seed 1 book None", "quit"],
            ),
            (
                &["setoption name EvalFile value a b", "bench", "9"],
                &["setoption name EvalFile value a b", "bench 9"],
            ),
            (
                &["d", "8/8/8/8/8/8/8/K1k5 w - -", "go depth 3"],
                &["d", "8/8/8/8/8/8/8/K1k5 w - -", "go depth 3"],
            ),
            (
                &["perft", "2", "fen", "8/8/8/8/8/8/8/K1k5 w - -", "threads"],
                &["perft 2 fen 8/8/8/8/8/8/8/K1k5 w - - threads"],
            ),
        ] {
            let arguments: Vec<_> = arguments.iter().map(|&text| text.to_owned()).collect();
            assert_eq!(split(&arguments), commands);
        }
    }

    #[test]
    fn every_command_is_found_by_its_name() {
        for row in COMMANDS {
            let error = parse(row.name).err();
            let unknown = matches!(error, Some(CommandError::Unknown(_)));
            assert!(!unknown && !row.help.is_empty(), "{}", row.name);
        }
        assert!(matches!(parse("fly"), Err(CommandError::Unknown(_))));
    }
}
