//! Long-lived worker threads: starting, stopping and waiting for searches.

use movegen::Board;
use thiserror::Error;

use crate::{Event, Limits, Options};

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

/// The threads and the table of one engine.
#[derive(Debug)]
pub struct Pool {}

impl Pool {
    /// A pool of `threads` (at least 1) with a table of `hash_mb` mebibytes (at least 1).
    ///
    /// # Errors
    /// No memory or no threads.
    pub fn new(_threads: usize, _hash_mb: usize) -> Result<Self, PoolError> {
        Ok(Self {})
    }

    /// Changes the number of threads. Stops a running search first.
    ///
    /// # Errors
    /// When the system gives no thread; as many as there are stay.
    pub fn set_threads(&mut self, _threads: usize) -> Result<(), PoolError> {
        Ok(())
    }

    /// Replaces the table by an empty one of `megabytes` mebibytes. Stops a running search first.
    ///
    /// # Errors
    /// When there is no memory for it; the old table stays.
    pub fn set_hash(&mut self, _megabytes: usize) -> Result<(), PoolError> {
        Ok(())
    }

    /// Forgets everything learnt: table and histories. Stops a running search first.
    pub fn clear(&mut self) {}

    /// Starts a search and returns at once. A search still running is stopped and waited for.
    ///
    /// `previous_keys` are the keys of the positions that led to `board`, oldest first; whether
    /// the last one is the key of `board` itself does not matter. `listener` is called from a
    /// search thread.
    pub fn go(
        &mut self,
        _board: Board,
        _previous_keys: &[u64],
        _limits: Limits,
        _options: Options,
        _listener: impl FnMut(Event) + Send + 'static,
    ) {
    }

    /// Ends the running search, if there is one: its [`Event::Done`] follows within milliseconds.
    pub fn stop(&self) {}

    /// The move pondered on was played: time limits hold from now on.
    pub fn ponder_hit(&self) {}

    /// Waits until the search is over and every thread is idle again.
    pub fn wait(&self) {}

    /// True from [`go`](Self::go) until [`Event::Done`] is sent.
    pub fn is_searching(&self) -> bool {
        false
    }

    /// Share of the table written by the last search, in permille of a sample.
    pub fn hashfull(&self) -> u32 {
        0
    }
}
