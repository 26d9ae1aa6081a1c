//! Lazy SMP: the [`pool`] starts workers, each running [`iterate`] on its own [`thread`] data;
//! [`shared`] holds their common state.

pub(crate) mod clock;
pub(crate) mod control;
pub(crate) mod iterate;
pub(crate) mod pool;
pub(crate) mod reporter;
pub(crate) mod root;
pub(crate) mod shared;
pub(crate) mod thread;
