//! Correction history: corrects the evaluation by its average error in similar positions (after
//! Caissa and Stockfish 2024).
//! <https://www.chessprogramming.org/Static_Evaluation_Correction_History>
//!
//! Positions are similar if they share the pawns, one side's non-pawn pieces, the minor or major
//! pieces, or the last two moves; each of these has a table.

use bytemuck::Zeroable;
use movegen::{Board, Color, FIFTY_MOVES};

use crate::order::history::gravity;
use crate::params;
use crate::score::{LARGEST_EVAL, Score};
use crate::stack::Stack;
use crate::tables::prefetch::prefetch;

const SIZE: usize = 1 << 14;
/// The maximum absolute value of an entry.
const LIMIT: i32 = 1024;
/// Entry units per unit of score.
const GRAIN: i32 = 8;
/// The weight that counts a table in full.
const WEIGHT: i32 = 128;

type Table = [i16; 2 * SIZE];

/// One thread's correction history, initially zero.
#[derive(Zeroable)]
pub(crate) struct Correction {
    pawns: Table,
    white: Table,
    black: Table,
    minors: Table,
    majors: Table,
    continuation: Table,
}

/// The indices of a position's entries, one for each table.
type Indices = [usize; 6];

impl Correction {
    #[inline(always)]
    fn indices(board: &Board, stack: &Stack, ply: usize) -> Indices {
        let last = stack.before(ply, 1).piece_to;
        let previous = stack.before(ply, 2).piece_to;
        // Multiplicative hashing: any odd multiplier spreads the pair over the table.
        let pair = (last * 1024 + previous) as u64;
        let moves = pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let side = board.side_to_move().index() * SIZE;
        [
            board.pawn_key(),
            board.non_pawn_key(Color::White),
            board.non_pawn_key(Color::Black),
            board.minor_key(),
            board.major_key(),
            moves,
        ]
        .map(|key| side + (key as usize & (SIZE - 1)))
    }

    /// Prefetches the entries of a position.
    #[inline]
    pub(crate) fn prefetch(&self, board: &Board, stack: &Stack, ply: usize) {
        let [pawns, white, black, minors, majors, moves] = Self::indices(board, stack, ply);
        prefetch(&self.pawns[pawns]);
        prefetch(&self.white[white]);
        prefetch(&self.black[black]);
        prefetch(&self.minors[minors]);
        prefetch(&self.majors[majors]);
        prefetch(&self.continuation[moves]);
    }

    /// The correction of the static evaluation, in internal units.
    pub(crate) fn of(&self, board: &Board, stack: &Stack, ply: usize) -> Score {
        let [pawns, white, black, minors, majors, moves] = Self::indices(board, stack, ply);
        let sum = i32::from(self.pawns[pawns]) * params::correction_pawn()
            + i32::from(self.white[white]) * params::correction_non_pawn()
            + i32::from(self.black[black]) * params::correction_non_pawn()
            + i32::from(self.minors[minors]) * params::correction_minor()
            + i32::from(self.majors[majors]) * params::correction_major()
            + i32::from(self.continuation[moves]) * params::correction_continuation();
        sum / (WEIGHT * GRAIN)
    }

    /// Records that a search of `depth` plies differed from the static evaluation by `difference`.
    pub(crate) fn update(
        &mut self,
        board: &Board,
        stack: &Stack,
        ply: usize,
        depth: i32,
        difference: Score,
    ) {
        let max = params::correction_update_max();
        let bonus = (difference * depth / params::correction_divisor()).clamp(-max, max);
        let [pawns, white, black, minors, majors, moves] = Self::indices(board, stack, ply);
        for entry in [
            &mut self.pawns[pawns],
            &mut self.white[white],
            &mut self.black[black],
            &mut self.minors[minors],
            &mut self.majors[majors],
            &mut self.continuation[moves],
        ] {
            gravity(entry, bonus, LIMIT);
        }
    }
}

/// The static evaluation: the raw one, scaled down as the fifty-move rule approaches, plus the
/// correction.
pub(crate) fn corrected(board: &Board, eval: Score, correction: Score) -> Score {
    let clock = Score::from(board.halfmove_clock().min(FIFTY_MOVES));
    let divisor = params::fifty_move_divisor();
    (eval * (divisor - clock) / divisor + correction).clamp(-LARGEST_EVAL, LARGEST_EVAL)
}
