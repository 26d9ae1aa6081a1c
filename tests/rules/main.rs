//! The rules of chess and Chess960, tested against data files and two other libraries.

mod castling;
mod chess960;
mod debug;
mod fen;
mod legality;
mod moves;
mod notation;
mod outcome;
#[cfg(feature = "perft")]
mod perft;
