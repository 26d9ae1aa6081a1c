//! Iterative deepening: one search after another, each a ply deeper, until time or depth is up.

use std::cmp::Reverse;

use movegen::{Board, Move};

use crate::alphabeta::{Root, alpha_beta};
use crate::movepick::MovePicker;
use crate::params;
use crate::report::{Event, SearchInfo};
use crate::score::{Bound, INFINITE, MATE, MAX_PLY, Score, is_decisive, mated_in};
use crate::shared::{Finding, SharedContext};
use crate::thread::{RootMove, ThreadData};
use crate::time::Progress;
use crate::wdl::Wdl;

/// How the main thread speaks; helpers do not.
pub(crate) type Reporter<'a> = Option<&'a mut dyn FnMut(Event)>;

/// Searches the root position deeper and deeper. What is found is left in the shared
/// [`Finding`] of this thread, iteration by iteration.
pub(crate) fn iterate(td: &mut ThreadData, mut report: Reporter) {
    let shared = td.shared;
    if td.root_moves.is_empty() {
        td.shared.finding(td.id).score = if shared.board.in_check() {
            mated_in(0)
        } else {
            0
        };
        return;
    }
    order_root_moves(td);
    td.shared.finding(td.id).pv = vec![td.root_moves[0].mv];
    let multi_pv = shared.options.multi_pv.clamp(1, td.root_moves.len());
    let deepest = shared.limits.depth.map_or(MAX_PLY, |depth| depth as usize);
    let mut pace = Pace::default();
    for depth in 1..=deepest.clamp(1, MAX_PLY) {
        td.root_depth = depth as i32;
        for root in &mut td.root_moves {
            root.previous_score = root.score;
        }
        for index in 0..multi_pv {
            td.pv_index = index;
            td.seldepth = 0;
            aspirate(td, &mut report);
            td.root_moves[..=index].sort_by_key(RootMove::order);
            if td.stopped {
                break;
            }
        }
        td.pv_index = 0;
        td.tell_counters();
        keep_finding(td);
        if let Some(report) = &mut report {
            report_lines(td, multi_pv, report);
        }
        if td.stopped || mate_found(td) {
            break;
        }
        pace.note(td);
        if report.is_some() && is_enough(shared, pace.progress(td)) {
            if !shared.is_pondering() {
                break;
            }
            td.stop_on_ponder_hit = true;
        }
    }
    td.tell_counters();
    if let Some(report) = &mut report
        && let Some(trouble) = shared.tablebase_trouble()
    {
        report(Event::Warning(trouble.to_owned()));
    }
}

/// Puts the root moves in the order of the first look at them, for there may be no time for a
/// second one.
fn order_root_moves(td: &mut ThreadData) {
    let board = &td.shared.board;
    let known = td.tt.probe(board.key()).and_then(|entry| entry.mv);
    let mut picker = MovePicker::new(known.filter(|&mv| board.is_legal(mv)));
    let mut order = Vec::new();
    while let Some(mv) = picker.next(board, td.history, &td.stack, 0) {
        order.push(mv);
    }
    td.root_moves.sort_by_cached_key(|root| {
        (
            Reverse(root.rank),
            order.iter().position(|&mv| mv == root.mv),
        )
    });
}

/// Searches the moves from `td.pv_index` on with a window around the score expected, widening the
/// window while it is missed.
fn aspirate(td: &mut ThreadData, report: &mut Reporter) {
    let board: Board = td.shared.board;
    let first = td.pv_index;
    let average = td.root_moves[first].average;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    let mut delta = params::aspiration_delta();
    if let Some(average) = average
        && td.root_depth >= params::aspiration_depth()
        && !is_decisive(average)
    {
        delta += average * average / 16_384;
        (alpha, beta) = window(average, delta);
    }
    let mut reduction = 0;
    loop {
        let depth = (td.root_depth - reduction).max(1);
        let score = alpha_beta::<Root>(td, &board, alpha, beta, depth, 0, false);
        // Stable: moves that did not become the best keep their order.
        td.root_moves[first..].sort_by_key(RootMove::order);
        if td.stopped {
            return;
        }
        if score <= alpha {
            beta = (alpha + beta) / 2;
            alpha = (score - delta).max(-INFINITE);
            reduction = 0;
        } else if score >= beta {
            beta = (score + delta).min(INFINITE);
            // The move is known to be good; how good can be told with less depth.
            reduction += i32::from(!is_decisive(score) && reduction < 3);
        } else {
            return;
        }
        if is_decisive(score) {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        delta += delta * params::aspiration_growth() / 100;
        if let Some(report) = report
            && td.shared.time.elapsed().as_secs() >= 3
        {
            td.tell_counters();
            report(Event::Info(info(td, first)));
        }
    }
}

fn window(centre: Score, delta: Score) -> (Score, Score) {
    (
        (centre - delta).max(-INFINITE),
        (centre + delta).min(INFINITE),
    )
}

/// Leaves what this thread has found where the others see it.
fn keep_finding(td: &ThreadData) {
    let best = &td.root_moves[0];
    if best.score == -INFINITE {
        return;
    }
    // An interrupted iteration counts as the one before.
    let depth = td.root_depth as u32 - u32::from(td.stopped);
    *td.shared.finding(td.id) = Finding {
        pv: best.pv.clone(),
        score: best.told(best.score, Bound::Exact).0,
        depth,
        seldepth: best.seldepth,
    };
}

/// Reports each variation: those an interrupted iteration has not reached as they were before.
fn report_lines(td: &ThreadData, multi_pv: usize, report: &mut dyn FnMut(Event)) {
    for index in 0..multi_pv {
        report(Event::Info(info(td, index)));
    }
}

fn info(td: &ThreadData, index: usize) -> SearchInfo {
    let root = &td.root_moves[index];
    let searched = root.score != -INFINITE;
    let (score, bound) = if searched {
        (root.score, root.bound)
    } else {
        (root.previous_score, Bound::Exact)
    };
    let (score, bound) = root.told(score, bound);
    let depth = td.root_depth as u32 - u32::from(!searched && td.root_depth > 1);
    describe(
        td.shared,
        index + 1,
        Finding {
            pv: root.pv.clone(),
            score: if score == -INFINITE { 0 } else { score },
            depth,
            seldepth: root.seldepth,
        },
        bound,
    )
}

/// A report with the counters of the moment.
pub(crate) fn describe(
    shared: &SharedContext,
    multipv: usize,
    finding: Finding,
    bound: Bound,
) -> SearchInfo {
    let nodes = shared.nodes();
    let time = shared.time.elapsed();
    SearchInfo {
        depth: finding.depth,
        seldepth: finding.seldepth,
        multipv,
        score: finding.score,
        bound,
        wdl: Wdl::new(finding.score, &shared.board),
        nodes,
        nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
        hashfull: shared.tt.hashfull(),
        time,
        pv: finding.pv,
        tb_hits: shared.tb_hits(),
    }
}

/// True when a mate as short as was asked for is found, or none can be shorter.
fn mate_found(td: &ThreadData) -> bool {
    let limits = &td.shared.limits;
    limits.mate.is_some_and(|moves| {
        let plies = 2 * moves.min(MAX_PLY as u32) as Score;
        MATE - td.root_moves[0].score.abs() <= plies
    })
}

/// True when no further iteration should begin.
fn is_enough(shared: &SharedContext, progress: Progress) -> bool {
    let soft_nodes = shared.limits.soft_nodes;
    shared.time.is_soft_over(progress) || soft_nodes.is_some_and(|soft| shared.nodes() >= soft)
}

/// How best move and score have changed from iteration to iteration.
#[derive(Default)]
struct Pace {
    best: Option<Move>,
    stability: u32,
    average: Option<Score>,
    drop: Score,
}

impl Pace {
    fn note(&mut self, td: &ThreadData) {
        let best = &td.root_moves[0];
        self.stability = if self.best == Some(best.mv) {
            self.stability + 1
        } else {
            0
        };
        self.best = Some(best.mv);
        let average = self.average.unwrap_or(best.score);
        self.drop = average - best.score;
        self.average = Some((3 * average + best.score) / 4);
    }

    fn progress(&self, td: &ThreadData) -> Progress {
        Progress {
            node_share: td.root_moves[0].nodes as f64 / td.nodes.max(1) as f64,
            stability: self.stability,
            drop: self.drop,
        }
    }
}
