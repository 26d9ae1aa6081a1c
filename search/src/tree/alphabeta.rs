//! Principal variation search: the steps of a node in order. The rules behind them are in `draw`,
//! `prune`, `reduce`, `result` and `update`.
//!
//! A *PV node* has an open window; its score is exact if it lies inside. All other nodes have a zero
//! window that only tests whether the score reaches beta: a *cut node* is expected to reach it, an *all
//! node* is not. <https://www.chessprogramming.org/Principal_Variation_Search>

use movegen::Board;

use crate::order::movepick::MovePicker;
use crate::params;
use crate::score::{Bound, INFINITE, Score, is_decisive, is_loss, mated_in};
use crate::tables::tt::Entry;
use crate::threads::thread::ThreadData;
use crate::tree::draw::draw_or_max_ply;
use crate::tree::node::{Best, MoveOutcome, NodeType, NonPv, Window, enter_node, evaluate_node};
use crate::tree::prune::{self, MoveAction, MoveContext};
use crate::tree::qsearch::qsearch;
use crate::tree::reduce::{self, Singular};
use crate::tree::result::{soften_fail_high, store_result};
use crate::tree::update::{self, SearchedMoves};

/// Searches `board`, `ply` plies from the root, to `depth` plies and returns its score, which may
/// lie outside the window. The score is meaningless once `td.stopped`.
pub(crate) fn alpha_beta<N: NodeType>(
    td: &mut ThreadData,
    board: &Board,
    mut window: Window,
    mut depth: i32,
    ply: usize,
    cut_node: bool,
) -> Score {
    debug_assert!(-INFINITE <= window.alpha && !window.is_closed() && window.beta <= INFINITE);
    debug_assert!(N::PV || window.is_zero());
    debug_assert!(!(N::PV && cut_node));

    // Step 1. Quiescence search when no depth is left.
    if depth <= 0 {
        return qsearch::<N>(td, board, window, ply);
    }
    if !enter_node::<N>(td, ply) {
        return 0;
    }

    // Step 2. Draws, maximum ply, mate-distance pruning.
    if !N::ROOT {
        if let Some(score) = draw_or_max_ply(td, board, &mut window, ply) {
            return score;
        }
        window = prune::mate_distance(window, ply);
        if window.is_closed() {
            return window.alpha;
        }
    }

    // Step 3. TT probe. Skipped in a singular search: the entry covers the excluded move too.
    let excluded = td.stack.at(ply).excluded;
    let entry = if excluded.is_some() {
        None
    } else {
        td.probe(board, ply)
    };
    if !N::PV
        && let Some(entry) = entry
        && entry.depth >= depth
        && entry.allows_cutoff(window.beta)
        && i32::from(board.halfmove_clock()) < params::tt_cutoff_clock()
    {
        if entry.score >= window.beta {
            update::on_tt_cutoff(td, board, entry, depth, ply);
        }
        return entry.score;
    }

    td.prefetch_after(board, entry.and_then(|entry| entry.mv));

    // Step 4. Tablebase probe. A win is a lower bound (a mate is better), a loss an upper bound.
    let (mut floor, mut ceiling) = (-INFINITE, INFINITE);
    if !N::ROOT && excluded.is_none() {
        (floor, ceiling) = tablebase_bounds(td, board, window, depth, ply);
        if floor == ceiling {
            return floor;
        }
        window.alpha = window.alpha.max(floor);
    }

    // Step 5. Static evaluation, its trend, and hindsight extensions and reductions.
    let info = evaluate_node::<N>(td, board, entry, ply, cut_node);
    // LMR at our children counts the fail highs of our grandchildren, from here on.
    td.stack.at_mut(ply + 2).cutoffs = 0;
    if excluded.is_none() {
        update::eval_diff_bonus(td, &info);
        depth += reduce::hindsight(td, &info, depth);
    }

    // Steps 6 to 9. Node pruning, which needs a zero window and a static evaluation. A step whose
    // search is stopped returns a score, so that the next does not make another move.
    if !N::PV && !info.in_check && excluded.is_none() {
        // Step 6. Razoring.
        let score = prune::razor(td, board, &info, depth, window.alpha)
            // Step 7. Reverse futility pruning.
            .or_else(|| prune::reverse_futility(&info, depth, window.beta))
            // Step 8. Null-move pruning.
            .or_else(|| prune::null_move(td, board, &info, depth, window.beta))
            // Step 9. ProbCut.
            .or_else(|| prune::probcut(td, board, &info, depth, window.beta));
        if let Some(score) = score {
            return score;
        }
    }

    // Step 10. Internal iterative reduction: without a TT move the move order is poor.
    if (N::PV || cut_node)
        && excluded.is_none()
        && depth >= params::iir_depth()
        && info.tt_move.is_none()
    {
        depth -= 1;
    }

    // Step 11. Loop over the moves.
    let original_alpha = window.alpha;
    let has_pieces = prune::has_pieces(board, board.side_to_move());
    let mut picker = MovePicker::new(info.tt_move);
    let mut best = Best::new(floor);
    let mut searched = SearchedMoves::default();
    let mut move_count = 0;
    while let Some(mv) = picker.next(board, td.history, &td.stack, ply) {
        td.prefetch_after(board, picker.likely_next());
        if Some(mv) == excluded || (N::ROOT && !td.is_candidate(mv)) {
            continue;
        }
        move_count += 1;
        let quiet = !mv.is_noisy();
        let context = MoveContext {
            mv,
            history: td.history.score(board, &td.stack, ply, mv),
            depth,
            move_count,
            stage: picker.stage(),
        };

        // Step 12. Move pruning, once a non-losing move has been found.
        if !N::ROOT && !is_loss(best.score) {
            if td.skips_move(board, mv, ply) {
                continue;
            }
            match prune::prune_move(board, &info, &context, window.alpha, has_pieces) {
                MoveAction::Search => {}
                MoveAction::Skip => continue,
                MoveAction::SkipQuiets => {
                    picker.skip_quiets();
                    continue;
                }
            }
        }

        // Step 13. Singular extension.
        let mut extension = 0;
        if !N::ROOT
            && Some(mv) == info.tt_move
            && let Some(tt_score) = reduce::singular_tt_score(td, &info, depth)
        {
            let result = reduce::singular(td, board, &info, tt_score, depth, window.beta);
            if td.stopped {
                return 0;
            }
            match result {
                Singular::Extend(plies) => extension = plies,
                Singular::MultiCut(score) => return score,
            }
        }

        // Step 14. Make the move.
        if N::ROOT {
            let depth = td.root_depth as u32;
            td.reporter
                .report_current_move(depth, mv, td.pv_index, move_count as usize);
        }
        let nodes_before = td.nodes;
        let mut child = *board;
        td.make(&mut child, mv, ply);
        td.stack.at_mut(ply).move_count = move_count;
        let alpha = window.alpha;
        let mut new_depth = depth - 1 + extension;
        let mut score = -INFINITE;

        // Step 15. Late move reduction: a zero-window search at reduced depth, repeated at full
        // depth if it beats alpha.
        if depth >= params::lmr_min_depth()
            && move_count > params::lmr_full_moves() + i32::from(N::ROOT)
        {
            let cutoffs = td.stack.at(ply + 1).cutoffs;
            let reduction = reduce::lmr_reduction(&info, &context, child.in_check(), cutoffs);
            // In PV nodes a negative reduction extends by up to one ply.
            let reduced_depth =
                (new_depth - reduction / 1024).clamp(1, new_depth + i32::from(N::PV));
            td.stack.at_mut(ply).reduction = new_depth - reduced_depth;
            score = zero_window_search(td, &child, alpha, reduced_depth, ply, true);
            td.stack.at_mut(ply).reduction = 0;
            if score > alpha && reduced_depth < new_depth && !td.stopped {
                new_depth += reduce::research_adjustment(score, best.score, new_depth);
                if reduced_depth < new_depth {
                    score = zero_window_search(td, &child, alpha, new_depth, ply, !cut_node);
                }
                if quiet && !td.stopped {
                    update::on_lmr_fail_high(td, ply, depth, score, window);
                }
            }
        } else if !N::PV || move_count > 1 {
            // Step 16. Zero-window search of other moves, except the first move of a PV node.
            score = zero_window_search(td, &child, alpha, new_depth, ply, !cut_node);
        }
        // Step 17. Open-window search of a PV node's first move and of moves that beat alpha.
        if N::PV && !td.stopped && (move_count == 1 || score > alpha) {
            score = -alpha_beta::<N::Next>(td, &child, -window, new_depth, ply + 1, false);
        }
        td.unmake();
        if td.stopped {
            return 0;
        }
        if N::ROOT {
            update::root_move(td, mv, score, window, move_count, nodes_before);
        }

        // Step 18. Best move, alpha and cutoff.
        match best.update::<N>(td, &mut window, mv, score, ply) {
            MoveOutcome::FailLow => searched.push(mv),
            MoveOutcome::RaisedAlpha => {
                // The remaining moves are unlikely to raise alpha again.
                let depths = params::raise_min_depth()..=params::raise_max_depth();
                if depths.contains(&depth) && !is_decisive(score) {
                    depth -= 1;
                }
            }
            MoveOutcome::FailHigh => {
                update::on_fail_high(td, ply, depth);
                break;
            }
        }
    }

    // Step 19. No move searched: checkmate, stalemate, or the excluded move is the only one.
    if move_count == 0 {
        return if excluded.is_some() {
            window.alpha
        } else if info.in_check {
            mated_in(ply)
        } else {
            0
        };
    }

    // Step 20. Update the histories and store the result in the TT.
    match best.mv {
        Some(mv) => {
            let depth = depth + update::bonus_plies(&info, best.score, window.beta);
            update::on_best_move(td, board, ply, depth, mv, &searched);
        }
        None => update::on_fail_low(td, ply, depth),
    }
    // Scores at low depth are less reliable.
    let weights = [depth, params::fail_high_beta_weight()];
    best.score = soften_fail_high(best.score, window.beta, weights).min(ceiling);
    if excluded.is_none() {
        let window = Window::new(original_alpha, window.beta);
        store_result::<N>(td, board, &info, &best, window, depth);
    }
    best.score
}

/// The lowest and highest scores that the tablebases allow for this node. They are equal if the
/// result decides the node, which is then stored in the TT.
fn tablebase_bounds(
    td: &mut ThreadData,
    board: &Board,
    window: Window,
    depth: i32,
    ply: usize,
) -> (Score, Score) {
    let Some(known) = td.probe_tablebase(board, depth, ply) else {
        return (-INFINITE, INFINITE);
    };
    let score = known.score;
    match known.bound {
        Bound::Lower if score < window.beta => (score, INFINITE),
        Bound::Upper if score > window.alpha => (-INFINITE, score),
        bound => {
            let depth = depth + params::tablebase_entry_depth();
            td.store(board, ply, Entry::known(score, bound, depth));
            (score, score)
        }
    }
}

/// Searches the `child` reached by the move made at `ply` with a zero window: tests whether the
/// move beats `alpha`.
fn zero_window_search(
    td: &mut ThreadData,
    child: &Board,
    alpha: Score,
    depth: i32,
    ply: usize,
    cut_node: bool,
) -> Score {
    let window = Window::zero(-alpha);
    -alpha_beta::<NonPv>(td, child, window, depth, ply + 1, cut_node)
}
