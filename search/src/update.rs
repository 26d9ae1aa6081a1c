//! What a node teaches: histories, corrections, root moves.

use arrayvec::ArrayVec;
use movegen::{Board, Move};

use crate::alphabeta::Facts;
use crate::params;
use crate::score::{Bound, INFINITE, NO_SCORE, Score};
use crate::thread::ThreadData;
use crate::tt::Entry;

/// The moves of a node that were not the best, as far as there is room.
#[derive(Default)]
pub(crate) struct Tried {
    quiets: ArrayVec<Move, 32>,
    noisies: ArrayVec<Move, 32>,
}

impl Tried {
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        let list = if mv.is_noisy() {
            &mut self.noisies
        } else {
            &mut self.quiets
        };
        // The later a move comes, the less there is to learn from it.
        let _full = list.try_push(mv);
    }
}

fn quiet_bonus(depth: i32) -> i32 {
    (params::quiet_bonus() * depth - params::quiet_bonus_offset()).min(params::quiet_bonus_max())
}

fn quiet_malus(depth: i32) -> i32 {
    (params::quiet_malus() * depth).min(params::quiet_malus_max())
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

/// Rewards the move that was best and punishes those tried before it.
pub(crate) fn best_move(
    td: &mut ThreadData,
    board: &Board,
    ply: usize,
    depth: i32,
    best: Move,
    tried: &Tried,
) {
    if best.is_noisy() {
        td.history.update_noisy(board, best, noisy_bonus(depth));
    } else {
        // The first move of a shallow node is best too often for that to say much.
        if depth > 2 || !tried.quiets.is_empty() {
            td.history
                .update_quiet(board, &td.stack, ply, best, quiet_bonus(depth));
        }
        for &mv in &tried.quiets {
            td.history
                .update_quiet(board, &td.stack, ply, mv, -quiet_malus(depth));
        }
    }
    for &mv in &tried.noisies {
        td.history.update_noisy(board, mv, -noisy_malus(depth));
    }
}

/// The table's move cuts off again: it was good, and the quiet move before it was not.
pub(crate) fn table_cutoff(
    td: &mut ThreadData,
    board: &Board,
    entry: Entry,
    depth: i32,
    ply: usize,
    high: bool,
) {
    let legal = |mv: &Move| !mv.is_noisy() && board.is_legal(*mv);
    if high && let Some(mv) = entry.mv.filter(legal) {
        td.history
            .update_quiet(board, &td.stack, ply, mv, quiet_bonus(depth) / 2);
    }
}

/// No move reached alpha: the opponent's quiet move that led here was good.
pub(crate) fn fail_low(td: &mut ThreadData, ply: usize, depth: i32) {
    if ply > 0 {
        reward_previous(td, ply, prior_bonus(depth));
    }
}

/// Rewards the quiet move that led to `ply`, which is not the root.
fn reward_previous(td: &mut ThreadData, ply: usize, bonus: i32) {
    let previous = *td.stack.before(ply, 1);
    if let Some(index) = previous.quiet {
        td.history.update_butterfly(index, bonus);
        td.history
            .update_continuations(&td.stack, ply - 1, previous.piece_to, bonus);
    }
}

/// Evaluation swing: a quiet move after which the evaluation rose for its side gets a bonus, one
/// after which it fell a malus (after Stockfish 2020). Both evaluations count the right to move, so
/// that the average swing is a loss; it is taken out by a running mean, which fits any network.
pub(crate) fn evaluation_swing(td: &mut ThreadData, facts: &Facts, ply: usize) {
    let previous = *td.stack.before(ply, 1);
    let singular = td.stack.at(ply).excluded.is_some();
    if let Some(index) = previous.quiet
        && previous.static_eval != NO_SCORE
        && facts.static_eval != NO_SCORE
        && !singular
    {
        let gained = -(previous.static_eval + facts.static_eval);
        let limit = params::eval_swing_limit();
        let centered = td.history.center_swing(gained.clamp(-limit, limit));
        td.history
            .update_butterfly(index, params::eval_bonus() * centered);
    }
}

/// A reduced move was searched again at full depth: its continuations learn from the outcome.
pub(crate) fn after_reduction(
    td: &mut ThreadData,
    ply: usize,
    quiet: bool,
    depth: i32,
    score: Score,
    alpha: Score,
    beta: Score,
) {
    if quiet && !td.stopped {
        let bonus = if score <= alpha {
            -quiet_malus(depth)
        } else if score >= beta {
            quiet_bonus(depth)
        } else {
            return;
        };
        let now = td.stack.at(ply).piece_to;
        td.history.update_continuations(&td.stack, ply, now, bonus);
    }
}

/// Corrects the evaluation of positions like this one, unless tactics or bounds explain why the
/// search found something else.
pub(crate) fn correction(
    td: &mut ThreadData,
    board: &Board,
    facts: &Facts,
    found: &Entry,
    score: Score,
    ply: usize,
) {
    let explained = facts.in_check
        || found.mv.is_some_and(Move::is_noisy)
        || (found.bound == Some(Bound::Lower) && score <= facts.static_eval)
        || (found.bound == Some(Bound::Upper) && score >= facts.static_eval);
    if !explained {
        let difference = score - facts.static_eval;
        td.correction
            .update(board, &td.stack, ply, found.depth, difference);
    }
}

/// Notes the outcome of a root move: its line if it is the first or a better one.
pub(crate) fn root_move(
    td: &mut ThreadData,
    mv: Move,
    score: Score,
    alpha: Score,
    beta: Score,
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
    if move_count > 1 && score <= alpha {
        root.score = -INFINITE;
        return;
    }
    if move_count > 1 && td.pv_index == 0 {
        td.best_move_changes += 1;
    }
    root.score = score;
    root.average = Some(root.average.map_or(score, |average| (average + score) / 2));
    root.seldepth = seldepth;
    root.bound = if score >= beta {
        Bound::Lower
    } else if score <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    };
    root.pv.clear();
    root.pv.push(mv);
    root.pv.extend_from_slice(line);
}
