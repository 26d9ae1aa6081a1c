//! A node of perft's tree: a board without what no move depends on.

use super::Board;
use super::position::{Checks, Position};
use crate::types::{Side, Square};

/// A position and what the opponent does to the side to move, which the caller knows.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    position: Position,
    checks: Checks,
}

impl Board {
    /// The root of a tree.
    pub(crate) const fn node(&self) -> Node {
        Node {
            position: self.position,
            checks: self.checks,
        }
    }
}

impl Node {
    /// The number of legal moves of `S`.
    #[inline(always)]
    pub(crate) fn count_moves<S: Side>(&self) -> u32 {
        self.position.count_moves::<S>(&self.checks)
    }

    /// The number of legal replies to all legal moves of `S`.
    pub(crate) fn count_replies<S: Side>(&self) -> u64 {
        let mut count = 0;
        self.position
            .generate::<S, true, true>(&self.checks, |kind, mv| {
                let next = self.position.after::<S>(kind, mv);
                count += u64::from(count_as_next::<S::Opponent>(&next));
            });
        count
    }

    /// Calls `visit` with the node after each legal move of `S`.
    #[inline(always)]
    pub(crate) fn for_each_child<S: Side>(&self, mut visit: impl FnMut(Self)) {
        self.position
            .generate::<S, true, true>(&self.checks, |kind, mv| {
                let position = self.position.after::<S>(kind, mv);
                let checks = position.checks::<S::Opponent>();
                visit(Self { position, checks });
            });
    }

    /// All there is to know of the node, and `depth`, in eight words: equal words, equal subtrees.
    #[inline(always)]
    pub(crate) fn words<S: Side>(&self, depth: u32) -> [u64; 8] {
        let Position {
            pieces,
            colors,
            castling,
            en_passant,
        } = &self.position;
        let [pawns, knights, bishops, rooks, queens, kings] = pieces.map(|set| set.0);
        let state = u64::from(castling.bits())
            | (en_passant.map_or(64, Square::index) as u64) << 32
            | (S::COLOR.index() as u64) << 40
            | u64::from(depth) << 48;
        // The men of one colour and those of all kinds give those of the other.
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

/// The number of legal moves in a position just arrived at. Not inlined into every place where a
/// move is generated.
#[inline(never)]
fn count_as_next<S: Side>(position: &Position) -> u32 {
    position.count_moves::<S>(&position.checks::<S>())
}
