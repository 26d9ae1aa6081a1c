//! Choosing a move: transposition table, histories, alpha-beta, Lazy SMP, time and evaluation.
//!
//! [`Pool`] owns the threads and the table of one engine: [`Pool::go`] starts a search and returns
//! at once, results arrive as [`Event`]s. [`Searcher`] searches on the caller's own thread, for
//! benchmarks, tests and making data. Nothing here prints, reads or knows protocol text.

#![deny(unsafe_code)]

pub mod eval;
mod limits;
mod pool;
mod report;
mod score;
mod searcher;

pub use limits::{Clock, Limits, Options};
pub use pool::{Pool, PoolError};
pub use report::{Event, SearchInfo};
pub use score::{Bound, MAX_DEPTH, Score, mate_in};
pub use searcher::{SearchResult, Searcher, search_once};
