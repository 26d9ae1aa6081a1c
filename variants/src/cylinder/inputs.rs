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
    /// Pairs of inputs, in White's and in Black's perspective, whose files are XORed with `flips`.
    #[inline(always)]
    pub(super) fn plank_inputs(&self, flips: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
        self.planks.squares().map(move |plank| {
            let is_far = Color::ALL.map(|color| plank.rank() == far_rank(color));
            [0, 1].map(|side| FILES * usize::from(is_far[side]) + (plank.file() ^ flips[side]))
        })
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
