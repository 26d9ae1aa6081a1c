//! Squares and their names.

use std::fmt::{self, Write};
use std::str::FromStr;

use arrayvec::ArrayString;
use thiserror::Error;

use super::{Color, File, Rank};
use crate::notation::excerpt;

/// A square, numbered rank by rank from a1 = 0 to h8 = 63.
///
/// ```
/// use movegen::{Color, File, Rank, Square};
///
/// let square = Square::new(File::E, Rank::Fourth);
/// assert_eq!(square, Square::E4);
/// assert_eq!(square.index(), 28);
/// assert_eq!(square.to_string(), "e4");
/// assert_eq!(square.relative_to(Color::Black), Square::E5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

/// Defines a constant for each name, numbered from 0.
macro_rules! square_constants {
    ($($name:ident)*) => {
        #[allow(missing_docs, reason = "a square's name is its description")]
        impl Square {
            $(pub const $name: Self = Self(SquareName::$name as u8);)*

            /// All squares, from a1 to h8.
            pub const ALL: [Self; 64] = [$(Self::$name),*];
        }

        /// Numbers the names for [`square_constants`].
        #[allow(clippy::upper_case_acronyms, reason = "names of squares")]
        enum SquareName { $($name),* }
    };
}

square_constants! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square on a file and a rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 3 | file as u8)
    }

    /// The inverse of [`index`](Self::index), taken modulo 64.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// 0 for a1 to 63 for h8. The mask lets the compiler drop bounds checks.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file of the square.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::from_index(self.0)
    }

    /// The rank of the square.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self.0 >> 3)
    }

    /// The square with ranks mirrored: a1 becomes a8.
    #[inline(always)]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// The square seen from the side of `color`: unchanged for White, ranks mirrored for Black.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        Self(self.0 ^ (56 * color as u8))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = ArrayString::<2>::new();
        write!(name, "{}{}", self.file().letter(), self.rank().digit())?;
        f.pad(&name)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a square (a1 to h8)")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Parses a name such as `e4`; the file may be uppercase.
    ///
    /// ```
    /// use movegen::Square;
    ///
    /// assert_eq!("e4".parse(), Ok(Square::E4));
    /// assert!("e9".parse::<Square>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseSquareError(excerpt(text));
        let [file, rank] = text.as_bytes() else {
            return Err(error());
        };
        let file = File::from_letter(char::from(*file)).ok_or_else(error)?;
        let rank = Rank::from_digit(char::from(*rank)).ok_or_else(error)?;
        Ok(Self::new(file, rank))
    }
}
