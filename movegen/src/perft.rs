//! Perft: the number of leaves of the tree of legal moves, to verify a move generator and to time
//! it. <https://www.chessprogramming.org/Perft>
//!
//! The last ply is counted without making its moves (bulk counting). The nodes of the tree hold only
//! the state that legal moves depend on: no mailbox, keys or counters.

mod table;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::board::{Board, PerftNode};
use crate::moves::Move;
use crate::types::{Black, Color, ConstColor, White};

pub use table::{PerftTable, TableError};

/// Subtrees of at most this depth are not split between threads: they take microseconds.
const SERIAL_DEPTH: u32 = 4;

/// Counts the legal move sequences of `depth` plies, on one thread.
///
/// ```
/// use movegen::{Board, perft::perft};
///
/// assert_eq!(perft(&Board::default(), 4), 197_281);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    match board.side_to_move() {
        Color::White => count_serial::<White>(&board.node(), depth),
        Color::Black => count_serial::<Black>(&board.node(), depth),
    }
}

/// Counts as [`perft`] does, separately for each legal move; the move counts as one of the `depth`
/// plies. Returns `None` if `stop` was set before the end.
///
/// The work is split between the threads of the current rayon pool. With a `table`, positions
/// reached by several move orders are counted once.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use movegen::{Board, perft::{PerftTable, divide}};
///
/// let board = Board::default();
/// let table = PerftTable::new(1)?;
/// let counts = divide(&board, 4, Some(&table), &AtomicBool::new(false)).expect("not stopped");
/// assert!(counts.contains(&(board.parse_uci("e2e4").unwrap(), 13_160)));
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 197_281);
/// # Ok::<_, movegen::perft::TableError>(())
/// ```
pub fn divide(
    board: &Board,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
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
    // A pool of one thread goes through rayon too: the overhead is not measurable at this level.
    board.legal_moves().par_iter().map(count).collect()
}

/// Counts a large subtree on all threads of the pool.
fn count_split<S: ConstColor>(
    node: &PerftNode,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &AtomicBool,
) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= SERIAL_DEPTH {
        return Some(match table {
            None => count_serial::<S>(node, depth),
            Some(table) => count_hashed::<S>(node, depth, table),
        });
    }
    let slot = table.map(|table| (table, table.key::<S>(node, depth)));
    if let Some(count) = slot.and_then(|(table, key)| table.get(key)) {
        return Some(count);
    }
    let count = children::<S>(node)
        .par_iter()
        .map(|child| count_split::<S::Opponent>(child, depth - 1, table, stop))
        .sum::<Option<u64>>()?;
    if let Some((table, key)) = slot {
        table.set(key, count);
    }
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

/// Counts as [`count_serial`] does, with a table for subtrees deeper than two plies.
fn count_hashed<S: ConstColor>(node: &PerftNode, depth: u32, table: &PerftTable) -> u64 {
    if depth <= 2 {
        return count_serial::<S>(node, depth);
    }
    // A cache miss takes longer than counting two plies. So all children are probed at once, before
    // the first result is needed.
    let children = children::<S>(node);
    let keys: Vec<_> = children
        .iter()
        .map(|child| table.key::<S::Opponent>(child, depth - 1))
        .collect();
    let found: Vec<_> = keys.iter().map(|&key| table.get(key)).collect();
    let mut sum = 0;
    for ((child, key), found) in children.iter().zip(keys).zip(found) {
        sum += found.unwrap_or_else(|| {
            let count = count_hashed::<S::Opponent>(child, depth - 1, table);
            table.set(key, count);
            count
        });
    }
    sum
}
