//! Game results: checkmate, stalemate and draws by rule.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::types::{Color, PieceType};

/// The halfmove clock of a draw by the fifty-move rule: fifty moves by each side, in plies.
pub const FIFTY_MOVES: u16 = 100;

/// The result of a finished game. Threefold repetition and the fifty-move rule end it without a
/// claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has enough material to mate, whatever the other plays.
    InsufficientMaterial,
    /// The position has occurred three times.
    Threefold,
    /// [`FIFTY_MOVES`] plies have passed without a capture or pawn move.
    FiftyMoves,
}

impl Outcome {
    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let checkmate;
        f.pad(match self {
            Self::Checkmate { winner } => {
                checkmate = format!("{} wins by checkmate", winner.name());
                &checkmate
            }
            Self::Stalemate => "draw by stalemate",
            Self::InsufficientMaterial => "draw by insufficient material",
            Self::Threefold => "draw by threefold repetition",
            Self::FiftyMoves => "draw by the fifty-move rule",
        })
    }
}

impl Board {
    /// The result as determined by this position alone; repetitions need a [`Game`](crate::Game).
    /// Checkmate and stalemate take precedence over draws by material and the fifty-move rule.
    ///
    /// ```
    /// use movegen::{Board, Color, Outcome};
    ///
    /// let board: Board = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1".parse()?;
    /// let winner = Color::White;
    /// assert_eq!(board.outcome(), Some(Outcome::Checkmate { winner }));
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            Some(if self.in_check() {
                Outcome::Checkmate {
                    winner: !self.side_to_move(),
                }
            } else {
                Outcome::Stalemate
            })
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.halfmove_clock() >= FIFTY_MOVES {
            Some(Outcome::FiftyMoves)
        } else {
            None
        }
    }

    /// True if the material cannot mate in any sequence of legal moves: bare kings, a single knight
    /// or bishop on the board, or only bishops on squares of one color.
    ///
    /// ```
    /// use movegen::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1".parse()?;
    /// assert!(board.is_insufficient_material());
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    pub fn is_insufficient_material(&self) -> bool {
        let bishops = self.pieces(PieceType::Bishop);
        let minors = bishops | self.pieces(PieceType::Knight);
        if self.occupied() != minors | self.pieces(PieceType::King) {
            return false;
        }
        let one_colored =
            !bishops.intersects(Bitboard::DARK) || (bishops - Bitboard::DARK).is_empty();
        !minors.more_than_one() || (minors == bishops && one_colored)
    }
}
