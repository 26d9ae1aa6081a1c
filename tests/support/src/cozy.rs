//! Positions and moves of `cozy-chess`.

use movegen::{Board, PieceType};

use crate::{Triple, sorted};

/// The position as a board of `cozy-chess`.
pub fn cozy(board: &Board) -> cozy_chess::Board {
    let fen = format!("{board:#}");
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves of `cozy-chess`, sorted.
pub fn cozy_moves(board: &cozy_chess::Board) -> Vec<Triple> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| {
            let promotion = mv.promotion.map(|kind| PieceType::ALL[kind as usize]);
            (mv.from as usize, mv.to as usize, promotion)
        }));
        false
    });
    sorted(moves.into_iter())
}
