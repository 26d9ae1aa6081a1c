//! Iterative deepening with aspiration windows, and reports after each iteration.

use std::iter;

use search::parts::{
    INFINITE, Iteration, MAX_PLY, Pace, RootMove, ThreadResult, lines_after, lines_within,
};
use search::wdl::Wdl;
use search::{Event, SearchInfo, is_decisive};

use super::alphabeta::Node;
use super::order::MovePicker;
use super::params;
use super::shared::Shared;
use super::thread::ThreadData;
use crate::rules::{MoveFilter, Outcome, Rules, outcome};
use crate::types::Move;

/// Searches the root one ply deeper at a time, and publishes and reports the result of each
/// iteration. Returns the last lines.
pub(super) fn iterate<R: Rules>(td: &mut ThreadData<'_, R>) -> Vec<ThreadResult<Move>> {
    let shared = td.shared;
    let control = &shared.control;
    if td.root_moves.is_empty() {
        let in_check = shared.position.in_check();
        let lines = vec![ThreadResult::of_final_position(in_check)];
        *control.result(td.id) = lines[0].clone();
        report_lines(td, &lines);
        return lines;
    }
    order_root_moves(td);
    // Reported if the first iteration is interrupted.
    td.root_moves[0].score = shared.position.score();
    control.result(td.id).pv = vec![td.root_moves[0].mv];
    let multi_pv = shared.options.multi_pv.clamp(1, td.root_moves.len());
    // Helper threads go on until the main one has finished.
    let limit = control.limits.depth.filter(|_| td.is_main());
    let deepest = limit.map_or(MAX_PLY, |depth| depth as usize);
    let mut pace = Pace::new(shared.last_score);
    let mut lines = Vec::new();
    for depth in 1..=deepest.clamp(1, MAX_PLY) {
        td.root_depth = depth as i32;
        td.best_move_changes = 0;
        let root_moves = td.root_moves.iter_mut();
        root_moves.for_each(RootMove::begin_iteration);
        for index in 0..multi_pv {
            td.pv_index = index;
            td.seldepth = 0;
            aspirate(td);
            RootMove::sort(&mut td.root_moves[..=index]);
            if td.stopped {
                break;
            }
            if index + 1 < multi_pv && td.is_main() && td.reporter.is_due() {
                td.publish_nodes();
                let found = &td.root_moves[..=index];
                let lines = lines_within(found, depth as u32, &lines, multi_pv);
                report_lines(td, &lines);
            }
        }
        td.publish_nodes();
        let interrupted = td.stopped.then_some(td.pv_index);
        lines = lines_after(&td.root_moves, depth as u32, lines, multi_pv, interrupted);
        td.pv_index = 0;
        *control.result(td.id) = lines[0].clone();
        report_lines(td, &lines);
        // With MultiPV, only the main thread's lines count.
        let may_decide = td.is_main() || shared.options.multi_pv == 1;
        if may_decide && control.limits.is_mate_found(lines[0].score) {
            control.stop();
            break;
        }
        if td.stopped {
            break;
        }
        if td.is_main() {
            let best = &lines[0];
            pace.finish_iteration(Iteration::new(
                best,
                &td.root_moves,
                td.nodes,
                td.best_move_changes,
            ));
            // If the first iteration has no reply to ponder on, the second one finds it.
            let may_end = best.pv.len() > 1 || depth > 1;
            let should_end = may_end && control.is_soft_limit_reached(&pace);
            if should_end && !control.is_pondering() {
                break;
            }
            td.stop_on_ponder_hit = should_end;
        }
    }
    td.publish_nodes();
    lines
}

/// Orders the root moves by the move picker: there may be time for only a part of an iteration.
fn order_root_moves<R: Rules>(td: &mut ThreadData<'_, R>) {
    let position = &td.shared.position;
    let known = td.probe(position, 0).and_then(|entry| entry.mv);
    let hints = td.hints(known, 0);
    let mut picker = MovePicker::new();
    picker.add(position, MoveFilter::All, &hints, td.history);
    let picked = iter::from_fn(|| picker.pick()).map(|(_, mv)| mv);
    RootMove::arrange(&mut td.root_moves, picked);
}

/// Aspiration window: searches around the previous score, and widens while the score is outside.
fn aspirate<R: Rules>(td: &mut ThreadData<'_, R>) {
    let shared = td.shared;
    let first = td.pv_index;
    let center = td.root_moves[first].previous_score;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    let mut delta = params::ASPIRATION_DELTA;
    if td.root_depth >= params::ASPIRATION_DEPTH && !is_decisive(center) {
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
        let score = td.alpha_beta(root, alpha, beta, td.root_depth);
        // Moves that did not become the best have equal scores and keep their order.
        RootMove::sort(&mut td.root_moves[first..]);
        if td.stopped {
            return;
        }
        if score <= alpha {
            beta = (alpha + beta) / 2;
            alpha = (score - delta).max(-INFINITE);
            // A falling score needs more time.
            td.stop_on_ponder_hit = false;
        } else if score >= beta {
            beta = (score + delta).min(INFINITE);
        } else {
            return;
        }
        if is_decisive(score) {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        delta += delta / 2;
        // With several lines, the move that failed high or low may still head another reported
        // line.
        if td.is_main() && td.reporter.is_long() && shared.options.multi_pv == 1 {
            td.publish_nodes();
            let line = td.root_moves[first].line_outside_window(td.root_depth as u32, score);
            td.reporter
                .report(Event::Info(search_info(shared, first + 1, line)));
        }
    }
}

fn report_lines<R: Rules>(td: &mut ThreadData<'_, R>, lines: &[ThreadResult<Move>]) {
    if td.reporter.has_listener() {
        for (rank, line) in (1..).zip(lines) {
            let info = search_info(td.shared, rank, line.clone());
            td.reporter.report(Event::Info(info));
        }
    }
}

/// A report with the current counters.
pub(super) fn search_info<R: Rules>(
    shared: &Shared<R>,
    multipv: usize,
    result: ThreadResult<Move>,
) -> SearchInfo<Move> {
    let position = &shared.position;
    let is_drawn = position.is_dead() || outcome(position, &[]) == Some(Outcome::Stalemate);
    SearchInfo {
        depth: result.depth,
        seldepth: result.seldepth,
        multipv,
        score: result.score,
        centipawns: R::GAME.curves.centipawns(result.score),
        bound: result.bound,
        wdl: if is_drawn {
            Wdl::DRAW
        } else {
            R::GAME.curves.wdl(result.score)
        },
        pv: result.pv,
        counters: shared.counters(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use search::parts::{Lag, new_table};
    use search::{Clock, Limits, Request};

    use super::super::history::History;
    use super::*;
    use crate::swim::Swim;

    #[test]
    fn ponder_hit_interrupts_an_iteration_if_the_soft_bound_is_over() {
        let position = Swim::from_fen(Swim::GAME.start).unwrap();
        let limits = Limits {
            ponder: true,
            clock: Some(Clock {
                time: Duration::from_secs(3600),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..Limits::depth(4)
        };
        // A single move has no soft time.
        let single = position.legal_moves()[..1].to_vec();
        for (search_moves, is_over) in [(single, true), (Vec::new(), false)] {
            let request = Request::new(position, limits).with_search_moves(search_moves);
            let shared = Shared::new(new_table(1).unwrap(), request, 1, Lag::default());
            let mut history = History::new();
            let mut td = ThreadData::new(0, &shared, &mut history, None);
            iterate(&mut td);
            assert!(!td.stopped && shared.control.is_pondering());
            // The hit comes during another iteration, long before the hard bound.
            shared.control.ponder_hit();
            td.root_depth = 8;
            aspirate(&mut td);
            assert_eq!(td.stopped, is_over);
        }
    }
}
