//! Nodes: their types, the search window, and the evaluation that the search steps start from.

use std::ops::Neg;

use movegen::{Board, Move};

use crate::eval::correction::corrected;
use crate::score::{Bound, INFINITE, NO_SCORE, Score, is_undecided};
use crate::tables::tt::Entry;
use crate::threads::thread::ThreadData;

/// The type of a node, a compile-time parameter of the search.
/// <https://www.chessprogramming.org/Node_Types>
pub(crate) trait NodeType {
    /// True if the window is open: a score inside it is exact.
    const PV: bool;
    /// True for the position the search started from.
    const ROOT: bool;
    /// The type of children searched with an open window.
    type Next: NodeType;
}

/// The position the search started from.
pub(crate) struct Root;
/// A node of the principal variation.
pub(crate) struct Pv;
/// A node searched with a zero window.
pub(crate) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Self;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = Self;
}

/// The search window: scores at or below `alpha` fail low, scores at or above `beta` fail high.
/// <https://www.chessprogramming.org/Window>
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// The window of all scores.
    pub(crate) const FULL: Self = Self::new(-INFINITE, INFINITE);

    pub(crate) const fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// The zero window that tests whether a score reaches `beta`.
    pub(crate) const fn zero(beta: Score) -> Self {
        Self::new(beta - 1, beta)
    }

    /// The scores less than `delta` from `center`.
    pub(crate) fn around(center: Score, delta: Score) -> Self {
        Self::new(
            (center - delta).max(-INFINITE),
            (center + delta).min(INFINITE),
        )
    }

    /// True if no score lies between the bounds.
    pub(crate) const fn is_zero(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// True if the bounds have met: the node's score is `alpha`.
    pub(crate) const fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// The same window from the opponent's side.
impl Neg for Window {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }
}

/// The best move and score of a node so far. Fails soft: the score may lie outside the window.
pub(crate) struct Best {
    pub(crate) score: Score,
    /// The last move that raised alpha; `None` while all moves fail low.
    pub(crate) mv: Option<Move>,
}

/// The outcome of one searched move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveOutcome {
    FailLow,
    RaisedAlpha,
    FailHigh,
}

impl Best {
    pub(crate) const fn new(score: Score) -> Self {
        Self { score, mv: None }
    }

    /// Records the score of `mv`: a new best move raises alpha and, in PV nodes, updates the
    /// principal variation.
    #[inline(always)]
    pub(crate) fn update<N: NodeType>(
        &mut self,
        td: &mut ThreadData,
        window: &mut Window,
        mv: Move,
        score: Score,
        ply: usize,
    ) -> MoveOutcome {
        self.score = self.score.max(score);
        if score <= window.alpha {
            return MoveOutcome::FailLow;
        }
        self.mv = Some(mv);
        if N::PV {
            td.pv.update(ply, mv);
        }
        if score >= window.beta {
            return MoveOutcome::FailHigh;
        }
        window.alpha = score;
        MoveOutcome::RaisedAlpha
    }
}

/// Enters a node: polls the limits and, in PV nodes, resets the variation. Returns false if the
/// search is over.
#[inline(always)]
pub(crate) fn enter_node<N: NodeType>(td: &mut ThreadData, ply: usize) -> bool {
    if td.should_stop() {
        return false;
    }
    if N::PV {
        td.pv.clear(ply);
        td.seldepth = td.seldepth.max(ply as u32);
    }
    true
}

/// The properties of a node that are known before its moves are searched.
pub(crate) struct NodeInfo {
    /// Distance from the root, in plies.
    pub(crate) ply: usize,
    pub(crate) entry: Option<Entry>,
    /// The TT move, verified to be legal.
    pub(crate) tt_move: Option<Move>,
    /// The node is or was on a principal variation.
    pub(crate) tt_pv: bool,
    pub(crate) pv_node: bool,
    /// A zero-window node that is expected to fail high.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    /// The uncorrected evaluation, as stored in the TT; [`NO_SCORE`] in check and in singular
    /// searches.
    pub(crate) raw_eval: Score,
    /// The correction history's adjustment of the evaluation; 0 in check, in singular searches and in
    /// known endings other than bishop and knight.
    pub(crate) correction: Score,
    /// The corrected evaluation; [`NO_SCORE`] in check.
    pub(crate) static_eval: Score,
    /// The TT score if its bound makes it more accurate, otherwise the static evaluation. Meaningless in
    /// check.
    pub(crate) eval: Score,
    /// The static evaluation is higher than on our previous turn.
    pub(crate) improving: bool,
    /// The opponent's last move lowered its own evaluation.
    pub(crate) opponent_worsening: bool,
}

#[cfg(test)]
impl NodeInfo {
    /// A zero-window node with an evaluation of zero and no TT entry.
    pub(crate) const EMPTY: Self = Self {
        ply: 0,
        entry: None,
        tt_move: None,
        tt_pv: false,
        pv_node: false,
        cut_node: false,
        in_check: false,
        raw_eval: 0,
        correction: 0,
        static_eval: 0,
        eval: 0,
        improving: false,
        opponent_worsening: false,
    };
}

/// Evaluates a node and derives the trend of the evaluation. Writes the evaluation to the stack
/// and, if there is no entry yet, to the TT.
pub(crate) fn evaluate_node<N: NodeType>(
    td: &mut ThreadData,
    board: &Board,
    entry: Option<Entry>,
    ply: usize,
    cut_node: bool,
) -> NodeInfo {
    let in_check = board.in_check();
    let singular = td.stack.at(ply).excluded.is_some();
    let tt_move = if N::ROOT {
        td.candidates().first().map(|root| root.mv)
    } else {
        entry.and_then(|e| e.mv).filter(|&mv| board.is_legal(mv))
    };
    let tt_pv = if singular {
        td.stack.at(ply).tt_pv
    } else {
        N::PV || entry.is_some_and(|e| e.pv)
    };
    td.stack.at_mut(ply).tt_pv = tt_pv;

    let (mut raw_eval, mut correction) = (NO_SCORE, None);
    let static_eval = if in_check {
        NO_SCORE
    } else if singular {
        td.stack.at(ply).static_eval
    } else {
        raw_eval = stored_or_new_eval(td, board, entry);
        correction = td.correction.of(board, &td.stack, ply);
        corrected(board, raw_eval, correction)
    };
    if entry.is_none() && raw_eval != NO_SCORE {
        td.tt.store(board.key(), Entry::only_eval(raw_eval, tt_pv));
    }
    td.stack.at_mut(ply).static_eval = static_eval;

    NodeInfo {
        ply,
        entry,
        tt_move,
        tt_pv,
        pv_node: N::PV,
        cut_node,
        in_check,
        raw_eval,
        correction: correction.unwrap_or(0),
        static_eval,
        eval: refined_eval(entry, static_eval),
        improving: !in_check && is_improving(td, static_eval, ply),
        opponent_worsening: !in_check && is_opponent_worsening(td, static_eval, ply),
    }
}

/// The uncorrected evaluation, from the TT entry if it has one.
#[inline(always)]
pub(crate) fn stored_or_new_eval(
    td: &mut ThreadData,
    board: &Board,
    entry: Option<Entry>,
) -> Score {
    match entry {
        Some(entry) if entry.eval != NO_SCORE => entry.eval,
        _ => td.raw_eval(board),
    }
}

/// The TT score if its bound proves the static evaluation too high or too low, otherwise the
/// static evaluation.
#[inline(always)]
pub(crate) fn refined_eval(entry: Option<Entry>, static_eval: Score) -> Score {
    match entry {
        Some(entry) if is_undecided(entry.score) && entry.refines(static_eval) => entry.score,
        _ => static_eval,
    }
}

/// True if the static evaluation is higher than on our previous turn, or on the one before that if
/// we were in check.
fn is_improving(td: &ThreadData, static_eval: Score, ply: usize) -> bool {
    [2, 4]
        .map(|plies| td.stack.before(ply, plies).static_eval)
        .into_iter()
        .find(|&eval| eval != NO_SCORE)
        .is_some_and(|eval| static_eval > eval)
}

/// True if the opponent's last move lowered its own evaluation.
fn is_opponent_worsening(td: &ThreadData, static_eval: Score, ply: usize) -> bool {
    let previous = td.stack.before(ply, 1).static_eval;
    previous != NO_SCORE && static_eval > -previous
}

/// The bound type of `score`, given `beta` and whether the score of a PV node is exact.
#[inline(always)]
pub(crate) fn bound_of(score: Score, beta: Score, exact: bool) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if exact {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_negation_swaps_the_bounds() {
        assert_eq!(-Window::new(-5, 30), Window::new(-30, 5));
        assert_eq!(-Window::zero(12), Window::zero(-11));
        assert!(Window::zero(12).is_zero() && !Window::zero(12).is_closed());
        assert!(Window::new(7, 7).is_closed());
    }

    #[test]
    fn bound_of_a_score_depends_on_beta() {
        assert_eq!(bound_of(50, 50, true), Bound::Lower);
        assert_eq!(bound_of(49, 50, true), Bound::Exact);
        assert_eq!(bound_of(49, 50, false), Bound::Upper);
    }

    #[test]
    fn refined_eval_needs_a_bound_on_the_right_side() {
        let entry = |score, bound| Some(Entry::known(score, bound, 0));
        assert_eq!(refined_eval(entry(40, Bound::Lower), 10), 40);
        assert_eq!(refined_eval(entry(5, Bound::Lower), 10), 10);
        assert_eq!(refined_eval(entry(5, Bound::Upper), 10), 5);
        assert_eq!(refined_eval(None, 10), 10);
    }
}
