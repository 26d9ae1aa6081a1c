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
    pub(super) fn new<R: Rules>(
        position: &R,
        filter: MoveFilter,
        hints: &Hints,
        history: &History,
    ) -> Self {
        let mut list = MoveList::new();
        position.generate(filter, &mut list);
        let scored = |mv: Move| (score(position, mv, hints, history), mv);
        Self {
            moves: list.into_iter().map(scored).collect(),
            next: 0,
        }
    }

    /// The best remaining move with its score.
    pub(super) fn pick(&mut self) -> Option<(i32, Move)> {
        let left = &mut self.moves[self.next..];
        let best = left
            .iter()
            .enumerate()
            .max_by_key(|(index, entry)| (entry.0, usize::MAX - index));
        let index = best?.0;
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
    let piece_to = PieceTo::of(position, mv);
    let promotion = position.promotion(mv);
    if let Some(victim) = position.captured(mv) {
        let mover = position
            .piece_on(mv.from())
            .map_or(Kind::King, |piece| piece.kind());
        let order = 16 * value(victim)
            + promotion.map_or(0, value)
            + history.capture(piece_to, victim) / 16;
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
        None => history.quiet(position.side_to_move(), mv, piece_to, hints.before),
    }
}
