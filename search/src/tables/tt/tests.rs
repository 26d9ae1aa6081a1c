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
    for _ in 0..=AGES {
        // Low keys share the first cluster.
        table.store(9, entry(3, Bound::Lower));
        table.store(10, entry(3, Bound::Lower));
        assert_eq!(table.hashfull(), 2);
        table.next_age();
        assert_eq!(table.hashfull(), 0);
    }
}

/// The keys that are lost when key 4 is stored in the full cluster of keys 1 to 3.
fn replaced(table: &TranspositionTable) -> Vec<u64> {
    table.store(4, entry(1, Bound::Lower));
    let is_lost = |key: &u64| probe(table, *key).is_none();
    (1..=4).filter(is_lost).collect()
}

#[test]
fn shallowest_entry_of_a_full_cluster_is_replaced() {
    let table = TranspositionTable::new(1).unwrap();
    for (key, depth) in [(1, 10), (2, 5), (3, 20)] {
        table.store(key, entry(depth, Bound::Lower));
    }
    assert_eq!(replaced(&table), [2]);
}

#[test]
fn deep_entry_of_an_old_search_is_replaced() {
    // The second table's age wraps around.
    for age in [0, AGES - 2] {
        for (searches, lost) in [(2, 2), (4, 1)] {
            let table = TranspositionTable::new(1).unwrap();
            (0..age).for_each(|_| table.next_age());
            table.store(1, entry(20, Bound::Lower));
            (0..searches).for_each(|_| table.next_age());
            for key in [2, 3] {
                table.store(key, entry(8, Bound::Lower));
            }
            assert_eq!(replaced(&table), [lost], "age {age}, {searches} searches");
        }
    }
}
