//! The hand-crafted evaluation: what a quiet position is worth, without search.
//!
//! Everything is counted for White minus Black in [`Tapered`] pairs and blended by the material
//! left. Terms are sums of [`Weights`] except for the danger of a king, which grows with its square.

mod breakdown;
mod endgame;
mod king;
mod pawns;
mod pieces;
mod scan;
mod tapered;
mod threats;
mod weights;

use movegen::{Black, Board, Color, PieceType, White};

pub use breakdown::{Breakdown, breakdown};
pub use endgame::scale;
use scan::Scan;
pub use tapered::{Tapered, s};
pub use weights::{WEIGHTS, Weights};

/// No evaluation reaches this many centipawns.
const LIMIT: i32 = 20_000;

/// The [`phase`] of a full set of pieces.
const FULL_PHASE: i32 = 24;

/// What the position is worth to the side to move, in centipawns; always within ±19,999.
pub fn evaluate(board: &Board) -> i32 {
    evaluate_with(&WEIGHTS, board)
}

/// [`evaluate`] with other weights, for tuning.
#[inline]
pub fn evaluate_with(weights: &Weights, board: &Board) -> i32 {
    let value = endgame::known_win(board)
        .unwrap_or_else(|| Terms::new(weights, board).value(board))
        .clamp(1 - LIMIT, LIMIT - 1);
    match board.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    }
}

/// The parts of an evaluation that are linear in the weights, before danger is squared and the
/// halves are blended. A tuner reads how often each weight counts off their differences.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// All but the danger of kings, White minus Black.
    pub base: Tapered,
    /// How endangered White's and Black's kings are.
    pub danger: [Tapered; 2],
}

impl Terms {
    /// Counts everything on the board.
    #[inline]
    pub fn new(weights: &Weights, board: &Board) -> Self {
        let mut scan = Scan::new(weights, board);
        let mut base = match board.side_to_move() {
            Color::White => weights.tempo[0],
            Color::Black => weights.tempo[0] * -1,
        };
        base += pieces::pieces::<White>(&mut scan) - pieces::pieces::<Black>(&mut scan);
        base += pawns::pawns::<White>(&scan) - pawns::pawns::<Black>(&scan);
        base += king::shelter::<White>(&scan) - king::shelter::<Black>(&scan);
        base += threats::threats::<White>(&scan) - threats::threats::<Black>(&scan);
        let danger = [king::danger::<White>(&scan), king::danger::<Black>(&scan)];
        Self { base, danger }
    }

    /// The value to White in centipawns.
    #[inline]
    pub fn value(self, board: &Board) -> i32 {
        let [white, black] = self.danger.map(king::penalty);
        let sum = self.base - white + black;
        let strong = if sum.eg() >= 0 {
            Color::White
        } else {
            Color::Black
        };
        let phase = phase(board);
        let scale = scale(board, strong);
        if scale == 0 {
            return 0;
        }
        let blend =
            sum.mg() * phase * endgame::FULL_SCALE + sum.eg() * (FULL_PHASE - phase) * scale;
        blend / (FULL_PHASE * endgame::FULL_SCALE)
    }
}

/// How much of the middlegame is left: [`FULL_PHASE`] with all pieces, 0 without any.
#[inline]
pub fn phase(board: &Board) -> i32 {
    let minors = board.pieces(PieceType::Knight) | board.pieces(PieceType::Bishop);
    let rooks = board.pieces(PieceType::Rook);
    let queens = board.pieces(PieceType::Queen);
    let phase = minors.count() + 2 * rooks.count() + 4 * queens.count();
    (phase as i32).min(FULL_PHASE)
}

#[cfg(test)]
mod tests;
