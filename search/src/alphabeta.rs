//! Principal variation search: the spine, whose rules live in `prune`, `reduce` and `update`.
//!
//! A *PV node* has an open window and gets an exact score. All others have a null window and only
//! ask whether a score reaches beta: an expected *cut node* should find one move that does, an
//! expected *all node* none.

use movegen::{Board, Move};

use crate::movepick::MovePicker;
use crate::params;
use crate::prune::{self, LateMove, Verdict};
use crate::qsearch::{forced_draw, horizon, qsearch};
use crate::reduce::{self, Late, Singular};
use crate::score::{
    Bound, INFINITE, MAX_PLY, NO_SCORE, Score, from_table, is_decisive, is_loss, mated_in, to_table,
};
use crate::thread::ThreadData;
use crate::tt::Entry;
use crate::update::{self, Tried};

/// The kind of a node, known to the compiler.
pub(crate) trait Node {
    /// The window is open.
    const PV: bool;
    /// The position the search began with.
    const ROOT: bool;
    /// The kind of the first child.
    type Next: Node;
}

/// The position the search began with.
pub(crate) struct Root;
/// A node of the principal variation.
pub(crate) struct Pv;
/// Any other node.
pub(crate) struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Self;
}

impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = Self;
}

/// What is known of a node before its moves are searched.
pub(crate) struct Facts {
    pub(crate) entry: Option<Entry>,
    /// The table's score, counted from the root; without meaning when there is no entry.
    pub(crate) tt_score: Score,
    /// The table's move: legal.
    pub(crate) tt_move: Option<Move>,
    pub(crate) tt_pv: bool,
    pub(crate) pv_node: bool,
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    /// The evaluation for the table, or [`NO_SCORE`].
    pub(crate) raw_eval: Score,
    /// What correction history adds to it.
    pub(crate) correction: Score,
    /// The corrected evaluation, or [`NO_SCORE`] in check.
    pub(crate) static_eval: Score,
    /// The same, or the table's score where that says more.
    pub(crate) eval: Score,
    /// The evaluation is better than at our last turn.
    pub(crate) improving: bool,
    /// The opponent's last move made things worse for it.
    pub(crate) worsening: bool,
}

/// The score of `board`, `ply` plies from the root, from a search `depth` plies deep. Fails soft.
/// Without meaning once `td.stopped`.
pub(crate) fn alpha_beta<N: Node>(
    td: &mut ThreadData,
    board: &Board,
    mut alpha: Score,
    mut beta: Score,
    mut depth: i32,
    ply: usize,
    cut_node: bool,
) -> Score {
    debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
    debug_assert!(N::PV || alpha == beta - 1);
    debug_assert!(!(N::PV && cut_node));

    // Step 1. Quiescence at the horizon.
    if depth <= 0 {
        return qsearch::<N>(td, board, alpha, beta, ply);
    }
    if td.should_stop() {
        return 0;
    }
    if N::PV {
        td.pv.clear(ply);
        td.seldepth = td.seldepth.max(ply as u32);
    }

    // Step 2. Draws, the longest line, nearer mates.
    if !N::ROOT
        && let Some(score) = settled(td, board, &mut alpha, &mut beta, ply)
    {
        return score;
    }

    // Step 3. The table. In a singular search it only knows the move that is left out.
    let excluded = td.stack.at(ply).excluded;
    let entry = if excluded.is_some() {
        None
    } else {
        td.tt.probe(board.key())
    };
    let tt_score = entry.map_or(NO_SCORE, |e| {
        from_table(e.score, ply, board.halfmove_clock())
    });
    if !N::PV
        && let Some(entry) = entry
        && entry.depth >= depth
        && entry.bounds(tt_score, beta)
        && board.halfmove_clock() < 90
    {
        update::table_cutoff(td, board, entry, depth, ply, tt_score >= beta);
        return tt_score;
    }

    // Step 4. The endgame tables: a draw, or a win that only a mate can better.
    let (mut best_score, mut highest) = (-INFINITE, INFINITE);
    if !N::ROOT
        && excluded.is_none()
        && let Some(known) = td.probe(board, depth, ply)
    {
        let score = known.score;
        match known.bound {
            Bound::Lower if score < beta => {
                best_score = score;
                alpha = alpha.max(score);
            }
            Bound::Upper if score > alpha => highest = score,
            bound => {
                let entry = Entry::known(to_table(score, ply), bound, depth + 6);
                td.tt.store(board.key(), entry);
                return score;
            }
        }
    }

    // Step 5. Static evaluation and its trend.
    let mut facts = gather::<N>(td, board, entry, tt_score, ply, cut_node);
    td.stack.at_mut(ply + 2).cutoffs = 0;
    if !N::ROOT {
        update::evaluation_swing(td, &facts, ply);
        depth += reduce::hindsight(td, &facts, depth, ply);
    }

    // Steps 6 to 9 give the whole node up. Not where a score or a line is wanted.
    if !N::PV && !facts.in_check && excluded.is_none() {
        // Step 6. Razoring.
        let given_up = prune::razor(td, board, &facts, depth, alpha, ply)
            // Step 7. Reverse futility.
            .or_else(|| prune::reverse_futility(&facts, depth, beta))
            // Step 8. Null move.
            .or_else(|| prune::null_move(td, board, &facts, depth, beta, ply))
            // Step 9. ProbCut.
            .or_else(|| prune::probcut(td, board, &facts, depth, beta, ply));
        if given_up.is_some() || td.stopped {
            return given_up.unwrap_or(0);
        }
    }

    // Step 10. Without a move from the table the order is poor and depth wasted.
    if (N::PV || cut_node)
        && excluded.is_none()
        && depth >= params::iir_depth()
        && facts.tt_move.is_none()
    {
        depth -= 1;
    }

    // Step 11. The moves, one by one.
    let original_alpha = alpha;
    let has_pieces = prune::has_pieces(board, board.side_to_move());
    let mut picker = MovePicker::new(facts.tt_move);
    let mut best_move = None;
    let mut move_count = 0;
    let mut tried = Tried::default();
    while let Some(mv) = picker.next(board, td.history, &td.stack, ply) {
        if Some(mv) == excluded || (N::ROOT && !td.is_candidate(mv)) {
            continue;
        }
        move_count += 1;
        let quiet = !mv.is_noisy();
        let history = if quiet {
            td.history.quiet(board, &td.stack, ply, mv)
        } else {
            td.history.noisy(board, mv)
        };

        // Step 12. Moves overlooked and moves not worth making, once there is one that does not
        // lose.
        if !N::ROOT && !is_loss(best_score) && td.overlooks(board, mv, ply) {
            continue;
        }
        if !N::ROOT && !is_loss(best_score) && has_pieces {
            let reduced = reduce::expected(&facts, depth, move_count, history, quiet);
            let late = LateMove {
                mv,
                history,
                depth,
                reduced,
                move_count,
                stage: picker.stage(),
            };
            match prune::judge(board, &facts, &late, alpha) {
                Verdict::Search => {}
                Verdict::Skip => continue,
                Verdict::SkipQuiets => {
                    picker.skip_quiets();
                    continue;
                }
            }
        }

        // Step 13. Extend a move that has no equal.
        let mut extension = 0;
        if !N::ROOT
            && excluded.is_none()
            && Some(mv) == facts.tt_move
            && reduce::may_be_singular(td, &facts, depth, ply)
        {
            match reduce::singular(td, board, &facts, depth, beta, ply) {
                Singular::Extend(plies) => extension = plies,
                Singular::Cut(score) => return score,
            }
            if td.stopped {
                return 0;
            }
        }

        if N::ROOT {
            td.report_current_move(mv, move_count);
        }

        // Step 14. Make the move.
        let nodes = td.nodes;
        let child = td.make(board, mv, ply);
        let mut new_depth = depth - 1 + extension;
        let mut score = best_score;

        // Step 15. Late moves: reduced first, deeper if they surprise.
        if depth >= 2 && move_count > 1 + i32::from(N::ROOT) {
            let late = Late {
                quiet,
                gives_check: child.in_check(),
                history,
                cutoffs: td.stack.at(ply + 1).cutoffs,
            };
            let reduction = reduce::late_move(&facts, depth, move_count, &late) / 1024;
            let reduced = (new_depth - reduction).clamp(1, (new_depth + i32::from(N::PV)).max(1));
            td.stack.at_mut(ply).reduction = new_depth - reduced;
            score = null_window(td, &child, alpha, reduced, ply, true);
            td.stack.at_mut(ply).reduction = 0;
            if score > alpha && reduced < new_depth && !td.stopped {
                new_depth += reduce::second_thought(score, best_score, new_depth);
                if reduced < new_depth {
                    score = null_window(td, &child, alpha, new_depth, ply, !cut_node);
                }
                update::after_reduction(td, ply, quiet, depth, score, alpha, beta);
            }
        } else if !N::PV || move_count > 1 {
            // Step 16. Other moves but the first of a PV node: null window.
            score = null_window(td, &child, alpha, new_depth, ply, !cut_node);
        }
        // Step 17. The first move of a PV node, and those that beat it: open window.
        if N::PV && !td.stopped && (move_count == 1 || score > alpha) {
            score = -alpha_beta::<N::Next>(td, &child, -beta, -alpha, new_depth, ply + 1, false);
        }
        td.unmake();
        if td.stopped {
            return 0;
        }
        if N::ROOT {
            update::root_move(td, mv, score, alpha, beta, move_count, nodes);
        }

        // Step 18. A new best move?
        if score > best_score {
            best_score = score;
            if score > alpha {
                best_move = Some(mv);
                if N::PV {
                    td.pv.update(ply, mv);
                }
                if score >= beta {
                    td.stack.at_mut(ply).cutoffs += 1;
                    break;
                }
                alpha = score;
                // What follows is unlikely to be better still.
                if depth > 2 && depth < 12 && !is_decisive(score) {
                    depth -= 1;
                }
            }
        }
        if Some(mv) != best_move {
            tried.push(mv);
        }
    }

    // Step 19. No move: mate or stalemate, or nothing but the move left out.
    if move_count == 0 {
        return if excluded.is_some() {
            alpha
        } else if facts.in_check {
            mated_in(ply)
        } else {
            0
        };
    }

    // Step 20. Learn from it, and tell the table.
    match best_move {
        Some(best) => update::best_move(td, board, ply, depth, best, &tried),
        None => update::fail_low(td, ply, depth),
    }
    if best_score >= beta && !is_decisive(best_score) && !is_decisive(beta) {
        best_score = (best_score * depth + beta) / (depth + 1);
    }
    if best_score <= original_alpha && !N::ROOT {
        facts.tt_pv |= td.stack.before(ply, 1).tt_pv && depth > 3;
    }
    best_score = best_score.min(highest);
    let bound = if best_score >= beta {
        Bound::Lower
    } else if N::PV && best_move.is_some() {
        Bound::Exact
    } else {
        Bound::Upper
    };
    if excluded.is_none() {
        let entry = Entry {
            mv: best_move,
            score: to_table(best_score, ply),
            eval: facts.raw_eval,
            depth,
            bound: Some(bound),
            pv: facts.tt_pv,
        };
        update::correction(td, board, &facts, &entry, best_score, ply);
        if !N::ROOT || td.pv_index == 0 {
            td.tt.store(board.key(), entry);
        }
    }
    best_score
}

/// The score of a node that needs no search: drawn, too far from the root, or farther than a mate
/// known already. Narrows the window otherwise.
fn settled(
    td: &mut ThreadData,
    board: &Board,
    alpha: &mut Score,
    beta: &mut Score,
    ply: usize,
) -> Option<Score> {
    if let Some(score) = forced_draw(td, board, alpha, *beta, ply) {
        return Some(score);
    }
    if ply >= MAX_PLY - 1 {
        return Some(horizon(td, board, ply));
    }
    (*alpha, *beta) = prune::mate_distance(*alpha, *beta, ply);
    (*alpha >= *beta).then_some(*alpha)
}

/// Whether the move made at `ply`, which led to `child`, beats `alpha`: its score from a null
/// window search.
fn null_window(
    td: &mut ThreadData,
    child: &Board,
    alpha: Score,
    depth: i32,
    ply: usize,
    cut_node: bool,
) -> Score {
    -alpha_beta::<NonPv>(td, child, -alpha - 1, -alpha, depth, ply + 1, cut_node)
}

/// What can be known of a node at once. Writes the evaluation to the stack and, if it is new, to
/// the table.
fn gather<N: Node>(
    td: &mut ThreadData,
    board: &Board,
    entry: Option<Entry>,
    tt_score: Score,
    ply: usize,
    cut_node: bool,
) -> Facts {
    let in_check = board.in_check();
    let singular = td.stack.at(ply).excluded.is_some();
    let tt_move = if N::ROOT {
        td.candidates().first().map(|root| root.mv)
    } else {
        entry.and_then(|e| e.mv).filter(|&mv| board.is_legal(mv))
    };
    let tt_pv = if singular {
        td.stack.at(ply).tt_pv
    } else {
        N::PV || entry.is_some_and(|e| e.pv)
    };
    td.stack.at_mut(ply).tt_pv = tt_pv;

    let (mut raw_eval, mut correction) = (NO_SCORE, 0);
    let static_eval = if in_check {
        NO_SCORE
    } else if singular {
        td.stack.at(ply).static_eval
    } else {
        raw_eval = match entry {
            Some(entry) if entry.eval != NO_SCORE => entry.eval,
            _ => td.raw_eval(board),
        };
        correction = td.correction.of(board, &td.stack, ply);
        crate::correction::corrected(board, raw_eval, correction)
    };
    if entry.is_none() && raw_eval != NO_SCORE {
        td.tt.store(board.key(), Entry::only_eval(raw_eval, tt_pv));
    }
    td.stack.at_mut(ply).static_eval = static_eval;

    let known =
        entry.filter(|e| !in_check && !is_decisive(tt_score) && e.betters(tt_score, static_eval));
    let eval = if known.is_some() {
        tt_score
    } else {
        static_eval
    };
    let earlier = [2, 4].map(|back| td.stack.before(ply, back).static_eval);
    let last = td.stack.before(ply, 1).static_eval;
    Facts {
        entry,
        tt_score,
        tt_move,
        tt_pv,
        pv_node: N::PV,
        cut_node,
        in_check,
        raw_eval,
        correction,
        static_eval,
        eval,
        improving: !in_check
            && earlier
                .into_iter()
                .find(|&eval| eval != NO_SCORE)
                .is_some_and(|eval| static_eval > eval),
        worsening: !in_check && last != NO_SCORE && static_eval > -last,
    }
}
