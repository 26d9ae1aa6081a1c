//! Quiescence search: captures and promotions until the position is quiet, evasions in check.
//! <https://www.chessprogramming.org/Quiescence_Search>

use movegen::{Board, Move};

use crate::order::movepick::MovePicker;
use crate::order::see::{gain, see_ge};
use crate::params;
use crate::score::{Bound, INFINITE, NO_SCORE, Score, is_loss, mated_in};
use crate::tables::tt::Entry;
use crate::threads::thread::ThreadData;
use crate::tree::draw::draw_or_max_ply;
use crate::tree::node::{
    Best, MoveOutcome, NodeType, Window, bound_of, enter_node, refined_eval, stored_or_new_eval,
};
use crate::tree::prune::has_pieces;
use crate::tree::result::soften_fail_high;

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
    if !enter_node::<N>(td, ply) {
        return 0;
    }
    if let Some(score) = draw_or_max_ply(td, board, &mut window, ply) {
        return score;
    }

    // Step 2. TT probe.
    let entry = td.probe(board, ply);
    if !N::PV
        && let Some(entry) = entry
        && entry.allows_cutoff(window.beta)
    {
        return entry.score;
    }

    td.prefetch_after(board, entry.and_then(|entry| entry.mv));

    // Step 3. Stand pat: when not in check, making no capture is always an option.
    let info = evaluate::<N>(td, board, entry, ply);
    if info.stand_pat >= window.beta {
        if entry.is_none() {
            store(td, board, &info, &Best::new(info.stand_pat), Bound::Lower);
        }
        return soften(info.stand_pat, window.beta);
    }
    window.alpha = window.alpha.max(info.stand_pat);
    let mut best = Best::new(info.stand_pat.max(mated_in(ply)));

    // Step 4. Loop over the noisy moves, or over all moves in check.
    let mut picker = noisy_or_evasions(board, entry);
    let mut move_count = 0;
    while let Some(mv) = picker.next(board, td.history, &td.stack, ply) {
        td.prefetch_after(board, picker.likely_next());
        move_count += 1;

        // Step 5. Move pruning, once the score is not a loss.
        if !is_loss(best.score)
            && let Some(bound) = prune_move(td, board, &info, mv, window.alpha, move_count)
        {
            best.score = best.score.max(bound);
            continue;
        }

        // Step 6. Search the move.
        let mut child = *board;
        td.make(&mut child, mv, ply);
        let score = -qsearch::<N>(td, &child, -window, ply + 1);
        td.unmake();
        if td.stopped {
            return 0;
        }
        if best.update::<N>(td, &mut window, mv, score, ply) == MoveOutcome::FailHigh {
            break;
        }
        if board.in_check() && !is_loss(best.score) {
            // One non-losing evasion is enough.
            picker.skip_quiets();
        }
    }

    // Step 7. Stalemate is recognized where it is likely: without pieces.
    if move_count == 0
        && !board.in_check()
        && !has_pieces(board, board.side_to_move())
        && !board.has_legal_move()
    {
        return 0;
    }

    // Step 8. Store the result in the TT.
    best.score = soften(best.score, window.beta);
    // Not exact, even in PV nodes: quiet moves were left out.
    let bound = bound_of(best.score, window.beta, false);
    store(td, board, &info, &best, bound);
    best.score
}

/// The properties of a quiescence node that are known before its moves are searched.
struct QNodeInfo {
    /// Distance from the root, in plies.
    ply: usize,
    tt_pv: bool,
    /// The uncorrected evaluation, for the TT; [`NO_SCORE`] in check.
    raw_eval: Score,
    /// The score of making no move; [`NO_SCORE`] in check.
    stand_pat: Score,
}

/// Evaluates a quiescence node and writes the evaluation to the stack.
fn evaluate<N: NodeType>(
    td: &mut ThreadData,
    board: &Board,
    entry: Option<Entry>,
    ply: usize,
) -> QNodeInfo {
    let (mut raw_eval, mut static_eval, mut stand_pat) = (NO_SCORE, NO_SCORE, NO_SCORE);
    if !board.in_check() {
        raw_eval = stored_or_new_eval(td, board, entry);
        static_eval = td.corrected_eval(board, raw_eval, ply);
        stand_pat = refined_eval(entry, static_eval);
    }
    td.stack.at_mut(ply).static_eval = static_eval;
    QNodeInfo {
        ply,
        tt_pv: N::PV || entry.is_some_and(|e| e.pv),
        raw_eval,
        stand_pat,
    }
}

/// Stores a quiescence node in the TT.
fn store(td: &ThreadData, board: &Board, info: &QNodeInfo, best: &Best, bound: Bound) {
    let entry = Entry {
        mv: best.mv,
        score: best.score,
        eval: info.raw_eval,
        depth: 0,
        bound: Some(bound),
        pv: info.tt_pv,
    };
    td.store(board, info.ply, entry);
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

/// An upper bound on the score of a move that need not be searched, minus infinity if it is skipped
/// without one; `None` if the move must be searched.
fn prune_move(
    td: &ThreadData,
    board: &Board,
    info: &QNodeInfo,
    mv: Move,
    alpha: Score,
    move_count: i32,
) -> Option<Score> {
    if td.skips_move(board, mv, info.ply) {
        return Some(-INFINITE);
    }
    if !board.in_check() {
        let recaptures = td.stack.before(info.ply, 1).mv.map(Move::destination) == Some(mv.to());
        if !recaptures && mv.promotion().is_none() {
            if move_count > params::qs_moves() {
                return Some(-INFINITE);
            }
            if let Some(bound) = delta_prune(board, mv, info.stand_pat, alpha) {
                return Some(bound);
            }
        }
    }
    (!see_ge(board, mv, params::qs_see())).then_some(-INFINITE)
}

/// Delta pruning: an upper bound on a capture's score, if even that cannot raise alpha.
/// <https://www.chessprogramming.org/Delta_Pruning>
fn delta_prune(board: &Board, mv: Move, stand_pat: Score, alpha: Score) -> Option<Score> {
    let futility_base = stand_pat + params::qs_futility();
    let futility_value = futility_base + gain(board, mv);
    if futility_value <= alpha {
        return Some(futility_value);
    }
    // An exchange that wins nothing leaves the evaluation unchanged.
    (futility_base <= alpha && !see_ge(board, mv, 1)).then_some(futility_base)
}

/// Moves a fail-high score toward beta.
fn soften(score: Score, beta: Score) -> Score {
    let weight = params::qs_beta_weight();
    soften_fail_high(score, beta, [128 - weight, weight])
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
}
