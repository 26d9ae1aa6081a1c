//! The state that the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use search::parts::{Lag, TimeManager, TranspositionTable};
use search::{Counters, Limits, Options};

use crate::rules::Rules;
use crate::types::Move;

/// A thread's node count, on a cache line of its own.
#[derive(Default, Debug)]
#[repr(align(128))]
struct Counter(AtomicU64);

/// The result of one thread so far.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreadResult {
    pub(super) pv: Vec<Move>,
    pub(super) score: i32,
    /// Depth of the last finished iteration, in plies.
    pub(super) depth: u32,
    pub(super) seldepth: u32,
}

/// Everything the threads of one search share.
pub(super) struct Shared<R> {
    pub(super) table: Arc<TranspositionTable<Move>>,
    pub(super) position: R,
    /// Keys of the positions before the root, oldest first.
    pub(super) earlier: Vec<u64>,
    pub(super) root_moves: Vec<Move>,
    pub(super) limits: Limits<Move>,
    pub(super) options: Options,
    pub(super) time: TimeManager,
    /// The score that the last search of the game ended with, for the same side.
    pub(super) last_score: Option<i32>,
    longest_wait: AtomicU64,
    stop: AtomicBool,
    pondering: AtomicBool,
    counters: Box<[Counter]>,
    results: Box<[Mutex<ThreadResult>]>,
    gate: Mutex<()>,
    opened: Condvar,
}

/// The counters of the moment.
pub(super) fn counters<R: Rules>(shared: &Shared<R>) -> Counters {
    let (nodes, time) = (shared.nodes(), shared.time.elapsed());
    Counters {
        nodes,
        nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
        hashfull: shared.table.hashfull(),
        tb_hits: 0,
        time,
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R: Rules> Shared<R> {
    pub(super) fn new(
        table: Arc<TranspositionTable<Move>>,
        position: R,
        earlier: &[u64],
        limits: Limits<Move>,
        options: Options,
        threads: usize,
        lag: Lag,
    ) -> Self {
        let legal = position.legal_moves();
        let wanted = legal
            .iter()
            .copied()
            .filter(|mv| limits.search_moves.contains(mv));
        let mut root_moves: Vec<Move> = wanted.collect();
        if root_moves.is_empty() {
            root_moves = legal;
        }
        table.next_age();
        Self {
            table,
            time: TimeManager::new(&limits, position.fullmove_number(), root_moves.len(), lag),
            position,
            earlier: earlier.to_vec(),
            last_score: None,
            root_moves,
            pondering: AtomicBool::new(limits.ponder),
            limits,
            options,
            longest_wait: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            counters: (0..threads).map(|_| Counter::default()).collect(),
            results: (0..threads).map(|_| Mutex::default()).collect(),
            gate: Mutex::new(()),
            opened: Condvar::new(),
        }
    }

    /// The same search after one of the same game that ended with a score.
    pub(super) fn with_last_score(mut self, score: Option<i32>) -> Self {
        self.last_score = score;
        self
    }

    pub(super) fn threads(&self) -> usize {
        self.counters.len()
    }

    pub(super) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Relaxed);
    }

    /// Nodes of all threads, as last published.
    pub(super) fn nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counter| counter.0.load(Relaxed))
            .sum()
    }

    pub(super) fn result(&self, thread: usize) -> MutexGuard<'_, ThreadResult> {
        lock(&self.results[thread])
    }

    /// Records how long the main thread went without reading the clock.
    pub(super) fn record_wait(&self, wait: Duration) {
        self.longest_wait
            .fetch_max(wait.as_micros() as u64, Relaxed);
    }

    pub(super) fn longest_wait(&self) -> Duration {
        Duration::from_micros(self.longest_wait.load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(super) fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    pub(super) fn stop(&self) {
        let _gate = lock(&self.gate);
        self.stop.store(true, Relaxed);
        self.opened.notify_all();
    }

    pub(super) fn ponder_hit(&self) {
        let _gate = lock(&self.gate);
        self.pondering.store(false, Relaxed);
        self.opened.notify_all();
    }

    /// Waits until the move may be given: not while infinite or pondering, unless stopped.
    pub(super) fn wait_for_release(&self) {
        let mut gate = lock(&self.gate);
        while !self.is_stopped() && (self.limits.infinite || self.is_pondering()) {
            gate = self
                .opened
                .wait(gate)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
