//! Files and ranks.

use super::Color;
use super::indexed_enum;

indexed_enum! {
    /// A column of the board.
    pub enum File { A, B, C, D, E, F, G, H }
}

impl File {
    /// The inverse of [`index`](Self::index), taken modulo 8.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        Self::ALL[(index & 7) as usize]
    }

    /// `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The inverse of [`letter`](Self::letter), for letters of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            c @ 'a'..='h' => Some(Self::from_index(c as u8 - b'a')),
            _ => None,
        }
    }
}

indexed_enum! {
    /// A row of the board.
    ///
    /// ```
    /// use movegen::{Color, Rank};
    ///
    /// // Black's pawns start on the second rank counted from Black's side.
    /// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    /// ```
    pub enum Rank { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth }
}

impl Rank {
    /// The inverse of [`index`](Self::index), taken modulo 8.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        Self::ALL[(index & 7) as usize]
    }

    /// `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The inverse of [`digit`](Self::digit).
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::from_index(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// The rank seen from the side of `color`: its back rank is [`Rank::First`].
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        Self::from_index(self as u8 ^ (7 * color as u8))
    }
}
