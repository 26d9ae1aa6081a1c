//! Choosing a move: transposition table, histories, alpha-beta, Lazy SMP, time and evaluation.
//!
//! [`Pool`] owns the threads and the table of one engine: [`Pool::go`] starts a search and returns
//! at once, results arrive as [`Event`]s. [`Searcher`] searches on the caller's own thread, for
//! benchmarks, tests and making data. Nothing here prints, reads or knows protocol text.

#![deny(unsafe_code)]

mod alphabeta;
mod correction;
mod eval;
mod history;
mod iterate;
mod limits;
mod movepick;
pub mod nnue;
mod params;
mod pool;
mod prune;
mod qsearch;
mod reduce;
mod report;
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

pub use eval::{evaluate, is_known_ending};
pub use limits::{Clock, Limits, Options, Probing};
pub use pool::{Pool, PoolError};
pub use report::{Counters, Event, SearchInfo};
pub use score::{Bound, MAX_DEPTH, Score, is_decisive, mate_in};
pub use searcher::{SearchResult, Searcher, search_once};
pub use strength::Strength;
pub use tablebase::{Tablebase, TablebaseError, Wdl};
