//! Root moves: their ranks, and their results from one iteration to the next.

use std::cmp::Reverse;
use std::mem;

use movegen::Move;

use crate::score::{Bound, INFINITE, Score, mate_in};
use crate::tables::tablebase::{RankedMove, RootRank};
use crate::threads::control::ThreadResult;

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove<M = Move> {
    /// The move.
    pub mv: M,
    /// Endgame table rank: moves of a lower rank are never better.
    pub(crate) rank: RootRank,
    tablebase_score: Option<Score>,
    /// This iteration's score; minus infinity if the move did not become the best.
    pub score: Score,
    /// The kind of `score`.
    pub bound: Bound,
    /// The score of the iteration before; minus infinity if the move did not become the best.
    pub previous_score: Score,
    /// Running average, the center of the aspiration window.
    pub(crate) average: Option<Score>,
    /// The line of the last iteration in which the move was the best.
    pub pv: Vec<M>,
    /// The deepest line searched below the move, in plies from the root.
    pub seldepth: u32,
    /// Nodes spent below this move in this search.
    pub nodes: u64,
}

impl RootMove {
    /// A move with its rank and score by the endgame tables.
    pub(crate) fn ranked(ranked: &RankedMove) -> Self {
        Self {
            rank: ranked.rank,
            tablebase_score: ranked.score,
            ..Self::new(ranked.mv)
        }
    }
}

impl<M: Copy + PartialEq> RootMove<M> {
    /// A move that has not been searched.
    pub fn new(mv: M) -> Self {
        Self {
            mv,
            rank: RootRank::UNKNOWN,
            tablebase_score: None,
            score: -INFINITE,
            bound: Bound::Exact,
            previous_score: -INFINITE,
            average: None,
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
        }
    }

    /// Moves the score to `previous_score`: a later one must not be compared with it.
    pub fn begin_iteration(&mut self) {
        self.previous_score = mem::replace(&mut self.score, -INFINITE);
    }

    /// Sorts by rank, then by score; equal moves keep their order. Insertion suits moves that are
    /// almost in order, and a general sort would be a larger program.
    pub fn sort(moves: &mut [Self]) {
        for index in 1..moves.len() {
            let order = moves[index].order();
            let place = moves[..index].partition_point(|mv| mv.order() <= order);
            moves[place..=index].rotate_right(1);
        }
    }

    fn order(&self) -> impl Ord + use<M> {
        (Reverse(self.rank), -self.score)
    }

    /// True if an interrupted iteration has found this move to be better than `finished`, the best
    /// move of the iteration before. After failing high and then low in a wider window, it has not.
    fn supersedes(&self, finished: Option<M>) -> bool {
        Some(self.mv) != finished && self.score != -INFINITE && self.bound != Bound::Upper
    }

    /// True if the move has a score, by a search or by the tables.
    fn is_scored(&self) -> bool {
        let is_searched = self.score.max(self.previous_score) != -INFINITE;
        is_searched || self.tablebase_score.is_some()
    }

    /// The line in an iteration of `depth` plies. A move without a score is scored as a draw.
    pub fn line(&self, depth: u32) -> ThreadResult<M> {
        let is_searched = self.score != -INFINITE;
        let (score, bound) = if is_searched {
            (self.score, self.bound)
        } else {
            (self.previous_score, Bound::Exact)
        };
        // A mate found by the search is more precise than a table score.
        let is_unknown = score == -INFINITE || mate_in(score).is_none();
        let (score, bound) = match self.tablebase_score {
            Some(known) if is_unknown => (known, Bound::Exact),
            _ => (score, bound),
        };
        ThreadResult {
            pv: self.pv.clone(),
            score: if score == -INFINITE { 0 } else { score },
            bound,
            depth: depth - u32::from(!is_searched && depth > 1),
            seldepth: self.seldepth,
        }
    }
}

/// The lines of the best `multi_pv` root moves in an iteration of `depth` plies. Moves that the
/// interrupted first iteration has not reached are left out, except for the first move.
pub fn current_lines<M: Copy + PartialEq>(
    root_moves: &[RootMove<M>],
    depth: u32,
    multi_pv: usize,
) -> Vec<ThreadResult<M>> {
    let best = root_moves.iter().take(multi_pv).enumerate();
    best.filter(|&(index, root)| index == 0 || root.is_scored())
        .map(|(_, root)| root.line(depth))
        .collect()
}

/// The final lines of a search interrupted in an iteration of `depth` plies: those of the last
/// finished iteration, exact and complete, unless the interrupted one has found a better move. With
/// more than one line the interrupted iteration is discarded, since its lines would differ in depth.
pub fn last_lines<M: Copy + PartialEq>(
    root_moves: &[RootMove<M>],
    depth: u32,
    finished: Vec<ThreadResult<M>>,
    multi_pv: usize,
) -> Vec<ThreadResult<M>> {
    let Some(best) = finished.first() else {
        return current_lines(root_moves, depth, multi_pv);
    };
    if multi_pv == 1 && root_moves[0].supersedes(best.pv.first().copied()) {
        current_lines(root_moves, depth, 1)
    } else {
        finished
    }
}

#[cfg(test)]
mod tests {
    use movegen::Board;

    use super::*;
    use crate::score::MATE;

    #[test]
    fn only_a_move_found_better_in_this_iteration_supersedes_the_last() {
        let board = Board::default();
        let [best, other] = ["e2e4", "d2d4"].map(|mv| board.parse_uci(mv).unwrap());
        let mut root = RootMove::new(other);
        assert!(!root.supersedes(Some(best)), "not searched");
        root.score = 30;
        for (bound, expected) in [
            (Bound::Exact, true),
            (Bound::Lower, true),
            (Bound::Upper, false),
        ] {
            root.bound = bound;
            assert_eq!(root.supersedes(Some(best)), expected);
            assert!(!root.supersedes(Some(other)));
        }
        root.bound = Bound::Exact;
        root.begin_iteration();
        assert!(!root.supersedes(Some(best)), "not searched again");
    }

    #[test]
    fn moves_without_a_score_have_no_line() {
        let board = Board::default();
        let moves = ["e2e4", "d2d4", "c2c4"].map(|mv| board.parse_uci(mv).unwrap());
        let mut root_moves = moves.map(RootMove::new);
        assert_eq!(
            current_lines(&root_moves, 1, 3).len(),
            1,
            "a line is needed"
        );
        root_moves[0].score = -20;
        root_moves[2].tablebase_score = Some(-30);
        let lines = current_lines(&root_moves, 1, 3);
        let scores: Vec<_> = lines.iter().map(|line| line.score).collect();
        assert_eq!(scores, [-20, -30]);
    }

    #[test]
    fn tablebase_score_counts_before_a_search() {
        let mv = Board::default().parse_uci("e2e4").unwrap();
        let mut root = RootMove::new(mv);
        assert_eq!(root.line(1).score, 0);
        root.tablebase_score = Some(500);
        assert_eq!(root.line(1).score, 500);
        root.score = 30;
        assert_eq!(root.line(1).score, 500);
        root.score = MATE - 3;
        assert_eq!(root.line(1).score, MATE - 3);
    }
}
