//! Helpers for the tests of several crates: positions, data files, random games, two oracles for
//! the rules, and Syzygy tables. Failures panic: everything here runs in tests only.

pub mod cozy;
pub mod shakmaty;
pub mod syzygy;

use std::env;

use movegen::openings::StartKind;
use movegen::{Board, Move, PieceType};
use rand::RngExt;
use rand::rngs::SmallRng;

/// The project's own positions with their perft counts.
pub const PERFT: &str = include_str!("../../data/perft.txt");

/// Reads a FEN that must be legal.
#[track_caller]
pub fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The lines of a data file, without comments and empty lines.
pub fn data_lines(data: &str) -> impl Iterator<Item = &str> {
    data.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// The size of a test: the number in an environment variable, or the usual one.
pub fn size(variable: &str, usual: u64) -> u64 {
    env::var(variable).map_or(usual, |text| {
        let size = text.parse();
        size.unwrap_or_else(|_| panic!("{variable} must be a whole number, not '{text}'"))
    })
}

/// Each position of [`PERFT`] with its counts from depth 1 on.
pub fn perft_positions() -> impl Iterator<Item = (Board, Vec<u64>)> {
    data_lines(PERFT).map(|line| {
        let (fen, counts) = line.split_once(';').expect("a position and its counts");
        let counts = counts
            .split_whitespace()
            .map(|count| count.parse().expect("a count"));
        (board(fen), counts.collect())
    })
}

/// A random start position: orthodox, Chess960 or double Fischer random.
pub fn random_start(rng: &mut SmallRng) -> Board {
    StartKind::ALL[rng.random_range(0..StartKind::ALL.len())].board(rng)
}

/// Plays a random game of at most `plies` plies and calls `visit` with each position and the move
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

/// A move as from, to and promotion, castling as king takes rook: comparable between libraries.
pub type Triple = (usize, usize, Option<PieceType>);

/// Our legal moves, sorted.
pub fn our_moves(board: &Board) -> Vec<Triple> {
    let triple = |mv: &Move| (mv.from().index(), mv.to().index(), mv.promotion());
    sorted(board.legal_moves().iter().map(triple))
}

fn sorted(moves: impl Iterator<Item = Triple>) -> Vec<Triple> {
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable();
    moves
}
