//! Tables that are touched, cleared and replaced while searches begin.

use movegen::Move;

use super::*;
use crate::score::Bound;
use crate::tables::tt::Entry;

fn filled(mebibytes: usize) -> TableSlot {
    let mut slot = TableSlot::new(mebibytes).unwrap();
    slot.wait_until_ready();
    slot.table.store(7, Entry::known(1, Bound::Exact, 1));
    slot
}

/// The time of a short search.
const SHORT: Option<Duration> = Some(Duration::from_millis(100));

/// The entry of [`filled`] in the table for a search.
fn probe(slot: &mut TableSlot, time: Option<Duration>) -> Option<Entry> {
    slot.for_search(time).probe(7)
}

#[test]
fn table_is_cleared_in_the_background() {
    let mut slot = filled(2);
    slot.clear();
    slot.wait_until_ready();
    assert_eq!(probe(&mut slot, None), None);
    assert!(slot.clearing.is_none());
}

#[test]
fn touching_keeps_entries_and_ends_for_clearing() {
    let mut slot = filled(8);
    slot.touch();
    assert!(probe(&mut slot, SHORT).is_some());
    slot.clear();
    slot.wait_until_ready();
    assert_eq!(probe(&mut slot, SHORT), None);
}

#[test]
fn replacing_a_table_by_a_smaller_one_frees_it_at_once() {
    let mut slot = TableSlot::new(64).unwrap();
    let touched = Arc::downgrade(&slot.table);
    slot.resize(32).unwrap();
    assert!(touched.upgrade().is_none());
}

#[test]
fn only_a_short_search_on_the_clock_avoids_a_large_table_being_touched() {
    let mut slot = filled(2 * SUBSTITUTE);
    let (pending, done) = Pending::new();
    let cancel = Arc::default();
    slot.touching = Some(Touching { cancel, done });
    assert_eq!(probe(&mut slot, SHORT), None);
    assert!(probe(&mut slot, None).is_some());
    assert!(probe(&mut slot, Some(LONG_SEARCH_PER_MIB * 2 * SUBSTITUTE as u32)).is_some());
    drop(pending);
    assert!(probe(&mut slot, SHORT).is_some());
}

#[test]
fn a_long_search_waits_for_a_table_being_cleared() {
    let mut slot = filled(2);
    let (give_back, cleared) = bounded(1);
    let table = TranspositionTable::new(2).unwrap();
    table.store(7, Entry::known(1, Bound::Exact, 1));
    slot.clear();
    slot.wait_until_ready();
    slot.clearing = Some(Clearing {
        cancel: Arc::default(),
        cleared,
        waiting: unbounded().0,
    });
    assert_eq!(probe(&mut slot, SHORT), None);
    std::thread::spawn(move || {
        std::thread::sleep(10 * MIN_WAIT);
        give_back.send(table).unwrap();
    });
    assert!(probe(&mut slot, Some(Duration::from_secs(60))).is_some());
}

#[test]
fn notifications_are_not_lost_when_the_slot_is_dropped() {
    let mut slot = filled(1);
    let cleared_with_it = slot.clear();
    let (sender, notified) = unbounded();
    slot.when_ready(move || sender.send(()).unwrap());
    assert!(notified.try_recv().is_err());
    drop(cleared_with_it);
    drop(slot);
    assert!(notified.try_recv().is_ok());
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
    let substitute = slot.for_search(SHORT);
    assert_eq!(substitute.probe::<Move>(7), None);
    assert!(slot.clearing.is_some());
    // Clearing again clears the substitute, but is done only when the table is clear.
    substitute.store(7, Entry::known(1, Bound::Exact, 1));
    drop(substitute);
    slot.clear();
    assert_eq!(probe(&mut slot, SHORT), None);
    assert!(!slot.ready.is_done());
    drop(waiters);
    assert!(slot.ready.is_done());
    assert_eq!(probe(&mut slot, None), None);
    assert!(slot.clearing.is_none());
}
