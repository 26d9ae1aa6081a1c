//! Protocol text to commands, by one table that `help` prints too. Nothing here depends on the
//! position: moves are passed on as text.

mod go;
mod parse;

use std::path::PathBuf;

use thiserror::Error;

use crate::build_info;
use crate::engine::Go;
use crate::position::Start;
use crate::tools::bench::Bench;
use crate::tools::genfens::Genfens;
use crate::tools::perft::Perft;
use crate::tools::speedtest::Speedtest;

/// A line of input, understood.
#[derive(Clone, Debug)]
pub enum Command {
    /// Print name and options.
    Uci,
    /// Answer `readyok`.
    IsReady,
    /// Set an option: name and value as they were written.
    SetOption { name: String, value: String },
    /// Prepare for another game.
    NewGame,
    /// Set up a position.
    Position { start: Start, moves: Vec<String> },
    /// Search. What could not be read is left out and listed.
    Go {
        go: Box<Go>,
        ignored: Vec<CommandError>,
    },
    /// Count the leaves of the move tree.
    Perft(Perft),
    /// Stop what is running.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Play moves; without any, the move of the last search.
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
    /// List the commands.
    Help,
    /// Print a constant text.
    Print(fn() -> String),
    /// Leave.
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
    #[error("'{name}' needs a value")]
    MissingValue { name: String },
    #[error("'{value}' is not a whole number for '{name}'")]
    Number { name: String, value: String },
    #[error("'{name}' must be from {min} to {max}, not {value}")]
    Range {
        name: String,
        min: u64,
        max: u64,
        value: u64,
    },
    #[error("unknown word '{word}' in a '{command}' command")]
    Unexpected { command: &'static str, word: String },
    #[error("'setoption' is written 'setoption name NAME value VALUE'")]
    SetOption,
    #[error(
        "'position' is written 'position startpos', 'position fen FEN', 'position frc N' or 'position dfrc W B', each with 'moves' and moves if there are any"
    )]
    Position,
}

/// A row of the table.
struct CommandRow {
    name: &'static str,
    /// The forms that the arguments can have; none for a command without.
    arguments: &'static [&'static str],
    help: &'static str,
    /// Reads what follows the name.
    parse: fn(&str) -> Result<Command, CommandError>,
}

const fn row(
    name: &'static str,
    arguments: &'static [&'static str],
    help: &'static str,
    parse: fn(&str) -> Result<Command, CommandError>,
) -> CommandRow {
    CommandRow {
        name,
        arguments,
        help,
        parse,
    }
}

static COMMANDS: &[CommandRow] = &[
    row("uci", &[], "prints name and options", |_| Ok(Command::Uci)),
    row(
        "isready",
        &[],
        "answers readyok when a search can start",
        |_| Ok(Command::IsReady),
    ),
    row(
        "setoption",
        &["name NAME [value VALUE]"],
        "sets an option",
        parse::set_option,
    ),
    row(
        "ucinewgame",
        &[],
        "clears what the last game has left",
        |_| Ok(Command::NewGame),
    ),
    row(
        "position",
        &[
            "startpos [moves ...]",
            "fen FEN [moves ...]",
            "frc N|random [moves ...]",
            "dfrc W B|random [moves ...]",
        ],
        "sets up a position, by number in Chess960; a FEN alone does it too",
        parse::position,
    ),
    row(
        "go",
        &[
            "[wtime T] [btime T] [winc T] [binc T] [movestogo N] [movetime T]\n     \
             [depth N] [nodes N] [mate N] [infinite] [ponder] [searchmoves ...]",
            "perft N",
        ],
        "searches, times in milliseconds; 'go perft' counts moves",
        go::go,
    ),
    row("stop", &[], "ends what is running", |_| Ok(Command::Stop)),
    row("ponderhit", &[], "the expected move was played", |_| {
        Ok(Command::PonderHit)
    }),
    row("quit", &[], "leaves", |_| Ok(Command::Quit)),
    row("d", &[], "shows the board", |_| Ok(Command::Display)),
    row(
        "move",
        &["[e4 | e2e4 ...]"],
        "plays moves; without any, the move of the last search",
        parse::play,
    ),
    row(
        "undo",
        &["[N]"],
        "takes the last move back, or the last N",
        parse::undo,
    ),
    row("eval", &[], "shows the evaluation, piece by piece", |_| {
        Ok(Command::Eval)
    }),
    row("flip", &[], "exchanges the colors", |_| Ok(Command::Flip)),
    row(
        "perft",
        &["N [hash MIB] [threads T] [fen FEN]"],
        "counts the move sequences of N plies",
        parse::perft,
    ),
    row(
        "bench",
        &["[DEPTH [THREADS [HASH]]]"],
        "searches fixed positions: node count and speed",
        parse::bench,
    ),
    row(
        "speedtest",
        &["[THREADS [HASH [SECONDS]]]"],
        "measures the speed on all processors",
        parse::speedtest,
    ),
    row(
        "genfens",
        &["N seed S [book FILE|None] [frc|dfrc]"],
        "prints N random openings",
        parse::genfens,
    ),
    row(
        "export_net",
        &["FILE"],
        "writes the embedded network to a file",
        parse::export_net,
    ),
    #[cfg(feature = "tune")]
    row("spsa", &[], "lists the parameters for a tuner", |_| {
        let lines = || super::options::tune::spsa().collect::<Vec<_>>().join("\n");
        Ok(Command::Print(lines))
    }),
    row("help", &[], "prints this list", |_| Ok(Command::Help)),
    row("version", &[], "prints the version", |_| {
        Ok(Command::Print(|| build_info::VERSION.to_owned()))
    }),
    row("compiler", &[], "prints how this program was built", |_| {
        Ok(Command::Print(build_info::compiler))
    }),
    row("license", &[], "prints the terms of use", |_| {
        Ok(Command::Print(|| build_info::LICENSE.to_owned()))
    }),
    row("debug", &["on | off"], "is accepted and ignored", nothing),
    row("register", &["..."], "is accepted and ignored", nothing),
    // Arena tries the older protocol first.
    row("xboard", &[], "is accepted and ignored", nothing),
];

fn nothing(_: &str) -> Result<Command, CommandError> {
    Ok(Command::Nothing)
}

/// The command of that name; `--help` and the like, as on other command lines, have short forms.
fn find(name: &str) -> Option<&'static CommandRow> {
    let name = match name {
        "--help" | "-h" => "help",
        "--version" | "-v" | "-V" => "version",
        name => name,
    };
    COMMANDS.iter().find(|row| row.name == name)
}

/// Reads a line.
///
/// # Errors
/// A [`CommandError`] when the line is no command. `go` never fails, since its sender waits for a
/// `bestmove`.
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

/// True for a line that sets up a position, however garbled it is.
pub fn is_position(line: &str) -> bool {
    let name = line.split_whitespace().next();
    name.is_some_and(|name| name == "position" || is_fen(name))
}

/// True for the first field of a FEN: nothing else has the ranks of a board, eight or fourteen.
fn is_fen(word: &str) -> bool {
    matches!(word.matches('/').count(), 7 | 13)
}

/// Command-line arguments as commands. Each argument that is a command by itself, as in
/// `enroque "position startpos" "go depth 9"` or `enroque bench quit`, is one, and so is a command's
/// name after one in quotes; any other belongs to the command before it, as in `enroque perft 6`.
pub fn split(arguments: &[String]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut was_quoted = false;
    for argument in arguments {
        let mut words = argument.split_whitespace();
        let row = words.next().and_then(find);
        let is_quoted = words.next().is_some();
        let is_whole = row.is_some_and(|row| row.arguments.is_empty() || is_quoted || was_quoted);
        was_quoted = is_quoted;
        match commands.last_mut() {
            Some(last) if !is_whole => *last += &format!(" {argument}"),
            _ => commands.push(argument.clone()),
        }
    }
    commands
}

/// The list of commands.
pub fn help() -> String {
    let mut text = format!(
        "{}\nCommands, on standard input or as arguments of the program:\n",
        build_info::VERSION
    );
    for row in COMMANDS {
        if row.arguments.is_empty() {
            text += &format!("\n  {}", row.name);
        }
        for arguments in row.arguments {
            text += &format!("\n  {} {arguments}", row.name);
        }
        text += &format!("\n      {}", row.help);
    }
    text + "\n\nTo play against it at a terminal: 'move e4', 'go movetime 3000', 'move', 'd'.\n\
            'uci' lists the options, and the README explains both."
}

/// The beginning of a word, for a message that quotes it.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_joined_to_commands() {
        for (arguments, commands) in [
            (&["perft", "6"][..], &["perft 6"][..]),
            (&["bench", "quit"], &["bench", "quit"]),
            (&["go", "perft", "5"], &["go perft 5"]),
            (&["position frc 5", "d"], &["position frc 5", "d"]),
            (
                &["genfens 5 seed 1 book None", "quit"],
                &["genfens 5 seed 1 book None", "quit"],
            ),
            (
                &["setoption name EvalFile value a b", "bench", "9"],
                &["setoption name EvalFile value a b", "bench 9"],
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
