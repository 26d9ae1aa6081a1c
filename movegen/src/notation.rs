//! Moves as UCI spells them. Castling is written as the mode asks and read in any spelling.

use std::fmt;

use thiserror::Error;

use crate::board::Board;
use crate::castling::{CastleSide, CastlingMode};
use crate::moves::Move;
use crate::text::excerpt;
use crate::types::{PieceType, Square};

/// Why a text is not a move here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// The text is not a move anywhere.
    #[error("'{0}' is not a move")]
    Syntax(String),
    /// A move, but not here.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// More than one move here.
    #[error("'{mv}' could be {candidates} in {fen}")]
    Ambiguous {
        /// The move as it was written.
        mv: String,
        /// The moves it could be, as UCI writes them, separated by "or".
        candidates: String,
        /// The position.
        fen: String,
    },
}

/// A move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{mv}' is not legal in {fen}")]
pub struct IllegalMove {
    /// The move as it was written.
    pub mv: String,
    /// The position.
    pub fen: String,
}

impl IllegalMove {
    pub(crate) fn new(board: &Board, mv: &str) -> Self {
        let (mv, fen) = (excerpt(mv), board.to_string());
        Self { mv, fen }
    }
}

impl Move {
    /// The move as UCI spells it: `e2e4`, `e7e8q`. Castling is king takes rook in Chess960 mode
    /// (`e1h1`) and the king's landing square in Standard mode (`e1g1`).
    ///
    /// From some Chess960 positions the king castles by a single step or none. Its landing square
    /// would be read as an ordinary king move then, so Standard mode writes king takes rook too.
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
        let (from, landing) = (self.mv.from(), self.mv.destination());
        let steps = from.file().index().abs_diff(landing.file().index());
        let to = if self.mv.is_castle() && (self.mode == CastlingMode::Chess960 || steps < 2) {
            self.mv.to()
        } else {
            landing
        };
        write!(f, "{from}{to}")?;
        match self.mv.promotion() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl Board {
    /// Reads a move as UCI spells it, whatever the mode. Castling may be king takes rook, the
    /// king's landing square where no ordinary king move means the same, or `O-O` and `O-O-O`
    /// (with zeros too).
    ///
    /// # Errors
    /// [`ParseMoveError::Syntax`] or [`ParseMoveError::Illegal`].
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseMoveError> {
        let moves = self.legal_moves();
        let find = |wanted: &dyn Fn(Move) -> bool| moves.iter().copied().find(|&mv| wanted(mv));
        let found = if let Some(side) = castle_text(text) {
            find(&|mv| mv.castle_side() == Some(side))
        } else {
            let (from, to, promotion) =
                read(text).ok_or_else(|| ParseMoveError::Syntax(excerpt(text)))?;
            let plain = |mv: Move| (mv.from(), mv.to(), mv.promotion()) == (from, to, promotion);
            // A castling move is plain when it is written as king takes rook.
            find(&plain).or_else(|| {
                let lands = from != to && promotion.is_none();
                find(&|mv| lands && mv.is_castle() && (mv.from(), mv.destination()) == (from, to))
            })
        };
        found.ok_or_else(|| IllegalMove::new(self, text).into())
    }
}

/// The side of `O-O` or `O-O-O`, written with the letter or with zeros.
pub(crate) fn castle_text(text: &str) -> Option<CastleSide> {
    match text {
        "O-O" | "0-0" | "o-o" => Some(CastleSide::King),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(CastleSide::Queen),
        _ => None,
    }
}

fn read(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match (rest.next(), rest.next()) {
        (None, _) => None,
        (Some(letter), None) => Some(promotion(letter)?),
        _ => return None,
    };
    Some((from, to, promotion))
}

/// What a letter of either case says a pawn becomes.
pub(crate) fn promotion(letter: char) -> Option<PieceType> {
    PieceType::from_letter(letter).filter(|kind| PieceType::PROMOTIONS.contains(kind))
}
