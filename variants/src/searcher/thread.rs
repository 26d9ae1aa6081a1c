//! The state of one search thread.

use movegen::KeyHistory;
use search::Event;
use search::parts::{Entry, FIRST_NODES, MAX_PLY, NO_SCORE, Reporter, RootMove};

use super::history::{History, PieceTo};
use super::order::Hints;
use super::shared::Shared;
use crate::rules::Rules;
use crate::types::Move;

/// Nodes between two checks of clock and counters.
const POLL_INTERVAL: u64 = 128;

/// One ply of the line being searched.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    pub(super) static_eval: i32,
    pub(super) killers: [Option<Move>; 2],
    /// Kind and destination of the move made here; `None` for a null move.
    pub(super) piece_to: Option<PieceTo>,
    /// The move excluded by a singular search.
    pub(super) excluded: Option<Move>,
}

const EMPTY: StackEntry = StackEntry {
    static_eval: NO_SCORE,
    killers: [None; 2],
    piece_to: None,
    excluded: None,
};

/// Everything one thread needs for one search.
pub(super) struct ThreadData<'a, R> {
    pub(super) id: usize,
    pub(super) shared: &'a Shared<R>,
    pub(super) history: &'a mut History,
    pub(super) stack: Vec<StackEntry>,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<Move>>,
    /// Keys of the positions before the current one.
    pub(super) keys: KeyHistory,
    pub(super) root_moves: Vec<RootMove<Move>>,
    /// The MultiPV line being searched; the root moves before it already have their lines.
    pub(super) pv_index: usize,
    pub(super) root_depth: i32,
    pub(super) seldepth: u32,
    /// Changes of the best root move in this iteration.
    pub(super) best_move_changes: u32,
    pub(super) nodes: u64,
    node_limit: u64,
    pub(super) reporter: Reporter<'a, Move>,
    pub(super) stopped: bool,
    pub(super) stop_on_ponder_hit: bool,
    /// No null move before this ply while one is verified.
    pub(super) nmp_min_ply: usize,
}

impl<'a, R: Rules> ThreadData<'a, R> {
    pub(super) fn new(
        id: usize,
        shared: &'a Shared<R>,
        history: &'a mut History,
        listener: Option<&'a mut dyn FnMut(Event<Move>)>,
    ) -> Self {
        Self {
            id,
            shared,
            history,
            stack: vec![EMPTY; MAX_PLY + 4],
            lines: vec![Vec::new(); MAX_PLY + 2],
            keys: shared.earlier.clone(),
            root_moves: shared
                .root_moves
                .iter()
                .copied()
                .map(RootMove::new)
                .collect(),
            pv_index: 0,
            root_depth: 0,
            seldepth: 0,
            best_move_changes: 0,
            nodes: 0,
            node_limit: shared.control.node_limit(),
            reporter: Reporter::new(&shared.control, listener, shared.control.begun),
            stopped: false,
            stop_on_ponder_hit: false,
            nmp_min_ply: 0,
        }
    }

    /// True if the search is over.
    #[inline]
    pub(super) fn should_stop(&mut self) -> bool {
        let are_first_done = || self.root_depth > 1 || self.nodes >= FIRST_NODES;
        let is_stopped = self.shared.control.is_stopped();
        if self.nodes >= self.node_limit || (is_stopped && are_first_done()) {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.stopped
    }

    /// Publishes the counters, and checks the limits that cost more than a comparison.
    #[cold]
    fn poll(&mut self) {
        self.publish_nodes();
        let shared = self.shared;
        if self.is_main() && self.reporter.poll() {
            self.reporter.report(Event::Counters(shared.counters()));
        }
        shared.control.stop_if_over(self.stop_on_ponder_hit);
    }

    pub(super) fn publish_nodes(&self) {
        self.shared.control.publish_counters(self.id, self.nodes, 0);
    }

    /// True for the thread that reports and manages the time.
    pub(super) fn is_main(&self) -> bool {
        self.id == 0
    }

    /// The table's entry of a position, with its score as seen from the root, `ply` plies before.
    pub(super) fn probe(&self, position: &R, ply: usize) -> Option<Entry<Move>> {
        let entry = self.shared.table.probe::<Move>(position.key());
        entry.map(|entry| entry.from_table(ply, position.halfmove_clock()))
    }

    /// Stores an entry of a position whose score is as seen from the root, `ply` plies before.
    pub(super) fn store(&self, position: &R, ply: usize, entry: Entry<Move>) {
        self.shared.table.store(position.key(), entry.to_table(ply));
    }

    /// Makes a move at `ply`; `None` if it is not legal.
    #[inline]
    pub(super) fn make(&mut self, position: &R, mv: Move, ply: usize) -> Option<R> {
        let child = position.make(mv)?;
        self.stack[ply].piece_to = Some(PieceTo::of(position, mv));
        self.enter(position, &child);
        Some(child)
    }

    /// Makes a null move at `ply`.
    pub(super) fn make_null(&mut self, position: &R, ply: usize) -> R {
        let child = position.make_null();
        self.stack[ply].piece_to = None;
        self.enter(position, &child);
        child
    }

    #[inline(always)]
    fn enter(&mut self, parent: &R, child: &R) {
        self.shared.table.prefetch(child.key());
        self.keys.push(parent.key());
        self.nodes += 1;
    }

    #[inline(always)]
    pub(super) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Hints for the move order at `ply`.
    pub(super) fn hints(&self, tt_move: Option<Move>, ply: usize) -> Hints {
        let before = |plies| {
            ply.checked_sub(plies)
                .and_then(|ply| self.stack[ply].piece_to)
        };
        Hints {
            tt_move,
            killers: self.stack[ply].killers,
            before: [before(1), before(2)],
        }
    }

    /// Sets the best line at `ply`: the move and the best line of the next ply.
    pub(super) fn update_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// True if this pass searches all legal moves of the root.
    pub(super) fn has_all_root_moves(&self) -> bool {
        self.shared.unrestricted && self.pv_index == 0
    }

    /// The root moves of this pass.
    pub(super) fn candidates(&self) -> &[RootMove<Move>] {
        &self.root_moves[self.pv_index..]
    }
}
