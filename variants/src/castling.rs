//! Castling: rights, and the files of king and rooks.

use movegen::{CastleSide, Color};

/// Castling rights: a bit for each color and side, in the order of the letters `KQkq`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling(u8);

impl Castling {
    /// No rights.
    pub(crate) const NONE: Self = Self(0);

    /// The letters of the FEN field, in the order of the bits.
    pub const LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

    /// The sides, in the order of the bits.
    pub(crate) const SIDES: [CastleSide; 2] = [CastleSide::King, CastleSide::Queen];

    /// True if `color` has the right to castle on `side`.
    #[inline(always)]
    pub const fn has(self, color: Color, side: CastleSide) -> bool {
        self.0 & Self::bit(color, side) != 0
    }

    /// Adds a right.
    pub const fn grant(&mut self, color: Color, side: CastleSide) {
        self.0 |= Self::bit(color, side);
    }

    /// Removes a right.
    #[inline(always)]
    pub const fn revoke(&mut self, color: Color, side: CastleSide) {
        self.0 &= !Self::bit(color, side);
    }

    /// The four bits.
    #[inline(always)]
    pub const fn bits(self) -> usize {
        self.0 as usize
    }

    const fn bit(color: Color, side: CastleSide) -> u8 {
        1 << (color as u8 * 2 + matches!(side, CastleSide::Queen) as u8)
    }
}

/// The file of a rook that can castle, before and after castling.
pub(crate) const fn rook_files(side: CastleSide) -> (usize, usize) {
    match side {
        CastleSide::King => (7, 5),
        CastleSide::Queen => (0, 3),
    }
}

/// The file of the king before castling.
pub(crate) const KING_FILE: usize = 4;

/// The file of the king after castling.
pub(crate) const fn king_target(side: CastleSide) -> usize {
    match side {
        CastleSide::King => 6,
        CastleSide::Queen => 2,
    }
}
