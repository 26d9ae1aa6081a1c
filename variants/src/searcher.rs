//! One searcher for both games: principal variation search with iterative deepening, written
//! against [`Rules`](crate::Rules) alone.
//!
//! Limits, search control, reports, time management and the transposition table are those of the
//! orthodox search (`search::parts`). [`pool`] owns threads and table; `iterate` deepens;
//! `alphabeta` is the spine, with its rules in `prune` and `update`; `order` and `history` sort
//! moves; `see` evaluates exchanges, including the effect of the current.

mod alphabeta;
mod best;
mod history;
mod iterate;
mod order;
mod params;
pub mod pool;
mod prune;
mod qsearch;
mod see;
mod shared;
mod thread;
mod update;
