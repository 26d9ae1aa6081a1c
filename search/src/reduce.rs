//! How deep to look: late move reductions and singular extensions.

use movegen::{Board, Move};
use once_cell::sync::Lazy;

use crate::alphabeta::{Facts, NonPv, alpha_beta};
use crate::params;
use crate::score::{Bound, NO_SCORE, Score, is_decisive};
use crate::thread::ThreadData;

/// Natural logarithms in 1024ths.
static LOGARITHMS: Lazy<[i32; 256]> =
    Lazy::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1024.0) as i32));

/// The reduction of a late move before anything is known of it, in 1024ths of a ply: it grows with
/// the logarithms of depth and of the number of moves tried.
#[inline(always)]
pub(crate) fn base(depth: i32, move_count: i32) -> i32 {
    let log = |n: i32| LOGARITHMS[n.clamp(0, 255) as usize];
    params::lmr_base() + log(depth) * log(move_count) / params::lmr_divisor()
}

/// What is known of a move that may be reduced.
pub(crate) struct Late {
    pub(crate) quiet: bool,
    pub(crate) gives_check: bool,
    pub(crate) history: i32,
    /// How often the child's siblings of this line have failed high.
    pub(crate) cutoffs: u32,
}

/// The reduction of a late move, in 1024ths of a ply.
pub(crate) fn late_move(facts: &Facts, depth: i32, move_count: i32, late: &Late) -> i32 {
    let mut reduction = base(depth, move_count);
    if late.quiet {
        reduction -= late.history / params::lmr_history_divisor();
    } else {
        reduction -= params::lmr_noisy() + late.history / params::lmr_noisy_history_divisor();
    }
    reduction -= params::lmr_pv() * i32::from(facts.pv_node);
    reduction -= params::lmr_tt_pv() * i32::from(facts.tt_pv);
    reduction -= params::lmr_check() * i32::from(late.gives_check);
    reduction -= params::lmr_correction() * facts.correction.abs();
    reduction += params::lmr_cut_node() * i32::from(facts.cut_node);
    reduction += params::lmr_not_improving() * i32::from(!facts.improving);
    reduction += params::lmr_tt_noisy() * i32::from(facts.tt_move.is_some_and(Move::is_noisy));
    reduction += params::lmr_cutoffs() * i32::from(late.cutoffs > 3);
    reduction
}

/// What the singular search says of the table's move.
pub(crate) enum Singular {
    /// By how many plies to extend it; reduce if negative.
    Extend(i32),
    /// Other moves beat beta as well: the node's score.
    Cut(Score),
}

/// Singular extension: when every other move fails low against a bar a little below the table's
/// score, the table's move is the only good one and looked at deeper. When others pass the bar
/// too, it is not, and may even be needless (multi-cut). After Stockfish; "Singular Extensions" in
/// the Chess Programming Wiki.
pub(crate) fn singular(
    td: &mut ThreadData,
    board: &Board,
    facts: &Facts,
    depth: i32,
    beta: Score,
    ply: usize,
) -> Singular {
    let widened = i32::from(facts.tt_pv && !facts.pv_node);
    let margin = (params::singular_margin() + params::singular_pv_margin() * widened) * depth / 16;
    let bar = facts.tt_score - margin;

    td.stack.at_mut(ply).excluded = facts.tt_move;
    let score = alpha_beta::<NonPv>(
        td,
        board,
        bar - 1,
        bar,
        (depth - 1) / 2,
        ply,
        facts.cut_node,
    );
    td.stack.at_mut(ply).excluded = None;

    if td.stopped {
        Singular::Extend(0)
    } else if score < bar {
        let wide = 200 * i32::from(facts.pv_node);
        let quiet = facts.tt_move.is_some_and(|mv| !mv.is_noisy());
        Singular::Extend(
            1 + i32::from(score < bar - params::double_margin() - wide)
                + i32::from(quiet && score < bar - params::triple_margin() - wide),
        )
    } else if bar >= beta && !is_decisive(bar) {
        Singular::Cut(bar)
    } else if facts.tt_score >= beta {
        Singular::Extend(-2 + i32::from(facts.pv_node))
    } else if facts.cut_node {
        Singular::Extend(-2)
    } else {
        Singular::Extend(0)
    }
}

/// True when the table knows enough of its move to ask whether it is singular.
pub(crate) fn may_be_singular(td: &ThreadData, facts: &Facts, depth: i32, ply: usize) -> bool {
    // Without the second bound a line could grow for ever.
    depth >= params::singular_depth()
        && (ply as i32) < 2 * td.root_depth
        && facts.entry.is_some_and(|entry| {
            entry.depth >= depth - params::singular_depth_slack()
                && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
                && !is_decisive(facts.tt_score)
        })
}

/// The depth at which a move is expected to be searched, for the rules near the horizon.
pub(crate) fn expected(
    facts: &Facts,
    depth: i32,
    move_count: i32,
    history: i32,
    quiet: bool,
) -> i32 {
    let mut reduction = base(depth, move_count);
    if quiet {
        reduction -= history / params::lmr_history_divisor();
    }
    reduction += params::lmr_not_improving() * i32::from(!facts.improving);
    reduction -= params::lmr_depth_tt_pv() * i32::from(facts.tt_pv);
    (depth - 1 - reduction / 1024).max(0)
}

/// Hindsight: a ply more where the move that led here was reduced by much and does not look bad, a
/// ply less where it was reduced and looks bad indeed (after Stockfish and Reckless 2025).
pub(crate) fn hindsight(td: &ThreadData, facts: &Facts, depth: i32, ply: usize) -> i32 {
    let previous = td.stack.before(ply, 1);
    if td.stack.at(ply).excluded.is_some() || facts.in_check || previous.static_eval == NO_SCORE {
        return 0;
    }
    if previous.reduction >= params::hindsight_reduction() && !facts.worsening {
        1
    } else if previous.reduction >= 1
        && depth >= 2
        && facts.static_eval + previous.static_eval > params::hindsight_margin()
    {
        -1
    } else {
        0
    }
}

/// How much deeper than planned to search a reduced move that beat alpha: by how far it did tells.
pub(crate) fn second_thought(score: Score, best_score: Score, new_depth: i32) -> i32 {
    i32::from(score > best_score + params::deeper_margin() + 2 * new_depth)
        - i32::from(score < best_score + new_depth)
}
