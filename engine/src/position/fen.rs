//! FEN and EPD with common faults, repaired where the pieces leave no doubt.

use movegen::{Board, CastlingMode, FenError, File, excerpt};

/// The fields of an orthodox FEN.
const FIELDS: usize = 6;

/// Reads a FEN or EPD of chess, [repaired](repair). Returns the board and a message that lists the
/// repairs. In Chess960, repairs keep castling rights wherever king and rook stand.
///
/// # Errors
/// If pieces or side to move cannot be read or break the rules.
pub fn read_fen(text: &str, mode: CastlingMode) -> Result<(Board, Option<String>), FenError> {
    let check = |fen: &str| fen.parse().map(|_: Board| ());
    let is_usual = |fen: &str| {
        mode == CastlingMode::Chess960 || fen.parse().is_ok_and(|board| castles_from_home(&board))
    };
    let (fen, repairs) = repair(text, FIELDS, check, is_usual)?;
    Ok((fen.parse()?, repairs))
}

/// True if kings and rooks with castling rights are on their squares of orthodox chess.
fn castles_from_home(board: &Board) -> bool {
    board.castling().iter().all(|(color, _, rook)| {
        board.king(color).file() == File::E && matches!(rook, File::A | File::H)
    })
}

/// Repairs a FEN or EPD of a game whose FENs have up to this many fields: 6, or 7 with planks
/// before the counters. Castling rights and en passant squares that the pieces contradict are
/// dropped, counters are clamped, and EPD operations are ignored, except the counters `hmvc` and
/// `fmvn`. If any castling right has to be dropped, the field is probably out of date. Then a right
/// is kept only if the FEN with it `is_usual`: a rook elsewhere probably fits by chance.
///
/// Returns a FEN that passes `check` and a message that lists the repairs.
///
/// # Errors
/// The error of `check` if pieces, side to move or planks cannot be read or break the rules.
pub fn repair<E>(
    text: &str,
    fields: usize,
    check: impl Fn(&str) -> Result<(), E>,
    is_usual: impl Fn(&str) -> bool,
) -> Result<(String, Option<String>), E> {
    let Err(error) = check(text) else {
        return Ok((text.to_owned(), None));
    };
    let has_planks = fields > FIELDS;
    let mut fields = text.split_ascii_whitespace().peekable();
    let pieces: Vec<_> = fields.by_ref().take(2).collect();
    if pieces.len() < 2 {
        return Err(error);
    }
    let pieces = pieces.join(" ");
    let mut field = || fields.next_if(|field| !is_counter(field));
    // A semicolon may end the FEN.
    let plain = |field: Option<_>| match field.map_or("", without_semicolon) {
        "" => "-",
        field => field,
    };
    let [rights, target] = [(); 2].map(|()| plain(field()));
    let planks = fields.next_if(|field| has_planks && !is_counter(field) && !is_opcode(field));
    let planks = if has_planks {
        format!(" {}", plain(planks))
    } else {
        String::new()
    };
    let with = |rights: &str, target: &str| format!("{pieces} {rights} {target}{planks}");
    check(&with("-", "-"))?;

    let mut repairs = Vec::new();
    let is_possible = |rights: &str| check(&with(rights, "-")).is_ok();
    let (mut kept, mut dropped) = split_rights(rights, is_possible);
    if !dropped.is_empty() {
        let is_likely = |rights: &str| is_possible(rights) && is_usual(&with(rights, "-"));
        (kept, dropped) = split_rights(rights, is_likely);
    }
    if !dropped.is_empty() {
        repairs.push(format!("castling rights '{dropped}' dropped"));
    }
    let is_repeated =
        |&(at, letter): &(usize, char)| letter != '-' && rights[..at].contains(letter);
    let repeated: String = rights
        .char_indices()
        .filter(is_repeated)
        .map(|(_, letter)| letter)
        .collect();
    if !repeated.is_empty() {
        repairs.push(format!("repeated castling rights '{repeated}' ignored"));
    }
    let mut fen = with(&kept, target);
    if check(&fen).is_err() {
        repairs.push(format!("en passant square '{target}' dropped"));
        fen = with(&kept, "-");
    }
    let is_counter_or_dash = |field: &&str| is_counter(field) || without_semicolon(field) == "-";
    let mut counters = [(); 2].map(|()| fields.next_if(is_counter_or_dash).map(without_semicolon));
    let operations: Vec<_> = fields.collect();
    // Each operation ends with a semicolon: other words may be moves without `moves`.
    if !operations.is_empty() && !operations.iter().any(|word| word.contains(';')) {
        repairs.push(format!("'{}' ignored", excerpt(&operations.join(" "))));
    }
    for (counter, name) in counters.iter_mut().zip(["hmvc", "fmvn"]) {
        let mut is_quoted = quotes();
        let is_name = |&word: &&str| !is_quoted(word) && word == name;
        let at = operations.iter().position(is_name);
        let operand = at.and_then(|at| operations.get(at + 1));
        *counter = counter.or(operand.copied().map(without_semicolon));
    }
    for (text, default) in counters.into_iter().zip([0, 1]) {
        let (value, is_repaired) = counter(text, default);
        if is_repaired {
            repairs.push(format!("counter '{}' read as {value}", text.unwrap_or("")));
        }
        fen = format!("{fen} {value}");
    }
    check(&fen)?;
    let message = format!("the FEN was repaired: {}", repairs.join(", "));
    Ok((fen, (!repairs.is_empty()).then_some(message)))
}

/// A predicate for the words of an EPD in order: true if the word begins inside a quoted operand, such
/// as a comment.
pub fn quotes() -> impl FnMut(&str) -> bool {
    let mut is_open = false;
    move |word| {
        let was_open = is_open;
        is_open ^= word.matches('"').count() % 2 == 1;
        was_open
    }
}

fn without_semicolon(field: &str) -> &str {
    field.trim_end_matches(';')
}

/// True for a word that may be the name of an EPD operation.
fn is_opcode(field: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    field.bytes().all(is_letter)
}

/// True for a whole number of any size and sign.
fn is_counter(field: &&str) -> bool {
    let field = without_semicolon(field);
    let digits = field.strip_prefix(['-', '+']).unwrap_or(field);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits a castling field into the letters that `are_allowed` together and the others.
fn split_rights(field: &str, are_allowed: impl Fn(&str) -> bool) -> (String, String) {
    let (mut kept, mut dropped) = (String::new(), String::new());
    for letter in field.chars().filter(|&letter| letter != '-') {
        if kept.contains(letter) || dropped.contains(letter) {
            continue;
        }
        let rights = format!("{kept}{letter}");
        if are_allowed(&rights) {
            kept = rights;
        } else {
            dropped.push(letter);
        }
    }
    if kept.is_empty() {
        kept.push('-');
    }
    (kept, dropped)
}

/// The value of a counter, and whether it had to be changed.
fn counter(text: Option<&str>, default: u16) -> (u16, bool) {
    let Some(text) = text else {
        return (default, false);
    };
    match text.parse() {
        Ok(value) => (value, false),
        Err(_) if text.starts_with('-') || !is_counter(&text) => (default, true),
        Err(_) => (u16::MAX, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_faults_of_fens_are_repaired() {
        for (fen, repaired, note) in [
            (
                "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPPQBPPP/R4RK1 w KQkq - 0 10",
                "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPPQBPPP/R4RK1 w - - 0 10",
                "castling rights 'KQkq' dropped",
            ),
            (
                "5rk1/2p2p1p/8/3K4/7R/P7/5P2/4B1N1 b KQkq - 0 22",
                "5rk1/2p2p1p/8/3K4/7R/P7/5P2/4B1N1 b - - 0 22",
                "castling rights 'KQkq' dropped",
            ),
            (
                "r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1",
                "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1",
                "castling rights 'KQ' dropped",
            ),
            (
                "4k3/8/8/8/8/8/4K3/7R w KQ - 0 1",
                "4k3/8/8/8/8/8/4K3/7R w - - 0 1",
                "'KQ' dropped",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 2",
                "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
                "en passant square 'e6' dropped",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 2",
                "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2",
                "'d6' dropped",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 70000 99999999999999999999999",
                "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535",
                "'70000' read as 65535",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - -3 0",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                "'-3' read as 0",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w K - - 40",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 40",
                "'-' read as 0",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w KKxKx - 0 1",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "'x' dropped, repeated castling rights 'KKx' ignored",
            ),
        ] {
            let (board, message) = read_fen(fen, CastlingMode::Standard).unwrap();
            assert_eq!(board.to_string(), repaired);
            assert!(message.is_some_and(|text| text.contains(note)), "{fen}");
        }
        for (end, counters) in [
            ("- 12 34;", "12 34"),
            ("- 12; 34", "12 34"),
            ("- 12;", "12 1"),
            ("-;", "0 1"),
            (";", "0 1"),
        ] {
            let fen = format!("4k3/8/8/8/8/8/8/4K2R w K {end}");
            let (board, message) = read_fen(&fen, CastlingMode::Standard).unwrap();
            let expected = format!("4k3/8/8/8/8/8/8/4K2R w K - {counters}");
            assert_eq!((board.to_string(), message), (expected, None), "{fen}");
        }
    }

    #[test]
    fn chess960_keeps_valid_castling_rights_beside_faulty_ones() {
        let fen = "1r4r1/4k3/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
        for (mode, repaired) in [
            (
                CastlingMode::Chess960,
                "1r4r1/4k3/8/8/8/8/8/1R2K1R1 w GB - 0 1",
            ),
            (
                CastlingMode::Standard,
                "1r4r1/4k3/8/8/8/8/8/1R2K1R1 w - - 0 1",
            ),
        ] {
            let (board, message) = read_fen(fen, mode).unwrap();
            assert_eq!(board.fen(CastlingMode::Chess960).to_string(), repaired);
            assert!(message.is_some());
        }
    }

    #[test]
    fn epd_operations_are_ignored_but_for_counters() {
        for line in [
            "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a b\";",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm O-O;",
            "4k3/8/8/8/8/8/8/4K2R w K - c0 \"w - 5 5\"; hmvc 0; fmvn 1;",
            "4k3/8/8/8/8/8/8/4K2R w K 0 1",
        ] {
            let (board, message) = read_fen(line, CastlingMode::Standard).unwrap();
            assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
            assert_eq!(message, None, "{line}");
        }
        for operations in [
            "hmvc 7; fmvn 12;",
            "c0 \"with hmvc 99 ; hmvc 98\"; hmvc 7; fmvn 12;",
        ] {
            let line = format!("4k3/8/8/8/8/8/8/4K2R w K - {operations}");
            let (board, _) = read_fen(&line, CastlingMode::Standard).unwrap();
            assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 7 12");
        }
    }

    #[test]
    fn repairs_of_river_fens_keep_the_planks() {
        let check = |fen: &str| {
            let faults = ["e9", "A1", "bm", "-2", "70000"];
            let is_faulty = faults.iter().any(|fault| fen.contains(fault));
            if is_faulty { Err(()) } else { Ok(()) }
        };
        let repaired = |fen: &str| repair(fen, FIELDS + 1, check, |_| true);
        for (fen, expected) in [
            ("p w K - a1,h14", "p w K - a1,h14"),
            ("p w K - a1,h14 bm e4;", "p w K - a1,h14 0 1"),
            ("p w K - bm e4;", "p w K - - 0 1"),
            ("p w K e9 a1 -2 70000", "p w K - a1 0 65535"),
        ] {
            assert_eq!(repaired(fen).map(|(fen, _)| fen), Ok(expected.to_owned()));
        }
        for fen in ["p w - - e9 0 1", "p w - - A1 7 9"] {
            assert!(repaired(fen).is_err(), "wrong planks: {fen}");
        }
    }

    #[test]
    fn positions_that_break_the_rules_are_refused() {
        for fen in [
            "",
            "startpos",
            "1. e4 e5 *",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3",
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
            "9/8/8/8/8/8/8/8 w KQkq - 0 1",
        ] {
            assert!(read_fen(fen, CastlingMode::Standard).is_err(), "{fen}");
        }
        let error =
            read_fen("4k3/8/8/8/8/8/8/4K3", CastlingMode::Standard).expect_err("no side to move");
        assert_eq!(error, FenError::Missing("the side to move"));
    }
}
