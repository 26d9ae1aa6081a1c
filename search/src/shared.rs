//! The state that the threads of one search share: position, limits, and the result of each so far.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use movegen::{Board, KeyHistory, Move};

use crate::limits::{Limits, Options};
use crate::nnue::Network;
use crate::score::{Bound, Score};
use crate::strength::Handicap;
use crate::tablebase::{Prober, Ranking, Tablebase};
use crate::time::{Lag, TimeManager};
use crate::tt::TranspositionTable;

/// A search that is stopped sooner still asks the endgame tables about its moves: unless the disk is
/// slow that takes much less, and without them a move made in haste throws a won ending away.
const RANKING_TIME: Duration = Duration::from_millis(100);

/// A thread's counters, on a cache line of their own, so that threads do not wait for each other's
/// writes.
#[derive(Default, Debug)]
#[repr(align(128))]
struct Counters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// The best line of one thread so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadResult {
    pub(crate) pv: Vec<Move>,
    pub(crate) score: Score,
    /// The kind of `score`: a bound where a search was interrupted before it was resolved.
    pub(crate) bound: Bound,
    /// Depth of the iteration, in plies; 0 when nothing has been searched.
    pub(crate) depth: u32,
    pub(crate) seldepth: u32,
}

/// Everything the threads of one search share.
#[derive(Debug)]
pub(crate) struct SharedContext {
    pub(crate) tt: Arc<TranspositionTable>,
    pub(crate) network: Arc<Network>,
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
    pub(crate) prober: Option<Prober>,
    ranking: OnceLock<Ranking>,
    counters: Box<[Counters]>,
    results: Box<[Mutex<ThreadResult>]>,
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
            time: TimeManager::new(&limits, board.fullmove_number(), root_moves.len(), lag),
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
            results: (0..threads).map(|_| Mutex::default()).collect(),
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

    /// Nodes of all threads, as each last published them.
    pub(crate) fn nodes(&self) -> u64 {
        let counters = self.counters.iter();
        counters.map(|counters| counters.nodes.load(Relaxed)).sum()
    }

    /// Positions found in endgame tables by all threads, as each last published them.
    pub(crate) fn tb_hits(&self) -> u64 {
        let counters = self.counters.iter();
        let below: u64 = counters
            .map(|counters| counters.tb_hits.load(Relaxed))
            .sum();
        below + self.ranking.get().map_or(0, |ranking| ranking.hits)
    }

    /// Publishes the counters of a thread.
    pub(crate) fn publish_counters(&self, thread: usize, nodes: u64, tb_hits: u64) {
        let counters = &self.counters[thread];
        counters.nodes.store(nodes, Relaxed);
        counters.tb_hits.store(tb_hits, Relaxed);
    }

    /// The keys before the root. A last one that is the root's own is left out.
    pub(crate) fn key_history(&self) -> KeyHistory {
        let mut history = KeyHistory::new();
        match self.previous_keys.split_last() {
            Some((&last, earlier)) if last == self.board.key() => earlier,
            _ => &self.previous_keys,
        }
        .iter()
        .for_each(|&key| history.push(key));
        history
    }

    /// The root moves ranked by the endgame tables. The first thread probes them, so that starting a
    /// search does not wait for disks.
    pub(crate) fn ranking(&self) -> &Ranking {
        self.ranking.get_or_init(|| {
            let patience = || {
                let elapsed = self.time.elapsed();
                let clock_over = !self.is_pondering() && self.time.is_hard_over(self.time.spent(0));
                let stopped = self.is_stopped() && elapsed > RANKING_TIME;
                !clock_over && !stopped
            };
            let rank = |prober: &Prober| {
                prober.rank(&self.board, &self.key_history(), &self.root_moves, patience)
            };
            let ranking = self.prober.as_ref().and_then(rank);
            ranking.unwrap_or_else(|| Ranking::unknown(&self.root_moves))
        })
    }

    /// The first failure to read an endgame table, returned only once.
    pub(crate) fn tablebase_trouble(&self) -> Option<&str> {
        self.prober.as_ref()?.tables().trouble()
    }

    /// The main thread has gone for so long without looking at the clock.
    pub(crate) fn record_wait(&self, wait: Duration) {
        self.longest_wait
            .fetch_max(wait.as_micros() as u64, Relaxed);
    }

    pub(crate) fn longest_wait(&self) -> Duration {
        Duration::from_micros(self.longest_wait.load(Relaxed))
    }

    pub(crate) fn result(&self, thread: usize) -> MutexGuard<'_, ThreadResult> {
        lock(&self.results[thread])
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
