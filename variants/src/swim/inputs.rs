//! Inputs of the network that are particular to the swimming game.

use movegen::Color;

use super::{RIVER, Swim, carried};
use crate::bits::Bits;
use crate::nnue::Reach;
use crate::rules::Rules;
use crate::types::{FILES, Kind, Square};

/// Strengths of a current: none to one that drowns every piece that enters the river.
const CURRENTS: usize = FILES + 1;
/// The currents of the perspective's side and of the enemy.
pub(super) const COUNT: usize = 2 * CURRENTS;

impl Swim {
    /// Pairs of inputs, in White's and in Black's perspective: its own current, then the enemy's.
    #[inline(always)]
    pub(super) fn currents(&self) -> [[usize; 2]; 2] {
        let [white, black] = Color::ALL.map(|color| self.drift(color).min(FILES));
        [[white, black], [CURRENTS + black, CURRENTS + white]]
    }

    /// The squares where pieces of `color` land. Those in the river count even if a piece of the same
    /// side stands where a piece would enter.
    #[inline]
    pub(super) fn all_landings(&self, color: Color) -> Reach<u64> {
        let drift = self.drift(color);
        let pawns = self.pawn_hits(color);
        let king = Self::attacks(Kind::King, color, self.board.king(color), 0) & !RIVER;
        let mut all = pawns | king;
        for kind in Kind::PIECES {
            for from in self.pieces(color, kind).squares() {
                let attacks = Self::attacks(kind, color, from, self.occupied());
                all |= landings(from, attacks, drift);
            }
        }
        Reach { all, pawns, king }
    }

    /// The squares where pawns of `color` capture, except by entering the river with a current.
    fn pawn_hits(&self, color: Color) -> u64 {
        let pawns = self.pieces(color, Kind::Pawn);
        let entering = if self.drift(color) == 0 { RIVER } else { 0 };
        let swimming = (pawns & RIVER).diagonals(color);
        swimming | (pawns & !RIVER).diagonals(color) & (!RIVER | entering)
    }
}

/// The squares where a piece with the nominal destinations `targets` lands.
#[inline(always)]
fn landings(from: Square, targets: u64, drift: usize) -> u64 {
    if drift == 0 || RIVER.has(from) {
        targets
    } else {
        targets & !RIVER | carried(targets & RIVER, drift)
    }
}
