//! Protocol text to commands. Nothing here knows a board: what depends on the position, moves
//! above all, is passed on as text.

use std::str::SplitWhitespace;

use thiserror::Error;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Search the benchmark positions and print the node count.
    Bench,
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
}

/// The parameters of `go`. Times are in milliseconds and as they came: a clock can be negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// White's clock and Black's.
    pub time: [Option<i64>; 2],
    /// White's increment and Black's.
    pub increment: [Option<i64>; 2],
    pub moves_to_go: Option<i64>,
    pub move_time: Option<i64>,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub mate: Option<i64>,
    pub infinite: bool,
    pub ponder: bool,
    pub search_moves: Vec<String>,
    /// What could not be understood and was left out: the search goes on without it.
    pub left_out: Vec<CommandError>,
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
    #[error("unknown command '{0}'; 'uci' lists the options, the README the commands")]
    Unknown(String),
    #[error("'{name}' needs a value")]
    MissingValue { name: String },
    #[error("'{value}' is not a whole number for '{name}'")]
    Number { name: String, value: String },
    #[error("'{word}' means nothing in a '{command}' command")]
    Unexpected { command: &'static str, word: String },
    #[error("'setoption' is written 'setoption name NAME value VALUE'")]
    SetOption,
    #[error(
        "'position' is written 'position startpos' or 'position fen FEN', each with 'moves' and moves if there are any"
    )]
    Position,
}

/// Reads a line.
///
/// # Errors
/// A [`CommandError`] when the line asks for nothing that can be done. `go` never fails, for its
/// sender waits for a `bestmove`.
pub fn parse(line: &str) -> Result<Command, CommandError> {
    let mut words = line.split_whitespace();
    let Some(name) = words.next() else {
        return Ok(Command::Nothing);
    };
    Ok(match name {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "setoption" => return set_option(line),
        "ucinewgame" => Command::NewGame,
        "position" => return position(words),
        "go" => return go(words),
        "perft" => return perft(words),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Bench,
        "quit" => Command::Quit,
        // Nothing is to be registered, and there is nothing more to say in debug mode.
        "debug" | "register" => Command::Nothing,
        // Arena tries the older protocol first.
        "xboard" => Command::Nothing,
        _ => return Err(CommandError::Unknown(name.to_owned())),
    })
}

/// Names and values may contain spaces; a value runs to the end of the line.
fn set_option(line: &str) -> Result<Command, CommandError> {
    let after =
        |text: &str, word| find_word(text, word).map(|at| text[at + word.len()..].to_owned());
    let rest = after(line, "name").ok_or(CommandError::SetOption)?;
    let (name, value) = match find_word(&rest, "value") {
        Some(at) => (&rest[..at], &rest[at + "value".len()..]),
        None => (&rest[..], ""),
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(CommandError::SetOption);
    }
    let value = value.trim().to_owned();
    Ok(Command::SetOption { name, value })
}

/// Where `word` stands in `text` as a word of its own.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let boundary = |c: Option<char>| c.is_none_or(char::is_whitespace);
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        boundary(text[..at].chars().next_back()) && boundary(text[at + word.len()..].chars().next())
    })
}

fn position(mut words: SplitWhitespace) -> Result<Command, CommandError> {
    let is_fen = match words.next() {
        Some("startpos") => false,
        Some("fen") => true,
        _ => return Err(CommandError::Position),
    };
    let fen: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
    let start = match (is_fen, fen.is_empty()) {
        (true, false) => Start::Fen(fen.join(" ")),
        (false, true) => Start::Orthodox,
        _ => return Err(CommandError::Position),
    };
    let moves = words.map(str::to_owned).collect();
    Ok(Command::Position { start, moves })
}

fn go(mut words: SplitWhitespace) -> Result<Command, CommandError> {
    let mut go = Go::default();
    while let Some(name) = words.next() {
        let slot = match name {
            "wtime" => &mut go.time[0],
            "btime" => &mut go.time[1],
            "winc" => &mut go.increment[0],
            "binc" => &mut go.increment[1],
            "movestogo" => &mut go.moves_to_go,
            "movetime" => &mut go.move_time,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "mate" => &mut go.mate,
            "perft" => {
                let depth = number(name, words.next())?;
                return Ok(Command::Perft(Perft {
                    depth,
                    ..Perft::default()
                }));
            }
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "searchmoves" => {
                // Moves until a word that is a parameter's name.
                let mut ahead = words.clone();
                while let Some(word) = ahead.next().filter(|word| !is_go_parameter(word)) {
                    go.search_moves.push(word.to_owned());
                    words.next();
                }
                continue;
            }
            word => {
                go.left_out.push(CommandError::Unexpected {
                    command: "go",
                    word: word.to_owned(),
                });
                continue;
            }
        };
        match number(name, words.next()) {
            Ok(value) => *slot = Some(value),
            Err(error) => go.left_out.push(error),
        }
    }
    Ok(Command::Go(Box::new(go)))
}

fn is_go_parameter(word: &str) -> bool {
    matches!(
        word,
        "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "movetime"
            | "depth"
            | "nodes"
            | "mate"
            | "perft"
            | "infinite"
            | "ponder"
            | "searchmoves"
    )
}

fn perft(mut words: SplitWhitespace) -> Result<Command, CommandError> {
    let mut perft = Perft {
        depth: number("perft", words.next())?,
        ..Perft::default()
    };
    while let Some(name) = words.next() {
        match name {
            "hash" => perft.hash = Some(number(name, words.next())?),
            "threads" => perft.threads = Some(number(name, words.next())?),
            "fen" => perft.fen = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
            word => {
                return Err(CommandError::Unexpected {
                    command: "perft",
                    word: word.to_owned(),
                });
            }
        }
    }
    Ok(Command::Perft(perft))
}

fn number<T: std::str::FromStr>(name: &str, value: Option<&str>) -> Result<T, CommandError> {
    let value = value.ok_or_else(|| CommandError::MissingValue {
        name: name.to_owned(),
    })?;
    value.parse().map_err(|_| CommandError::Number {
        name: name.to_owned(),
        value: value.to_owned(),
    })
}
