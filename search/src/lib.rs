//! Choosing a move: transposition table, histories, alpha-beta, Lazy SMP, time and evaluation.
//!
//! [`Pool`] owns the threads and the table of one engine: [`Pool::go`] starts a search and returns
//! at once; results arrive as [`Event`]s. [`Searcher`] searches on the caller's own thread, for
//! benchmarks, tests and data generation. Nothing here prints, reads or parses protocol text.
//!
//! Start with `tree/alphabeta.rs`, the steps of a node. `order` has move ordering, `eval` and
//! [`nnue`] the evaluation, `tables` the transposition table and tablebases, `threads`
//! iterative deepening and Lazy SMP, `time` time management, `params.rs` every number that can be
//! tuned.

#![deny(unsafe_code)]

mod eval;
mod limits;
pub mod nnue;
mod order;
mod params;
mod repetition;
mod report;
mod score;
mod searcher;
mod stack;
mod strength;
mod tables;
mod threads;
mod time;
mod tree;
pub mod wdl;

#[cfg(feature = "tune")]
pub use params::{TUNABLE, param, set_param};

/// The parts of the search that do not depend on the game, for searchers of other games.
pub mod parts {
    pub use crate::order::history::gravity;
    pub use crate::repetition::is_repetition;
    pub use crate::score::{INFINITE, LARGEST_EVAL, MATE, MATE_BOUND, MAX_PLY, NO_SCORE, mated_in};
    pub use crate::tables::tt::{Entry, TableMove, TranspositionTable};
    pub use crate::threads::clock::GameClock;
    pub use crate::threads::control::{Control, FIRST_NODES, ThreadResult};
    pub use crate::threads::pool::{TableSlot, new_table};
    pub use crate::threads::reporter::Reporter;
    pub use crate::threads::root::{RootMove, lines_after, lines_within};
    pub use crate::time::{Iteration, Lag, Pace, TimeManager};
}

pub use eval::{evaluate, is_known_ending};
pub use limits::{Clock, Limits, Options, Probing, Request};
pub use order::see::see_ge;
pub use report::{Counters, Event, Progress, SearchInfo, SearchResult};
pub use score::{Bound, MAX_DEPTH, Score, is_decisive, is_loss, is_win, mate_in};
pub use searcher::Searcher;
pub use shakmaty_syzygy::Wdl as TablebaseWdl;
pub use strength::Strength;
pub use tables::tablebase::{Tablebase, TablebaseError};
pub use threads::pool::{Pool, PoolError};
pub use time::node_time;
