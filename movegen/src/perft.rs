//! Perft: counts the leaves of the legal move tree, to verify and benchmark a move generator.
//! <https://www.chessprogramming.org/Perft>
//!
//! Bulk counting: the moves of the last ply are counted as the sizes of sets of targets, without a
//! list; the plies above use the generator of [`Board::legal_moves`]. Nodes hold only the state that
//! legal moves depend on: no mailbox, keys or counters.

mod table;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::board::{Board, PerftNode};
use crate::moves::Move;
use crate::types::{Black, Color, ConstColor, White};

pub use table::{PerftTable, TableError};

/// Subtrees of at most this depth are not split between threads: without a table they usually take a
/// few milliseconds.
const SERIAL_DEPTH: u32 = 4;

/// The largest depth of a count, in plies. Ordinary positions take far too long at this depth, and a
/// deeper count could overflow the stack.
pub const MAX_DEPTH: u32 = 64;

/// Counts the legal move sequences of `depth` plies, on one thread.
///
/// # Panics
/// If `depth` exceeds [`MAX_DEPTH`].
///
/// ```
/// use movegen::{Board, perft::perft};
///
/// assert_eq!(perft(&Board::default(), 4), 197_281);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    assert!(depth <= MAX_DEPTH, "depth {depth} exceeds {MAX_DEPTH}");
    match board.side_to_move() {
        Color::White => count_serial::<White>(&board.node(), depth),
        Color::Black => count_serial::<Black>(&board.node(), depth),
    }
}

/// Like [`perft`], but with one count for each legal move of the root; empty at depth 0. Returns
/// `None` if `stop` was set before all moves were counted.
///
/// The work is split between the threads of the current rayon pool. With a `table`, transpositions
/// are counted once, and a count may exceed a `u64`: then it is `u64::MAX`. [`total`] adds them up.
///
/// # Panics
/// If `depth` exceeds [`MAX_DEPTH`].
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use movegen::{Board, perft::{PerftTable, divide, total}};
///
/// let board = Board::default();
/// let table = PerftTable::new(1)?;
/// let counts = divide(&board, 4, Some(&table), &AtomicBool::new(false)).expect("not stopped");
/// assert!(counts.contains(&(board.parse_uci("e2e4").unwrap(), 13_160)));
/// assert_eq!(total(4, counts.iter().map(|&(_, count)| count)), Some(197_281));
/// # Ok::<_, movegen::perft::TableError>(())
/// ```
pub fn divide(
    board: &Board,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    assert!(depth <= MAX_DEPTH, "depth {depth} exceeds {MAX_DEPTH}");
    if depth == 0 {
        return Some(Vec::new());
    }
    let count = |&mv: &Move| {
        let mut child = *board;
        child.make(mv);
        let (node, depth) = (child.node(), depth - 1);
        let count = match child.side_to_move() {
            Color::White => count_split::<White>(&node, depth, table, stop),
            Color::Black => count_split::<Black>(&node, depth, table, stop),
        };
        Some((mv, count?))
    };
    // A single thread also goes through rayon: the overhead is not measurable at this level.
    board.legal_moves().par_iter().map(count).collect()
}

/// The [`perft`] of `depth` plies from the counts of [`divide`]; `None` if it exceeds a `u64`. At
/// depth 0, which has no counts, it is 1.
///
/// ```
/// use movegen::perft::total;
///
/// assert_eq!(total(2, [20; 20]), Some(400));
/// assert_eq!(total(30, [u64::MAX, 20]), None);
/// ```
pub fn total(depth: u32, counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let sum = counts.into_iter().fold(0, u64::saturating_add);
    (sum < u64::MAX).then_some(sum)
}

/// Counts a subtree, a large one on all threads of the pool.
fn count_split<S: ConstColor>(
    node: &PerftNode,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &AtomicBool,
) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let split = || {
        children::<S>(node)
            .par_iter()
            .map(|child| count_split::<S::Opponent>(child, depth - 1, table, stop))
            .try_reduce(|| 0, |sum, count| Some(sum.saturating_add(count)))
    };
    let is_small = depth <= SERIAL_DEPTH;
    let Some(table) = table else {
        return if is_small {
            Some(count_serial::<S>(node, depth))
        } else {
            split()
        };
    };
    let key = table.key::<S>(node, depth);
    if let Some(count) = table.get(key) {
        return Some(count);
    }
    let count = if is_small {
        count_hashed::<S>(node, depth, table, stop)?
    } else {
        split()?
    };
    table.set(key, count);
    Some(count)
}

/// The nodes after each legal move.
fn children<S: ConstColor>(node: &PerftNode) -> Vec<PerftNode> {
    let mut children = Vec::with_capacity(64);
    node.for_each_child::<S>(|child| children.push(child));
    children
}

/// Counts a subtree on one thread without a table.
fn count_serial<S: ConstColor>(node: &PerftNode, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(node.count_moves::<S>()),
        2 => node.count_replies::<S>(),
        _ => {
            let mut count = 0;
            node.for_each_child::<S>(|child| {
                count += count_serial::<S::Opponent>(&child, depth - 1)
            });
            count
        }
    }
}

/// Like [`count_serial`], with a table for subtrees deeper than two plies. Checks `stop` before each
/// of these subtrees: the first probes of a large table cause page faults, and thousands of them take
/// more than a second.
fn count_hashed<S: ConstColor>(
    node: &PerftNode,
    depth: u32,
    table: &PerftTable,
    stop: &AtomicBool,
) -> Option<u64> {
    if depth <= 2 {
        return Some(count_serial::<S>(node, depth));
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    // A cache miss takes longer than counting two plies, so all children are probed before the
    // first result is needed and the misses overlap.
    let children = children::<S>(node);
    let keys: Vec<_> = children
        .iter()
        .map(|child| table.key::<S::Opponent>(child, depth - 1))
        .collect();
    let found: Vec<_> = keys.iter().map(|&key| table.get(key)).collect();
    let mut sum: u64 = 0;
    for ((child, key), found) in children.iter().zip(keys).zip(found) {
        let count = match found {
            Some(count) => count,
            None => {
                let count = count_hashed::<S::Opponent>(child, depth - 1, table, stop)?;
                table.set(key, count);
                count
            }
        };
        sum = sum.saturating_add(count);
    }
    Some(sum)
}
