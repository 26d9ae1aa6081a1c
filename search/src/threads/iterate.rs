//! Iterative deepening: repeated searches, each a ply deeper, until a limit is reached.

use std::iter;

use movegen::Board;

use crate::eval::evaluate;
use crate::order::movepick::MovePicker;
use crate::params;
use crate::report::{Event, Progress};
use crate::score::{INFINITE, MATE, MAX_PLY, Score, is_decisive};
use crate::threads::control::ThreadResult;
use crate::threads::root::{RootMove, lines_after, lines_within};
use crate::threads::thread::ThreadData;
use crate::time::Pace;
use crate::tree::alphabeta::alpha_beta;
use crate::tree::node::{Root, Window};

/// Iterative deepening of the root position. After each iteration the result is published as the
/// [`ThreadResult`] of this thread, and reported if this is the main thread. Returns the last
/// lines.
pub(crate) fn iterate(td: &mut ThreadData) -> Vec<ThreadResult> {
    let shared = td.shared;
    let control = &shared.control;
    if td.root_moves.is_empty() {
        let lines = vec![ThreadResult::of_final_position(shared.board.in_check())];
        *control.result(td.id) = lines[0].clone();
        report_lines(td, &lines);
        return lines;
    }
    order_root_moves(td);
    // Reported if the first iteration is interrupted.
    td.root_moves[0].score = evaluate(&shared.network, &shared.board);
    control.result(td.id).pv = vec![td.root_moves[0].mv];
    let multi_pv = shared.options.multi_pv.clamp(1, td.root_moves.len());
    // Helper threads go on until the main one has finished.
    let limit = control.limits.depth.filter(|_| td.is_main());
    let deepest = limit.map_or(MAX_PLY, |depth| depth as usize);
    let mut pace = Pace::new(td.last_score);
    let mut lines = Vec::new();
    for depth in 1..=deepest.clamp(1, MAX_PLY) {
        td.root_depth = depth as i32;
        search_lines(td, multi_pv, &lines);
        td.publish_counters();
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
            pace.finish_iteration(td.iteration(&lines[0]));
            if should_end(td, &lines[0], &pace) {
                break;
            }
        }
        td.root_moves.iter_mut().for_each(RootMove::correct_rank);
        RootMove::sort(&mut td.root_moves);
    }
    td.publish_counters();
    if td.is_main()
        && let Some(failure) = shared.probe_failure()
    {
        td.reporter.report(Event::Warning(failure.to_owned()));
    }
    lines
}

/// An iteration: searches for the best `multi_pv` lines, one after the other, until stopped. `before`
/// are those of the iteration before.
fn search_lines(td: &mut ThreadData, multi_pv: usize, before: &[ThreadResult]) {
    td.best_move_changes = 0;
    td.root_moves.iter_mut().for_each(RootMove::begin_iteration);
    for index in 0..multi_pv {
        td.pv_index = index;
        td.seldepth = 0;
        if index > 0 || !search_mate(td) {
            aspirate(td);
        }
        RootMove::sort(&mut td.root_moves[..=index]);
        if td.stopped {
            break;
        }
        if index + 1 < multi_pv && td.is_main() && td.reporter.is_due() {
            td.publish_counters();
            let found = &td.root_moves[..=index];
            let lines = lines_within(found, td.root_depth as u32, before, multi_pv);
            report_lines(td, &lines);
        }
    }
}

/// True if the main thread ends the search after an iteration with this best line. While pondering, it
/// notes that for the ponder hit instead.
fn should_end(td: &mut ThreadData, best: &ThreadResult, pace: &Pace) -> bool {
    let control = &td.shared.control;
    // If the first iteration has no reply to ponder on, the second one finds it.
    let may_end = best.pv.len() > 1 || td.root_depth > 1;
    let progress = Progress {
        best: best.pv[0],
        score: best.score,
        nodes: td.nodes,
    };
    td.stop_on_ponder_hit =
        may_end && (control.is_soft_limit_reached(pace) || td.is_enough(progress));
    td.stop_on_ponder_hit && !control.is_pondering()
}

/// Orders the root moves by rank and move picker: there may be time for only one iteration.
fn order_root_moves(td: &mut ThreadData) {
    let board = &td.shared.board;
    let known = td.tt.probe(board.key()).and_then(|entry| entry.mv);
    let mut picker = MovePicker::new(known.filter(|&mv| board.is_legal(mv)));
    let picked = iter::from_fn(|| picker.next(board, td.history, &td.stack, 0));
    RootMove::arrange(&mut td.root_moves, picked);
    RootMove::sort(&mut td.root_moves);
}

/// `go mate`: searches with a window of mates within the limit. No evaluation reaches it, so
/// pruning on a winning score cannot hide a mate. Returns true if the search is over; a mate found
/// before it was stopped counts.
fn search_mate(td: &mut ThreadData) -> bool {
    let Some(plies) = td.shared.control.limits.mate_plies() else {
        return false;
    };
    let board: Board = td.shared.board;
    let window = Window::new(MATE - plies, INFINITE);
    let before = td.root_moves.clone();
    alpha_beta::<Root>(td, &board, window, td.root_depth, 0, false);
    let is_found = td.root_moves.iter().any(|root| root.score > window.alpha);
    if is_found {
        RootMove::sort(&mut td.root_moves);
    } else {
        // Mate bounds are useless as centers of the aspiration windows.
        td.root_moves = before;
        (td.seldepth, td.best_move_changes) = (0, 0);
    }
    is_found || td.stopped
}

/// Aspiration windows: searches the moves from `td.pv_index` on with a window around the expected
/// score, widening it while the score falls outside.
fn aspirate(td: &mut ThreadData) {
    let board: Board = td.shared.board;
    let first = td.pv_index;
    let average = td.root_moves[first].average;
    let mut window = Window::FULL;
    // Helper threads get different windows, so that they search different trees.
    let mut delta = params::aspiration_delta() + params::aspiration_helper() * (td.id % 8) as Score;
    if let Some(average) = average
        && td.root_depth >= params::aspiration_depth()
        && !is_decisive(average)
    {
        delta += average * average / params::aspiration_score_divisor();
        window = Window::around(average, delta);
    }
    let mut reduction = 0;
    loop {
        let depth = (td.root_depth - reduction).max(1);
        let score = alpha_beta::<Root>(td, &board, window, depth, 0, false);
        // Moves that did not become the best have equal scores and keep their order.
        RootMove::sort(&mut td.root_moves[first..]);
        if td.stopped {
            return;
        }
        if score <= window.alpha {
            window.beta = (window.alpha + window.beta) / 2;
            window.alpha = (score - delta).max(-INFINITE);
            reduction = 0;
            // A falling score needs more time.
            td.stop_on_ponder_hit = false;
        } else if score >= window.beta {
            window.beta = (score + delta).min(INFINITE);
            // The move is good; less depth is enough to determine its score.
            reduction += i32::from(reduction < params::aspiration_reduction());
        } else {
            return;
        }
        if is_decisive(score) {
            window = Window::FULL;
            reduction = 0;
        }
        delta += delta * params::aspiration_growth() / 100;
        // With several lines, the move that failed high or low may still head another reported
        // line.
        if td.is_main() && td.reporter.is_long() && td.shared.options.multi_pv == 1 {
            td.publish_counters();
            let line = td.root_moves[first].line_outside_window(td.root_depth as u32, score);
            let info = td.shared.info(first + 1, line);
            td.reporter.report(Event::Info(info));
        }
    }
}

fn report_lines(td: &mut ThreadData, lines: &[ThreadResult]) {
    if td.reporter.has_listener() {
        for (index, line) in lines.iter().enumerate() {
            let info = td.shared.info(index + 1, line.clone());
            td.reporter.report(Event::Info(info));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::nnue::Network;
    use crate::threads::shared::SharedContext;
    use crate::threads::thread::ThreadState;
    use crate::{Clock, Limits, Request};

    #[test]
    fn ponder_hit_interrupts_an_iteration_if_the_soft_bound_is_over() {
        let board = Board::default();
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
        let single = board.legal_moves()[..1].to_vec();
        for (search_moves, is_over) in [(single, true), (Vec::new(), false)] {
            let request = Request::new(board, limits).with_search_moves(search_moves);
            let shared = SharedContext::small(request, 1);
            let mut state = ThreadState::try_new(Network::embedded()).unwrap();
            let mut td = ThreadData::new(0, &shared, &mut state, None);
            iterate(&mut td);
            assert!(!td.stopped && shared.control.is_pondering());
            // The hit comes during another iteration, long before the hard bound.
            shared.control.ponder_hit();
            td.root_depth = 9;
            aspirate(&mut td);
            assert_eq!(td.stopped, is_over);
        }
    }
}
