//! The network evaluation (NNUE): a perspective network that is updated move by move.
//!
//! Each side sees the board from its own end, mirrored left to right if its king stands on files e
//! to h, as 768 inputs: color, kind and square of each piece. The first layer turns them into an
//! accumulator of [`HIDDEN`] values per side, kept up to date along the line being searched.
//! Squared clipped ReLU and an output layer turn both accumulators into a score. All arithmetic is
//! on integers, so every machine computes the same score.
//!
//! Source: Nasu (2018), "Efficiently Updatable Neural-Network-based Evaluation Functions for
//! Computer Shogi"; the shape is the usual one of <https://github.com/jw1912/bullet>'s examples.
//!
//! Start with `arch` (sizes and units), then `features`, `network` and `accumulator`; `file` is the
//! format on disk.

mod accumulator;
mod arch;
mod features;
mod file;
mod network;

#[cfg(test)]
mod tests;

pub use accumulator::AccumulatorStack;
pub use arch::{FEATURE_LIMIT, HIDDEN, INPUTS, MAX_BUCKETS, OUTPUT_LIMIT, QA, QB, WEIGHT_LIMIT};
pub use features::{PieceAt, bucket, feature, is_mirrored};
pub use file::{MAX_SCALE, NetworkError, NetworkFile};
pub use network::Network;
