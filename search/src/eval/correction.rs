//! Correction history: corrects the evaluation by its average error in similar positions (after
//! Caissa and Stockfish 2024).
//! <https://www.chessprogramming.org/Static_Evaluation_Correction_History>
//!
//! Positions are similar if they share the pawns, one side's non-pawn pieces, the minor pieces and
//! kings, the major pieces, or the last two moves; each of these has a table. Known endings but
//! bishop and knight are neither corrected nor learned from: a step toward the mate changes their
//! evaluation by less.

use bytemuck::Zeroable;
use movegen::{Board, Color, FIFTY_MOVES};

use crate::eval::keeps_raw_score;
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

/// One thread's correction history, initially zero: one table for each of the
/// [`indices`](Self::indices), in their order.
#[derive(Zeroable)]
pub(crate) struct Correction([Table; 6]);

impl Correction {
    /// The indices of a position's entries, one for each table.
    #[inline(always)]
    fn indices(board: &Board, stack: &Stack, ply: usize) -> [usize; 6] {
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
        for (table, index) in self.0.iter().zip(Self::indices(board, stack, ply)) {
            prefetch(&table[index]);
        }
    }

    /// The correction of the static evaluation, in internal units; `None` if the
    /// position keeps its raw score.
    pub(crate) fn of(&self, board: &Board, stack: &Stack, ply: usize) -> Option<Score> {
        if keeps_raw_score(board) {
            return None;
        }
        // In the order of `indices`.
        let weights = [
            params::correction_pawn(),
            params::correction_non_pawn(),
            params::correction_non_pawn(),
            params::correction_minor(),
            params::correction_major(),
            params::correction_continuation(),
        ];
        let indices = Self::indices(board, stack, ply);
        let entries = self.0.iter().zip(indices).zip(weights);
        let sum: i32 = entries
            .map(|((table, index), weight)| i32::from(table[index]) * weight)
            .sum();
        Some(sum / (WEIGHT * GRAIN))
    }

    /// Records that a search of `depth` plies differed from the static evaluation by `difference`,
    /// unless this position keeps its raw score.
    pub(crate) fn update(
        &mut self,
        board: &Board,
        stack: &Stack,
        ply: usize,
        depth: i32,
        difference: Score,
    ) {
        if keeps_raw_score(board) {
            return;
        }
        let max = params::correction_update_max();
        let bonus = (difference * depth / params::correction_divisor()).clamp(-max, max);
        for (table, index) in self.0.iter_mut().zip(Self::indices(board, stack, ply)) {
            gravity(&mut table[index], bonus, LIMIT);
        }
    }
}

/// The static evaluation: the raw one, scaled down as the fifty-move rule approaches, plus the
/// correction. Without a correction it is the raw one.
pub(crate) fn corrected(board: &Board, eval: Score, correction: Option<Score>) -> Score {
    let Some(correction) = correction else {
        return eval;
    };
    let clock = Score::from(board.halfmove_clock().min(FIFTY_MOVES));
    let divisor = params::fifty_move_divisor();
    (eval * (divisor - clock) / divisor + correction).clamp(-LARGEST_EVAL, LARGEST_EVAL)
}

#[cfg(test)]
mod tests {
    use movegen::memory::HugePages;
    use support::board;

    use super::*;

    const POSITION: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

    /// The correction of a position that is not a known ending.
    fn of(correction: &Correction, board: &Board, stack: &Stack, ply: usize) -> Score {
        let correction = correction.of(board, stack, ply);
        correction.expect("not a known ending")
    }

    #[test]
    fn correction_converges_to_the_error_of_the_evaluation() {
        let (position, stack) = (board(POSITION), Stack::new());
        let mut null = position;
        null.make_null();
        for error in [200, -200] {
            let mut correction = HugePages::<Correction>::zeroed();
            for _ in 0..50 {
                let left = error - of(&correction, &position, &stack, 0);
                correction.update(&position, &stack, 0, 8, left);
            }
            let value = of(&correction, &position, &stack, 0);
            assert!((value - error).abs() < 10, "{value} of {error}");
            // The other side to move has its own entries.
            assert_eq!(of(&correction, &null, &stack, 0), 0);
        }
    }

    #[test]
    fn deeper_searches_correct_more() {
        let (position, stack) = (board(POSITION), Stack::new());
        let after = |depth| {
            let mut correction = HugePages::<Correction>::zeroed();
            correction.update(&position, &stack, 0, depth, 100);
            of(&correction, &position, &stack, 0)
        };
        assert!(0 < after(2) && after(2) < after(8));
    }

    #[test]
    fn similar_positions_share_a_part_of_the_correction() {
        let (position, mut stack) = (board(POSITION), Stack::new());
        let mut correction = HugePages::<Correction>::zeroed();
        correction.update(&position, &stack, 0, 8, 200);
        let whole = of(&correction, &position, &stack, 0);
        let other_bishop = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let similar = of(&correction, &board(other_bishop), &stack, 0);
        assert!((whole / 3..whole).contains(&similar), "{similar}");
        // Neither position has earlier moves, and they share nothing else.
        let other = board("4k3/p7/8/8/8/8/7P/4K2R w - - 0 1");
        let different = of(&correction, &other, &stack, 0);
        assert!((1..whole / 3).contains(&different), "{different}");
        stack.at_mut(7).piece_to = 100;
        let after_a_move = of(&correction, &position, &stack, 8);
        assert!((whole / 3..whole).contains(&after_a_move), "{after_a_move}");
    }

    #[test]
    fn known_endings_are_neither_corrected_nor_learned_from() {
        let ending = board("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
        // It shares the pawns and White's pieces.
        let similar = board("4k2q/8/8/8/8/8/8/3QK3 w - - 0 1");
        let stack = Stack::new();
        let mut correction = HugePages::<Correction>::zeroed();
        correction.update(&ending, &stack, 0, 8, 200);
        assert_eq!(of(&correction, &similar, &stack, 0), 0);
        correction.update(&similar, &stack, 0, 8, 200);
        assert!(of(&correction, &similar, &stack, 0) > 0);
        assert_eq!(correction.of(&ending, &stack, 0), None);
        let fen = "4k3/8/8/8/8/8/8/3QK3 w - - 60 80";
        assert_eq!(corrected(&board(fen), 5000, None), 5000);
        // Bishop and knight are the exception.
        let exception = board("4k3/8/8/8/8/8/8/3BKN2 w - - 0 1");
        correction.update(&exception, &stack, 0, 8, 200);
        assert!(of(&correction, &exception, &stack, 0) > 0);
    }

    #[test]
    fn evaluation_shrinks_with_the_halfmove_clock() {
        let at = |clock: u16, eval, correction| {
            let fen = format!("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - {clock} 80");
            corrected(&board(&fen), eval, Some(correction))
        };
        let eval = 10 * params::fifty_move_divisor();
        for clock in [0, 1, 50, 100] {
            let shrunk = eval - 10 * Score::from(clock);
            assert_eq!(at(clock, eval, 0), shrunk, "clock {clock}");
            assert_eq!(at(clock, -eval, 7), 7 - shrunk, "clock {clock}");
        }
        assert_eq!(at(0, LARGEST_EVAL, 7), LARGEST_EVAL);
        assert_eq!(at(0, -LARGEST_EVAL, -7), -LARGEST_EVAL);
    }
}
