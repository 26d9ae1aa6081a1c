//! Control of one search, independent of the game: limits and clock, stop and ponder signals, and
//! the counters and results that the threads publish.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crossbeam_utils::CachePadded;
use movegen::Move;
use once_cell::sync::OnceCell;
use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::limits::Limits;
use crate::report::{Counters, SearchResult};
use crate::score::{Bound, Score, mated_in};
use crate::time::{Pace, TimeManager};

/// Nodes of the first iteration that are searched regardless of the clock and stop commands, so
/// that the answer is a searched move. The iteration seldom takes a tenth of them, but with sixteen
/// queens the quiescence search of a single move can last for minutes.
pub const FIRST_NODES: u64 = 10_000;

/// The depth in plies from which the score of a search is compared with that of the next one.
const RELIABLE_DEPTH: u32 = 4;

/// A line of one thread: its best one so far, or one of several.
#[derive(Clone, Debug)]
pub struct ThreadResult<M = Move> {
    /// The line; empty before a search and if there is no legal move.
    pub pv: Vec<M>,
    /// Score for the side to move, in internal units.
    pub score: Score,
    /// The kind of `score`: a bound if the search was interrupted before resolving it.
    pub bound: Bound,
    /// Depth of the iteration, in plies; 0 if nothing has been searched.
    pub depth: u32,
    /// See [`SearchInfo::seldepth`](crate::SearchInfo::seldepth).
    pub seldepth: u32,
}

impl<M: PartialEq> ThreadResult<M> {
    /// True if both are the same line with the same score, whatever the depth.
    pub fn is_same_line(&self, other: &Self) -> bool {
        self.pv == other.pv && self.score == other.score
    }
}

impl<M> ThreadResult<M> {
    /// The result of a position without legal moves: mate or stalemate.
    pub fn of_final_position(in_check: bool) -> Self {
        Self {
            score: if in_check { mated_in(0) } else { 0 },
            ..Self::default()
        }
    }
}

impl<M> Default for ThreadResult<M> {
    fn default() -> Self {
        Self {
            pv: Vec::new(),
            score: 0,
            bound: Bound::default(),
            depth: 0,
            seldepth: 0,
        }
    }
}

/// The counters that a thread publishes.
#[derive(Default, Debug)]
struct ThreadCounters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// State shared by the threads of a search and their caller.
#[derive(Debug)]
pub struct Control<M = Move> {
    /// The limits of the search.
    pub limits: Limits,
    /// The time bounds derived from the limits.
    pub time: TimeManager,
    /// The time at which this was created, counted from the start of the clock.
    pub begun: Duration,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// The nodes searched when pondering ended.
    pondered_nodes: AtomicU64,
    /// The longest time between two clock checks of the main thread, in microseconds.
    longest_wait: AtomicU64,
    /// The time from the start of the clock to the end of the search.
    searched: OnceCell<Duration>,
    /// The time from the start of the clock to the answer.
    answered: OnceCell<Duration>,
    /// Each on its own cache line, to avoid false sharing.
    counters: Box<[CachePadded<ThreadCounters>]>,
    results: Box<[Mutex<ThreadResult<M>>]>,
    /// True once the answer may be given whatever the limits.
    released: Mutex<bool>,
    release_signal: Condvar,
}

impl<M> Control<M> {
    /// The control of a search by `threads` threads that has not begun.
    pub fn new(limits: Limits, time: TimeManager, threads: usize) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(limits.ponder),
            pondered_nodes: AtomicU64::new(0),
            limits,
            begun: time.elapsed(),
            time,
            longest_wait: AtomicU64::new(0),
            searched: OnceCell::new(),
            answered: OnceCell::new(),
            counters: (0..threads).map(|_| CachePadded::default()).collect(),
            results: (0..threads).map(|_| Mutex::default()).collect(),
            released: Mutex::new(false),
            release_signal: Condvar::new(),
        }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.results.len()
    }

    /// The result of a thread.
    pub fn result(&self, thread: usize) -> MutexGuard<'_, ThreadResult<M>> {
        self.results[thread].lock()
    }

    /// The score with which to compare that of the next search for the same side; `None` if the search
    /// was still pondering when it ended, on a move that never came, or was not deep enough: a forced
    /// move is hardly searched.
    pub fn score_to_remember(&self) -> Option<Score> {
        let result = self.result(0);
        let counts = result.depth >= RELIABLE_DEPTH && !self.is_pondering();
        counts.then_some(result.score)
    }

    /// Publishes the counters of a thread.
    pub fn publish_counters(&self, thread: usize, nodes: u64, tb_hits: u64) {
        let counters = &self.counters[thread];
        counters.nodes.store(nodes, Relaxed);
        counters.tb_hits.store(tb_hits, Relaxed);
    }

    /// The sum of the nodes last published by each thread.
    pub fn nodes(&self) -> u64 {
        let counters = self.counters.iter();
        counters.map(|counters| counters.nodes.load(Relaxed)).sum()
    }

    /// The nodes searched on the engine's own clock: those after pondering.
    pub(crate) fn nodes_on_clock(&self) -> u64 {
        let pondered = self.pondered_nodes.load(Relaxed);
        self.nodes().saturating_sub(pondered)
    }

    /// The counters last published by each thread, summed, with the table's `hashfull`.
    pub fn counters(&self, hashfull: u32) -> Counters {
        let (nodes, time) = (self.nodes(), self.time.elapsed());
        let searched = self.searched.get().unwrap_or(&time).as_secs_f64();
        let counters = self.counters.iter();
        Counters {
            nodes,
            nps: (nodes as f64 / searched.max(1e-6)) as u64,
            hashfull,
            tb_hits: counters.map(|thread| thread.tb_hits.load(Relaxed)).sum(),
            time,
        }
    }

    /// The nodes after which a single thread stops. With several threads the limit applies to their
    /// sum and is checked in [`stop_if_over`](Self::stop_if_over).
    pub fn node_limit(&self) -> u64 {
        let limit = self.limits.nodes.filter(|_| self.threads() == 1);
        limit.unwrap_or(u64::MAX)
    }

    /// Stops the search if a node or time limit is reached; the answer still waits for its release.
    /// `stop_on_ponder_hit` is set once the soft bound has been reached while pondering.
    pub fn stop_if_over(&self, stop_on_ponder_hit: bool) {
        // Summed over all threads only if it matters: every thread polls often.
        let nodes = || self.nodes();
        let nodes_over =
            self.threads() > 1 && self.limits.nodes.is_some_and(|limit| nodes() >= limit);
        let time_over = || stop_on_ponder_hit || self.time.is_hard_over(self.time.spent(nodes));
        if nodes_over || (!self.is_pondering() && time_over()) {
            self.stop();
        }
    }

    /// Ends the search; the answer still waits for its release.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// True if no further iteration should begin.
    pub fn is_soft_limit_reached(&self, pace: &Pace<M>) -> bool {
        self.time.is_soft_over(pace, self.nodes())
    }

    /// True once the search must end.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// True while the search uses the opponent's time.
    #[inline(always)]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Ends the search and releases its answer, which may then be given even if the search is
    /// infinite or pondering.
    pub fn stop_and_release(&self) {
        *self.released.lock() = true;
        self.stop.store(true, Relaxed);
        self.release_signal.notify_all();
    }

    /// Ends pondering: time limits apply from now on, and include the time spent pondering. Does nothing
    /// after [`stop_and_release`](Self::stop_and_release): the expected move was not played.
    pub fn ponder_hit(&self) {
        let released = self.released.lock();
        if *released || !self.is_pondering() {
            return;
        }
        self.pondered_nodes.store(self.nodes(), Relaxed);
        self.pondering.store(false, Relaxed);
        self.release_signal.notify_all();
    }

    /// Ends the search of all threads when that of the main thread has ended, and waits until the answer
    /// may be given: not while infinite or pondering, unless stopped.
    pub fn end_search(&self) {
        // Helpers would go on while the answer waits.
        self.stop();
        let _ = self.searched.set(self.time.elapsed());
        let mut released = self.released.lock();
        while !*released && (self.limits.infinite || self.is_pondering()) {
            self.release_signal.wait(&mut released);
        }
    }

    /// True once the search has ended, even if the answer still waits for its release.
    #[cfg(test)]
    pub(crate) fn has_ended(&self) -> bool {
        self.searched.get().is_some()
    }

    /// Records a time between two clock checks of the main thread.
    pub(crate) fn record_wait(&self, wait: Duration) {
        self.longest_wait
            .fetch_max(wait.as_micros() as u64, Relaxed);
    }

    /// The longest time between two clock checks of the main thread.
    pub(crate) fn longest_wait(&self) -> Duration {
        Duration::from_micros(self.longest_wait.load(Relaxed))
    }

    /// Records that the answer is given now.
    pub fn record_answer(&self) {
        let _ = self.answered.set(self.time.elapsed());
    }

    /// The time from the start of the clock to the answer; `None` before that.
    pub fn answered(&self) -> Option<Duration> {
        self.answered.get().copied()
    }
}

impl<M: Copy> Control<M> {
    /// The result that ends `go mate`: the shortest mate found. Ties go to a result with a complete
    /// line, then to the main thread's.
    pub fn found_mate(&self) -> Option<ThreadResult<M>> {
        let results = self
            .results
            .iter()
            .rev()
            .map(|result| result.lock().clone());
        results
            .filter(|result| self.limits.is_mate_found(result.score))
            .max_by_key(|result| (result.score.abs(), result.bound == Bound::Exact))
    }

    /// The result of a finished single-threaded search.
    pub fn search_result(&self) -> SearchResult<M> {
        let result = self.result(0).clone();
        SearchResult {
            best: result.pv.first().copied(),
            pv: result.pv,
            score: result.score,
            bound: result.bound,
            depth: result.depth,
            nodes: self.nodes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Clock;
    use crate::time::Lag;

    #[test]
    fn scores_of_forced_moves_and_missed_ponder_moves_are_not_remembered() {
        let control = |ponder| -> Control {
            let limits = Limits {
                ponder,
                ..Limits::new()
            };
            let time = TimeManager::new(&limits, 20, 20, Lag::default());
            let control = Control::new(limits, time, 1);
            let mut result = control.result(0);
            (result.score, result.depth) = (70, RELIABLE_DEPTH);
            drop(result);
            control
        };
        assert_eq!(control(false).score_to_remember(), Some(70));
        let shallow = control(false);
        shallow.result(0).depth = RELIABLE_DEPTH - 1;
        assert_eq!(shallow.score_to_remember(), None);
        let missed = control(true);
        missed.stop_and_release();
        assert_eq!(missed.score_to_remember(), None);
        let hit = control(true);
        hit.ponder_hit();
        assert_eq!(hit.score_to_remember(), Some(70));
    }

    #[test]
    fn search_result_has_the_bound_of_an_unresolved_score() {
        let limits = Limits::new();
        let time = TimeManager::new(&limits, 20, 20, Lag::default());
        let control: Control = Control::new(limits, time, 1);
        control.result(0).bound = Bound::Lower;
        assert_eq!(control.search_result().bound, Bound::Lower);
    }

    #[test]
    fn time_limits_apply_after_ponder_hit_only() {
        let limits = Limits {
            ponder: true,
            clock: Some(Clock {
                time: Duration::from_secs(3600),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        let time = TimeManager::new(&limits, 20, 20, Lag::default());
        let control: Control = Control::new(limits, time, 1);
        control.stop_if_over(true);
        assert!(!control.is_stopped());
        control.ponder_hit();
        control.stop_if_over(false);
        assert!(!control.is_stopped());
        control.stop_if_over(true);
        assert!(control.is_stopped());
    }
}
