//! Basic types: colors, pieces, files, ranks and squares.

mod color;
mod coordinates;
mod piece;
mod square;

pub use color::Color;
pub(crate) use color::{Black, ConstColor, White};
pub use coordinates::{File, Rank};
pub use piece::{Piece, PieceType};
pub use square::{ParseSquareError, Square};

/// Defines a fieldless enum with `ALL` and `index`.
macro_rules! indexed_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident { $($variant:ident),* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "standard chess names")]
        pub enum $name { $($variant),* }

        impl $name {
            /// Every value, in the order of [`index`](Self::index).
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// The index in [`ALL`](Self::ALL).
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}
use indexed_enum;
