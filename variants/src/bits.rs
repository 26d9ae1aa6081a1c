//! Bitboards: sets of squares as integers wide enough for the board.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use movegen::Color;

use crate::types::{FILES, Piece, Square};

/// A set of squares: `u64` for 64 squares and `u128` for 112.
pub trait Bits:
    Copy
    + Eq
    + fmt::Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No square.
    const EMPTY: Self;
    /// The a-file.
    const A_FILE: Self;
    /// Number of ranks of the board.
    const RANKS: usize;
    /// Mailbox: the piece on each square, if any.
    type Mailbox: Copy
        + Eq
        + fmt::Debug
        + Send
        + Sync
        + AsRef<[Option<Piece>]>
        + AsMut<[Option<Piece>]>;
    /// No piece on any square.
    const NO_PIECES: Self::Mailbox;

    /// One square.
    fn of(square: Square) -> Self;
    /// Number of squares.
    fn count(self) -> u32;
    /// The lowest square.
    fn first(self) -> Option<Square>;
    /// The set without its lowest square.
    fn without_first(self) -> Self;

    /// A file, 0 for the a-file.
    #[inline(always)]
    fn file(file: usize) -> Self {
        Self::A_FILE << file
    }

    /// Rear spans: the squares behind those of the set on their files, as pawns of `color` move. For
    /// Black this includes bits beyond the board. <https://www.chessprogramming.org/Pawn_Spans>
    #[inline(always)]
    fn behind(self, color: Color) -> Self {
        let (mut set, mut distance) = (back(self, color, FILES), FILES);
        while distance < FILES * Self::RANKS {
            set |= back(set, color, distance);
            distance *= 2;
        }
        set
    }

    /// The squares to the left and right of those in the set.
    #[inline(always)]
    fn beside(self) -> Self {
        (self & !Self::file(0)) >> 1 | (self & !Self::file(FILES - 1)) << 1
    }

    /// The squares diagonally ahead of those in the set as pawns of `color` move.
    #[inline(always)]
    fn diagonals(self, color: Color) -> Self {
        match color {
            Color::White => self.beside() << FILES,
            Color::Black => self.beside() >> FILES,
        }
    }

    /// True if `square` is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        (self & Self::of(square)).any()
    }

    /// True if the set has a square.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// The squares from the lowest to the highest.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// A set moved by a multiple of [`FILES`] squares against the direction of the pawns of `color`.
#[inline(always)]
fn back<B: Bits>(set: B, color: Color, squares: usize) -> B {
    match color {
        Color::White => set >> squares,
        Color::Black => set << squares,
    }
}

macro_rules! bits {
    ($word:ty, $ranks:literal) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const A_FILE: Self = {
                let (mut file, mut rank) = (0, 0);
                while rank < $ranks {
                    file |= 1 << (FILES * rank);
                    rank += 1;
                }
                file
            };
            const RANKS: usize = $ranks;
            type Mailbox = [Option<Piece>; $ranks * FILES];
            const NO_PIECES: Self::Mailbox = [None; $ranks * FILES];

            #[inline(always)]
            fn of(square: Square) -> Self {
                1 << square.index()
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Option<Square> {
                (self != 0).then(|| Square::from_index(self.trailing_zeros() as usize))
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

bits!(u64, 8);
bits!(u128, 14);

/// Iterator over a set's squares.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_behind<B: Bits>() {
        for index in 0..FILES * B::RANKS {
            let of = |index| B::of(Square::from_index(index));
            let squares = |indices: &mut dyn Iterator<Item = usize>| {
                indices.fold(B::EMPTY, |set, index| set | of(index))
            };
            let below = squares(&mut (index % FILES..index).step_by(FILES));
            let above = squares(&mut (index + FILES..FILES * B::RANKS).step_by(FILES));
            let board = squares(&mut (0..FILES * B::RANKS));
            assert_eq!(of(index).behind(Color::White), below);
            assert_eq!(of(index).behind(Color::Black) & board, above);
        }
    }

    #[test]
    fn rear_spans_reach_the_edge() {
        check_behind::<u64>();
        check_behind::<u128>();
    }
}
