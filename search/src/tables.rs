//! Tables of results: the transposition table ([`tt`]) and the tablebases ([`tablebase`]).

pub(crate) mod prefetch;
pub(crate) mod tablebase;
pub(crate) mod tt;
