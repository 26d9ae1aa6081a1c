//! A middlegame and an endgame value in one word, so that one addition adds both.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Two values of up to ±32,767 centipawns: the middlegame's in the low half of the word, the
/// endgame's in the high half. The low half borrows from the high one when it is negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i32);

/// A pair of values.
pub const fn s(mg: i32, eg: i32) -> Tapered {
    Tapered((eg << 16) + mg)
}

impl Tapered {
    /// Nothing in either half.
    pub const ZERO: Self = s(0, 0);

    /// The value with all pieces on the board.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value with few pieces left.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        // Gives back what a negative low half has borrowed.
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}
