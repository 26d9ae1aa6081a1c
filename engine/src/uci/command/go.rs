//! The `go` command.

use movegen::castle_from_text;

use super::parse::{NULL_MOVE, is_move, number_text, saturating, unexpected};
use super::{Command, CommandError};
use crate::engine::Go;
use crate::io::input::LONGEST;

/// The field of a parameter that has a value.
fn slot<'a>(go: &'a mut Go, name: &str) -> Option<&'a mut Option<i64>> {
    Some(match name {
        "wtime" => &mut go.time[0],
        "btime" => &mut go.time[1],
        "winc" => &mut go.increment[0],
        "binc" => &mut go.increment[1],
        "movestogo" => &mut go.moves_to_go,
        "movetime" => &mut go.move_time,
        "depth" => &mut go.depth,
        "nodes" => &mut go.nodes,
        "mate" => &mut go.mate,
        _ => return None,
    })
}

/// Parses the parameters, skipping those that cannot be parsed and mates in zero moves or less, since
/// the GUI waits for a move: only `go perft` can fail. If that leaves no limit, the depth is 1, since
/// an endless search would give no move either.
pub(super) fn go(rest: &str) -> Result<Command, CommandError> {
    if let Some(arguments) = rest.trim_start().strip_prefix("perft")
        && (arguments.is_empty() || arguments.starts_with(char::is_whitespace))
    {
        return super::parse::perft(arguments);
    }
    let mut go = Go::default();
    let mut ignored = Vec::new();
    let mut words = rest.split_whitespace().peekable();
    while let Some(name) = words.next() {
        match name {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                // Words up to the next parameter name.
                while let Some(word) = words.next_if(|word| !is_parameter(word)) {
                    match is_search_move(word) {
                        true => go.search_moves.push(word.to_owned()),
                        false => ignored.push(unexpected("go", word)),
                    }
                }
            }
            _ => match slot(&mut go, name) {
                // A name in the place of a value begins the next parameter.
                Some(slot) => {
                    let value = number_text(name, words.next_if(|word| !is_parameter(word)));
                    match value.and_then(|text| saturating(name, text)) {
                        Ok(value) => *slot = Some(value),
                        Err(error) => ignored.push(error),
                    }
                }
                None => ignored.push(unexpected("go", name)),
            },
        }
    }
    // A mate in zero moves is no limit.
    let mate_ignored = go.mate.take_if(|moves| *moves <= 0).is_some();
    // The end of an infinite search is up to the GUI; after `ponderhit` a limit is needed.
    let has_end = go.has_limit() || go.infinite || go.mate.is_some();
    if (mate_ignored || !ignored.is_empty()) && !has_end {
        go.depth = Some(1);
        // `mate 0` alone is not an error.
        if !ignored.is_empty() {
            ignored.push(CommandError::NoLimit);
        }
    }
    let go = Box::new(go);
    Ok(Command::Go { go, ignored })
}

/// The command for a line that is too long to be read: a search of one ply, because the GUI waits
/// for a move and its limits may be missing.
pub fn cut_go() -> Command {
    let go = Go {
        depth: Some(1),
        ..Go::default()
    };
    Command::Go {
        go: Box::new(go),
        ignored: vec![CommandError::GoTooLong(LONGEST)],
    }
}

/// True for a word that may be a move, legal or not.
fn is_search_move(word: &str) -> bool {
    is_move(&word.to_ascii_lowercase()) || word == NULL_MOVE || castle_from_text(word).is_some()
}

fn is_parameter(word: &str) -> bool {
    matches!(word, "infinite" | "ponder" | "searchmoves")
        || slot(&mut Go::default(), word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Go, usize) {
        match go(text) {
            Ok(Command::Go { go, ignored }) => (*go, ignored.len()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn large_numbers_saturate_and_decimals_are_dropped() {
        for (text, value) in [
            ("99999999999999999999", i64::MAX),
            ("18446744073709551615", i64::MAX),
            ("+99999999999999999999", i64::MAX),
            ("-99999999999999999999", i64::MIN),
            ("17", 17),
            ("17.99", 17),
            ("17.", 17),
            ("-0.5", 0),
        ] {
            let (go, ignored) = read(&format!("depth {text}"));
            assert_eq!((go.depth, ignored), (Some(value), 0), "{text}");
        }
    }

    #[test]
    fn mates_in_no_moves_are_no_limit() {
        for (text, depth) in [
            ("mate 0", Some(1)),
            ("mate -1", Some(1)),
            ("mate 0 depth 3", Some(3)),
            ("mate 0 infinite", None),
        ] {
            assert_eq!(read(text).0.depth, depth, "{text}");
            assert_eq!(read(text).0.mate, None, "{text}");
        }
    }

    #[test]
    fn only_the_first_word_starts_a_perft() {
        assert!(matches!(go(" perft 3 hash 16"), Ok(Command::Perft(_))));
        assert!(go("perft 3 banana").is_err() && go("perft").is_err());
        assert_eq!(read("perfts nodes 5").1, 1);
        assert_eq!(read("nodes 5 perft 3").1, 2);
    }

    #[test]
    fn words_between_the_searchmoves_are_left_out() {
        let (go, ignored) = read("searchmoves e2e4 banana d2d4 depth 3");
        assert_eq!((go.search_moves.len(), ignored, go.depth), (2, 1, Some(3)));
    }

    #[test]
    fn search_without_a_readable_limit_has_depth_one() {
        for text in [
            "movetime 100,5",
            "banana",
            "depth",
            "ponder banana",
            "searchmoves e2e4 O-O 0000 Nf3",
        ] {
            let (go, ignored) = read(text);
            assert_eq!((go.depth, ignored), (Some(1), 2), "{text}");
        }
        for text in [
            "banana nodes 5",
            "infinite banana",
            "banana btime 100",
            "searchmoves e2e4 banana nodes 5",
            "searchmoves E2E4 a14a1 h7h8q o-o",
            "ponder wtime 100 winc 0.5",
        ] {
            assert_eq!(read(text).0.depth, None, "{text}");
        }
    }
}
