//! FEN of both games: the fields they share, and validity checks.

use std::str::SplitAsciiWhitespace;

use movegen::{Color, excerpt};
use thiserror::Error;

use crate::bits::Bits;
use crate::board::Board;
use crate::castling::{Castling, KING_FILE, rook_files};
use crate::rules::GameInfo;
use crate::types::{FILES, Kind, Piece, Square};

/// An error in a FEN or in the position it describes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages name the fault")]
pub enum FenError {
    #[error("a FEN begins with the pieces and the side to move; missing: {0}")]
    Missing(&'static str),
    #[error("a FEN of this game has at most {most} fields; '{field}' is one too many")]
    ExtraField { most: usize, field: String },
    #[error("the board has {expected} ranks separated by '/', not {found}")]
    RankCount { expected: usize, found: usize },
    #[error("rank {rank} has {files} squares instead of 8")]
    RankLength { rank: usize, files: usize },
    #[error("'{}' on rank {rank} is neither one of the pieces {letters} nor 1 to 8 empty squares", excerpt(&letter.to_string()))]
    Placement {
        rank: usize,
        letter: char,
        letters: String,
    },
    #[error("the side to move must be 'w' or 'b', not '{0}'")]
    SideToMove(String),
    #[error("'{}' is not a castling right (KQkq, or '-' alone for none)", excerpt(&.0.to_string()))]
    CastlingLetter(char),
    #[error("castling right '{0}': the king or the rook is not on its starting square")]
    Castling(char),
    #[error("en passant: '{0}' is not a square a pawn has just jumped over")]
    EnPassant(String),
    #[error("planks: '{0}' is not a river square (a1 to h1, a14 to h14) or is named twice")]
    Plank(String),
    #[error("the {counter} must be a whole number from 0 to 65535, not '{text}'")]
    Counter { counter: &'static str, text: String },
    #[error("{color} has {count} kings instead of one")]
    Kings { color: &'static str, count: u32 },
    #[error("{color} has {count} {pieces}; at most {most} are possible")]
    TooMany {
        color: &'static str,
        count: u32,
        pieces: &'static str,
        most: u32,
    },
    #[error("{piece} cannot stand on {square}: {reason}")]
    Square {
        piece: &'static str,
        square: String,
        reason: &'static str,
    },
    #[error("the king of the side that has just moved is in check")]
    OpponentInCheck,
}

/// Reads the fields from the pieces to the en passant square; the caller must check its pawn. Kings
/// and rooks that can castle stand on the `home_ranks` of White and Black.
pub(crate) fn read_board<B: Bits>(
    fields: &mut SplitAsciiWhitespace<'_>,
    game: &GameInfo,
    home_ranks: [usize; 2],
) -> Result<(Board<B>, Option<Square>), FenError> {
    let mut board = Board::empty();
    let placement = fields.next().ok_or(FenError::Missing("both"))?;
    read_placement(placement, game, &mut board)?;
    let side = fields.next();
    board.side = read_side(side.ok_or(FenError::Missing("the side to move"))?)?;
    read_castling(fields.next().unwrap_or("-"), home_ranks, &mut board)?;
    let en_passant = read_en_passant(fields.next().unwrap_or("-"), game.ranks)?;
    Ok((board, en_passant))
}

/// Reads the halfmove clock and the move number, the last of at most `most` fields.
pub(crate) fn read_counters<B: Bits>(
    fields: &mut SplitAsciiWhitespace<'_>,
    most: usize,
    board: &mut Board<B>,
) -> Result<(), FenError> {
    board.halfmove_clock = read_counter("halfmove clock", fields.next().unwrap_or("0"))?;
    board.fullmove_number = read_counter("move number", fields.next().unwrap_or("1"))?.max(1);
    match fields.next().map(excerpt) {
        Some(field) => Err(FenError::ExtraField { most, field }),
        None => Ok(()),
    }
}

/// Reads the piece placement.
fn read_placement<B: Bits>(
    field: &str,
    game: &GameInfo,
    board: &mut Board<B>,
) -> Result<(), FenError> {
    let found = field.split('/').count();
    if found != game.ranks {
        let expected = game.ranks;
        return Err(FenError::RankCount { expected, found });
    }
    for (text, rank) in field.split('/').zip((0..game.ranks).rev()) {
        let mut files = 0;
        for letter in text.chars() {
            if let Some(empty @ 1..) = letter.to_digit(9) {
                files += empty as usize;
                continue;
            }
            let known = game.letters.contains(letter.to_ascii_lowercase());
            let Some(piece) = Piece::from_letter(letter).filter(|_| known) else {
                return Err(FenError::Placement {
                    rank: rank + 1,
                    letter,
                    letters: game.letters.to_owned(),
                });
            };
            if files < FILES {
                board.put(Square::new(files, rank), piece);
            }
            files += 1;
        }
        if files != FILES {
            let rank = rank + 1;
            return Err(FenError::RankLength { rank, files });
        }
    }
    Ok(())
}

fn read_side(field: &str) -> Result<Color, FenError> {
    match field {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::SideToMove(excerpt(field))),
    }
}

/// Reads castling rights for kings and rooks on the `ranks` of White and Black.
fn read_castling<B: Bits>(
    field: &str,
    ranks: [usize; 2],
    board: &mut Board<B>,
) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let place = Castling::LETTERS.iter().position(|&known| known == letter);
        let bit = place.ok_or(FenError::CastlingLetter(letter))?;
        let (color, side) = (Color::ALL[bit / 2], Castling::SIDES[bit % 2]);
        let rank = ranks[bit / 2];
        let stands =
            |kind, file| board.piece_on(Square::new(file, rank)) == Some(Piece::new(color, kind));
        if !stands(Kind::King, KING_FILE) || !stands(Kind::Rook, rook_files(side).0) {
            return Err(FenError::Castling(letter));
        }
        board.castling.grant(color, side);
    }
    Ok(())
}

/// Reads the en passant square of a board with `ranks` ranks.
fn read_en_passant(field: &str, ranks: usize) -> Result<Option<Square>, FenError> {
    if field == "-" {
        return Ok(None);
    }
    let square = Square::parse(field, ranks);
    square
        .map(Some)
        .ok_or_else(|| FenError::EnPassant(excerpt(field)))
}

fn read_counter(counter: &'static str, field: &str) -> Result<u16, FenError> {
    let plain = field.bytes().all(|byte| byte.is_ascii_digit());
    let number = field.parse().ok().filter(|_| plain);
    number.ok_or_else(|| FenError::Counter {
        counter,
        text: excerpt(field),
    })
}

/// Checks that each side has exactly one king, at most `most` pieces and at most eight pawns, not
/// counting rear pawns.
pub(crate) fn check_counts<B: Bits>(board: &Board<B>, most: u32) -> Result<(), FenError> {
    for side in Color::ALL {
        let (color, count) = (side.name(), board.of(side, Kind::King).count());
        if count != 1 {
            return Err(FenError::Kings { color, count });
        }
        for (set, pieces, most) in [
            (board.color(side), "pieces", most),
            (board.of(side, Kind::Pawn), "pawns", FILES as u32),
        ] {
            let count = set.count();
            if count > most {
                return Err(FenError::TooMany {
                    color,
                    count,
                    pieces,
                    most,
                });
            }
        }
    }
    Ok(())
}

/// Checks that no piece of `kind` stands on a square for which `forbidden` returns a reason.
pub(crate) fn check_squares<B: Bits>(
    board: &Board<B>,
    piece: &'static str,
    kind: Kind,
    forbidden: impl Fn(Color, Square) -> Option<&'static str>,
) -> Result<(), FenError> {
    for color in Color::ALL {
        for square in board.of(color, kind).squares() {
            if let Some(reason) = forbidden(color, square) {
                let square = square.to_string();
                return Err(FenError::Square {
                    piece,
                    square,
                    reason,
                });
            }
        }
    }
    Ok(())
}

/// Writes the fields of a FEN from the pieces to the en passant square.
pub(crate) fn write_fen<B: Bits>(board: &Board<B>) -> String {
    let mut text = String::new();
    for rank in (0..B::RANKS).rev() {
        let mut empty = 0;
        for file in 0..FILES {
            match board.piece_on(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    push_count(&mut text, empty);
                    empty = 0;
                    text.push(piece.letter());
                }
            }
        }
        push_count(&mut text, empty);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(match board.side {
        Color::White => 'w',
        Color::Black => 'b',
    });
    text.push(' ');
    let rights = board.castling.bits();
    for (bit, letter) in Castling::LETTERS.into_iter().enumerate() {
        if rights >> bit & 1 != 0 {
            text.push(letter);
        }
    }
    if rights == 0 {
        text.push('-');
    }
    match board.en_passant {
        Some(square) => text + &format!(" {square}"),
        None => text + " -",
    }
}

fn push_count(text: &mut String, empty: usize) {
    if empty > 0 {
        *text += &empty.to_string();
    }
}
