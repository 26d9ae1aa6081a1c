//! The threads and the table of an engine: starting, stopping and waiting for searches.

mod table;
mod vote;
mod worker;

use std::sync::{Arc, OnceLock};
use std::thread::Builder;
use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError, bounded};
use crossbeam_utils::sync::WaitGroup;
use movegen::Board;
use thiserror::Error;

use crate::nnue::Network;
use crate::shared::SharedContext;
use crate::time::{Lag, lost};
use crate::tt::TranspositionTable;
use crate::{Clock, Event, Limits, Options, Tablebase};
use table::{TableSlot, free};
use worker::{Answer, Job, Worker};

/// An error of a [`Pool`] that cannot be set up or changed.
#[derive(Debug, Error)]
pub enum PoolError {
    /// No memory for the table.
    #[error("no memory for a hash table of {megabytes} MiB")]
    Hash {
        /// The size asked for, in mebibytes.
        megabytes: usize,
    },
    /// The system gives no more threads.
    #[error("cannot start a search thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// One search, from `go` until its threads are waited for.
struct Run {
    shared: Arc<SharedContext>,
    answered: Arc<OnceLock<Duration>>,
    /// Until it has been waited for.
    threads: Option<WaitGroup>,
}

/// The threads and the table of one engine.
pub struct Pool {
    workers: Vec<Worker>,
    table: TableSlot,
    network: Arc<Network>,
    tablebase: Option<Arc<Tablebase>>,
    run: Option<Run>,
    lag: Lag,
    /// The last move on a clock: what it showed, and how long the move took.
    last: Option<(Clock, Duration)>,
    /// The time left on a clock that counts nodes.
    node_clock: Option<Duration>,
    /// A search has used table and histories since they were cleared.
    used: bool,
    /// Disconnected once table and histories are ready.
    preparing: Option<Receiver<()>>,
}

impl Pool {
    /// A pool of `threads` (at least 1) with a table of `hash_mb` mebibytes (at least 1).
    ///
    /// # Errors
    /// No memory or no threads.
    pub fn new(threads: usize, hash_mb: usize) -> Result<Self, PoolError> {
        let mut pool = Self {
            workers: Vec::new(),
            table: slot(hash_mb)?,
            network: Network::embedded(),
            tablebase: None,
            run: None,
            lag: Lag::default(),
            last: None,
            node_clock: None,
            used: false,
            preparing: None,
        };
        pool.touch();
        pool.set_threads(threads)?;
        Ok(pool)
    }

    /// Changes the number of threads, at least 1. Stops a running search first.
    ///
    /// # Errors
    /// When the system gives no thread; those that there are by then stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), PoolError> {
        self.finish();
        self.workers.truncate(threads.max(1));
        while self.workers.len() < threads.max(1) {
            self.workers.push(Worker::spawn(self.workers.len())?);
        }
        Ok(())
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Replaces the table by an empty one of `megabytes` mebibytes. Stops a running search first.
    ///
    /// # Errors
    /// When there is no memory for it; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), PoolError> {
        self.finish();
        free(std::mem::replace(&mut self.table, slot(megabytes)?));
        self.touch();
        Ok(())
    }

    /// Evaluates with a network from the next search on, the [embedded](Network::embedded) one until
    /// then. Stops a running search first, and clears table and histories, which hold scores of the
    /// other network.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.clear();
        self.network = network;
    }

    /// The network in use.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Probes these endgame tables from the next search on, or none.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// Clears table and histories. Stops a running search first. The work is done in the
    /// background; none is done if no search has used them.
    pub fn clear(&mut self) {
        self.finish();
        self.node_clock = None;
        if !self.used {
            return;
        }
        let (done, all_done) = bounded(0);
        self.table.clear(done.clone());
        for worker in &self.workers {
            worker.send(Job::ClearHistory { done: done.clone() });
        }
        self.preparing = Some(all_done);
        self.used = false;
    }

    /// Has the system back a new table with memory, in the background.
    fn touch(&mut self) {
        let (done, all_done) = bounded(0);
        self.table.touch(Some(done));
        self.preparing = Some(all_done);
    }

    /// Waits until a new table is backed with memory, and table and histories are cleared.
    pub fn wait_until_ready(&mut self) {
        if let Some(preparing) = self.preparing.take() {
            let _ = preparing.recv();
        }
    }

    /// Calls `notify` once a new table is backed with memory, and table and histories are cleared:
    /// now, as also during a search, or later on another thread.
    pub fn when_ready(&self, notify: impl FnOnce() + Clone + Send + 'static) {
        // During a search the answer is due at once.
        let preparing = self.preparing.as_ref().filter(|_| !self.is_searching());
        let is_ready = |receiver: &&Receiver<()>| receiver.try_recv() != Err(TryRecvError::Empty);
        let Some(preparing) = preparing.filter(|receiver| !is_ready(receiver)).cloned() else {
            return notify();
        };
        let later = notify.clone();
        let wait = move || {
            // Nothing is ever sent: the channel is disconnected at the end.
            let _ = preparing.recv();
            later();
        };
        if Builder::new().name("ready".into()).spawn(wait).is_err() {
            notify();
        }
    }

    /// Starts a search and returns at once. A running one is stopped and waited for.
    ///
    /// `previous_keys` are the keys of the positions that led to `board`, oldest first, with or
    /// without that of `board` itself. `listener` is called from a
    /// search thread.
    pub fn go(
        &mut self,
        board: Board,
        previous_keys: &[u64],
        mut limits: Limits,
        options: Options,
        listener: impl FnMut(Event) + Send + 'static,
    ) {
        self.finish();
        if let (Some((clock, thought)), Some(now)) = (self.last.take(), limits.clock)
            && !limits.ponder
            && let Some(lost) = lost(clock, thought, now)
        {
            self.lag = self.lag.after_move(lost);
        }
        let lag = if limits.nodes_per_ms > 0 {
            if let Some(clock) = &mut limits.clock {
                clock.time = *self.node_clock.get_or_insert(clock.time);
            }
            Lag::default()
        } else {
            self.lag
        };
        let threads = match options.strength {
            Some(_) => 1,
            None => self.workers.len(),
        };
        self.used = true;
        let is_timed = limits.clock.is_some() || limits.move_time.is_some();
        let tt = self.table.for_search(is_timed);
        let shared = SharedContext::new(tt, board, previous_keys, limits, options, threads, lag)
            .with_network(self.network.clone())
            .with_tablebase(self.tablebase.clone());
        let run = Run {
            shared: Arc::new(shared),
            answered: Arc::default(),
            threads: Some(WaitGroup::new()),
        };
        let mut answer = Some(Answer {
            listener: Box::new(listener),
            answered: Arc::clone(&run.answered),
        });
        for worker in &self.workers[..threads] {
            worker.send(Job::Search {
                shared: Arc::clone(&run.shared),
                answer: answer.take(),
                done: run.threads.clone().unwrap_or_default(),
            });
        }
        self.run = Some(run);
    }

    /// Ends the running search, if there is one; its [`Event::Done`] follows within milliseconds.
    pub fn stop(&self) {
        if let Some(run) = &self.run {
            run.shared.stop();
        }
    }

    /// The expected move was played: time limits hold from now on.
    pub fn ponder_hit(&self) {
        if let Some(run) = &self.run {
            run.shared.ponder_hit();
        }
    }

    /// Waits until the search is over and every thread is idle again.
    pub fn wait(&mut self) {
        if let Some(threads) = self.run.as_mut().and_then(|run| run.threads.take()) {
            threads.wait();
        }
    }

    /// True from [`go`](Self::go) until [`Event::Done`] is sent.
    pub fn is_searching(&self) -> bool {
        self.run
            .as_ref()
            .is_some_and(|run| run.answered.get().is_none())
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
        if let Some(run) = self.run.take() {
            self.lag = self.lag.after_wait(run.shared.longest_wait());
            let limits = &run.shared.limits;
            if let (Some(left), Some(clock)) = (&mut self.node_clock, limits.clock) {
                let spent = run.shared.time.spent(run.shared.nodes());
                *left = (*left + clock.increment).saturating_sub(spent);
            }
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

pub(crate) fn new_table(megabytes: usize) -> Result<Arc<TranspositionTable>, PoolError> {
    TranspositionTable::new(megabytes)
        .map(Arc::new)
        .ok_or(PoolError::Hash { megabytes })
}

fn slot(megabytes: usize) -> Result<TableSlot, PoolError> {
    TableSlot::new(megabytes).ok_or(PoolError::Hash { megabytes })
}

#[cfg(test)]
mod tests;
