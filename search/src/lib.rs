//! Choosing a move: transposition table, histories, alpha-beta, Lazy SMP, time and evaluation.
//!
//! [`Pool`] owns the threads and the table of one engine: [`Pool::go`] starts a search and returns
//! at once, results arrive as [`Event`]s. [`Searcher`] searches on the caller's own thread, for
//! benchmarks, tests and making data. Nothing here prints, reads or knows protocol text.

#![deny(unsafe_code)]

mod alphabeta;
mod control;
mod correction;
mod draw;
mod eval;
mod history;
mod iterate;
mod limits;
mod movepick;
pub mod nnue;
mod node;
mod params;
mod pool;
mod prefetch;
mod prune;
mod qsearch;
mod reduce;
mod repetition;
mod report;
mod root;
mod score;
mod searcher;
mod see;
mod shared;
mod stack;
mod strength;
mod tablebase;
mod thread;
mod time;
mod tt;
mod update;
pub mod wdl;

#[cfg(feature = "tune")]
pub use params::{TUNABLE, param, set_param};

/// The parts of the search that do not depend on the game: another game's searcher uses them too.
pub mod parts {
    pub use crate::control::{Control, FIRST_NODES, ThreadResult, lock};
    pub use crate::pool::new_table;
    pub use crate::report::Reporter;
    pub use crate::score::{
        INFINITE, MATE, MAX_PLY, NO_SCORE, WIN_BOUND, from_table, is_loss, is_win, mated_in,
        to_table,
    };
    pub use crate::time::{GameClock, Iteration, Lag, Pace, TimeManager};
    pub use crate::tt::{Entry, TableMove, TranspositionTable};
}

pub use eval::{evaluate, is_known_ending};
pub use limits::{Clock, Limits, Options, Probing, Request};
pub use pool::{Pool, PoolError};
pub use report::{Counters, Event, SearchInfo};
pub use score::{Bound, MAX_DEPTH, Score, is_decisive, mate_in};
pub use searcher::{SearchResult, Searcher, search_once};
pub use strength::Strength;
pub use tablebase::{Tablebase, TablebaseError, Wdl};
