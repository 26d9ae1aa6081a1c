//! The search as a library: results it must find, and its use of tablebases.

mod results;
mod syzygy;
