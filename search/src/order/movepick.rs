//! Move picker: yields the moves of a node in stages, most promising first, so that a cutoff saves
//! generating and scoring the rest. <https://www.chessprogramming.org/Move_Ordering>

use arrayvec::ArrayVec;
use movegen::{Board, MAX_MOVES, Move, MoveFilter, MoveList};
use wide::i32x8;

use crate::order::history::History;
use crate::order::quiet::QuietScores;
use crate::order::see::{gain, see_ge};
use crate::params;
use crate::score::Score;
use crate::stack::Stack;

/// The stage of a [`MovePicker`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// No move has been yielded.
    Start,
    /// The TT move.
    TtMove,
    /// Captures and promotions that pass the SEE threshold.
    GoodNoisy,
    /// Quiet moves.
    Quiet,
    /// Captures and promotions that fail the SEE threshold.
    BadNoisy,
    /// No moves are left.
    Done,
}

/// Bits of a packed score that hold an index.
const INDEX_BITS: u32 = MAX_MOVES.ilog2();
const INDEX_MASK: i32 = MAX_MOVES as i32 - 1;
/// Packed scores compared at once: a vector register of 256 bits.
const LANES: usize = i32x8::LANES as usize;

/// A list of moves with a score for each, from which moves are picked best first.
struct ScoredMoves {
    moves: MoveList,
    /// For each move, its score and, in the low bits, its index, so that no two are equal. Picking a
    /// move changes none of them: the next search for the highest would have to wait for the stores.
    /// After [`fill`](Self::fill) the length is a multiple of [`LANES`].
    packed: ArrayVec<i32, MAX_MOVES>,
    /// The highest packed score that has not been picked, or [`NONE_LEFT`].
    highest: i32,
}

/// Less than the packed score of any move.
const NONE_LEFT: i32 = i32::MIN;

impl ScoredMoves {
    /// An empty list. Not a constant, which would be copied with all its unused room.
    #[inline(always)]
    fn new() -> Self {
        Self {
            moves: MoveList::new(),
            packed: ArrayVec::new(),
            highest: NONE_LEFT,
        }
    }

    /// A score and an index in one number.
    #[inline(always)]
    fn pack(score: i32, index: usize) -> i32 {
        debug_assert_eq!(score << INDEX_BITS >> INDEX_BITS, score);
        score << INDEX_BITS | index as i32
    }

    /// Scores the moves.
    #[inline(always)]
    fn fill(&mut self, mut score: impl FnMut(Move) -> i32) {
        for (index, &mv) in self.moves.iter().enumerate() {
            let packed = Self::pack(score(mv), index);
            debug_assert!(packed > NONE_LEFT);
            self.packed.push(packed);
            self.highest = self.highest.max(packed);
        }
        while !self.packed.len().is_multiple_of(LANES) {
            self.packed.push(NONE_LEFT);
        }
    }

    /// The best move that has not been picked.
    #[inline(always)]
    fn peek(&self) -> Option<Move> {
        let index = self.highest & INDEX_MASK;
        (self.highest != NONE_LEFT).then(|| self.moves[index as usize])
    }

    /// Picks the best move that has not been picked. Of equal ones, the one later in the list comes
    /// first: the king's steps, generated first, come last. The list is not sorted, because often only a
    /// few moves are needed.
    #[inline]
    fn pick(&mut self) -> Option<(Move, i32)> {
        let picked = (self.peek()?, self.highest >> INDEX_BITS);
        let (limit, none) = (i32x8::splat(self.highest), i32x8::splat(NONE_LEFT));
        let mut highest = none;
        for packed in self.packed.as_chunks::<LANES>().0 {
            let packed = i32x8::new(*packed);
            highest = highest.max(packed.simd_lt(limit).select(packed, none));
        }
        self.highest = highest.reduce_max();
        Some(picked)
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.packed.clear();
        self.highest = NONE_LEFT;
    }
}

/// The moves of one node, best first. Yields each legal move exactly once, except skipped ones.
pub(crate) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    /// The SEE threshold of good captures.
    threshold: Score,
    noisy_only: bool,
    skip_quiets: bool,
    list: ScoredMoves,
    bad: ArrayVec<Move, 64>,
    next_bad: usize,
}

impl MovePicker {
    /// A picker of all moves. `tt_move` must be legal.
    pub(crate) fn new(tt_move: Option<Move>) -> Self {
        Self {
            stage: Stage::Start,
            tt_move,
            threshold: 0,
            noisy_only: false,
            skip_quiets: false,
            list: ScoredMoves::new(),
            bad: ArrayVec::new(),
            next_bad: 0,
        }
    }

    /// A picker of captures and promotions; those that win less than `threshold` by SEE come last.
    /// `tt_move` must be legal and is ignored if it is quiet.
    pub(crate) fn noisy(tt_move: Option<Move>, threshold: Score) -> Self {
        Self {
            threshold,
            noisy_only: true,
            ..Self::new(tt_move.filter(|mv| mv.is_noisy()))
        }
    }

    /// Skips all remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The stage of the last move yielded.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// The move that [`next`](Self::next) will probably return, if it is known: the table entry of the
    /// position after that move can be fetched while the current one is searched.
    #[inline(always)]
    pub(crate) fn likely_next(&self) -> Option<Move> {
        self.list.peek()
    }

    /// The next move.
    pub(crate) fn next(
        &mut self,
        board: &Board,
        history: &History,
        stack: &Stack,
        ply: usize,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Start => {
                    self.stage = Stage::TtMove;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::TtMove => {
                    self.generate_noisy(board, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.next_good(board) {
                        return Some(mv);
                    }
                    self.list.clear();
                    if !self.noisy_only && !self.skip_quiets {
                        self.generate_quiet(board, history, stack, ply);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skip_quiets
                        && let Some((mv, _)) = self.list.pick()
                    {
                        return Some(mv);
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if let Some(&mv) = self.bad.get(self.next_bad) {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// The best remaining noisy move that passes the SEE threshold. Others wait for the last stage.
    fn next_good(&mut self, board: &Board) -> Option<Move> {
        loop {
            let (mv, score) = self.list.pick()?;
            // A good capture history compensates for a small loss.
            let history = score - gain_score(board, mv);
            let threshold = self.threshold - history / params::noisy_see_history();
            // If the list of bad moves is full, the move is yielded now, too.
            if see_ge(board, mv, threshold) || self.bad.try_push(mv).is_err() {
                return Some(mv);
            }
        }
    }

    #[inline(never)]
    fn generate_noisy(&mut self, board: &Board, history: &History) {
        board.generate(MoveFilter::Noisy, &mut self.list.moves);
        self.remove_tt_move();
        self.list
            .fill(|mv| gain_score(board, mv) + history.noisy(board, mv));
    }

    #[inline(never)]
    fn generate_quiet(&mut self, board: &Board, history: &History, stack: &Stack, ply: usize) {
        history.prefetch_rows(board, stack, ply);
        board.generate(MoveFilter::Quiet, &mut self.list.moves);
        self.remove_tt_move();
        let quiets = QuietScores::new(board, history.quiet_rows(stack, ply));
        self.list.fill(|mv| quiets.score(mv));
    }

    fn remove_tt_move(&mut self) {
        let moves = &mut self.list.moves;
        if let Some(index) = moves.iter().position(|&mv| Some(mv) == self.tt_move) {
            moves.swap_remove(index);
        }
    }
}

/// The material won by a capture or promotion, on the scale of histories.
fn gain_score(board: &Board, mv: Move) -> i32 {
    gain(board, mv) * params::noisy_gain()
}

#[cfg(test)]
mod tests {
    use movegen::memory::HugePages;

    use super::*;

    fn all(board: &Board, mut picker: MovePicker) -> Vec<Move> {
        let (history, stack) = (HugePages::<History>::zeroed(), Stack::new());
        std::iter::from_fn(|| picker.next(board, &history, &stack, 0)).collect()
    }

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
        let mut bits: Vec<_> = moves.into_iter().map(Move::bits).collect();
        bits.sort_unstable();
        bits
    }

    #[test]
    fn move_picker_yields_every_legal_move_once() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/8/8/8/5k2/4q3/6K1 w - - 0 1",
            "4k3/8/8/8/4r3/8/3P1P2/3QK3 w - - 0 1",
            "2r1k1r1/8/8/8/8/8/8/2R1K1R1 w GCgc - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let legal = board.legal_moves();
            assert_eq!(
                sorted(all(&board, MovePicker::new(None))),
                sorted(legal.clone())
            );
            for &mv in &legal {
                let moves = all(&board, MovePicker::new(Some(mv)));
                assert_eq!(moves[0], mv);
                assert_eq!(sorted(moves), sorted(legal.clone()));
            }
            let noisy = legal.iter().copied().filter(|mv| mv.is_noisy());
            assert_eq!(
                sorted(all(&board, MovePicker::noisy(None, 0))),
                sorted(noisy)
            );
        }
    }

    #[test]
    fn move_picker_yields_losing_captures_last() {
        let board: Board = "3k4/8/2p5/3p4/4P3/8/8/3QK3 w - - 0 1".parse().unwrap();
        let moves = all(&board, MovePicker::new(None));
        assert_eq!(
            moves[0].uci(movegen::CastlingMode::Standard).to_string(),
            "e4d5"
        );
        let last = moves.last().unwrap();
        assert_eq!(
            last.uci(movegen::CastlingMode::Standard).to_string(),
            "d1d5"
        );
    }
}
