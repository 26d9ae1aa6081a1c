//! Colors, as values and as types.

use std::fmt;
use std::ops::Not;

use super::Rank;
use super::indexed_enum;

indexed_enum! {
    /// The color of a piece or a player.
    ///
    /// ```
    /// use movegen::Color;
    ///
    /// assert_eq!(!Color::White, Color::Black);
    /// assert_eq!(Color::ALL.map(Color::index), [0, 1]);
    /// ```
    pub enum Color { White, Black }
}

impl Color {
    /// The name of the player: `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// The rank where this color's pieces start: the first for White, the eighth for Black.
    #[inline(always)]
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::First,
            Self::Black => Rank::Eighth,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    /// `w` or `b`, as in FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

/// A color known at compile time, so that generation and make are compiled once per side.
pub(crate) trait ConstColor {
    /// The color as a value.
    const COLOR: Color;
    /// The other color.
    type Opponent: ConstColor<Opponent = Self>;
}

/// [`Color::White`] as a type.
pub(crate) struct White;

/// [`Color::Black`] as a type.
pub(crate) struct Black;

impl ConstColor for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl ConstColor for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}
