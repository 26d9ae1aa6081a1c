//! Evaluation as a weighted sum of counted terms, so that the search and the program that fits the
//! weights share one description of a position.
//!
//! Each game lists its terms in `eval.rs` and their weights in `weights.rs`. Every weight has two
//! values, for a full board and for an empty one, interpolated in between (tapered evaluation).
//! Fitting keeps the number of units per logit of the previous weights, and with it the scale of the
//! search's margins; a pawn was originally set by hand to about 100 units, but its value is spread
//! over many terms. The same advantage wins more often in one game than in the other, so each has its
//! own win-rate model (`GameInfo::curves`).

use arrayvec::ArrayVec;
use movegen::Color;
use search::parts::LARGEST_EVAL;

use crate::bits::Bits;
use crate::rules::Rules;
use crate::types::{Kind, Square};

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
pub type Weight = [i32; 2];

/// The evaluation of a position for the side to move.
#[inline]
pub(crate) fn evaluate<R: Rules>(position: &R) -> i32 {
    // White minus Black, on a full board and on an empty one.
    let mut sums = [0; 2];
    let phase = position.add_terms(&mut |color, index, count| {
        let signed = match color {
            Color::White => count,
            Color::Black => -count,
        };
        let [full, empty] = R::WEIGHTS[index];
        sums[0] += full * signed;
        sums[1] += empty * signed;
    });
    let [full, empty] = sums;
    let white = (full * phase + empty * (FULL - phase)) / FULL;
    let score = match position.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    };
    score.clamp(-LARGEST_EVAL, LARGEST_EVAL)
}

/// The kinds of pieces with mobility, in the order of the terms by kind. The swimming game has no
/// amazons.
pub(crate) const MOBILE: [Kind; 5] = [
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
    Kind::Amazon,
];

/// Index of rooks in [`MOBILE`].
pub(crate) const ROOK: usize = 2;

/// The most pieces of a side in any game.
const MOST: usize = 24;

/// A piece with mobility and the squares that it attacks.
pub(crate) struct Attacker<B> {
    /// Index in [`MOBILE`].
    pub(crate) index: usize,
    pub(crate) from: Square,
    /// Squares that it would attack without a current.
    pub(crate) attacks: B,
    /// Squares where it lands: the same in the cylindrical game, which has no current.
    pub(crate) landings: B,
}

/// The squares that a side attacks.
pub(crate) struct Reach<B> {
    pub(crate) attackers: ArrayVec<Attacker<B>, MOST>,
    /// By each of [`MOBILE`].
    pub(crate) by: [B; MOBILE.len()],
    /// By pawns.
    pub(crate) pawns: B,
    /// By any piece, king and pawns included.
    pub(crate) all: B,
}

impl<B: Bits> Reach<B> {
    /// No squares.
    pub(crate) const fn new() -> Self {
        Self {
            attackers: ArrayVec::new_const(),
            by: [B::EMPTY; MOBILE.len()],
            pawns: B::EMPTY,
            all: B::EMPTY,
        }
    }

    /// Begins with the squares that the king and pawns attack. Not part of [`new`](Self::new), so that a
    /// reach is filled where it stays instead of being copied.
    #[inline(always)]
    pub(crate) fn begin(&mut self, king: B, pawns: B) {
        self.pawns = pawns;
        self.all = king | pawns;
    }

    /// Adds a piece and the squares that it attacks.
    #[inline(always)]
    pub(crate) fn add(&mut self, attacker: Attacker<B>) {
        self.by[attacker.index] |= attacker.landings;
        self.all |= attacker.landings;
        self.attackers.push(attacker);
    }
}

/// The prospects of a passed pawn. Distances are Chebyshev distances to the square ahead of it, as if
/// kings could enter the river, but not across the seam of the cylinder.
pub(crate) struct Passer {
    /// True if the square ahead is empty.
    pub(crate) is_free: bool,
    /// The distance of its own king.
    pub(crate) escort: usize,
    /// The distance of the enemy king.
    pub(crate) pursuit: usize,
}

impl Passer {
    pub(crate) fn of<R: Rules>(position: &R, color: Color, pawn: Square) -> Self {
        let ahead = pawn.next(color == Color::White);
        let distance = |color| {
            let king = position.board().king(color);
            let files = king.file().abs_diff(ahead.file());
            files.max(king.rank().abs_diff(ahead.rank()))
        };
        Self {
            is_free: !position.occupied().has(ahead),
            escort: distance(color),
            pursuit: distance(!color),
        }
    }
}

/// The rank of a square as seen from `color`'s side, from 0.
#[inline(always)]
pub(crate) fn relative_rank<B: Bits>(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.rank(),
        Color::Black => B::RANKS - 1 - square.rank(),
    }
}

/// The pawns of a side and those of its enemy. Rear pawns do not count.
pub(crate) struct Pawns<B> {
    color: Color,
    pub(crate) own: B,
    their: B,
}

impl<B: Bits> Pawns<B> {
    #[inline(always)]
    pub(crate) fn of<R: Rules<Set = B>>(position: &R, color: Color) -> Self {
        Self {
            color,
            own: position.pieces(color, Kind::Pawn),
            their: position.pieces(!color, Kind::Pawn),
        }
    }

    /// True if no enemy pawn is ahead of a square on its file or the adjacent ones.
    #[inline(always)]
    pub(crate) fn is_passed(&self, square: Square) -> bool {
        let file = B::file(square.file());
        let road = (file | file.beside()) & B::ahead(self.color, square.rank());
        !(self.their & road).any()
    }

    /// True if a pawn of the same side is ahead of a square on its file.
    #[inline(always)]
    pub(crate) fn is_doubled(&self, square: Square) -> bool {
        let road = B::file(square.file()) & B::ahead(self.color, square.rank());
        (self.own & road).any()
    }

    /// True if no pawn of the same side is on the files adjacent to a square.
    #[inline(always)]
    pub(crate) fn is_isolated(&self, square: Square) -> bool {
        !(self.own & B::file(square.file()).beside()).any()
    }

    /// 0 for a half-open file, 1 for an open one; `None` for others.
    #[inline(always)]
    pub(crate) fn openness(&self, file: usize) -> Option<usize> {
        let file = B::file(file);
        (!(self.own & file).any()).then(|| usize::from(!(self.their & file).any()))
    }
}

/// Declares blocks of terms: a constant with the index of the first weight of each, the list of
/// blocks and the total number of weights.
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
