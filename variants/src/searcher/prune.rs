//! Pruning, extension and reduction rules of the spine.

use once_cell::sync::Lazy;
use search::{Bound, is_decisive, is_loss, is_win};

use super::alphabeta::{Node, NodeInfo};
use super::params;
use super::thread::ThreadData;
use crate::rules::Rules;
use crate::types::Move;

/// Reductions in 1024ths of a ply, by depth and number of the move.
static REDUCTIONS: Lazy<Box<[[i32; 64]; 64]>> = Lazy::new(|| {
    let log = |n: usize| (n.max(1) as f64).ln();
    let entry = |depth: usize, count: usize| {
        (params::LMR_BASE + 1024.0 * log(depth) * log(count) / params::LMR_DIVISOR) as i32
    };
    Box::new(std::array::from_fn(|depth| {
        std::array::from_fn(|count| entry(depth, count))
    }))
});

impl<R: Rules> ThreadData<'_, R> {
    /// Razoring, reverse futility pruning and the null move, at a zero-window node below the root.
    pub(super) fn prune_node(
        &mut self,
        node: &Node<'_, R>,
        info: &NodeInfo,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> Option<i32> {
        let Node { position, ply, .. } = *node;
        // Razoring: far below alpha near the horizon, quiescence decides.
        if depth <= params::RAZOR_DEPTH
            && !is_decisive(alpha)
            && info.eval + params::RAZOR_MARGIN * depth <= alpha
        {
            let score = self.qsearch(position, alpha, alpha + 1, ply, false);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        // Reverse futility: the evaluation is so far above beta that a move should keep it there.
        let margin = params::RFP_MARGIN * (depth - i32::from(info.improving));
        if depth <= params::RFP_DEPTH
            && !is_decisive(info.eval)
            && !is_loss(beta)
            && info.eval - margin >= beta
        {
            return Some((info.eval + beta) / 2);
        }
        // Null-move pruning: if passing still fails high, a real move almost certainly will.
        // <https://www.chessprogramming.org/Null_Move_Pruning>
        let after_move = self.stack[ply - 1].piece_to.is_some();
        let sound =
            ply >= self.nmp_min_ply && after_move && position.has_pieces(position.side_to_move());
        if depth < params::NMP_DEPTH || info.eval < beta || is_loss(beta) || !sound {
            return None;
        }
        let reduction = params::NMP_BASE
            + depth / params::NMP_DIVISOR
            + ((info.eval - beta) / params::NMP_EVAL_DIVISOR).min(params::NMP_EVAL_MAX);
        let child = self.make_null(position, ply);
        let passed = Node {
            position: &child,
            ply: ply + 1,
            in_check: false,
            cut_node: !node.cut_node,
        };
        let score = -self.alpha_beta(passed, -beta, 1 - beta, depth - reduction);
        self.unmake();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_win(score) { beta } else { score };
        if self.nmp_min_ply > 0 || depth < params::NMP_VERIFY_DEPTH {
            return Some(score);
        }
        // In zugzwang a null move wrongly fails high: verify at high depth, where that costs most.
        let plies = (params::NMP_VERIFY_QUARTERS * (depth - reduction) / 4).max(1);
        self.nmp_min_ply = ply + plies as usize;
        let verified = self.alpha_beta(*node, beta - 1, beta, depth - reduction);
        self.nmp_min_ply = 0;
        (verified >= beta).then_some(score)
    }

    /// Singular extension: if all other moves fail low against a bound below the table's score, the
    /// table's move is searched deeper. If others reach beta too, the node fails high (multi-cut).
    pub(super) fn singular(
        &mut self,
        node: &Node<'_, R>,
        info: &NodeInfo,
        beta: i32,
        depth: i32,
    ) -> Result<i32, i32> {
        let Some(entry) = info.entry else {
            return Ok(0);
        };
        let known = entry.depth >= depth - params::SINGULAR_TT_DEPTH
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !is_decisive(entry.score);
        let deepest = params::SINGULAR_PLY_FACTOR * self.root_depth;
        if depth < params::SINGULAR_DEPTH || !known || node.ply as i32 >= deepest {
            return Ok(0);
        }
        let singular_beta = entry.score - params::SINGULAR_MARGIN * depth;
        self.stack[node.ply].excluded = info.tt_move;
        let score = self.alpha_beta(*node, singular_beta - 1, singular_beta, (depth - 1) / 2);
        self.stack[node.ply].excluded = None;
        if score < singular_beta {
            Ok(1)
        } else if singular_beta >= beta && !is_decisive(singular_beta) {
            Err(singular_beta)
        } else {
            Ok(-i32::from(entry.score >= beta))
        }
    }
}

/// Late move and futility pruning: true if remaining moves that [`can_be_skipped`] accepts are skipped.
pub(super) fn prune_quiets(info: &NodeInfo, alpha: i32, depth: i32, move_count: usize) -> bool {
    let enough = (params::LMP_BASE + depth * depth) / (2 - i32::from(info.improving));
    let futile =
        info.static_eval + params::FUTILITY_BASE + params::FUTILITY_MARGIN * depth <= alpha;
    (depth <= params::LMP_DEPTH && move_count as i32 >= enough)
        || (depth <= params::FUTILITY_DEPTH && futile)
}

/// True for a quiet move that gives no direct check and does not drown with a discovered one.
pub(super) fn can_be_skipped<R: Rules>(position: &R, mv: Move) -> bool {
    !position.is_noisy(mv) && !position.gives_direct_check(mv) && !drowns_with_check(position, mv)
}

/// True for a drowning that discovers a check: it may mate.
pub(super) fn drowns_with_check<R: Rules>(position: &R, mv: Move) -> bool {
    position.drowns(mv) && position.discovers_check(mv)
}

/// A move that may be reduced.
pub(super) struct MoveContext {
    pub(super) quiet: bool,
    pub(super) gives_check: bool,
    pub(super) history: i32,
    pub(super) move_count: usize,
}

/// Late move reduction, in plies.
pub(super) fn reduction<R>(
    info: &NodeInfo,
    node: &Node<'_, R>,
    depth: i32,
    context: &MoveContext,
) -> i32 {
    let mut plies = REDUCTIONS[(depth as usize).min(63)][context.move_count.min(63)];
    plies -= 1024 * context.history / params::LMR_HISTORY;
    plies -= params::LMR_PV * i32::from(info.pv_node);
    plies -= params::LMR_CHECK * i32::from(context.gives_check);
    plies -= params::LMR_NOISY * i32::from(!context.quiet);
    plies += params::LMR_CUT_NODE * i32::from(node.cut_node);
    plies += params::LMR_NOT_IMPROVING * i32::from(!info.improving);
    plies / 1024
}
