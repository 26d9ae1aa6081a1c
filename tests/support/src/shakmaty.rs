//! Positions and moves of `shakmaty`.

use movegen::{Board, PieceType};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position, PositionError};

use crate::{Triple, sorted};

/// The position as one of `shakmaty`, which is stricter than ours: it also rejects checks and
/// material that no game can reach.
#[allow(
    clippy::result_large_err,
    reason = "the error type is that of shakmaty"
)]
pub fn try_shakmaty(board: &Board) -> Result<Chess, PositionError<Chess>> {
    let fen = format!("{board:#}");
    let setup: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.into_position(CastlingMode::Chess960)
}

/// The position as one of `shakmaty`, even with checks and material that no game can reach.
pub fn shakmaty(board: &Board) -> Chess {
    try_shakmaty(board)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .unwrap_or_else(|error| panic!("{board:#}: {error}"))
}

/// The legal moves of `shakmaty`, sorted.
pub fn shakmaty_moves(position: &Chess) -> Vec<Triple> {
    let triple = |mv: &shakmaty::Move| {
        let from = mv.from().expect("no drops in chess");
        // Roles are numbered from 1, the pawn.
        let promotion = mv.promotion().map(|role| PieceType::ALL[role as usize - 1]);
        (usize::from(from), usize::from(mv.to()), promotion)
    };
    sorted(position.legal_moves().iter().map(triple))
}
