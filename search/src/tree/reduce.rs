//! Depth changes: late move reductions, singular extensions, and hindsight adjustments.

use movegen::{Board, Move};
use once_cell::sync::Lazy;

use crate::params;
use crate::score::{Bound, NO_SCORE, Score, is_decisive, is_undecided};
use crate::threads::thread::ThreadData;
use crate::tree::alphabeta::alpha_beta;
use crate::tree::node::{NodeInfo, NonPv, Window};
use crate::tree::prune::MoveContext;

/// Natural logarithms in 1024ths.
static LOGARITHMS: Lazy<[i32; 256]> =
    Lazy::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1024.0) as i32));

/// The basic late move reduction, in 1024ths of a ply. It grows with the logarithms of depth and
/// move number. <https://www.chessprogramming.org/Late_Move_Reductions>
#[inline(always)]
fn base_reduction(depth: i32, move_count: i32) -> i32 {
    let log = |n: i32| LOGARITHMS[n.clamp(0, 255) as usize];
    params::lmr_base() + log(depth) * log(move_count) / params::lmr_divisor()
}

/// The late move reduction, in 1024ths of a ply: more for moves that are expected to fail low, less
/// for moves with a good history and near the principal variation. `cutoffs` is the number of fail
/// highs so far among the children of this node and of its siblings; at the root, of the whole search.
pub(crate) fn lmr_reduction(
    info: &NodeInfo,
    context: &MoveContext,
    gives_check: bool,
    cutoffs: u32,
) -> i32 {
    let mut reduction = base_reduction(context.depth, context.move_count);
    if context.mv.is_noisy() {
        reduction -= params::lmr_noisy() + context.history / params::lmr_noisy_history_divisor();
    } else {
        reduction -= context.history / params::lmr_history_divisor();
    }
    let many_cutoffs = cutoffs as i32 > params::lmr_cutoff_count();
    reduction -= params::lmr_pv() * i32::from(info.pv_node);
    reduction -= params::lmr_tt_pv() * i32::from(info.tt_pv);
    reduction -= params::lmr_check() * i32::from(gives_check);
    let unreliable = params::lmr_correction() * info.correction.abs();
    reduction -= unreliable.min(params::lmr_correction_max());
    reduction += params::lmr_cut_node() * i32::from(info.cut_node);
    reduction += params::lmr_not_improving() * i32::from(!info.improving);
    reduction += params::lmr_tt_noisy() * i32::from(info.tt_move.is_some_and(Move::is_noisy));
    reduction += params::lmr_cutoffs() * i32::from(many_cutoffs);
    reduction
}

/// The depth to which a quiet move will probably be searched, in plies: estimates the late move
/// reduction for move pruning, before the move is made. A good history can raise it above the
/// unreduced depth.
pub(crate) fn lmr_depth(info: &NodeInfo, context: &MoveContext) -> i32 {
    let mut reduction = base_reduction(context.depth, context.move_count);
    reduction -= context.history / params::lmr_history_divisor();
    reduction += params::lmr_not_improving() * i32::from(!info.improving);
    reduction -= params::lmr_depth_tt_pv() * i32::from(info.tt_pv);
    (context.depth - 1 - reduction / 1024).max(0)
}

/// The plies to add to the full-depth search of a move whose reduced search beat alpha: 1 if its
/// score is clearly the best, -1 if it barely exceeds the best so far (after Stockfish).
pub(crate) fn research_adjustment(score: Score, best_score: Score, new_depth: i32) -> i32 {
    let deeper = params::deeper_margin() + params::deeper_depth_margin() * new_depth;
    let shallower = params::shallower_depth_margin() * new_depth;
    i32::from(score > best_score + deeper) - i32::from(score < best_score + shallower)
}

/// The result of a singular search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Singular {
    /// The extension of the TT move in plies, negative for a reduction.
    Extend(i32),
    /// Multi-cut: other moves reach beta too, so the node fails high with this score.
    MultiCut(Score),
}

/// The TT score if a singular search of its move may follow: the entry is deep enough, and its score
/// undecided and not an upper bound.
pub(crate) fn singular_tt_score(td: &ThreadData, info: &NodeInfo, depth: i32) -> Option<Score> {
    // The ply limit keeps a line from being extended forever.
    let may_extend = depth >= params::singular_depth()
        && (info.ply as i32) < params::singular_ply_factor() * td.root_depth;
    let entry = info.entry.filter(|entry| {
        may_extend
            && entry.depth >= depth - params::singular_tt_depth()
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && is_undecided(entry.score)
    });
    entry.map(|entry| entry.score)
}

/// Singular extension: if all other moves fail low against a beta somewhat below the TT score, the
/// TT move is the only good one and is searched deeper (after Stockfish). The result is meaningless
/// once `td.stopped`.
/// <https://www.chessprogramming.org/Singular_Extensions>
pub(crate) fn singular(
    td: &mut ThreadData,
    board: &Board,
    info: &NodeInfo,
    tt_score: Score,
    depth: i32,
    beta: Score,
) -> Singular {
    let former_pv = i32::from(info.tt_pv && !info.pv_node);
    let margin = params::singular_margin() + params::singular_tt_pv_margin() * former_pv;
    let singular_beta = tt_score - margin * depth / 16;
    let window = Window::zero(singular_beta);
    td.stack.at_mut(info.ply).excluded = info.tt_move;
    let depth = (depth - 1) / params::singular_depth_divisor();
    let score = alpha_beta::<NonPv>(td, board, window, depth, info.ply, info.cut_node);
    td.stack.at_mut(info.ply).excluded = None;
    singular_result(info, tt_score, score, singular_beta, beta)
}

/// Derives the extension from the best `score` of the other moves. A move that is not singular is
/// reduced if the node is expected to fail high anyway.
fn singular_result(
    info: &NodeInfo,
    tt_score: Score,
    score: Score,
    singular_beta: Score,
    beta: Score,
) -> Singular {
    if score < singular_beta {
        let pv_margin = params::singular_pv_margin() * i32::from(info.pv_node);
        let quiet = info.tt_move.is_some_and(|mv| !mv.is_noisy());
        let double = score < singular_beta - params::double_margin() - pv_margin;
        let triple = quiet && score < singular_beta - params::triple_margin() - pv_margin;
        Singular::Extend(1 + i32::from(double) + i32::from(triple))
    } else if singular_beta >= beta && !is_decisive(singular_beta) {
        Singular::MultiCut(singular_beta)
    } else if tt_score >= beta || info.cut_node {
        let reduction = params::singular_reduction() - i32::from(info.pv_node);
        Singular::Extend(-reduction.max(0))
    } else {
        Singular::Extend(0)
    }
}

/// Hindsight adjustment: one ply more if the opponent's last move was reduced a lot but did not
/// lower its evaluation, one ply less if it was reduced and lowered it by a margin (after Stockfish
/// and Reckless 2025).
pub(crate) fn hindsight(td: &ThreadData, info: &NodeInfo, depth: i32) -> i32 {
    let previous = td.stack.before(info.ply, 1);
    if info.in_check || previous.static_eval == NO_SCORE {
        return 0;
    }
    if previous.reduction >= params::hindsight_reduction() && !info.opponent_worsening {
        1
    } else if previous.reduction >= 1
        && depth >= params::hindsight_depth()
        && info.static_eval + previous.static_eval > params::hindsight_margin()
    {
        -1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::movepick::Stage;
    use crate::score::MATE;

    /// A quiet move without history.
    fn quiet(depth: i32, move_count: i32) -> MoveContext {
        MoveContext {
            mv: Board::default().parse_uci("a2a3").unwrap(),
            history: 0,
            depth,
            move_count,
            stage: Stage::Quiet,
        }
    }

    #[test]
    fn lmr_reduction_grows_with_depth_and_move_count() {
        for n in 2..60 {
            assert!(base_reduction(n + 1, 10) >= base_reduction(n, 10));
            assert!(base_reduction(10, n + 1) >= base_reduction(10, n));
        }
        assert!(base_reduction(500, 500) == base_reduction(255, 255));
    }

    #[test]
    fn lmr_reduction_depends_on_history_and_node_type() {
        let empty = NodeInfo::EMPTY;
        let move_10 = quiet(10, 10);
        let plain = lmr_reduction(&empty, &move_10, false, 0);
        let good = MoveContext {
            history: 8000,
            ..quiet(10, 10)
        };
        assert!(lmr_reduction(&empty, &good, false, 0) < plain);
        let check = lmr_reduction(&empty, &move_10, true, 0);
        assert_eq!(check - plain, -params::lmr_check());
        let few = lmr_reduction(&empty, &move_10, false, params::lmr_cutoff_count() as u32);
        assert_eq!(few, plain);
        let many = lmr_reduction(
            &empty,
            &move_10,
            false,
            params::lmr_cutoff_count() as u32 + 1,
        );
        assert_eq!(many - plain, params::lmr_cutoffs());
        let cut_node = NodeInfo {
            cut_node: true,
            ..NodeInfo::EMPTY
        };
        let reduction = lmr_reduction(&cut_node, &move_10, false, 0);
        assert_eq!(reduction - plain, params::lmr_cut_node());
        let pv_node = NodeInfo {
            pv_node: true,
            ..NodeInfo::EMPTY
        };
        let reduction = lmr_reduction(&pv_node, &move_10, false, 0);
        assert_eq!(reduction - plain, -params::lmr_pv());
    }

    #[test]
    fn lmr_depth_without_history_is_within_the_usual_depth() {
        for depth in 1..20 {
            for move_count in 1..80 {
                let lmr_depth = lmr_depth(&NodeInfo::EMPTY, &quiet(depth, move_count));
                assert!((0..depth).contains(&lmr_depth), "{depth} {move_count}");
            }
        }
        let bad = MoveContext {
            history: -16_384,
            ..quiet(1, 200)
        };
        assert_eq!(lmr_depth(&NodeInfo::EMPTY, &bad), 0);
    }

    #[test]
    fn research_adjustment_follows_the_score() {
        assert_eq!(research_adjustment(1000, 0, 8), 1);
        assert_eq!(research_adjustment(1, 0, 8), -1);
        assert_eq!(research_adjustment(8, 0, 8), 0);
    }

    #[test]
    fn singular_extension_grows_with_the_distance_to_the_other_moves() {
        let board = Board::default();
        let info = NodeInfo {
            tt_move: board.parse_uci("e2e4").ok(),
            ..NodeInfo::EMPTY
        };
        let of = |score| singular_result(&info, 100, score, 90, 200);
        assert_eq!(of(89), Singular::Extend(1));
        assert_eq!(of(89 - params::double_margin()), Singular::Extend(2));
        assert_eq!(of(89 - params::triple_margin()), Singular::Extend(3));
        assert_eq!(of(90), Singular::Extend(0));
    }

    #[test]
    fn singular_search_cuts_or_reduces_when_other_moves_reach_beta() {
        let of = |info, score, singular_beta, beta| {
            singular_result(info, 100, score, singular_beta, beta)
        };
        let info = NodeInfo::EMPTY;
        assert_eq!(of(&info, 95, 90, 80), Singular::MultiCut(90));
        let reduced = Singular::Extend(-params::singular_reduction());
        assert_eq!(of(&info, 95, 90, 95), reduced);
        let cut_node = NodeInfo {
            cut_node: true,
            ..info
        };
        assert_eq!(of(&cut_node, 95, 90, 200), reduced);
        let mate = MATE - 10;
        assert_eq!(of(&cut_node, mate, mate, mate - 5), reduced);
    }
}
