//! Move ordering: the [`movepick`] stages, the [`history`] tables and static exchange evaluation
//! ([`see`]).

pub(crate) mod history;
pub(crate) mod movepick;
pub(crate) mod see;
