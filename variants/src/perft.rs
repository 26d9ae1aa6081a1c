//! Perft: counts the leaves of the game tree.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use movegen::perft::MAX_DEPTH;

use crate::rules::{MoveFilter, Rules};
use crate::types::{Move, MoveList};

/// Number of positions `depth` plies below `position`.
///
/// # Panics
/// If `depth` exceeds [`MAX_DEPTH`].
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    assert!(depth <= MAX_DEPTH);
    count(position, depth, &AtomicBool::new(false))
}

/// Perft divided by legal move; `None` if `stop` was set meanwhile.
///
/// # Panics
/// If `depth` exceeds [`MAX_DEPTH`].
pub(crate) fn divide<R: Rules>(
    position: &R,
    depth: u32,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    assert!(depth <= MAX_DEPTH);
    let mut counts = Vec::new();
    if depth == 0 {
        return Some(counts);
    }
    for mv in position.legal_moves() {
        if let Some(child) = position.make(mv) {
            counts.push((mv, count(&child, depth - 1, stop)));
        }
    }
    (!stop.load(Relaxed)).then_some(counts)
}

fn count<R: Rules>(position: &R, depth: u32, stop: &AtomicBool) -> u64 {
    debug_assert_eq!(position.key(), position.rebuilt_key(), "{}", position.fen());
    if depth == 0 {
        return 1;
    }
    if stop.load(Relaxed) {
        return 0;
    }
    let mut list = MoveList::new();
    position.generate(MoveFilter::All, &mut list);
    let children = list.iter().filter_map(|&mv| position.make(mv));
    if depth == 1 {
        children.count() as u64
    } else {
        children.map(|child| count(&child, depth - 1, stop)).sum()
    }
}
