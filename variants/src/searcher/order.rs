//! Move ordering: the TT move, good captures, killers, quiet moves by history, bad captures,
//! drownings.

use arrayvec::ArrayVec;

use super::history::{History, PieceTo};
use super::see::{see_ge, value};
use crate::rules::{MoveFilter, Rules};
use crate::types::{Kind, MAX_MOVES, Move, MoveList};

const TABLE_MOVE: i32 = 1 << 30;
const GOOD_NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const BAD_NOISY: i32 = -(1 << 26);
const DROWNING: i32 = -(1 << 28);

/// The state of a node that move ordering uses.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    pub(super) tt_move: Option<Move>,
    pub(super) killers: [Option<Move>; 2],
    /// Kinds and destinations of the moves one and two plies earlier.
    pub(super) before: [Option<PieceTo>; 2],
}

/// Scored moves, picked one at a time from the best down.
pub(super) struct MovePicker {
    moves: ArrayVec<(i32, Move), MAX_MOVES>,
    next: usize,
}

impl MovePicker {
    pub(super) const fn new() -> Self {
        Self {
            moves: ArrayVec::new_const(),
            next: 0,
        }
    }

    /// Adds the moves of a position with their scores. Not part of [`new`](Self::new), so that the large
    /// picker is not copied.
    pub(super) fn add<R: Rules>(
        &mut self,
        position: &R,
        filter: MoveFilter,
        hints: &Hints,
        history: &History,
    ) {
        let mut list = MoveList::new();
        position.generate(filter, &mut list);
        for &mv in &list {
            let order = score(position, mv, hints, history);
            self.moves.push((order, mv));
        }
    }

    /// Drops the remaining moves for which `keep` is false.
    pub(super) fn retain(&mut self, keep: impl Fn(Move) -> bool) {
        let mut kept = self.next;
        for at in self.next..self.moves.len() {
            if keep(self.moves[at].1) {
                self.moves.swap(kept, at);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// The best remaining move with its score.
    pub(super) fn pick(&mut self) -> Option<(i32, Move)> {
        let left = &mut self.moves[self.next..];
        let (mut best, mut index) = (left.first()?.0, 0);
        for (at, &(order, _)) in left.iter().enumerate() {
            if order > best {
                (best, index) = (order, at);
            }
        }
        left.swap(0, index);
        self.next += 1;
        Some(left[0])
    }
}

/// True for the score of the TT move, a capture without loss or a promotion to the best piece.
pub(super) fn is_good(score: i32) -> bool {
    score >= GOOD_NOISY / 2
}

fn score<R: Rules>(position: &R, mv: Move, hints: &Hints, history: &History) -> i32 {
    if Some(mv) == hints.tt_move {
        return TABLE_MOVE;
    }
    let promotion = position.promotion(mv);
    if let Some(victim) = position.captured(mv) {
        let mover = position
            .piece_on(mv.from())
            .map_or(Kind::King, |piece| piece.kind());
        let order = 16 * value(victim)
            + promotion.map_or(0, value)
            + history.capture(PieceTo::of(position, mv), victim) / 16;
        let fair = value(victim) >= value(mover) || see_ge(position, mv, 0);
        return order + if fair { GOOD_NOISY } else { BAD_NOISY };
    }
    if let Some(kind) = promotion {
        let best = mv.choice() == 0;
        return value(kind) + if best { GOOD_NOISY } else { BAD_NOISY };
    }
    if position.drowns(mv) {
        return DROWNING;
    }
    match hints.killers.iter().position(|&killer| killer == Some(mv)) {
        Some(rank) => KILLER - rank as i32,
        None => history.quiet(position, mv, hints.before),
    }
}
