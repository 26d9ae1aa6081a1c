//! Perft counts, and a walk that checks every incremental value of a board.

use std::sync::atomic::AtomicBool;

use movegen::Board;
use movegen::perft::{MAX_DEPTH, PerftTable, divide, perft, total};
use support::perft_positions;

static NEVER_STOP: AtomicBool = AtomicBool::new(false);

#[test]
fn perft_equals_the_counts_of_other_libraries() {
    for (board, counts) in perft_positions() {
        for (depth, &count) in (1..).zip(&counts) {
            assert_eq!(perft(&board, depth), count, "depth {depth} of {board:#}");
        }
    }
}

#[test]
fn divide_with_hash_and_threads_equals_perft() {
    let table = PerftTable::new(1).expect("a MiB can be allocated");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(3)
        .build()
        .expect("three threads can be started");
    for (board, counts) in perft_positions() {
        let depth = counts.len() as u32;
        for table in [None, Some(&table)] {
            let sum = || {
                let divided = divide(&board, depth, table, &NEVER_STOP).expect("it is not stopped");
                total(depth, divided.iter().map(|&(_, count)| count))
            };
            let alone = sum();
            let shared = pool.install(sum);
            assert_eq!([alone, shared], [counts.last().copied(); 2], "{board:#}");
        }
    }
}

#[test]
fn perft_of_depth_zero_is_one() {
    assert_eq!(perft(&Board::default(), 0), 1);
    assert_eq!(
        divide(&Board::default(), 0, None, &NEVER_STOP),
        Some(Vec::new())
    );
    assert_eq!(total(0, []), Some(1));
}

#[test]
fn perft_total_is_none_above_64_bits() {
    assert_eq!(total(1, []), Some(0), "a position without moves");
    assert_eq!(total(9, [u64::MAX - 3, 2]), Some(u64::MAX - 1));
    assert_eq!(total(9, [u64::MAX - 1, 2]), None);
    assert_eq!(total(9, [u64::MAX]), None, "the count of divide for more");
}

#[test]
#[should_panic(expected = "depth 65 exceeds 64")]
fn perft_refuses_depths_above_the_maximum() {
    perft(&Board::default(), MAX_DEPTH + 1);
}

#[test]
fn divide_returns_none_when_stopped() {
    let stop = AtomicBool::new(true);
    assert_eq!(divide(&Board::default(), 7, None, &stop), None);
}

/// Walks the tree on whole boards. With debug assertions, which tests have, every `make` compares
/// keys, mailbox, sets, checks, pins, threats and rights with a rebuild, and checks the legality of
/// the move.
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
fn make_keeps_every_incremental_value() {
    for (board, counts) in perft_positions() {
        let depth = counts.len().min(3);
        assert_eq!(walk(&board, depth as u32), counts[depth - 1], "{board:#}");
    }
}

/// Each pair has subtrees of the same pieces and depth that differ only in the side to move, or in a
/// castling right.
#[test]
fn hashed_perft_distinguishes_side_and_rights() {
    let table = PerftTable::new(1).expect("a MiB can be allocated");
    for fen in [
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "3k4/8/8/8/8/8/8/1R2K3 b - - 0 1",
        "4k3/7p/8/8/8/8/8/R3K3 b Q - 0 1",
        "4k3/7p/8/8/8/8/8/R3K3 b - - 0 1",
    ] {
        let board = support::board(fen);
        let counts = divide(&board, 4, Some(&table), &NEVER_STOP).expect("it is not stopped");
        let sum: u64 = counts.iter().map(|&(_, count)| count).sum();
        assert_eq!(sum, perft(&board, 4), "{fen}");
    }
}

/// The squares a king steps to on an empty board.
fn king_steps(from: usize) -> impl Iterator<Item = usize> + Clone {
    (0..64).filter(move |to| {
        let files = (from % 8).abs_diff(to % 8);
        let ranks = (from / 8).abs_diff(to / 8);
        files.max(ranks) == 1
    })
}

/// Perft of two kings alone, by their positions: first that of the side to move.
fn count_of_kings(mover: usize, other: usize, depth: u32) -> u64 {
    // Both sides move alike, so the side to move needs no index.
    let mut counts = vec![[1_u64; 64]; 64];
    for _ in 0..depth {
        let count = |mover, other| {
            let steps = king_steps(mover).filter(|&to| to != other);
            let legal = steps.filter(|&to| king_steps(other).all(|near| near != to));
            legal.map(|to| counts[other][to]).sum()
        };
        let next = (0..64).map(|mover| std::array::from_fn(|other| count(mover, other)));
        counts = next.collect();
    }
    counts[mover][other]
}

/// The table stores only counts below 2^40: larger ones would overlap the bits of the key.
#[test]
fn hashed_counts_of_more_than_40_bits_are_exact() {
    let board = support::board("8/8/8/8/8/8/8/K1k5 w - - 0 1");
    let table = PerftTable::new(16).expect("a few MiB can be allocated");
    for depth in 17..=20 {
        let counts = divide(&board, depth, Some(&table), &NEVER_STOP).expect("it is not stopped");
        let sum: u64 = counts.iter().map(|&(_, count)| count).sum();
        assert_eq!(sum, count_of_kings(0, 2, depth), "depth {depth}");
    }
}
