//! What moves have been worth: tables that order moves and steer pruning and reductions.
//!
//! Every entry ages by gravity: the further it is from zero, the less the next bonus in that
//! direction adds ("History Heuristic" in the Chess Programming Wiki). Castling counts as a move to
//! the king's landing square.

use movegen::{Board, CastleSide, Move, Square};

use crate::params;
use crate::see::captured;
use crate::stack::Stack;

/// No entry goes beyond this, in either direction.
pub(crate) const HISTORY_MAX: i32 = 16_384;

/// Piece and target square of a move, in one number.
pub(crate) type PieceTo = usize;

/// The number of [`PieceTo`] values.
const PIECE_TOS: usize = 12 * 64;

/// The [`PieceTo`] of a null move or of what was before the root: its row stays zero.
pub(crate) const NO_PIECE_TO: PieceTo = PIECE_TOS;

/// How far back continuation history looks, in plies, and how much it weighs in quarters.
const CONTINUATIONS: [(usize, i32); 4] = [(1, 4), (2, 4), (4, 2), (6, 2)];

const QUIETS: usize = 2 * 2 * 2 * 64 * 64;
const NOISIES: usize = PIECE_TOS * 7;

/// Where the moving man ends: when castling, the king's landing square.
#[inline(always)]
pub(crate) fn landing(mv: Move) -> Square {
    if mv.is_castle() {
        CastleSide::of(mv.from(), mv.to()).king_target(mv.from().rank())
    } else {
        mv.to()
    }
}

/// The moving piece and where it goes.
#[inline(always)]
pub(crate) fn piece_to(board: &Board, mv: Move) -> PieceTo {
    let piece = board.piece_on(mv.from()).map_or(0, |piece| piece.index());
    piece * 64 + landing(mv).index()
}

/// The place of a quiet move in the butterfly table: side, squares, and whether each of them is
/// attacked by the opponent.
#[inline(always)]
pub(crate) fn quiet_index(board: &Board, mv: Move) -> usize {
    let threats = board.threats();
    let mut index = board.side_to_move().index();
    index = index * 2 + usize::from(threats.contains(mv.from()));
    index = index * 2 + usize::from(threats.contains(landing(mv)));
    (index * 64 + mv.from().index()) * 64 + landing(mv).index()
}

#[inline(always)]
fn noisy_index(board: &Board, mv: Move) -> usize {
    let victim = captured(board, mv).map_or(6, |kind| kind.index());
    piece_to(board, mv) * 7 + victim
}

/// Moves an entry towards `bonus`, the less the nearer it is to its end.
#[inline(always)]
pub(crate) fn gravity(entry: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / max) as i16;
}

/// A boxed array of zeros that never lies on the stack.
pub(crate) fn zeros<const N: usize>() -> Box<[i16; N]> {
    match vec![0; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the slice was made with this length"),
    }
}

/// An exponential running mean: a new value weighs 1/1024.
#[derive(Clone, Copy, Default)]
struct RunningMean {
    /// The mean times 2^[`SHIFT`](Self::SHIFT).
    scaled: i32,
}

impl RunningMean {
    const SHIFT: u32 = 10;

    /// The difference between `value` and the mean so far, to which the value is then added.
    #[inline(always)]
    fn center(&mut self, value: i32) -> i32 {
        let mean = self.scaled >> Self::SHIFT;
        self.scaled += value - mean;
        value - mean
    }
}

/// One thread's move histories.
pub(crate) struct History {
    quiet: Box<[i16; QUIETS]>,
    noisy: Box<[i16; NOISIES]>,
    /// By an earlier move's [`PieceTo`], then by the move's own.
    continuation: Box<[i16; (PIECE_TOS + 1) * PIECE_TOS]>,
    /// Of the evaluation swings seen so far.
    swing: RunningMean,
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            quiet: zeros(),
            noisy: zeros(),
            continuation: zeros(),
            swing: RunningMean::default(),
        }
    }

    /// Sets every entry to zero.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.noisy.fill(0);
        self.continuation.fill(0);
        self.swing = RunningMean::default();
    }

    /// Shrinks the butterfly table at the start of a search: it describes earlier positions.
    pub(crate) fn age(&mut self) {
        for entry in self.quiet.iter_mut() {
            *entry = (i32::from(*entry) * params::butterfly_keep() / 128) as i16;
        }
    }

    /// The difference between an evaluation swing and the mean of those before it.
    #[inline(always)]
    pub(crate) fn center_eval_diff(&mut self, gained: i32) -> i32 {
        self.swing.center(gained)
    }

    /// The mean of the butterfly entries that are not zero.
    #[cfg(test)]
    pub(crate) fn butterfly_mean(&self) -> i32 {
        let used = || self.quiet.iter().filter(|&&entry| entry != 0);
        used().map(|&entry| i32::from(entry)).sum::<i32>() / used().count().max(1) as i32
    }

    /// The butterfly history of a quiet move.
    #[inline(always)]
    fn butterfly(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.quiet[quiet_index(board, mv)])
    }

    /// The history of a capture or promotion.
    #[inline(always)]
    pub(crate) fn noisy(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.noisy[noisy_index(board, mv)])
    }

    #[inline(always)]
    fn continuation(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        i32::from(self.continuation[earlier * PIECE_TOS + now])
    }

    /// The rows of the tables that order the quiet moves at `ply`.
    #[inline]
    pub(crate) fn quiet_rows(&self, stack: &Stack, ply: usize) -> QuietRows<'_> {
        QuietRows {
            butterfly: &self.quiet,
            continuations: CONTINUATIONS.map(|(back, weight)| {
                let row = stack.before(ply, back).piece_to * PIECE_TOS;
                let row = &self.continuation[row..row + PIECE_TOS];
                (row.first_chunk().expect("a row has this length"), weight)
            }),
        }
    }

    /// What prunes and reduces quiet moves: butterfly and the two nearest continuations.
    #[inline]
    pub(crate) fn quiet(&self, board: &Board, stack: &Stack, ply: usize, mv: Move) -> i32 {
        let now = piece_to(board, mv);
        self.butterfly(board, mv)
            + self.continuation(stack.before(ply, 1).piece_to, now)
            + self.continuation(stack.before(ply, 2).piece_to, now)
    }

    /// Rewards or punishes a quiet move at `ply`.
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

    /// Rewards or punishes a quiet move by its [`quiet_index`].
    #[inline]
    pub(crate) fn update_butterfly(&mut self, index: usize, bonus: i32) {
        gravity(&mut self.quiet[index], bonus, HISTORY_MAX);
    }

    /// Rewards or punishes what a move at `ply` makes of the moves before it.
    pub(crate) fn update_continuations(
        &mut self,
        stack: &Stack,
        ply: usize,
        now: PieceTo,
        bonus: i32,
    ) {
        for (back, weight) in CONTINUATIONS {
            let earlier = stack.before(ply, back).piece_to;
            if earlier != NO_PIECE_TO {
                let entry = &mut self.continuation[earlier * PIECE_TOS + now];
                gravity(entry, bonus * weight / 4, HISTORY_MAX);
            }
        }
    }

    /// Rewards or punishes a capture or promotion.
    pub(crate) fn update_noisy(&mut self, board: &Board, mv: Move, bonus: i32) {
        gravity(&mut self.noisy[noisy_index(board, mv)], bonus, HISTORY_MAX);
    }
}

/// The rows of the history tables that order the quiet moves of one node.
pub(crate) struct QuietRows<'a> {
    butterfly: &'a [i16; QUIETS],
    /// Each with its weight in quarters.
    continuations: [(&'a [i16; PIECE_TOS], i32); CONTINUATIONS.len()],
}

impl QuietRows<'_> {
    /// The score that orders a quiet move: butterfly and all continuations.
    #[inline(always)]
    pub(crate) fn score(&self, board: &Board, mv: Move) -> i32 {
        let now = piece_to(board, mv);
        let continuations: i32 = self
            .continuations
            .iter()
            .map(|&(row, weight)| i32::from(row[now]) * weight)
            .sum();
        2 * i32::from(self.butterfly[quiet_index(board, mv)]) + continuations / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_entries_within_bounds() {
        let mut entry = 0;
        for _ in 0..1000 {
            gravity(&mut entry, 3000, HISTORY_MAX);
        }
        assert!(i32::from(entry) <= HISTORY_MAX && entry > 16_000);
        for _ in 0..1000 {
            gravity(&mut entry, -HISTORY_MAX * 2, HISTORY_MAX);
        }
        assert_eq!(i32::from(entry), -HISTORY_MAX);
    }

    #[test]
    fn castling_goes_to_the_landing_square() {
        let board: Board = "4k3/8/8/8/8/8/8/RK6 w A - 0 1".parse().unwrap();
        let castle = board.parse_uci("O-O-O").unwrap();
        assert_eq!(landing(castle).to_string(), "c1");
    }
}
