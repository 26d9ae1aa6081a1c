//! The threads and the table of an engine: starting, stopping and waiting for searches.

mod table;
mod vote;
mod worker;

use std::sync::Arc;
use std::thread::Builder;

use crossbeam_channel::{Receiver, TryRecvError, bounded};
use crossbeam_utils::sync::WaitGroup;
use thiserror::Error;

use crate::nnue::Network;
use crate::tables::tt::{TableMove, TranspositionTable};
use crate::threads::shared::SharedContext;
use crate::time::GameClock;
use crate::{Event, Request, Tablebase};
use table::{TableSlot, free};
use worker::{Job, Listener, Worker};

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
    clock: GameClock,
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
            clock: GameClock::default(),
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
        self.clock.new_game();
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

    /// Starts a search and returns at once. A running one is stopped and waited for. `listener` is
    /// called from a search thread.
    pub fn go(&mut self, mut request: Request, listener: impl FnMut(Event) + Send + 'static) {
        self.finish();
        let lag = self.clock.start_move(&mut request.limits);
        let threads = match request.options.strength {
            Some(_) => 1,
            None => self.workers.len(),
        };
        self.used = true;
        let is_timed = request.limits.clock.is_some() || request.limits.move_time.is_some();
        let tt = self.table.for_search(is_timed);
        let shared = SharedContext::new(tt, request, threads, lag)
            .with_network(self.network.clone())
            .with_tablebase(self.tablebase.clone());
        let shared = Arc::new(shared);
        let done = WaitGroup::new();
        let mut listener: Option<Listener> = Some(Box::new(listener));
        for worker in &self.workers[..threads] {
            worker.send(Job::Search {
                shared: Arc::clone(&shared),
                listener: listener.take(),
                done: done.clone(),
            });
        }
        self.run = Some(Run {
            shared,
            threads: Some(done),
        });
    }

    /// Ends the running search, if there is one; its [`Event::Done`] follows within milliseconds.
    pub fn stop(&self) {
        if let Some(run) = &self.run {
            run.shared.control.stop();
        }
    }

    /// The expected move was played: time limits hold from now on.
    pub fn ponder_hit(&self) {
        if let Some(run) = &self.run {
            run.shared.control.ponder_hit();
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
            .is_some_and(|run| run.shared.control.answered().is_none())
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
        if let Some(run) = self.run.take() {
            self.clock.finish_move(&run.shared.control);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A table of `megabytes` mebibytes to share between threads.
///
/// # Errors
/// No memory.
pub fn new_table<M: TableMove>(megabytes: usize) -> Result<Arc<TranspositionTable<M>>, PoolError> {
    TranspositionTable::new(megabytes)
        .map(Arc::new)
        .ok_or(PoolError::Hash { megabytes })
}

fn slot(megabytes: usize) -> Result<TableSlot, PoolError> {
    TableSlot::new(megabytes).ok_or(PoolError::Hash { megabytes })
}

#[cfg(test)]
mod tests;
