//! The vocabulary of the board: colours, pieces, files, ranks and squares.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use thiserror::Error;

/// The side a piece, a right or a turn belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// White, who moves first.
    White,
    /// Black.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank a side's pieces start on: the first for White, the eighth for Black.
    #[inline(always)]
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::First,
            Self::Black => Rank::Eighth,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    /// As in FEN: `w` or `b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

/// A colour known at compile time, so that generation and make are compiled once for each side.
pub trait Side {
    /// The colour itself.
    const COLOR: Color;
    /// The other side.
    type Opponent: Side<Opponent = Self>;
}

/// [`Color::White`] as a type.
pub struct White;

/// [`Color::Black`] as a type.
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}

/// A kind of piece, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum PieceType {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceType {
    /// Every kind, from pawn to king.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// What a pawn may become.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// 0 for a pawn to 5 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The inverse of [`index`](Self::index); anything above 5 is a king.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        match index {
            0 => Self::Pawn,
            1 => Self::Knight,
            2 => Self::Bishop,
            3 => Self::Rook,
            4 => Self::Queen,
            _ => Self::King,
        }
    }

    /// The lower-case letter of FEN and UCI: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind a letter of either case stands for.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }
}

/// A piece with its colour. The discriminant is `kind * 2 + colour`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// Every piece in the order of [`index`](Self::index).
    pub const ALL: [Self; 12] = [
        Self::WhitePawn,
        Self::BlackPawn,
        Self::WhiteKnight,
        Self::BlackKnight,
        Self::WhiteBishop,
        Self::BlackBishop,
        Self::WhiteRook,
        Self::BlackRook,
        Self::WhiteQueen,
        Self::BlackQueen,
        Self::WhiteKing,
        Self::BlackKing,
    ];

    /// The piece of a colour and a kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::ALL[kind as usize * 2 + color as usize]
    }

    /// 0 to 11: `kind * 2 + colour`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose piece it is.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// What it is.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        PieceType::from_index(self as u8 >> 1)
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// The piece a FEN letter stands for.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match PieceType::from_letter(letter) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

/// A column of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// From A to H.
    pub const ALL: [Self; 8] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
    ];

    /// 0 for A to 7 for H.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The inverse of [`index`](Self::index), taken modulo 8.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        Self::ALL[(index & 7) as usize]
    }

    /// `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file a letter of either case names.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            c @ 'a'..='h' => Some(Self::from_index(c as u8 - b'a')),
            _ => None,
        }
    }
}

/// A row of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// From the first to the eighth.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// 0 for the first to 7 for the eighth.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The inverse of [`index`](Self::index), taken modulo 8.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        Self::ALL[(index & 7) as usize]
    }

    /// The rank as `color` counts it: its own first rank is [`Rank::First`].
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        Self::from_index(self as u8 ^ (7 * color as u8))
    }
}

/// A square, numbered rank by rank from a1 = 0 to h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square where a file and a rank cross.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 3 | file as u8)
    }

    /// The inverse of [`index`](Self::index), taken modulo 64.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// 0 for a1 to 63 for h8. The mask lets the compiler drop bounds checks.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The column.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::from_index(self.0)
    }

    /// The row.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self.0 >> 3)
    }

    /// The same square seen from the other side: ranks mirrored, files kept.
    #[inline(always)]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Files mirrored, ranks kept.
    #[inline(always)]
    pub const fn flip_file(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// The square `color` would call by this square's name.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        Self(self.0 ^ (56 * color as u8))
    }

    /// Every square from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().index() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a square (a1 to h8)")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseSquareError(text.to_owned());
        let [file, rank @ b'1'..=b'8'] = text.as_bytes() else {
            return Err(error());
        };
        let file = File::from_letter(char::from(*file)).ok_or_else(error)?;
        Ok(Self::new(file, Rank::from_index(rank - b'1')))
    }
}
