//! Work other than finding a move: measurements, perft and openings, each on its own thread.

pub mod background;
pub mod bench;
pub mod genfens;
pub mod memory;
pub mod perft;
pub mod speedtest;
