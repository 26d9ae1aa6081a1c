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

/// True for endings whose scores are neither corrected nor scaled as the fifty-move rule approaches:
/// the known ones other than bishop and knight, where the search then shuffles, most of all with many
/// nodes (`search/EXPERIMENTS.md`).
pub(crate) fn keeps_raw_score(board: &Board) -> bool {
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
