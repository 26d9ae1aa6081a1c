//! The search as a library: what it must find, and what it makes of endgame tables.

mod results;
mod syzygy;
