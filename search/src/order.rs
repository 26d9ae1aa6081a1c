//! The order of moves: the [`movepick`] stages, the [`history`] that learns from the tree, and
//! exchanges ([`see`]).

pub(crate) mod history;
pub(crate) mod movepick;
pub(crate) mod see;
