//! Move ordering: the [`movepick`] stages, the scores of [`quiet`] moves, the [`history`] tables and
//! static exchange evaluation ([`see`]).

pub(crate) mod history;
pub(crate) mod movepick;
pub(crate) mod quiet;
pub(crate) mod see;
