//! What the search must find: mates of the exact length, draws to be had, and the same again.

use movegen::{Board, Game};
use search::{Event, Limits, Options, SearchResult, Searcher, mate_in};

const MATES: &str = include_str!("data/mates.txt");

fn searcher() -> Searcher {
    Searcher::new(8).expect("a small table")
}

fn search(searcher: &mut Searcher, board: &Board, limits: Limits) -> SearchResult {
    let listener = |event| {
        if let Event::Info(info) = event {
            let mut end = *board;
            for &mv in &info.pv {
                assert!(end.is_legal(mv), "{mv:?} of {:?} on {board}", info.pv);
                end.make(mv);
            }
        }
    };
    searcher.search(board, &[], limits, Options::default(), listener)
}

/// Each line of the file is a mate in exactly that many moves, proved by an independent library.
#[test]
fn mates_are_found_and_their_length_is_exact() {
    let mut searcher = searcher();
    let lines = MATES.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let (fen, moves) = line.split_once(" ; ").expect("a position and a number");
        let moves: i32 = moves.parse().expect("a number of moves");
        let board: Board = fen.parse().expect("a legal position");
        searcher.clear();
        let limits = Limits {
            mate: Some(moves as u32),
            ..Limits::nodes(3_000_000)
        };
        let result = search(&mut searcher, &board, limits);
        assert_eq!(mate_in(result.score), Some(moves), "{line}: {result:?}");
        let mut game = Game::new(board);
        for &mv in &result.pv {
            game.play(mv).expect("a legal line");
        }
        assert_eq!(result.pv.len() as i32, 2 * moves - 1, "{line}: {result:?}");
        let winner = game.outcome().and_then(movegen::Outcome::winner);
        assert_eq!(winner, Some(board.side_to_move()), "{line}: {result:?}");
    }
}

/// Positions where one move decides, and the depth that is enough to see it.
#[test]
fn tactics_are_seen() {
    let mut searcher = searcher();
    for (fen, best, depth, why) in [
        (
            "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1",
            "d1d5",
            4,
            "a queen for nothing",
        ),
        (
            "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
            "c6c7",
            12,
            "Saavedra 1895: it becomes a rook",
        ),
        (
            "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
            "e1f1",
            25,
            "Black is in zugzwang",
        ),
    ] {
        let board: Board = fen.parse().expect("a legal position");
        searcher.clear();
        let result = search(&mut searcher, &board, Limits::depth(depth));
        let found = result.best.map(|mv| format!("{mv:?}"));
        assert_eq!(found.as_deref(), Some(best), "{why}: {fen}");
    }
}
