//! The evaluation a thread uses: the hand-crafted one, or a network with its accumulators.

use std::sync::Arc;

use movegen::{Board, Move};

use crate::eval;
use crate::nnue::{Accumulators, Network};

/// One thread's evaluation, which follows the line being searched.
#[derive(Default)]
pub(crate) enum Evaluator {
    #[default]
    HandCrafted,
    Network(Box<Accumulators>),
}

impl Evaluator {
    /// Begins a new line at `board` with a network, or with none. What is known of a network
    /// already stays.
    pub(crate) fn begin(&mut self, network: Option<&Arc<Network>>, board: &Board) {
        match (&mut *self, network) {
            (_, None) => *self = Self::HandCrafted,
            (Self::Network(old), Some(new)) if Arc::ptr_eq(old.network(), new) => {}
            (_, Some(new)) => {
                *self = Self::Network(Box::new(Accumulators::new(Arc::clone(new))));
            }
        }
        if let Self::Network(accumulators) = self {
            accumulators.begin(board);
        }
    }

    /// A move was made on `parent` and led to `child`.
    #[inline(always)]
    pub(crate) fn make(&mut self, parent: &Board, mv: Move, child: &Board) {
        if let Self::Network(accumulators) = self {
            accumulators.make(parent, mv, child);
        }
    }

    /// The turn was passed, which led to `child`.
    #[inline(always)]
    pub(crate) fn make_null(&mut self, child: &Board) {
        if let Self::Network(accumulators) = self {
            accumulators.make_null(child);
        }
    }

    /// The last move was taken back.
    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        if let Self::Network(accumulators) = self {
            accumulators.unmake();
        }
    }

    /// What `board`, the position at hand, is worth to the side to move, in centipawns.
    #[inline]
    pub(crate) fn evaluate(&mut self, board: &Board) -> i32 {
        match self {
            Self::HandCrafted => eval::evaluate(board),
            Self::Network(accumulators) => accumulators.evaluate(board),
        }
    }
}
