//! Iterative deepening with aspiration windows, and reports after each iteration.

use search::parts::{INFINITE, Iteration, MAX_PLY, Pace, ThreadResult, mated_in};
use search::{Bound, Event, SearchInfo, is_decisive};

use super::alphabeta::Node;
use super::params;
use super::shared::Shared;
use super::worker::{RootMove, Worker};
use crate::rules::Rules;
use crate::types::Move;

/// Searches the root one ply deeper at a time and publishes the result of each iteration.
pub(super) fn iterate<R: Rules>(worker: &mut Worker<'_, R>) {
    let shared = worker.shared;
    let control = &shared.control;
    if worker.root_moves.is_empty() {
        let mated = shared.position.in_check();
        control.result(worker.id).score = if mated { mated_in(0) } else { 0 };
        return;
    }
    control.result(worker.id).pv = vec![worker.root_moves[0].mv];
    let multi_pv = shared.options.multi_pv.clamp(1, worker.root_moves.len());
    let deepest = control.limits.depth.map_or(MAX_PLY, |depth| depth as usize);
    let mut pace = Pace::new(shared.last_score);
    for depth in 1..=deepest.clamp(1, MAX_PLY - 1) {
        worker.root_depth = depth as i32;
        worker.best_move_changes = 0;
        for entry in &mut worker.root_moves {
            entry.previous_score = entry.score;
        }
        for index in 0..multi_pv {
            worker.pv_index = index;
            worker.seldepth = 0;
            aspirate(worker);
            worker.root_moves[..=index].sort_by_key(|entry| -entry.score);
            if worker.stopped {
                break;
            }
        }
        worker.pv_index = 0;
        worker.publish_nodes();
        publish_result(worker);
        if worker.is_main() {
            for index in 0..multi_pv {
                worker.report(Event::Info(root_info(worker, index)));
            }
        }
        if worker.stopped || control.limits.is_mate_found(worker.root_moves[0].score) {
            break;
        }
        let best = &worker.root_moves[0];
        pace.finish_iteration(Iteration {
            best: best.mv,
            score: best.score,
            node_share: best.nodes as f64 / worker.nodes.max(1) as f64,
            best_move_changes: worker.best_move_changes,
        });
        if worker.is_main() && control.is_enough(&pace) {
            if !control.is_pondering() {
                break;
            }
            worker.stop_on_ponder_hit = true;
        }
    }
    worker.publish_nodes();
}

/// Aspiration window: searches around the previous score, and widens while the score is outside.
fn aspirate<R: Rules>(worker: &mut Worker<'_, R>) {
    let shared = worker.shared;
    let first = worker.pv_index;
    let center = worker.root_moves[first].previous_score;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    let mut delta = params::ASPIRATION_DELTA;
    if worker.root_depth >= params::ASPIRATION_DEPTH && !is_decisive(center) {
        alpha = (center - delta).max(-INFINITE);
        beta = (center + delta).min(INFINITE);
    }
    let root = Node {
        position: &shared.position,
        ply: 0,
        in_check: shared.position.in_check(),
        cut_node: false,
    };
    loop {
        let score = worker.alpha_beta(root, alpha, beta, worker.root_depth);
        // A stable sort: moves that did not become the best keep their order.
        worker.root_moves[first..].sort_by_key(|entry| -entry.score);
        if worker.stopped {
            return;
        }
        if score <= alpha {
            beta = (alpha + beta) / 2;
            alpha = (score - delta).max(-INFINITE);
        } else if score >= beta {
            beta = (score + delta).min(INFINITE);
        } else {
            return;
        }
        if is_decisive(score) {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        delta += delta / 2;
        if worker.is_main() && worker.is_long() {
            worker.publish_nodes();
            worker.report(Event::Info(root_info(worker, first)));
        }
    }
}

fn publish_result<R: Rules>(worker: &Worker<'_, R>) {
    let best = &worker.root_moves[0];
    if best.score == -INFINITE {
        return;
    }
    *worker.shared.control.result(worker.id) = ThreadResult {
        pv: best.pv.clone(),
        score: best.score,
        bound: Bound::Exact,
        depth: worker.root_depth as u32 - u32::from(worker.stopped),
        seldepth: best.seldepth,
    };
}

/// The report on a root move: the previous iteration's, if an interrupted one did not reach it.
fn root_info<R: Rules>(worker: &Worker<'_, R>, index: usize) -> SearchInfo<Move> {
    let RootMove {
        score,
        bound,
        previous_score,
        pv,
        seldepth,
        ..
    } = &worker.root_moves[index];
    let searched = *score != -INFINITE;
    let (score, bound) = if searched {
        (*score, *bound)
    } else {
        (*previous_score, Bound::Exact)
    };
    let result = ThreadResult {
        pv: pv.clone(),
        score: if score == -INFINITE { 0 } else { score },
        bound,
        depth: worker.root_depth as u32 - u32::from(!searched && worker.root_depth > 1),
        seldepth: *seldepth,
    };
    describe(worker.shared, index + 1, result)
}

/// A report with the current counters.
pub(super) fn describe<R: Rules>(
    shared: &Shared<R>,
    multipv: usize,
    result: ThreadResult<Move>,
) -> SearchInfo<Move> {
    SearchInfo {
        depth: result.depth,
        seldepth: result.seldepth,
        multipv,
        score: result.score,
        centipawns: R::GAME.centipawns(result.score),
        bound: result.bound,
        wdl: R::GAME.wdl(result.score),
        pv: result.pv,
        counters: shared.counters(),
    }
}
