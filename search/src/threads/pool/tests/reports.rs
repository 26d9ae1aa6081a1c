//! The reports of a search, as received by its listener.

use super::*;
use crate::Bound;

#[test]
fn every_variation_is_reported() {
    let mut pool = Pool::new(1, 1).unwrap();
    let position = board(KIWIPETE);
    let events = start(&mut pool, position, Limits::depth(4), 300);
    let (infos, _) = finish(position, &events);
    let last: Vec<_> = infos.iter().filter(|info| info.depth == 4).collect();
    assert_eq!(last.len(), position.legal_moves().len());
    let ranks: Vec<_> = last.iter().map(|info| info.multipv).collect();
    assert_eq!(ranks, (1..=last.len()).collect::<Vec<_>>());
    assert!(last.is_sorted_by_key(|info| -info.score));
    let mut moves: Vec<_> = last.iter().map(|info| info.pv[0].bits()).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), last.len());
}

/// The last reported lines: from the last one with `multipv` 1 on.
fn last_lines(infos: &[SearchInfo]) -> &[SearchInfo] {
    let first = infos.iter().rposition(|info| info.multipv == 1);
    &infos[first.expect("a line")..]
}

#[test]
fn interrupted_search_ends_with_the_last_finished_iteration() {
    let mut pool = Pool::new(1, 1).unwrap();
    let mut bounds = 0;
    for nodes in (2_000..40_000).step_by(950) {
        pool.clear();
        let (infos, best) = run(&mut pool, KIWIPETE, Limits::nodes(nodes));
        let [.., before, last] = &infos[..] else {
            panic!("{infos:?}")
        };
        if last.bound != Bound::Exact || last.pv[0] != before.pv[0] {
            bounds += 1;
            assert_eq!(best, last.pv.first().copied());
            continue;
        }
        let line = |info: &SearchInfo| (info.depth, info.score, info.pv.clone());
        assert_eq!(line(last), line(before), "{nodes}");
    }
    assert!(bounds < 20, "{bounds} of 40 searches end with a new move");
}

#[test]
fn interrupted_search_ends_with_all_variations_in_order() {
    let mut pool = Pool::new(1, 1).unwrap();
    let position = board(KIWIPETE);
    for nodes in (2_000..40_000).step_by(1_900) {
        pool.clear();
        let events = start(&mut pool, position, Limits::nodes(nodes), 3);
        let (infos, _) = finish(position, &events);
        let last = last_lines(&infos);
        let ranks: Vec<_> = last.iter().map(|info| info.multipv).collect();
        assert_eq!(ranks, [1, 2, 3], "{nodes}");
        assert!(last.iter().all(|info| info.depth == last[0].depth));
        assert!(last.iter().all(|info| info.bound == Bound::Exact));
        assert!(last.is_sorted_by_key(|info| -info.score));
    }
}

#[test]
fn long_search_reports_moves_and_counters() {
    let mut pool = Pool::new(1, 1).unwrap();
    let position = board(KIWIPETE);
    let infinite = Limits {
        infinite: true,
        ..Limits::default()
    };
    let events = start(&mut pool, position, infinite, 1);
    let legal = position.legal_moves();
    let (mut moves, mut counters) = (0, 0);
    while moves == 0 || counters < 2 {
        // Far longer than the one second between reports.
        match events.recv_timeout(Duration::from_secs(60)) {
            Ok(Event::CurrentMove { mv, number, .. }) => {
                moves += 1;
                assert!(legal.contains(&mv) && (1..=legal.len()).contains(&number));
            }
            Ok(Event::Counters(_)) => counters += 1,
            Ok(_) => {}
            Err(error) => panic!("{moves} moves, {counters} counters: {error}"),
        }
    }
    pool.stop();
}

#[test]
fn ponder_hit_repeats_all_variations() {
    let mut pool = Pool::new(1, 1).unwrap();
    let position = board(KIWIPETE);
    let limits = Limits {
        ponder: true,
        ..Limits::depth(4)
    };
    let events = start(&mut pool, position, limits, 3);
    // All iterations are over once the last of their reports has arrived.
    while !matches!(events.recv(), Ok(Event::Info(info)) if info.depth == 4 && info.multipv == 3) {}
    pool.ponder_hit();
    let ranks: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Info(info) => Some(info.multipv),
            _ => None,
        })
        .collect();
    assert_eq!(ranks, [1, 2, 3]);
}
