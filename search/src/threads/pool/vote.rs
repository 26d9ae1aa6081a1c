//! Thread voting: chooses the answer of a search from the results of its threads.

use movegen::{Board, Move};

use crate::score::{Bound, MATE_BOUND};
use crate::threads::control::ThreadResult;
use crate::threads::shared::SharedContext;

/// The result of the best thread.
///
/// With MultiPV the main thread decides. Otherwise a mate that ends `go mate` is chosen. With a
/// depth limit the main thread decides, since the limit applies only to it. Otherwise the shortest
/// mate is chosen, or else the threads vote: each for its move, with the weight `depth * (score -
/// worst + 10)` in internal units, where `worst` is the lowest score. Among the threads for the
/// winning move, the one with the most weight is chosen (after Stockfish 2018 and Ethereal). A
/// thread that has not searched a move yet has no vote.
pub(super) fn best_thread(shared: &SharedContext) -> ThreadResult {
    let control = &shared.control;
    let results: Vec<ThreadResult> = (0..control.threads())
        .map(|id| control.result(id).clone())
        .collect();
    let main = results[0].clone();
    // The lines of MultiPV belong together.
    if shared.options.multi_pv > 1 {
        return main;
    }
    if let Some(mate) = control.found_mate() {
        return mate;
    }
    if control.limits.depth.is_some() {
        return main;
    }
    let voters = || results.iter().filter(|result| result.depth > 0);
    // Here and below, the last of equal ones is taken: the main thread.
    let mates = voters().rev().filter(|result| result.score >= MATE_BOUND);
    if let Some(mate) = mates.max_by_key(|result| (result.score, result.bound == Bound::Exact)) {
        return mate.clone();
    }
    let worst = voters().map(|result| result.score).min().unwrap_or(0);
    let weight =
        |result: &ThreadResult| i64::from(result.score - worst + 10) * i64::from(result.depth);
    let votes = |result: &ThreadResult| -> i64 {
        let agree = voters().filter(|other| other.pv.first() == result.pv.first());
        agree.map(weight).sum()
    };
    let preference = |result: &ThreadResult| (votes(result), weight(result));
    let best = voters().rev().max_by_key(|&result| preference(result));
    best.cloned().unwrap_or(main)
}

/// The expected reply to `best`: the next move of its line, or else the TT move.
pub(super) fn ponder_move(shared: &SharedContext, best: Move, pv: &[Move]) -> Option<Move> {
    let mut board: Board = shared.board;
    board.make(best);
    let from_table = || shared.tt.probe(board.key()).and_then(|entry| entry.mv);
    pv.get(1)
        .copied()
        .or_else(from_table)
        .filter(|&mv| board.is_legal(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;
    use crate::{Limits, Options, Request};

    /// The index of the best of some results: move, depth and score.
    fn best_of(multi_pv: usize, limits: Limits, results: &[(&str, u32, i32)]) -> usize {
        let board = Board::default();
        let options = Options {
            multi_pv,
            ..Options::default()
        };
        let request = Request::new(board, limits).with_options(options);
        let shared = SharedContext::small(request, results.len());
        for (id, &(mv, depth, score)) in results.iter().enumerate() {
            *shared.control.result(id) = ThreadResult {
                pv: vec![board.parse_uci(mv).unwrap()],
                score,
                depth,
                // Distinguishes results that are otherwise equal.
                seldepth: id as u32,
                ..ThreadResult::default()
            };
        }
        best_thread(&shared).seldepth as usize
    }

    #[test]
    fn threads_vote_by_depth_and_score() {
        let best_of = |results: &[_]| best_of(1, Limits::new(), results);
        let minority = [("e2e4", 9, 30), ("d2d4", 9, 20), ("d2d4", 9, 20)];
        assert_eq!(best_of(&minority), 0, "the margin of the score counts");
        let majority = [("e2e4", 9, 22), ("d2d4", 9, 20), ("d2d4", 10, 20)];
        assert_eq!(best_of(&majority), 2, "the deeper one of two threads");
        let equal = [("e2e4", 9, 20), ("d2d4", 9, 20)];
        assert_eq!(best_of(&equal), 0, "the main thread");
        let mates = [
            ("e2e4", 9, 300),
            ("d2d4", 6, MATE - 5),
            ("c2c4", 5, MATE - 3),
        ];
        assert_eq!(best_of(&mates), 2, "the shortest mate");
        let unsearched = [("e2e4", 0, 0), ("d2d4", 9, 90)];
        assert_eq!(best_of(&unsearched), 1, "a thread that has searched");
        let none = [("e2e4", 0, 0), ("d2d4", 0, 0)];
        assert_eq!(best_of(&none), 0, "nothing searched yet");
    }

    #[test]
    fn main_thread_decides_with_several_lines_or_a_depth_limit() {
        let results = [("e2e4", 9, 20), ("d2d4", 12, MATE - 3)];
        assert_eq!(best_of(2, Limits::new(), &results), 0);
        let mate = Limits {
            mate: Some(2),
            ..Limits::new()
        };
        assert_eq!(best_of(1, mate, &results), 1);
        assert_eq!(best_of(2, mate, &results), 0);
        assert_eq!(best_of(1, Limits::depth(9), &results), 0);
    }
}
