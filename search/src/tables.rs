//! Results kept or looked up: the transposition table [`tt`] and the endgame tables
//! ([`tablebase`]).

pub(crate) mod prefetch;
pub(crate) mod tablebase;
pub(crate) mod tt;
