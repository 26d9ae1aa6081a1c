//! Quiescence search: captures and promotions until the position is quiet, evasions in check.
//! <https://www.chessprogramming.org/Quiescence_Search>

use movegen::{Board, Move};

use crate::draw::draw_or_max_ply;
use crate::movepick::MovePicker;
use crate::node::{
    Best, MoveOutcome, NodeType, Window, bound_of, refined_eval, stored_or_new_eval,
};
use crate::params;
use crate::score::{
    Bound, INFINITE, NO_SCORE, Score, from_table, is_decisive, is_loss, mated_in, to_table,
};
use crate::see::{gain, see_ge};
use crate::thread::ThreadData;
use crate::tt::Entry;

/// Resolves the exchanges on `board`, `ply` plies from the root, and returns its score, which may
/// lie outside the window. The score is meaningless once `td.stopped`.
pub(crate) fn qsearch<N: NodeType>(
    td: &mut ThreadData,
    board: &Board,
    mut window: Window,
    ply: usize,
) -> Score {
    debug_assert!(-INFINITE <= window.alpha && !window.is_closed() && window.beta <= INFINITE);
    debug_assert!(N::PV || window.is_zero());

    // Step 1. Draws and maximum ply.
    if td.should_stop() {
        return 0;
    }
    if N::PV {
        td.pv.clear(ply);
        td.seldepth = td.seldepth.max(ply as u32);
    }
    if let Some(score) = draw_or_max_ply(td, board, &mut window, ply) {
        return score;
    }

    // Step 2. TT probe.
    let entry = td.tt.probe(board.key());
    let tt_pv = N::PV || entry.is_some_and(|e| e.pv);
    let tt_score = entry.map_or(NO_SCORE, |e| {
        from_table(e.score, ply, board.halfmove_clock())
    });
    if !N::PV && entry.is_some_and(|e| e.bounds(tt_score, window.beta)) {
        return tt_score;
    }

    // Step 3. Stand pat: outside check, making no capture is always an option.
    let original_alpha = window.alpha;
    let (raw_eval, stand_pat) = evaluate(td, board, entry, tt_score, ply);
    if stand_pat >= window.beta {
        if entry.is_none() {
            store_stand_pat(td, board, stand_pat, raw_eval, tt_pv, ply);
        }
        return blend_toward_beta(stand_pat, window.beta);
    }
    let mut best = Best::new(stand_pat.max(mated_in(ply)));
    window.alpha = window.alpha.max(stand_pat);

    // Step 4. Loop over the noisy moves, or over all moves in check.
    let mut picker = noisy_or_evasions(board, entry);
    let mut move_count = 0;
    while let Some(mv) = picker.next(board, td.history, &td.stack, ply) {
        move_count += 1;

        // Step 5. Move pruning, once a move has been found that does not lose.
        if !is_loss(best.score) {
            if board.in_check() {
                // A single evasion that does not lose is enough.
                picker.skip_quiets();
            }
            if let Some(bound) = prune_move(td, board, mv, stand_pat, window.alpha, move_count, ply)
            {
                best.score = best.score.max(bound);
                continue;
            }
        }

        // Step 6. Search the move.
        let child = td.make(board, mv, ply);
        let score = -qsearch::<N>(td, &child, -window, ply + 1);
        td.unmake();
        if td.stopped {
            return 0;
        }
        if best.update::<N>(td, &mut window, mv, score, ply) == MoveOutcome::FailHigh {
            break;
        }
    }

    // Step 7. Store the result in the TT.
    let mut score = best.score;
    if score >= window.beta {
        score = blend_toward_beta(score, window.beta);
    }
    let entry = Entry {
        mv: best.mv,
        score: to_table(score, ply),
        eval: raw_eval,
        depth: 0,
        bound: Some(bound_of(
            score,
            window.beta,
            N::PV && score > original_alpha,
        )),
        pv: tt_pv,
    };
    td.tt.store(board.key(), entry);
    score
}

/// The uncorrected evaluation, for the TT, and the stand-pat score. Both are [`NO_SCORE`] in check.
fn evaluate(
    td: &mut ThreadData,
    board: &Board,
    entry: Option<Entry>,
    tt_score: Score,
    ply: usize,
) -> (Score, Score) {
    if board.in_check() {
        td.stack.at_mut(ply).static_eval = NO_SCORE;
        return (NO_SCORE, NO_SCORE);
    }
    let raw_eval = stored_or_new_eval(td, board, entry);
    let static_eval = td.corrected_eval(board, raw_eval, ply);
    td.stack.at_mut(ply).static_eval = static_eval;
    (raw_eval, refined_eval(entry, tt_score, static_eval))
}

/// Stores a position that fails high without a move.
fn store_stand_pat(
    td: &ThreadData,
    board: &Board,
    stand_pat: Score,
    raw_eval: Score,
    tt_pv: bool,
    ply: usize,
) {
    let entry = Entry {
        score: to_table(stand_pat, ply),
        bound: Some(Bound::Lower),
        ..Entry::only_eval(raw_eval, tt_pv)
    };
    td.tt.store(board.key(), entry);
}

/// The picker of a quiescence node. The TT move comes first if it is legal and of the right kind.
fn noisy_or_evasions(board: &Board, entry: Option<Entry>) -> MovePicker {
    let tt_move = entry
        .and_then(|e| e.mv)
        .filter(|&mv| (board.in_check() || mv.is_noisy()) && board.is_legal(mv));
    if board.in_check() {
        MovePicker::new(tt_move)
    } else {
        MovePicker::noisy(tt_move, 0)
    }
}

/// An upper bound of a move's score if the move need not be searched, minus infinity if none is
/// known.
fn prune_move(
    td: &ThreadData,
    board: &Board,
    mv: Move,
    stand_pat: Score,
    alpha: Score,
    move_count: i32,
    ply: usize,
) -> Option<Score> {
    if td.overlooks(board, mv, ply) {
        return Some(-INFINITE);
    }
    if board.in_check() {
        if !mv.is_noisy() {
            return Some(-INFINITE);
        }
    } else {
        let recaptures = td.stack.before(ply, 1).mv.map(Move::to) == Some(mv.to());
        if !recaptures && mv.promotion().is_none() {
            if move_count > params::qs_moves() {
                return Some(-INFINITE);
            }
            if let Some(bound) = delta_prune(board, mv, stand_pat, alpha) {
                return Some(bound);
            }
        }
    }
    (!see_ge(board, mv, params::qs_see())).then_some(-INFINITE)
}

/// Delta pruning: an upper bound of a capture's score if even that cannot raise alpha.
/// <https://www.chessprogramming.org/Delta_Pruning>
fn delta_prune(board: &Board, mv: Move, stand_pat: Score, alpha: Score) -> Option<Score> {
    let futility_base = stand_pat + params::qs_futility();
    let futility_value = futility_base + gain(board, mv);
    if futility_value <= alpha {
        return Some(futility_value);
    }
    // An exchange that wins nothing leaves the evaluation where it was.
    (futility_base <= alpha && !see_ge(board, mv, 1)).then_some(futility_base)
}

/// Moves a fail-high score toward beta: scores far above the window are unreliable.
fn blend_toward_beta(score: Score, beta: Score) -> Score {
    if is_decisive(score) || is_decisive(beta) {
        return score;
    }
    let weight = params::qs_beta_weight();
    (score * (128 - weight) + beta * weight) / 128
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board_and_move(fen: &str, mv: &str) -> (Board, Move) {
        let board: Board = fen.parse().unwrap();
        let mv = board.parse_uci(mv).unwrap();
        (board, mv)
    }

    #[test]
    fn delta_pruning_skips_captures_that_cannot_raise_alpha() {
        let (board, mv) = board_and_move("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5");
        let futility_value = params::qs_futility() + params::see_pawn();
        assert_eq!(
            delta_prune(&board, mv, 0, futility_value),
            Some(futility_value)
        );
        assert_eq!(delta_prune(&board, mv, 0, futility_value - 1), None);
    }

    #[test]
    fn delta_pruning_skips_even_exchanges_below_alpha() {
        let (board, mv) = board_and_move("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5");
        let base = params::qs_futility();
        assert_eq!(delta_prune(&board, mv, 0, base), Some(base));
        assert_eq!(delta_prune(&board, mv, 0, base - 1), None);
    }

    #[test]
    fn blend_toward_beta_stays_between_beta_and_score() {
        let blended = blend_toward_beta(300, 100);
        assert!((100..=300).contains(&blended));
        let mate = -mated_in(3);
        assert_eq!(blend_toward_beta(mate, 100), mate);
    }
}
