//! The rules of chess, orthodox and Chess960: positions, legal moves, castling, notation, draws,
//! start positions and perft.
//!
//! Orthodox chess is Chess960 position 518 and runs through the same code. Castling is written as
//! *king takes own rook* everywhere but in the text of [`CastlingMode::Standard`].

#![deny(unsafe_code)]

pub mod attacks;
mod bitboard;
mod board;
mod castling;
pub mod chess960;
mod fen;
mod magic;
pub mod memory;
mod moves;
mod notation;
pub mod openings;
mod outcome;
pub mod perft;
mod repetition;
mod san;
mod setup;
mod text;
mod types;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Changes, Moves};
pub use castling::{CastleSide, CastlingMode, CastlingRights};
pub use fen::FenError;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use notation::{IllegalMove, ParseMoveError};
pub use outcome::{FIFTY_MOVES, Game, Outcome};
pub use repetition::KeyHistory;
pub use setup::{Setup, SetupError};
pub use types::{
    Black, Color, File, ParseSquareError, Piece, PieceType, Rank, Side, Square, White,
};
