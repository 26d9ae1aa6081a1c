//! Moves in 16 bits, and lists of them.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::castling::{CastlePath, CastleSide};
use crate::types::{PieceType, Rank, Square};

/// What a move does besides going from one square to another: four bits, of which bit 2 says
/// capture and bit 3 says promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct MoveKind(u8);

impl MoveKind {
    /// To an empty square, and nothing more.
    pub const QUIET: Self = Self(0);
    /// A pawn's first move of two squares.
    pub const DOUBLE_PUSH: Self = Self(1);
    /// King and rook; never a capture, though the target square is the own rook's.
    pub const CASTLE: Self = Self(2);
    /// A man taken on the target square.
    pub const CAPTURE: Self = Self(4);
    /// A pawn taken in passing.
    pub const EN_PASSANT: Self = Self(5);

    const PROMOTION: u8 = 8;

    /// A pawn reaching the last rank, with or without a capture.
    #[inline(always)]
    pub const fn promotion(to: PieceType, capture: bool) -> Self {
        let capture = if capture { Self::CAPTURE.0 } else { 0 };
        Self(Self::PROMOTION | capture | (to as u8 - PieceType::Knight as u8))
    }

    /// True for a promotion.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 & Self::PROMOTION != 0
    }

    /// The move to the same square if the last rank were not the last: quiet or a capture for a
    /// promotion, every other kind as it is.
    #[inline(always)]
    pub(crate) const fn without_promotion(self) -> Self {
        if self.is_promotion() {
            Self(self.0 & Self::CAPTURE.0)
        } else {
            self
        }
    }
}

/// A move. Castling is *king takes own rook*: `from` is the king's square, `to` the rook's.
///
/// Layout, lowest bit first: `from` in 6 bits, `to` in 6 bits, [`MoveKind`] in 4. No move has
/// `from` equal to `to`, so zero is free and `Option<Move>` takes 16 bits as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move from its parts.
    ///
    /// # Panics
    /// When `from` and `to` are both a1 and the kind is quiet: the one value that is no move.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind.0 as u16) << 12;
        Self(NonZeroU16::new(bits).expect("a move leaves its square"))
    }

    /// Any 16 bits, as they may come out of a shared table. Only
    /// [`Board::is_legal`](crate::Board::is_legal) says whether they are a move on some board.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The 16 bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Where the man comes from; the king's square when castling.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as u8 & 63)
    }

    /// Where it goes; the castling rook's square when castling.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index((self.bits() >> 6) as u8 & 63)
    }

    /// What kind of move it is.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind((self.bits() >> 12) as u8)
    }

    /// True when a man is taken, en passant included. Castling takes nothing.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.kind().0 & MoveKind::CAPTURE.0 != 0
    }

    /// True for castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.kind().0 == MoveKind::CASTLE.0
    }

    /// True when a pawn is taken in passing.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.kind().0 == MoveKind::EN_PASSANT.0
    }

    /// What the pawn becomes, if it is promoted.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        let kind = self.kind().0;
        if kind & MoveKind::PROMOTION == 0 {
            None
        } else {
            Some(PieceType::from_index((kind & 3) + PieceType::Knight as u8))
        }
    }

    /// The side this move castles to; `None` if it does not castle.
    #[inline(always)]
    pub const fn castle_side(self) -> Option<CastleSide> {
        if self.is_castle() {
            Some(CastleSide::of(self.from(), self.to()))
        } else {
            None
        }
    }

    /// The squares of king and rook; `None` if this move does not castle.
    #[inline(always)]
    pub(crate) const fn castle_path(self) -> Option<CastlePath> {
        if self.is_castle() {
            Some(CastlePath::new(self.from(), self.to()))
        } else {
            None
        }
    }

    /// The square on which the moving piece ends: [`to`](Self::to) unless the move castles, then
    /// the king's new square.
    #[inline(always)]
    pub const fn destination(self) -> Square {
        match self.castle_path() {
            Some(path) => path.king_to,
            None => self.to(),
        }
    }

    /// The square of the captured piece, which is not [`to`](Self::to) for an en passant capture;
    /// `None` if the move captures nothing.
    #[inline(always)]
    pub const fn capture_square(self) -> Option<Square> {
        if self.is_en_passant() {
            Some(en_passant_victim(self.to()))
        } else if self.is_capture() {
            Some(self.to())
        } else {
            None
        }
    }

    /// True for captures and promotions: what quiescence looks at.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.kind().0 & (MoveKind::CAPTURE.0 | MoveKind::PROMOTION) != 0
    }
}

impl fmt::Debug for Move {
    /// As UCI writes it in Chess960 mode.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

/// The square of the pawn that an en passant capture on `square` removes: the one behind it.
#[inline(always)]
pub(crate) const fn en_passant_victim(square: Square) -> Square {
    Square::new(square.file(), Rank::from_index(square.rank() as u8 ^ 1))
}

/// Room for every move of a position of at most 16 men a side: fifteen queens with 27 moves each,
/// a king with eight and two castlings would still fit.
pub const MAX_MOVES: usize = 512;

/// A list of moves on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
