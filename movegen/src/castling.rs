//! Castling rights as rook files, which is what X-FEN, Shredder-FEN and double Fischer random need.

use crate::types::{Color, File, Rank, Square};

/// The two ways to castle, named by the side of the board the king goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CastleSide {
    /// Towards the a-file: king to the c-file, rook to the d-file, `O-O-O`.
    Queen,
    /// Towards the h-file: king to the g-file, rook to the f-file, `O-O`.
    King,
}

impl CastleSide {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Queen, Self::King];

    /// The side a rook on `rook` castles to with a king on `king`.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.index() < king.index() {
            Self::Queen
        } else {
            Self::King
        }
    }

    /// The file the king ends on.
    #[inline(always)]
    pub const fn king_file(self) -> File {
        match self {
            Self::Queen => File::C,
            Self::King => File::G,
        }
    }

    /// The file the rook ends on.
    #[inline(always)]
    pub const fn rook_file(self) -> File {
        match self {
            Self::Queen => File::D,
            Self::King => File::F,
        }
    }

    /// The square the king ends on.
    #[inline(always)]
    pub const fn king_target(self, rank: Rank) -> Square {
        Square::new(self.king_file(), rank)
    }

    /// The square the rook ends on.
    #[inline(always)]
    pub const fn rook_target(self, rank: Rank) -> Square {
        Square::new(self.rook_file(), rank)
    }
}

/// The squares of king and rook before and after castling.
#[derive(Clone, Copy)]
pub(crate) struct CastlePath {
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
}

impl CastlePath {
    /// The castling of a king with a rook on the same rank.
    #[inline(always)]
    pub(crate) const fn new(king_from: Square, rook_from: Square) -> Self {
        let side = CastleSide::of(king_from, rook_from);
        Self {
            king_from,
            king_to: side.king_target(king_from.rank()),
            rook_from,
            rook_to: side.rook_target(king_from.rank()),
        }
    }
}

/// How castling is spelt where text is read or written. The rules are the same in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Moves as `e1g1`, rights as `KQkq`.
    #[default]
    Standard,
    /// Moves as king takes rook, rights as rook files (Shredder-FEN).
    Chess960,
}

/// For each colour and side, the file of the rook that may still castle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights([[Option<File>; 2]; 2]);

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: Self = Self([[None; 2]; 2]);

    /// The file of the rook `color` may castle with on `side`.
    #[inline(always)]
    pub const fn rook(self, color: Color, side: CastleSide) -> Option<File> {
        self.0[color as usize][side as usize]
    }

    /// Grants, changes or takes one right.
    #[inline(always)]
    pub const fn set(&mut self, color: Color, side: CastleSide, rook: Option<File>) {
        self.0[color as usize][side as usize] = rook;
    }

    /// Takes both rights of `color`.
    #[inline(always)]
    pub const fn clear(&mut self, color: Color) {
        self.0[color as usize] = [None; 2];
    }

    /// Takes the right that goes with a rook of `color` on `square`, if there is one: the rook has
    /// moved or has been captured.
    #[inline(always)]
    pub(crate) fn lose_rook(&mut self, color: Color, square: Square) {
        if square.rank() != color.back_rank() {
            return;
        }
        for rook in &mut self.0[color as usize] {
            if *rook == Some(square.file()) {
                *rook = None;
            }
        }
    }

    /// True when nobody may castle.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// All rights in 32 bits, one byte each: 8 for none, else the file.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        let [white, black] = self.0;
        let byte = |rook: Option<File>| rook.map_or(8, |file| file as u8);
        u32::from_le_bytes([white[0], white[1], black[0], black[1]].map(byte))
    }

    /// Every right: colour, side and the rook's file.
    pub fn iter(self) -> impl Iterator<Item = (Color, CastleSide, File)> {
        Color::ALL.into_iter().flat_map(move |color| {
            CastleSide::ALL
                .into_iter()
                .filter_map(move |side| Some((color, side, self.rook(color, side)?)))
        })
    }
}
