//! Forsyth-Edwards notation. Reads orthodox FEN, X-FEN, Shredder-FEN and mixtures of them; writes
//! X-FEN in [`CastlingMode::Standard`] and Shredder-FEN in [`CastlingMode::Chess960`].

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::excerpt;
use crate::bitboard::Bitboard;
use crate::board::{Board, Setup, SetupError};
use crate::castling::{CastleSide, CastlingMode};
use crate::types::{Color, File, ParseSquareError, Piece, PieceType, Rank, Square};

/// An error in a FEN or in the position it describes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenError {
    /// No pieces or no side to move; names what is missing.
    #[error("a FEN begins with the pieces and the side to move; missing: {0}")]
    Missing(&'static str),
    /// More than six fields; quotes the seventh.
    #[error("a FEN has at most six fields; '{0}' is one too many")]
    ExtraField(String),
    /// Fewer or more than 8 ranks.
    #[error("the board has 8 ranks separated by '/', not {0}")]
    RankCount(usize),
    /// A rank of fewer or more than 8 squares.
    #[error("rank {rank} has {files} squares instead of 8")]
    RankLength {
        /// The rank, 1 to 8.
        rank: usize,
        /// The number of its squares.
        files: usize,
    },
    /// A character that is neither a piece nor a number of empty squares.
    #[error("'{}' on rank {rank} is neither a piece (PNBRQK, pnbrqk) nor 1 to 8 empty squares", excerpt(&letter.to_string()))]
    Placement {
        /// The rank, 1 to 8.
        rank: usize,
        /// The character.
        letter: char,
    },
    /// A side to move other than `w` and `b`; quotes it.
    #[error("the side to move must be 'w' or 'b', not '{0}'")]
    SideToMove(String),
    /// A character that is not a castling right.
    #[error("'{}' is not a castling right (KQkq, A-H, a-h, or '-' alone for none)", excerpt(&.0.to_string()))]
    CastlingLetter(char),
    /// A castling right of a side whose king is not on its back rank.
    #[error("castling right '{0}': the king is not on its first rank")]
    CastlingKing(char),
    /// A castling right that names the king's own file.
    #[error("castling right '{0}': the king is on that file")]
    CastlingFile(char),
    /// `K`, `Q`, `k` or `q` without a rook on that side of the king.
    #[error("castling right '{0}': there is no rook on that side of the king")]
    CastlingRook(char),
    /// A second right on one side of the king, with a different rook.
    #[error(
        "castling right '{0}': another rook on the same side of the king already has the right"
    )]
    CastlingTwice(char),
    /// An en passant field that is neither a square nor `-`.
    #[error("en passant: {0}")]
    EnPassant(ParseSquareError),
    /// A counter that is not a whole number from 0 to 65535.
    #[error("the {counter} must be a whole number from 0 to 65535, not '{text}'")]
    Counter {
        /// The name of the counter.
        counter: &'static str,
        /// The field, shortened if long.
        text: String,
    },
    /// A position that breaks the rules of chess.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl FromStr for Board {
    type Err = FenError;

    /// Parses a FEN in any dialect. Only the first two of the six fields are required; the others
    /// default to `- - 0 1`, so the first four fields of an EPD line are a FEN, too. A move number of 0 is
    /// read as 1.
    ///
    /// ```
    /// use movegen::{Board, FenError};
    ///
    /// let board: Board = "rbnnbkqr/pppppppp/8/8/8/8/PPPPPPPP/RBNNBKQR w HAha - 0 1".parse()?;
    /// assert_eq!(board.legal_moves().len(), 20);
    /// assert!(matches!("8/8 w".parse::<Board>(), Err(FenError::RankCount(2))));
    /// # Ok::<_, FenError>(())
    /// ```
    ///
    /// # Errors
    /// A [`FenError`] for the first error in the text or in the position.
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Ok(Self::try_from(&fen.parse::<Setup>()?)?)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// Parses a FEN as for [`Board`], without validating the position. Only castling rights depend on
    /// the pieces: they need the only king of their color on its back rank, a right given as a file
    /// must not name the king's own, and `K`, `Q`, `k` and `q` need a rook on that side of the king.
    ///
    /// # Errors
    /// A [`FenError`] for the first error in the text.
    fn from_str(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut setup = Self::EMPTY;
        read_pieces(fields.next().ok_or(FenError::Missing("both"))?, &mut setup)?;
        let side = fields.next().ok_or(FenError::Missing("the side to move"))?;
        setup.side_to_move = read_side(side)?;
        read_castling(fields.next().unwrap_or("-"), &mut setup)?;
        setup.en_passant = read_en_passant(fields.next().unwrap_or("-"))?;
        setup.halfmove_clock = read_counter("halfmove clock", fields.next().unwrap_or("0"))?;
        setup.fullmove_number = read_counter("move number", fields.next().unwrap_or("1"))?;
        match fields.next() {
            Some(field) => Err(FenError::ExtraField(excerpt(field))),
            None => Ok(setup),
        }
    }
}

fn read_pieces(field: &str, setup: &mut Setup) -> Result<(), FenError> {
    let count = field.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount(count));
    }
    for (text, rank) in field.split('/').zip(Rank::ALL.into_iter().rev()) {
        read_rank(text, rank, setup)?;
    }
    Ok(())
}

fn read_rank(text: &str, rank: Rank, setup: &mut Setup) -> Result<(), FenError> {
    let number = rank.index() + 1;
    let mut files = 0;
    for letter in text.chars() {
        match (letter, Piece::from_letter(letter)) {
            ('1'..='8', _) => files += letter as usize - '0' as usize,
            (_, Some(piece)) => {
                if let Some(&file) = File::ALL.get(files) {
                    setup.pieces[Square::new(file, rank).index()] = Some(piece);
                }
                files += 1;
            }
            _ => {
                return Err(FenError::Placement {
                    rank: number,
                    letter,
                });
            }
        }
    }
    if files == 8 {
        Ok(())
    } else {
        Err(FenError::RankLength {
            rank: number,
            files,
        })
    }
}

fn read_side(field: &str) -> Result<Color, FenError> {
    match field {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::SideToMove(excerpt(field))),
    }
}

fn read_castling(field: &str, setup: &mut Setup) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let (color, side, rook) = read_right(letter, setup)?;
        let known = setup.castling.rook(color, side);
        if known.is_some_and(|known| known != rook) {
            return Err(FenError::CastlingTwice(letter));
        }
        setup.castling.set(color, side, Some(rook));
    }
    Ok(())
}

/// Parses one letter of the castling field: a rook's file, or `K` or `Q` for the outermost rook on
/// that side of the king.
fn read_right(letter: char, setup: &Setup) -> Result<(Color, CastleSide, File), FenError> {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let (side, rook) = match (letter.to_ascii_lowercase(), File::from_letter(letter)) {
        ('k', _) => (Some(CastleSide::King), None),
        ('q', _) => (Some(CastleSide::Queen), None),
        (_, Some(file)) => (None, Some(file)),
        _ => return Err(FenError::CastlingLetter(letter)),
    };
    let rank = color.back_rank();
    let king = castling_king(letter, color, setup)?;
    let file = match side {
        Some(side) => outermost_rook(side, king.file(), rooks(setup, color)),
        None if rook == Some(king.file()) => return Err(FenError::CastlingFile(letter)),
        None => rook,
    };
    let file = file.ok_or(FenError::CastlingRook(letter))?;
    Ok((color, CastleSide::of(king, Square::new(file, rank)), file))
}

/// The king of `color`, which must be its only one and on its back rank.
fn castling_king(letter: char, color: Color, setup: &Setup) -> Result<Square, FenError> {
    let is_king =
        |&square: &Square| setup.pieces[square.index()] == Some(Piece::new(color, PieceType::King));
    let kings: Bitboard = Square::ALL.into_iter().filter(is_king).collect();
    let count = kings.count();
    match kings.first() {
        Some(king) if count == 1 && king.rank() == color.back_rank() => Ok(king),
        Some(_) if count == 1 => Err(FenError::CastlingKing(letter)),
        _ => Err(SetupError::Kings { color, count }.into()),
    }
}

/// The files of the rooks on the back rank of `color`, from a to h.
fn rooks(setup: &Setup, color: Color) -> impl DoubleEndedIterator<Item = File> {
    let rook = Some(Piece::new(color, PieceType::Rook));
    let square = move |file| Square::new(file, color.back_rank());
    File::ALL
        .into_iter()
        .filter(move |&file| setup.pieces[square(file).index()] == rook)
}

/// The rook denoted by `K` or `Q`.
fn outermost_rook(
    side: CastleSide,
    king: File,
    mut rooks: impl DoubleEndedIterator<Item = File>,
) -> Option<File> {
    match side {
        CastleSide::Queen => rooks.next().filter(|&file| file < king),
        CastleSide::King => rooks.next_back().filter(|&file| file > king),
    }
}

fn read_en_passant(field: &str) -> Result<Option<Square>, FenError> {
    if field == "-" {
        return Ok(None);
    }
    field.parse().map(Some).map_err(FenError::EnPassant)
}

fn read_counter(counter: &'static str, field: &str) -> Result<u16, FenError> {
    let digits = field.bytes().all(|byte| byte.is_ascii_digit());
    let number = field.parse().ok().filter(|_| digits);
    number.ok_or_else(|| FenError::Counter {
        counter,
        text: excerpt(field),
    })
}

impl Board {
    /// The position as X-FEN ([`CastlingMode::Standard`]: `KQkq`, or a rook's file if another rook
    /// is farther out) or as Shredder-FEN ([`CastlingMode::Chess960`]: always files). The en
    /// passant square is written only if a legal capture exists.
    ///
    /// ```
    /// use movegen::{Board, CastlingMode};
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let fen = board.fen(CastlingMode::Chess960).to_string();
    /// assert_eq!(fen, "4k3/8/8/8/8/8/8/4K2R w H - 0 1");
    /// // `{}` writes X-FEN, `{:#}` Shredder-FEN.
    /// assert_eq!(format!("{board:#}"), fen);
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    pub fn fen(&self, mode: CastlingMode) -> impl fmt::Display + use<> {
        self.setup().fen(mode)
    }
}

impl Setup {
    /// The setup as a FEN, like [`Board::fen`], whether or not it is a legal position. The en passant
    /// square is written even if no capture exists.
    ///
    /// ```
    /// use movegen::{CastlingMode, Piece, Setup, Square};
    ///
    /// let mut setup = Setup::EMPTY;
    /// setup.pieces[Square::E4.index()] = Some(Piece::BlackQueen);
    /// let fen = setup.fen(CastlingMode::Standard).to_string();
    /// assert_eq!(fen, "8/8/8/8/4q3/8/8/8 w - - 0 1");
    /// assert_eq!(fen.parse(), Ok(setup));
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    pub fn fen(&self, mode: CastlingMode) -> impl fmt::Display + use<> {
        Fen {
            setup: self.clone(),
            mode,
        }
    }
}

impl fmt::Display for Board {
    /// Writes the [`fen`](Board::fen) in Standard mode, or with `{:#}` in Chess960 mode.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = if f.alternate() {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        };
        write!(f, "{}", self.fen(mode))
    }
}

struct Fen {
    setup: Setup,
    mode: CastlingMode,
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, rank) in Rank::ALL.into_iter().rev().enumerate() {
            f.write_str(if i == 0 { "" } else { "/" })?;
            self.write_rank(rank, f)?;
        }
        write!(f, " {} ", self.setup.side_to_move)?;
        self.write_castling(f)?;
        match self.setup.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(
            f,
            " {} {}",
            self.setup.halfmove_clock, self.setup.fullmove_number
        )
    }
}

impl Fen {
    fn write_rank(&self, rank: Rank, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = self.setup.pieces[Square::new(file, rank).index()] else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", piece.letter())?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        Ok(())
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.setup.castling.is_empty() {
            return f.write_str("-");
        }
        for color in Color::ALL {
            for side in CastleSide::ALL.into_iter().rev() {
                if let Some(rook) = self.setup.castling.rook(color, side) {
                    let letter = self.right_letter(color, side, rook);
                    write!(f, "{}", in_case_of(color, letter))?;
                }
            }
        }
        Ok(())
    }

    fn right_letter(&self, color: Color, side: CastleSide, rook: File) -> char {
        let mut rooks = rooks(&self.setup, color);
        let (outermost, letter) = match side {
            CastleSide::Queen => (rooks.next(), 'q'),
            CastleSide::King => (rooks.next_back(), 'k'),
        };
        if self.mode == CastlingMode::Standard && outermost == Some(rook) {
            letter
        } else {
            rook.letter()
        }
    }
}

fn in_case_of(color: Color, letter: char) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}
