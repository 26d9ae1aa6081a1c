//! How games end: mate, stalemate and the draws that need nobody's agreement.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::notation::IllegalMove;
use crate::repetition::KeyHistory;
use crate::types::{Color, PieceType};

/// The plies without capture or pawn move that make a draw: fifty moves of each side.
pub const FIFTY_MOVES: u16 = 100;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has the men to give mate, whatever the other plays.
    InsufficientMaterial,
    /// The position has occurred three times.
    Threefold,
    /// [`FIFTY_MOVES`] have passed without capture or pawn move.
    FiftyMoves,
}

impl Outcome {
    /// Who has won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate {
                winner: Color::White,
            } => "White wins by checkmate",
            Self::Checkmate {
                winner: Color::Black,
            } => "Black wins by checkmate",
            Self::Stalemate => "draw by stalemate",
            Self::InsufficientMaterial => "draw by insufficient material",
            Self::Threefold => "draw by threefold repetition",
            Self::FiftyMoves => "draw by the fifty-move rule",
        })
    }
}

impl Board {
    /// The end of the game as far as this position tells it; only a [`Game`] knows repetitions.
    /// Checkmate and stalemate come before every other draw.
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

    /// True when no sequence of legal moves ends in mate for lack of men: bare kings, one knight
    /// or bishop between both sides, or only bishops that all go on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let bishops = self.pieces(PieceType::Bishop);
        let minors = bishops | self.pieces(PieceType::Knight);
        if self.occupied() != minors | self.pieces(PieceType::King) {
            return false;
        }
        let one_colored =
            !bishops.intersects(Bitboard::DARK) || (bishops - Bitboard::DARK).is_empty();
        !minors.has_many() || (minors == bishops && one_colored)
    }
}

/// A board with the positions that led to it, for the rules that ask about the past.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    history: KeyHistory,
}

impl Game {
    /// A game that starts here.
    pub const fn new(board: Board) -> Self {
        Self {
            board,
            history: KeyHistory::new(),
        }
    }

    /// The present position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The positions before the present one.
    pub const fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`IllegalMove`] when it cannot be made; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.is_legal(mv) {
            return Err(IllegalMove::new(&self.board, &format!("{mv:?}")));
        }
        self.history.push(self.board.key());
        self.board.make(mv);
        Ok(())
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.board.outcome() {
            // The present position is the third occurrence of itself.
            None | Some(Outcome::FiftyMoves) if self.history.count(&self.board) >= 2 => {
                Some(Outcome::Threefold)
            }
            outcome => outcome,
        }
    }
}
