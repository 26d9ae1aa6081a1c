//! Castling: rights, and the files of king and rooks.

use movegen::Color;

/// Castling rights: a bit for each color and wing, in the order of the letters `KQkq`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling(u8);

impl Castling {
    /// No rights.
    pub(crate) const NONE: Self = Self(0);

    /// The letters of the FEN field, in the order of the bits.
    pub const LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

    /// True if `color` has the right on the king's wing or the queen's.
    #[inline(always)]
    pub const fn has(self, color: Color, queen_side: bool) -> bool {
        self.0 & Self::bit(color, queen_side) != 0
    }

    /// Adds a right.
    pub const fn grant(&mut self, color: Color, queen_side: bool) {
        self.0 |= Self::bit(color, queen_side);
    }

    /// Removes a right.
    #[inline(always)]
    pub const fn revoke(&mut self, color: Color, queen_side: bool) {
        self.0 &= !Self::bit(color, queen_side);
    }

    /// The four bits.
    #[inline(always)]
    pub const fn bits(self) -> usize {
        self.0 as usize
    }

    const fn bit(color: Color, queen_side: bool) -> u8 {
        1 << (color as u8 * 2 + queen_side as u8)
    }
}

/// The file of a rook that can castle, before and after castling.
pub(crate) const fn rook_files(queen_side: bool) -> (usize, usize) {
    if queen_side { (0, 3) } else { (7, 5) }
}

/// The file of the king before castling.
pub(crate) const KING_FILE: usize = 4;

/// The file of the king after castling.
pub(crate) const fn king_target(queen_side: bool) -> usize {
    if queen_side { 2 } else { 6 }
}
