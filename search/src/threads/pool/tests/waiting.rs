//! Answers that wait for `stop` or `ponderhit`.

use super::*;
use crate::Clock;

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
        // All iterations are reported, and nothing more.
        while let Ok(event) = events.recv_timeout(Duration::from_millis(150)) {
            assert!(!matches!(event, Event::Done { .. }));
        }
        assert!(pool.is_searching());
        // The other thread is idle, too.
        let nodes = || pool.active.as_ref().unwrap().shared.control.nodes();
        let before = nodes();
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(nodes(), before);
        pool.stop();
        let last = events.iter().last().unwrap();
        assert!(matches!(last, Event::Done { best: Some(_), .. }));
        pool.wait();
        assert!(!pool.is_searching());
    }
}

#[test]
fn pondering_has_no_clock_until_the_hit() {
    const LEFT: Duration = Duration::from_millis(100);
    const PATIENCE: Duration = Duration::from_secs(60);
    let mut pool = Pool::new(1, 1).unwrap();
    let position = board(KIWIPETE);
    let limits = Limits {
        ponder: true,
        clock: Some(Clock {
            time: LEFT,
            increment: Duration::ZERO,
            moves_to_go: None,
        }),
        ..Limits::new()
    };
    let events = start(&mut pool, position, limits, 1);
    let next = || events.recv_timeout(PATIENCE).expect("an event");
    // Ponder for longer than the clock.
    while !matches!(next(), Event::Counters(counters) if counters.time > 2 * LEFT) {}
    assert!(pool.is_searching());
    pool.ponder_hit();
    while !matches!(next(), Event::Done { best: Some(_), .. }) {}
}
