//! One search on several threads: the [`pool`] starts workers, each runs [`iterate`] on its own
//! [`thread`] data, and [`shared`] is what they have in common.

pub(crate) mod control;
pub(crate) mod iterate;
pub(crate) mod pool;
pub(crate) mod root;
pub(crate) mod shared;
pub(crate) mod thread;
