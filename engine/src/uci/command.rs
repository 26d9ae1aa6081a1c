//! Protocol text to commands, by one table that `help` prints too. Nothing here knows a board: what
//! depends on the position, moves above all, is passed on as text.

mod go;
mod parse;

use thiserror::Error;

use crate::bench::Bench;
use crate::genfens::Genfens;
use crate::speedtest::Speedtest;
pub use go::Go;

/// What a line asks for.
#[derive(Clone, Debug)]
pub enum Command {
    /// Introduce yourself.
    Uci,
    /// Answer `readyok`.
    IsReady,
    /// Set an option: name and value as they were written.
    SetOption { name: String, value: String },
    /// What follows is from another game.
    NewGame,
    /// Set up a position.
    Position { start: Start, moves: Vec<String> },
    /// Think.
    Go(Box<Go>),
    /// Count the leaves of the move tree.
    Perft(Perft),
    /// Stop thinking.
    Stop,
    /// The opponent has played the move pondered on.
    PonderHit,
    /// Print the board.
    Display,
    /// Print the evaluation of the position.
    Eval,
    /// Exchange the colours.
    Flip,
    /// Search the benchmark positions and print the node count.
    Bench(Bench),
    /// Measure the speed of this machine.
    Speedtest(Speedtest),
    /// Print openings.
    Genfens(Genfens),
    /// List the commands.
    Help,
    /// Print something that is always the same.
    Print(fn() -> String),
    /// Leave.
    Quit,
    /// Nothing: an empty line, or a command that needs no answer.
    Nothing,
}

/// Where a position begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The orthodox start position.
    Orthodox,
    /// A FEN in any dialect.
    Fen(String),
    /// A start position of Chess960 by number; any without one.
    Chess960(Option<u16>),
    /// White's and Black's of double Fischer random; any without numbers.
    Double(Option<[u16; 2]>),
}

/// What `perft` and `go perft` are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// In plies.
    pub depth: u32,
    /// Size of the table in mebibytes; without one nothing is hashed.
    pub hash: Option<usize>,
    /// Threads instead of the option's.
    pub threads: Option<usize>,
    /// A position instead of the present one.
    pub fen: Option<String>,
}

/// Why a line cannot be carried out, in part or at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    #[error("unknown command '{0}'; 'help' lists the commands")]
    Unknown(String),
    #[error("a line of more than {0} bytes was left out")]
    TooLong(usize),
    #[error("'{name}' needs a value")]
    MissingValue { name: String },
    #[error("'{value}' is not a whole number for '{name}'")]
    Number { name: String, value: String },
    #[error("'{name}' goes from {min} to {max}, {value} is outside")]
    Range {
        name: String,
        min: u64,
        max: u64,
        value: u64,
    },
    #[error("'{word}' means nothing in a '{command}' command")]
    Unexpected { command: &'static str, word: String },
    #[error("'setoption' is written 'setoption name NAME value VALUE'")]
    SetOption,
    #[error(
        "'position' is written 'position startpos', 'position fen FEN', 'position frc N' or 'position dfrc W B', each with 'moves' and moves if there are any"
    )]
    Position,
}

/// A row of the table.
struct Entry {
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    /// Reads what follows the name.
    parse: fn(&str) -> Result<Command, CommandError>,
}

const fn entry(
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    parse: fn(&str) -> Result<Command, CommandError>,
) -> Entry {
    Entry {
        name,
        arguments,
        help,
        parse,
    }
}

static COMMANDS: &[Entry] = &[
    entry("uci", "", "name, options, uciok", |_| Ok(Command::Uci)),
    entry("isready", "", "answers readyok", |_| Ok(Command::IsReady)),
    entry(
        "setoption",
        "name NAME [value VALUE]",
        "sets an option",
        parse::set_option,
    ),
    entry("ucinewgame", "", "forgets the last game", |_| {
        Ok(Command::NewGame)
    }),
    entry(
        "position",
        "startpos | fen FEN | frc N|random | dfrc W B|random [moves ...]",
        "sets up a position; a FEN alone does it too",
        parse::position,
    ),
    entry(
        "go",
        "[wtime T] [btime T] [winc T] [binc T] [movestogo N] [movetime T] [depth N] [nodes N] [mate N] [infinite] [ponder] [searchmoves ...] | perft N",
        "searches; times in milliseconds",
        go::go,
    ),
    entry("stop", "", "ends what is running", |_| Ok(Command::Stop)),
    entry("ponderhit", "", "the expected move was played", |_| {
        Ok(Command::PonderHit)
    }),
    entry("quit", "", "leaves", |_| Ok(Command::Quit)),
    entry("d", "", "shows the board", |_| Ok(Command::Display)),
    entry("eval", "", "shows the evaluation, man by man", |_| {
        Ok(Command::Eval)
    }),
    entry("flip", "", "exchanges the colours", |_| Ok(Command::Flip)),
    entry(
        "perft",
        "N [hash MIB] [threads T] [fen FEN]",
        "counts the move sequences of N plies",
        parse::perft,
    ),
    entry(
        "bench",
        "[DEPTH [THREADS [HASH]]]",
        "searches fixed positions: node count and speed",
        parse::bench,
    ),
    entry(
        "speedtest",
        "[THREADS [HASH [SECONDS]]]",
        "measures the speed on all processors",
        parse::speedtest,
    ),
    entry(
        "genfens",
        "N seed S [book FILE|None] [frc|dfrc]",
        "prints N random openings",
        parse::genfens,
    ),
    #[cfg(feature = "tune")]
    entry("spsa", "", "lists the parameters for a tuner", |_| {
        let lines = || super::options::tune::spsa().collect::<Vec<_>>().join("\n");
        Ok(Command::Print(lines))
    }),
    entry("help", "", "this list", |_| Ok(Command::Help)),
    entry("compiler", "", "how this program was built", |_| {
        Ok(Command::Print(crate::about::compiler))
    }),
    entry("license", "", "what may be done with it", |_| {
        Ok(Command::Print(|| crate::about::LICENSE.to_owned()))
    }),
    entry("debug", "on | off", "changes nothing", nothing),
    entry("register", "...", "changes nothing", nothing),
    // Arena tries the older protocol first.
    entry("xboard", "", "changes nothing", nothing),
];

fn nothing(_: &str) -> Result<Command, CommandError> {
    Ok(Command::Nothing)
}

fn find(name: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| entry.name == name)
}

/// Reads a line.
///
/// # Errors
/// A [`CommandError`] when the line asks for nothing that can be done. `go` never fails, for its
/// sender waits for a `bestmove`.
pub fn parse(line: &str) -> Result<Command, CommandError> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if name.is_empty() {
        return Ok(Command::Nothing);
    }
    match find(name) {
        Some(entry) => (entry.parse)(rest),
        // Nothing else has the eight ranks of a board.
        None if name.matches('/').count() == 7 => parse::position(&format!("fen {line}")),
        None => Err(CommandError::Unknown(excerpt(name))),
    }
}

/// True for a line that a `bestmove` must answer, however garbled it is.
pub fn is_go(line: &str) -> bool {
    line.split_whitespace().next() == Some("go")
}

/// Command-line arguments as commands. Each argument that is a command by itself, as in
/// `enroque "position startpos" "go depth 9"` or `enroque bench quit`, is one, and so is a command's
/// name after one in quotes; any other belongs to the command before it, as in `enroque perft 6`.
pub fn split(arguments: &[String]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut was_quoted = false;
    for argument in arguments {
        let mut words = argument.split_whitespace();
        let entry = words.next().and_then(find);
        let is_quoted = words.next().is_some();
        let is_whole =
            entry.is_some_and(|entry| entry.arguments.is_empty() || is_quoted || was_quoted);
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
    let mut text = String::from("Enroque speaks UCI. It understands:\n");
    for entry in COMMANDS {
        let usage = format!("{} {}", entry.name, entry.arguments);
        text += &format!("\n  {}\n      {}", usage.trim_end(), entry.help);
    }
    text + "\n\n'uci' lists the options, the README explains both."
}

/// The beginning of a word, for a message that quotes it.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_make_commands() {
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
    fn every_command_is_known_by_its_name_alone() {
        for entry in COMMANDS {
            let error = parse(entry.name).err();
            let unknown = matches!(error, Some(CommandError::Unknown(_)));
            assert!(!unknown && !entry.help.is_empty(), "{}", entry.name);
        }
        assert!(matches!(parse("fly"), Err(CommandError::Unknown(_))));
    }
}
