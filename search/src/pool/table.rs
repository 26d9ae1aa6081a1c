//! The transposition table of a pool, which is at times in the hands of a thread that clears it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::Builder;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::tt::TranspositionTable;

/// The time that a search waits for a table that is being cleared: small ones are ready by then.
const WAIT: Duration = Duration::from_millis(5);

/// A table, and its clearing in the background.
pub(super) struct TableSlot {
    /// While the table is being cleared, a small one in its place.
    table: Arc<TranspositionTable>,
    clearing: Option<Clearing>,
    megabytes: usize,
}

struct Clearing {
    cancel: Arc<AtomicBool>,
    cleared: Receiver<TranspositionTable>,
}

impl TableSlot {
    /// An empty table of `megabytes` mebibytes; `None` when there is no memory for it.
    pub(super) fn new(megabytes: usize) -> Option<Self> {
        Some(Self {
            table: Arc::new(TranspositionTable::new(megabytes)?),
            clearing: None,
            megabytes,
        })
    }

    /// Clears the table in the background, and drops `done` at the end of that. Returns at once.
    /// No search may be running.
    pub(super) fn clear(&mut self, done: Sender<()>) {
        if self.clearing.is_some() {
            return;
        }
        let Some(table) = Arc::get_mut(&mut self.table) else {
            debug_assert!(false, "the table is in use");
            return;
        };
        let cancel = Arc::new(AtomicBool::new(false));
        let (give, taken) = bounded::<TranspositionTable>(1);
        let (give_back, cleared) = bounded(1);
        let flag = Arc::clone(&cancel);
        let work = move || {
            if let Ok(mut table) = taken.recv() {
                table.clear(&flag);
                let _ = give_back.send(table);
            }
            drop(done);
        };
        let substitute = TranspositionTable::new(1);
        let started = Builder::new().name("clear".into()).spawn(work);
        if let (Some(substitute), Ok(_)) = (substitute, started) {
            let _ = give.send(std::mem::replace(table, substitute));
            self.clearing = Some(Clearing { cancel, cleared });
        } else {
            table.clear(&AtomicBool::new(false));
        }
    }

    /// The table for a search that begins now. If clearing it takes long, it is replaced by a new
    /// one, so that no clock runs meanwhile; only if there is no memory for that, what has not been
    /// cleared yet stays.
    pub(super) fn for_search(&mut self) -> Arc<TranspositionTable> {
        if let Some(clearing) = self.clearing.take() {
            let table = clearing.cleared.recv_timeout(WAIT).or_else(|_| {
                clearing.cancel.store(true, Relaxed);
                let old = clearing.cleared.recv();
                match TranspositionTable::new(self.megabytes) {
                    Some(new) => {
                        free(old);
                        Ok(new)
                    }
                    None => old,
                }
            });
            // Without an answer the substitute stays, which is better than no table.
            if let Ok(table) = table {
                self.table = Arc::new(table);
            }
        }
        Arc::clone(&self.table)
    }
}

impl Drop for Clearing {
    fn drop(&mut self) {
        self.cancel.store(true, Relaxed);
    }
}

/// Drops a value on another thread: gigabytes take a while to be given back.
pub(super) fn free<T: Send + 'static>(value: T) {
    let _ = Builder::new().spawn(move || drop(value));
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;
    use crate::score::Bound;
    use crate::tt::Entry;

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
        assert_eq!(slot.for_search().probe(7), None);
        assert!(slot.clearing.is_none());
    }

    #[test]
    fn search_does_not_wait_for_a_table_that_is_long_in_clearing() {
        let mut slot = filled(2);
        let cancel = Arc::new(AtomicBool::new(false));
        let (give_back, cleared) = bounded(1);
        let flag = Arc::clone(&cancel);
        let table = std::mem::replace(
            &mut slot.table,
            Arc::new(TranspositionTable::new(1).unwrap()),
        );
        // Only to be had by cancelling.
        std::thread::spawn(move || {
            while !flag.load(Relaxed) {
                std::thread::yield_now();
            }
            let _ = give_back.send(Arc::into_inner(table).unwrap());
        });
        slot.clearing = Some(Clearing { cancel, cleared });
        assert_eq!(slot.for_search().probe(7), None);
    }
}
