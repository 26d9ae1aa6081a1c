//! Search stack: the state of each ply of the current line, and the table of principal variations.

use arrayvec::ArrayVec;
use movegen::{Board, Move};

use crate::score::{MAX_PLY, NO_SCORE, Score};

/// Entries before the root, so that looking back from it stays in bounds.
const PADDING: usize = 8;

/// An index made of a move's piece and target square.
pub(crate) type PieceTo = usize;

/// The number of [`PieceTo`] values of moves.
pub(crate) const PIECE_TOS: usize = 12 * 64;

/// The [`PieceTo`] of null moves and of plies before the root.
pub(crate) const NO_PIECE_TO: PieceTo = PIECE_TOS;

/// The piece and target square of a move.
#[inline(always)]
pub(crate) fn piece_to(board: &Board, mv: Move) -> PieceTo {
    let piece = board.piece_on(mv.from()).map_or(0, |piece| piece.index());
    piece * 64 + mv.destination().index()
}

/// One ply of the current line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEntry {
    /// The move being searched; `None` for a null move and before the first move.
    pub(crate) mv: Option<Move>,
    /// The piece and target square of that move.
    pub(crate) piece_to: PieceTo,
    /// The index of that move in the butterfly table, if it is quiet.
    pub(crate) quiet_index: Option<usize>,
    /// The number of that move in its node, from 1; meaningless outside the move loop.
    pub(crate) move_count: i32,
    /// The corrected evaluation; [`NO_SCORE`] in check.
    pub(crate) static_eval: Score,
    /// The move excluded by a singular search.
    pub(crate) excluded: Option<Move>,
    /// The late move reduction of the move being searched, in plies: negative for an extension, 0 in
    /// the searches that follow.
    pub(crate) reduction: i32,
    /// The number of fail highs at this ply since the node two plies earlier was entered; one ply from
    /// the root, since the search began.
    pub(crate) cutoffs: u32,
    /// The node is or was on a principal variation.
    pub(crate) tt_pv: bool,
}

impl StackEntry {
    const EMPTY: Self = Self {
        mv: None,
        piece_to: NO_PIECE_TO,
        quiet_index: None,
        move_count: 0,
        static_eval: NO_SCORE,
        excluded: None,
        reduction: 0,
        cutoffs: 0,
        tt_pv: false,
    };
}

/// The stack from a few plies before the root to the maximum ply.
pub(crate) struct Stack([StackEntry; PADDING + MAX_PLY + 4]);

impl Stack {
    pub(crate) fn new() -> Self {
        Self([StackEntry::EMPTY; PADDING + MAX_PLY + 4])
    }

    #[inline(always)]
    pub(crate) fn at(&self, ply: usize) -> &StackEntry {
        &self.0[PADDING + ply]
    }

    #[inline(always)]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[PADDING + ply]
    }

    /// The entry `plies` before `ply`, which may lie before the root.
    #[inline(always)]
    pub(crate) fn before(&self, ply: usize, plies: usize) -> &StackEntry {
        debug_assert!(plies <= PADDING);
        &self.0[PADDING + ply - plies]
    }
}

/// A variation.
type Variation = ArrayVec<Move, { MAX_PLY + 1 }>;

/// Triangular PV table: the best variation from each ply on.
/// <https://www.chessprogramming.org/Triangular_PV-Table>
pub(crate) struct PvTable(Vec<Variation>);

impl PvTable {
    pub(crate) fn new() -> Self {
        Self(vec![Variation::new(); MAX_PLY + 2])
    }

    /// The best variation from `ply` on.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the best variation from `ply` on to `mv` followed by the next ply's.
    pub(crate) fn update(&mut self, ply: usize, mv: Move) {
        let (rows, next) = self.0.split_at_mut(ply + 1);
        let row = &mut rows[ply];
        row.clear();
        row.push(mv);
        // Truncation only guards the capacity: no variation reaches beyond the maximum ply.
        row.extend(next[0].iter().copied().take(MAX_PLY));
    }
}
