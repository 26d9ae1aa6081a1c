//! Piece types, and pieces with a color.

use super::Color;
use super::indexed_enum;

indexed_enum! {
    /// A piece type, without a color.
    ///
    /// ```
    /// use movegen::PieceType;
    ///
    /// assert_eq!(PieceType::from_letter('N'), Some(PieceType::Knight));
    /// assert_eq!(PieceType::Queen.letter(), 'q');
    /// ```
    pub enum PieceType { Pawn, Knight, Bishop, Rook, Queen, King }
}

impl PieceType {
    /// The types a pawn can promote to, queen first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

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

    /// The lowercase letter of FEN and UCI: `p n b r q k`.
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

    /// The inverse of [`letter`](Self::letter), for letters of either case.
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

indexed_enum! {
    /// A piece with its color. The index is `kind * 2 + color`.
    ///
    /// ```
    /// use movegen::{Color, Piece, PieceType};
    ///
    /// let rook = Piece::new(Color::Black, PieceType::Rook);
    /// assert_eq!(rook, Piece::BlackRook);
    /// assert_eq!((rook.color(), rook.kind()), (Color::Black, PieceType::Rook));
    /// assert_eq!(Piece::from_letter('r'), Some(rook));
    /// ```
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
}

impl Piece {
    /// The piece with this color and type.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::ALL[kind as usize * 2 + color as usize]
    }

    /// The color of the piece.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The kind of the piece.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        PieceType::from_index(self as u8 >> 1)
    }

    /// The FEN letter: uppercase for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// The inverse of [`letter`](Self::letter).
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
