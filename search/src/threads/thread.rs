//! The state of one search thread.

use std::hint::black_box;
use std::sync::Arc;

use bytemuck::Zeroable;
use movegen::memory::HugePages;
use movegen::{Board, KeyHistory, Move};

use crate::eval::correction::{Correction, corrected};
use crate::eval::known_ending_or;
use crate::nnue::{AccumulatorStack, Network};
use crate::order::history::{History, quiet_index};
use crate::report::{Event, Progress};
use crate::score::{LARGEST_EVAL, Score};
use crate::stack::{NO_PIECE_TO, PvTable, Stack, piece_to};
use crate::tables::tablebase::{Prober, TablebaseScore};
use crate::tables::tt::{Entry, TranspositionTable};
use crate::threads::control::{FIRST_NODES, ThreadResult};
use crate::threads::reporter::Reporter;
use crate::threads::root::RootMove;
use crate::threads::shared::SharedContext;
use crate::time::Iteration;

/// Nodes between two checks of the clock and counters.
const POLL_INTERVAL: u64 = 512;

/// The nodes that a tablebase hit counts as in the first iteration, because the probe may have had to
/// read the disk.
const PROBE_NODES: u64 = 100;

/// An upper bound on the memory of a thread besides its histories and stack, in bytes. Most of it is
/// for the accumulators.
const OTHER_MEMORY: usize = 2 << 20;

/// The histories of a thread.
#[derive(Zeroable)]
pub(crate) struct Histories {
    pub(crate) moves: History,
    correction: Correction,
}

/// The state of a thread that is kept between searches.
pub(crate) struct ThreadState {
    pub(crate) histories: Box<HugePages<Histories>>,
    pub(crate) accumulators: AccumulatorStack,
    /// For each color, the score of its last search, for the time of the next one.
    last_scores: [Option<Score>; 2],
    /// Kept to save its allocation. Needs no clearing: a node clears its own variation before its
    /// parent reads it.
    pv: PvTable,
}

impl ThreadState {
    /// `None` if the memory cannot be allocated.
    pub(crate) fn try_new(network: Arc<Network>) -> Option<Self> {
        let histories = HugePages::try_zeroed()?;
        // Only the histories are large, but the allocations that follow must not fail either.
        let mut other = Vec::<u8>::new();
        other.try_reserve_exact(OTHER_MEMORY).ok()?;
        // An allocation without any use would be optimized away.
        drop(black_box(other));
        Some(Self {
            histories,
            accumulators: AccumulatorStack::new(network),
            last_scores: [None; 2],
            pv: PvTable::new(),
        })
    }

    /// Clears the histories and the last scores.
    pub(crate) fn clear(&mut self) {
        bytemuck::write_zeroes(&mut **self.histories);
        self.last_scores = [None; 2];
    }

    /// Records the score of a search of the main thread that has ended.
    pub(crate) fn record_score(&mut self, shared: &SharedContext) {
        if let Some(score) = shared.control.score_to_remember() {
            self.last_scores[shared.board.side_to_move().index()] = Some(score);
        }
    }
}

/// Everything one thread needs for one search.
pub(crate) struct ThreadData<'a> {
    pub(crate) id: usize,
    pub(crate) shared: &'a SharedContext,
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) history: &'a mut History,
    pub(crate) correction: &'a mut Correction,
    accumulators: &'a mut AccumulatorStack,
    pub(crate) stack: Box<Stack>,
    /// The score of the last search for the side to move.
    pub(crate) last_score: Option<Score>,
    pub(crate) pv: &'a mut PvTable,
    pub(crate) keys: KeyHistory,
    pub(crate) root_moves: Vec<RootMove>,
    /// True if all legal moves are root moves of the same rank when the search begins.
    unrestricted: bool,
    /// The index of this pass's first root move: the better ones already have their lines.
    pub(crate) pv_index: usize,
    /// Depth of the iteration, in plies.
    pub(crate) root_depth: i32,
    /// Changes of the best root move in this iteration.
    pub(crate) best_move_changes: u32,
    pub(crate) seldepth: u32,
    /// Nodes searched, counted as moves made.
    pub(crate) nodes: u64,
    /// Positions below the root found in tablebases.
    tb_hits: u64,
    /// The tablebases, if nodes below the root are to be probed.
    prober: Option<&'a Prober>,
    node_limit: u64,
    pub(crate) reporter: Reporter<'a>,
    /// Called after an iteration; returns true if no further one is needed.
    pub(crate) is_enough: Option<&'a mut dyn FnMut(Progress) -> bool>,
    /// True once the search is over; all further scores are meaningless.
    pub(crate) stopped: bool,
    /// True while pondering if the search would be over on a running clock.
    pub(crate) stop_on_ponder_hit: bool,
    /// No null moves before this ply, while one is being verified.
    pub(crate) nmp_min_ply: usize,
}

impl<'a> ThreadData<'a> {
    /// The data of thread `id` of a search; the main thread, 0, has a `listener`.
    pub(crate) fn new(
        id: usize,
        shared: &'a SharedContext,
        state: &'a mut ThreadState,
        listener: Option<&'a mut dyn FnMut(Event)>,
    ) -> Self {
        let control = &shared.control;
        let arrived = control.time.elapsed();
        let ranking = shared.ranking();
        let ranking_time = control.time.elapsed() - arrived;
        if !Arc::ptr_eq(state.accumulators.network(), &shared.network) {
            state.accumulators = AccumulatorStack::new(Arc::clone(&shared.network));
        }
        state.accumulators.begin(&shared.board);
        let Histories {
            moves: history,
            correction,
        } = &mut **state.histories;
        history.age();
        let moves = &ranking.moves;
        let unrestricted = moves.len() == shared.board.legal_moves().len()
            && moves.iter().all(|ranked| ranked.rank == moves[0].rank);
        Self {
            id,
            shared,
            tt: &shared.tt,
            history,
            correction,
            accumulators: &mut state.accumulators,
            stack: Box::new(Stack::new()),
            last_score: state.last_scores[shared.board.side_to_move().index()],
            pv: &mut state.pv,
            keys: shared.previous_keys.clone(),
            root_moves: moves.iter().map(RootMove::ranked).collect(),
            unrestricted,
            pv_index: 0,
            root_depth: 0,
            best_move_changes: 0,
            seldepth: 0,
            nodes: 0,
            tb_hits: 0,
            prober: shared.prober.as_ref().filter(|_| ranking.probe_nodes),
            node_limit: control.node_limit(),
            reporter: Reporter::new(control, listener, control.begun + ranking_time),
            is_enough: None,
            stopped: false,
            stop_on_ponder_hit: false,
            nmp_min_ply: 0,
        }
    }

    /// True if the search is over; checked once per node. Within the [`FIRST_NODES`] of the first
    /// iteration, only a node limit ends it, and only with one thread; a tablebase hit counts as
    /// [`PROBE_NODES`] of them.
    #[inline(always)]
    pub(crate) fn should_stop(&mut self) -> bool {
        let first_nodes = || self.nodes + self.tb_hits * PROBE_NODES;
        let are_first_done = || self.root_depth > 1 || first_nodes() >= FIRST_NODES;
        if self.nodes >= self.node_limit || (self.shared.control.is_stopped() && are_first_done()) {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.stopped
    }

    /// Publishes the counters, and checks the limits that cost more than a comparison.
    #[cold]
    fn poll(&mut self) {
        self.publish_counters();
        let shared = self.shared;
        if self.is_main() && self.reporter.poll() {
            self.reporter.report(Event::Counters(shared.counters()));
        }
        shared.control.stop_if_over(self.stop_on_ponder_hit);
    }

    /// The iteration that has ended with `best` as its first line.
    pub(crate) fn iteration(&self, best: &ThreadResult) -> Iteration {
        Iteration::new(best, &self.root_moves, self.nodes, self.best_move_changes)
    }

    /// True if the caller needs no further iteration.
    pub(crate) fn is_enough(&mut self, progress: Progress) -> bool {
        let is_enough = self.is_enough.as_mut();
        is_enough.is_some_and(|is_enough| is_enough(progress))
    }

    /// True for the main thread, which reports and manages the time.
    pub(crate) fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Publishes this thread's counters.
    pub(crate) fn publish_counters(&self) {
        let control = &self.shared.control;
        control.publish_counters(self.id, self.nodes, self.tb_hits);
    }

    /// Probes the tablebases for a node below the root, but not after a null move: it resets the
    /// halfmove clock, whose real value the tables would then ignore.
    #[inline]
    pub(crate) fn probe_tablebase(
        &mut self,
        board: &Board,
        depth: i32,
        ply: usize,
    ) -> Option<TablebaseScore> {
        let prober = self.prober?;
        self.stack.before(ply, 1).mv?;
        let known = prober.probe(board, depth, ply)?;
        self.tb_hits += 1;
        // The disk may be slow.
        self.poll();
        Some(known)
    }

    /// The TT entry of `board`, `ply` plies from the root, with its score as seen from the root.
    #[inline]
    pub(crate) fn probe(&self, board: &Board, ply: usize) -> Option<Entry> {
        let entry = self.tt.probe::<Move>(board.key());
        entry.map(|entry| entry.from_table(ply, board.halfmove_clock()))
    }

    /// Stores an entry of `board` whose score is as seen from the root, `ply` plies before.
    #[inline]
    pub(crate) fn store(&self, board: &Board, ply: usize, entry: Entry) {
        self.tt.store(board.key(), entry.to_table(ply));
    }

    /// Prefetches the TT entry of the position after `mv`, a move that will probably be searched
    /// soon.
    #[inline(always)]
    pub(crate) fn prefetch_after(&self, board: &Board, mv: Option<Move>) {
        if let Some(mv) = mv {
            self.tt.prefetch(board.predicted_key(mv));
        }
    }

    /// Makes a move at `ply` on `board`, a copy of the node's board, and prefetches the table
    /// entries of the resulting position. The move is made in place: a returned board would be copied,
    /// and loads of the copy would wait for the stores of the move.
    #[inline]
    pub(crate) fn make(&mut self, board: &mut Board, mv: Move, ply: usize) {
        // For moves that `prefetch_after` has not seen, as early as possible: the entry is seldom cached,
        // and the predicted key seldom wrong.
        self.tt.prefetch(board.predicted_key(mv));
        let entry = self.stack.at_mut(ply);
        entry.mv = Some(mv);
        entry.piece_to = piece_to(board, mv);
        entry.quiet_index = (!mv.is_noisy()).then(|| quiet_index(board, mv));
        self.push_key_and_count(board);
        board.make(mv);
        self.correction.prefetch(board, &self.stack, ply + 1);
        self.accumulators.push(board);
    }

    /// Makes a null move at `ply` on `board`, a copy of the node's board.
    pub(crate) fn make_null(&mut self, board: &mut Board, ply: usize) {
        self.tt.prefetch(board.key_after_null());
        let entry = self.stack.at_mut(ply);
        entry.mv = None;
        entry.piece_to = NO_PIECE_TO;
        entry.quiet_index = None;
        self.push_key_and_count(board);
        board.make_null();
        self.accumulators.push(board);
    }

    #[inline(always)]
    fn push_key_and_count(&mut self, parent: &Board) {
        self.keys.push(parent.key());
        self.nodes += 1;
    }

    /// Takes the last move back.
    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
        self.accumulators.pop();
    }

    /// The score of a draw, varied between -1 and 1, so that the search does not treat all drawing
    /// lines alike and looks for a way around (after Stockfish).
    #[inline(always)]
    pub(crate) fn draw_score(&self) -> Score {
        (self.nodes & 2) as Score - 1
    }

    /// The uncorrected evaluation, as stored in the TT, with noise below full strength.
    #[inline]
    pub(crate) fn raw_eval(&mut self, board: &Board) -> Score {
        let error = match &self.shared.handicap {
            Some(handicap) => handicap.eval_noise(board),
            None => 0,
        };
        let eval = known_ending_or(board, || self.accumulators.evaluate());
        (eval + error).clamp(-LARGEST_EVAL, LARGEST_EVAL)
    }

    /// True if a search below full strength skips `mv` at `ply`.
    #[inline]
    pub(crate) fn skips_move(&self, board: &Board, mv: Move, ply: usize) -> bool {
        match &self.shared.handicap {
            Some(handicap) => {
                let recaptured = self.stack.before(ply, 1).mv.map(Move::destination);
                handicap.skips_move(board, mv, recaptured, ply)
            }
            None => false,
        }
    }

    /// The evaluation adjusted by the correction history.
    #[inline]
    pub(crate) fn corrected_eval(&self, board: &Board, raw: Score, ply: usize) -> Score {
        corrected(board, raw, self.correction.of(board, &self.stack, ply))
    }

    /// True if this pass over the root searches all legal moves.
    #[inline(always)]
    pub(crate) fn has_all_root_moves(&self) -> bool {
        self.unrestricted && self.pv_index == 0
    }

    /// True if this pass searches `mv`.
    #[inline]
    pub(crate) fn is_candidate(&self, mv: Move) -> bool {
        self.has_all_root_moves() || self.candidates().iter().any(|root| root.mv == mv)
    }

    /// The root moves of this pass: the best remaining one and the others of its rank.
    pub(crate) fn candidates(&self) -> &[RootMove] {
        let left = &self.root_moves[self.pv_index..];
        let same = left.iter().take_while(|root| root.rank == left[0].rank);
        &left[..same.count()]
    }
}
