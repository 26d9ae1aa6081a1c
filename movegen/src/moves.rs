//! 16-bit moves, and move lists.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::castling::{CastlePath, CastleSide, CastlingMode};
use crate::types::{PieceType, Rank, Square};

mod sink;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512vbmi2",
    target_feature = "bmi2"
))]
mod vector;

#[cfg(feature = "perft")]
pub(crate) use sink::Each;
pub(crate) use sink::MoveSink;

/// The kind of a move in four bits: bit 2 marks captures and bit 3 promotions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct MoveKind(u8);

impl MoveKind {
    /// A move to an empty square with no other effect.
    pub const QUIET: Self = Self(0);
    /// A pawn's two-square advance.
    pub const DOUBLE_PUSH: Self = Self(1);
    /// Castling; not a capture, although the target square holds the king's own rook.
    pub const CASTLE: Self = Self(2);
    /// A capture on the target square.
    pub const CAPTURE: Self = Self(4);
    /// An en passant capture.
    pub const EN_PASSANT: Self = Self(5);

    const PROMOTION: u8 = 8;

    /// A promotion, with or without a capture.
    ///
    /// # Panics
    /// If `to` is a pawn or a king.
    #[inline(always)]
    pub const fn promotion(to: PieceType, capture: bool) -> Self {
        assert!(!matches!(to, PieceType::Pawn | PieceType::King));
        let capture = if capture { Self::CAPTURE.0 } else { 0 };
        Self(Self::PROMOTION | capture | (to as u8 - PieceType::Knight as u8))
    }

    /// The kind's bits, at their place in a move.
    #[inline(always)]
    const fn bits(self) -> u16 {
        (self.0 as u16) << 12
    }

    /// True for promotions.
    #[inline(always)]
    pub(crate) const fn is_promotion(self) -> bool {
        self.0 & Self::PROMOTION != 0
    }

    /// The kind with the promotion bits removed: quiet or capture for a promotion, unchanged for
    /// every other kind.
    #[inline(always)]
    pub(crate) const fn without_promotion(self) -> Self {
        if self.is_promotion() {
            Self(self.0 & Self::CAPTURE.0)
        } else {
            self
        }
    }

    /// The piece type a pawn promotes to; `None` if the kind is not a promotion.
    #[inline(always)]
    const fn promoted(self) -> Option<PieceType> {
        if self.is_promotion() {
            Some(PieceType::from_index(
                (self.0 & 3) + PieceType::Knight as u8,
            ))
        } else {
            None
        }
    }
}

impl fmt::Debug for MoveKind {
    /// Writes the name of the kind, such as `DoublePush` or `CapturePromotion(Queen)`; an unused value
    /// as `MoveKind(7)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(piece) = self.promoted() {
            let is_capture = self.without_promotion() == Self::CAPTURE;
            let capture = if is_capture { "Capture" } else { "" };
            return write!(f, "{capture}Promotion({piece:?})");
        }
        f.write_str(match *self {
            Self::QUIET => "Quiet",
            Self::DOUBLE_PUSH => "DoublePush",
            Self::CASTLE => "Castle",
            Self::CAPTURE => "Capture",
            Self::EN_PASSANT => "EnPassant",
            Self(bits) => return write!(f, "MoveKind({bits})"),
        })
    }
}

/// A move. Castling is *king takes own rook*: `from` is the king's square, `to` the rook's.
///
/// Layout, lowest bit first: `from` in 6 bits, `to` in 6 bits, [`MoveKind`] in 4. No move has
/// `from` equal to `to`, so zero is unused and `Option<Move>` also takes 16 bits.
///
/// ```
/// use movegen::{Move, MoveKind, PieceType, Square};
///
/// let mv = Move::new(Square::E2, Square::E4, MoveKind::DOUBLE_PUSH);
/// assert_eq!((mv.from(), mv.to()), (Square::E2, Square::E4));
///
/// let promotion = MoveKind::promotion(PieceType::Queen, true);
/// let mv = Move::new(Square::B7, Square::A8, promotion);
/// assert!(mv.is_capture() && mv.is_noisy());
/// assert_eq!(mv.promotion(), Some(PieceType::Queen));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// Builds a move from its parts, without checking it against a board.
    ///
    /// The move is legal only if `kind` also fits the board: e2e4 from the start position is a
    /// [`DOUBLE_PUSH`](MoveKind::DOUBLE_PUSH), not [`QUIET`](MoveKind::QUIET). To find the move for a
    /// text or for two squares, use [`Board::parse_uci`](crate::Board::parse_uci) or search
    /// [`Board::legal_moves`](crate::Board::legal_moves).
    ///
    /// # Panics
    /// If `from` and `to` are both a1 and the kind is quiet, which would be zero.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | kind.bits();
        Self(NonZeroU16::new(bits).expect("from and to differ"))
    }

    /// The inverse of [`bits`](Self::bits); `None` for zero. Bits from a shared table may be
    /// garbage: check them with [`Board::is_legal`](crate::Board::is_legal).
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The move as 16 bits, never zero.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The origin square; the king's square if the move castles.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as u8 & 63)
    }

    /// The target square; the rook's square if the move castles.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index((self.bits() >> 6) as u8 & 63)
    }

    /// The kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind((self.bits() >> 12) as u8)
    }

    /// True for captures, en passant included. Castling is not a capture.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.kind().0 & MoveKind::CAPTURE.0 != 0
    }

    /// True for castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.kind().0 == MoveKind::CASTLE.0
    }

    /// True for en passant captures.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.kind().0 == MoveKind::EN_PASSANT.0
    }

    /// The piece type a pawn promotes to; `None` if the move is not a promotion.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        self.kind().promoted()
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
        match self.castle_side() {
            Some(side) => {
                let (king, rook) = (self.from(), self.to());
                Some(CastlePath::new(king, rook, side, king.rank()))
            }
            None => None,
        }
    }

    /// The square where the moving piece ends up: [`to`](Self::to), or the king's new square if the
    /// move castles.
    ///
    /// ```
    /// use movegen::{Board, Square};
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mv = board.parse_uci("O-O")?;
    /// assert_eq!((mv.from(), mv.to()), (Square::E1, Square::H1));
    /// assert_eq!(mv.destination(), Square::G1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn destination(self) -> Square {
        match self.castle_path() {
            Some(path) => path.king_to,
            None => self.to(),
        }
    }

    /// The square of the captured piece, which is not [`to`](Self::to) for an en passant capture;
    /// `None` if the move captures nothing.
    ///
    /// ```
    /// use movegen::{Board, Square};
    ///
    /// let board: Board = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2".parse()?;
    /// let mv = board.parse_uci("e5d6")?;
    /// assert!(mv.is_en_passant());
    /// assert_eq!(mv.capture_square(), Some(Square::D5));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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

    /// True for captures and promotions, the moves searched in quiescence.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.kind().0 & (MoveKind::CAPTURE.0 | MoveKind::PROMOTION) != 0
    }
}

impl fmt::Debug for Move {
    /// Writes the move in UCI's Chess960 notation, followed by its kind unless that is quiet:
    /// `g1f3`, `e2e4 DoublePush`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.uci(CastlingMode::Chess960))?;
        match self.kind() {
            MoveKind::QUIET => Ok(()),
            kind => write!(f, " {kind:?}"),
        }
    }
}

/// The square of the pawn captured en passant on `square`: the square behind it.
#[inline(always)]
pub(crate) const fn en_passant_victim(square: Square) -> Square {
    Square::new(square.file(), Rank::from_index(square.rank() as u8 ^ 1))
}

/// The capacity of a [`MoveList`], enough for any position with at most 16 pieces per side: fifteen
/// queens with 27 moves each, eight king moves and two castling moves make 415.
pub const MAX_MOVES: usize = 512;

/// A list of moves on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
