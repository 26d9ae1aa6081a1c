//! What a quiet position is worth, without search: what the network says, but for endings where
//! rules know better.

mod endgame;

use std::sync::Arc;

use movegen::{Board, Color, Move};

use crate::nnue::{AccumulatorStack, Network};
use crate::score::Score;

/// No evaluation reaches this many units.
const LIMIT: Score = 20_000;

/// What the position is worth to the side to move, in internal units, worked out from scratch; always
/// within ±19,999.
pub fn evaluate(network: &Network, board: &Board) -> Score {
    judge(board, || network.evaluate(board))
}

/// True for an ending that rules decide; the network is not used there.
pub fn is_known_ending(board: &Board) -> bool {
    endgame::value(board).is_some()
}

/// The word of the rules where they have one, else the network's.
#[inline(always)]
fn judge(board: &Board, network: impl FnOnce() -> Score) -> Score {
    match endgame::value(board) {
        Some(value) if board.side_to_move() == Color::White => value,
        Some(value) => -value,
        None => network().clamp(1 - LIMIT, LIMIT - 1),
    }
}

/// One thread's evaluation, which follows the line being searched.
pub(crate) struct Evaluator {
    accumulators: AccumulatorStack,
}

impl Evaluator {
    pub(crate) fn new(network: Arc<Network>) -> Self {
        Self {
            accumulators: AccumulatorStack::new(network),
        }
    }

    /// Begins a new line at `board`. What is known of the network already stays.
    pub(crate) fn begin(&mut self, network: &Arc<Network>, board: &Board) {
        if !Arc::ptr_eq(self.accumulators.network(), network) {
            *self = Self::new(Arc::clone(network));
        }
        self.accumulators.begin(board);
    }

    /// A move was made on `parent` and led to `child`.
    #[inline(always)]
    pub(crate) fn make(&mut self, parent: &Board, mv: Move, child: &Board) {
        self.accumulators.make(parent, mv, child);
    }

    /// The turn was passed, which led to `child`.
    #[inline(always)]
    pub(crate) fn make_null(&mut self, child: &Board) {
        self.accumulators.make_null(child);
    }

    /// The last move was taken back.
    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        self.accumulators.unmake();
    }

    /// What `board`, the position at hand, is worth to the side to move, in internal units.
    #[inline]
    pub(crate) fn evaluate(&mut self, board: &Board) -> Score {
        judge(board, || self.accumulators.evaluate(board))
    }
}

#[cfg(test)]
mod tests;
