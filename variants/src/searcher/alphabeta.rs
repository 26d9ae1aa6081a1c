//! Principal variation search: the search spine in numbered steps, with its rules in `prune` and
//! `update`.

use arrayvec::ArrayVec;
use search::is_loss;
use search::parts::{Entry, INFINITE, NO_SCORE, mated_in};

use super::best::Best;
use super::order::{MovePicker, is_good};
use super::params;
use super::prune::{MoveContext, can_be_skipped, drowns_with_check, prune_quiets, reduction};
use super::qsearch::evaluations;
use super::see::see_ge;
use super::thread::ThreadData;
use crate::rules::{MoveFilter, Rules};
use crate::types::Move;

/// A node to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'a, R> {
    pub(super) position: &'a R,
    /// In plies from the root.
    pub(super) ply: usize,
    pub(super) in_check: bool,
    /// A zero-window node expected to fail high.
    pub(super) cut_node: bool,
}

/// The state of a node before its moves are searched.
pub(super) struct NodeInfo {
    pub(super) entry: Option<Entry<Move>>,
    pub(super) tt_move: Option<Move>,
    pub(super) pv_node: bool,
    /// The static evaluation, as stored in the table.
    pub(super) static_eval: i32,
    /// The evaluation, or the table's score if that is a better estimate.
    pub(super) eval: i32,
    pub(super) improving: bool,
}

/// Moves searched at a node that did not become the best.
#[derive(Default)]
pub(super) struct SearchedMoves {
    pub(super) quiets: ArrayVec<Move, 64>,
    pub(super) captures: ArrayVec<Move, 32>,
}

impl<R: Rules> ThreadData<'_, R> {
    /// Searches a node `depth` plies deep and returns its score (fail-soft), which is meaningless
    /// once stopped.
    pub(super) fn alpha_beta(
        &mut self,
        node: Node<'_, R>,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
    ) -> i32 {
        let Node {
            position,
            ply,
            in_check,
            ..
        } = node;
        let root = ply == 0;
        // Step 1. Quiescence at the horizon.
        if depth <= 0 {
            return self.qsearch(position, alpha, beta, ply, in_check);
        }
        if self.should_stop() {
            return 0;
        }
        let pv_node = beta - alpha > 1;
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply as u32);

        // Step 2. Draws, maximum ply, mate-distance pruning.
        if !root {
            if let Some(score) = self.draw_or_max_ply(position, ply, in_check) {
                return score;
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(-mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 3. Probe the table.
        let excluded = self.stack[ply].excluded;
        let info = self.evaluate_node(&node, pv_node);
        if !pv_node
            && excluded.is_none()
            && let Some(entry) = info.entry
            && entry.depth >= depth
            && entry.allows_cutoff(beta)
            && position.halfmove_clock() < params::TT_CUTOFF_CLOCK
        {
            return entry.score;
        }
        self.stack[ply + 1].killers = [None; 2];

        // Step 4. Prune the whole node.
        if !pv_node && !in_check && excluded.is_none() {
            if let Some(score) = self.prune_node(&node, &info, alpha, beta, depth) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }

        // Step 5. Internal iterative reduction: without a table move, move ordering is poor.
        if depth >= params::IIR_DEPTH && info.tt_move.is_none() && (pv_node || node.cut_node) {
            depth -= 1;
        }

        // Step 6. Loop over the moves.
        let hints = self.hints(info.tt_move, ply);
        let mut picker = MovePicker::new();
        picker.add(position, MoveFilter::All, &hints, self.history);
        let mut searched = SearchedMoves::default();
        let mut best = Best::new(-INFINITE, alpha, beta, pv_node, ply);
        let (mut move_count, mut skip_quiets) = (0, false);
        while let Some((order, mv)) = picker.pick() {
            let listed = || self.candidates().iter().any(|entry| entry.mv == mv);
            if Some(mv) == excluded || (root && !listed()) {
                continue;
            }
            let quiet = !position.is_noisy(mv);

            // Step 7. Prune single moves, once a move that does not lose is known.
            if !root && !is_loss(best.score) && position.has_pieces(position.side_to_move()) {
                if !skip_quiets && !in_check && prune_quiets(&info, best.alpha, depth, move_count) {
                    skip_quiets = true;
                    picker.retain(|mv| !can_be_skipped(position, mv));
                    if can_be_skipped(position, mv) {
                        continue;
                    }
                }
                let margin = if quiet {
                    params::SEE_QUIET_MARGIN
                } else {
                    params::SEE_NOISY_MARGIN
                };
                if depth <= params::SEE_DEPTH
                    && !is_good(order)
                    && !see_ge(position, mv, -margin * depth)
                    && !drowns_with_check(position, mv)
                {
                    continue;
                }
            }

            // Step 8. Singular extension of the table move.
            let mut extension = 0;
            if !root && excluded.is_none() && Some(mv) == info.tt_move {
                match self.singular(&node, &info, beta, depth) {
                    Ok(plies) => extension = plies,
                    Err(score) => return score,
                }
                if self.stopped {
                    return 0;
                }
            }

            // Step 9. Make the move.
            let nodes = self.nodes;
            let Some(child) = self.make(position, mv, ply) else {
                continue;
            };
            move_count += 1;
            if root {
                let depth = self.root_depth as u32;
                self.reporter
                    .report_current_move(depth, mv, self.pv_index, move_count);
            }
            let gives_check = child.in_check();
            let child = Node {
                position: &child,
                ply: ply + 1,
                in_check: gives_check,
                cut_node: !node.cut_node,
            };
            let new_depth = depth - 1 + extension;
            let mut score = -INFINITE;

            // Step 10. Late move reductions, then a zero window, then the full window.
            let mut full_search = pv_node && move_count == 1;
            if !full_search {
                let mut reduced = new_depth;
                if depth >= params::LMR_DEPTH
                    && move_count > params::LMR_FULL_MOVES + usize::from(root)
                    && !is_good(order)
                {
                    let history = if quiet {
                        self.history.quiet(position, mv, hints.before)
                    } else {
                        0
                    };
                    let context = MoveContext {
                        quiet,
                        gives_check,
                        history,
                        move_count,
                    };
                    let plies = reduction(&info, &node, depth, &context);
                    reduced = (new_depth - plies).clamp(1, new_depth.max(1));
                }
                let expected_cut = Node {
                    cut_node: true,
                    ..child
                };
                let first = if reduced < new_depth {
                    expected_cut
                } else {
                    child
                };
                score = -self.alpha_beta(first, -best.alpha - 1, -best.alpha, reduced);
                if score > best.alpha && reduced < new_depth && !self.stopped {
                    score = -self.alpha_beta(child, -best.alpha - 1, -best.alpha, new_depth);
                }
                full_search = pv_node && score > best.alpha;
            }
            if full_search && !self.stopped {
                let open = Node {
                    cut_node: false,
                    ..child
                };
                score = -self.alpha_beta(open, -beta, -best.alpha, new_depth);
            }
            self.unmake();
            if self.stopped {
                return 0;
            }
            if root {
                self.update_root_move(mv, score, best.alpha, beta, move_count == 1, nodes);
            }

            // Step 11. Update the best move.
            if self.update_best(&mut best, mv, score) {
                break;
            }
            if Some(mv) != best.mv {
                let _ = if quiet {
                    searched.quiets.try_push(mv)
                } else {
                    searched.captures.try_push(mv)
                };
            }
        }

        // Step 12. No legal move: mate or stalemate.
        if move_count == 0 {
            return match (excluded, in_check) {
                (Some(_), _) => best.alpha,
                (None, true) => mated_in(ply),
                (None, false) => 0,
            };
        }

        // Step 13. Update histories and store the result.
        if let Some(mv) = best.mv.filter(|_| best.score >= beta) {
            self.update_histories(&node, mv, &searched, depth);
        }
        // Not if moves were left out at the root: by `searchmoves`, or by a later line of MultiPV.
        if excluded.is_none() && (!root || self.has_all_root_moves()) {
            let found = best.entry(info.static_eval, depth);
            self.store(position, ply, found);
        }
        best.score
    }

    /// Probes the table and evaluates the node.
    fn evaluate_node(&mut self, node: &Node<'_, R>, pv_node: bool) -> NodeInfo {
        let Node {
            position,
            ply,
            in_check,
            ..
        } = *node;
        let entry = self.probe(position, ply);
        let (static_eval, eval) = evaluations(position, entry, in_check);
        self.stack[ply].static_eval = static_eval;
        let earlier = ply
            .checked_sub(2)
            .map_or(NO_SCORE, |ply| self.stack[ply].static_eval);
        let tt_move = match self.candidates().first() {
            Some(first) if ply == 0 => Some(first.mv),
            _ => entry.and_then(|entry| entry.mv),
        };
        NodeInfo {
            entry,
            tt_move,
            pv_node,
            static_eval,
            eval,
            improving: !in_check && earlier != NO_SCORE && static_eval > earlier,
        }
    }
}
