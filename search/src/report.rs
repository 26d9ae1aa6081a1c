//! Events that a search sends to its listener.

use std::time::Duration;

use movegen::Move;

use crate::score::{Bound, Score};
use crate::shared::{SharedContext, ThreadResult};
use crate::wdl::{Wdl, centipawns};

/// A message from a search. `M` is the type of moves of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<M = Move> {
    /// The result of an iteration, or a bound found on the way. The last one with `multipv` 1
    /// starts with the move that [`Done`](Self::Done) gives.
    Info(SearchInfo<M>),
    /// The root move being searched. Sent once a search has taken three seconds.
    CurrentMove {
        /// Depth of the iteration, in plies.
        depth: u32,
        /// The move.
        mv: M,
        /// Its place in the order of the root moves, from 1.
        number: usize,
    },
    /// The counters alone. Sent when nothing else was for a second.
    Counters(Counters),
    /// A problem that does not stop the search: an endgame table that cannot be read. Sent once
    /// for all searches.
    Warning(String),
    /// The search is over. Sent exactly once, last.
    Done {
        /// The move to play; `None` when there is no legal move.
        best: Option<M>,
        /// The reply expected, legal after `best`.
        ponder: Option<M>,
    },
}

/// A variation with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo<M = Move> {
    /// Nominal depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest line searched, in plies from the root.
    pub seldepth: u32,
    /// Rank of this variation, from 1.
    pub multipv: usize,
    /// For the side to move, in internal units; see [`mate_in`](crate::mate_in).
    pub score: Score,
    /// `score` as users read it: 100 is a 50 % chance of winning.
    pub centipawns: i32,
    /// The kind of `score`: exact, or a bound of the true score.
    pub bound: Bound,
    /// The expected results of games with this score.
    pub wdl: Wdl,
    /// The variation, each move legal after the one before; never empty when a move is legal.
    pub pv: Vec<M>,
    /// The counters at the time of the report.
    pub counters: Counters,
}

impl SearchInfo {
    /// A report of a line with the present counters.
    pub(crate) fn new(shared: &SharedContext, multipv: usize, line: ThreadResult) -> Self {
        Self {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv,
            score: line.score,
            centipawns: centipawns(line.score, &shared.board),
            bound: line.bound,
            wdl: Wdl::new(line.score, &shared.board),
            pv: line.pv,
            counters: Counters::new(shared, shared.time.elapsed()),
        }
    }
}

impl<M> SearchInfo<M> {
    /// The report without its variation.
    pub fn without_pv(&self) -> SearchInfo<()> {
        let empty = SearchInfo {
            pv: Vec::<M>::new(),
            ..*self
        };
        empty.with_pv(Vec::new())
    }

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

/// The counters of a search so far, all threads together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions searched.
    pub nodes: u64,
    /// Positions per second.
    pub nps: u64,
    /// Share of the table written by this search, in permille of a sample.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// Time since [`Limits::started`](crate::Limits::started).
    pub time: Duration,
}

impl Counters {
    /// The counters of a search that has taken `time`.
    pub(crate) fn new(shared: &SharedContext, time: Duration) -> Self {
        let nodes = shared.nodes();
        Self {
            nodes,
            nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
            hashfull: shared.tt.hashfull(),
            tb_hits: shared.tb_hits(),
            time,
        }
    }
}
