//! Pruning: the conditions under which a node or a move is not searched.

use movegen::{Board, Color, Move, PieceType};

use crate::order::movepick::{MovePicker, Stage};
use crate::order::quiet::gives_direct_check;
use crate::order::see::see_ge;
use crate::params;
use crate::score::{Bound, Score, is_decisive, is_loss, is_win, mated_in};
use crate::tables::tt::Entry;
use crate::threads::thread::ThreadData;
use crate::tree::alphabeta::alpha_beta;
use crate::tree::node::{NodeInfo, NonPv, Window};
use crate::tree::qsearch::qsearch;
use crate::tree::reduce;

/// True if `color` has a piece other than pawns and king. Without one, zugzwang is likely and
/// passing may be better than every move.
pub(crate) fn has_pieces(board: &Board, color: Color) -> bool {
    let pawns_and_kings = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    (board.colors(color) - pawns_and_kings).any()
}

/// Mate-distance pruning: the window cannot extend beyond being mated here or mating next move, so
/// it closes where a shorter mate is known.
/// <https://www.chessprogramming.org/Mate_Distance_Pruning>
pub(crate) fn mate_distance(window: Window, ply: usize) -> Window {
    Window::new(
        window.alpha.max(mated_in(ply)),
        window.beta.min(-mated_in(ply + 1)),
    )
}

/// Razoring: if the evaluation is far below alpha at low depth, quiescence search decides whether
/// captures can help. <https://www.chessprogramming.org/Razoring>
pub(crate) fn razor(
    td: &mut ThreadData,
    board: &Board,
    info: &NodeInfo,
    depth: i32,
    alpha: Score,
) -> Option<Score> {
    let margin = params::razor_base() + params::razor_margin() * depth * depth;
    if depth > params::razor_depth() || is_decisive(alpha) || info.eval + margin > alpha {
        return None;
    }
    let score = qsearch::<NonPv>(td, board, Window::zero(alpha + 1), info.ply);
    (td.stopped || score <= alpha).then_some(score)
}

/// Reverse futility pruning: the evaluation exceeds beta by so much that some move will keep it
/// there. Returns a score between beta and the evaluation, which is not proven.
/// <https://www.chessprogramming.org/Reverse_Futility_Pruning>
pub(crate) fn reverse_futility(info: &NodeInfo, depth: i32, beta: Score) -> Option<Score> {
    let margin = params::rfp_margin() * depth
        - params::rfp_improving() * i32::from(info.improving)
        - params::rfp_opponent_worsening() * i32::from(info.opponent_worsening);
    let applies = depth <= params::rfp_depth()
        && !is_loss(beta)
        && info.eval - margin.max(params::rfp_min_margin()) >= beta;
    applies.then_some(beta + (info.eval - beta) / params::rfp_blend_divisor())
}

/// Null-move pruning: if passing still fails high, a real move almost certainly will. High depths
/// are verified by a reduced search without null moves in its first plies, which detects zugzwang.
/// <https://www.chessprogramming.org/Null_Move_Pruning>
pub(crate) fn null_move(
    td: &mut ThreadData,
    board: &Board,
    info: &NodeInfo,
    depth: i32,
    beta: Score,
) -> Option<Score> {
    let ply = info.ply;
    let margin = params::nmp_eval_margin() - params::nmp_depth_margin() * depth;
    let applies = depth >= params::nmp_depth()
        && ply >= td.nmp_min_ply
        && td.stack.before(ply, 1).mv.is_some()
        && info.eval >= beta
        && info.static_eval >= beta + margin
        && !is_loss(beta)
        && has_pieces(board, board.side_to_move());
    if !applies {
        return None;
    }
    let reduced_depth = depth - null_move_reduction(info, depth, beta);
    let mut child = *board;
    td.make_null(&mut child, ply);
    let window = -Window::zero(beta);
    let score = -alpha_beta::<NonPv>(td, &child, window, reduced_depth, ply + 1, false);
    td.unmake();
    if td.stopped {
        return Some(score);
    }
    if score < beta {
        return None;
    }
    // A mate that needs a pass is unproven.
    let score = if is_win(score) { beta } else { score };
    if td.nmp_min_ply > 0 || depth < params::nmp_verify_depth() {
        return Some(score);
    }
    let plies = (params::nmp_verify_quarters() * reduced_depth / 4).max(1);
    td.nmp_min_ply = ply + plies as usize;
    let verified = alpha_beta::<NonPv>(td, board, Window::zero(beta), reduced_depth, ply, false);
    td.nmp_min_ply = 0;
    (td.stopped || verified >= beta).then_some(score)
}

/// The reduction of the null-move search, in plies. It grows with the depth and with the margin by
/// which the evaluation exceeds beta.
fn null_move_reduction(info: &NodeInfo, depth: i32, beta: Score) -> i32 {
    let by_eval = (info.eval - beta) / params::nmp_eval_divisor();
    params::nmp_base() + depth / params::nmp_divisor() + by_eval.min(params::nmp_eval_max())
}

/// ProbCut: a capture that beats a raised beta at reduced depth will very likely beat beta at full
/// depth (Buro 1995). <https://www.chessprogramming.org/ProbCut>
pub(crate) fn probcut(
    td: &mut ThreadData,
    board: &Board,
    info: &NodeInfo,
    depth: i32,
    beta: Score,
) -> Option<Score> {
    let ply = info.ply;
    let probcut_beta =
        beta + params::probcut_margin() - params::probcut_improving() * i32::from(info.improving);
    let child_depth = depth - params::probcut_reduction();
    // A result of the child at `child_depth` is one of this node a ply deeper.
    let entry_depth = child_depth + 1;
    // True if a TT entry of at least `entry_depth` has a score below `probcut_beta`, even if that
    // is only a lower bound.
    let falls_short = info
        .entry
        .is_some_and(|e| e.bound.is_some() && e.depth >= entry_depth && e.score < probcut_beta);
    if depth < params::probcut_depth() || is_decisive(beta) || falls_short {
        return None;
    }
    let window = -Window::zero(probcut_beta);
    let mut picker = MovePicker::noisy(info.tt_move, probcut_beta - info.static_eval);
    while let Some(mv) = picker.next(board, td.history, &td.stack, ply) {
        if picker.stage() == Stage::BadNoisy {
            break;
        }
        let mut child = *board;
        td.make(&mut child, mv, ply);
        let mut score = -qsearch::<NonPv>(td, &child, window, ply + 1);
        if score >= probcut_beta && !td.stopped {
            let cut_node = !info.cut_node;
            score = -alpha_beta::<NonPv>(td, &child, window, child_depth, ply + 1, cut_node);
        }
        td.unmake();
        if td.stopped {
            return Some(score);
        }
        if score >= probcut_beta {
            let entry = Entry {
                mv: Some(mv),
                score,
                eval: info.raw_eval,
                depth: entry_depth,
                bound: Some(Bound::Lower),
                pv: info.tt_pv,
            };
            td.store(board, ply, entry);
            return Some(if is_decisive(score) {
                score
            } else {
                score - (probcut_beta - beta)
            });
        }
    }
    None
}

/// The decision about a move before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveAction {
    Search,
    Skip,
    /// Skip this move and all quiet moves after it.
    SkipQuiets,
}

/// The properties of a move that pruning and reductions depend on.
pub(crate) struct MoveContext {
    pub(crate) mv: Move,
    pub(crate) history: i32,
    /// The depth of the node, in plies.
    pub(crate) depth: i32,
    /// The move's number in the node, from 1.
    pub(crate) move_count: i32,
    pub(crate) stage: Stage,
}

/// Move pruning, unless the side to move has only pawns: by SEE, and quiet moves, if not in check, also
/// by move count and futility. The margins grow with depth. A direct check never begins the skipping of
/// quiet moves, but is skipped once another move has begun it.
pub(crate) fn prune_move(
    board: &Board,
    info: &NodeInfo,
    context: &MoveContext,
    alpha: Score,
    has_pieces: bool,
) -> MoveAction {
    // Zugzwang is likely with pawns only, and quiet moves may be the only good ones.
    if !has_pieces {
        return MoveAction::Search;
    }
    if context.mv.is_noisy() {
        return prune_noisy(board, context);
    }
    let lmr_depth = reduce::lmr_depth(info, context);
    if !info.in_check
        && (is_late(info, context) || is_futile(info, context.history, lmr_depth, alpha))
        && !(params::spare_checks() > 0 && gives_direct_check(board, context.mv))
    {
        return MoveAction::SkipQuiets;
    }
    let threshold = -params::see_quiet_margin() * lmr_depth * lmr_depth;
    if see_ge(board, context.mv, threshold) {
        MoveAction::Search
    } else {
        MoveAction::Skip
    }
}

/// SEE pruning of noisy moves: the tolerated loss grows with depth and history.
/// <https://www.chessprogramming.org/Static_Exchange_Evaluation>
fn prune_noisy(board: &Board, context: &MoveContext) -> MoveAction {
    // The move picker has already tested good captures.
    if context.stage == Stage::GoodNoisy {
        return MoveAction::Search;
    }
    let threshold =
        -params::see_noisy_margin() * context.depth - context.history / params::see_noisy_history();
    if see_ge(board, context.mv, threshold.min(0)) {
        MoveAction::Search
    } else {
        MoveAction::Skip
    }
}

/// Late move pruning: quiet moves after a number of others seldom raise alpha. Not in PV nodes, whose
/// scores count as exact: the best reply may be among these moves, and without it a search of a few
/// plies is less accurate than the static evaluation.
/// <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>
fn is_late(info: &NodeInfo, context: &MoveContext) -> bool {
    !info.pv_node && context.move_count >= late_move_count(context.depth, info.improving)
}

/// The number of the first move that is late. It is half as large if the evaluation is not improving.
fn late_move_count(depth: i32, improving: bool) -> i32 {
    (params::lmp_base() + depth * depth) / (2 - i32::from(improving))
}

/// Futility pruning: even with a margin the evaluation does not reach alpha, and quiet moves seldom
/// gain more. <https://www.chessprogramming.org/Futility_Pruning>
fn is_futile(info: &NodeInfo, history: i32, lmr_depth: i32, alpha: Score) -> bool {
    let futility_value = info.static_eval
        + params::futility_base()
        + params::futility_margin() * lmr_depth
        + history / params::futility_history();
    // No evaluation reaches a mate score, but a quiet move may lead to mate.
    lmr_depth < params::futility_depth() && futility_value <= alpha && !is_win(alpha)
}

#[cfg(test)]
mod tests;
