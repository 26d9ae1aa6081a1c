//! Root moves: their ranks, and their results from one iteration to the next.

use std::cmp::Reverse;
use std::mem;

use movegen::Move;

use crate::score::{Bound, INFINITE, Score, mate_in};
use crate::tables::tablebase::{RankedMove, RootRank};

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Endgame table rank: moves of a lower rank are never better.
    pub(crate) rank: RootRank,
    tablebase_score: Option<Score>,
    /// This iteration's score; minus infinity if the move did not become the best.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) previous_score: Score,
    /// Running average, the center of the aspiration window.
    pub(crate) average: Option<Score>,
    pub(crate) pv: Vec<Move>,
    pub(crate) seldepth: u32,
    /// Nodes spent below this move in this search.
    pub(crate) nodes: u64,
}

impl RootMove {
    pub(crate) fn new(ranked: &RankedMove) -> Self {
        let mv = ranked.mv;
        Self {
            mv,
            rank: ranked.rank,
            tablebase_score: ranked.score,
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
    pub(crate) fn begin_iteration(&mut self) {
        self.previous_score = mem::replace(&mut self.score, -INFINITE);
    }

    /// The sort key of root moves: rank first, then score.
    pub(crate) fn order(&self) -> (Reverse<RootRank>, Score) {
        (Reverse(self.rank), -self.score)
    }

    /// True if an interrupted iteration has found this move to be better than `finished`, the best
    /// move of the iteration before. After failing high and then low in a wider window, it has not.
    pub(crate) fn supersedes(&self, finished: Option<Move>) -> bool {
        Some(self.mv) != finished && self.score != -INFINITE && self.bound != Bound::Upper
    }

    /// The score to report: the tablebase score, if any, unless a mate has been found.
    pub(crate) fn reported(&self, score: Score, bound: Bound) -> (Score, Bound) {
        match self.tablebase_score {
            Some(known) if mate_in(score).is_none() => (known, Bound::Exact),
            _ => (score, bound),
        }
    }
}

#[cfg(test)]
mod tests {
    use movegen::Board;

    use super::*;

    #[test]
    fn only_a_move_found_better_in_this_iteration_supersedes_the_last() {
        let board = Board::default();
        let [best, other] = ["e2e4", "d2d4"].map(|mv| board.parse_uci(mv).unwrap());
        let mut root = RootMove::new(&RankedMove {
            mv: other,
            rank: RootRank::UNKNOWN,
            score: None,
        });
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
}
