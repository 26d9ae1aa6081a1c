//! Root moves: their ranks, and their results from one iteration to the next.

use std::cmp::Reverse;
use std::mem;

use movegen::Move;

use crate::score::{Bound, INFINITE, MATE_BOUND, Score, mate_in};
use crate::tables::tablebase::{RankedMove, RootRank};
use crate::threads::control::ThreadResult;
use crate::time::Iteration;

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove<M = Move> {
    /// The move.
    pub mv: M,
    /// Tablebase rank: moves of a lower rank are never better.
    pub(crate) rank: RootRank,
    tablebase_score: Option<Score>,
    /// This iteration's score; minus infinity unless the move was searched first or raised alpha.
    pub score: Score,
    /// The kind of `score`.
    pub bound: Bound,
    /// The score of the iteration before, likewise. In the first iteration, the first move has the
    /// evaluation of the position. River games center their aspiration windows on it.
    pub previous_score: Score,
    /// Running average, the center of the aspiration window.
    pub(crate) average: Option<Score>,
    /// The line found when the move last raised alpha or was searched first.
    pub pv: Vec<M>,
    /// [`SearchInfo::seldepth`](crate::SearchInfo::seldepth) when the move's score was found.
    pub seldepth: u32,
    /// Nodes spent below this move in this search.
    pub nodes: u64,
}

impl RootMove {
    /// A move with its rank and score by the tablebases.
    pub(crate) fn ranked(ranked: &RankedMove) -> Self {
        Self {
            rank: ranked.rank,
            tablebase_score: ranked.score,
            ..Self::new(ranked.mv)
        }
    }
}

impl<M: Copy + PartialEq> RootMove<M> {
    /// A move that has not been searched, scored minus infinity.
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

    /// Sorts by rank, then by score; equal moves keep their order. Insertion sort suits moves that
    /// are almost in order, and a general sort would add to the size of the program.
    pub fn sort(moves: &mut [Self]) {
        for index in 1..moves.len() {
            let order = moves[index].order();
            let place = moves[..index].partition_point(|mv| mv.order() <= order);
            moves[place..=index].rotate_right(1);
        }
    }

    /// Puts the moves that are `picked` first, in that order; the others keep theirs.
    pub fn arrange(moves: &mut [Self], picked: impl Iterator<Item = M>) {
        let mut left = moves;
        for mv in picked {
            if let Some(index) = left.iter().position(|root| root.mv == mv) {
                left[..=index].rotate_right(1);
                left = &mut left[1..];
            }
        }
    }

    /// Corrects the tablebase rank if the search has found a mate.
    pub(crate) fn correct_rank(&mut self) {
        let mate = mate_in(self.score).filter(|_| self.has_score());
        if let (Some(_), Bound::Exact, Some(moves)) = (self.tablebase_score, self.bound, mate) {
            self.rank = self.rank.with_mate(moves > 0);
        }
    }

    fn order(&self) -> impl Ord + use<M> {
        (Reverse(self.rank), -self.score)
    }

    /// True if an interrupted iteration has found this move to be better than `finished`, the best
    /// line of the iteration before: another move, unless `finished` mates, or a shorter mate. A move
    /// that failed high and then low in a wider window is not better.
    fn supersedes(&self, finished: &ThreadResult<M>) -> bool {
        let is_other = finished.score < MATE_BOUND && finished.pv.first() != Some(&self.mv);
        let is_mate = self.score >= MATE_BOUND && self.score > finished.score;
        self.has_score() && self.bound != Bound::Upper && (is_other || is_mate)
    }

    /// True if this iteration has given the move a score.
    fn has_score(&self) -> bool {
        self.score != -INFINITE
    }

    /// The line in an iteration of `depth` plies. A move without a score keeps the previous depth
    /// and, if it is not in the tables, the previous score.
    pub(crate) fn line(&self, depth: u32) -> ThreadResult<M> {
        // A mate found by the search is more precise than a table score.
        let has_mate = self.has_score() && mate_in(self.score).is_some();
        let (score, bound) = match self.tablebase_score {
            Some(known) if !has_mate => (known, Bound::Exact),
            _ if self.has_score() => (self.score, self.bound),
            _ if self.previous_score != -INFINITE => (self.previous_score, Bound::Exact),
            _ => (0, Bound::Exact),
        };
        ThreadResult {
            pv: self.pv.clone(),
            score,
            bound,
            depth: depth - u32::from(!self.has_score()),
            seldepth: self.seldepth,
        }
    }

    /// The line after a search that returned this score, outside the aspiration window.
    pub fn line_outside_window(&self, depth: u32, score: Score) -> ThreadResult<M> {
        let mut line = self.line(depth);
        if line.bound == Bound::Upper {
            // All moves failed low; another one may have come closer to alpha.
            line.score = line.score.max(score);
        }
        line
    }
}

/// The lines of the best `multi_pv` root moves in an iteration of `depth` plies. Moves that the
/// interrupted first iteration has not reached are left out, except for the first move.
fn current_lines<M: Copy + PartialEq>(
    root_moves: &[RootMove<M>],
    depth: u32,
    multi_pv: usize,
) -> Vec<ThreadResult<M>> {
    let best = root_moves.iter().take(multi_pv).enumerate();
    let is_known = |root: &RootMove<M>| root.has_score() || root.tablebase_score.is_some();
    best.filter(|&(index, root)| index == 0 || is_known(root))
        .map(|(_, root)| root.line(depth))
        .collect()
}

/// The lines during an iteration of `depth` plies: those of the root moves that it has `reached` and
/// found to be among the best, then the other lines of the iteration `before`, at most `multi_pv` in
/// all.
pub fn lines_within<M: Copy + PartialEq>(
    reached: &[RootMove<M>],
    depth: u32,
    before: &[ThreadResult<M>],
    multi_pv: usize,
) -> Vec<ThreadResult<M>> {
    let is_result = |root: &&RootMove<M>| root.has_score() && root.bound != Bound::Upper;
    let found = reached.iter().filter(is_result);
    let is_found = |mv: Option<&M>| found.clone().any(|root| mv == Some(&root.mv));
    let others = before.iter().filter(|line| !is_found(line.pv.first()));
    let lines = found.clone().map(|root| root.line(depth));
    lines.chain(others.cloned()).take(multi_pv).collect()
}

/// The lines after an iteration of `depth` plies, which may have been `interrupted` in the search for
/// the line with this index. Those of the iteration before are kept in two cases.
///
/// - The iteration was interrupted: they are exact, complete and of the same depth. But a better move
///   or a shorter mate that it has found comes first.
/// - There is only one, a mate, which is proven, and the iteration has not found it again: it may have
///   reduced or pruned a part of it.
pub fn lines_after<M: Copy + PartialEq>(
    root_moves: &[RootMove<M>],
    depth: u32,
    mut before: Vec<ThreadResult<M>>,
    multi_pv: usize,
    interrupted: Option<usize>,
) -> Vec<ThreadResult<M>> {
    let Some(best) = before.first_mut() else {
        return current_lines(root_moves, depth, multi_pv);
    };
    if let Some(index) = interrupted {
        return if root_moves[0].supersedes(best) {
            lines_within(&root_moves[..=index], depth, &before, multi_pv)
        } else {
            before
        };
    }
    let lines = current_lines(root_moves, depth, multi_pv);
    if multi_pv > 1 || best.score < MATE_BOUND || lines[0].score >= best.score {
        return lines;
    }
    best.depth = depth;
    before
}

impl<M: Copy + PartialEq> Iteration<M> {
    /// An iteration that has ended with `best` as its first line, after this many nodes of the whole
    /// search. The line may be a mate that only an earlier iteration has found.
    pub fn new(
        best: &ThreadResult<M>,
        root_moves: &[RootMove<M>],
        nodes: u64,
        best_move_changes: u32,
    ) -> Self {
        let mv = best.pv[0];
        let root = root_moves.iter().find(|root| root.mv == mv);
        let spent = root.map_or(0, |root| root.nodes);
        Self {
            best: mv,
            score: best.score,
            node_share: spent as f64 / nodes.max(1) as f64,
            best_move_changes,
        }
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
        let [best, other] = ["e2e4", "d2d4"].map(|mv| {
            let mut root = RootMove::new(board.parse_uci(mv).unwrap());
            root.score = 20;
            root.line(8)
        });
        let mut root = RootMove::new(other.pv[0]);
        assert!(!root.supersedes(&best), "not searched");
        root.score = 30;
        for (bound, expected) in [
            (Bound::Exact, true),
            (Bound::Lower, true),
            (Bound::Upper, false),
        ] {
            root.bound = bound;
            assert_eq!(root.supersedes(&best), expected);
            assert!(!root.supersedes(&other));
        }
        root.bound = Bound::Exact;
        root.begin_iteration();
        assert!(!root.supersedes(&best), "not searched again");
    }

    #[test]
    fn a_shorter_mate_supersedes_the_same_move() {
        let mut root = RootMove::new(Board::default().parse_uci("e2e4").unwrap());
        root.score = 300;
        let mut finished = root.line(8);
        root.score = MATE - 9;
        assert!(root.supersedes(&finished));
        finished.score = MATE - 9;
        assert!(!root.supersedes(&finished));
        root.score = MATE - 7;
        assert!(root.supersedes(&finished));
        root.bound = Bound::Upper;
        assert!(!root.supersedes(&finished));
    }

    #[test]
    fn a_mate_is_kept_until_a_shorter_one_is_found() {
        let board = Board::default();
        let [mut mate, mut other] =
            ["e2e4", "d2d4"].map(|mv| RootMove::new(board.parse_uci(mv).unwrap()));
        mate.score = MATE - 9;
        let before = vec![mate.line(8)];
        for (score, interrupted, expected, depth) in [
            (300, None, MATE - 9, 9),
            (300, Some(0), MATE - 9, 8),
            (MATE - 11, None, MATE - 9, 9),
            (MATE - 7, None, MATE - 7, 9),
            (MATE - 7, Some(0), MATE - 7, 9),
        ] {
            other.score = score;
            let moves = [other.clone()];
            let lines = lines_after(&moves, 9, before.clone(), 1, interrupted);
            assert_eq!((lines[0].score, lines[0].depth), (expected, depth));
        }
        other.score = 300;
        let lines = lines_after(&[other, mate], 9, before, 2, None);
        assert_eq!(lines[0].score, 300, "several lines belong together");
    }

    #[test]
    fn interrupted_lines_begin_with_a_better_move_that_was_found() {
        let board = Board::default();
        let [king, queen, english] =
            ["e2e4", "d2d4", "c2c4"].map(|mv| RootMove::new(board.parse_uci(mv).unwrap()));
        let scored = |root: &RootMove, score| RootMove {
            score,
            ..root.clone()
        };
        let before = [(&king, 30), (&queen, 20)].map(|(root, score)| scored(root, score).line(7));
        for (moves, index, expected) in [
            // The same move is still the best.
            ([(&king, 10), (&queen, -INFINITE)], 1, [(30, 7), (20, 7)]),
            // Another one is, and the search for the second line had no result.
            ([(&queen, 25), (&king, -INFINITE)], 1, [(25, 8), (30, 7)]),
            ([(&english, 25), (&king, -INFINITE)], 0, [(25, 8), (30, 7)]),
            ([(&queen, 25), (&english, 15)], 1, [(25, 8), (15, 8)]),
            ([(&english, 25), (&king, 10)], 1, [(25, 8), (10, 8)]),
            // A mate has been found.
            (
                [(&king, MATE - 5), (&queen, -INFINITE)],
                0,
                [(MATE - 5, 8), (20, 7)],
            ),
        ] {
            let moves = moves.map(|(root, score)| scored(root, score));
            let lines = lines_after(&moves, 8, before.to_vec(), 2, Some(index));
            let values: Vec<_> = lines.iter().map(|line| (line.score, line.depth)).collect();
            assert_eq!(values, expected);
        }
    }

    #[test]
    fn a_mate_corrects_the_rank_by_the_tables() {
        let mut root = RootMove::new(Board::default().parse_uci("e2e4").unwrap());
        root.score = MATE - 3;
        root.correct_rank();
        assert_eq!(root.rank, RootRank::UNKNOWN, "not in the tables");
        root.tablebase_score = Some(0);
        root.score = 100;
        root.correct_rank();
        assert_eq!(root.rank, RootRank::UNKNOWN, "no mate");
        root.score = MATE - 3;
        root.correct_rank();
        assert!(root.rank > RootRank::UNKNOWN);
        root.score = 4 - MATE;
        root.correct_rank();
        assert!(root.rank < RootRank::UNKNOWN);
    }

    #[test]
    fn picked_moves_come_first_and_the_others_keep_their_order() {
        let moves = Board::default().legal_moves();
        let mut root_moves: Vec<_> = moves[..5].iter().map(|&mv| RootMove::new(mv)).collect();
        let picked = [moves[3], moves[9], moves[1]];
        RootMove::arrange(&mut root_moves, picked.into_iter());
        let order: Vec<_> = root_moves.iter().map(|root| root.mv).collect();
        assert_eq!(order, [3, 1, 0, 2, 4].map(|index| moves[index]));
    }

    #[test]
    fn a_kept_mate_decides_the_time_for_the_move() {
        let board = Board::default();
        let [mut mate, mut other] =
            ["e2e4", "d2d4"].map(|mv| RootMove::new(board.parse_uci(mv).unwrap()));
        (mate.score, mate.nodes) = (MATE - 9, 600);
        let before = vec![mate.line(8)];
        mate.begin_iteration();
        (other.score, other.nodes) = (300, 200);
        let root_moves = [other, mate];
        let lines = lines_after(&root_moves, 9, before, 1, None);
        let iteration = Iteration::new(&lines[0], &root_moves, 1000, 2);
        assert_eq!(
            (iteration.best, iteration.score),
            (root_moves[1].mv, MATE - 9)
        );
        assert_eq!(
            (iteration.node_share, iteration.best_move_changes),
            (0.6, 2)
        );
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
        root.score = 12;
        root.begin_iteration();
        assert_eq!((root.line(1).score, root.line(1).depth), (12, 0));
        root.tablebase_score = Some(500);
        assert_eq!(root.line(1).score, 500);
        root.score = 30;
        assert_eq!((root.line(1).score, root.line(1).depth), (500, 1));
        root.score = MATE - 3;
        assert_eq!(root.line(1).score, MATE - 3);
    }
}
