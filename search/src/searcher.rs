//! Searching on the caller's own thread: exactly repeatable.

use movegen::{Board, Move};

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
#[derive(Debug)]
pub struct Searcher {}

impl Searcher {
    /// A searcher with a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// No memory.
    pub fn new(_hash_mb: usize) -> Result<Self, PoolError> {
        Ok(Self {})
    }

    /// Forgets everything learnt: what follows repeats what a new searcher would do.
    pub fn clear(&mut self) {}

    /// Searches until a limit is reached. `ponder` and `infinite` are ignored.
    /// For `previous_keys` see [`Pool::go`](crate::Pool::go).
    pub fn search(
        &mut self,
        _board: &Board,
        _previous_keys: &[u64],
        _limits: Limits,
        _options: Options,
        _listener: impl FnMut(Event),
    ) -> SearchResult {
        SearchResult {
            best: None,
            pv: Vec::new(),
            score: 0,
            depth: 0,
            nodes: 0,
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
