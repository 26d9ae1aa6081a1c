//! The network evaluation (NNUE): a perspective network that is updated move by move.
//!
//! Each side sees the board from its own end, mirrored so that its king stands on the files a to d,
//! as 768 inputs: own and foreign men by kind and square. One layer of weights turns them into
//! [`HIDDEN`] sums, kept up to date in the thread's accumulators; squared clipped ReLU and an
//! output layer make a score of both sides' sums. All arithmetic is on integers, so that every
//! machine gets the same value.
//!
//! After Nasu (2018), "Efficiently Updatable Neural-Network-based Evaluation Functions for
//! Computer Shogi"; the shape is the one bullet's users have settled on.

mod accumulator;
mod features;
mod file;
mod network;

#[cfg(test)]
mod tests;

pub(crate) use accumulator::Accumulators;
pub use accumulator::Line;
pub use features::{INPUTS, Man, bucket, feature, is_mirrored};
pub use file::{MAX_BUCKETS, MAX_SCALE, NetworkError, NetworkFile};
pub use network::{FEATURE_LIMIT, HIDDEN, Network, OUTPUT_LIMIT, QA, QB, Sums, WEIGHT_LIMIT};
