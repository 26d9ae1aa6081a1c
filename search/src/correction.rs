//! Correction history: how far the evaluation has been off in positions that look alike.
//!
//! After Caissa and Stockfish (2024): running averages of search score minus static evaluation,
//! kept by pawns, by each side's other men, by minor and major pieces, and by the last two moves.

use movegen::{Board, Color};

use crate::history::{gravity, zeros};
use crate::params;
use crate::score::{Score, WIN_BOUND};
use crate::stack::Stack;

const SIZE: usize = 1 << 14;
/// Entries stay within this; a unit of score is [`GRAIN`] of them.
const LIMIT: i32 = 1024;
const GRAIN: i32 = 8;
const WEIGHT: i32 = 128;

type Table = Box<[i16; 2 * SIZE]>;

/// One thread's correction history.
pub(crate) struct Correction {
    pawns: Table,
    white: Table,
    black: Table,
    minors: Table,
    majors: Table,
    continuation: Table,
}

/// Where a position's corrections are, table by table.
type Places = [usize; 6];

impl Correction {
    pub(crate) fn new() -> Self {
        Self {
            pawns: zeros(),
            white: zeros(),
            black: zeros(),
            minors: zeros(),
            majors: zeros(),
            continuation: zeros(),
        }
    }

    /// Sets every entry to zero.
    pub(crate) fn clear(&mut self) {
        for table in [
            &mut self.pawns,
            &mut self.white,
            &mut self.black,
            &mut self.minors,
            &mut self.majors,
            &mut self.continuation,
        ] {
            table.fill(0);
        }
    }

    fn places(board: &Board, stack: &Stack, ply: usize) -> Places {
        let last = stack.before(ply, 1).piece_to;
        let previous = stack.before(ply, 2).piece_to;
        // Any odd multiplier spreads the pair over the table.
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

    /// What to add to the static evaluation, in internal units.
    pub(crate) fn of(&self, board: &Board, stack: &Stack, ply: usize) -> Score {
        let [pawns, white, black, minors, majors, moves] = Self::places(board, stack, ply);
        let sum = i32::from(self.pawns[pawns]) * params::correction_pawn()
            + i32::from(self.white[white]) * params::correction_non_pawn()
            + i32::from(self.black[black]) * params::correction_non_pawn()
            + i32::from(self.minors[minors]) * params::correction_minor()
            + i32::from(self.majors[majors]) * params::correction_major()
            + i32::from(self.continuation[moves]) * params::correction_continuation();
        sum / (WEIGHT * GRAIN)
    }

    /// Learns that a search of `depth` plies found the evaluation off by `difference`.
    pub(crate) fn update(
        &mut self,
        board: &Board,
        stack: &Stack,
        ply: usize,
        depth: i32,
        difference: Score,
    ) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        let [pawns, white, black, minors, majors, moves] = Self::places(board, stack, ply);
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

/// The evaluation as the search uses it: corrected, and shrinking as the fifty-move rule comes
/// nearer. Never as large as a score that is won or lost.
pub(crate) fn corrected(board: &Board, eval: Score, correction: Score) -> Score {
    let clock = Score::from(board.halfmove_clock().min(100));
    (eval * (200 - clock) / 200 + correction).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
}
