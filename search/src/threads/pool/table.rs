//! A transposition table with its background work: threads commit the memory of a new one and clear
//! it between games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvError, RecvTimeoutError, Sender, bounded, unbounded};

use super::PoolError;
use super::done::{Done, Pending};
use crate::tables::tt::TranspositionTable;

/// The minimum and maximum time that a search waits for a table to be ready; small tables are ready
/// within the minimum.
const MIN_WAIT: Duration = Duration::from_millis(5);
const MAX_WAIT: Duration = Duration::from_millis(500);

/// The part of its time that a search on the clock waits.
const WAIT_SHARE: u32 = 20;

/// A search with at least this much time for each mebibyte, several times what committing one
/// takes, uses a table whose memory is still being committed. In a shorter one, page faults could
/// use up its time and more, because a check of the clock comes only after many of them.
const LONG_SEARCH_PER_MIB: Duration = Duration::from_millis(4);

/// The size in mebibytes of the substitute for a table that is not ready.
const SUBSTITUTE: usize = 16;

/// A table and its background work.
pub struct TableSlot {
    /// The table, or a small substitute while it is being cleared.
    table: Arc<TranspositionTable>,
    clearing: Option<Clearing>,
    touching: Option<Touching>,
    mebibytes: usize,
    /// Done once the table, and everything cleared along with it, is ready.
    ready: Done,
    /// Threads that wait for that, then notify.
    notifiers: Vec<JoinHandle<()>>,
}

struct Clearing {
    cancel: Arc<AtomicBool>,
    cleared: Receiver<TranspositionTable>,
    /// Takes pending work to drop once the table is clear.
    waiting: Sender<Pending>,
}

struct Touching {
    cancel: Arc<AtomicBool>,
    done: Done,
}

impl TableSlot {
    /// An empty table of this many mebibytes, at least 1. Its memory is committed in the
    /// background.
    ///
    /// # Errors
    /// If it cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Self, PoolError> {
        let (_, ready) = Pending::new();
        let mut slot = Self {
            table: new_table(mebibytes)?,
            clearing: None,
            touching: None,
            mebibytes,
            ready,
            notifiers: Vec::new(),
        };
        slot.touch();
        Ok(slot)
    }

    /// Replaces the table with an empty one of this many mebibytes. No search may be running.
    ///
    /// # Errors
    /// If the new table cannot be allocated; the old one is kept.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), PoolError> {
        let mut old = std::mem::replace(self, Self::new(mebibytes)?);
        self.notifiers = std::mem::take(&mut old.notifiers);
        // A caller that makes a table smaller may need the memory at once, for another one.
        if mebibytes < old.mebibytes {
            drop(old);
        } else {
            free(old);
        }
        Ok(())
    }

    /// Commits the table's memory in the background, which must not be under way. Searches may run
    /// meanwhile, but lose time on pages that they touch first.
    fn touch(&mut self) {
        let cancel = Arc::new(AtomicBool::new(false));
        let (pending, done) = Pending::new();
        let (table, flag) = (Arc::clone(&self.table), Arc::clone(&cancel));
        let work = move || {
            table.touch(&flag);
            drop(table);
            drop(pending);
        };
        self.ready = done.clone();
        if Builder::new().name("touch".into()).spawn(work).is_ok() {
            self.touching = Some(Touching { cancel, done });
        }
    }

    /// Stops committing memory; the background thread then no longer shares the table.
    fn end_touching(&mut self) {
        if let Some(touching) = self.touching.take() {
            touching.cancel.store(true, Relaxed);
            touching.done.wait();
        }
    }

    /// Clears the table in the background. If that is already under way, only the small substitute
    /// that a search may have used meanwhile is cleared, on this thread. The table does not count
    /// as ready until the returned value is dropped as well. No search may be running.
    pub fn clear(&mut self) -> Pending {
        let (pending, ready) = Pending::new();
        self.ready = ready;
        self.start_clearing(pending.clone());
        pending
    }

    /// Clears the table in the background, then drops `pending`.
    fn start_clearing(&mut self, pending: Pending) {
        if let Some(clearing) = &self.clearing {
            // If the table is clear by now, this fails and drops `pending`, as intended.
            let _ = clearing.waiting.send(pending);
            if let Some(substitute) = Arc::get_mut(&mut self.table) {
                substitute.clear(&AtomicBool::new(false));
            }
            return;
        }
        self.end_touching();
        let Some(table) = Arc::get_mut(&mut self.table) else {
            debug_assert!(false, "the table is in use");
            return;
        };
        let cancel = Arc::new(AtomicBool::new(false));
        let (give, taken) = bounded::<TranspositionTable>(1);
        let (give_back, cleared) = bounded(1);
        let (waiting, waiters) = unbounded();
        let flag = Arc::clone(&cancel);
        let work = move || {
            if let Ok(mut table) = taken.recv() {
                table.clear(&flag);
                let _ = give_back.send(table);
            }
            drop((pending, waiters));
        };
        let substitute = TranspositionTable::new(SUBSTITUTE.min(self.mebibytes));
        let started = Builder::new().name("clear".into()).spawn(work);
        if let (Some(substitute), Ok(_)) = (substitute, started) {
            let _ = give.send(std::mem::replace(table, substitute));
            self.clearing = Some(Clearing {
                cancel,
                cleared,
                waiting,
            });
        } else {
            table.clear(&AtomicBool::new(false));
        }
    }

    /// The table for a search that begins now; `time` is about how long it will take, if it is on
    /// the clock. If the table is not ready after a small part of that time, the search gets a
    /// small substitute, except that a long search uses a table whose memory is still being
    /// committed. For a search off the clock, a table that is being cleared is replaced with a new
    /// one or, if that cannot be allocated, used partly cleared.
    pub fn for_search(&mut self, time: Option<Duration>) -> Arc<TranspositionTable> {
        let wait = (time.unwrap_or_default() / WAIT_SHARE).clamp(MIN_WAIT, MAX_WAIT);
        if let Some(clearing) = self.clearing.take() {
            match clearing.cleared.recv_timeout(wait) {
                Ok(table) => self.table = Arc::new(table),
                Err(RecvTimeoutError::Timeout) if time.is_some() => self.clearing = Some(clearing),
                Err(RecvTimeoutError::Timeout) => self.replace(clearing),
                // Keep the substitute, which is better than no table.
                Err(RecvTimeoutError::Disconnected) => {}
            }
        }
        if time.is_some_and(|time| time < LONG_SEARCH_PER_MIB * self.mebibytes as u32)
            && self.mebibytes > SUBSTITUTE
            && self.touching.as_ref().is_some_and(Touching::lasts)
            && let Some(substitute) = TranspositionTable::new(SUBSTITUTE)
        {
            return Arc::new(substitute);
        }
        Arc::clone(&self.table)
    }

    /// Waits until the table is ready and all notifications have been sent.
    pub fn wait_until_ready(&mut self) {
        self.ready.wait();
        self.join_notifiers();
    }

    /// Calls `notify` once the table is ready: immediately if it is, otherwise on another thread.
    pub fn when_ready(&mut self, notify: impl FnOnce() + Clone + Send + 'static) {
        if self.ready.is_done() {
            return notify();
        }
        let (ready, later) = (self.ready.clone(), notify.clone());
        let wait = move || {
            ready.wait();
            later();
        };
        self.notifiers.retain(|thread| !thread.is_finished());
        match Builder::new().name("ready".into()).spawn(wait) {
            Ok(thread) => self.notifiers.push(thread),
            Err(_) => notify(),
        }
    }

    /// Replaces a table being cleared with a new one.
    fn replace(&mut self, clearing: Clearing) {
        let old = clearing.cancel();
        match (TranspositionTable::new(self.mebibytes), old) {
            (Some(new), old) => {
                free(old);
                self.table = Arc::new(new);
                self.touch();
            }
            (None, Ok(old)) => self.table = Arc::new(old),
            (None, Err(_)) => {}
        }
    }

    fn join_notifiers(&mut self) {
        for thread in self.notifiers.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for TableSlot {
    /// Ends the work, so that the memory is free afterwards, and waits for the notifications that
    /// depend on it.
    fn drop(&mut self) {
        self.end_touching();
        if let Some(clearing) = self.clearing.take() {
            let _ = clearing.cancel();
        }
        self.join_notifiers();
    }
}

/// A table of this many mebibytes to share between threads.
///
/// # Errors
/// If it cannot be allocated.
pub fn new_table(mebibytes: usize) -> Result<Arc<TranspositionTable>, PoolError> {
    TranspositionTable::new(mebibytes)
        .map(Arc::new)
        .ok_or(PoolError::Hash { mebibytes })
}

impl Touching {
    /// Waits up to [`MIN_WAIT`] for the work; true if it is still not done.
    fn lasts(&self) -> bool {
        !self.done.wait_timeout(MIN_WAIT)
    }
}

impl Clearing {
    /// Ends the work and returns the table, partly cleared.
    fn cancel(self) -> Result<TranspositionTable, RecvError> {
        self.cancel.store(true, Relaxed);
        self.cleared.recv()
    }
}

/// Drops a value on another thread: freeing gigabytes takes a while.
fn free<T: Send + 'static>(value: T) {
    let _ = Builder::new().spawn(move || drop(value));
}

#[cfg(test)]
mod tests;
