//! Inputs of the network that are particular to the cylindrical game.

use movegen::Color;

use super::attacks::king_attacks;
use super::{Cylinder, RIVER, far_rank};
use crate::bits::Bits;
use crate::nnue::Reach;
use crate::rules::Rules;
use crate::types::{FILES, Kind};

/// Planks: on the perspective's own river rank, then on the enemy's.
pub(super) const COUNT: usize = 2 * FILES;

impl Cylinder {
    /// Adds the inputs of a perspective, numbered from 0; `flip` exchanges the files.
    pub(super) fn add_planks(&self, perspective: Color, flip: usize, add: &mut impl FnMut(usize)) {
        for plank in self.planks.squares() {
            let is_far = plank.rank() == far_rank(perspective);
            add(FILES * usize::from(is_far) + (plank.file() ^ flip));
        }
    }

    /// The squares that pieces of `color` attack.
    #[inline]
    pub(super) fn all_attacks(&self, color: Color) -> Reach<u128> {
        let pawns = self.pieces(color, Kind::Pawn).diagonals(color);
        let (occupied, water) = (self.occupied(), self.water());
        let king = king_attacks(self.board.king(color)) & !RIVER;
        let mut all = pawns | king;
        for kind in Kind::PIECES {
            for from in self.pieces(color, kind).squares() {
                all |= Self::reach(kind, from, occupied, water);
            }
        }
        Reach { all, pawns, king }
    }
}
