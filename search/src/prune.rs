//! When not to look: each rule by which a node or a move is given up before it is searched.

use movegen::{Board, Color, Move, PieceType};

use crate::alphabeta::{Facts, NonPv, alpha_beta};
use crate::movepick::{MovePicker, Stage};
use crate::params;
use crate::qsearch::qsearch;
use crate::score::{Bound, Score, is_decisive, is_loss, is_win, mated_in, to_table};
use crate::see::see_ge;
use crate::thread::ThreadData;
use crate::tt::Entry;

/// True when `color` has more than pawns: without, zugzwang is too near for a null move.
pub(crate) fn has_pieces(board: &Board, color: Color) -> bool {
    let simple = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    (board.colors(color) - simple).any()
}

/// A mate nearer than this node's best or worst is known already: the window that is left
/// ("Mate Distance Pruning" in the Chess Programming Wiki).
pub(crate) fn mate_distance(alpha: Score, beta: Score, ply: usize) -> (Score, Score) {
    (alpha.max(mated_in(ply)), beta.min(-mated_in(ply + 1)))
}

/// Razoring: far below alpha near the horizon, quiescence decides.
pub(crate) fn razor(
    td: &mut ThreadData,
    board: &Board,
    facts: &Facts,
    depth: i32,
    alpha: Score,
    ply: usize,
) -> Option<Score> {
    let margin = params::razor_base() + params::razor_margin() * depth * depth;
    if depth > params::razor_depth() || is_decisive(alpha) || facts.eval + margin > alpha {
        return None;
    }
    let score = qsearch::<NonPv>(td, board, alpha, alpha + 1, ply);
    (score <= alpha).then_some(score)
}

/// Reverse futility: so far above beta that a move would only have to keep it. Returns a value
/// between the two, for the evaluation is not proof.
pub(crate) fn reverse_futility(facts: &Facts, depth: i32, beta: Score) -> Option<Score> {
    let margin = params::rfp_margin() * depth
        - params::rfp_improving() * i32::from(facts.improving)
        - params::rfp_worsening() * i32::from(facts.worsening);
    let applies = depth <= params::rfp_depth()
        && !is_decisive(facts.eval)
        && !is_loss(beta)
        && facts.eval - margin.max(20) >= beta;
    applies.then_some(beta + (facts.eval - beta) / 3)
}

/// Null move: if passing still fails high, moving will. Verified at high depth, where zugzwang is
/// the only way that can be wrong and costs most ("Null Move Pruning" in the Chess Programming
/// Wiki).
pub(crate) fn null_move(
    td: &mut ThreadData,
    board: &Board,
    facts: &Facts,
    depth: i32,
    beta: Score,
    ply: usize,
) -> Option<Score> {
    let slack = params::nmp_eval_slack() - params::nmp_depth_slack() * depth;
    let applies = depth >= params::nmp_depth()
        && ply >= td.null_move_from
        && td.stack.before(ply, 1).mv.is_some()
        && facts.eval >= beta
        && facts.static_eval >= beta + slack
        && !is_loss(beta)
        && has_pieces(board, board.side_to_move());
    if !applies {
        return None;
    }
    let reduction = params::nmp_base()
        + depth / params::nmp_divisor()
        + ((facts.eval - beta) / params::nmp_eval_divisor()).min(3);
    let child = td.make_null(board, ply);
    let score = -alpha_beta::<NonPv>(
        td,
        &child,
        -beta,
        1 - beta,
        depth - reduction,
        ply + 1,
        false,
    );
    td.unmake();
    if td.stopped || score < beta {
        return None;
    }
    // A mate found after passing is none.
    let score = if is_win(score) { beta } else { score };
    if td.null_move_from > 0 || depth < params::nmp_verify_depth() {
        return Some(score);
    }
    td.null_move_from = ply + (3 * (depth - reduction) / 4).max(1) as usize;
    let verified = alpha_beta::<NonPv>(td, board, beta - 1, beta, depth - reduction, ply, false);
    td.null_move_from = 0;
    (verified >= beta).then_some(score)
}

/// ProbCut: a capture that beats a raised beta at reduced depth will beat beta at full depth
/// (Buro 1995; "ProbCut" in the Chess Programming Wiki).
pub(crate) fn probcut(
    td: &mut ThreadData,
    board: &Board,
    facts: &Facts,
    depth: i32,
    beta: Score,
    ply: usize,
) -> Option<Score> {
    let raised =
        beta + params::probcut_margin() - params::probcut_improving() * i32::from(facts.improving);
    let doubted = facts
        .entry
        .is_some_and(|e| e.bound.is_some() && e.depth >= depth - 3 && facts.tt_score < raised);
    if depth < params::probcut_depth() || is_decisive(beta) || doubted {
        return None;
    }
    let mut picker = MovePicker::noisy(facts.tt_move, raised - facts.static_eval);
    while let Some(mv) = picker.next(board, td.history, &td.stack, ply) {
        if picker.stage() == Stage::BadNoisy {
            break;
        }
        let child = td.make(board, mv, ply);
        let mut score = -qsearch::<NonPv>(td, &child, -raised, 1 - raised, ply + 1);
        if score >= raised && !td.stopped {
            score = -alpha_beta::<NonPv>(
                td,
                &child,
                -raised,
                1 - raised,
                depth - 4,
                ply + 1,
                !facts.cut_node,
            );
        }
        td.unmake();
        if td.stopped {
            return None;
        }
        if score >= raised {
            td.tt.store(
                board.key(),
                Entry {
                    mv: Some(mv),
                    score: to_table(score, ply),
                    eval: facts.raw_eval,
                    depth: depth - 3,
                    bound: Some(Bound::Lower),
                    pv: facts.tt_pv,
                },
            );
            return Some(if is_decisive(score) {
                score
            } else {
                score - (raised - beta)
            });
        }
    }
    None
}

/// What to do with a move before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Search,
    Skip,
    /// Skip it and all quiet moves after it.
    SkipQuiets,
}

/// A move about to be made, as far as the rules near the horizon ask.
pub(crate) struct LateMove {
    pub(crate) mv: Move,
    pub(crate) history: i32,
    /// Of the node, in plies.
    pub(crate) depth: i32,
    /// What will be left of it after the usual reduction.
    pub(crate) reduced: i32,
    /// Counted from 1 for the node's first move.
    pub(crate) move_count: i32,
    pub(crate) stage: Stage,
}

/// The rules for moves near the horizon: move count, futility and exchange.
pub(crate) fn judge(board: &Board, facts: &Facts, late: &LateMove, alpha: Score) -> Verdict {
    let &LateMove {
        mv,
        history,
        depth,
        reduced,
        move_count,
        ..
    } = late;
    if mv.is_noisy() {
        // The picker asked for no less.
        if late.stage == Stage::GoodNoisy {
            return Verdict::Search;
        }
        let margin = -params::see_noisy_margin() * depth - history / params::see_noisy_history();
        return if see_ge(board, mv, margin.min(0)) {
            Verdict::Search
        } else {
            Verdict::Skip
        };
    }
    // Late moves: the more depth is left, the more of them deserve a look. Evasions all do.
    let enough = (params::lmp_base() + depth * depth) / (2 - i32::from(facts.improving));
    if !facts.in_check && move_count >= enough {
        return Verdict::SkipQuiets;
    }
    let hope = facts.static_eval
        + params::futility_base()
        + params::futility_margin() * reduced
        + history / params::futility_history();
    if !facts.in_check && reduced < params::futility_depth() && hope <= alpha {
        return Verdict::SkipQuiets;
    }
    if !see_ge(board, mv, -params::see_quiet_margin() * reduced * reduced) {
        return Verdict::Skip;
    }
    Verdict::Search
}
