//! The search as a library: results it must find, and its use of endgame tables.

mod results;
mod syzygy;
