//! What the threads of a search share, and what belongs to one of them.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use movegen::{Board, KeyHistory, Move};

use crate::correction::{Correction, corrected};
use crate::eval::Evaluator;
use crate::history::{History, NO_PIECE_TO, piece_to, quiet_index};
use crate::limits::{Limits, Options};
use crate::nnue::Network;
use crate::score::{Bound, INFINITE, Score, WIN_BOUND, mate_in};
use crate::stack::{PvTable, Stack};
use crate::strength::Handicap;
use crate::tablebase::{Known, Prober, Rank, RankedMove, Ranking, Tablebase};
use crate::time::{Lag, TimeManager};
use crate::tt::TranspositionTable;

/// How many nodes a thread searches between two looks at clocks and counters.
const POLL_INTERVAL: u64 = 512;
/// A search that is stopped sooner still asks the endgame tables about its moves: unless the disk is
/// slow that takes much less, and without them a move made in haste throws a won ending away.
const RANKING_TIME: Duration = Duration::from_millis(100);

/// So many nodes of a first iteration are searched in any case. It seldom takes a tenth of them,
/// but sixteen queens can make quiescence of a single move last for minutes.
const FIRST_LOOK: u64 = 10_000;

/// A thread's counters, on a cache line of their own, so that threads do not wait for each other's
/// writes.
#[derive(Default, Debug)]
#[repr(align(128))]
struct Counters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// What one thread has found so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finding {
    pub(crate) pv: Vec<Move>,
    pub(crate) score: Score,
    /// Depth of the iteration, in plies; 0 when none is finished.
    pub(crate) depth: u32,
    pub(crate) seldepth: u32,
}

/// Everything the threads of one search share.
#[derive(Debug)]
pub(crate) struct SharedContext {
    pub(crate) tt: Arc<TranspositionTable>,
    network: Arc<Network>,
    pub(crate) board: Board,
    pub(crate) previous_keys: Vec<u64>,
    /// The moves to be searched at the root: all of them legal.
    pub(crate) root_moves: Vec<Move>,
    pub(crate) limits: Limits,
    pub(crate) options: Options,
    pub(crate) handicap: Option<Handicap>,
    pub(crate) time: TimeManager,
    /// The longest that the main thread has gone without looking at the clock, in microseconds.
    longest_wait: AtomicU64,
    stop: AtomicBool,
    pondering: AtomicBool,
    prober: Option<Prober>,
    ranking: OnceLock<Ranking>,
    counters: Box<[Counters]>,
    findings: Box<[Mutex<Finding>]>,
    gate: Mutex<()>,
    opened: Condvar,
}

/// A lock whose holder may have panicked: what it guards is whole all the same.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedContext {
    pub(crate) fn new(
        tt: Arc<TranspositionTable>,
        board: Board,
        previous_keys: &[u64],
        limits: Limits,
        options: Options,
        threads: usize,
        lag: Lag,
    ) -> Self {
        let legal = board.legal_moves();
        let wanted: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| limits.search_moves.contains(mv))
            .collect();
        let root_moves = if wanted.is_empty() {
            legal.to_vec()
        } else {
            wanted
        };
        let handicap = options.strength.map(Handicap::new);
        let limits = match &handicap {
            Some(handicap) => handicap.limit(limits, options.multi_pv.min(root_moves.len())),
            None => limits,
        };
        tt.next_age();
        Self {
            tt,
            network: Network::embedded(),
            board,
            previous_keys: previous_keys.to_vec(),
            time: TimeManager::new(&limits, root_moves.len(), lag),
            longest_wait: AtomicU64::new(0),
            root_moves,
            pondering: AtomicBool::new(limits.ponder),
            limits,
            options,
            handicap,
            stop: AtomicBool::new(false),
            prober: None,
            ranking: OnceLock::new(),
            counters: (0..threads).map(|_| Counters::default()).collect(),
            findings: (0..threads).map(|_| Mutex::default()).collect(),
            gate: Mutex::new(()),
            opened: Condvar::new(),
        }
    }

    /// The same search with another network to evaluate by.
    pub(crate) fn with_network(mut self, network: Arc<Network>) -> Self {
        self.network = network;
        self
    }

    /// The same search with endgame tables to look positions up in; below full strength without.
    pub(crate) fn with_tablebase(mut self, tablebase: Option<Arc<Tablebase>>) -> Self {
        let probing = self.options.probing;
        let usable = tablebase.filter(|_| self.handicap.is_none());
        self.prober = usable.map(|tables| Prober::new(tables, probing));
        self
    }

    pub(crate) fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Nodes of all threads, those of the last [`POLL_INTERVAL`] perhaps left out.
    pub(crate) fn nodes(&self) -> u64 {
        let counters = self.counters.iter();
        counters.map(|counters| counters.nodes.load(Relaxed)).sum()
    }

    /// Positions found in endgame tables by all threads, the latest perhaps left out.
    pub(crate) fn tb_hits(&self) -> u64 {
        let counters = self.counters.iter();
        let below: u64 = counters
            .map(|counters| counters.tb_hits.load(Relaxed))
            .sum();
        below + self.ranking.get().map_or(0, |ranking| ranking.hits)
    }

    /// What the endgame tables say of the root moves. Asked by the thread that comes first, since
    /// whoever starts a search does not wait for disks.
    fn ranking(&self) -> &Ranking {
        self.ranking.get_or_init(|| {
            let patience = || {
                let elapsed = self.time.elapsed();
                let clock_over = !self.is_pondering() && self.time.is_hard_over(elapsed);
                let stopped = self.is_stopped() && elapsed > RANKING_TIME;
                !clock_over && !stopped
            };
            let rank = |prober: &Prober| {
                prober.rank(&self.board, &key_history(self), &self.root_moves, patience)
            };
            let ranking = self.prober.as_ref().and_then(rank);
            ranking.unwrap_or_else(|| Ranking::unknown(&self.root_moves))
        })
    }

    /// The first failure to read an endgame table, told only once.
    pub(crate) fn tablebase_trouble(&self) -> Option<&str> {
        self.prober.as_ref()?.tables().trouble()
    }

    pub(crate) fn longest_wait(&self) -> Duration {
        Duration::from_micros(self.longest_wait.load(Relaxed))
    }

    pub(crate) fn finding(&self, thread: usize) -> MutexGuard<'_, Finding> {
        lock(&self.findings[thread])
    }

    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    #[inline(always)]
    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    pub(crate) fn stop(&self) {
        let _gate = lock(&self.gate);
        self.stop.store(true, Relaxed);
        self.opened.notify_all();
    }

    pub(crate) fn ponder_hit(&self) {
        let _gate = lock(&self.gate);
        self.pondering.store(false, Relaxed);
        self.opened.notify_all();
    }

    /// Waits until the answer may be given: never while infinite or pondering, unless stopped.
    pub(crate) fn wait_for_leave(&self) {
        let mut gate = lock(&self.gate);
        while !self.is_stopped() && (self.limits.infinite || self.is_pondering()) {
            gate = self
                .opened
                .wait(gate)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// What the endgame tables say of it: moves of a lower rank are never better.
    pub(crate) rank: Rank,
    tablebase_score: Option<Score>,
    /// This iteration's score; minus infinity when it did not become the best.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) previous_score: Score,
    /// Running average, the centre of the aspiration window.
    pub(crate) average: Option<Score>,
    pub(crate) pv: Vec<Move>,
    pub(crate) seldepth: u32,
    /// Nodes spent below this move in this search.
    pub(crate) nodes: u64,
}

impl RootMove {
    fn new(ranked: &RankedMove) -> Self {
        let mv = ranked.mv;
        Self {
            mv,
            rank: ranked.rank,
            tablebase_score: ranked.score,
            score: -INFINITE,
            bound: Bound::Exact,
            previous_score: -INFINITE,
            average: None,
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
        }
    }

    /// Where the move belongs among the others: by rank, then by score.
    pub(crate) fn order(&self) -> (Reverse<Rank>, Score) {
        (Reverse(self.rank), -self.score)
    }

    /// What to tell of a score: the endgame tables know better, unless a mate has been found.
    pub(crate) fn told(&self, score: Score, bound: Bound) -> (Score, Bound) {
        match self.tablebase_score {
            Some(known) if mate_in(score).is_none() => (known, Bound::Exact),
            _ => (score, bound),
        }
    }
}

/// What a thread keeps from one search to the next.
pub(crate) struct Memory {
    pub(crate) history: History,
    pub(crate) correction: Correction,
    pub(crate) evaluator: Evaluator,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self {
            history: History::new(),
            correction: Correction::new(),
            evaluator: Evaluator::new(Network::embedded()),
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
    evaluator: &'a mut Evaluator,
    pub(crate) stack: Box<Stack>,
    pub(crate) pv: PvTable,
    pub(crate) keys: KeyHistory,
    pub(crate) root_moves: Vec<RootMove>,
    /// The first of the root moves this pass looks at: the better ones have their lines already.
    pub(crate) pv_index: usize,
    /// Depth of the iteration, in plies.
    pub(crate) root_depth: i32,
    pub(crate) seldepth: u32,
    /// Nodes searched: moves made.
    pub(crate) nodes: u64,
    /// Positions below the root found in endgame tables.
    tb_hits: u64,
    /// The endgame tables, where nodes below the root are to be looked up.
    prober: Option<&'a Prober>,
    node_limit: u64,
    /// When this thread last looked at the clock, counted from the start of the search.
    polled: Duration,
    /// The search is over; every score from now on is without meaning.
    pub(crate) stopped: bool,
    /// The soft bound has been reached while pondering.
    pub(crate) stop_on_ponder_hit: bool,
    /// No null move before this ply, while one is being verified.
    pub(crate) null_move_from: usize,
}

/// The keys before the root. A last one that is the root's own is left out.
fn key_history(shared: &SharedContext) -> KeyHistory {
    let root = shared.board.key();
    let mut history = KeyHistory::new();
    match shared.previous_keys.split_last() {
        Some((&last, earlier)) if last == root => earlier,
        _ => &shared.previous_keys,
    }
    .iter()
    .for_each(|&key| history.push(key));
    history
}

impl<'a> ThreadData<'a> {
    pub(crate) fn new(id: usize, shared: &'a SharedContext, memory: &'a mut Memory) -> Self {
        // With more than one thread the sum of all counts; that is looked at when polling.
        let alone = shared.threads() == 1;
        let ranking = shared.ranking();
        memory.evaluator.begin(&shared.network, &shared.board);
        Self {
            id,
            shared,
            tt: &shared.tt,
            history: &mut memory.history,
            correction: &mut memory.correction,
            evaluator: &mut memory.evaluator,
            stack: Box::new(Stack::new()),
            pv: PvTable::new(),
            keys: key_history(shared),
            root_moves: ranking.moves.iter().map(RootMove::new).collect(),
            pv_index: 0,
            root_depth: 0,
            seldepth: 0,
            nodes: 0,
            tb_hits: 0,
            prober: shared.prober.as_ref().filter(|_| ranking.probe_nodes),
            node_limit: shared.limits.nodes.filter(|_| alone).unwrap_or(u64::MAX),
            polled: Duration::ZERO,
            stopped: false,
            stop_on_ponder_hit: false,
            null_move_from: 0,
        }
    }

    /// True when the search is over. Asked once in every node. Neither time nor command stops the
    /// beginning of the first iteration: as a rule it is over in no time, and then there is a move
    /// to answer with that was thought about.
    #[inline(always)]
    pub(crate) fn should_stop(&mut self) -> bool {
        let has_looked = || self.root_depth > 1 || self.nodes >= FIRST_LOOK;
        if self.nodes >= self.node_limit || (self.shared.is_stopped() && has_looked()) {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        self.stopped
    }

    /// Tells how many nodes there are, and looks at the limits that cost more than a comparison.
    #[cold]
    fn poll(&mut self) {
        self.tell_counters();
        let shared = self.shared;
        let elapsed = shared.time.elapsed();
        if self.id == 0 {
            let wait = elapsed.saturating_sub(self.polled).as_micros() as u64;
            shared.longest_wait.fetch_max(wait, Relaxed);
            self.polled = elapsed;
        }
        let nodes_over = || {
            let limit = shared.limits.nodes;
            shared.threads() > 1 && limit.is_some_and(|limit| shared.nodes() >= limit)
        };
        let time_over = || {
            !shared.is_pondering() && (self.stop_on_ponder_hit || shared.time.is_hard_over(elapsed))
        };
        if nodes_over() || time_over() {
            shared.stop();
        }
    }

    /// Publishes this thread's counters.
    pub(crate) fn tell_counters(&self) {
        let counters = &self.shared.counters[self.id];
        counters.nodes.store(self.nodes, Relaxed);
        counters.tb_hits.store(self.tb_hits, Relaxed);
    }

    /// What the endgame tables say of a node.
    #[inline]
    pub(crate) fn probe(&mut self, board: &Board, depth: i32, ply: usize) -> Option<Known> {
        let known = self.prober?.probe(board, depth, ply);
        self.tb_hits += u64::from(known.is_some());
        known
    }

    /// Makes a move at `ply`, and has the table fetch what is known of the position it leads to.
    #[inline]
    pub(crate) fn make(&mut self, board: &Board, mv: Move, ply: usize) -> Board {
        let entry = self.stack.at_mut(ply);
        entry.mv = Some(mv);
        entry.piece_to = piece_to(board, mv);
        entry.quiet = (!mv.is_noisy()).then(|| quiet_index(board, mv));
        let mut child = *board;
        child.make(mv);
        self.evaluator.make(board, mv, &child);
        self.enter(board, &child);
        child
    }

    /// Passes at `ply`.
    pub(crate) fn make_null(&mut self, board: &Board, ply: usize) -> Board {
        let entry = self.stack.at_mut(ply);
        entry.mv = None;
        entry.piece_to = NO_PIECE_TO;
        entry.quiet = None;
        let mut child = *board;
        child.make_null();
        self.evaluator.make_null(&child);
        self.enter(board, &child);
        child
    }

    #[inline(always)]
    fn enter(&mut self, parent: &Board, child: &Board) {
        self.tt.prefetch(child.key());
        self.keys.push(parent.key());
        self.nodes += 1;
    }

    /// Takes the last move back.
    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
        self.evaluator.unmake();
    }

    /// The score of a draw: a little more or less than nothing, so that the search does not take
    /// all drawing lines for the same and looks for the way around (after Stockfish).
    #[inline(always)]
    pub(crate) fn draw_score(&self) -> Score {
        (self.nodes & 2) as Score - 1
    }

    /// The evaluation without corrections, for the table; misjudged below full strength.
    #[inline]
    pub(crate) fn raw_eval(&mut self, board: &Board) -> Score {
        let error = match &self.shared.handicap {
            Some(handicap) => handicap.misjudgement(board),
            None => 0,
        };
        (self.evaluator.evaluate(board) + error).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// Whether a search below full strength overlooks `mv` at `ply`.
    #[inline]
    pub(crate) fn overlooks(&self, board: &Board, mv: Move, ply: usize) -> bool {
        match &self.shared.handicap {
            Some(handicap) => {
                let recaptured = self.stack.before(ply, 1).mv.map(Move::to);
                handicap.overlooks(board, mv, recaptured, ply)
            }
            None => false,
        }
    }

    /// The evaluation with what correction history has learnt of such positions.
    #[inline]
    pub(crate) fn corrected_eval(&self, board: &Board, raw: Score, ply: usize) -> Score {
        corrected(board, raw, self.correction.of(board, &self.stack, ply))
    }

    /// The root moves of this pass: the best of those left and the others of its rank.
    pub(crate) fn candidates(&self) -> &[RootMove] {
        let left = &self.root_moves[self.pv_index..];
        let same = left.iter().take_while(|root| root.rank == left[0].rank);
        &left[..same.count()]
    }
}
