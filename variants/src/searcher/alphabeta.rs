//! Principal variation search: the spine, in numbered steps, and its pruning rules.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use search::parts::{
    Entry, INFINITE, MAX_PLY, NO_SCORE, from_table, is_loss, is_win, mated_in, to_table,
};
use search::{Bound, is_decisive};

use super::history::{Place, bonus};
use super::order::{Picker, is_good};
use super::params;
use super::see::see_ge;
use super::worker::Worker;
use crate::rules::{Rules, Which};
use crate::types::Move;

/// Reductions in 1024ths of a ply, by depth and number of the move.
static REDUCTIONS: LazyLock<Box<[[i32; 64]; 64]>> = LazyLock::new(|| {
    let log = |n: usize| (n.max(1) as f64).ln();
    let entry = |depth: usize, count: usize| {
        (params::LMR_BASE + 1024.0 * log(depth) * log(count) / params::LMR_DIVISOR) as i32
    };
    Box::new(std::array::from_fn(|depth| {
        std::array::from_fn(|count| entry(depth, count))
    }))
});

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

/// What is known about a node before its moves are searched.
struct NodeInfo {
    entry: Option<Entry<Move>>,
    tt_score: i32,
    tt_move: Option<Move>,
    pv_node: bool,
    /// The evaluation for the table.
    raw_eval: i32,
    /// The evaluation, or the table's score where that is closer to the truth.
    eval: i32,
    improving: bool,
}

/// Moves searched without success at a node.
#[derive(Default)]
struct Searched {
    quiets: ArrayVec<Move, 64>,
    captures: ArrayVec<Move, 32>,
}

impl<R: Rules> Worker<'_, R> {
    /// The score of a node from a search `depth` plies deep; fails soft. Without meaning once
    /// stopped.
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

        // Step 2. Draws, the longest line, mate distance.
        if !root {
            if let Some(score) = self.drawn(position, ply, in_check) {
                return score;
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { 0 } else { position.evaluate() };
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(-mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 3. The table.
        let excluded = self.stack[ply].excluded;
        let info = self.node_info(&node, pv_node);
        if !pv_node
            && excluded.is_none()
            && let Some(entry) = info.entry
            && entry.depth >= depth
            && entry.bounds(info.tt_score, beta)
            && position.halfmove_clock() < 90
        {
            return info.tt_score;
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

        // Step 5. Internal iterative reduction: without a table move the order is poor.
        if depth >= params::IIR_DEPTH && info.tt_move.is_none() && (pv_node || node.cut_node) {
            depth -= 1;
        }

        // Step 6. The moves.
        let original_alpha = alpha;
        let hints = self.hints(info.tt_move, ply);
        let mut picker = Picker::new(position, Which::All, &hints, self.history);
        let mut searched = Searched::default();
        let (mut best_score, mut best_move) = (-INFINITE, None);
        let (mut move_count, mut skip_quiets) = (0, false);
        while let Some((order, mv)) = picker.pick() {
            let listed = || self.candidates().iter().any(|entry| entry.mv == mv);
            if Some(mv) == excluded || (root && !listed()) {
                continue;
            }
            let quiet = !position.is_noisy(mv);
            let place = Place::of(position, mv);
            let history = if quiet {
                self.history
                    .quiet(position.side_to_move(), mv, place, hints.before)
            } else {
                0
            };

            // Step 7. Prune single moves, once one that does not lose is known.
            if !root && !is_loss(best_score) && position.has_pieces(position.side_to_move()) {
                skip_quiets |= !in_check && prune_quiets(&info, alpha, depth, move_count);
                let idle = quiet && !position.gives_direct_check(mv);
                if idle && (skip_quiets || position.has_drowned(mv)) {
                    continue;
                }
                let margin = if quiet {
                    params::SEE_QUIET_MARGIN
                } else {
                    params::SEE_NOISY_MARGIN
                };
                if depth <= params::SEE_DEPTH
                    && !is_good(order)
                    && !see_ge(position, mv, -margin * depth)
                {
                    continue;
                }
            }

            // Step 8. Extend a table move that is better than all others.
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
                self.report_current_move(mv, move_count);
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

            // Step 10. Late move reductions, then a zero window, then the open window.
            let mut full_search = pv_node && move_count == 1;
            if !full_search {
                let mut reduced = new_depth;
                if depth >= 3 && move_count > 1 + usize::from(root) && !is_good(order) {
                    let late = Late {
                        quiet,
                        gives_check,
                        history,
                        move_count,
                    };
                    let plies = reduction(&info, &node, depth, &late);
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
                score = -self.alpha_beta(first, -alpha - 1, -alpha, reduced);
                if score > alpha && reduced < new_depth && !self.stopped {
                    score = -self.alpha_beta(child, -alpha - 1, -alpha, new_depth);
                }
                full_search = pv_node && score > alpha;
            }
            if full_search && !self.stopped {
                let open = Node {
                    cut_node: false,
                    ..child
                };
                score = -self.alpha_beta(open, -beta, -alpha, new_depth);
            }
            self.unmake();
            if self.stopped {
                return 0;
            }
            if root {
                self.update_root_move(mv, score, alpha, beta, move_count == 1, nodes);
            }

            // Step 11. A new best move?
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(mv);
                    if pv_node {
                        self.update_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if Some(mv) != best_move {
                let _full = if quiet {
                    searched.quiets.try_push(mv)
                } else {
                    searched.captures.try_push(mv)
                };
            }
        }

        // Step 12. No legal move: mate or stalemate.
        if move_count == 0 {
            return match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_in(ply),
                (None, false) => 0,
            };
        }

        // Step 13. Update histories and store the result.
        if let Some(best) = best_move.filter(|_| best_score >= beta) {
            self.update_histories(&node, best, &searched, depth);
        }
        if excluded.is_none() && !(root && self.pv_index > 0) {
            let bound = if best_score >= beta {
                Bound::Lower
            } else if pv_node && best_score > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let found = Entry {
                mv: best_move,
                score: to_table(best_score, ply),
                eval: info.raw_eval,
                depth,
                bound: Some(bound),
                pv: pv_node,
            };
            self.shared.table.store(position.key(), found);
        }
        best_score
    }

    /// Probes the table and evaluates the node.
    fn node_info(&mut self, node: &Node<'_, R>, pv_node: bool) -> NodeInfo {
        let Node {
            position,
            ply,
            in_check,
            ..
        } = *node;
        let entry = self.shared.table.probe(position.key());
        let clock = position.halfmove_clock();
        let tt_score = entry.map_or(NO_SCORE, |entry| from_table(entry.score, ply, clock));
        let raw_eval = match entry {
            _ if in_check => NO_SCORE,
            Some(entry) if entry.eval != NO_SCORE => entry.eval,
            _ => position.evaluate(),
        };
        self.stack[ply].static_eval = raw_eval;
        let eval = match entry {
            Some(entry) if !in_check && !is_decisive(tt_score) => {
                if entry.betters(tt_score, raw_eval) {
                    tt_score
                } else {
                    raw_eval
                }
            }
            _ => raw_eval,
        };
        let earlier = ply
            .checked_sub(2)
            .map_or(NO_SCORE, |ply| self.stack[ply].static_eval);
        let tt_move = match self.candidates().first() {
            Some(first) if ply == 0 => Some(first.mv),
            _ => entry.and_then(|entry| entry.mv),
        };
        NodeInfo {
            entry,
            tt_score,
            tt_move,
            pv_node,
            raw_eval,
            eval,
            improving: !in_check && earlier != NO_SCORE && raw_eval > earlier,
        }
    }

    /// Razoring, reverse futility pruning and the null move.
    fn prune_node(
        &mut self,
        node: &Node<'_, R>,
        info: &NodeInfo,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> Option<i32> {
        let Node { position, ply, .. } = *node;
        // Razoring: far below alpha near the horizon, quiescence decides.
        if depth <= params::RAZOR_DEPTH
            && !is_decisive(alpha)
            && info.eval + params::RAZOR_MARGIN * depth <= alpha
        {
            let score = self.qsearch(position, alpha, alpha + 1, ply, false);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        // Reverse futility: so far above beta that a quiet move would only have to keep it.
        let margin = params::RFP_MARGIN * (depth - i32::from(info.improving));
        if depth <= params::RFP_DEPTH
            && !is_decisive(info.eval)
            && !is_loss(beta)
            && info.eval - margin >= beta
        {
            return Some((info.eval + beta) / 2);
        }
        // Null-move pruning: if passing still fails high, a real move almost certainly will.
        // <https://www.chessprogramming.org/Null_Move_Pruning>
        let after_move = ply == 0 || self.stack[ply - 1].place.is_some();
        let sound = ply >= self.null_move_from
            && after_move
            && position.has_pieces(position.side_to_move());
        if depth < params::NMP_DEPTH || info.eval < beta || is_loss(beta) || !sound {
            return None;
        }
        let reduction = params::NMP_BASE
            + depth / params::NMP_DIVISOR
            + ((info.eval - beta) / params::NMP_EVAL_DIVISOR).min(3);
        let child = self.make_null(position, ply);
        let passed = Node {
            position: &child,
            ply: ply + 1,
            in_check: false,
            cut_node: !node.cut_node,
        };
        let score = -self.alpha_beta(passed, -beta, 1 - beta, depth - reduction);
        self.unmake();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_win(score) { beta } else { score };
        if self.null_move_from > 0 || depth < params::NMP_VERIFY_DEPTH {
            return Some(score);
        }
        // Zugzwang is the way this can be wrong: verify where it costs most.
        self.null_move_from = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.alpha_beta(*node, beta - 1, beta, depth - reduction);
        self.null_move_from = 0;
        (verified >= beta).then_some(score)
    }

    /// Singular extension: when all other moves fail low against a bound below the table's score,
    /// the table's move is searched deeper; when others reach beta too, the node fails high.
    fn singular(
        &mut self,
        node: &Node<'_, R>,
        info: &NodeInfo,
        beta: i32,
        depth: i32,
    ) -> Result<i32, i32> {
        let Some(entry) = info.entry else {
            return Ok(0);
        };
        let known = entry.depth >= depth - 3
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !is_decisive(info.tt_score);
        if depth < params::SINGULAR_DEPTH || !known || node.ply as i32 >= 2 * self.root_depth {
            return Ok(0);
        }
        let singular_beta = info.tt_score - params::SINGULAR_MARGIN * depth;
        self.stack[node.ply].excluded = info.tt_move;
        let score = self.alpha_beta(*node, singular_beta - 1, singular_beta, (depth - 1) / 2);
        self.stack[node.ply].excluded = None;
        if score < singular_beta {
            Ok(1)
        } else if singular_beta >= beta && !is_decisive(singular_beta) {
            Err(singular_beta)
        } else {
            Ok(-i32::from(info.tt_score >= beta))
        }
    }

    fn update_root_move(
        &mut self,
        mv: Move,
        score: i32,
        alpha: i32,
        beta: i32,
        first: bool,
        nodes_before: u64,
    ) {
        let (line, seldepth) = (self.lines[1].clone(), self.seldepth);
        let nodes = self.nodes - nodes_before;
        let Some(entry) = self.root_moves.iter_mut().find(|entry| entry.mv == mv) else {
            return;
        };
        entry.nodes += nodes;
        if first || score > alpha {
            entry.score = score;
            entry.bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            entry.seldepth = seldepth;
            entry.pv = std::iter::once(mv).chain(line).collect();
        } else {
            entry.score = -INFINITE;
        }
    }

    /// Raises the move that caused a cutoff above those searched before it.
    fn update_histories(
        &mut self,
        node: &Node<'_, R>,
        best: Move,
        searched: &Searched,
        depth: i32,
    ) {
        let position = node.position;
        let side = position.side_to_move();
        let before = self.hints(None, node.ply).before;
        let bonus = bonus(depth);
        if let Some(victim) = position.captured(best) {
            self.history
                .update_capture(Place::of(position, best), victim, bonus);
        } else if !position.is_noisy(best) {
            self.history
                .update_quiet(side, best, Place::of(position, best), before, bonus);
            for &mv in &searched.quiets {
                let place = Place::of(position, mv);
                self.history.update_quiet(side, mv, place, before, -bonus);
            }
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
        }
        for &mv in &searched.captures {
            if let Some(victim) = position.captured(mv) {
                self.history
                    .update_capture(Place::of(position, mv), victim, -bonus);
            }
        }
    }
}

/// True when no further quiet move is worth a search: late move and futility pruning.
fn prune_quiets(info: &NodeInfo, alpha: i32, depth: i32, move_count: usize) -> bool {
    let enough = (params::LMP_BASE + depth * depth) / (2 - i32::from(info.improving));
    let futile = info.raw_eval + params::FUTILITY_BASE + params::FUTILITY_MARGIN * depth <= alpha;
    (depth <= params::LMP_DEPTH && move_count as i32 >= enough)
        || (depth <= params::FUTILITY_DEPTH && futile)
}

/// A move that may be reduced.
struct Late {
    quiet: bool,
    gives_check: bool,
    history: i32,
    move_count: usize,
}

/// Late move reduction, in plies.
fn reduction<R>(info: &NodeInfo, node: &Node<'_, R>, depth: i32, late: &Late) -> i32 {
    let mut plies = REDUCTIONS[(depth as usize).min(63)][late.move_count.min(63)];
    plies -= 1024 * (late.history / params::LMR_HISTORY);
    plies -= 1024 * i32::from(info.pv_node) + 1024 * i32::from(late.gives_check);
    plies -= 1024 * i32::from(!late.quiet);
    plies += 1024 * i32::from(node.cut_node) + 512 * i32::from(!info.improving);
    plies / 1024
}
