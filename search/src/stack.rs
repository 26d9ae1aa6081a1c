//! What the search remembers of the line it is in, ply by ply, and the variations it collects.

use arrayvec::ArrayVec;
use movegen::Move;

use crate::history::{NO_PIECE_TO, PieceTo};
use crate::score::{MAX_PLY, NO_SCORE, Score};

/// Plies before the root that may be asked for.
const BEFORE: usize = 8;

/// One ply of the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEntry {
    /// The move being searched from here; `None` for a null move or before any.
    pub(crate) mv: Option<Move>,
    /// Its piece and target.
    pub(crate) piece_to: PieceTo,
    /// Its place in the butterfly table if it is quiet.
    pub(crate) quiet: Option<usize>,
    /// The corrected evaluation, or [`NO_SCORE`] in check.
    pub(crate) static_eval: Score,
    /// The move left out in a singular search.
    pub(crate) excluded: Option<Move>,
    /// By how many plies the move being searched is reduced.
    pub(crate) reduction: i32,
    /// How many of this ply's nodes have failed high since the ply before last began its node.
    pub(crate) cutoffs: u32,
    /// The node is or was on a principal variation.
    pub(crate) tt_pv: bool,
}

impl StackEntry {
    const EMPTY: Self = Self {
        mv: None,
        piece_to: NO_PIECE_TO,
        quiet: None,
        static_eval: NO_SCORE,
        excluded: None,
        reduction: 0,
        cutoffs: 0,
        tt_pv: false,
    };
}

/// The line from a few plies before the root to the longest one.
pub(crate) struct Stack([StackEntry; BEFORE + MAX_PLY + 4]);

impl Stack {
    pub(crate) fn new() -> Self {
        Self([StackEntry::EMPTY; BEFORE + MAX_PLY + 4])
    }

    #[inline(always)]
    pub(crate) fn at(&self, ply: usize) -> &StackEntry {
        &self.0[BEFORE + ply]
    }

    #[inline(always)]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[BEFORE + ply]
    }

    /// The entry `back` plies before `ply`, which may be before the root.
    #[inline(always)]
    pub(crate) fn before(&self, ply: usize, back: usize) -> &StackEntry {
        debug_assert!(back <= BEFORE);
        &self.0[BEFORE + ply - back]
    }
}

/// A variation.
pub(crate) type Line = ArrayVec<Move, { MAX_PLY + 1 }>;

/// The best line from each ply on: a triangle, kept as rows.
pub(crate) struct PvTable(Vec<Line>);

impl PvTable {
    pub(crate) fn new() -> Self {
        Self(vec![Line::new(); MAX_PLY + 2])
    }

    /// The best line from `ply` on.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Makes `mv`, followed by the next ply's line, the best line from `ply` on.
    pub(crate) fn update(&mut self, ply: usize, mv: Move) {
        let (rows, next) = self.0.split_at_mut(ply + 1);
        let row = &mut rows[ply];
        row.clear();
        row.push(mv);
        // No line is longer than the room behind its ply, but a line cut short is no harm.
        row.extend(next[0].iter().copied().take(MAX_PLY));
    }
}
