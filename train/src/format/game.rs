//! Scored games on disk, in viriformat, which other trainers read too; Chess960 included.
//!
//! Source: Viridithas; the tests compare with its crate `viriformat` 3. A game is its first
//! position in 32 bytes, four bytes for each ply, and four zero bytes. A file is a sequence of
//! games, so files may be concatenated. All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | occupied squares, a1 the lowest bit |
//! | 8–23 | 4 bits per piece, the lower half of a byte first: kind (0 pawn to 5 king, 6 a rook that may castle), plus 8 if black |
//! | 24 | en passant square or 64, plus 128 if Black is to move |
//! | 25 | plies since the last capture or pawn move |
//! | 26–27 | move number |
//! | 28–29 | free for the writer; here 1 + the holdout slot of a branch's game, 0 for a whole game |
//! | 30 | result: 0 Black won, 1 draw, 2 White won |
//! | 31 | free for the writer; here the start: 1 orthodox, 2 Chess960, 3 double Fischer random, 0 unknown |
//!
//! A ply is a move and White's score before it. A move has 6 bits each for the from and to squares,
//! 2 bits for the promotion (knight to queen) and 2 bits for its type (1 en passant, 2 castling as
//! king takes own rook, 3 promotion). Scores are in internal units: about 400 of them are one logit, so
//! a score of 400 stands for an expected result of about 73%.

use movegen::openings::StartKind;
use movegen::{
    Bitboard, Board, CastleSide, CastlingRights, Color, Move, MoveKind, Piece, PieceType, Rank,
    Setup, SetupError, Square,
};
use thiserror::Error;

use super::pieces::{code, pack};
use super::record::GameResult;

/// The extension of files of games.
pub(crate) const EXTENSION: &str = "viri";

pub(crate) const HEADER_BYTES: usize = 32;
pub(crate) const PLY_BYTES: usize = 4;
pub(super) const END: [u8; PLY_BYTES] = [0; PLY_BYTES];
/// The bytes of the header that hold the first position, apart from its counters.
const START_BYTES: usize = 25;
const UNMOVED_ROOK: u8 = 6;
const NO_EN_PASSANT: u8 = 64;
const BLACK_TO_MOVE: u8 = 128;

/// A move and the search's score before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score for White, in internal units; mates as in [`search::mate_in`].
    pub score: i16,
}

/// A game with a score for each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The first scored position, after the random opening.
    pub start: Board,
    /// The kind of start position before the opening, if the writer recorded it.
    pub kind: Option<StartKind>,
    /// The result.
    pub result: GameResult,
    /// The [`holdout_slot`](Self::holdout_slot) of the game that a branch was made from; `None` for
    /// whole games.
    pub parent_slot: Option<u16>,
    /// The legal moves played, with their scores.
    pub plies: Vec<ScoredMove>,
}

/// An invalid game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum GameError {
    #[error("the bytes are not one whole game")]
    Length,
    #[error("{0} pieces on the board; at most 32 are possible")]
    TooManyPieces(u32),
    #[error("invalid piece code {0}")]
    Code(u8),
    #[error("invalid castling rights")]
    Castling,
    #[error("invalid en passant square {0}")]
    EnPassant(u8),
    #[error("invalid result {0}; it must be 0, 1 or 2")]
    Result(u8),
    #[error("the first position: {0}")]
    Position(#[from] SetupError),
    #[error("ply {ply}: move {bits:#06x} is not legal in {fen}")]
    Move { ply: usize, bits: u16, fen: String },
}

/// The number of slots into which games are divided for holding some out.
pub const HOLDOUT_SLOTS: u16 = 1000;

impl GameRecord {
    /// A number below [`HOLDOUT_SLOTS`] that decides whether the game is held out for validation: a
    /// hash of its first position without counters, so that games with the same one stay together, or,
    /// for a branch, the slot of its game.
    pub fn holdout_slot(&self) -> u16 {
        self.parent_slot.unwrap_or_else(|| {
            let hash = crc32fast::hash(&self.header()[..START_BYTES]);
            (hash % u32::from(HOLDOUT_SLOTS)) as u16
        })
    }

    /// False for a branch: its result is that of its game, which continued with another move.
    pub(crate) fn has_own_result(&self) -> bool {
        self.parent_slot.is_none()
    }

    /// The game's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + PLY_BYTES * (self.plies.len() + 1));
        bytes.extend(self.header());
        for ply in &self.plies {
            bytes.extend(move_bits(ply.mv).to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes.extend(END);
        bytes
    }

    fn header(&self) -> [u8; HEADER_BYTES] {
        let board = &self.start;
        let rights = board.castling();
        let may_castle = |square: Square, color: Color| {
            let side = CastleSide::of(board.king(color), square);
            square.rank() == color.back_rank() && rights.rook(color, side) == Some(square.file())
        };
        let (occupancy, pieces) = pack(board, |square, piece| match piece.kind() {
            PieceType::Rook if may_castle(square, piece.color()) => UNMOVED_ROOK,
            kind => kind as u8,
        });
        let turn = match board.side_to_move() {
            Color::White => 0,
            Color::Black => BLACK_TO_MOVE,
        };
        let en_passant = board.en_passant();
        let mut header = [0; HEADER_BYTES];
        header[..8].copy_from_slice(&occupancy.to_le_bytes());
        header[8..24].copy_from_slice(&pieces);
        header[24] = turn | en_passant.map_or(NO_EN_PASSANT, |square| square.index() as u8);
        header[25] = board.halfmove_clock().min(255) as u8;
        header[26..28].copy_from_slice(&board.fullmove_number().to_le_bytes());
        header[28..30].copy_from_slice(&self.parent_slot.map_or(0, |slot| slot + 1).to_le_bytes());
        header[30] = self.result as u8;
        header[31] = self.kind.map_or(0, |kind| 1 + kind as u8);
        header
    }

    /// The inverse of [`to_bytes`](Self::to_bytes). An en passant square without a legal capture
    /// and values of the free fields that this trainer does not write are dropped.
    ///
    /// # Errors
    /// [`GameError`] unless the bytes are a game of legal moves from a legal position.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, GameError> {
        let (header, plies) = bytes.split_first_chunk().ok_or(GameError::Length)?;
        let (plies, rest) = plies.as_chunks::<PLY_BYTES>();
        let (&END, plies) = plies.split_last().ok_or(GameError::Length)? else {
            return Err(GameError::Length);
        };
        if !rest.is_empty() {
            return Err(GameError::Length);
        }
        let start = read_board(header)?;
        let mut board = start;
        let read_ply = |(ply, &[low, high, score @ ..]): (usize, &[u8; PLY_BYTES])| {
            let bits = u16::from_le_bytes([low, high]);
            let mv = read_move(&board, bits).ok_or_else(|| GameError::Move {
                ply,
                bits,
                fen: board.to_string(),
            })?;
            board.make(mv);
            let score = i16::from_le_bytes(score);
            Ok(ScoredMove { mv, score })
        };
        Ok(Self {
            start,
            kind: start_kind(header[31]),
            result: GameResult::from_number(header[30]).ok_or(GameError::Result(header[30]))?,
            parent_slot: parent_slot(u16::from_le_bytes([header[28], header[29]])),
            plies: plies
                .iter()
                .enumerate()
                .map(read_ply)
                .collect::<Result<_, GameError>>()?,
        })
    }

    /// Each scored position, with the move made there.
    pub fn positions(&self) -> impl Iterator<Item = (Board, ScoredMove)> + '_ {
        let mut next = self.start;
        self.plies.iter().map(move |&ply| {
            let board = next;
            next.make(ply.mv);
            (board, ply)
        })
    }
}

fn parent_slot(number: u16) -> Option<u16> {
    number.checked_sub(1).filter(|&slot| slot < HOLDOUT_SLOTS)
}

fn start_kind(number: u8) -> Option<StartKind> {
    StartKind::ALL
        .into_iter()
        .find(|&kind| 1 + kind as u8 == number)
}

fn read_board(header: &[u8; HEADER_BYTES]) -> Result<Board, GameError> {
    let (words, _) = header.as_chunks::<8>();
    let occupied = Bitboard(u64::from_le_bytes(words[0]));
    if occupied.count() > 32 {
        return Err(GameError::TooManyPieces(occupied.count()));
    }
    let mut codes = [0; 16];
    codes.copy_from_slice(&header[8..24]);
    let mut setup = Setup::EMPTY;
    let mut castling_rooks = Vec::new();
    for (index, square) in occupied.into_iter().enumerate() {
        let code = code(&codes, index);
        let color = Color::ALL[usize::from(code >> 3)];
        let kind = match code & 7 {
            7 => return Err(GameError::Code(code)),
            UNMOVED_ROOK => {
                castling_rooks.push((color, square));
                PieceType::Rook
            }
            kind => PieceType::from_index(kind),
        };
        setup.pieces[square.index()] = Some(Piece::new(color, kind));
    }
    setup.castling = castling(&setup, &castling_rooks)?;
    setup.side_to_move = Color::ALL[usize::from(header[24] >> 7)];
    setup.en_passant = match header[24] & !BLACK_TO_MOVE {
        NO_EN_PASSANT => None,
        square @ 0..64 => Some(Square::from_index(square)),
        other => return Err(GameError::EnPassant(other)),
    };
    setup.halfmove_clock = u16::from(header[25]);
    setup.fullmove_number = u16::from_le_bytes([header[26], header[27]]);
    Ok(Board::try_from(&setup)?)
}

/// The castling rights of the marked rooks. The side follows from the king's square.
fn castling(setup: &Setup, rooks: &[(Color, Square)]) -> Result<CastlingRights, GameError> {
    let mut rights = CastlingRights::NONE;
    for &(color, rook) in rooks {
        let king = Some(Piece::new(color, PieceType::King));
        let king = Square::ALL
            .into_iter()
            .find(|square| setup.pieces[square.index()] == king);
        let side = CastleSide::of(king.ok_or(GameError::Castling)?, rook);
        if rights.rook(color, side).is_some() || rook.rank() != color.back_rank() {
            return Err(GameError::Castling);
        }
        rights.set(color, side, Some(rook.file()));
    }
    Ok(rights)
}

fn move_bits(mv: Move) -> u16 {
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    let kind = match mv.promotion() {
        Some(kind) => 3 << 14 | (kind as u16 - PieceType::Knight as u16) << 12,
        None if mv.is_en_passant() => 1 << 14,
        None if mv.is_castle() => 2 << 14,
        None => 0,
    };
    squares | kind
}

fn read_move(board: &Board, bits: u16) -> Option<Move> {
    let from = Square::from_index((bits & 63) as u8);
    let to = Square::from_index((bits >> 6 & 63) as u8);
    let promotion = (bits >> 12 & 3) as u8;
    let captures = board.piece_on(to).is_some();
    let moved = board.piece_on(from)?;
    let two_squares = from.rank() == Rank::Second.relative_to(moved.color())
        && to.rank() == Rank::Fourth.relative_to(moved.color());
    let kind = match (bits >> 14, promotion) {
        (3, _) => {
            let kind = PieceType::from_index(promotion + PieceType::Knight as u8);
            MoveKind::promotion(kind, captures)
        }
        (1, 0) => MoveKind::EN_PASSANT,
        (2, 0) => MoveKind::CASTLE,
        (0, 0) if captures => MoveKind::CAPTURE,
        (0, 0) if moved.kind() == PieceType::Pawn && two_squares => MoveKind::DOUBLE_PUSH,
        (0, 0) => MoveKind::QUIET,
        _ => return None,
    };
    (from != to)
        .then(|| Move::new(from, to, kind))
        .filter(|&mv| board.is_legal(mv))
}
