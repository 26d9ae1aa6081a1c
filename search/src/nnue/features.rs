//! Which input stands for which man, and which output bucket for how many. The trainer asks here
//! too, so that there is one numbering.

use movegen::{Color, Piece, Square};

/// The inputs of one perspective: two sides, six kinds, 64 squares.
pub const INPUTS: usize = 768;

/// A piece and where it stands.
pub type Man = (Piece, Square);

/// True when a king on `king` has its side see the board with files mirrored: from the e-file on.
#[inline(always)]
pub const fn is_mirrored(king: Square) -> bool {
    king.index() & 4 != 0
}

/// The input, below [`INPUTS`], that stands for a man as `perspective` sees it: own men first,
/// then the opponent's; pawn to king; squares from the own first rank on.
#[inline(always)]
pub fn feature(perspective: Color, mirrored: bool, (piece, square): Man) -> usize {
    let theirs = usize::from(piece.color() != perspective);
    let square = square.relative_to(perspective).index() ^ (7 * usize::from(mirrored));
    (theirs * 6 + piece.kind().index()) * 64 + square
}

/// The output layer, below `buckets`, for a board with `men` men: with eight of them
/// `(men - 2) / 4`, as is usual, so that the first serves 2 to 5 men and the last 30 to 32.
#[inline(always)]
pub const fn bucket(men: u32, buckets: usize) -> usize {
    let men = if men > 32 { 32 } else { men as usize };
    men.saturating_sub(2) * buckets / 32
}
