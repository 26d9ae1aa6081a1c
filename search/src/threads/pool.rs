//! The threads and the table of an engine: starting, stopping and waiting for searches.

mod done;
mod table;
mod vote;
mod worker;

use std::sync::Arc;
use std::time::Instant;

use thiserror::Error;

use crate::nnue::Network;
use crate::threads::clock::GameClock;
use crate::threads::shared::SharedContext;
use crate::{Event, Request, Tablebase};
use done::{Done, Pending};
pub use table::{TableSlot, new_table};
use worker::{Job, Listener, Worker};

/// An error in setting up or changing a [`Pool`], a [`Searcher`](crate::Searcher) or a session of the
/// river games.
#[derive(Debug, Error)]
pub enum PoolError {
    /// The table cannot be allocated.
    #[error("cannot allocate a transposition table of {mebibytes} MiB")]
    Hash {
        /// The requested size, in mebibytes.
        mebibytes: usize,
    },
    /// A thread's memory cannot be allocated.
    #[error("cannot allocate memory for a search thread")]
    Memory,
    /// A thread cannot be started.
    #[error("cannot start a search thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// One search, from `go` until its threads are waited for.
struct ActiveSearch {
    shared: Arc<SharedContext>,
    /// Done once all its threads are idle again.
    done: Done,
}

/// The threads and the table of one engine.
///
/// ```
/// use std::sync::mpsc::channel;
///
/// use movegen::{Board, CastlingMode};
/// use search::{Event, Limits, Pool, Request};
///
/// let mut pool = Pool::new(2, 16)?;
/// let (sender, events) = channel();
/// pool.go(Request::new(Board::default(), Limits::new()), move |event| {
///     let _ = sender.send(event);
/// });
/// for event in events {
///     match event {
///         Event::Info(info) if info.depth == 8 => pool.stop(),
///         Event::Done { best, .. } => {
///             let best = best.expect("a legal move");
///             println!("{}", best.uci(CastlingMode::Standard));
///         }
///         _ => {}
///     }
/// }
/// # Ok::<_, search::PoolError>(())
/// ```
pub struct Pool {
    workers: Vec<Worker>,
    table: TableSlot,
    network: Arc<Network>,
    tablebase: Option<Arc<Tablebase>>,
    active: Option<ActiveSearch>,
    clock: GameClock,
    /// True if a search has used the table and histories since they were cleared.
    used: bool,
}

impl Pool {
    /// A pool of `threads` (at least 1) with a table of this many mebibytes (at least 1).
    ///
    /// # Errors
    /// If the table or a thread's memory cannot be allocated, or a thread cannot be started.
    pub fn new(threads: usize, mebibytes: usize) -> Result<Self, PoolError> {
        let mut pool = Self {
            workers: Vec::new(),
            table: TableSlot::new(mebibytes)?,
            network: Network::embedded(),
            tablebase: None,
            active: None,
            clock: GameClock::default(),
            used: false,
        };
        pool.set_threads(threads)?;
        Ok(pool)
    }

    /// Changes the number of threads, at least 1. Stops a running search first.
    ///
    /// # Errors
    /// If a thread cannot be started or its memory cannot be allocated. All others are kept, except
    /// for the last one that this call started, whose memory is freed for other uses.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), PoolError> {
        self.finish();
        self.workers.truncate(threads.max(1));
        let kept = self.workers.len().max(1);
        while self.workers.len() < threads.max(1) {
            match Worker::spawn(self.workers.len()) {
                Ok(worker) => self.workers.push(worker),
                Err(error) => {
                    self.workers
                        .truncate(self.workers.len().saturating_sub(1).max(kept));
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Replaces the table with an empty one of this many mebibytes. Stops a running search first.
    ///
    /// # Errors
    /// If the new table cannot be allocated; the old one is kept.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), PoolError> {
        self.finish();
        self.table.resize(mebibytes)
    }

    /// Replaces the network, initially the [embedded](Network::embedded) one. Stops a running
    /// search first, and clears the table and histories, which hold scores of the old network.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.clear();
        self.network = network;
    }

    /// The network in use.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Sets the tablebases to probe from the next search on, if any; below full strength they are
    /// not used. Stops a running search first, so that the files of the old ones are closed.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        self.finish();
        self.tablebase = tablebase;
    }

    /// Clears the table and histories in the background, if a search has used them. Stops a running
    /// search first.
    pub fn clear(&mut self) {
        self.finish();
        if !self.used {
            return;
        }
        let pending = self.table.clear();
        for worker in &self.workers {
            let pending = pending.clone();
            worker.send(Job::ClearHistory { pending });
        }
        self.used = false;
    }

    /// [Clears](Self::clear) table and histories for another game, whose first move sets the node
    /// clock.
    pub fn new_game(&mut self) {
        self.clear();
        self.clock.new_game();
    }

    /// Waits until the memory of a new table is committed, and the table and histories are cleared;
    /// then for the calls of [`when_ready`](Self::when_ready).
    pub fn wait_until_ready(&mut self) {
        self.table.wait_until_ready();
    }

    /// Calls `notify` once the memory of a new table is committed, and the table and histories are
    /// cleared: immediately if that is done or a search is running, otherwise on another thread.
    pub fn when_ready(&mut self, notify: impl FnOnce() + Clone + Send + 'static) {
        if self.is_searching() {
            notify();
        } else {
            self.table.when_ready(notify);
        }
    }

    /// Starts a search and returns at once. A running one is stopped and waited for.
    ///
    /// `listener` is called from a search thread, which waits for it: while it blocks, for example on
    /// a full channel, so do all methods that wait for a search, and dropping the pool.
    pub fn go(&mut self, mut request: Request, listener: impl FnMut(Event) + Send + 'static) {
        request.limits.started.get_or_insert_with(Instant::now);
        self.finish();
        let turn = request.position.side_to_move();
        let lag = self.clock.start_move(&mut request.limits, turn);
        let threads = match request.options.strength {
            Some(_) => 1,
            None => self.workers.len(),
        };
        self.used = true;
        let tt = self.table.for_search(request.limits.expected_time());
        let network = Arc::clone(&self.network);
        let shared = SharedContext::new(tt, network, request, threads, lag)
            .with_tablebase(self.tablebase.clone());
        let shared = Arc::new(shared);
        let (pending, done) = Pending::new();
        let mut listener: Option<Listener> = Some(Box::new(listener));
        for worker in &self.workers[..threads] {
            worker.send(Job::Search {
                shared: Arc::clone(&shared),
                listener: listener.take(),
                pending: pending.clone(),
            });
        }
        self.active = Some(ActiveSearch { shared, done });
    }

    /// Ends the running search, if there is one; its [`Event::Done`] follows within milliseconds.
    pub fn stop(&self) {
        if let Some(active) = &self.active {
            active.shared.control.stop_and_release();
        }
    }

    /// Ends pondering because the expected move was played: time limits apply from now on. The time
    /// spent pondering counts, since the clock runs from [`Limits::started`](crate::Limits::started).
    pub fn ponder_hit(&self) {
        if let Some(active) = &self.active {
            active.shared.control.ponder_hit();
        }
    }

    /// Waits until the search is over and every thread is idle again; for an infinite or pondering
    /// search, until it is stopped.
    pub fn wait(&mut self) {
        if let Some(active) = &self.active {
            active.done.wait();
        }
    }

    /// True from [`go`](Self::go) until just before [`Event::Done`] is sent.
    pub fn is_searching(&self) -> bool {
        self.active
            .as_ref()
            .is_some_and(|active| active.shared.control.answered().is_none())
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
        if let Some(active) = self.active.take() {
            self.clock.finish_move(&active.shared.control);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests;
