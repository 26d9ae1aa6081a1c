//! The messages of a search to its caller: events while it runs, and its result.

use std::time::Duration;

use movegen::Move;

use crate::score::{Bound, Score};
use crate::wdl::Wdl;

/// A message from a search. `M` is the type of moves of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<M = Move> {
    /// The result of an iteration or, after the first three seconds of a search, a bound or a line
    /// of MultiPV found during it. The last one with `multipv` 1 starts with the best move of
    /// [`Done`](Self::Done), if there is one and no thread has failed.
    Info(SearchInfo<M>),
    /// The root move being searched. Not sent in the first three seconds of a search.
    CurrentMove {
        /// Depth of the iteration, in plies.
        depth: u32,
        /// The move.
        mv: M,
        /// Its number in the search order of the root moves, from 1.
        number: usize,
    },
    /// Only the counters. Sent when no counters have been sent for a second.
    Counters(Counters),
    /// A problem that does not stop the search: a tablebase that cannot be read, sent only once, not
    /// in every search; in the river games, a thread that cannot be started.
    Warning(String),
    /// The search is over. Sent exactly once, last, by a [`Pool`](crate::Pool); a
    /// [`Searcher`](crate::Searcher) returns the result instead.
    Done {
        /// The move to play; `None` if there is no legal move.
        best: Option<M>,
        /// The expected reply, legal after `best`.
        ponder: Option<M>,
    },
}

/// A variation with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo<M = Move> {
    /// Nominal depth of the iteration, in plies; 0 if the move has not been searched.
    pub depth: u32,
    /// The deepest node, in plies from the root: of the PV nodes in chess, of all in the river
    /// games.
    pub seldepth: u32,
    /// Rank of this variation, from 1.
    pub multipv: usize,
    /// Score for the side to move, in internal units; see [`mate_in`](crate::mate_in).
    pub score: Score,
    /// `score` as shown to users: 100 is a 50% chance of winning, 20,000 a mate; see
    /// [`wdl::centipawns`](crate::wdl::centipawns).
    pub centipawns: i32,
    /// The kind of `score`: exact, or a bound on the true score.
    pub bound: Bound,
    /// The expected game results at this score.
    pub wdl: Wdl,
    /// The variation, a sequence of legal moves; never empty if there is a legal move.
    pub pv: Vec<M>,
    /// The counters at the time of the report.
    pub counters: Counters,
}

impl<M> SearchInfo<M> {
    /// The same report with the variation in another form.
    pub fn with_pv<N>(self, pv: Vec<N>) -> SearchInfo<N> {
        SearchInfo {
            depth: self.depth,
            seldepth: self.seldepth,
            multipv: self.multipv,
            score: self.score,
            centipawns: self.centipawns,
            bound: self.bound,
            wdl: self.wdl,
            pv,
            counters: self.counters,
        }
    }
}

/// The counters of a search so far, summed over all threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions searched.
    pub nodes: u64,
    /// Nodes per second, without the time that a finished search waits for `stop` or `ponderhit`.
    pub nps: u64,
    /// Fraction of the table written by this search, in permille, estimated from a sample. Entries that
    /// are 32 searches old count, too.
    pub hashfull: u32,
    /// Positions found in tablebases.
    pub tb_hits: u64,
    /// Time since the start of the clock; see [`Limits::started`](crate::Limits::started).
    pub time: Duration,
}

/// The state of a search after an iteration, for
/// [`Searcher::search_until`](crate::Searcher::search_until).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The best move.
    pub best: Move,
    /// Its score for the side to move, in internal units.
    pub score: Score,
    /// Nodes searched.
    pub nodes: u64,
}

/// The result of a [`Searcher`](crate::Searcher). `M` is the type of moves of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M = Move> {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<M>,
    /// The best variation; starts with `best`.
    pub pv: Vec<M>,
    /// Score for the side to move, in internal units; see [`mate_in`](crate::mate_in). In
    /// chess, [`wdl::centipawns`](crate::wdl::centipawns) and [`Wdl::new`] convert it for users.
    pub score: Score,
    /// The kind of `score`: a bound if the search was interrupted before resolving it.
    pub bound: Bound,
    /// The last iteration, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}
