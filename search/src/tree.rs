//! Tree search: [`alphabeta`] has the steps of a node in order, the other modules the rules that
//! the steps call.

pub(crate) mod alphabeta;
pub(crate) mod draw;
pub(crate) mod node;
mod prune;
mod qsearch;
mod reduce;
mod result;
pub(crate) mod update;
