//! Moves in UCI notation. Castling is written in a given [`CastlingMode`] and parsed in any form.

use std::fmt::{self, Write};

use arrayvec::ArrayString;
use thiserror::Error;

use super::excerpt;
use crate::board::Board;
use crate::castling::{CastleSide, CastlingMode};
use crate::moves::Move;
use crate::types::{PieceType, Square};

/// An error in parsing a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text is not a move on any board.
    #[error("'{text}' is not a move in {notation}")]
    Syntax {
        /// The text as given.
        text: String,
        /// The expected notation, with an example.
        notation: &'static str,
    },
    /// The move is not legal here.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Several legal moves match.
    #[error("'{mv}' could be {candidates} in {fen}")]
    Ambiguous {
        /// The move as given.
        mv: String,
        /// The matching moves in UCI notation, separated by "or".
        candidates: String,
        /// The position as FEN.
        fen: String,
    },
}

/// A move that is not legal on a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{mv}' is not legal in {fen}")]
pub struct IllegalMove {
    /// The move as given.
    pub mv: String,
    /// The position as FEN.
    pub fen: String,
}

impl ParseMoveError {
    pub(crate) fn syntax(text: &str, notation: &'static str) -> Self {
        let text = excerpt(text);
        Self::Syntax { text, notation }
    }
}

impl IllegalMove {
    pub(crate) fn new(board: &Board, mv: &str) -> Self {
        let (mv, fen) = (excerpt(mv), board.to_string());
        Self { mv, fen }
    }
}

impl Move {
    /// The move in UCI notation: `e2e4`, `e7e8q`. Castling is written as king takes rook in
    /// Chess960 mode (`e1h1`) and by the king's destination in Standard mode (`e1g1`).
    ///
    /// In some Chess960 positions the castling king moves one square or none. Its destination would
    /// be read as an ordinary king move, so Standard mode also writes king takes rook there.
    ///
    /// ```
    /// use movegen::{Board, CastlingMode};
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mv = board.parse_uci("O-O")?;
    /// assert_eq!(mv.uci(CastlingMode::Standard).to_string(), "e1g1");
    /// assert_eq!(mv.uci(CastlingMode::Chess960).to_string(), "e1h1");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn uci(self, mode: CastlingMode) -> impl fmt::Display {
        Uci { mv: self, mode }
    }
}

struct Uci {
    mv: Move,
    mode: CastlingMode,
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, destination) = (self.mv.from(), self.mv.destination());
        let steps = from.file().index().abs_diff(destination.file().index());
        let to = if self.mv.is_castle() && (self.mode == CastlingMode::Chess960 || steps < 2) {
            self.mv.to()
        } else {
            destination
        };
        let mut text = ArrayString::<5>::new();
        write!(text, "{from}{to}")?;
        if let Some(kind) = self.mv.promotion() {
            text.write_char(kind.letter())?;
        }
        f.pad(&text)
    }
}

impl Board {
    /// Parses a move in UCI notation of either mode, with letters of either case; spaces around it
    /// are ignored. Castling may be written as king takes rook, by the king's destination unless an
    /// ordinary king move goes there, or as `O-O` and `O-O-O` (also with zeros).
    ///
    /// ```
    /// use movegen::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(board.parse_uci("e1g1"), board.parse_uci("e1h1"));
    /// assert!(board.parse_uci("e1e3").is_err());
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseMoveError::Syntax`] or [`ParseMoveError::Illegal`].
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseMoveError> {
        let moves = self.legal_moves();
        let mut moves = moves.iter().copied();
        let trimmed = text.trim();
        let found = if let Some(side) = castle_from_text(trimmed) {
            moves.find(|mv| mv.castle_side() == Some(side))
        } else {
            let (from, to, promotion) = read_squares(trimmed)
                .ok_or_else(|| ParseMoveError::syntax(text, "UCI notation, such as e2e4"))?;
            // This also finds king takes rook, the encoding of castling moves.
            moves
                .clone()
                .find(|mv| (mv.from(), mv.to(), mv.promotion()) == (from, to, promotion))
                .or_else(|| moves.find(|mv| castles_to(*mv, from, to) && promotion.is_none()))
        };
        found.ok_or_else(|| IllegalMove::new(self, text).into())
    }
}

/// Parses `O-O` or `O-O-O`, written with capital or small letters or with zeros.
///
/// ```
/// use movegen::{CastleSide, castle_from_text};
///
/// assert_eq!(castle_from_text("O-O"), Some(CastleSide::King));
/// assert_eq!(castle_from_text("0-0-0"), Some(CastleSide::Queen));
/// assert_eq!(castle_from_text("e1g1"), None);
/// ```
pub fn castle_from_text(text: &str) -> Option<CastleSide> {
    match text {
        "O-O" | "0-0" | "o-o" => Some(CastleSide::King),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(CastleSide::Queen),
        _ => None,
    }
}

/// True if `mv` castles and moves the king from `from` to another square `to`.
fn castles_to(mv: Move, from: Square, to: Square) -> bool {
    mv.is_castle() && from != to && (mv.from(), mv.destination()) == (from, to)
}

/// Parses the squares and promotion of a move such as `e7e8q`.
fn read_squares(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match (rest.next(), rest.next()) {
        (None, _) => None,
        (Some(letter), None) => Some(promotion_from_letter(letter)?),
        _ => return None,
    };
    Some((from, to, promotion))
}

/// The promotion piece for a letter of either case.
pub(super) fn promotion_from_letter(letter: char) -> Option<PieceType> {
    PieceType::from_letter(letter).filter(|kind| PieceType::PROMOTIONS.contains(kind))
}
