//! What a search tells its listener.

use std::time::Duration;

use movegen::Move;

use crate::score::{Bound, Score};
use crate::wdl::Wdl;

/// A message from a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// How far the search is. The last [`Bound::Exact`] one with `multipv` 1 starts with the move
    /// that [`Done`](Self::Done) gives.
    Info(SearchInfo),
    /// Something for people to know, which changes nothing for the search: an endgame table that
    /// cannot be read. Sent once for all searches.
    Warning(String),
    /// The search is over. Sent exactly once, last.
    Done {
        /// The move to play; `None` when there is no legal move.
        best: Option<Move>,
        /// The reply expected, legal after `best`.
        ponder: Option<Move>,
    },
}

/// The state of a search when an iteration ends or its window was missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo {
    /// Nominal depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest line looked at, in plies from the root.
    pub seldepth: u32,
    /// Rank of this variation, from 1.
    pub multipv: usize,
    /// For the side to move, in internal units; see [`mate_in`](crate::mate_in).
    pub score: Score,
    /// Whether `score` is a value or a bound.
    pub bound: Bound,
    /// What `score` is worth in games.
    pub wdl: Wdl,
    /// Positions looked at so far by all threads.
    pub nodes: u64,
    /// Positions per second.
    pub nps: u64,
    /// Share of the table written by this search, in permille of a sample.
    pub hashfull: u32,
    /// Time since [`Limits::started`](crate::Limits::started).
    pub time: Duration,
    /// The variation, each move legal after the one before; never empty when a move is legal.
    pub pv: Vec<Move>,
    /// Positions found in endgame tables, by all threads.
    pub tb_hits: u64,
}
