//! The arguments of every command but `go`.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::{FromStr, SplitWhitespace};

use super::{Bench, Command, CommandError, Genfens, Perft, Speedtest, Start, excerpt};
use crate::genfens::StartKind;

/// What the option `Threads` allows.
const THREADS: RangeInclusive<u64> = 1..=1024;
/// What the option `Hash` allows.
const HASH: RangeInclusive<u64> = 1..=1 << 20;
/// No count of this many plies ever ends, and deeper ones would want more stack than there is.
const PERFT_DEPTH: RangeInclusive<u64> = 0..=64;

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

/// Where `word` stands in `text` as a word of its own.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let boundary = |c: Option<char>| c.is_none_or(char::is_whitespace);
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        boundary(text[..at].chars().next_back()) && boundary(text[at + word.len()..].chars().next())
    })
}

pub(super) fn position(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let kind = words.next();
    let place: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
    let number = |text| start_number(text).map(Some);
    let start = match (kind, place.as_slice()) {
        (Some("startpos"), []) => Start::Orthodox,
        (Some("fen"), [_, ..]) => Start::Fen(place.join(" ")),
        (Some("frc"), ["random"]) => Start::Chess960(None),
        (Some("frc"), [place]) => Start::Chess960(number(place)?),
        (Some("dfrc"), ["random"]) => Start::Double(None),
        (Some("dfrc"), [white, black]) => {
            Start::Double(Some([start_number(white)?, start_number(black)?]))
        }
        _ => return Err(CommandError::Position),
    };
    let moves = words.map(str::to_owned).collect();
    Ok(Command::Position { start, moves })
}

fn start_number(text: &str) -> Result<u16, CommandError> {
    number("position", Some(text))
}

pub(super) fn perft_depth(word: Option<&str>) -> Result<u32, CommandError> {
    Ok(within("perft", word, PERFT_DEPTH)? as u32)
}

pub(super) fn perft(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let mut perft = Perft {
        depth: perft_depth(words.next())?,
        ..Perft::default()
    };
    while let Some(name) = words.next() {
        match name {
            "hash" => perft.hash = Some(within(name, words.next(), HASH)? as usize),
            "threads" => perft.threads = Some(within(name, words.next(), THREADS)? as usize),
            "fen" => perft.fen = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
            word => return Err(unexpected("perft", word)),
        }
    }
    Ok(Command::Perft(perft))
}

pub(super) fn bench(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let mut bench = Bench::default();
    optional(&mut words, "depth", 1..=255, &mut bench.depth)?;
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

pub(super) fn genfens(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    let mut request = Genfens {
        count: number("genfens", words.next())?,
        seed: 0,
        book: None,
        start: StartKind::Orthodox,
    };
    while let Some(name) = words.next() {
        match name {
            "seed" => request.seed = number(name, words.next())?,
            "book" => {
                let book = words.next().ok_or_else(|| missing(name))?;
                request.start = StartKind::of(book);
                request.book = (!book.eq_ignore_ascii_case("none")).then(|| book.into());
            }
            "frc" | "dfrc" => request.start = StartKind::of(name),
            word => return Err(unexpected("genfens", word)),
        }
    }
    Ok(Command::Genfens(request))
}

/// Reads a number if there is one, and says whether there was.
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
    let value = number(name, word)?;
    if !range.contains(&value) {
        return Err(CommandError::Range {
            name: name.to_owned(),
            min: *range.start(),
            max: *range.end(),
            value,
        });
    }
    Ok(value)
}

pub(super) fn number<T: FromStr<Err: Display>>(
    name: &str,
    word: Option<&str>,
) -> Result<T, CommandError> {
    let word = word.ok_or_else(|| missing(name))?;
    word.parse().map_err(|_| CommandError::Number {
        name: name.to_owned(),
        value: excerpt(word),
    })
}

fn missing(name: &str) -> CommandError {
    CommandError::MissingValue {
        name: name.to_owned(),
    }
}

fn unexpected(command: &'static str, word: &str) -> CommandError {
    CommandError::Unexpected {
        command,
        word: excerpt(word),
    }
}
