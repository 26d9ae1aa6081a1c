//! Draws by rule, repetitions and the maximum ply: nodes whose score needs no search.

use movegen::{Board, FIFTY_MOVES};

use crate::repetition::{has_upcoming_repetition, is_repetition};
use crate::score::{MAX_PLY, Score, mated_in};
use crate::threads::thread::ThreadData;
use crate::tree::node::Window;

/// The score of a node that is drawn by rule or at the maximum ply. Raises alpha to a draw if the
/// side to move can repeat a position.
#[inline]
pub(crate) fn draw_or_max_ply(
    td: &mut ThreadData,
    board: &Board,
    window: &mut Window,
    ply: usize,
) -> Option<Score> {
    if let Some(score) = draw_by_rule(td, board, ply) {
        return Some(score);
    }
    // Upcoming repetition: a move back to an earlier position guarantees a draw.
    // <https://www.chessprogramming.org/Repetitions>
    if window.alpha < 0 && has_upcoming_repetition(&td.keys, board, ply) {
        window.alpha = td.draw_score();
        if window.is_closed() {
            return Some(window.alpha);
        }
    }
    (ply >= MAX_PLY - 1).then(|| max_ply_score(td, board, ply))
}

/// The draw score under the fifty-move rule, after a repetition, or with insufficient material.
/// Checkmate takes precedence over the fifty-move rule.
#[inline]
fn draw_by_rule(td: &ThreadData, board: &Board, ply: usize) -> Option<Score> {
    if board.halfmove_clock() >= FIFTY_MOVES {
        let is_mate = board.in_check() && !board.has_legal_move();
        return Some(if is_mate {
            mated_in(ply)
        } else {
            td.draw_score()
        });
    }
    let (key, clock) = (board.key(), board.halfmove_clock());
    let is_draw = is_repetition(&td.keys, key, clock, ply) || board.is_insufficient_material();
    is_draw.then(|| td.draw_score())
}

/// The score at the maximum ply: the static evaluation, or a draw in check.
#[cold]
fn max_ply_score(td: &mut ThreadData, board: &Board, ply: usize) -> Score {
    if board.in_check() {
        return td.draw_score();
    }
    let raw_eval = td.raw_eval(board);
    td.corrected_eval(board, raw_eval, ply)
}
