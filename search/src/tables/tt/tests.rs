//! Packing, replacement and aging of table entries.

use super::*;
use crate::score::NO_SCORE;

fn probe(table: &TranspositionTable, key: u64) -> Option<Entry> {
    table.probe(key)
}

fn entry(depth: i32, bound: Bound) -> Entry {
    Entry {
        mv: Move::from_bits(0x0123),
        score: -31_234,
        eval: NO_SCORE,
        depth,
        bound: Some(bound),
        pv: true,
    }
}

#[test]
fn probe_returns_the_stored_entry() {
    let mut table = TranspositionTable::new(1).unwrap();
    let key = 0x0123_4567_89AB_CDEF;
    assert_eq!(probe(&table, key), None);
    for depth in [0, 7, 255] {
        let entry = entry(depth, Bound::Exact);
        table.store(key, entry);
        assert_eq!(probe(&table, key), Some(entry));
        assert_eq!(probe(&table, key ^ 1), None);
    }
    table.clear(&AtomicBool::new(true));
    assert!(probe(&table, key).is_some());
    table.clear(&AtomicBool::new(false));
    assert_eq!(probe(&table, key), None);
}

#[test]
fn shallow_bound_does_not_replace_a_deep_one_of_the_same_search() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(9, entry(20, Bound::Lower));
    table.store(9, entry(5, Bound::Upper));
    assert_eq!(probe(&table, 9).map(|e| e.depth), Some(20));
    table.next_age();
    table.store(9, entry(5, Bound::Upper));
    assert_eq!(probe(&table, 9).map(|e| e.depth), Some(5));
}

#[test]
fn move_stays_when_the_new_entry_has_none() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(9, entry(3, Bound::Lower));
    table.store(
        9,
        Entry {
            mv: None,
            ..entry(4, Bound::Upper)
        },
    );
    assert_eq!(probe(&table, 9).unwrap().mv, Move::from_bits(0x0123));
}

#[test]
fn torn_entries_are_not_found() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(9, entry(3, Bound::Lower));
    let cluster = table.cluster(9);
    let data = cluster.data()[0].load(Relaxed);
    cluster.data()[0].store(data ^ 0x40, Relaxed);
    assert_eq!(probe(&table, 9), None);
}

#[test]
fn hashfull_counts_the_entries_of_this_search() {
    let table = TranspositionTable::new(1).unwrap();
    assert_eq!(table.hashfull(), 0);
    // Low keys share the first cluster.
    table.store(9, entry(3, Bound::Lower));
    table.store(10, entry(3, Bound::Lower));
    assert_eq!(table.hashfull(), 2);
    table.next_age();
    assert_eq!(table.hashfull(), 0);
}
