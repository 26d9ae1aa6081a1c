//! Work besides searching for a move: measurements, perft, openings, each on a thread of its own.

pub mod background;
pub mod bench;
pub mod genfens;
pub mod memory;
pub mod perft;
pub mod speedtest;
