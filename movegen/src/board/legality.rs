//! Whether a move that did not come from the generator is legal.

use super::Board;
use crate::moves::Move;

impl Board {
    /// True when `mv` is one of the legal moves, for any of the 65,535 values a move can have.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }
}
