//! The two river games of the Guadalete: rules, search and evaluation.
//!
//! The games come from Juan Diego Sánchez Torres, *Juegos de tablero modernos* (Marcombo). The
//! rules are written out in this crate's `README.md`.
//!
//! Start with `rules.rs`, the trait of both games, then `swim.rs` and `cylinder.rs`;
//! `searcher/alphabeta.rs` has the steps of a node, `nnue.rs` the evaluation, `session.rs` the interface
//! to the engine.

#![forbid(unsafe_code)]

mod bits;
mod board;
mod castling;
mod cylinder;
mod display;
mod fen;
pub mod nnue;
mod perft;
mod rules;
mod searcher;
mod session;
mod swim;
mod text;
mod types;
mod zobrist;

pub use bits::Bits;
pub use cylinder::Cylinder;
pub use fen::FenError;
pub use perft::perft;
pub use rules::{GameInfo, MoveFilter, Outcome, Rules, Terrain, outcome};
pub use searcher::{SearchResult, Searcher};
pub use session::{Listener, PerftJob, PositionError, Session, Variant};
pub use swim::Swim;
pub use text::{parse_move, write_move};
pub use types::{Color, Kind, Move, MoveList, Piece, Square};
