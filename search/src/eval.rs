//! Raw evaluation: the network's score, or rules for endings that are rare in its training data.
//! <https://www.chessprogramming.org/Evaluation>

pub(crate) mod correction;
mod endgame;

use movegen::{Board, Color};

use crate::nnue::Network;
use crate::score::Score;

/// Exclusive bound on evaluations before noise and correction, in internal units.
const EVAL_LIMIT: Score = 20_000;

/// Evaluates a position from scratch, for the side to move, in internal units. The score is within
/// ±19,999.
pub fn evaluate(network: &Network, board: &Board) -> Score {
    known_ending_or(board, || network.evaluate(board))
}

/// True for endings that are evaluated by rules instead of the network.
pub fn is_known_ending(board: &Board) -> bool {
    endgame::value(board).is_some()
}

/// True for known endings that are neither corrected nor scaled by the fifty-move rule. Bishop and
/// knight are: with many nodes a search that finds the mate equally near after every move makes no
/// progress.
pub(crate) fn is_taken_as_it_is(board: &Board) -> bool {
    is_known_ending(board) && !endgame::is_bishop_and_knight(board)
}

/// The score of a known ending, otherwise the network's.
#[inline(always)]
pub(crate) fn known_ending_or(board: &Board, network: impl FnOnce() -> Score) -> Score {
    let score = match endgame::value(board) {
        Some(value) if board.side_to_move() == Color::White => value,
        Some(value) => -value,
        None => network(),
    };
    score.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
}

#[cfg(test)]
mod tests;
