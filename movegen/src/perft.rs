//! Perft: counting the leaves of the tree of legal moves, to prove a move generator and to time it.
//!
//! The last ply is never made, only counted. Nothing but what decides the moves is carried down
//! the tree: no mailbox, no keys, no clocks.

mod table;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::board::{Board, Node};
use crate::moves::Move;
use crate::types::{Black, Color, Side, White};

pub use table::{PerftTable, TableError};

/// Subtrees of this depth and less are not shared between threads: they are over in microseconds.
const SERIAL_DEPTH: u32 = 4;

/// The number of legal move sequences of `depth` plies, worked out by one thread.
pub fn perft(board: &Board, depth: u32) -> u64 {
    match board.side_to_move() {
        Color::White => walk::<White>(&board.node(), depth),
        Color::Black => walk::<Black>(&board.node(), depth),
    }
}

/// [`perft`] for each legal move, `depth` counting that move as well; `None` when `stop` was set
/// before all was counted.
///
/// The work is shared between the threads of the rayon pool this is called in. With a `table`,
/// positions reached in different ways are counted once.
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
            Color::White => share::<White>(&node, depth, table, stop),
            Color::Black => share::<Black>(&node, depth, table, stop),
        };
        Some((mv, count?))
    };
    // Even one thread goes through rayon: what it costs is not to be seen at this depth.
    board.legal_moves().par_iter().map(count).collect()
}

/// Counts a large subtree on all threads of the pool.
fn share<S: Side>(
    node: &Node,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &AtomicBool,
) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= SERIAL_DEPTH {
        return Some(match table {
            None => walk::<S>(node, depth),
            Some(table) => walk_hashed::<S>(node, depth, table),
        });
    }
    let slot = table.map(|table| (table, table.key::<S>(node, depth)));
    if let Some(count) = slot.and_then(|(table, key)| table.get(key)) {
        return Some(count);
    }
    let count = children::<S>(node)
        .par_iter()
        .map(|child| share::<S::Opponent>(child, depth - 1, table, stop))
        .sum::<Option<u64>>()?;
    if let Some((table, key)) = slot {
        table.set(key, count);
    }
    Some(count)
}

fn children<S: Side>(node: &Node) -> Vec<Node> {
    let mut children = Vec::with_capacity(64);
    node.for_each_child::<S>(|child| children.push(child));
    children
}

fn walk<S: Side>(node: &Node, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(node.count_moves::<S>()),
        2 => node.count_replies::<S>(),
        _ => {
            let mut count = 0;
            node.for_each_child::<S>(|child| count += walk::<S::Opponent>(&child, depth - 1));
            count
        }
    }
}

/// As [`walk`], with a table for subtrees of two plies and more.
fn walk_hashed<S: Side>(node: &Node, depth: u32, table: &PerftTable) -> u64 {
    if depth <= 2 {
        return walk::<S>(node, depth);
    }
    // Main memory takes longer to answer than two plies take to count. So all children are asked
    // for at once, before the first answer is needed.
    let children = children::<S>(node);
    let keys: Vec<_> = children
        .iter()
        .map(|child| table.key::<S::Opponent>(child, depth - 1))
        .collect();
    let found: Vec<_> = keys.iter().map(|&key| table.get(key)).collect();
    let mut sum = 0;
    for ((child, key), found) in children.iter().zip(keys).zip(found) {
        sum += found.unwrap_or_else(|| {
            let count = walk_hashed::<S::Opponent>(child, depth - 1, table);
            table.set(key, count);
            count
        });
    }
    sum
}
