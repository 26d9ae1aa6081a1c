//! Quiescence: captures and promotions until nothing hangs, evasions when in check.

use movegen::{Board, Move};

use crate::alphabeta::Node;
use crate::movepick::MovePicker;
use crate::params;
use crate::repetition::{has_upcoming_repetition, is_repetition};
use crate::score::NO_SCORE;
use crate::score::{
    Bound, INFINITE, MAX_PLY, Score, from_table, is_decisive, is_loss, mated_in, to_table,
};
use crate::see::{gain, see_ge};
use crate::thread::ThreadData;
use crate::tt::Entry;

/// What the position is worth once the exchanges are over.
pub(crate) fn qsearch<N: Node>(
    td: &mut ThreadData,
    board: &Board,
    mut alpha: Score,
    beta: Score,
    ply: usize,
) -> Score {
    debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
    debug_assert!(N::PV || alpha == beta - 1);
    if td.should_stop() {
        return 0;
    }
    if N::PV {
        td.pv.clear(ply);
        td.seldepth = td.seldepth.max(ply as u32);
    }
    if let Some(score) = forced_draw(td, board, &mut alpha, beta, ply) {
        return score;
    }
    if ply >= MAX_PLY - 1 {
        return horizon(td, board, ply);
    }

    let key = board.key();
    let entry = td.tt.probe(key);
    let tt_pv = N::PV || entry.is_some_and(|e| e.pv);
    let clock = board.halfmove_clock();
    if !N::PV
        && let Some(entry) = entry
    {
        let score = from_table(entry.score, ply, clock);
        if entry.bounds(score, beta) {
            return score;
        }
    }

    let original_alpha = alpha;
    let (raw, stand_pat) = stand_pat(td, board, entry, ply);
    let mut best_score = stand_pat;
    let mut best_move = None;
    if stand_pat != NO_SCORE {
        if stand_pat >= beta {
            if entry.is_none() {
                td.tt.store(
                    key,
                    Entry {
                        score: to_table(stand_pat, ply),
                        bound: Some(Bound::Lower),
                        ..Entry::only_eval(raw, tt_pv)
                    },
                );
            }
            return middle(stand_pat, beta);
        }
        alpha = alpha.max(stand_pat);
    } else {
        best_score = mated_in(ply);
    }
    let futility = if stand_pat == NO_SCORE {
        NO_SCORE
    } else {
        stand_pat + params::qs_futility()
    };

    let tt_move = entry
        .and_then(|e| e.mv)
        .filter(|&mv| (board.in_check() || mv.is_noisy()) && board.is_legal(mv));
    let mut picker = if board.in_check() {
        MovePicker::new(tt_move)
    } else {
        MovePicker::noisy(tt_move, 0)
    };
    let mut move_count = 0;
    while let Some(mv) = picker.next(board, td.history, &td.stack, ply) {
        move_count += 1;
        if !is_loss(best_score) {
            if td.overlooks(board, mv, ply) {
                continue;
            }
            // One evasion that does not lose is enough: the rest of the quiet ones are skipped.
            if board.in_check() {
                picker.skip_quiets();
                if !mv.is_noisy() {
                    continue;
                }
            } else if let Some(score) = hopeless(td, board, mv, alpha, futility, move_count, ply) {
                best_score = best_score.max(score);
                continue;
            }
            if !see_ge(board, mv, params::qs_see()) {
                continue;
            }
        }

        let child = td.make(board, mv, ply);
        let score = -qsearch::<N>(td, &child, -beta, -alpha, ply + 1);
        td.unmake();
        if td.stopped {
            return 0;
        }

        if score > best_score {
            best_score = score;
            if score > alpha {
                best_move = Some(mv);
                if N::PV {
                    td.pv.update(ply, mv);
                }
                if score >= beta {
                    break;
                }
                alpha = score;
            }
        }
    }
    if best_score >= beta && !is_decisive(best_score) {
        best_score = middle(best_score, beta);
    }

    let bound = if best_score >= beta {
        Bound::Lower
    } else if best_score > original_alpha && N::PV {
        Bound::Exact
    } else {
        Bound::Upper
    };
    td.tt.store(
        key,
        Entry {
            mv: best_move,
            score: to_table(best_score, ply),
            eval: raw,
            depth: 0,
            bound: Some(bound),
            pv: tt_pv,
        },
    );
    best_score
}

/// Half way between a score and the beta it exceeds: a bound this far from what was searched for is
/// not to be trusted whole.
fn middle(score: Score, beta: Score) -> Score {
    if is_decisive(score) || is_decisive(beta) {
        score
    } else {
        (score + beta) / 2
    }
}

/// A draw by the rules, or the score when a repetition at hand closes the window.
pub(crate) fn forced_draw(
    td: &ThreadData,
    board: &Board,
    alpha: &mut Score,
    beta: Score,
    ply: usize,
) -> Option<Score> {
    if board.halfmove_clock() >= movegen::FIFTY_MOVES {
        // Mate comes before the fifty-move rule.
        return Some(if board.in_check() && !board.has_legal_move() {
            mated_in(ply)
        } else {
            td.draw_score()
        });
    }
    if is_repetition(&td.keys, board, ply) || board.is_insufficient_material() {
        return Some(td.draw_score());
    }
    if *alpha < 0 && has_upcoming_repetition(&td.keys, board, ply) {
        *alpha = td.draw_score();
        if *alpha >= beta {
            return Some(*alpha);
        }
    }
    None
}

/// The score where the line may not grow any longer.
pub(crate) fn horizon(td: &mut ThreadData, board: &Board, ply: usize) -> Score {
    if board.in_check() {
        return td.draw_score();
    }
    let raw = td.raw_eval(board);
    td.corrected_eval(board, raw, ply)
}

/// The evaluation to be stored and the score of making no move, both [`NO_SCORE`] in check. What
/// the table says of the score is better than the evaluation where its bound allows.
fn stand_pat(
    td: &mut ThreadData,
    board: &Board,
    entry: Option<Entry>,
    ply: usize,
) -> (Score, Score) {
    if board.in_check() {
        td.stack.at_mut(ply).static_eval = NO_SCORE;
        return (NO_SCORE, NO_SCORE);
    }
    let raw = match entry {
        Some(entry) if entry.eval != NO_SCORE => entry.eval,
        _ => td.raw_eval(board),
    };
    let eval = td.corrected_eval(board, raw, ply);
    td.stack.at_mut(ply).static_eval = eval;
    let better = entry.and_then(|entry| {
        let score = from_table(entry.score, ply, board.halfmove_clock());
        (!is_decisive(score) && entry.betters(score, eval)).then_some(score)
    });
    (raw, better.unwrap_or(eval))
}

/// The most a capture can bring, when that is too little to matter.
fn hopeless(
    td: &ThreadData,
    board: &Board,
    mv: Move,
    alpha: Score,
    futility: Score,
    move_count: u32,
    ply: usize,
) -> Option<Score> {
    let recaptured = td.stack.before(ply, 1).mv.map(Move::to);
    if Some(mv.to()) == recaptured || mv.promotion().is_some() {
        return None;
    }
    if move_count as i32 > params::qs_moves() {
        return Some(-INFINITE);
    }
    let most = futility + gain(board, mv);
    if most <= alpha {
        return Some(most);
    }
    (futility <= alpha && !see_ge(board, mv, 1)).then_some(futility)
}
