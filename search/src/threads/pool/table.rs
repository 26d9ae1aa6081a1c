//! The transposition table of a pool: background threads commit the memory of a new one and clear
//! it between games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::Builder;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use crate::tables::tt::TranspositionTable;

/// The time that a search waits for a table being cleared; small ones are ready by then.
const WAIT: Duration = Duration::from_millis(5);

/// The size in mebibytes of the substitute for a table being cleared.
const SUBSTITUTE: usize = 16;

/// A table and its background work.
pub(super) struct TableSlot {
    /// The table, or a small substitute while it is being cleared.
    table: Arc<TranspositionTable>,
    clearing: Option<Clearing>,
    touching: Option<Touching>,
    megabytes: usize,
}

struct Clearing {
    cancel: Arc<AtomicBool>,
    cleared: Receiver<TranspositionTable>,
    /// Takes what is to be dropped once the table is clear.
    waiting: Sender<Sender<()>>,
}

struct Touching {
    cancel: Arc<AtomicBool>,
    /// Disconnected when the work is done.
    end: Receiver<()>,
}

impl TableSlot {
    /// An empty table of `megabytes` mebibytes; `None` if it cannot be allocated.
    pub(super) fn new(megabytes: usize) -> Option<Self> {
        Some(Self {
            table: Arc::new(TranspositionTable::new(megabytes)?),
            clearing: None,
            touching: None,
            megabytes,
        })
    }

    /// Commits the table's memory in the background, then drops `done`. Searches may run meanwhile,
    /// but lose time on pages that they touch first.
    pub(super) fn touch(&mut self, done: Option<Sender<()>>) {
        let cancel = Arc::new(AtomicBool::new(false));
        let (ending, end) = bounded(0);
        let (table, flag) = (Arc::clone(&self.table), Arc::clone(&cancel));
        let work = move || {
            table.touch(&flag);
            drop(table);
            let _: (Sender<()>, _) = (ending, done);
        };
        if Builder::new().name("touch".into()).spawn(work).is_ok() {
            self.touching = Some(Touching { cancel, end });
        }
    }

    /// Clears the table in the background, then drops `done`. Returns at once: a substitute that a
    /// search has used meanwhile is small. No search may be running.
    pub(super) fn clear(&mut self, done: Sender<()>) {
        if let Some(clearing) = &self.clearing {
            // Fails, and drops it, if the table is clear by now.
            let _ = clearing.waiting.send(done);
            if let Some(substitute) = Arc::get_mut(&mut self.table) {
                substitute.clear(&AtomicBool::new(false));
            }
            return;
        }
        if let Some(touching) = self.touching.take() {
            touching.cancel.store(true, Relaxed);
            let _ = touching.end.recv();
        }
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
            drop((done, waiters));
        };
        let substitute = TranspositionTable::new(SUBSTITUTE.min(self.megabytes));
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

    /// The table for a search that begins now. While a large one is being cleared, a search on the
    /// clock gets the small substitute; for other searches the table is replaced with a new one or,
    /// if that cannot be allocated, used partly cleared.
    pub(super) fn for_search(&mut self, is_timed: bool) -> Arc<TranspositionTable> {
        if let Some(clearing) = self.clearing.take() {
            match clearing.cleared.recv_timeout(WAIT) {
                Ok(table) => self.table = Arc::new(table),
                Err(RecvTimeoutError::Timeout) if is_timed => self.clearing = Some(clearing),
                Err(RecvTimeoutError::Timeout) => self.replace(&clearing),
                // Keep the substitute, which is better than no table.
                Err(RecvTimeoutError::Disconnected) => {}
            }
        }
        Arc::clone(&self.table)
    }

    /// Replaces a table being cleared with a new one.
    fn replace(&mut self, clearing: &Clearing) {
        clearing.cancel.store(true, Relaxed);
        let old = clearing.cleared.recv();
        match (TranspositionTable::new(self.megabytes), old) {
            (Some(new), old) => {
                free(old);
                self.table = Arc::new(new);
                self.touch(None);
            }
            (None, Ok(old)) => self.table = Arc::new(old),
            (None, Err(_)) => {}
        }
    }
}

impl Drop for Touching {
    fn drop(&mut self) {
        self.cancel.store(true, Relaxed);
    }
}

impl Drop for Clearing {
    fn drop(&mut self) {
        self.cancel.store(true, Relaxed);
    }
}

/// Drops a value on another thread: freeing gigabytes takes a while.
pub(super) fn free<T: Send + 'static>(value: T) {
    let _ = Builder::new().spawn(move || drop(value));
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::TryRecvError;

    use super::*;
    use crate::score::Bound;
    use crate::tables::tt::Entry;

    fn filled(megabytes: usize) -> TableSlot {
        let slot = TableSlot::new(megabytes).unwrap();
        slot.table.store(7, Entry::known(1, Bound::Exact, 1));
        slot
    }

    #[test]
    fn table_is_cleared_in_the_background() {
        let mut slot = filled(2);
        let (done, all_done) = unbounded();
        slot.clear(done);
        assert!(all_done.recv().is_err(), "nothing is ever sent");
        assert_eq!(slot.for_search(false).probe(7), None);
        assert!(slot.clearing.is_none());
    }

    #[test]
    fn touching_keeps_entries_and_ends_for_clearing() {
        let mut slot = filled(8);
        let (done, all_done) = unbounded();
        slot.touch(Some(done));
        assert!(all_done.recv().is_err(), "nothing is ever sent");
        assert!(slot.for_search(true).probe(7).is_some());
        slot.touch(None);
        let (done, all_done) = unbounded();
        slot.clear(done);
        assert!(all_done.recv().is_err(), "nothing is ever sent");
        assert_eq!(slot.for_search(true).probe(7), None);
    }

    #[test]
    fn search_does_not_wait_for_a_table_being_cleared() {
        let mut slot = filled(2);
        let cancel = Arc::new(AtomicBool::new(false));
        let (give_back, cleared) = bounded(1);
        let flag = Arc::clone(&cancel);
        let table = std::mem::replace(
            &mut slot.table,
            Arc::new(TranspositionTable::new(1).unwrap()),
        );
        // Returned only after cancellation.
        std::thread::spawn(move || {
            while !flag.load(Relaxed) {
                std::thread::yield_now();
            }
            let _ = give_back.send(Arc::into_inner(table).unwrap());
        });
        let (waiting, waiters) = unbounded();
        slot.clearing = Some(Clearing {
            cancel,
            cleared,
            waiting,
        });
        // On the clock, the substitute is used and clearing continues.
        let substitute = slot.for_search(true);
        assert_eq!(substitute.probe(7), None);
        assert!(slot.clearing.is_some());
        // Clearing again clears the substitute, but is done only when the table is clear.
        substitute.store(7, Entry::known(1, Bound::Exact, 1));
        drop(substitute);
        let (done, all_done) = unbounded();
        slot.clear(done);
        assert_eq!(slot.for_search(true).probe(7), None);
        assert_eq!(all_done.try_recv(), Err(TryRecvError::Empty));
        drop(waiters);
        assert_eq!(all_done.try_recv(), Err(TryRecvError::Disconnected));
        assert_eq!(slot.for_search(false).probe(7), None);
        assert!(slot.clearing.is_none());
    }
}
