//! The best move of a node so far, and the table entry of the result.

use search::Bound;
use search::parts::Entry;

use super::thread::ThreadData;
use crate::rules::Rules;
use crate::types::Move;

/// The best move of a node so far.
pub(super) struct Best {
    /// The move that raised alpha last; `None` while all moves fail low.
    pub(super) mv: Option<Move>,
    pub(super) score: i32,
    /// Alpha, raised by each new best move.
    pub(super) alpha: i32,
    original_alpha: i32,
    beta: i32,
    pv_node: bool,
    ply: usize,
}

impl Best {
    /// The state before any move; `score` is the score without one, `ply` is counted from the root.
    pub(super) const fn new(score: i32, alpha: i32, beta: i32, pv_node: bool, ply: usize) -> Self {
        Self {
            mv: None,
            score,
            alpha,
            original_alpha: alpha,
            beta,
            pv_node,
            ply,
        }
    }

    /// The entry of the finished node, given the evaluation to keep with it.
    pub(super) fn entry(&self, eval: i32, depth: i32) -> Entry<Move> {
        let bound = match self.score {
            score if score >= self.beta => Bound::Lower,
            score if self.pv_node && score > self.original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        Entry {
            mv: self.mv,
            score: self.score,
            eval,
            depth,
            bound: Some(bound),
            pv: self.pv_node,
        }
    }
}

impl<R: Rules> ThreadData<'_, R> {
    /// Updates the best move with the score of `mv`: a new one raises alpha and, in PV nodes,
    /// becomes the principal variation. Returns true on a cutoff.
    pub(super) fn update_best(&mut self, best: &mut Best, mv: Move, score: i32) -> bool {
        best.score = best.score.max(score);
        if score <= best.alpha {
            return false;
        }
        best.mv = Some(mv);
        if best.pv_node {
            self.update_line(best.ply, mv);
        }
        if score >= best.beta {
            return true;
        }
        best.alpha = score;
        false
    }
}
