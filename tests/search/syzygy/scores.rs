//! Scores from the tables, and the probes of the search that produce them.

use search::{Probing, mate_in};

use super::*;

/// True for a win by the tables, without a mate found by the search.
fn is_table_win(score: i32) -> bool {
    score > 30_000 && mate_in(score).is_none()
}

/// WDL tables ignore the halfmove clock; the root probe includes it, unless the fifty-move rule is
/// off.
#[test]
fn halfmove_clock_turns_wins_into_draws() {
    let Some(tables) = Tables::open("clock") else {
        return;
    };
    let mut searcher = tables.searcher();
    // The first position is lost in 59 plies, the second won in 25.
    for (pieces, clock, fifty_moves, sign) in [
        ("8/3b4/8/8/k2n4/8/5K2/8 w - -", 30, true, -1),
        ("8/3b4/8/8/k2n4/8/5K2/8 w - -", 45, true, 0),
        ("8/3b4/8/8/k2n4/8/5K2/8 w - -", 45, false, -1),
        ("8/3R4/K7/8/8/8/5k2/8 w - -", 70, true, 1),
        ("8/3R4/K7/8/8/8/5k2/8 w - -", 80, true, 0),
        ("8/3R4/K7/8/8/8/5k2/8 w - -", 80, false, 1),
        ("8/3R4/K7/8/8/8/5k2/8 w - -", 99, true, 0),
        ("8/3R4/K7/8/8/8/5k2/8 w - -", 99, false, 1),
    ] {
        let board = board(&format!("{pieces} {clock} 80"));
        let options = Options {
            probing: Probing {
                fifty_moves,
                ..Probing::default()
            },
            ..Options::default()
        };
        searcher.clear();
        let limits = Limits::nodes(FEW_NODES);
        let (result, _) = search(&mut searcher, &board, &[], limits, options);
        let shown = match result.score {
            score if is_table_win(score) => 1,
            score if is_table_win(-score) => -1,
            score => {
                assert!(score.abs() <= 2, "{board}: {result:?}");
                0
            }
        };
        assert_eq!(shown, sign, "{board}: {result:?}");
    }
}

#[test]
fn multi_pv_lines_are_ordered_by_value() {
    let Some(tables) = Tables::open("MultiPV") else {
        return;
    };
    let mut searcher = tables.searcher();
    let options = Options {
        multi_pv: 256,
        ..Options::default()
    };
    // First: capturing the queen wins, all else loses. Fifth: wins, draws and losses. Sixth: losses
    // at rounded DTZ values, some of them by mate.
    for fen in [
        "8/6Kq/R7/8/8/7k/8/8 w - - 0 1",
        "8/8/8/8/8/2k5/1p6/1K1R4 w D - 0 1",
        "8/8/3k4/1Q6/K6p/8/8/8 w - - 0 1",
        "8/8/8/8/4k3/8/4P2r/4K3 w - - 3 1",
        "4R3/8/8/8/8/k5b1/4K3/8 w - - 7 1",
        "8/8/4Q3/6k1/5Q2/8/8/K7 b - - 98 1",
    ] {
        let root = board(fen);
        searcher.clear();
        let (result, infos) = search(&mut searcher, &root, &[], Limits::depth(5), options);
        let moves = root.legal_moves();
        let last = &infos[infos.len() - moves.len()..];
        assert_eq!(last[0].pv.first().copied(), result.best, "{fen}");
        let mut worst = i32::MAX;
        let mut seen = Vec::new();
        for (rank, info) in (1..).zip(last) {
            assert_eq!(info.multipv, rank, "{fen}");
            assert!(info.score <= worst, "{fen}: {last:#?}");
            worst = info.score;
            let mv = info.pv[0];
            assert!(!seen.contains(&mv), "{fen}");
            seen.push(mv);
            if !root.castling().is_empty() {
                continue;
            }
            let mut after = root;
            after.make(mv);
            let shown = i32::from(info.score > 30_000) - i32::from(info.score < -30_000);
            let value = tables.ours.wdl(&after).expect("a table");
            assert_eq!(shown, -value.signum(), "{mv:?} in {fen}");
        }
    }
}

/// The positions have five pieces: only after a capture are they in the tables.
#[test]
fn search_probes_after_captures() {
    let Some(tables) = Tables::open("search") else {
        return;
    };
    let mut searcher = tables.searcher();
    let mut hits = |fen: &str, depth, probing| {
        let options = Options {
            probing,
            ..Options::default()
        };
        searcher.clear();
        let limits = Limits::depth(depth);
        let (result, infos) = search(&mut searcher, &board(fen), &[], limits, options);
        (
            infos.last().expect("a report").counters.tb_hits,
            result.score,
        )
    };
    let open = Probing::default();
    // Rook takes rook and wins; the other captures are drawn.
    let rooks = "8/8/8/3r3R/8/1k6/1p6/1K6 w - - 0 1";
    assert!(hits(rooks, 8, open).0 > 0);
    assert_eq!(hits(rooks, 8, Probing { limit: 0, ..open }).0, 0);
    assert!(hits(rooks, 8, Probing { limit: 3, ..open }).0 > 0);
    // In a search of depth 2, a capture at the root leads to four pieces at depth 1, which are
    // probed; later captures are in the quiescence search, which does not probe.
    assert!(hits(rooks, 2, open).0 > 0);
    assert_eq!(hits(rooks, 2, Probing { limit: 3, ..open }).0, 0);
    assert_eq!(hits(rooks, 2, Probing { depth: 2, ..open }).0, 0);
    // After the knight takes the last pawn, two knights cannot win.
    let (found, score) = hits("8/8/8/8/4p3/8/2NN1k2/K7 w - - 0 1", 8, open);
    assert!(found > 0 && score.abs() < 2_000, "{found} {score}");
}
