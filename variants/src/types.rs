//! Squares, pieces and moves of both games: 8 files and up to 14 ranks.

use std::fmt;
use std::num::NonZeroU8;

use arrayvec::ArrayVec;
pub use movegen::Color;

/// Number of files of both boards.
pub(crate) const FILES: usize = 8;

/// Number of ranks of the larger board.
const MAX_RANKS: usize = 14;

/// A square, numbered rank by rank from a1 = 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square of a file (0 for a) and a rank (0 for the first), which must be on the board of the
    /// game.
    #[inline(always)]
    pub const fn new(file: usize, rank: usize) -> Self {
        debug_assert!(file < FILES && rank < MAX_RANKS);
        Self((rank * FILES + file) as u8)
    }

    /// The inverse of [`index`](Self::index).
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < FILES * MAX_RANKS);
        Self(index as u8)
    }

    /// `rank * 8 + file`, below 112, the number of squares of the larger board.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.index() % FILES
    }

    /// 0 for the first rank.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.index() / FILES
    }

    /// The square on the next rank up the board, or down, which must exist.
    #[inline(always)]
    pub const fn next(self, up: bool) -> Self {
        if up {
            Self(self.0 + FILES as u8)
        } else {
            Self(self.0 - FILES as u8)
        }
    }

    /// Parses a square of a board with `ranks` ranks.
    pub fn parse(text: &str, ranks: usize) -> Option<Self> {
        let mut chars = text.chars();
        let file = match chars.next()? {
            letter @ 'a'..='h' => letter as usize - 'a' as usize,
            _ => return None,
        };
        let number = chars.as_str();
        let plain = number.starts_with(|c: char| c.is_ascii_digit() && c != '0');
        let rank: usize = number.parse().ok().filter(|_| plain)?;
        (rank <= ranks.min(MAX_RANKS)).then(|| Self::new(file, rank - 1))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.file() as u8);
        write!(f, "{letter}{}", self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Kinds of pieces of both games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of chess")]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    /// Queen and knight in one; cylindrical game only.
    Amazon,
    /// A pawn that moves backward, toward its own side's river rank, and becomes a plank there;
    /// cylindrical game only.
    RearPawn,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 8;

    /// Every kind.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
        Self::Amazon,
        Self::RearPawn,
    ];

    /// Neither kings nor pawns. The swimming game has no amazons.
    pub(crate) const PIECES: [Self; 5] = [
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::Amazon,
    ];

    /// The lower-case letter of FEN and move text.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
            Self::Amazon => 'a',
            Self::RearPawn => 's',
        }
    }
}

/// A piece with its color in one byte; `Option<Piece>` is one byte too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// Number of values of [`index`](Self::index).
    pub const COUNT: usize = 2 * Kind::COUNT;

    /// The piece of a color and a kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Self {
        match NonZeroU8::new(1 + kind as u8 * 2 + color as u8) {
            Some(byte) => Self(byte),
            None => unreachable!(),
        }
    }

    /// `kind * 2 + color`, from 0 to 15.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0.get() - 1) as usize % Self::COUNT
    }

    /// The side it belongs to.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.index() & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Its kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self.index() / 2]
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// The piece of a FEN letter.
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let lower = letter.to_ascii_lowercase();
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == lower)?;
        Some(Self::new(color, kind))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A move: origin, nominal destination and promotion, in 16 bits.
///
/// The destination is the square an orthodox move would go to; where the current carries the piece
/// depends on the position. Layout, lowest bit first: origin and destination in 7 bits each, the
/// promotion in 2 (0 for none or the strongest piece, then rook, bishop, knight). No move stays on
/// a square, so zero is free for "no move".
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// Promotion pieces of the swimming game, by the top two bits of a move.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// A move that promotes to the strongest piece, if it promotes.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.0 as u16 | (to.0 as u16) << 7)
    }

    /// The same move with another of the [`PROMOTIONS`](Self::PROMOTIONS).
    #[inline(always)]
    pub const fn promoting(self, choice: usize) -> Self {
        Self(self.0 & 0x3FFF | (choice as u16 & 3) << 14)
    }

    /// The origin.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square((self.0 & 0x7F) as u8)
    }

    /// The nominal destination.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 7 & 0x7F) as u8)
    }

    /// The index of the promotion piece in [`PROMOTIONS`](Self::PROMOTIONS).
    #[inline(always)]
    pub const fn choice(self) -> usize {
        (self.0 >> 14) as usize
    }
}

impl search::parts::TableMove for Move {
    #[inline(always)]
    fn bits(self) -> u16 {
        self.0
    }

    #[inline(always)]
    fn from_bits(bits: u16) -> Option<Self> {
        (bits != 0).then_some(Self(bits))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.choice() {
            0 => Ok(()),
            choice => write!(f, "{}", Self::PROMOTIONS[choice].letter()),
        }
    }
}

/// Upper bound on the moves of a position: 24 pieces of the cylinder have at most 42 moves each, 16 of
/// the swimming game at most 27.
pub(crate) const MAX_MOVES: usize = 1024;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
