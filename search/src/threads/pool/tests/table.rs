//! The table of a pool: changes to a large one block only callers that explicitly wait, and the
//! result of a search of some root moves is not stored.

use super::*;

/// Mebibytes: large enough that clearing takes much longer than starting to.
const LARGE: usize = 256;

/// True if `change`, made after a search, returned well before the table was ready.
fn returns_early(pool: &mut Pool, change: fn(&mut Pool)) -> bool {
    run(pool, START, Limits::depth(1));
    let started = Instant::now();
    change(pool);
    let returned = started.elapsed();
    pool.wait_until_ready();
    5 * returned < 4 * started.elapsed()
}

/// One early return in ten tries is enough: a change that blocks never returns early, and one that
/// does not may be preempted. A fast machine clears the smaller table in the few milliseconds for
/// which a search waits.
fn returns_early_once(change: fn(&mut Pool)) -> bool {
    [LARGE, 4 * LARGE].into_iter().any(|mebibytes| {
        let mut pool = Pool::new(1, mebibytes).unwrap();
        pool.wait_until_ready();
        (0..10).any(|_| returns_early(&mut pool, change))
    })
}

#[test]
fn clearing_a_large_table_does_not_block() {
    assert!(returns_early_once(Pool::clear));
}

#[test]
fn a_new_large_table_does_not_block() {
    assert!(returns_early_once(|pool| pool.set_hash(LARGE).unwrap()));
}

#[test]
fn a_search_on_the_clock_does_not_wait_for_the_clearing() {
    assert!(returns_early_once(|pool| {
        pool.clear();
        run(pool, START, Limits::move_time(Duration::from_millis(1)));
    }));
}

#[test]
fn each_search_ages_the_table() {
    let mut pool = Pool::new(1, 1).unwrap();
    let mut hashfull = |fen, limits| {
        let (infos, _) = run(&mut pool, fen, limits);
        infos.last().unwrap().counters.hashfull
    };
    let first = hashfull(KIWIPETE, Limits::nodes(60_000));
    assert!(first > 100, "{first}");
    let second = hashfull(START, Limits::depth(1));
    assert!(second < 20, "{second}");
}

#[test]
fn a_search_of_some_root_moves_is_not_stored_as_that_of_the_position() {
    let mut pool = Pool::new(1, 1).unwrap();
    let position = board(KIWIPETE);
    let is_scored = |pool: &mut Pool| {
        let entry = pool.table.for_search(None).probe::<Move>(position.key());
        entry.is_some_and(|entry| entry.bound.is_some())
    };
    let blunder = position.parse_uci("e2a6").expect("a legal move");
    let blunders = Request::new(position, Limits::depth(5)).with_search_moves(vec![blunder]);
    finish(position, &request(&mut pool, blunders));
    assert!(!is_scored(&mut pool));
    run(&mut pool, KIWIPETE, Limits::depth(5));
    assert!(is_scored(&mut pool));
}
