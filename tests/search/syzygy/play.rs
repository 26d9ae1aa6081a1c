//! Play by the tables: the choice of root moves.

use movegen::{Color, Game, Outcome};
use rand::SeedableRng;
use search::Pool;

use super::*;

/// From random won positions, and some in which the winner may still castle (orthodox and
/// Chess960), against the longest defense.
#[test]
fn won_endings_are_won_within_fifty_moves() {
    let Some(tables) = Tables::open("winning") else {
        return;
    };
    let mut rng = SmallRng::seed_from_u64(50);
    let mut starts = [
        "8/8/8/4k3/8/8/8/4K2R w K - 0 1",
        "8/8/8/8/2k5/8/8/1K1R4 w D - 0 1",
        "8/8/8/8/5k2/8/8/R5K1 w A - 10 1",
    ]
    .map(board)
    .to_vec();
    for ending in ENDINGS {
        let won = (0..)
            .map(|_| random_ending(&mut rng, ending))
            .filter(|board| {
                let value = tables.ours.wdl(board);
                board.side_to_move() == Color::White && value == Some(TablebaseWdl::Win)
            });
        starts.extend(won.take(6));
    }
    let mut searcher = tables.searcher();
    for start in starts {
        searcher.clear();
        let winner = start.side_to_move();
        let mut game = Game::new(start);
        while game.outcome().is_none() {
            let keys = game.history().keys();
            let mv = if game.board().side_to_move() == winner {
                best_move(&mut searcher, game.board(), keys)
            } else {
                tables.best_defense(game.board())
            };
            game.play(mv).expect("a legal move");
        }
        let outcome = game.outcome();
        assert_eq!(outcome, Some(Outcome::Checkmate { winner }), "{start}");
    }
}

/// Won, drawn and lost positions keep their value, even with few nodes.
#[test]
fn best_moves_keep_the_value_of_the_position() {
    let Some(tables) = Tables::open("holding") else {
        return;
    };
    let mut rng = SmallRng::seed_from_u64(4);
    let mut searcher = tables.searcher();
    let mut pool = Pool::new(2, 1).expect("two threads");
    pool.set_tablebase(Some(Arc::clone(&tables.ours)));
    let mut values = [0; 5];
    for ending in ENDINGS
        .into_iter()
        .chain(["Rvkr", "Rvkb", "Pvkp", "Bvkp", "NPvk"])
    {
        for _ in 0..20 {
            let board = random_ending(&mut rng, ending);
            let value = tables.ours.wdl(&board).expect("a table");
            values[(i32::from(value) + 2) as usize] += 1;
            let (sender, moves) = std::sync::mpsc::channel();
            let limits = Limits::nodes(FEW_NODES);
            pool.go(Request::new(board, limits), move |event| {
                if let Event::Done { best, .. } = event {
                    let _ = sender.send(best);
                }
            });
            let by_threads = moves.recv().expect("an answer").expect("a move");
            for mv in [best_move(&mut searcher, &board, &[]), by_threads] {
                let mut after = board;
                after.make(mv);
                let kept = tables.ours.wdl(&after).map(|wdl| -wdl);
                assert_eq!(kept, Some(value), "{mv:?} on {board}");
            }
        }
    }
    let [lost, _, drawn, _, won] = values;
    assert!(lost > 30 && drawn > 30 && won > 30, "{values:?}");
}

/// DTZ values may be rounded, so just before the fifty-move limit they do not distinguish a loss
/// from a draw.
#[test]
fn mates_are_avoided_where_the_tables_round() {
    let Some(tables) = Tables::open("rounding") else {
        return;
    };
    let mut searcher = tables.searcher();
    for (fen, longest) in [
        ("2k5/1R6/8/8/6Q1/8/7K/8 b - - 98 70", "c8b7"),
        ("8/8/4Q3/6k1/5Q2/8/8/K7 b - - 98 60", "g5f4"),
        ("8/8/8/8/1Q6/3K4/6kQ/8 b - - 98 70", "g2h2"),
        ("1qK5/8/8/5k2/4q3/8/8/8 w - - 98 70", "c8b8"),
    ] {
        let root = board(fen);
        searcher.clear();
        let limits = Limits::depth(8);
        let (result, _) = search(&mut searcher, &root, &[], limits, Options::default());
        assert_eq!(result.best, root.parse_uci(longest).ok(), "{fen}");
    }
}

#[test]
fn fastest_progress_is_chosen_after_a_repetition() {
    let Some(tables) = Tables::open("repetition") else {
        return;
    };
    let mut searcher = tables.searcher();
    let mut game = Game::new(board("8/3R4/K7/8/8/8/5k2/8 w - - 0 1"));
    for text in ["d7d8", "f2f3", "d8d7", "f3f2"] {
        let mv = game.board().parse_uci(text).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    let best = best_move(&mut searcher, game.board(), game.history().keys());
    let distance = |mv: Move| {
        let mut after = *game.board();
        after.make(mv);
        -tables.dtz(&after).0
    };
    let moves = game.board().legal_moves();
    let wins = moves
        .iter()
        .map(|&mv| distance(mv))
        .filter(|&plies| plies > 0);
    assert_eq!(Some(distance(best)), wins.min());
}

#[test]
fn searchmoves_are_ranked_among_themselves() {
    let Some(tables) = Tables::open("searchmoves") else {
        return;
    };
    let mut searcher = tables.searcher();
    let root = board("8/6Kq/R7/8/8/7k/8/8 w - - 0 1");
    let capture = root.parse_uci("g7h7").expect("a legal move");
    let losing = root.parse_uci("g7f6").expect("a legal move");
    for (moves, best, sign) in [
        (vec![losing], losing, -1),
        (vec![losing, capture], capture, 1),
    ] {
        let request = Request::new(root, Limits::nodes(FEW_NODES)).with_search_moves(moves);
        let (result, _) = search_checked(&mut searcher, request);
        assert_eq!(result.best, Some(best));
        assert_eq!(result.score.signum(), sign, "{result:?}");
    }
}
