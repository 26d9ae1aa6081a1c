//! Raw evaluation: the network's score, or rules for endings that are rare in its training data.
//! <https://www.chessprogramming.org/Evaluation>

pub(crate) mod correction;
mod endgame;

use std::sync::Arc;

use movegen::{Board, Color};

use crate::nnue::{AccumulatorStack, Network};
use crate::score::Score;

/// Exclusive bound on evaluations before noise and correction, in internal units.
const EVAL_LIMIT: Score = 20_000;

/// Evaluates a position from scratch, for the side to move, in internal units. The score is within
/// ±19,999.
pub fn evaluate(network: &Network, board: &Board) -> Score {
    known_ending_or(board, || network.evaluate(board))
}

/// True for endings that are evaluated by rules instead of the network.
pub fn is_known_ending(board: &Board) -> bool {
    endgame::value(board).is_some()
}

/// The score of a known ending, otherwise the network's.
#[inline(always)]
fn known_ending_or(board: &Board, network: impl FnOnce() -> Score) -> Score {
    let score = match endgame::value(board) {
        Some(value) if board.side_to_move() == Color::White => value,
        Some(value) => -value,
        None => network(),
    };
    score.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
}

/// A thread's evaluator, updated along the line being searched.
pub(crate) struct Evaluator {
    accumulators: AccumulatorStack,
}

impl Evaluator {
    pub(crate) fn new(network: Arc<Network>) -> Self {
        Self {
            accumulators: AccumulatorStack::new(network),
        }
    }

    /// Starts a new line at `board`. Cached accumulators are kept if the network is the same.
    pub(crate) fn begin(&mut self, network: &Arc<Network>, board: &Board) {
        if !Arc::ptr_eq(self.accumulators.network(), network) {
            *self = Self::new(Arc::clone(network));
        }
        self.accumulators.begin(board);
    }

    /// Adds a move or null move that led to `child` to the line.
    #[inline(always)]
    pub(crate) fn push(&mut self, child: &Board) {
        self.accumulators.push(child);
    }

    /// Takes the last move back.
    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// Evaluates `board`, the current position of the line, for the side to move, in internal
    /// units.
    #[inline]
    pub(crate) fn evaluate(&mut self, board: &Board) -> Score {
        known_ending_or(board, || self.accumulators.evaluate())
    }
}

#[cfg(test)]
mod tests;
