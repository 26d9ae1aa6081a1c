//! One searcher for both games: principal variation search on iterative deepening, written against
//! the [`Rules`](crate::Rules) alone.
//!
//! Limits, the control of a search, reports, time management and the transposition table are those of
//! the orthodox search (`search::parts`).
//! [`engine`] owns threads and table; `iterate` deepens; `alphabeta` is the spine, with its rules in
//! `prune` and `update`; `order` and `history` sort moves; `see` counts exchanges with the current
//! in mind.

mod alphabeta;
mod best;
pub mod engine;
mod history;
mod iterate;
mod order;
mod params;
mod prune;
mod qsearch;
mod see;
mod shared;
mod update;
mod worker;
