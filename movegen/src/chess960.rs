//! Start positions: the 960 of Fischer's chess by Scharnagl's numbers, the pairs of them that
//! double Fischer random plays, and Bodlaender's way of drawing one with a die.

use rand::{Rng, RngExt};
use thiserror::Error;

use crate::board::Board;
use crate::castling::CastleSide;
use crate::setup::Setup;
use crate::types::{Color, File, Piece, PieceType, Rank, Square};

/// How many start positions there are; their numbers go from 0 to 959.
pub const START_POSITIONS: u16 = 960;

/// The number of the orthodox start position.
pub const ORTHODOX: u16 = 518;

/// The men of a back rank, from the a-file to the h-file.
type BackRank = [PieceType; 8];

/// No start position has this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no Chess960 start position {0}; they are numbered from 0 to 959")]
pub struct StartNumberError(pub u16);

/// What five rolls of a die say, each counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// Which dark square the first bishop takes, from the left (1 is a1): 1 to 4.
    pub dark_bishop: u8,
    /// Which light square the second bishop takes (1 is b1): 1 to 4.
    pub light_bishop: u8,
    /// Which of the squares still free the queen takes: 1 to 6.
    pub queen: u8,
    /// Which of those left a knight takes: 1 to 5.
    pub first_knight: u8,
    /// Which of those left the other knight takes: 1 to 4.
    pub second_knight: u8,
}

/// A roll that should have been repeated, or that no die gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the roll for the {man} is {roll}; only 1 to {highest} count")]
pub struct DiceError {
    /// What was being placed.
    pub man: &'static str,
    /// The roll.
    pub roll: u8,
    /// The highest roll that counts.
    pub highest: u8,
}

impl Dice {
    /// Rolls a six-sided die until each of the five rolls counts.
    pub fn roll<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut roll = |highest| {
            loop {
                let roll = rng.random_range(1..=6);
                if roll <= highest {
                    return roll;
                }
            }
        };
        Self {
            dark_bishop: roll(4),
            light_bishop: roll(4),
            queen: roll(6),
            first_knight: roll(5),
            second_knight: roll(4),
        }
    }

    /// The number of the start position that the dice chose. The 1,920 rolls that count give
    /// each of the 960 numbers twice, as the knights may be exchanged.
    ///
    /// # Errors
    /// [`DiceError`] for the first roll that does not count.
    pub fn number(self) -> Result<u16, DiceError> {
        let index = |man, roll, highest| match roll {
            _ if (1..=highest).contains(&roll) => Ok(u16::from(roll - 1)),
            _ => Err(DiceError { man, roll, highest }),
        };
        let dark = index("dark bishop", self.dark_bishop, 4)?;
        let light = index("light bishop", self.light_bishop, 4)?;
        let queen = index("queen", self.queen, 6)?;
        let first = index("first knight", self.first_knight, 5)?;
        let second = index("second knight", self.second_knight, 4)?;
        // The second knight does not count the square that the first one took.
        let second = second + u16::from(second >= first);
        let (left, right) = (first.min(second), first.max(second));
        // The place of the pair in `KNIGHTS`.
        let knights = left * (9 - left) / 2 + (right - left - 1);
        Ok(light + 4 * (dark + 4 * (queen + 6 * knights)))
    }
}

/// A back rank while it is being filled.
#[derive(Default)]
struct FreeSquares([Option<PieceType>; 8]);

impl FreeSquares {
    fn put(&mut self, kind: PieceType, file: usize) {
        self.0[file] = Some(kind);
    }

    /// Puts a man on the square that has `skip` free ones to its left.
    fn put_on_free(&mut self, kind: PieceType, skip: usize) {
        if let Some(square) = self.0.iter_mut().filter(|man| man.is_none()).nth(skip) {
            *square = Some(kind);
        }
    }

    /// Rook, king and rook on the three squares left.
    fn fill(mut self) -> BackRank {
        for kind in [PieceType::Rook, PieceType::King, PieceType::Rook] {
            self.put_on_free(kind, 0);
        }
        self.0.map(|man| man.unwrap_or(PieceType::Rook))
    }
}

/// Two different numbers from 0 to 4, lower first, in Scharnagl's order.
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
    // The right one first, so that the left one's square does not shift it.
    squares.put_on_free(PieceType::Knight, second);
    squares.put_on_free(PieceType::Knight, first);
    Ok(squares.fill())
}

/// The number of an arrangement, if it is one of the 960.
fn number_of(men: BackRank) -> Option<u16> {
    (0..START_POSITIONS).find(|&number| back_rank(number) == Ok(men))
}

fn start(white: BackRank, black: BackRank) -> Board {
    let mut setup = Setup::EMPTY;
    for (color, men) in [(Color::White, white), (Color::Black, black)] {
        for (file, kind) in File::ALL.into_iter().zip(men) {
            let mut put = |kind, rank: Rank| {
                let square = Square::new(file, rank.relative_to(color));
                setup.pieces[square.index()] = Some(Piece::new(color, kind));
            };
            put(kind, Rank::First);
            put(PieceType::Pawn, Rank::Second);
        }
        let rooks = File::ALL
            .into_iter()
            .zip(men)
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
        let men = back_rank(ORTHODOX).expect("518 is below 960");
        start(men, men)
    }
}

impl Board {
    /// The start position of a number, as Scharnagl counts them: 518 is the orthodox one.
    ///
    /// # Errors
    /// [`StartNumberError`] above 959.
    pub fn chess960(number: u16) -> Result<Self, StartNumberError> {
        Self::double_chess960(number, number)
    }

    /// A start position of double Fischer random, where each side has its own arrangement.
    ///
    /// # Errors
    /// [`StartNumberError`] for the first number above 959.
    pub fn double_chess960(white: u16, black: u16) -> Result<Self, StartNumberError> {
        Ok(start(back_rank(white)?, back_rank(black)?))
    }

    /// Any of the 960 start positions, each as likely as the others.
    pub fn random_chess960<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let men = random_back_rank(rng);
        start(men, men)
    }

    /// Any of the 921,600 start positions of double Fischer random.
    pub fn random_double_chess960<R: Rng + ?Sized>(rng: &mut R) -> Self {
        start(random_back_rank(rng), random_back_rank(rng))
    }

    /// The number of the arrangement of a side's back rank, wherever the other men stand. `None`
    /// when it is not one of the 960.
    pub fn back_rank_number(&self, color: Color) -> Option<u16> {
        let mut men = [PieceType::Pawn; 8];
        for (slot, file) in men.iter_mut().zip(File::ALL) {
            let piece = self.piece_on(Square::new(file, color.back_rank()))?;
            if piece.color() != color {
                return None;
            }
            *slot = piece.kind();
        }
        number_of(men)
    }

    /// The number of this start position. `None` when it is not one of the 960, complete with
    /// its castling rights and at the first move.
    pub fn chess960_number(&self) -> Option<u16> {
        let number = self.back_rank_number(Color::White)?;
        (Self::chess960(number).as_ref() == Ok(self)).then_some(number)
    }
}

fn random_back_rank<R: Rng + ?Sized>(rng: &mut R) -> BackRank {
    back_rank(rng.random_range(0..START_POSITIONS)).expect("the number is in range")
}
