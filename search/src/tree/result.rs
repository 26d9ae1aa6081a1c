//! The result of a finished node: its final score, its TT entry and the correction history update.

use crate::params;
use crate::score::{Score, is_decisive};
use crate::tables::tt::Entry;
use crate::threads::thread::ThreadData;
use crate::tree::node::{Best, NodeInfo, NodeType, Window, bound_of};
use crate::tree::update;
use movegen::Board;

/// Updates the correction history and stores a finished node in the TT, given its original window.
pub(crate) fn store_result<N: NodeType>(
    td: &mut ThreadData,
    board: &Board,
    info: &NodeInfo,
    best: &Best,
    window: Window,
    depth: i32,
) {
    // If a child of a former PV node fails low, the opponent's move was good: mark the child too.
    let tt_pv = info.tt_pv
        || best.score <= window.alpha
            && td.stack.before(info.ply, 1).tt_pv
            && depth >= params::tt_pv_depth();
    let is_exact = N::PV && best.mv.is_some();
    let entry = Entry {
        mv: best.mv,
        score: best.score,
        eval: info.raw_eval,
        depth,
        bound: Some(bound_of(best.score, window.beta, is_exact)),
        pv: tt_pv,
    };
    // At the root, moves may be left out: by `searchmoves`, tablebases or lines of MultiPV.
    if !N::ROOT || td.has_all_root_moves() {
        update::correction_history(td, board, info, &entry);
        td.store(board, info.ply, entry);
    }
}

/// Moves a fail-high score toward beta, because scores far above the window are unreliable. Decisive
/// ones stay. The weights are those of the score and of beta.
#[inline(always)]
pub(crate) fn soften_fail_high(score: Score, beta: Score, weights: [i32; 2]) -> Score {
    if score < beta || is_decisive(score) || is_decisive(beta) {
        return score;
    }
    let [own, other] = weights;
    (score * own + beta * other) / (own + other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    #[test]
    fn soften_fail_high_stays_between_beta_and_score() {
        for weight in 1..40 {
            let score = soften_fail_high(300, 100, [weight, 1]);
            assert!((100..=300).contains(&score), "weight {weight}: {score}");
            assert!(score <= soften_fail_high(300, 100, [weight + 1, 1]));
        }
    }

    #[test]
    fn soften_fail_high_keeps_mates_and_fail_lows() {
        assert_eq!(soften_fail_high(MATE - 5, 100, [4, 1]), MATE - 5);
        assert_eq!(soften_fail_high(99, 100, [4, 1]), 99);
    }
}
