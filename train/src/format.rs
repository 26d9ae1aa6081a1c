//! The data formats on disk: scored games and training positions.

pub mod game;
mod pieces;
pub mod reader;
pub mod record;
