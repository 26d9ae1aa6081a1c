//! A fixed set of searches: its node count is the signature of what the search does, its speed that
//! of the machine.

use std::time::Instant;

use movegen::Board;
use search::{Limits, Options, PoolError, Searcher};

use crate::output::say;

/// The depth every position is searched to, in plies.
const DEPTH: u32 = 11;
const HASH: usize = 16;

/// FENs, a fifth of them from Chess960 or double Fischer random games.
const POSITIONS: &str = include_str!("bench/positions.txt");

/// Searches every position on one thread, with an emptied table for each, and prints the sum of
/// nodes and the speed.
///
/// # Errors
/// No memory for the table.
pub fn run() -> Result<(), PoolError> {
    let mut searcher = Searcher::new(HASH)?;
    let start = Instant::now();
    let mut nodes = 0;
    for fen in POSITIONS.lines() {
        let board: Board = fen.parse().expect("the project's own positions are legal");
        searcher.clear();
        let limits = Limits::depth(DEPTH);
        let result = searcher.search(&board, &[], limits, Options::default(), |_| {});
        nodes += result.nodes;
    }
    let nps = nodes as f64 / start.elapsed().as_secs_f64().max(1e-9);
    say(format_args!("{nodes} nodes {nps:.0} nps"));
    Ok(())
}
