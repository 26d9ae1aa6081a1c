//! Start positions: the 960 of Chess960 by Scharnagl number, pairs of them for double Fischer
//! random, and Bodlaender's dice method.
//! <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>

use rand::{Rng, RngExt};
use thiserror::Error;

use crate::board::{Board, Setup};
use crate::castling::CastleSide;
use crate::types::{Color, File, Piece, PieceType, Rank, Square};

/// The number of start positions, numbered from 0 to 959.
pub const START_POSITIONS: u16 = 960;

/// The number of the orthodox start position.
pub const ORTHODOX: u16 = 518;

/// The pieces of a back rank, from the a-file to the h-file.
type BackRank = [PieceType; 8];

/// A start position number above 959.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no Chess960 start position {0}; numbers run from 0 to 959")]
pub struct StartNumberError(pub u16);

/// A roll that is 0 or above the number of squares free for the piece; the die must be rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("invalid roll {roll} for the {piece}: it must be 1 to {highest}")]
pub struct DiceError {
    /// The piece to place.
    pub piece: &'static str,
    /// The roll.
    pub roll: u8,
    /// The highest valid roll.
    pub highest: u8,
}

/// The number of the start position that five rolls of a die select (Hans Bodlaender's method).
///
/// In order, the rolls choose the dark square of the first bishop (1 is a1), the light square of the
/// second (1 is b1), and the squares of the queen and of both knights among those still free, counted
/// from the a-file. The 1,920 valid combinations give each of the 960 numbers twice, because the
/// knights are interchangeable.
///
/// ```
/// use movegen::{Board, chess960};
///
/// let number = chess960::number_by_dice([2, 3, 3, 2, 3])?;
/// assert_eq!(number, chess960::ORTHODOX);
/// # Ok::<_, chess960::DiceError>(())
/// ```
///
/// # Errors
/// [`DiceError`] for the first roll out of range.
pub fn number_by_dice(rolls: [u8; 5]) -> Result<u16, DiceError> {
    const CHOICES: [(&str, u8); 5] = [
        ("dark bishop", 4),
        ("light bishop", 4),
        ("queen", 6),
        ("first knight", 5),
        ("second knight", 4),
    ];
    let mut indices = [0; 5];
    for ((index, roll), (piece, highest)) in indices.iter_mut().zip(rolls).zip(CHOICES) {
        if !(1..=highest).contains(&roll) {
            return Err(DiceError {
                piece,
                roll,
                highest,
            });
        }
        *index = u16::from(roll - 1);
    }
    let [dark, light, queen, first, second] = indices;
    // The second knight's roll skips the first knight's square.
    let second = second + u16::from(second >= first);
    let (left, right) = (first.min(second), first.max(second));
    // The index of the pair in `KNIGHTS`.
    let knights = left * (9 - left) / 2 + (right - left - 1);
    Ok(light + 4 * (dark + 4 * (queen + 6 * knights)))
}

/// A back rank while it is being filled.
#[derive(Default)]
struct FreeSquares([Option<PieceType>; 8]);

impl FreeSquares {
    /// Puts a piece on a file.
    fn put(&mut self, kind: PieceType, file: usize) {
        self.0[file] = Some(kind);
    }

    /// Puts a piece on the free square with `skip` free squares to its left.
    fn put_on_free(&mut self, kind: PieceType, skip: usize) {
        if let Some(square) = self.0.iter_mut().filter(|piece| piece.is_none()).nth(skip) {
            *square = Some(kind);
        }
    }

    /// Fills the last three squares with rook, king and rook.
    fn fill(mut self) -> BackRank {
        for kind in [PieceType::Rook, PieceType::King, PieceType::Rook] {
            self.put_on_free(kind, 0);
        }
        self.0.map(|piece| piece.unwrap_or(PieceType::Rook))
    }
}

/// The pairs of distinct numbers from 0 to 4, lower first, in Scharnagl's order.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

/// The back rank with the given Scharnagl number.
fn back_rank(number: u16) -> Result<BackRank, StartNumberError> {
    if number >= START_POSITIONS {
        return Err(StartNumberError(number));
    }
    let rest = usize::from(number);
    let (rest, light) = (rest / 4, rest % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    let mut squares = FreeSquares::default();
    squares.put(PieceType::Bishop, 2 * light + 1);
    squares.put(PieceType::Bishop, 2 * dark);
    squares.put_on_free(PieceType::Queen, queen);
    let (first, second) = KNIGHTS[knights];
    // The right knight first: placing the left one would shift its index by one.
    squares.put_on_free(PieceType::Knight, second);
    squares.put_on_free(PieceType::Knight, first);
    Ok(squares.fill())
}

/// The Scharnagl number of a back rank; `None` if it is not one of the 960.
fn number_of(rank: BackRank) -> Option<u16> {
    (0..START_POSITIONS).find(|&number| back_rank(number) == Ok(rank))
}

/// The start position with these back ranks.
fn start(white: BackRank, black: BackRank) -> Board {
    let mut setup = Setup::EMPTY;
    for (color, back_rank) in [(Color::White, white), (Color::Black, black)] {
        for (file, kind) in File::ALL.into_iter().zip(back_rank) {
            let mut put = |kind, rank: Rank| {
                let square = Square::new(file, rank.relative_to(color));
                setup.pieces[square.index()] = Some(Piece::new(color, kind));
            };
            put(kind, Rank::First);
            put(PieceType::Pawn, Rank::Second);
        }
        let rooks = File::ALL
            .into_iter()
            .zip(back_rank)
            .filter(|&(_, kind)| kind == PieceType::Rook);
        for (side, (file, _)) in CastleSide::ALL.into_iter().zip(rooks) {
            setup.castling.set(color, side, Some(file));
        }
    }
    Board::try_from(&setup).expect("a start position is legal")
}

impl Default for Board {
    /// The orthodox start position.
    fn default() -> Self {
        Self::chess960(ORTHODOX).expect("518 is a valid start position number")
    }
}

impl Board {
    /// The start position with the given Scharnagl number; 518 is the orthodox one.
    ///
    /// ```
    /// use movegen::Board;
    ///
    /// assert_eq!(Board::chess960(518)?, Board::default());
    /// assert!(Board::chess960(960).is_err());
    /// # Ok::<_, movegen::chess960::StartNumberError>(())
    /// ```
    ///
    /// # Errors
    /// [`StartNumberError`] above 959.
    pub fn chess960(number: u16) -> Result<Self, StartNumberError> {
        Self::double_chess960(number, number)
    }

    /// A double Fischer random start position, in which each side has its own arrangement.
    ///
    /// ```
    /// use movegen::{Board, Color};
    ///
    /// let board = Board::double_chess960(0, 959)?;
    /// assert_eq!(board.back_rank_number(Color::Black), Some(959));
    /// # Ok::<_, movegen::chess960::StartNumberError>(())
    /// ```
    ///
    /// # Errors
    /// [`StartNumberError`] for the first number above 959.
    pub fn double_chess960(white: u16, black: u16) -> Result<Self, StartNumberError> {
        Ok(start(back_rank(white)?, back_rank(black)?))
    }

    /// A random Chess960 start position, all equally likely.
    pub fn random_chess960<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let back_rank = random_back_rank(rng);
        start(back_rank, back_rank)
    }

    /// A random double Fischer random start position, one of 921,600.
    pub fn random_double_chess960<R: Rng + ?Sized>(rng: &mut R) -> Self {
        start(random_back_rank(rng), random_back_rank(rng))
    }

    /// The Scharnagl number of a side's back rank, ignoring the rest of the board; `None` if it is
    /// not one of the 960.
    pub fn back_rank_number(&self, color: Color) -> Option<u16> {
        let mut rank = [PieceType::Pawn; 8];
        for (slot, file) in rank.iter_mut().zip(File::ALL) {
            let piece = self.piece_on(Square::new(file, color.back_rank()))?;
            if piece.color() != color {
                return None;
            }
            *slot = piece.kind();
        }
        number_of(rank)
    }

    /// The number of this start position; `None` unless the board is one of the 960 at the first
    /// move, with all castling rights.
    pub fn chess960_number(&self) -> Option<u16> {
        let number = self.back_rank_number(Color::White)?;
        (Self::chess960(number).as_ref() == Ok(self)).then_some(number)
    }
}

/// A random back rank.
fn random_back_rank<R: Rng + ?Sized>(rng: &mut R) -> BackRank {
    back_rank(rng.random_range(0..START_POSITIONS)).expect("the number is in range")
}
