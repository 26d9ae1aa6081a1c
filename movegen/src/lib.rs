//! The rules of chess and Chess960: positions, legal moves, notation, draws, random openings, perft.
//!
//! A [`Board`] is a legal position: parse one from a FEN, generate its
//! [`legal_moves`](Board::legal_moves) and [`make`](Board::make) one of them on a copy. A [`Game`]
//! adds the position history and the rules that depend on it. Orthodox chess is Chess960 position
//! 518 and runs the same code: a castling [`Move`] is *king takes own rook*, and [`CastlingMode`]
//! matters only where moves and positions are written.
//!
//! To read the code, start with `board.rs`, then `board/core.rs`, `board/generate.rs` and
//! `board/make.rs`.
//!
//! ```
//! use movegen::{Board, CastlingMode};
//!
//! let mut board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
//! assert_eq!(board.legal_moves().len(), 26);
//!
//! let castling = board.parse_uci("e1g1")?;
//! assert!(castling.is_castle());
//! assert_eq!(board.san(castling), "O-O");
//!
//! board.make(castling);
//! let fen = board.fen(CastlingMode::Standard).to_string();
//! assert_eq!(fen, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Speed
//! Build with the instructions of the processor (`-C target-cpu=native` or a level such as
//! `x86-64-v3`): without them perft takes two to two and a half times as long. A dependent crate does
//! not inherit this workspace's `.cargo/config.toml`.
//!
//! Debug builds also compare the board after each move with a rebuilt one, and without optimization
//! they are hundreds of times slower: set `opt-level = 2` under `[profile.dev]` in the dependent
//! workspace, as this one does.
//!
//! # Features
//! - `perft` (default): the module `perft`, parallel and hashed. Adds the dependency `rayon`.

#![deny(unsafe_code)]

pub mod attacks;
mod bitboard;
mod board;
mod castling;
pub mod chess960;
mod game;
pub mod memory;
mod moves;
mod notation;
pub mod openings;
#[cfg(feature = "perft")]
pub mod perft;
mod types;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, MoveFilter, Setup, SetupError};
pub use castling::{CastleSide, CastlingMode, CastlingRights};
pub use game::{FIFTY_MOVES, Game, KeyHistory, Outcome};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use notation::{FenError, IllegalMove, ParseMoveError, castle_from_text, excerpt};
pub use types::{Color, File, ParseSquareError, Piece, PieceType, Rank, Square};
pub use zobrist::{key_difference, mix, split_mix, turn_difference};
