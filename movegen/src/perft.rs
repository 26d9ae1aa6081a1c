//! Perft.
use crate::board::Board;
use crate::moves::MoveList;
use crate::types::{Black, Color, Side, White};

/// Counts.
pub fn perft(board: &Board, depth: u32) -> u64 {
    match (board.side_to_move(), depth) {
        (_, 0) => 1,
        (Color::White, _) => walk::<White>(board, depth),
        (Color::Black, _) => walk::<Black>(board, depth),
    }
}

fn walk<S: Side>(board: &Board, depth: u32) -> u64 {
    match depth {
        1 => return u64::from(board.count_moves_as::<S>()),
        2 => return board.count_replies_as::<S>(),
        _ => {}
    }
    let mut list = MoveList::new();
    board.generate_as::<S, true, true>(&mut list);
    let mut nodes = 0;
    for &mv in &list {
        let mut child = *board;
        child.make_as::<S>(mv);
        nodes += walk::<S::Opponent>(&child, depth - 1);
    }
    nodes
}
