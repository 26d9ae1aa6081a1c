//! Training positions on disk: 32 bytes each, nothing before, between or after them.
//!
//! A file of positions is what `train shuffle` writes and what training reads. Its length is a
//! multiple of 32, and files may be joined by appending one to another. All numbers are
//! little-endian:
//!
//! | bytes | type | what |
//! |---|---|---|
//! | 0–7 | `u64` | occupied squares; bit 0 is a1, bit 7 is h1, bit 63 is h8 |
//! | 8–23 | 32 × 4 bits | the men on them in ascending order of squares, the low half of a byte first; unused ones are zero |
//! | 24–25 | `i16` | the search's score in internal units (400 to a logit), from White's view |
//! | 26 | `u8` | how the game ended: 0 Black won, 1 draw, 2 White won |
//! | 27 | `u8` | side to move: 0 White, 1 Black |
//! | 28–29 | `u16` | ply of the game, 0 in the start position |
//! | 30–31 | | zero |
//!
//! A man's code is its kind (0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king), plus 8 if it is
//! black. The board always stands as White sees it, whoever is to move. Castling rights and en
//! passant squares are left out: the network does not see them.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use movegen::{Bitboard, Board, Color, Piece, PieceType, Square};
use thiserror::Error;

/// The size of a [`Record`] on disk.
pub const RECORD_BYTES: usize = 32;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    BlackWins = 0,
    /// Nobody won.
    Draw = 1,
    /// White won.
    WhiteWins = 2,
}

impl GameResult {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// The result a number stands for.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::BlackWins),
            1 => Some(Self::Draw),
            2 => Some(Self::WhiteWins),
            _ => None,
        }
    }

    /// The game that `winner` won, a draw without one.
    pub const fn won_by(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

/// A training position. Its fields are those of the [layout](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The occupied squares.
    pub occupancy: u64,
    /// The codes of the men on them, the low half of a byte first.
    pub pieces: [u8; 16],
    /// Internal units, from White's view.
    pub score: i16,
    /// How the game ended.
    pub result: GameResult,
    /// The side to move.
    pub stm: Color,
    /// Ply of the game.
    pub ply: u16,
}

/// Why 32 bytes are no training position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RecordError {
    #[error("there are {0} men on the board; at most 32 are possible")]
    Men(u32),
    #[error("{0} is no code of a man")]
    Code(u8),
    #[error("each side must have exactly one king")]
    Kings,
    #[error("there are men beyond the occupied squares")]
    Surplus,
    #[error("{0} is no result; 0, 1 and 2 are")]
    Result(u8),
    #[error("{0} is no side to move; 0 and 1 are")]
    SideToMove(u8),
    #[error("the last two bytes are not zero")]
    Reserved,
}

const KING: u8 = PieceType::King as u8;
const BLACK: u8 = 8;

impl Record {
    /// A board as a training position. `score` is in internal units from White's view.
    pub fn new(board: &Board, score: i16, result: GameResult) -> Self {
        let (occupancy, pieces) = pack_men(board, |_, piece| piece.kind() as u8);
        Self {
            occupancy,
            pieces,
            score,
            result,
            stm: board.side_to_move(),
            ply: ply_of(board),
        }
    }

    /// The men and their squares, in ascending order of squares: at most 32, one king a side.
    #[inline]
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let codes = (0..).map(|index| nibble(&self.pieces, index));
        Bitboard(self.occupancy)
            .into_iter()
            .zip(codes)
            .map(|(square, code)| {
                let color = if code & BLACK == 0 {
                    Color::White
                } else {
                    Color::Black
                };
                (square, Piece::new(color, PieceType::from_index(code & 7)))
            })
    }

    /// The score in internal units from the view of the side to move.
    #[inline]
    pub fn stm_score(&self) -> i32 {
        match self.stm {
            Color::White => i32::from(self.score),
            Color::Black => -i32::from(self.score),
        }
    }

    /// The result from the view of the side to move: 0 lost, 1 drawn, 2 won.
    #[inline]
    pub fn stm_result(&self) -> u8 {
        match self.stm {
            Color::White => self.result as u8,
            Color::Black => 2 - self.result as u8,
        }
    }

    /// The position on disk.
    pub fn to_bytes(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        bytes[..8].copy_from_slice(&self.occupancy.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result as u8;
        bytes[27] = self.stm as u8;
        bytes[28..30].copy_from_slice(&self.ply.to_le_bytes());
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`RecordError`] unless the men are such that [`men`](Self::men) keeps its promise and all
    /// else is as the [layout](self) says. Where the men stand is not looked at.
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Result<Self, RecordError> {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (words, _) = bytes.as_chunks::<8>();
        let mut pieces = [0; 16];
        pieces.copy_from_slice(&bytes[8..24]);
        let record = Self {
            occupancy: u64::from_le_bytes(words[0]),
            pieces,
            score: number(24) as i16,
            result: GameResult::from_number(bytes[26]).ok_or(RecordError::Result(bytes[26]))?,
            stm: match bytes[27] {
                0 => Color::White,
                1 => Color::Black,
                other => return Err(RecordError::SideToMove(other)),
            },
            ply: number(28),
        };
        if number(30) != 0 {
            return Err(RecordError::Reserved);
        }
        record.check_men()?;
        Ok(record)
    }

    fn check_men(&self) -> Result<(), RecordError> {
        let men = self.occupancy.count_ones();
        if men > 32 {
            return Err(RecordError::Men(men));
        }
        let mut kings = [0; 2];
        for index in 0..men as usize {
            let code = nibble(&self.pieces, index);
            if code & 7 > KING {
                return Err(RecordError::Code(code));
            }
            kings[usize::from(code >> 3)] += u32::from(code & 7 == KING);
        }
        if kings != [1, 1] {
            return Err(RecordError::Kings);
        }
        // Unused codes lie above the used ones when the bytes are one number.
        match u128::from_le_bytes(self.pieces).checked_shr(4 * men) {
            None | Some(0) => Ok(()),
            Some(_) => Err(RecordError::Surplus),
        }
    }
}

/// Occupied squares and the men's codes, as all formats of this family have them. `kind` says the
/// lower three bits of a code.
pub(crate) fn pack_men(board: &Board, kind: impl Fn(Square, Piece) -> u8) -> (u64, [u8; 16]) {
    let mut pieces = [0; 16];
    let men = board
        .occupied()
        .into_iter()
        .filter_map(|square| Some((square, board.piece_on(square)?)));
    for (index, (square, piece)) in men.enumerate() {
        let code = kind(square, piece) | (BLACK * piece.color() as u8);
        pieces[index / 2] |= code << (index % 2 * 4);
    }
    (board.occupied().0, pieces)
}

/// The code at a place; zero beyond the last.
#[inline]
pub(crate) fn nibble(pieces: &[u8; 16], index: usize) -> u8 {
    pieces
        .get(index / 2)
        .map_or(0, |byte| byte >> (index % 2 * 4) & 15)
}

/// The ply of the game that a board's move number and turn stand for.
pub(crate) fn ply_of(board: &Board) -> u16 {
    let moves = board.fullmove_number().saturating_sub(1);
    moves
        .saturating_mul(2)
        .saturating_add(board.side_to_move() as u16)
}

/// Why training positions cannot be read.
#[derive(Debug, Error)]
pub enum DataError {
    /// The system says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file does not end with a whole position.
    #[error(
        "{}: {bytes} bytes are no whole number of positions of {RECORD_BYTES} bytes; \
         is it a file that 'train shuffle' has written to its end?",
        path.display()
    )]
    Length {
        /// Which file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// Something else than a position.
    #[error("{}: position {index}: {source}", path.display())]
    Record {
        /// Which file.
        path: PathBuf,
        /// Which position of it, from 0.
        index: u64,
        /// What is wrong.
        source: RecordError,
    },
}

/// How many positions a file has.
///
/// # Errors
/// It cannot be read, or its length is not that of a file of positions.
pub fn count_records(path: &Path) -> Result<u64, DataError> {
    let path = path.to_owned();
    match std::fs::metadata(&path) {
        Err(source) => Err(DataError::Io { path, source }),
        Ok(metadata) if metadata.len() % RECORD_BYTES as u64 != 0 => {
            let bytes = metadata.len();
            Err(DataError::Length { path, bytes })
        }
        Ok(metadata) => Ok(metadata.len() / RECORD_BYTES as u64),
    }
}

/// The positions of several files in batches, mixed as evenly as they go: blocks of positions are
/// taken from each file in proportion to its size.
///
/// All batches have the size asked for but the last one, which has what is left. The first error
/// is the last item.
///
/// ```no_run
/// # fn train(batch: &[train::data::Record]) {}
/// # fn main() -> Result<(), train::data::DataError> {
/// let files = ["a.rec".into(), "b.rec".into()];
/// for batch in train::data::Batches::open(&files, 16_384, 0)? {
///     train(&batch?);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Batches {
    sources: Vec<Source>,
    /// What is still to be read, the next one last.
    blocks: Vec<Block>,
    batch_size: usize,
    /// Positions there are, those skipped included.
    total: u64,
}

#[derive(Debug)]
struct Source {
    path: PathBuf,
    reader: BufReader<File>,
    /// The position read next, counted from the file's beginning.
    index: u64,
}

/// Neighboring positions of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    source: usize,
    start: u64,
    count: u64,
}

/// Positions of a block.
const BLOCK: u64 = 4096;

/// The blocks of files with so many positions each, ordered by how far into their file they are.
fn blocks(counts: &[u64]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (source, &total) in counts.iter().enumerate() {
        let starts = (0..total).step_by(BLOCK as usize);
        blocks.extend(starts.map(|start| Block {
            source,
            start,
            count: BLOCK.min(total - start),
        }));
    }
    let progress = |block: &Block| {
        let middle = 2 * block.start + block.count;
        middle as f64 / counts[block.source] as f64
    };
    blocks.sort_by(|a, b| progress(a).total_cmp(&progress(b)));
    blocks
}

impl Batches {
    /// Opens files, skipping the first `skip` positions of them all.
    ///
    /// # Errors
    /// A file cannot be read, or its length is not that of a file of positions.
    pub fn open(paths: &[PathBuf], batch_size: usize, mut skip: u64) -> Result<Self, DataError> {
        let counts = paths
            .iter()
            .map(|path| count_records(path))
            .collect::<Result<Vec<_>, _>>()?;
        let mut blocks = blocks(&counts);
        blocks.reverse();
        while let Some(block) = blocks.last_mut() {
            let skipped = skip.min(block.count);
            block.start += skipped;
            block.count -= skipped;
            skip -= skipped;
            if block.count > 0 {
                break;
            }
            blocks.pop();
        }
        let open = |(source, path): (usize, &PathBuf)| {
            let first = blocks.iter().rev().find(|block| block.source == source);
            Source::open(path.clone(), first.map_or(0, |block| block.start))
        };
        Ok(Self {
            sources: paths
                .iter()
                .enumerate()
                .map(open)
                .collect::<Result<_, _>>()?,
            blocks,
            batch_size: batch_size.max(1),
            total: counts.iter().sum(),
        })
    }

    /// How many positions the files have together.
    pub const fn total(&self) -> u64 {
        self.total
    }

    fn read(&mut self) -> Result<Vec<Record>, DataError> {
        let left: u64 = self.blocks.iter().map(|block| block.count).sum();
        let size = self.batch_size.min(left.try_into().unwrap_or(usize::MAX));
        let mut batch = Vec::with_capacity(size);
        while batch.len() < size
            && let Some(block) = self.blocks.last_mut()
        {
            let wanted = block.count.min((size - batch.len()) as u64);
            let source = &mut self.sources[block.source];
            for _ in 0..wanted {
                batch.push(source.next()?);
            }
            block.start += wanted;
            block.count -= wanted;
            if block.count == 0 {
                self.blocks.pop();
            }
        }
        Ok(batch)
    }
}

impl Iterator for Batches {
    type Item = Result<Vec<Record>, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.read();
        if batch.is_err() {
            self.blocks.clear();
        }
        Some(batch).filter(|batch| batch.as_ref().map_or(true, |batch| !batch.is_empty()))
    }
}

impl Source {
    /// Opens a file at a position.
    fn open(path: PathBuf, index: u64) -> Result<Self, DataError> {
        let open = || {
            let mut file = File::open(&path)?;
            file.seek(SeekFrom::Start(index * RECORD_BYTES as u64))?;
            Ok(BufReader::with_capacity(1 << 20, file))
        };
        match open() {
            Err(source) => Err(DataError::Io { path, source }),
            Ok(reader) => Ok(Self {
                path,
                reader,
                index,
            }),
        }
    }

    /// The next position.
    fn next(&mut self) -> Result<Record, DataError> {
        let mut bytes = [0; RECORD_BYTES];
        self.reader
            .read_exact(&mut bytes)
            .map_err(|source| DataError::Io {
                path: self.path.clone(),
                source,
            })?;
        let record = Record::from_bytes(&bytes).map_err(|source| DataError::Record {
            path: self.path.clone(),
            index: self.index,
            source,
        })?;
        self.index += 1;
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(fen: &str) -> Record {
        let board: Board = fen.parse().expect("a legal position");
        Record::new(&board, -123, GameResult::BlackWins)
    }

    #[test]
    fn files_are_mixed_in_proportion() {
        let counts = [10 * BLOCK, 2 * BLOCK + 5, 0, 7];
        let blocks = blocks(&counts);
        for (source, &count) in counts.iter().enumerate() {
            let mut next = 0;
            for block in blocks.iter().filter(|block| block.source == source) {
                assert_eq!(block.start, next);
                next += block.count;
            }
            assert_eq!(next, count);
        }
        let sources: Vec<_> = blocks.iter().map(|block| block.source).collect();
        assert_eq!(sources, [0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 1]);
    }

    #[test]
    fn the_layout_is_as_described() {
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
        expected[28] = 61;
        assert_eq!(bytes, expected);
    }

    #[test]
    fn positions_come_back_from_their_bytes() {
        let board = Board::default();
        let record = Record::new(&board, 31_999, GameResult::WhiteWins);
        assert_eq!(Record::from_bytes(&record.to_bytes()), Ok(record));
        let men: Vec<_> = record.men().collect();
        assert_eq!(men.len(), 32);
        for (square, piece) in men {
            assert_eq!(board.piece_on(square), Some(piece));
        }
    }

    #[test]
    fn scores_and_results_turn_with_the_side_to_move() {
        let black = record("4k3/8/8/8/8/8/p7/4K2R b K - 0 31");
        assert_eq!((black.stm_score(), black.stm_result()), (123, 2));
        let white = record("4k3/8/8/8/8/8/p7/4K2R w K - 0 31");
        assert_eq!((white.stm_score(), white.stm_result()), (-123, 0));
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let good = record("4k3/8/8/8/8/8/p7/4K2R b K - 0 31").to_bytes();
        let with = |at: usize, value: u8| {
            let mut bytes = good;
            bytes[at] = value;
            Record::from_bytes(&bytes)
        };
        assert_eq!(with(26, 3), Err(RecordError::Result(3)));
        assert_eq!(with(27, 2), Err(RecordError::SideToMove(2)));
        assert_eq!(with(31, 1), Err(RecordError::Reserved));
        assert_eq!(with(8, 0x3E), Err(RecordError::Code(14)));
        assert_eq!(with(8, 0x55), Err(RecordError::Kings));
        assert_eq!(with(20, 1), Err(RecordError::Surplus));
        let full = Record::from_bytes(&[0xFF; RECORD_BYTES]);
        assert!(full.is_err());
        let mut crowded = good;
        crowded[..8].fill(0xFF);
        assert_eq!(Record::from_bytes(&crowded), Err(RecordError::Men(64)));
    }
}
