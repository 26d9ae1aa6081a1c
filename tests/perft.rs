//! Perft counts, and a walk that checks everything a board keeps up to date.

mod common;

use std::sync::atomic::AtomicBool;

use common::perft_positions;
use movegen::Board;
use movegen::perft::{PerftTable, divide, perft};

static GO_ON: AtomicBool = AtomicBool::new(false);

#[test]
fn counts_are_those_of_other_libraries() {
    for (board, counts) in perft_positions() {
        for (depth, &count) in (1..).zip(&counts) {
            assert_eq!(perft(&board, depth), count, "depth {depth} of {board:#}");
        }
    }
}

#[test]
fn dividing_hashing_and_sharing_between_threads_change_no_count() {
    let table = PerftTable::new(1).expect("a mebibyte is to be had");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(3)
        .build()
        .expect("three threads can be started");
    for (board, counts) in perft_positions() {
        let depth = counts.len() as u32;
        for table in [None, Some(&table)] {
            let sum = || {
                let divided = divide(&board, depth, table, &GO_ON).expect("nobody stops it");
                divided.iter().map(|&(_, count)| count).sum::<u64>()
            };
            let alone = sum();
            let shared = pool.install(sum);
            assert_eq!([alone, shared], [counts[counts.len() - 1]; 2], "{board:#}");
        }
    }
}

#[test]
fn depth_zero_is_the_position_itself() {
    assert_eq!(perft(&Board::default(), 0), 1);
    assert_eq!(divide(&Board::default(), 0, None, &GO_ON), Some(Vec::new()));
}

#[test]
fn a_stopped_count_gives_no_figure() {
    let stop = AtomicBool::new(true);
    assert_eq!(divide(&Board::default(), 7, None, &stop), None);
}

/// Walks the tree move by move on whole boards. In debug builds, which tests are, every `make`
/// compares keys, mailbox, sets, checks, pins, threats and rights with a rebuild, and asks
/// `is_legal` about the move.
fn walk(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves();
    moves.iter().fold(0, |sum, &mv| {
        let mut child = *board;
        child.make(mv);
        if !child.in_check() {
            let mut passed = child;
            passed.make_null();
        }
        sum + walk(&child, depth - 1)
    })
}

#[test]
fn every_incremental_value_equals_a_rebuild() {
    for (board, counts) in perft_positions() {
        let depth = counts.len().min(3);
        assert_eq!(walk(&board, depth as u32), counts[depth - 1], "{board:#}");
    }
}
