//! The searcher of the river games: mates, draws, limits, and sessions as the engine uses them.

use std::cmp::Reverse;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use search::{Bound, Clock, Event, Limits, MAX_DEPTH, Options, Request, SearchInfo, mate_in};
use variants::{
    Cylinder, Outcome, Rules, SearchResult, Searcher, Session, Swim, Variant, outcome, parse_move,
    write_move,
};

fn search<R: Rules>(fen: &str, limits: Limits) -> SearchResult {
    let position = R::from_fen(fen).unwrap();
    let request = Request::new(position, limits);
    Searcher::new(4).unwrap().search(request)
}

/// True if the side to move can force mate within `moves` moves.
fn mates_within<R: Rules>(position: &R, moves: u32) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|mv| {
            let next = position.make(mv).unwrap();
            let replies = next.legal_moves();
            if replies.is_empty() {
                return next.in_check();
            }
            replies
                .iter()
                .all(|&reply| mates_within(&next.make(reply).unwrap(), moves - 1))
        })
}

/// Checks that the search finds a mate of the same length as an exhaustive search.
fn check_mate<R: Rules>(fen: &str, moves: u32) {
    let position = R::from_fen(fen).unwrap();
    assert!(mates_within(&position, moves), "{fen}");
    assert!(!mates_within(&position, moves - 1), "{fen}");
    let limits = Limits {
        mate: Some(moves),
        ..Limits::nodes(200_000)
    };
    let found = search::<R>(fen, limits);
    assert_eq!(mate_in(found.score), Some(moves as i32), "{fen}: {found:?}");
    assert_eq!(found.pv.len(), 2 * moves as usize - 1, "{fen}: {found:?}");
    assert!(found.nodes < 200_000, "the mate ends the search: {found:?}");
    let mut at = position;
    for &mv in &found.pv {
        at = at.make(mv).unwrap();
    }
    assert!(matches!(outcome(&at, &[]), Some(Outcome::Mate(_))), "{fen}");
}

#[test]
fn mates_of_the_swimming_game() {
    // Across the river; by a discovered check, drowned or not; with two rooks.
    check_mate::<Swim>("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1);
    check_mate::<Swim>("3rkr2/3p1p2/8/8/8/4B3/8/4RK2 w - - 0 1", 1);
    check_mate::<Swim>("6k1/8/8/8/8/8/1R6/R6K w - - 0 1", 2);
    // On the last of the fifty moves.
    check_mate::<Swim>("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 90", 1);
    // With rook and bishop; the river is an edge for the king.
    check_mate::<Swim>("4K3/8/7k/8/8/7B/8/6R1 w - - 0 1", 3);
}

#[test]
fn drowning_move_mates() {
    // Every knight move goes into the river, drowns and uncovers the rook.
    let fen = "3rkr2/3p1p2/8/8/8/4N3/2PP1PP1/2QQRKQ1 w - - 0 1";
    let position = Swim::from_fen(fen).unwrap();
    check_mate::<Swim>(fen, 1);
    let best = search::<Swim>(fen, Limits::depth(4)).best.unwrap();
    assert_eq!(
        position.landing(best),
        None,
        "{}",
        write_move(&position, best)
    );
}

#[test]
fn drowning_move_mates_below_the_root() {
    // The mate follows a quiet move, so the search must not skip drownings that discover a check.
    check_mate::<Swim>("4k3/p2p1p1N/3P1P2/N7/8/4P3/1PP3K1/4R3 w - - 0 1", 2);
}

#[test]
fn mates_of_the_cylindrical_game() {
    // On the edge of the board; across the seam, with the way up blocked; with two rooks.
    check_mate::<Cylinder>("8/8/8/8/8/8/8/7k/8/8/6R1/R7/4K3/8 w - - - 0 1", 1);
    check_mate::<Cylinder>("8/8/7k/8/8/8/8/8/8/7P/6R1/R7/4K3/8 w - - h1,h14 0 1", 1);
    check_mate::<Cylinder>("8/8/8/8/8/8/8/7k/8/8/1R6/R7/4K3/8 w - - - 0 1", 2);
    check_mate::<Cylinder>("8/8/8/5R2/3K4/8/8/k7/8/7R/8/8/8/8 w - - - 0 1", 3);
}

#[test]
fn search_does_not_drown_the_queen() {
    // The current carries White seven files: most queen moves into the river drown.
    let fen = "5rk1/pp3ppp/3P1q2/4P3/7b/8/PP3PPP/3Q1RK1 w - - 0 20";
    let position = Swim::from_fen(fen).unwrap();
    for plies in 1..=8 {
        let best = search::<Swim>(fen, Limits::depth(plies)).best.unwrap();
        assert!(
            position.landing(best).is_some(),
            "{}",
            write_move(&position, best)
        );
    }
}

#[test]
fn draws_are_scored_as_draws() {
    let bare = search::<Swim>("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", Limits::depth(6));
    assert!(bare.score.abs() <= 1, "{bare:?}");
    let fifty = search::<Swim>("8/8/8/8/8/4k3/8/R5K1 w - - 99 90", Limits::depth(6));
    assert!(fifty.score.abs() <= 1, "{fifty:?}");
    let rear = search::<Cylinder>(
        "8/8/8/8/4k3/8/8/8/8/8/8/4K3/S7/8 w - - - 0 1",
        Limits::depth(6),
    );
    assert!(rear.score.abs() <= 1, "{rear:?}");
    let none = search::<Swim>("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", Limits::depth(6));
    assert_eq!((none.best, none.score), (None, 0));
    // Perpetual checks by the weaker side. Depth 6 reaches only the second occurrence.
    for plies in [6, 12] {
        let swim = search::<Swim>(
            "8/1r5r/1k1K4/8/8/4pQ2/p7/5q2 w - - 0 1",
            Limits::depth(plies),
        );
        assert!(swim.score.abs() <= 1, "{swim:?}");
        let fen = "8/1k6/3K4/4Q3/8/4p3/8/8/8/2r4r/1p6/8/7q/8 w - - - 0 1";
        let cylinder = search::<Cylinder>(fen, Limits::depth(plies));
        assert!(cylinder.score.abs() <= 1, "{cylinder:?}");
    }
}

#[test]
fn single_piece_cannot_mate_across_the_river() {
    for (fen, is_dead) in [
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", true),
        ("8/3k4/8/8/8/8/P7/4K3 b - - 0 1", true),
        ("4k3/8/8/8/8/8/8/Q2RK3 w - - 0 1", false),
        ("8/8/8/8/8/4k3/8/Q3K3 w - - 0 1", false),
    ] {
        let score = search::<Swim>(fen, Limits::depth(8)).score;
        assert_eq!(score.abs() <= 1, is_dead, "{fen}: {score}");
    }
}

#[test]
fn position_that_occurred_twice_before_the_root_is_a_draw() {
    let score = |moves: &str| {
        let mut at = Swim::from_fen("6rr/7k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let mut earlier = Vec::new();
        for text in moves.split(' ') {
            earlier.push(at.key());
            at = at.make(parse_move(&at, text).unwrap()).unwrap();
        }
        let request = Request::new(at, Limits::depth(2)).after(&earlier);
        Searcher::new(4).unwrap().search(request).score
    };
    // The position after a1b1, once and twice.
    let once = score("a1b1 h7h6 b1a1 h6h7");
    assert!(once < -500, "{once}");
    let twice = score("a1b1 h7h6 b1c1 h6h7 c1b1 h7h6 b1a1 h6h7");
    assert!(twice.abs() <= 1, "{twice}");
}

#[test]
fn single_thread_search_is_deterministic() {
    let limits = || Limits::nodes(20_000);
    let first = search::<Swim>(Swim::GAME.start, limits());
    assert_eq!(first.nodes, 20_000);
    assert_eq!(search::<Swim>(Swim::GAME.start, limits()), first);
    let first = search::<Cylinder>(Cylinder::GAME.start, limits());
    assert_eq!(first.nodes, 20_000);
    let mut searcher = Searcher::new(4).unwrap();
    let position = Cylinder::from_fen(Cylinder::GAME.start).unwrap();
    searcher.search(Request::new(position, Limits::depth(6)));
    searcher.clear();
    assert_eq!(searcher.search(Request::new(position, limits())), first);
}

#[test]
fn search_without_limits_ends_after_the_deepest_iteration() {
    let swim = search::<Swim>("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", Limits::new());
    let fen = "8/8/8/8/4k3/8/8/8/8/8/8/4K3/S7/8 w - - - 0 1";
    let cylinder = search::<Cylinder>(fen, Limits::new());
    assert_eq!([swim.depth, cylinder.depth], [MAX_DEPTH; 2]);
}

fn session(variant: Variant) -> Box<dyn Session> {
    variant.session(1, 4).unwrap()
}

/// Starts a search; the events arrive on the channel.
fn go(session: &mut dyn Session, limits: Limits, options: Options) -> Receiver<Event<String>> {
    go_among(session, limits, &[], options)
}

/// Starts a search of some root moves; the events arrive on the channel.
fn go_among(
    session: &mut dyn Session,
    limits: Limits,
    moves: &[String],
    options: Options,
) -> Receiver<Event<String>> {
    let (sender, events) = channel();
    let listener = move |event| {
        let _ = sender.send(event);
    };
    session.go(limits, moves, options, Box::new(listener));
    events
}

fn next(events: &Receiver<Event<String>>) -> Event<String> {
    let event = events.recv_timeout(Duration::from_secs(60));
    event.expect("an event")
}

/// Waits for the report of a finished iteration that satisfies a condition; no answer may come
/// before it.
fn await_report(
    events: &Receiver<Event<String>>,
    is_awaited: impl Fn(&SearchInfo<String>) -> bool,
) {
    loop {
        match next(events) {
            Event::Info(info) if info.bound == Bound::Exact && is_awaited(&info) => return,
            Event::Done { .. } => panic!("an answer while the search should go on"),
            _ => {}
        }
    }
}

/// Waits for the answer: all reports and the move.
fn answer(events: &Receiver<Event<String>>) -> (Vec<SearchInfo<String>>, Option<String>) {
    let mut infos = Vec::new();
    loop {
        match next(events) {
            Event::Info(info) => infos.push(info),
            Event::Done { best, .. } => return (infos, best),
            _ => {}
        }
    }
}

#[test]
fn sessions_answer_with_the_first_move_of_the_last_line() {
    for variant in Variant::ALL {
        let mut session = session(variant);
        let (infos, best) = answer(&go(&mut *session, Limits::depth(6), Options::default()));
        let last = infos.last().unwrap();
        assert_eq!(last.depth, 6);
        assert_eq!(last.bound, Bound::Exact);
        assert_eq!(last.pv.first().cloned(), best);
        // The line can be played.
        session.set_position(None, &last.pv).unwrap();
    }
}

#[test]
fn multi_pv_reports_different_moves_in_order() {
    for variant in Variant::ALL {
        let mut session = session(variant);
        let options = Options {
            multi_pv: 4,
            ..Options::default()
        };
        let (infos, _) = answer(&go(&mut *session, Limits::depth(5), options));
        let last = &infos[infos.len() - 4..];
        let mut firsts: Vec<&String> = last.iter().map(|info| &info.pv[0]).collect();
        assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert_eq!(
            last.iter().map(|info| info.multipv).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 4);
    }
}

#[test]
fn mates_are_reported_as_20_000_centipawns() {
    let check = |fen, best_centipawns| {
        let position = Swim::from_fen(fen).unwrap();
        let mut last = None;
        let request = Request::new(position, Limits::depth(4));
        let result = Searcher::new(4)
            .unwrap()
            .search_reporting(request, |event| {
                if let Event::Info(info) = event {
                    last = Some(info);
                }
            });
        let last = last.expect("a report");
        assert!(mate_in(last.score).is_some());
        assert_eq!(last.centipawns, best_centipawns);
        assert_eq!((last.score, last.bound), (result.score, result.bound));
        assert_eq!(last.pv, result.pv);
    };
    check("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 20_000);
    check("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", -20_000);
}

#[test]
fn infinite_and_ponder_searches_wait_to_be_released() {
    for variant in Variant::ALL {
        let mut session = session(variant);
        let limits = Limits {
            infinite: true,
            ..Limits::depth(2)
        };
        let events = go(&mut *session, limits, Options::default());
        await_report(&events, |info| info.depth == 2);
        session.stop();
        assert!(answer(&events).1.is_some());
        let time = Duration::from_millis(50);
        let clock = Clock {
            time,
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let limits = Limits {
            ponder: true,
            clock: Some(clock),
            ..Limits::default()
        };
        let events = go(&mut *session, limits, Options::default());
        await_report(&events, |info| info.counters.time > 2 * time);
        session.ponder_hit();
        assert!(answer(&events).1.is_some());
    }
}

#[test]
fn interrupted_searches_end_with_finished_lines() {
    for variant in Variant::ALL {
        let mut session = session(variant);
        for (nodes, multi_pv) in (1_000..20_000).step_by(950).zip([1, 3].into_iter().cycle()) {
            session.clear();
            let options = Options {
                multi_pv,
                ..Options::default()
            };
            let (infos, _) = answer(&go(&mut *session, Limits::nodes(nodes), options));
            let (earlier, last) = infos.split_at(infos.len() - multi_pv);
            assert!((1..).zip(last).all(|(rank, info)| info.multipv == rank));
            assert!(last.is_sorted_by_key(|info| Reverse(info.depth)));
            let line = |info: &SearchInfo<String>| (info.depth, info.score, info.pv.clone());
            let is_finished = |info| earlier.iter().any(|other| line(other) == line(info));
            // A better move may have been found since, and comes first.
            let finished = &earlier[earlier.len() - multi_pv..];
            let is_new = last[0].pv[0] != finished[0].pv[0];
            let mut of_finished = last.iter().filter(|info| info.depth == finished[0].depth);
            let are_finished = of_finished.clone().count() == multi_pv;
            assert!(
                (is_new || are_finished) && of_finished.all(is_finished),
                "{nodes}: {infos:#?}"
            );
        }
    }
}

#[test]
fn searchmoves_restrict_a_search_on_three_threads() {
    for variant in Variant::ALL {
        let mut session = session(variant);
        session.set_threads(3);
        let rook_pawn = match variant {
            Variant::Swim => "a2a3",
            Variant::Cylinder => "a5a6",
        };
        let limits = Limits::move_time(Duration::from_millis(100));
        let moves = [rook_pawn.to_owned()];
        let events = go_among(&mut *session, limits, &moves, Options::default());
        let (_, best) = answer(&events);
        assert_eq!(best.as_deref(), Some(rook_pawn));
        assert_eq!(session.legal_move(rook_pawn).as_deref(), Ok(rook_pawn));
        let error = session.legal_move("h8h1").unwrap_err();
        assert!(error.to_string().contains("h8h1"));
    }
}

#[test]
fn each_search_with_the_same_limits_has_its_own_time() {
    let time = Duration::from_millis(50);
    let limits = Limits {
        overhead: Duration::ZERO,
        ..Limits::move_time(time)
    };
    for variant in Variant::ALL {
        let mut session = session(variant);
        for _ in 0..2 {
            let started = Instant::now();
            answer(&go(&mut *session, limits, Options::default()));
            assert!(started.elapsed() >= time);
        }
    }
}

#[test]
fn position_is_kept_when_a_new_one_is_invalid() {
    let mut session = session(Variant::Swim);
    session.set_position(None, &["e2e4".to_owned()]).unwrap();
    let before = (session.fen(), session.evaluation());
    let moves = ["e2e4", "e7e4"].map(str::to_owned);
    let error = session.set_position(None, &moves).unwrap_err().to_string();
    assert!(
        error.contains("move 2") && error.contains("e7e4"),
        "{error}"
    );
    assert!(session.set_position(Some("nonsense"), &[]).is_err());
    assert_eq!((session.fen(), session.evaluation()), before);
    assert!(session.diagram().contains("Current: 0 files"));
}

#[test]
fn river_and_planks_are_visible() {
    let mut session = session(Variant::Cylinder);
    let moves = ["e3e1", "d12d14", "h3h1"].map(str::to_owned);
    session.set_position(None, &moves).unwrap();
    let board = session.diagram();
    assert!(
        board.contains(" |~~~|~~~|~~~|===|~~~|~~~|~~~|~~~| 14"),
        "{board}"
    );
    assert!(
        board.contains(" |~~~|~~~|~~~|~~~|===|~~~|~~~|===| 1\n"),
        "{board}"
    );
}

#[test]
fn ponder_hit_repeats_all_variations() {
    let mut session = session(Variant::Swim);
    let limits = Limits {
        ponder: true,
        ..Limits::depth(3)
    };
    let options = Options {
        multi_pv: 3,
        ..Options::default()
    };
    let events = go(&mut *session, limits, options);
    await_report(&events, |info| info.depth == 3 && info.multipv == 3);
    session.ponder_hit();
    let ranks: Vec<_> = answer(&events).0.iter().map(|info| info.multipv).collect();
    assert_eq!(ranks, [1, 2, 3]);
}
