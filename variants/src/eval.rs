//! Evaluation as a weighted sum of counted terms, so that the program that fits the weights and the
//! search read one and the same description of a position.
//!
//! Each game lists its terms in `eval.rs` and their weights in `weights.rs`. Every weight has two
//! values, for a full board and for an empty one, and counts in between are blended (tapered
//! evaluation). A pawn is about 100 units on a full board of either game, which is what the search's
//! margins are made for; the games differ in how much that is worth, so each has its own model of
//! the chances to win (`Game::wdl`).

use movegen::Color;
use search::parts::WIN_BOUND;

use crate::rules::Rules;

/// The phase of a full board.
pub const FULL: i32 = 24;

/// A block of terms under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Name in the weights file.
    pub name: &'static str,
    /// Number of weights.
    pub size: usize,
}

/// A weight on a full board and on an empty one.
pub type Weight = [i16; 2];

/// Collects what a position has.
pub trait Sink {
    /// `color` has the term `index` so many times.
    fn add(&mut self, color: Color, index: usize, count: i32);

    /// The phase, from 0 to [`FULL`].
    fn phase(&mut self, phase: i32);
}

/// The sink that sums weights.
pub(crate) struct Score {
    weights: &'static [Weight],
    /// For White, on a full board and on an empty one.
    sums: [i32; 2],
    phase: i32,
}

impl Score {
    /// The evaluation of a position for the side to move.
    #[inline]
    pub(crate) fn of<R: Rules>(position: &R, weights: &'static [Weight]) -> i32 {
        let mut sink = Self {
            weights,
            sums: [0; 2],
            phase: 0,
        };
        position.describe(&mut sink);
        let [full, empty] = sink.sums;
        let white = (full * sink.phase + empty * (FULL - sink.phase)) / FULL;
        let score = match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        };
        score.clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }
}

impl Sink for Score {
    #[inline(always)]
    fn add(&mut self, color: Color, index: usize, count: i32) {
        let signed = match color {
            Color::White => count,
            Color::Black => -count,
        };
        let [full, empty] = self.weights[index];
        self.sums[0] += i32::from(full) * signed;
        self.sums[1] += i32::from(empty) * signed;
    }

    fn phase(&mut self, phase: i32) {
        self.phase = phase.clamp(0, FULL);
    }
}

/// Declares blocks of terms: a constant with the index of each one's first weight, the list, and
/// the number of all weights.
macro_rules! terms {
    ($($name:ident: $size:expr, $doc:literal;)*) => {
        /// The terms, in the order of the weights.
        pub const TERMS: &[$crate::eval::Term] = &[
            $($crate::eval::Term { name: stringify!($name), size: $size },)*
        ];
        /// Number of weights.
        pub(super) const COUNT: usize = 0 $(+ $size)*;
        terms!(@index 0; $($name: $size, $doc;)*);
    };
    (@index $start:expr;) => {};
    (@index $start:expr; $name:ident: $size:expr, $doc:literal; $($rest:tt)*) => {
        #[doc = $doc]
        const $name: usize = $start;
        terms!(@index $start + $size; $($rest)*);
    };
}

pub(crate) use terms;
