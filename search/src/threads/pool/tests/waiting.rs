//! Answers that wait for `stop` or `ponderhit`.

use std::thread::sleep;

use super::*;
use crate::Clock;

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn an_infinite_search_waits_for_stop() {
    let mut pool = Pool::new(2, 1).unwrap();
    let position = board(KIWIPETE);
    for limits in [
        Limits::depth(3),
        Limits::nodes(3_000),
        Limits {
            move_time: Some(Duration::from_millis(20)),
            ..Limits::new()
        },
    ] {
        let limits = Limits {
            infinite: true,
            ..limits
        };
        let events = start(&mut pool, position, limits, 1);
        // Once both threads are done, only the pool and the waiting main thread share the search.
        let shared = &pool.active.as_ref().unwrap().shared;
        let started = Instant::now();
        while !shared.control.has_ended() || Arc::strong_count(shared) > 2 {
            assert!(started.elapsed() < PATIENCE);
            sleep(Duration::from_millis(1));
        }
        // Time for an answer that does not wait.
        sleep(Duration::from_millis(20));
        assert!(pool.is_searching());
        for event in events.try_iter() {
            assert!(!matches!(event, Event::Done { .. }));
        }
        pool.stop();
        let last = events.iter().last().unwrap();
        assert!(matches!(last, Event::Done { best: Some(_), .. }));
        pool.wait();
        assert!(!pool.is_searching());
    }
}

/// Starts to ponder with this time on the clock.
fn ponder(pool: &mut Pool, time: Duration) -> Receiver<Event> {
    let limits = Limits {
        ponder: true,
        clock: Some(Clock {
            time,
            increment: Duration::ZERO,
            moves_to_go: None,
        }),
        ..Limits::new()
    };
    start(pool, board(KIWIPETE), limits, 1)
}

#[test]
fn pondering_has_no_clock_until_the_hit() {
    const LEFT: Duration = Duration::from_millis(100);
    let mut pool = Pool::new(1, 1).unwrap();
    let events = ponder(&mut pool, LEFT);
    let next = || events.recv_timeout(PATIENCE).expect("an event");
    // Ponder for longer than the clock.
    while !matches!(next(), Event::Counters(counters) if counters.time > 2 * LEFT) {}
    assert!(pool.is_searching());
    pool.ponder_hit();
    while !matches!(next(), Event::Done { best: Some(_), .. }) {}
}

#[test]
fn search_with_time_left_continues_after_ponder_hit() {
    let mut pool = Pool::new(1, 1).unwrap();
    let events = ponder(&mut pool, Duration::from_secs(3600));
    let depth = |event: Event| match event {
        Event::Info(info) => Some(info.depth),
        Event::Done { .. } => panic!("an answer"),
        _ => None,
    };
    let next = || depth(events.recv_timeout(PATIENCE).expect("an event"));
    while next().is_none() {}
    pool.ponder_hit();
    // A search that is stopped reports one more iteration at most.
    let reported = events.try_iter().filter_map(depth).max().unwrap_or(1);
    while next().is_none_or(|depth| depth < reported + 2) {}
    pool.stop();
}
