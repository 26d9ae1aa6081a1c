//! Moves in UCI notation.

use movegen::{CastleSide, IllegalMove, ParseMoveError, castle_from_text, excerpt};

use crate::bits::Bits;
use crate::castling::{Castling, KING_FILE, king_target, rook_files};
use crate::rules::Rules;
use crate::types::{Kind, Move, Piece, Square};

/// A move in UCI notation: origin, nominal destination and, for a promotion, the piece.
pub fn write_move<R: Rules>(position: &R, mv: Move) -> String {
    let promotion = position.promotion(mv);
    let letter = promotion.map_or(String::new(), |kind| kind.letter().to_string());
    format!("{}{}{letter}", mv.from(), mv.to())
}

/// Parses a legal move in UCI notation, in either case. Castling may also be written `O-O` and
/// `O-O-O`, or as king takes rook; the letter of a promotion without a choice may be missing.
///
/// # Errors
/// If the text is not a move, or not a legal one.
pub fn parse_move<R: Rules>(position: &R, text: &str) -> Result<Move, ParseMoveError> {
    let lower = text.to_ascii_lowercase();
    let legal = position.legal_moves();
    if let Some(&mv) = legal.iter().find(|&&mv| write_move(position, mv) == lower) {
        return Ok(mv);
    }
    if let Some(castling) = read_castling_move(position, &lower)
        && legal.contains(&castling)
    {
        return Ok(castling);
    }
    if castle_from_text(&lower).is_none() && !is_move_text(&lower, R::GAME.ranks) {
        let (text, notation) = (excerpt(text), "UCI notation, such as e2e4");
        return Err(ParseMoveError::Syntax { text, notation });
    }
    let mut same = legal
        .iter()
        .copied()
        .filter(|&mv| format!("{}{}", mv.from(), mv.to()) == lower);
    match (same.next(), same.next()) {
        (Some(mv), None) => Ok(mv),
        _ => {
            let (mv, fen) = (excerpt(text), position.fen());
            Err(IllegalMove { mv, fen }.into())
        }
    }
}

/// The castling move written as a word, or as king takes rook.
fn read_castling_move<R: Rules>(position: &R, text: &str) -> Option<Move> {
    let us = position.side_to_move();
    let king = position.pieces(us, Kind::King).first()?;
    let takes_rook = |&side: &CastleSide| {
        let rook = Square::new(rook_files(side).0, king.rank());
        position.piece_on(rook) == Some(Piece::new(us, Kind::Rook))
            && text == format!("{king}{rook}")
    };
    let side = castle_from_text(text).or_else(|| Castling::SIDES.into_iter().find(takes_rook))?;
    let target = Square::new(king_target(side), king.rank());
    (king.file() == KING_FILE).then(|| Move::new(king, target))
}

/// True for two squares with an optional promotion letter.
fn is_move_text(text: &str, ranks: usize) -> bool {
    let Some(second) = text
        .char_indices()
        .skip(1)
        .find(|(_, c)| c.is_ascii_lowercase())
        .map(|(index, _)| index)
    else {
        return false;
    };
    let (from, rest) = text.split_at(second);
    let to = rest
        .strip_suffix(['q', 'r', 'b', 'n', 'a'])
        .filter(|to| to.len() > 1);
    Square::parse(from, ranks).is_some() && Square::parse(to.unwrap_or(rest), ranks).is_some()
}
