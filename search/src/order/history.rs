//! Move histories: tables of the past success of moves, for move ordering, pruning and reductions.
//! <https://www.chessprogramming.org/History_Heuristic>
//!
//! Entries are updated with gravity: the further an entry is from zero, the less the next bonus in
//! that direction adds. Castling is indexed by the square where the king lands.

use bytemuck::Zeroable;
use movegen::{Board, Move, Piece, PieceType, Square};

use crate::params;
use crate::stack::{NO_PIECE_TO, PIECE_TOS, PieceTo, Stack, piece_to};
use crate::tables::prefetch::prefetch;

/// The maximum absolute value of an entry.
pub(crate) const HISTORY_MAX: i32 = 16_384;

/// The number of continuation histories.
const CONTINUATIONS: usize = 4;

/// The distances of continuation histories in plies, each with its weight in quarters.
#[inline(always)]
fn continuations() -> [(usize, i32); CONTINUATIONS] {
    [
        (1, params::continuation_1()),
        (2, params::continuation_2()),
        (4, params::continuation_4()),
        (6, params::continuation_6()),
    ]
}

const QUIETS: usize = 2 * 2 * 2 * 64 * 64;
/// The kinds of captured pieces, and the absence of one.
const VICTIMS: usize = PieceType::ALL.len() + 1;
const NOISIES: usize = PIECE_TOS * VICTIMS;

/// The index of a quiet move in the butterfly table.
#[inline(always)]
pub(crate) fn quiet_index(board: &Board, mv: Move) -> usize {
    butterfly_index(board, mv.from(), mv.destination())
}

/// An index in the butterfly table: side to move, both squares, and a flag for each square that the
/// opponent attacks. <https://www.chessprogramming.org/Butterfly_Boards>
#[inline(always)]
fn butterfly_index(board: &Board, from: Square, to: Square) -> usize {
    let threats = board.threats();
    let mut index = board.side_to_move().index();
    index = index * 2 + usize::from(threats.contains(from));
    index = index * 2 + usize::from(threats.contains(to));
    (index * 64 + from.index()) * 64 + to.index()
}

#[inline(always)]
fn noisy_index(board: &Board, mv: Move) -> usize {
    let captured = board.captured(mv);
    let victim = captured.map_or(VICTIMS - 1, |piece| piece.kind().index());
    piece_to(board, mv) * VICTIMS + victim
}

/// Adds `bonus` to an entry, scaled down as the entry approaches `max`.
#[inline(always)]
pub fn gravity(entry: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / max) as i16;
}

/// One thread's move histories, initially zero. The order of the fields aligns each row of 64 entries
/// to a cache line.
#[derive(Zeroable)]
#[repr(C, align(64))]
pub(crate) struct History {
    butterfly: [i16; QUIETS],
    noisy: [i16; NOISIES],
    /// Indexed by the [`PieceTo`] of an earlier move, then by the move's own. The row of
    /// [`NO_PIECE_TO`] stays zero.
    continuation: [[i16; PIECE_TOS]; PIECE_TOS + 1],
    /// The exponential moving average of evaluation differences between plies, times
    /// `2^eval_diff_shift`.
    eval_diff: i32,
}

impl History {
    /// Ages the butterfly table at the start of a search: its entries stem from earlier positions.
    pub(crate) fn age(&mut self) {
        let keep = params::butterfly_keep() as u32;
        for entry in self.butterfly.iter_mut() {
            // Magnitudes of 16 bits let the compiler multiply eight or sixteen entries at once.
            let kept = ((u32::from(entry.unsigned_abs()) * (keep << 9)) >> 16) as i16;
            *entry = if *entry < 0 { -kept } else { kept };
        }
    }

    /// Returns the evaluation difference `diff` minus the mean of earlier ones, then updates the mean.
    #[inline(always)]
    pub(crate) fn center_eval_diff(&mut self, diff: i32) -> i32 {
        let centered = diff - (self.eval_diff >> params::eval_diff_shift());
        self.eval_diff += centered;
        centered
    }

    /// The mean of the nonzero butterfly entries.
    #[cfg(test)]
    pub(crate) fn butterfly_mean(&self) -> i32 {
        let used = || self.butterfly.iter().filter(|&&entry| entry != 0);
        used().map(|&entry| i32::from(entry)).sum::<i32>() / used().count().max(1) as i32
    }

    /// The butterfly history of a quiet move.
    #[inline(always)]
    fn butterfly(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.butterfly[quiet_index(board, mv)])
    }

    /// The history of a capture or promotion.
    #[inline(always)]
    pub(crate) fn noisy(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.noisy[noisy_index(board, mv)])
    }

    /// The history of a move for pruning and reductions.
    #[inline(always)]
    pub(crate) fn score(&self, board: &Board, stack: &Stack, ply: usize, mv: Move) -> i32 {
        if mv.is_noisy() {
            self.noisy(board, mv)
        } else {
            self.quiet(board, stack, ply, mv)
        }
    }

    #[inline(always)]
    fn continuation(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        i32::from(self.continuation[earlier][now])
    }

    /// The rows that order the quiet moves at `ply`, looked up once per node.
    #[inline]
    pub(crate) fn quiet_rows(&self, stack: &Stack, ply: usize) -> QuietRows<'_> {
        QuietRows {
            butterfly: &self.butterfly,
            continuations: continuations().map(|(back, weight)| {
                let earlier = stack.before(ply, back).piece_to;
                (&self.continuation[earlier], weight)
            }),
        }
    }

    /// Prefetches the continuation rows of the last move, which order the quiet moves. Those of
    /// earlier moves are probably cached: nearby nodes share them.
    #[inline]
    pub(crate) fn prefetch_rows(&self, board: &Board, stack: &Stack, ply: usize) {
        let rows = &self.continuation[stack.before(ply, 1).piece_to];
        for kind in PieceType::ALL {
            let row = Piece::new(board.side_to_move(), kind).index() * 64;
            // Two cache lines of 32 entries.
            prefetch(&rows[row]);
            prefetch(&rows[row + 32]);
        }
    }

    /// The history of a quiet move: butterfly history and the two nearest continuation histories.
    #[inline]
    fn quiet(&self, board: &Board, stack: &Stack, ply: usize, mv: Move) -> i32 {
        let now = piece_to(board, mv);
        self.butterfly(board, mv)
            + self.continuation(stack.before(ply, 1).piece_to, now)
            + self.continuation(stack.before(ply, 2).piece_to, now)
    }

    /// Updates the butterfly and continuation histories of a quiet move at `ply`.
    pub(crate) fn update_quiet(
        &mut self,
        board: &Board,
        stack: &Stack,
        ply: usize,
        mv: Move,
        bonus: i32,
    ) {
        self.update_butterfly(quiet_index(board, mv), bonus);
        self.update_continuations(stack, ply, piece_to(board, mv), bonus);
    }

    /// Updates the butterfly history at a [`quiet_index`].
    #[inline]
    pub(crate) fn update_butterfly(&mut self, index: usize, bonus: i32) {
        gravity(&mut self.butterfly[index], bonus, HISTORY_MAX);
    }

    /// Updates the continuation histories of a move at `ply`.
    pub(crate) fn update_continuations(
        &mut self,
        stack: &Stack,
        ply: usize,
        now: PieceTo,
        bonus: i32,
    ) {
        for (back, weight) in continuations() {
            let earlier = stack.before(ply, back).piece_to;
            if earlier != NO_PIECE_TO {
                let entry = &mut self.continuation[earlier][now];
                gravity(entry, bonus * weight / 4, HISTORY_MAX);
            }
        }
    }

    /// Updates the history of a capture or promotion.
    pub(crate) fn update_noisy(&mut self, board: &Board, mv: Move, bonus: i32) {
        gravity(&mut self.noisy[noisy_index(board, mv)], bonus, HISTORY_MAX);
    }
}

/// The history rows that order the quiet moves of one node.
pub(crate) struct QuietRows<'a> {
    butterfly: &'a [i16; QUIETS],
    /// Each row with its weight.
    continuations: [(&'a [i16; PIECE_TOS], i32); CONTINUATIONS],
}

impl QuietRows<'_> {
    /// The ordering score of a quiet move: butterfly and all continuation histories.
    #[inline(always)]
    pub(crate) fn score(&self, board: &Board, piece: Piece, from: Square, to: Square) -> i32 {
        let now = piece.index() * 64 + to.index();
        let weighted = |&(row, weight): &(&[i16; PIECE_TOS], i32)| i32::from(row[now]) * weight;
        let continuations: i32 = self.continuations.iter().map(weighted).sum();
        let butterfly = self.butterfly[butterfly_index(board, from, to)];
        params::quiet_butterfly() * i32::from(butterfly) + continuations / 2
    }
}

#[cfg(test)]
mod tests;
