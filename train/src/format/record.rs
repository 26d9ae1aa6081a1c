//! Training positions on disk: records of 32 bytes without any header, written by `train shuffle`.
//!
//! Files may be concatenated. All numbers are little-endian:
//!
//! | bytes | type | content |
//! |---|---|---|
//! | 0–7 | `u64` | occupied squares; bit 0 is a1, bit 7 is h1, bit 63 is h8 |
//! | 8–23 | 32 × 4 bits | the pieces on them in ascending order of squares, the low half of a byte first; unused ones are zero |
//! | 24–25 | `i16` | White's score, averaged over the next plies, in internal units (400 per logit) |
//! | 26 | `u8` | result of the game: 0 Black won, 1 draw, 2 White won; 3 if it is not a training target |
//! | 27 | `u8` | side to move: 0 White, 1 Black |
//! | 28–29 | | unused, zero; older files have the ply of the game here |
//! | 30–31 | | zero |
//!
//! A piece's code is its kind (0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king), plus 8 if it
//! is black. The board is never flipped. Castling rights and en passant squares are left out
//! because they are not inputs of the network.

use movegen::{Bitboard, Board, Color, Piece, PieceType, Square};
use thiserror::Error;

use super::pieces::{code, pack};

/// The byte of a result that is not a training target.
const NO_RESULT: u8 = 3;

/// The size of a [`Record`] on disk.
pub const RECORD_BYTES: usize = 32;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    BlackWins = 0,
    /// A draw.
    Draw = 1,
    /// White won.
    WhiteWins = 2,
}

impl GameResult {
    /// All results, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// The result with this number.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::BlackWins),
            1 => Some(Self::Draw),
            2 => Some(Self::WhiteWins),
            _ => None,
        }
    }

    /// A win for `winner`, or a draw if there is none.
    pub const fn won_by(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }

    /// The half points of the player of `color`: 0 to 2.
    pub const fn half_points(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }
}

/// A training position; see the [layout](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The occupied squares.
    pub occupancy: u64,
    /// The codes of the pieces on them, the low half of a byte first.
    pub pieces: [u8; 16],
    /// The score for White, in internal units.
    pub score: i16,
    /// The result of the game, if it is a training target.
    pub result: Option<GameResult>,
    /// The side to move.
    pub stm: Color,
}

/// An invalid record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum RecordError {
    #[error("{0} pieces on the board; at most 32 are possible")]
    TooManyPieces(u32),
    #[error("invalid piece code {0}")]
    Code(u8),
    #[error("each side must have exactly one king")]
    Kings,
    #[error("more piece codes than occupied squares")]
    Surplus,
    #[error("invalid result {0}; it must be from 0 to 3")]
    Result(u8),
    #[error("invalid side to move {0}; it must be 0 or 1")]
    SideToMove(u8),
    #[error("the last two bytes are not zero")]
    Reserved,
}

const KING: u8 = PieceType::King as u8;

impl Record {
    /// A record of a board; `score` is White's, in internal units.
    pub fn new(board: &Board, score: i16, result: Option<GameResult>) -> Self {
        let (occupancy, pieces) = pack(board, |_, piece| piece.kind() as u8);
        Self {
            occupancy,
            pieces,
            score,
            result,
            stm: board.side_to_move(),
        }
    }

    /// The pieces with their squares, in ascending order of squares: at most 32, one king a side.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + Clone + '_ {
        let codes = (0..).map(|index| code(&self.pieces, index));
        Bitboard(self.occupancy)
            .into_iter()
            .zip(codes)
            .map(|(square, code)| {
                let color = Color::ALL[usize::from(code >> 3)];
                (square, Piece::new(color, PieceType::from_index(code & 7)))
            })
    }

    /// The score for the side to move, in internal units.
    #[inline]
    pub fn stm_score(&self) -> i32 {
        match self.stm {
            Color::White => i32::from(self.score),
            Color::Black => -i32::from(self.score),
        }
    }

    /// The result for the side to move, if there is one: 0 loss, 1 draw, 2 win.
    #[inline]
    pub fn stm_result(&self) -> Option<u8> {
        self.result.map(|result| result.half_points(self.stm))
    }

    /// The record's bytes.
    pub fn to_bytes(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        bytes[..8].copy_from_slice(&self.occupancy.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result.map_or(NO_RESULT, |result| result as u8);
        bytes[27] = self.stm as u8;
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`RecordError`] unless the bytes follow the [layout](self) and each side has one king.
    /// Squares are not checked: pawns may be anywhere.
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Result<Self, RecordError> {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (words, _) = bytes.as_chunks::<8>();
        let mut pieces = [0; 16];
        pieces.copy_from_slice(&bytes[8..24]);
        let record = Self {
            occupancy: u64::from_le_bytes(words[0]),
            pieces,
            score: number(24) as i16,
            result: match bytes[26] {
                NO_RESULT => None,
                number => {
                    let result = GameResult::from_number(number);
                    Some(result.ok_or(RecordError::Result(number))?)
                }
            },
            stm: match bytes[27] {
                0 => Color::White,
                1 => Color::Black,
                other => return Err(RecordError::SideToMove(other)),
            },
        };
        if number(30) != 0 {
            return Err(RecordError::Reserved);
        }
        record.check_pieces()?;
        Ok(record)
    }

    fn check_pieces(&self) -> Result<(), RecordError> {
        let count = self.occupancy.count_ones();
        if count > 32 {
            return Err(RecordError::TooManyPieces(count));
        }
        let mut kings = [0; 2];
        for index in 0..count as usize {
            let code = code(&self.pieces, index);
            if code & 7 > KING {
                return Err(RecordError::Code(code));
            }
            kings[usize::from(code >> 3)] += u32::from(code & 7 == KING);
        }
        if kings != [1, 1] {
            return Err(RecordError::Kings);
        }
        // Read as one number, the unused codes are the high bits.
        match u128::from_le_bytes(self.pieces).checked_shr(4 * count) {
            None | Some(0) => Ok(()),
            Some(_) => Err(RecordError::Surplus),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(fen: &str) -> Record {
        let board: Board = fen.parse().expect("a legal position");
        Record::new(&board, -123, Some(GameResult::BlackWins))
    }

    #[test]
    fn bytes_follow_the_layout() {
        let bytes = record("4k3/8/8/8/8/8/p7/4K2R b K - 0 31").to_bytes();
        let mut expected = [0; RECORD_BYTES];
        expected[0] = 0b1001_0000; // e1, h1
        expected[1] = 1; // a2
        expected[7] = 0b0001_0000; // e8
        expected[8] = 0x35; // white king, white rook
        expected[9] = 0xD8; // black pawn, black king
        expected[24..26].copy_from_slice(&[0x85, 0xFF]);
        expected[26] = 0;
        expected[27] = 1;
        assert_eq!(bytes, expected);
    }

    #[test]
    fn records_round_trip() {
        let board = Board::default();
        let record = Record::new(&board, 31_999, None);
        assert_eq!(Record::from_bytes(&record.to_bytes()), Ok(record));
        let record = Record::new(&board, 31_999, Some(GameResult::WhiteWins));
        assert_eq!(Record::from_bytes(&record.to_bytes()), Ok(record));
        let pieces: Vec<_> = record.pieces().collect();
        assert_eq!(pieces.len(), 32);
        for (square, piece) in pieces {
            assert_eq!(board.piece_on(square), Some(piece));
        }
    }

    #[test]
    fn ply_in_older_records_is_ignored() {
        let record = record("4k3/8/8/8/8/8/p7/4K2R b K - 0 31");
        let mut older = record.to_bytes();
        older[28] = 61;
        assert_eq!(Record::from_bytes(&older), Ok(record));
    }

    #[test]
    fn scores_and_results_follow_the_side_to_move() {
        let black = record("4k3/8/8/8/8/8/p7/4K2R b K - 0 31");
        assert_eq!((black.stm_score(), black.stm_result()), (123, Some(2)));
        let white = record("4k3/8/8/8/8/8/p7/4K2R w K - 0 31");
        assert_eq!((white.stm_score(), white.stm_result()), (-123, Some(0)));
    }

    #[test]
    fn invalid_records_are_refused() {
        let good = record("4k3/8/8/8/8/8/p7/4K2R b K - 0 31").to_bytes();
        let with = |at: usize, value: u8| {
            let mut bytes = good;
            bytes[at] = value;
            Record::from_bytes(&bytes)
        };
        assert_eq!(with(26, 4), Err(RecordError::Result(4)));
        assert_eq!(with(27, 2), Err(RecordError::SideToMove(2)));
        assert_eq!(with(31, 1), Err(RecordError::Reserved));
        assert_eq!(with(8, 0x3E), Err(RecordError::Code(14)));
        assert_eq!(with(8, 0x55), Err(RecordError::Kings));
        assert_eq!(with(20, 1), Err(RecordError::Surplus));
        let full = Record::from_bytes(&[0xFF; RECORD_BYTES]);
        assert!(full.is_err());
        let mut crowded = good;
        crowded[..8].fill(0xFF);
        assert_eq!(
            Record::from_bytes(&crowded),
            Err(RecordError::TooManyPieces(64))
        );
    }
}
