//! Castling rights as rook files, as required by X-FEN, Shredder-FEN and double Fischer random.

use crate::types::{Color, File, Rank, Square};

/// The two castling sides, named after the wing where the king ends up.
///
/// ```
/// use movegen::{CastleSide, Rank, Square};
///
/// let side = CastleSide::of(Square::B1, Square::G1);
/// assert_eq!(side, CastleSide::King);
/// assert_eq!(side.king_target(Rank::First), Square::G1);
/// assert_eq!(side.rook_target(Rank::First), Square::F1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CastleSide {
    /// Toward the a-file: king to the c-file, rook to the d-file, `O-O-O`.
    Queen,
    /// Toward the h-file: king to the g-file, rook to the f-file, `O-O`.
    King,
}

impl CastleSide {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Queen, Self::King];

    /// The castling side for a king on `king` and a rook on `rook`, both on the same rank.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.index() < king.index() {
            Self::Queen
        } else {
            Self::King
        }
    }

    /// The king's destination: on the c-file or the g-file.
    #[inline(always)]
    pub const fn king_target(self, rank: Rank) -> Square {
        match self {
            Self::Queen => Square::new(File::C, rank),
            Self::King => Square::new(File::G, rank),
        }
    }

    /// The rook's destination: on the d-file or the f-file.
    #[inline(always)]
    pub const fn rook_target(self, rank: Rank) -> Square {
        match self {
            Self::Queen => Square::new(File::D, rank),
            Self::King => Square::new(File::F, rank),
        }
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
    /// The path for castling to `side` on `rank`. If these two are constants, so are the target
    /// squares.
    #[inline(always)]
    pub(crate) const fn new(
        king_from: Square,
        rook_from: Square,
        side: CastleSide,
        rank: Rank,
    ) -> Self {
        Self {
            king_from,
            king_to: side.king_target(rank),
            rook_from,
            rook_to: side.rook_target(rank),
        }
    }
}

/// The notation of castling moves and rights. The rules are the same in both modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Moves as `e1g1`, rights as `KQkq` (X-FEN).
    #[default]
    Standard,
    /// Moves as king takes rook, rights as rook files (Shredder-FEN).
    Chess960,
}

/// For each color and side, the file of the rook that may still castle.
///
/// ```
/// use movegen::{Board, CastleSide, Color, File};
///
/// // Shredder-FEN: White may castle with the rook on the g-file, not the one on the h-file.
/// let board: Board = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1".parse()?;
/// let rights = board.castling();
/// assert_eq!(rights.rook(Color::White, CastleSide::King), Some(File::G));
/// assert_eq!(rights.iter().count(), 1);
/// # Ok::<_, movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights([[Option<File>; 2]; 2]);

impl CastlingRights {
    /// No rights.
    pub const NONE: Self = Self([[None; 2]; 2]);

    /// The file of the rook with which `color` may castle on `side`; `None` if it may not.
    #[inline(always)]
    pub const fn rook(self, color: Color, side: CastleSide) -> Option<File> {
        self.0[color as usize][side as usize]
    }

    /// Sets the rook file of one right; `None` removes the right.
    #[inline(always)]
    pub const fn set(&mut self, color: Color, side: CastleSide, rook: Option<File>) {
        self.0[color as usize][side as usize] = rook;
    }

    /// Removes both rights of `color`.
    #[inline(always)]
    pub const fn clear(&mut self, color: Color) {
        self.0[color as usize] = [None; 2];
    }

    /// Removes the right of `color`'s rook on `square`, which moves or is captured; does nothing if
    /// no right belongs to that square.
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

    /// True if there are no rights.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// All rights in 32 bits, one byte each: the rook's file, or 8 for no right.
    #[cfg(feature = "perft")]
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        let [white, black] = self.0;
        let byte = |rook: Option<File>| rook.map_or(8, |file| file as u8);
        u32::from_le_bytes([white[0], white[1], black[0], black[1]].map(byte))
    }

    /// All rights as (color, side, rook file).
    pub fn iter(self) -> impl Iterator<Item = (Color, CastleSide, File)> {
        Color::ALL.into_iter().flat_map(move |color| {
            CastleSide::ALL
                .into_iter()
                .filter_map(move |side| Some((color, side, self.rook(color, side)?)))
        })
    }
}
