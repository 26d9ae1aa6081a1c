//! Searching on the caller's own thread: exactly repeatable.

use std::sync::Arc;

use movegen::{Board, Move};

use crate::iterate::iterate;
use crate::pool::table;
use crate::thread::{Memory, SharedContext, ThreadData};
use crate::tt::TranspositionTable;
use crate::{Event, Limits, Options, PoolError, Score};

/// What a [`Searcher`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The best variation; starts with `best`.
    pub pv: Vec<Move>,
    /// For the side to move, in centipawns; see [`mate_in`](crate::mate_in).
    pub score: Score,
    /// The last iteration, in plies.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// One thread's search with a table of its own, run by whoever calls it.
///
/// Deep searches need a deep stack: 8 MiB is enough for release builds.
pub struct Searcher {
    tt: Arc<TranspositionTable>,
    memory: Memory,
}

impl Searcher {
    /// A searcher with a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// No memory.
    pub fn new(hash_mb: usize) -> Result<Self, PoolError> {
        Ok(Self {
            tt: table(hash_mb)?,
            memory: Memory::new(),
        })
    }

    /// Forgets everything learnt: what follows repeats what a new searcher would do.
    pub fn clear(&mut self) {
        self.tt.clear(1);
        self.memory = Memory::new();
    }

    /// Searches until a limit is reached. `ponder` and `infinite` are ignored.
    /// For `previous_keys` see [`Pool::go`](crate::Pool::go).
    pub fn search(
        &mut self,
        board: &Board,
        previous_keys: &[u64],
        limits: Limits,
        options: Options,
        mut listener: impl FnMut(Event),
    ) -> SearchResult {
        let limits = Limits {
            ponder: false,
            infinite: false,
            ..limits
        };
        let tt = Arc::clone(&self.tt);
        let shared = SharedContext::new(tt, *board, previous_keys, limits, options, 1);
        let mut td = ThreadData::new(0, &shared, &mut self.memory);
        iterate(&mut td, Some(&mut listener));
        let nodes = td.nodes;
        let finding = shared.finding(0).clone();
        SearchResult {
            best: finding.pv.first().copied(),
            pv: finding.pv,
            score: finding.score,
            depth: finding.depth,
            nodes,
        }
    }
}

/// A search by a new [`Searcher`].
///
/// # Errors
/// No memory.
pub fn search_once(
    board: &Board,
    previous_keys: &[u64],
    limits: Limits,
    hash_mb: usize,
) -> Result<SearchResult, PoolError> {
    let mut searcher = Searcher::new(hash_mb)?;
    Ok(searcher.search(board, previous_keys, limits, Options::default(), |_| {}))
}
