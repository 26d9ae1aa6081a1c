//! The arguments of all commands but `go`.

use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::{FromStr, SplitWhitespace};

use movegen::chess960::number_by_dice;
use movegen::excerpt;
use movegen::openings::StartKind;

use super::{Bench, Command, CommandError, Genfens, Perft, Speedtest, Start};
use crate::position::quotes;
use crate::tools::genfens::start_kind;
use crate::uci::options::{MAX_HASH, MAX_THREADS};

const THREADS: RangeInclusive<u64> = 1..=MAX_THREADS as u64;
const HASH: RangeInclusive<u64> = 1..=MAX_HASH as u64;
const DEPTH: RangeInclusive<u64> = 1..=search::MAX_DEPTH as u64;
const PERFT_DEPTH: RangeInclusive<u64> = 0..=movegen::perft::MAX_DEPTH as u64;
/// No game is longer.
const UNDONE: RangeInclusive<u64> = 1..=u16::MAX as u64;

/// Names and values may contain spaces; a value runs to the end of the line.
pub(super) fn set_option(rest: &str) -> Result<Command, CommandError> {
    let start = find_word(rest, "name").ok_or(CommandError::SetOption)? + "name".len();
    let rest = &rest[start..];
    let (name, value) = match find_word(rest, "value") {
        Some(at) => (&rest[..at], &rest[at + "value".len()..]),
        None => (rest, ""),
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(CommandError::SetOption);
    }
    let value = value.trim().to_owned();
    Ok(Command::SetOption { name, value })
}

/// The byte offset of `word` in `text` as a whole word.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let boundary = |c: Option<char>| c.is_none_or(char::is_whitespace);
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        boundary(text[..at].chars().next_back()) && boundary(text[at + word.len()..].chars().next())
    })
}

pub(super) fn position(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let kind = words.next();
    let mut is_quoted = quotes();
    let is_place = |word: &&str| is_quoted(word) || *word != "moves";
    let place: Vec<_> = words.by_ref().take_while(is_place).collect();
    // Operations of EPD end with a semicolon.
    let is_epd = place.iter().any(|word| word.contains(';'));
    if kind == Some("moves") {
        return Err(CommandError::Position);
    }
    if let Some(word) = place.iter().find(|word| !is_epd && is_move(word)) {
        return Err(CommandError::MoveAlone(excerpt(word)));
    }
    let start = match (kind, place.as_slice()) {
        (Some("startpos"), []) => Start::Orthodox,
        (Some("startpos"), [word, ..]) => return Err(unexpected("position", word)),
        (Some("fen"), [_, ..]) => Start::Fen(place.join(" ")),
        (Some("frc"), ["random"]) => Start::Chess960(None),
        (Some("frc"), ["dice", rolls @ ..]) => Start::Chess960(Some(dice(rolls)?)),
        (Some("frc"), [place]) => Start::Chess960(Some(number("frc", Some(place))?)),
        (Some("dfrc"), ["random"]) => Start::Double(None),
        (Some("dfrc"), [white, black]) => {
            let number = |text| number("dfrc", Some(text));
            Start::Double(Some([number(white)?, number(black)?]))
        }
        _ => return Err(CommandError::Position),
    };
    let moves = words.map(str::to_owned).collect();
    Ok(Command::Position { start, moves })
}

/// True for a word that looks like a move in UCI notation: two squares, and perhaps a piece.
pub(super) fn is_move(word: &str) -> bool {
    let mut rest = word;
    for _ in 0..2 {
        let Some(rank) = rest.strip_prefix(|file| ('a'..='h').contains(&file)) else {
            return false;
        };
        // Ranks of river games may have two digits.
        rest = rank.trim_start_matches(|digit: char| digit.is_ascii_digit());
        if rest.len() == rank.len() {
            return false;
        }
    }
    rest.len() <= 1
}

/// The number of the start position that five rolls of a die choose.
fn dice(words: &[&str]) -> Result<u16, CommandError> {
    let rolls = words.iter().map(|word| number("dice", Some(word)));
    let rolls: Vec<u8> = rolls.collect::<Result<_, _>>()?;
    let rolls: [u8; 5] = rolls
        .try_into()
        .map_err(|rolls: Vec<u8>| CommandError::Rolls(rolls.len()))?;
    Ok(number_by_dice(rolls)?)
}

pub(super) fn perft(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let mut perft = Perft {
        depth: within("perft", words.next(), PERFT_DEPTH)? as u32,
        ..Perft::default()
    };
    while let Some(name) = words.next() {
        match name {
            "hash" => perft.hash = Some(within(name, words.next(), HASH)? as usize),
            "threads" => perft.threads = Some(within(name, words.next(), THREADS)? as usize),
            "fen" => {
                let fen: Vec<&str> = words.by_ref().collect();
                let mut is_quoted = quotes();
                // Read as an operation of EPD, it would be skipped.
                let is_argument =
                    |word: &&&str| !is_quoted(word) && ["moves", "hash", "threads"].contains(word);
                if let Some(word) = fen.iter().find(is_argument) {
                    return Err(CommandError::AfterFen(excerpt(word)));
                }
                perft.fen = Some(fen.join(" "));
            }
            word => return Err(unexpected("perft", word)),
        }
    }
    Ok(Command::Perft(perft))
}

pub(super) fn bench(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let mut bench = Bench::default();
    optional(&mut words, "depth", DEPTH, &mut bench.depth)?;
    optional(&mut words, "threads", THREADS, &mut bench.threads)?;
    optional(&mut words, "hash", HASH, &mut bench.hash)?;
    end("bench", words).map(|()| Command::Bench(bench))
}

pub(super) fn speedtest(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let mut test = Speedtest::default();
    if optional(&mut words, "threads", THREADS, &mut test.threads)? {
        test.hash = 128 * test.threads;
    }
    optional(&mut words, "hash", HASH, &mut test.hash)?;
    optional(&mut words, "seconds", 1..=3600, &mut test.seconds)?;
    end("speedtest", words).map(|()| Command::Speedtest(test))
}

/// The words that end a book's path.
const GENFENS_WORDS: [&str; 3] = ["seed", "frc", "dfrc"];

pub(super) fn genfens(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace().peekable();
    let mut request = Genfens {
        count: number("genfens", words.next())?,
        seed: 0,
        book: None,
        start: StartKind::default(),
    };
    let mut start = None;
    while let Some(name) = words.next() {
        match name {
            "seed" => request.seed = number(name, words.next())?,
            "book" => {
                // A path may contain spaces.
                let mut book = Vec::new();
                while let Some(word) = words.next_if(|word| !GENFENS_WORDS.contains(word)) {
                    book.push(word);
                }
                if book.is_empty() {
                    return Err(missing(name));
                }
                let book = book.join(" ");
                let name = Path::new(&book).file_name().unwrap_or_default();
                request.start = start_kind(&name.to_string_lossy());
                request.book = (!book.eq_ignore_ascii_case("none")).then(|| book.into());
            }
            "frc" | "dfrc" => start = Some(start_kind(name)),
            word => return Err(unexpected("genfens", word)),
        }
    }
    request.start = start.unwrap_or(request.start);
    Ok(Command::Genfens(request))
}

/// The number of moves to take back, 1 unless given.
pub(super) fn undo(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let mut count = 1_usize;
    optional(&mut words, "undo", UNDONE, &mut count)?;
    end("undo", words).map(|()| Command::Undo(count))
}

/// Moves in any notation, perhaps with move numbers and a result.
pub(super) fn play(rest: &str) -> Result<Command, CommandError> {
    let moves = rest.split_whitespace().map(without_number);
    let moves = moves.filter(|word| !word.is_empty() && !RESULTS.contains(word));
    let moves: Vec<_> = moves.map(str::to_owned).collect();
    // Without any word, `move` plays the engine's move.
    match rest.split_whitespace().next() {
        Some(word) if moves.is_empty() => Err(unexpected("move", word)),
        _ => Ok(Command::Play(moves)),
    }
}

/// The null move, which is never legal.
pub(super) const NULL_MOVE: &str = "0000";

/// The results that end the moves of a PGN file.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A move without its number: `e4` of `1.e4`, and nothing of `1.` or `1`.
fn without_number(word: &str) -> &str {
    if word == NULL_MOVE {
        return word;
    }
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.trim_start_matches('.') {
        // Castling may begin with a digit, `0-0`.
        mv if mv.len() == rest.len() && !mv.is_empty() => word,
        mv => mv,
    }
}

/// A path, which may contain spaces.
pub(super) fn export_net(rest: &str) -> Result<Command, CommandError> {
    match rest.trim() {
        "" => Err(missing("export_net")),
        path => Ok(Command::ExportNet(path.into())),
    }
}

/// Parses a number if there is one; true if there was.
fn optional<T: TryFrom<u64>>(
    words: &mut SplitWhitespace,
    name: &str,
    range: RangeInclusive<u64>,
    target: &mut T,
) -> Result<bool, CommandError> {
    let Some(word) = words.next() else {
        return Ok(false);
    };
    let value = within(name, Some(word), range)?;
    if let Ok(value) = T::try_from(value) {
        *target = value;
    }
    Ok(true)
}

fn end(command: &'static str, mut words: SplitWhitespace) -> Result<(), CommandError> {
    match words.next() {
        Some(word) => Err(unexpected(command, word)),
        None => Ok(()),
    }
}

fn within(name: &str, word: Option<&str>, range: RangeInclusive<u64>) -> Result<u64, CommandError> {
    let out_of_range = |value: String| CommandError::Range {
        name: name.to_owned(),
        min: *range.start(),
        max: *range.end(),
        value,
    };
    let value = number(name, word).map_err(|error| match error {
        CommandError::Negative { value, .. } => out_of_range(value),
        error => error,
    })?;
    match range.contains(&value) {
        true => Ok(value),
        false => Err(out_of_range(value.to_string())),
    }
}

fn number<T: FromStr<Err = ParseIntError>>(
    name: &str,
    word: Option<&str>,
) -> Result<T, CommandError> {
    let text = number_text(name, word)?;
    text.parse()
        .map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => CommandError::TooLarge {
                name: name.to_owned(),
                value: excerpt(text),
            },
            _ if is_negative(text) => CommandError::Negative {
                name: name.to_owned(),
                value: excerpt(text),
            },
            _ => not_a_number(name, text),
        })
}

fn is_negative(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The word that should be a number.
pub(super) fn number_text<'a>(name: &str, word: Option<&'a str>) -> Result<&'a str, CommandError> {
    word.ok_or_else(|| missing(name))
}

/// Parses a whole number. Decimals are dropped, and a number out of range saturates.
pub(super) fn saturating(name: &str, text: &str) -> Result<i64, CommandError> {
    let whole = match text.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|byte| byte.is_ascii_digit()) => whole,
        _ => text,
    };
    whole
        .parse()
        .or_else(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Ok(i64::MAX),
            IntErrorKind::NegOverflow => Ok(i64::MIN),
            _ => Err(not_a_number(name, text)),
        })
}

fn not_a_number(name: &str, text: &str) -> CommandError {
    CommandError::Number {
        name: name.to_owned(),
        value: excerpt(text),
    }
}

fn missing(name: &str) -> CommandError {
    CommandError::MissingValue {
        name: name.to_owned(),
    }
}

pub(super) fn unexpected(command: &'static str, word: &str) -> CommandError {
    CommandError::Unexpected {
        command,
        word: excerpt(word),
    }
}
