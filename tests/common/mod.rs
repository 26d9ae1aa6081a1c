//! What the tests against other libraries share: random games and one spelling for moves.
#![allow(dead_code, reason = "no test needs all of it")]

use movegen::{Board, Move, PieceType};
use rand::RngExt;
use rand::rngs::SmallRng;
use shakmaty::{CastlingMode, Chess, Position, PositionError, fen::Fen};

/// The project's own positions with their perft counts.
pub const PERFT: &str = include_str!("../data/perft.txt");

/// Each position of [`PERFT`] with its counts from depth 1 on.
pub fn perft_positions() -> impl Iterator<Item = (Board, Vec<u64>)> {
    let lines = PERFT
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| {
        let (fen, counts) = line.split_once(';').expect("a position and its counts");
        let board = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let counts = counts
            .split_whitespace()
            .map(|count| count.parse().expect("a count"));
        (board, counts.collect())
    })
}

/// A start position: orthodox, Chess960 and double Fischer random in turn.
pub fn random_start(rng: &mut SmallRng) -> Board {
    match rng.random_range(0..3) {
        0 => Board::default(),
        1 => Board::random_chess960(rng),
        _ => Board::random_double_chess960(rng),
    }
}

/// Plays a random game of at most `plies` moves and shows each position to `visit`, with the move
/// that led to it.
pub fn random_game(rng: &mut SmallRng, plies: usize, mut visit: impl FnMut(&Board, Option<Move>)) {
    let mut board = random_start(rng);
    visit(&board, None);
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        board.make(mv);
        visit(&board, Some(mv));
    }
}

/// A move as from, to and promotion, castling as king takes rook: what every library can say.
pub type Triple = (usize, usize, Option<PieceType>);

/// Our moves, sorted.
pub fn our_moves(board: &Board) -> Vec<Triple> {
    let triple = |mv: &Move| (mv.from().index(), mv.to().index(), mv.promotion());
    sorted(board.legal_moves().iter().map(triple))
}

/// The moves of `cozy-chess`, sorted.
pub fn cozy_moves(board: &cozy_chess::Board) -> Vec<Triple> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| {
            let promotion = mv.promotion.map(|kind| PieceType::ALL[kind as usize]);
            (mv.from as usize, mv.to as usize, promotion)
        }));
        false
    });
    sorted(moves.into_iter())
}

/// The moves of `shakmaty`, sorted.
pub fn shakmaty_moves(position: &Chess) -> Vec<Triple> {
    let triple = |mv: &shakmaty::Move| {
        let from = mv.from().expect("no drops in chess");
        // Its own numbering of kinds begins with 1 for a pawn.
        let promotion = mv.promotion().map(|role| PieceType::ALL[role as usize - 1]);
        (usize::from(from), usize::from(mv.to()), promotion)
    };
    sorted(position.legal_moves().iter().map(triple))
}

fn sorted(moves: impl Iterator<Item = Triple>) -> Vec<Triple> {
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable();
    moves
}

/// The board as `cozy-chess` reads it.
pub fn cozy(board: &Board) -> cozy_chess::Board {
    let fen = format!("{board:#}");
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The board as `shakmaty` reads it.
pub fn shakmaty(board: &Board) -> Chess {
    let fen = format!("{board:#}");
    let setup: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}
