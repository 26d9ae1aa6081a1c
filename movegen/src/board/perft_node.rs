//! A node of the perft tree: a board reduced to the state that legal moves depend on.

use super::Board;
use super::core::{CheckInfo, Core};
use crate::moves::Each;
use crate::types::{ConstColor, Square};

/// A position with the checks, pins and threats against the side to move, which is a type parameter
/// of each method.
#[derive(Clone, Copy)]
pub(crate) struct PerftNode {
    core: Core,
    checks: CheckInfo,
}

impl Board {
    /// This board as the root of a perft tree.
    pub(crate) const fn node(&self) -> PerftNode {
        PerftNode {
            core: self.core,
            checks: self.checks,
        }
    }
}

impl PerftNode {
    /// The number of legal moves of `S`.
    #[inline(always)]
    pub(crate) fn count_moves<S: ConstColor>(&self) -> u32 {
        self.core.count_moves::<S>(&self.checks)
    }

    /// The number of legal replies to all legal moves of `S`.
    pub(crate) fn count_replies<S: ConstColor>(&self) -> u64 {
        let mut count = 0;
        let mut visit = Each(|kind, mv| {
            let next = self.core.after::<S>(kind, mv);
            count += u64::from(count_as_next::<S::Opponent>(&next));
        });
        self.core
            .generate::<S, true, true>(&self.checks, &mut visit);
        count
    }

    /// Calls `visit` with the node after each legal move of `S`.
    #[inline(always)]
    pub(crate) fn for_each_child<S: ConstColor>(&self, mut visit: impl FnMut(Self)) {
        let mut visit = Each(|kind, mv| {
            let core = self.core.after::<S>(kind, mv);
            let checks = core.check_info::<S::Opponent>();
            visit(Self { core, checks });
        });
        self.core
            .generate::<S, true, true>(&self.checks, &mut visit);
    }

    /// The node and `depth` packed into eight words to hash: equal words mean equal subtrees.
    #[inline(always)]
    pub(crate) fn hash_words<S: ConstColor>(&self, depth: u32) -> [u64; 8] {
        let Core {
            pieces,
            colors,
            castling,
            en_passant,
        } = &self.core;
        let [pawns, knights, bishops, rooks, queens, kings] = pieces.map(|set| set.0);
        let state = u64::from(castling.bits())
            | (en_passant.map_or(64, Square::index) as u64) << 32
            | (S::COLOR.index() as u64) << 40
            | u64::from(depth) << 48;
        // White's pieces and the pieces of each kind determine Black's.
        [
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            kings,
            colors[0].0,
            state,
        ]
    }
}

/// The number of legal moves after a move. Never inlined: it would be copied into every place that
/// generates a move.
#[inline(never)]
fn count_as_next<S: ConstColor>(core: &Core) -> u32 {
    core.count_moves::<S>(&core.check_info::<S>())
}
