//! The guarantees of a pool, tested with real searches.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};
use movegen::{Board, Move};
use support::board;

use super::*;
use crate::tables::tt::Entry;
use crate::{Limits, Options, SearchInfo, mate_in};

mod reports;
mod table;
mod waiting;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";

fn start(pool: &mut Pool, board: Board, limits: Limits, multi_pv: usize) -> Receiver<Event> {
    let options = Options {
        multi_pv,
        ..Options::default()
    };
    request(pool, Request::new(board, limits).with_options(options))
}

fn request(pool: &mut Pool, request: Request) -> Receiver<Event> {
    let (sender, events) = unbounded();
    pool.go(request, move |event| {
        let _ = sender.send(event);
    });
    events
}

/// All reports and the answer of a search, checked against the guarantees of every search.
fn finish(board: Board, events: &Receiver<Event>) -> (Vec<SearchInfo>, Option<Move>) {
    let mut infos: Vec<SearchInfo> = Vec::new();
    let mut answer = None;
    for event in events {
        assert!(answer.is_none(), "nothing follows the answer");
        match event {
            Event::Info(info) => {
                let mut end = board;
                for &mv in &info.pv {
                    assert!(end.is_legal(mv), "{mv:?} in {:?}", info.pv);
                    end.make(mv);
                }
                infos.push(info);
            }
            Event::Warning(text) => panic!("{text}"),
            Event::CurrentMove { .. } | Event::Counters(_) => {}
            Event::Done { best, ponder } => {
                let reported = infos.iter().rfind(|info| info.multipv == 1);
                assert_eq!(best.as_ref(), reported.and_then(|info| info.pv.first()));
                if let Some(best) = best {
                    let mut after = board;
                    after.make(best);
                    assert!(ponder.is_none_or(|mv| after.is_legal(mv)));
                }
                answer = Some(best);
            }
        }
    }
    (infos, answer.expect("an answer"))
}

fn run(pool: &mut Pool, fen: &str, limits: Limits) -> (Vec<SearchInfo>, Option<Move>) {
    let board = board(fen);
    let events = start(pool, board, limits, 1);
    finish(board, &events)
}

#[test]
fn searches_end_at_their_limits() {
    for threads in [1, 3] {
        let mut pool = Pool::new(threads, 1).unwrap();
        let (infos, best) = run(&mut pool, KIWIPETE, Limits::depth(5));
        assert!(best.is_some());
        assert_eq!(infos.iter().map(|info| info.depth).max(), Some(5));
        let time = Duration::from_millis(80);
        // The system may interrupt one of several tries.
        let is_in_time = (0..5).any(|_| {
            let started = Instant::now();
            run(&mut pool, START, Limits::move_time(time));
            started.elapsed() < time * 3
        });
        assert!(is_in_time);
    }
}

#[test]
fn a_node_limit_is_exact_with_one_thread() {
    let mut pool = Pool::new(1, 1).unwrap();
    // Many limits: each may end a different kind of search.
    for nodes in (1..=400).chain((5_000..=5_040).step_by(2)).chain([12_345]) {
        let (infos, best) = run(&mut pool, KIWIPETE, Limits::nodes(nodes));
        assert!(best.is_some());
        assert_eq!(infos.last().map(|info| info.counters.nodes), Some(nodes));
    }
}

#[test]
fn search_on_one_thread_is_deterministic() {
    let mut pool = Pool::new(1, 2).unwrap();
    let nodes = |pool: &mut Pool, fen| {
        let (infos, _) = run(pool, fen, Limits::depth(9));
        infos.last().unwrap().counters.nodes
    };
    let mut both = || {
        pool.clear();
        [START, KIWIPETE].map(|fen| nodes(&mut pool, fen))
    };
    let first = both();
    assert_eq!(first, both());
    let mut fresh = Pool::new(1, 2).unwrap();
    assert_eq!(first[0], nodes(&mut fresh, START));
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let mut pool = Pool::new(1, 1).unwrap();
    let position = board(START);
    let wanted = position.parse_uci("f2f3").unwrap();
    let nonsense = board(KIWIPETE).parse_uci("e5g6").unwrap();
    for (search_moves, only) in [(vec![nonsense, wanted], true), (vec![nonsense], false)] {
        let wanted_only = Request::new(position, Limits::depth(4)).with_search_moves(search_moves);
        let events = request(&mut pool, wanted_only);
        let (_, best) = finish(position, &events);
        assert_eq!(best == Some(wanted), only);
    }
}

#[test]
fn mates_are_found_and_end_a_mate_search() {
    let mut pool = Pool::new(1, 1).unwrap();
    let limits = Limits {
        mate: Some(2),
        ..Limits::new()
    };
    let (infos, best) = run(&mut pool, MATE_IN_ONE, limits);
    assert_eq!(best.unwrap().to().to_string(), "d8");
    assert_eq!(mate_in(infos.last().unwrap().score), Some(1));
}

#[test]
fn mate_search_reports_the_mate_that_any_thread_finds() {
    let mut pool = Pool::new(4, 1).unwrap();
    let mate_in_five = "2b1k3/rp1p3R/5pr1/p4Bp1/PR1p4/2P3P1/3K4/1NB2QN1 w - - 1 28";
    let mated_in_five = "8/8/8/8/8/5k2/8/r5K1 w - - 0 1";
    for (fen, multi_pv) in [(mate_in_five, 1), (mate_in_five, 2), (mated_in_five, 1)] {
        for _ in 0..10 {
            pool.clear();
            let limits = Limits {
                mate: Some(5),
                ..Limits::new()
            };
            let events = start(&mut pool, board(fen), limits, multi_pv);
            let (infos, _) = finish(board(fen), &events);
            let last = infos.iter().rfind(|info| info.multipv == 1).unwrap();
            let mate = mate_in(last.score).expect("a mate");
            assert!(mate.abs() <= 5, "{fen}: {mate}");
        }
    }
}

#[test]
fn mate_comes_before_the_fifty_move_rule() {
    let mut pool = Pool::new(1, 1).unwrap();
    let (infos, best) = run(
        &mut pool,
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 80",
        Limits::depth(4),
    );
    assert_eq!(best.unwrap().to().to_string(), "d8");
    assert_eq!(mate_in(infos.last().unwrap().score), Some(1));
    // A mate in two needs three plies.
    let mate_in_two = "6k1/8/8/8/8/8/1R6/R6K w - - 97 80";
    let (infos, _) = run(&mut pool, mate_in_two, Limits::depth(6));
    assert_eq!(mate_in(infos.last().unwrap().score), Some(2));
    // Too late: every line is a draw.
    for fen in [
        "6k1/8/8/8/8/8/1R6/R6K w - - 98 80",
        "4k3/8/8/8/8/8/8/R3K3 w - - 99 80",
    ] {
        let (infos, _) = run(&mut pool, fen, Limits::depth(6));
        assert!(infos.last().unwrap().score.abs() <= 1, "{fen}");
    }
}

#[test]
fn search_without_a_legal_move_returns_none() {
    let mut pool = Pool::new(2, 1).unwrap();
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let (infos, best) = run(&mut pool, fen, Limits::depth(4));
        assert_eq!(best, None);
        let mated = board(fen).in_check();
        let expected = if mated { Some(0) } else { None };
        assert_eq!(mate_in(infos.last().unwrap().score), expected);
    }
}

#[test]
fn a_panic_ends_in_a_legal_answer() {
    let mut pool = Pool::new(2, 1).unwrap();
    for at in 0..4 {
        let position = board(KIWIPETE);
        let (sender, events) = unbounded();
        let mut seen = 0;
        let listener = move |event: Event| {
            if let Event::Info(info) = &event {
                assert!(
                    seen < at || info.depth as usize != at + 1,
                    "a fault in the search"
                );
                seen += 1;
            }
            let _ = sender.send(event);
        };
        pool.go(Request::new(position, Limits::depth(8)), listener);
        let answer = events.iter().last().unwrap();
        let Event::Done {
            best: Some(best), ..
        } = answer
        else {
            panic!("no answer, but {answer:?}");
        };
        assert!(position.is_legal(best));
    }
    assert!(run(&mut pool, START, Limits::depth(4)).1.is_some());
}

#[test]
fn the_deepest_search_ends() {
    let mut pool = Pool::new(1, 1).unwrap();
    for fen in [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/p1p1p1p1/P1P1P1P1/4K3/8 w - - 0 1",
    ] {
        let limits = Limits {
            nodes: Some(2_000_000),
            ..Limits::depth(255)
        };
        assert!(run(&mut pool, fen, limits).1.is_some());
    }
}

#[test]
fn threads_and_hash_change_between_searches() {
    let mut pool = Pool::new(1, 1).unwrap();
    pool.set_threads(4).unwrap();
    pool.set_hash(2).unwrap();
    assert!(run(&mut pool, START, Limits::depth(6)).1.is_some());
    pool.set_threads(0).unwrap();
    assert!(pool.set_hash(usize::MAX >> 8).is_err());
    assert!(run(&mut pool, START, Limits::depth(6)).1.is_some());
}

#[test]
fn a_new_search_ends_the_running_one() {
    let mut pool = Pool::new(2, 1).unwrap();
    let position = board(START);
    let infinite = Limits {
        infinite: true,
        ..Limits::new()
    };
    let first = start(&mut pool, position, infinite, 1);
    let second = start(&mut pool, position, Limits::depth(3), 1);
    finish(position, &first);
    finish(position, &second);
}

/// The keys of all positions one or two plies from `board`.
fn neighbor_keys(board: &Board) -> Vec<u64> {
    let children = |board: &Board| {
        let board = *board;
        board.legal_moves().into_iter().map(move |mv| {
            let mut child = board;
            child.make(mv);
            child
        })
    };
    let near: Vec<_> = children(board).collect();
    let far = near.iter().flat_map(children);
    near.iter().copied().chain(far).map(|b| b.key()).collect()
}

/// Worse than any race or collision: while two threads search, others fill the table with random
/// bits, under keys that the search probes and under random ones.
#[test]
fn search_survives_a_table_of_random_entries() {
    let chess960 = "rn1b1rkn/pp5p/2pppp2/1N4p1/5Pb1/6P1/PPPP3P/R1B2KRN w GA - 0 11";
    for fen in [KIWIPETE, chess960] {
        let mut pool = Pool::new(2, 1).expect("a small pool");
        let keys = neighbor_keys(&board(fen));
        let tt = pool.table.for_search(None);
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for seed in 1..=2_u64 {
                let (tt, keys, done) = (&tt, &keys, &done);
                scope.spawn(move || {
                    let mut random = seed;
                    while !done.load(SeqCst) {
                        for &key in keys {
                            // Marsaglia's xorshift (2003).
                            random ^= random << 13;
                            random ^= random >> 7;
                            random ^= random << 17;
                            tt.store(key, Entry::<Move>::unpack(random));
                            tt.store(random, Entry::<Move>::unpack(random.rotate_left(32)));
                        }
                    }
                });
            }
            let (_, best) = run(&mut pool, fen, Limits::nodes(60_000));
            done.store(true, SeqCst);
            assert!(best.is_some_and(|mv| board(fen).is_legal(mv)));
        });
    }
}
