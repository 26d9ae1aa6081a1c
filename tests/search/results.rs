//! Results that the search must find: exact mate lengths, tactics, and play at limited strength.

use movegen::{Board, CastlingMode, Color, Game};
use search::{Limits, Options, Request, SearchResult, Searcher, Strength, mate_in};
use support::{board, data_lines};

use crate::search_checked;

const MATES: &str = include_str!("../data/mates.txt");

fn searcher() -> Searcher {
    Searcher::new(8).expect("a small table")
}

fn search(searcher: &mut Searcher, board: &Board, limits: Limits) -> SearchResult {
    search_checked(searcher, Request::new(*board, limits)).0
}

/// Each line of the file is a mate in exactly that many moves, proved by an independent library.
#[test]
fn mates_are_found_and_their_length_is_exact() {
    let mut searcher = searcher();
    for line in data_lines(MATES) {
        let (fen, moves) = line.split_once(" ; ").expect("a position and a number");
        let moves: i32 = moves.parse().expect("a number of moves");
        let board = board(fen);
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
        // A search that is stopped right before its end has found the mate already.
        searcher.clear();
        let limits = Limits {
            mate: Some(moves as u32),
            ..Limits::nodes(result.nodes - 1)
        };
        let stopped = search(&mut searcher, &board, limits);
        assert_eq!(stopped.score, result.score, "{line}: {stopped:?}");
    }
}

/// Positions that one move decides, and a depth that is enough to find it.
#[test]
fn decisive_moves_are_found() {
    // The engine's default size: the last search fills it.
    let mut searcher = Searcher::new(16).expect("a small table");
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
            30,
            "Black is in zugzwang",
        ),
    ] {
        let board = board(fen);
        searcher.clear();
        let result = search(&mut searcher, &board, Limits::depth(depth));
        let found = result
            .best
            .map(|mv| mv.uci(CastlingMode::Standard).to_string());
        assert_eq!(found.as_deref(), Some(best), "{why}: {fen}");
    }
}

#[test]
fn search_avoids_stalemating_a_bare_king() {
    for fen in [
        "k7/P7/8/K7/8/8/8/1R6 w - - 0 1",
        "k7/P7/8/K7/8/8/8/1Q6 w - - 0 1",
    ] {
        let mut child = board(fen);
        let result = search(&mut searcher(), &child, Limits::depth(1));
        child.make(result.best.expect("a legal move"));
        let is_stalemate = !child.has_legal_move() && !child.in_check();
        assert!(!is_stalemate, "{fen}: {:?}", result.best);
    }
}

/// The points of `strong` in a match against `weak`: each opening is played with both colors.
fn points(strong: u32, weak: u32) -> f64 {
    let mut players = [strong, weak].map(|elo| (searcher(), elo));
    let mut points = 0.0;
    for (seed, opening) in OPENINGS.into_iter().enumerate() {
        for first in [0, 1] {
            for (searcher, _) in &mut players {
                searcher.clear();
            }
            points += play(&mut players, first, opening, seed as u64);
        }
    }
    points
}

const OPENINGS: [&str; 4] = [
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2",
    "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
    "nrkbqrbn/pppppppp/8/8/8/8/PPPPPPPP/RKNNBBQR w HAfb - 0 1",
];

/// The result of a game for the first player, who has White if `first` is 0.
fn play(players: &mut [(Searcher, u32); 2], first: usize, opening: &str, seed: u64) -> f64 {
    let mut game = Game::new(board(opening));
    let white = if first == 0 {
        Color::White
    } else {
        Color::Black
    };
    // Longer games count as draws.
    for _ in 0..300 {
        if let Some(outcome) = game.outcome() {
            return match outcome.winner() {
                Some(winner) if winner == white => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
        let mover = usize::from(game.board().side_to_move() != white);
        let (searcher, elo) = &mut players[mover];
        let options = Options {
            strength: Some(Strength { elo: *elo, seed }),
            ..Options::default()
        };
        let request = Request::new(*game.board(), Limits::new())
            .after(game.history().keys())
            .with_options(options);
        let result = searcher.search(request);
        let best = result.best.expect("the game is not over");
        game.play(best).expect("a legal move");
    }
    0.5
}

#[test]
fn higher_rating_wins_the_match() {
    let games = 2.0 * OPENINGS.len() as f64;
    for weak in [Strength::MIN_ELO, Strength::MIN_ELO + 800] {
        let strong = weak + 800;
        let points = points(strong, weak);
        assert!(
            points >= 0.8 * games,
            "{points} of {games} for {strong} against {weak}"
        );
    }
}

#[test]
fn limited_strength_is_determined_by_the_seed() {
    let board = Board::default();
    let mut searcher = searcher();
    let mut search = |seed| {
        searcher.clear();
        let options = Options {
            strength: Some(Strength { elo: 1500, seed }),
            ..Options::default()
        };
        let request = Request::new(board, Limits::new()).with_options(options);
        searcher.search(request)
    };
    let first = search(1);
    assert_eq!(search(1), first);
    assert!((2..6).any(|seed| search(seed) != first));
}

/// Plays both sides of a bishop-and-knight mate; the defender searches less.
#[test]
fn bishop_and_knight_mate_within_fifty_moves() {
    for fen in [
        "8/1B6/8/6N1/1K6/8/8/2k5 w - - 0 1",
        "8/8/3B4/7k/8/8/N7/K7 w - - 0 1",
        "7B/8/2N5/8/2k5/8/8/4K3 w - - 0 1",
    ] {
        let mut game = Game::new(board(fen));
        let mut players = [40_000, 2_000].map(|nodes| (searcher(), nodes));
        while game.outcome().is_none() {
            let (searcher, nodes) = &mut players[game.board().side_to_move().index()];
            let limits = Limits::nodes(*nodes);
            let request = Request::new(*game.board(), limits).after(game.history().keys());
            let best = searcher.search(request).best.expect("a legal move");
            game.play(best).expect("a legal move");
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(Color::White), "{fen}: {}", game.board());
    }
}

/// FIDE's rules ask for a claim, and some GUIs leave it to the player. After 75 moves the draw needs none.
#[test]
fn a_game_that_goes_on_after_fifty_moves_is_not_taken_for_a_draw() {
    let result = |clock: u16| {
        let position = board(&format!("8/8/2b5/1k4N1/8/2K5/R7/8 w - - {clock} 150"));
        searcher().search(Request::new(position, Limits::nodes(20_000)))
    };
    assert!(result(104).score > 50);
    assert_eq!(result(150).score.abs(), 1);
}
