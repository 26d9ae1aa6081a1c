//! Long-lived worker threads: starting, stopping and waiting for searches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use movegen::{Board, Move};
use thiserror::Error;

use crate::iterate::{describe, iterate};
use crate::nnue::Network;
use crate::score::{Bound, MATE_BOUND};
use crate::shared::{Finding, SharedContext, lock};
use crate::thread::{Memory, ThreadData};
use crate::time::{Lag, lost};
use crate::tt::TranspositionTable;
use crate::{Clock, Event, Limits, Options, Tablebase};

/// A line can be 255 plies long, each with quiescence, a singular and a verifying search: debug
/// builds need most of this. It is only reserved, not used.
const STACK_SIZE: usize = 64 << 20;

type Listener = Box<dyn FnMut(Event) + Send>;

/// Why a [`Pool`] cannot be what it was asked to be. It stays what it was.
#[derive(Debug, Error)]
pub enum PoolError {
    /// No memory for the table.
    #[error("no memory for a hash table of {megabytes} MB")]
    Hash {
        /// The size asked for, in mebibytes.
        megabytes: usize,
    },
    /// The system gives no more threads.
    #[error("cannot start a search thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// What a worker is told to do.
enum Job {
    Search {
        run: Arc<Run>,
        /// The main thread's only.
        listener: Option<Listener>,
    },
    Forget {
        done: Sender<()>,
    },
}

/// One search, from `go` until the last thread is idle.
struct Run {
    shared: SharedContext,
    /// How long it took to the answer, from the start of the clock.
    answered: OnceLock<Duration>,
    active: Mutex<usize>,
    idle: Condvar,
}

impl Run {
    fn wait(&self) {
        let mut active = lock(&self.active);
        while *active > 0 {
            active = self
                .idle
                .wait(active)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn leave(&self) {
        *lock(&self.active) -= 1;
        self.idle.notify_all();
    }
}

/// A thread and the way to it.
struct Worker {
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

impl Worker {
    fn spawn(id: usize) -> Result<Self, PoolError> {
        let (jobs, inbox) = unbounded();
        let handle = Builder::new()
            .name(format!("search-{id}"))
            .stack_size(STACK_SIZE)
            .spawn(move || work(id, &inbox))?;
        Ok(Self {
            jobs: Some(jobs),
            handle: Some(handle),
        })
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // A worker only ends when its sender is dropped.
            let _sent = jobs.send(job);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            let _joined = handle.join();
        }
    }
}

/// A worker's life.
fn work(id: usize, inbox: &Receiver<Job>) {
    let mut memory = Memory::new(Network::embedded());
    for job in inbox {
        match job {
            Job::Forget { done } => {
                memory.clear();
                drop(done);
            }
            Job::Search { run, listener } => {
                let task = AssertUnwindSafe(|| match listener {
                    Some(listener) => lead(&run, listener, &mut memory),
                    None => iterate(&mut ThreadData::new(id, &run.shared, &mut memory), None),
                });
                if catch_unwind(task).is_err() {
                    memory = Memory::new(Network::embedded());
                }
                run.leave();
            }
        }
    }
}

/// The main thread's part: search, wait until the answer may be given, choose it, give it. Whatever
/// happens on the way, an answer is given.
fn lead(run: &Run, mut listener: Listener, memory: &mut Memory) {
    let shared = &run.shared;
    let mut told = None;
    let search = AssertUnwindSafe(|| {
        let mut report = |event: Event| {
            note_told(&event, &mut told);
            listener(event);
        };
        iterate(&mut ThreadData::new(0, shared, memory), Some(&mut report));
    });
    let panicked = catch_unwind(search).is_err();
    shared.wait_for_leave();
    shared.stop();
    let finding = elect(shared);
    let best = finding
        .pv
        .first()
        .copied()
        .or(shared.root_moves.first().copied());
    let ponder = best.and_then(|best| reply(shared, best, &finding.pv));
    // After a ponder hit a GUI reads a new report: what was told before it may be forgotten.
    if best.is_none() || shared.limits.ponder || (told != best && !panicked) {
        let info = describe(shared, 1, finding, Bound::Exact);
        let _told = catch_unwind(AssertUnwindSafe(|| listener(Event::Info(info))));
    }
    let _first = run.answered.set(shared.time.elapsed());
    listener(Event::Done { best, ponder });
}

/// Keeps the first move of the last report, if that was exact.
pub(crate) fn note_told(event: &Event, told: &mut Option<Move>) {
    if let Event::Info(info) = event
        && info.multipv == 1
    {
        let exact = info.bound == Bound::Exact;
        *told = info.pv.first().copied().filter(|_| exact);
    }
}

/// The finding of the thread that most depth and score speak for.
///
/// Each thread votes for its move with its depth and how far its score is above the worst one;
/// among the threads that agree, the one with most weight speaks (after Stockfish 2018 and
/// Ethereal). A mate found needs no vote.
pub(crate) fn elect(shared: &SharedContext) -> Finding {
    let findings: Vec<Finding> = (0..shared.threads())
        .map(|id| shared.finding(id).clone())
        .collect();
    let main = findings[0].clone();
    let voters = || findings.iter().filter(|f| f.depth > 0);
    if shared.options.multi_pv > 1 || main.depth == 0 || main.score >= MATE_BOUND {
        return main;
    }
    if let Some(mate) = voters()
        .filter(|f| f.score >= MATE_BOUND)
        .max_by_key(|f| f.score)
    {
        return mate.clone();
    }
    let worst = voters().map(|f| f.score).min().unwrap_or(0);
    let weight = |f: &Finding| i64::from(f.score - worst + 10) * i64::from(f.depth);
    let votes = |f: &Finding| -> i64 {
        let agree = voters().filter(|other| other.pv.first() == f.pv.first());
        agree.map(weight).sum()
    };
    let rank = |f: &Finding| (votes(f), weight(f));
    let mut chosen = main;
    for finding in voters() {
        if rank(finding) > rank(&chosen) {
            chosen = finding.clone();
        }
    }
    chosen
}

/// The reply expected to `best`: the next move of its line, or what the table says.
pub(crate) fn reply(shared: &SharedContext, best: Move, pv: &[Move]) -> Option<Move> {
    let mut board: Board = shared.board;
    board.make(best);
    let known = || shared.tt.probe(board.key()).and_then(|entry| entry.mv);
    pv.get(1)
        .copied()
        .or_else(known)
        .filter(|&mv| board.is_legal(mv))
}

/// The threads and the table of one engine.
pub struct Pool {
    workers: Vec<Worker>,
    tt: Arc<TranspositionTable>,
    network: Arc<Network>,
    tablebase: Option<Arc<Tablebase>>,
    run: Option<Arc<Run>>,
    lag: Lag,
    /// The last move on a clock: what it showed, and how long the move took.
    last: Option<(Clock, Duration)>,
    /// What was learnt is to be forgotten before the next search.
    stale: bool,
    /// Disconnected once everything is forgotten.
    forgetting: Option<Receiver<()>>,
}

impl Pool {
    /// A pool of `threads` (at least 1) with a table of `hash_mb` mebibytes (at least 1).
    ///
    /// # Errors
    /// No memory or no threads.
    pub fn new(threads: usize, hash_mb: usize) -> Result<Self, PoolError> {
        let mut pool = Self {
            workers: Vec::new(),
            tt: table(hash_mb)?,
            network: Network::embedded(),
            tablebase: None,
            run: None,
            lag: Lag::default(),
            last: None,
            stale: true,
            forgetting: None,
        };
        pool.set_threads(threads)?;
        Ok(pool)
    }

    /// Changes the number of threads, at least 1. Stops a running search first.
    ///
    /// # Errors
    /// When the system gives no thread; as many as there are stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), PoolError> {
        self.finish();
        self.workers.truncate(threads.max(1));
        while self.workers.len() < threads.max(1) {
            self.workers.push(Worker::spawn(self.workers.len())?);
        }
        Ok(())
    }

    /// Replaces the table by an empty one of `megabytes` mebibytes. Stops a running search first.
    ///
    /// # Errors
    /// When there is no memory for it; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), PoolError> {
        self.finish();
        self.tt = table(megabytes)?;
        self.stale = true;
        Ok(())
    }

    /// Evaluates with a network from the next search on, the [embedded](Network::embedded) one until
    /// then. Stops a running search first, and forgets everything learnt, which is in the other
    /// network's terms.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.clear();
        self.network = network;
    }

    /// The network at work.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Looks positions up in these endgame tables from the next search on, or in none.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// Forgets everything learnt: table and histories. Stops a running search first. The work is
    /// done by [`prepare`](Self::prepare), so that several changes in a row cost it once, with all
    /// the threads there are in the end.
    pub fn clear(&mut self) {
        self.finish();
        // Only a search learns, and that waits for the end of forgetting.
        self.stale |= self.forgetting.is_none();
    }

    /// Empties the table and the histories if that is due, and waits for the end of it, but no
    /// longer than `patience`: a large table takes seconds. The next [`go`](Self::go) waits for the
    /// rest. During a search it is never due.
    pub fn prepare(&mut self, patience: Duration) {
        if self.stale {
            self.finish();
            let (done, all_done) = unbounded();
            let (tt, threads) = (Arc::clone(&self.tt), self.workers.len());
            let told = done.clone();
            let empty = move || {
                tt.clear(threads);
                drop(told);
            };
            if Builder::new().name("forget".into()).spawn(empty).is_err() {
                self.tt.clear(threads);
            }
            for worker in &self.workers {
                worker.send(Job::Forget { done: done.clone() });
            }
            self.forgetting = Some(all_done);
            self.stale = false;
        }
        if let Some(all_done) = &self.forgetting {
            // Nothing is ever sent: the end is that the last sender is gone.
            if all_done.recv_timeout(patience) == Err(RecvTimeoutError::Disconnected) {
                self.forgetting = None;
            }
        }
    }

    /// Starts a search and returns at once. A search still running is stopped and waited for.
    ///
    /// `previous_keys` are the keys of the positions that led to `board`, oldest first; whether
    /// the last one is the key of `board` itself does not matter. `listener` is called from a
    /// search thread.
    pub fn go(
        &mut self,
        board: Board,
        previous_keys: &[u64],
        limits: Limits,
        options: Options,
        listener: impl FnMut(Event) + Send + 'static,
    ) {
        self.finish();
        if let (Some((clock, thought)), Some(now)) = (self.last.take(), limits.clock)
            && !limits.ponder
            && let Some(lost) = lost(clock, thought, now)
        {
            self.lag = self.lag.after(lost);
        }
        self.prepare(Duration::MAX);
        let threads = match options.strength {
            Some(_) => 1,
            None => self.workers.len(),
        };
        let tt = Arc::clone(&self.tt);
        let shared =
            SharedContext::new(tt, board, previous_keys, limits, options, threads, self.lag)
                .with_network(self.network.clone())
                .with_tablebase(self.tablebase.clone());
        let run = Arc::new(Run {
            shared,
            answered: OnceLock::new(),
            active: Mutex::new(threads),
            idle: Condvar::new(),
        });
        self.run = Some(Arc::clone(&run));
        let mut listener: Option<Listener> = Some(Box::new(listener));
        for worker in &self.workers[..threads] {
            worker.send(Job::Search {
                run: Arc::clone(&run),
                listener: listener.take(),
            });
        }
    }

    /// Ends the running search, if there is one: its [`Event::Done`] follows within milliseconds.
    pub fn stop(&self) {
        if let Some(run) = &self.run {
            run.shared.stop();
        }
    }

    /// The move pondered on was played: time limits hold from now on.
    pub fn ponder_hit(&self) {
        if let Some(run) = &self.run {
            run.shared.ponder_hit();
        }
    }

    /// Waits until the search is over and every thread is idle again.
    pub fn wait(&self) {
        if let Some(run) = &self.run {
            run.wait();
        }
    }

    /// True from [`go`](Self::go) until [`Event::Done`] is sent.
    pub fn is_searching(&self) -> bool {
        self.run
            .as_ref()
            .is_some_and(|run| run.answered.get().is_none())
    }

    /// Share of the table written by the last search, in permille of a sample.
    pub fn hashfull(&self) -> u32 {
        self.tt.hashfull()
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
        if let Some(run) = self.run.take() {
            self.lag = self.lag.after(run.shared.longest_wait());
            let limits = &run.shared.limits;
            self.last = limits
                .clock
                .filter(|_| !limits.ponder)
                .zip(run.answered.get().copied());
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.finish();
    }
}

pub(crate) fn table(megabytes: usize) -> Result<Arc<TranspositionTable>, PoolError> {
    TranspositionTable::new(megabytes)
        .map(Arc::new)
        .ok_or(PoolError::Hash { megabytes })
}

#[cfg(test)]
mod tests;
