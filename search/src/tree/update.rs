//! Updates after a searched move or node: histories, correction history, root moves.

use arrayvec::ArrayVec;
use movegen::{Board, Move};

use crate::params;
use crate::score::{Bound, INFINITE, NO_SCORE, Score, is_undecided};
use crate::tables::tt::Entry;
use crate::threads::thread::ThreadData;
use crate::tree::node::{NodeInfo, Window, bound_of};

/// The moves of a node that were searched and failed low, up to the capacity of the lists.
#[derive(Default)]
pub(crate) struct SearchedMoves {
    quiets_searched: ArrayVec<Move, 32>,
    captures_searched: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Adds a move, or drops it if its list is full: late moves carry little information.
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        let list = if mv.is_noisy() {
            &mut self.captures_searched
        } else {
            &mut self.quiets_searched
        };
        let _ = list.try_push(mv);
    }
}

fn quiet_bonus(depth: i32) -> i32 {
    (params::quiet_bonus() * depth - params::quiet_bonus_offset()).min(params::quiet_bonus_max())
}

fn quiet_malus(depth: i32) -> i32 {
    (params::quiet_malus() * depth).min(params::quiet_malus_max())
}

/// The share of the malus for each of the other quiet moves searched, in 128ths. Late moves were
/// expected to be bad, so they get less of it.
fn malus_shares() -> impl Iterator<Item = i32> {
    (0..).map(|index| 128 - params::quiet_malus_decay() * index)
}

fn noisy_bonus(depth: i32) -> i32 {
    (params::noisy_bonus() * depth).min(params::noisy_bonus_max())
}

fn noisy_malus(depth: i32) -> i32 {
    (params::noisy_malus() * depth).min(params::noisy_malus_max())
}

fn prior_bonus(depth: i32) -> i32 {
    (params::prior_bonus() * depth).min(params::prior_bonus_max())
}

/// The plies by which a best move counts as searched deeper, because its score is clearly above beta
/// or at least the static evaluation.
pub(crate) fn bonus_plies(info: &NodeInfo, score: Score, beta: Score) -> i32 {
    let clear = score > beta + params::clear_cutoff_margin();
    let surprising = !info.in_check && score >= info.static_eval;
    i32::from(clear) + params::surprise_depth() * i32::from(surprising)
}

/// Rewards the best move and penalizes the other captures searched and, if it is quiet, the other
/// quiet moves.
/// <https://www.chessprogramming.org/History_Heuristic>
pub(crate) fn on_best_move(
    td: &mut ThreadData,
    board: &Board,
    ply: usize,
    depth: i32,
    best: Move,
    searched: &SearchedMoves,
) {
    if best.is_noisy() {
        td.history.update_noisy(board, best, noisy_bonus(depth));
    } else {
        // At low depth the first move is best too often to be informative.
        if depth >= params::first_quiet_depth() || !searched.quiets_searched.is_empty() {
            td.history
                .update_quiet(board, &td.stack, ply, best, quiet_bonus(depth));
        }
        for (&mv, share) in searched.quiets_searched.iter().zip(malus_shares()) {
            let malus = quiet_malus(depth) * share / 128;
            td.history.update_quiet(board, &td.stack, ply, mv, -malus);
        }
    }
    for &mv in &searched.captures_searched {
        td.history.update_noisy(board, mv, -noisy_malus(depth));
    }
}

/// Rewards the quiet TT move of a node whose TT score fails high.
pub(crate) fn on_tt_cutoff(
    td: &mut ThreadData,
    board: &Board,
    entry: Entry,
    depth: i32,
    ply: usize,
) {
    let legal_quiet = |mv: &Move| !mv.is_noisy() && board.is_legal(*mv);
    if let Some(mv) = entry.mv.filter(legal_quiet) {
        let bonus = quiet_bonus(depth) * params::tt_cutoff_bonus() / 128;
        td.history.update_quiet(board, &td.stack, ply, mv, bonus);
    }
}

/// Counts a fail high. A quiet move that it refutes is penalized if it was the first that the
/// opponent's node searched.
pub(crate) fn on_fail_high(td: &mut ThreadData, ply: usize, depth: i32) {
    td.stack.at_mut(ply).cutoffs += 1;
    let previous = *td.stack.before(ply, 1);
    if previous.quiet_index.is_some() && previous.move_count == 1 {
        let malus = quiet_malus(depth) * params::refuted_malus() / 128;
        td.history
            .update_continuations(&td.stack, ply - 1, previous.piece_to, -malus);
    }
}

/// Rewards the opponent's quiet move that led to a fail low, more if it was not expected to.
pub(crate) fn on_fail_low(td: &mut ThreadData, ply: usize, depth: i32) {
    let previous = *td.stack.before(ply, 1);
    let late = previous.move_count >= params::prior_late_moves();
    let bonus = prior_bonus(depth) * (128 + params::prior_late() * i32::from(late)) / 128;
    if let Some(index) = previous.quiet_index {
        td.history.update_butterfly(index, bonus);
        td.history
            .update_continuations(&td.stack, ply - 1, previous.piece_to, bonus);
    }
}

/// Evaluation difference bonus: a quiet move is rewarded if the evaluation rose for its side and
/// penalized if it fell (after Stockfish 2020). The side to move has an advantage in both
/// evaluations, so the average difference is negative; subtracting a running mean corrects this.
pub(crate) fn eval_diff_bonus(td: &mut ThreadData, info: &NodeInfo) {
    let previous = *td.stack.before(info.ply, 1);
    if let Some(index) = previous.quiet_index
        && previous.static_eval != NO_SCORE
        && info.static_eval != NO_SCORE
    {
        let diff = -(previous.static_eval + info.static_eval);
        let max = params::eval_diff_max();
        let centered = td.history.center_eval_diff(diff.clamp(-max, max));
        td.history
            .update_butterfly(index, params::eval_diff_bonus() * centered);
    }
}

/// Updates the continuation history of a quiet move whose reduced search beat alpha, by the score of
/// its last zero-window search.
pub(crate) fn on_lmr_fail_high(
    td: &mut ThreadData,
    ply: usize,
    depth: i32,
    score: Score,
    window: Window,
) {
    let bonus = if score <= window.alpha {
        -quiet_malus(depth)
    } else if score >= window.beta {
        quiet_bonus(depth)
    } else {
        return;
    };
    let piece_to = td.stack.at(ply).piece_to;
    td.history
        .update_continuations(&td.stack, ply, piece_to, bonus);
}

/// Updates the correction history by the difference between search score and static evaluation,
/// unless in check, a noisy move explains it, or the score is a bound on the wrong side, decisive, or
/// a win that the fifty-move rule may prevent.
pub(crate) fn correction_history(
    td: &mut ThreadData,
    board: &Board,
    info: &NodeInfo,
    result: &Entry,
) {
    let score = result.score;
    let skip = info.in_check
        || result.mv.is_some_and(Move::is_noisy)
        || !is_undecided(score)
        || (result.bound == Some(Bound::Lower) && score <= info.static_eval)
        || (result.bound == Some(Bound::Upper) && score >= info.static_eval);
    if !skip {
        let difference = score - info.static_eval;
        td.correction
            .update(board, &td.stack, info.ply, result.depth, difference);
    }
}

/// Updates a root move after its search: its node count, and its score and variation if it is the
/// first move or raised alpha.
pub(crate) fn root_move(
    td: &mut ThreadData,
    mv: Move,
    score: Score,
    window: Window,
    move_count: i32,
    nodes_before: u64,
) {
    let nodes = td.nodes - nodes_before;
    let seldepth = td.seldepth;
    let line = td.pv.line(1);
    let Some(root) = td.root_moves.iter_mut().find(|root| root.mv == mv) else {
        return;
    };
    root.nodes += nodes;
    if move_count > 1 && score <= window.alpha {
        root.score = -INFINITE;
        return;
    }
    if move_count > 1 && td.pv_index == 0 {
        td.best_move_changes += 1;
    }
    root.score = score;
    let weight = params::aspiration_average();
    let average = root.average.unwrap_or(score);
    root.average = Some((weight * average + (128 - weight) * score) / 128);
    root.seldepth = seldepth;
    root.bound = bound_of(score, window.beta, score > window.alpha);
    root.pv.clear();
    root.pv.push(mv);
    root.pv.extend_from_slice(line);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::Network;
    use crate::threads::shared::SharedContext;
    use crate::threads::thread::ThreadState;
    use crate::{Limits, Request};

    #[test]
    fn history_bonuses_grow_with_depth_up_to_their_maximum() {
        for bonus in [
            quiet_bonus,
            quiet_malus,
            noisy_bonus,
            noisy_malus,
            prior_bonus,
        ] {
            assert!(bonus(1) > 0 && bonus(2) > bonus(1));
            assert_eq!(bonus(100), bonus(200));
        }
        assert_eq!(quiet_bonus(100), params::quiet_bonus_max());
        assert_eq!(noisy_malus(100), params::noisy_malus_max());
    }

    #[test]
    fn quiet_malus_decreases_but_stays_positive() {
        let most = SearchedMoves::default().quiets_searched.capacity();
        let shares: Vec<i32> = malus_shares().take(most).collect();
        assert_eq!(shares[0], 128);
        assert!(shares.is_sorted_by(|a, b| a > b) && shares[most - 1] > 0);
    }

    #[test]
    fn searched_moves_are_kept_by_type_and_dropped_when_full() {
        let board: Board = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
        let mut searched = SearchedMoves::default();
        searched.push(board.parse_uci("e4d5").unwrap());
        for _ in 0..100 {
            searched.push(board.parse_uci("e4e5").unwrap());
        }
        assert_eq!(searched.captures_searched.len(), 1);
        assert!(searched.quiets_searched.is_full());
    }

    #[test]
    fn score_of_the_first_root_move_is_a_bound_outside_the_window() {
        let request = Request::new(Board::default(), Limits::new());
        let shared = SharedContext::small(request, 1);
        let mut state = ThreadState::try_new(Network::embedded()).unwrap();
        let mut td = ThreadData::new(0, &shared, &mut state, None);
        let mv = td.root_moves[0].mv;
        for (score, bound) in [
            (10, Bound::Upper),
            (11, Bound::Exact),
            (29, Bound::Exact),
            (30, Bound::Lower),
        ] {
            root_move(&mut td, mv, score, Window::new(10, 30), 1, 0);
            let root = &td.root_moves[0];
            assert_eq!((root.score, root.bound), (score, bound));
        }
    }
}
