//! NNUE evaluation: a perspective network that is updated move by move.
//!
//! Each perspective has an input for each color, type, square and state of a piece, seen from its
//! own side of the board and mirrored left to right if its king is on files e to h. A piece has
//! one of five states, which depend on its attackers and defenders or, for a king, on the enemy's
//! safe checks (see [`STATES`]). The first layer turns the inputs into an accumulator of [`HIDDEN`]
//! values per side, kept up to date along the line being searched. Squared clipped ReLU and an
//! output layer turn both accumulators into a score. All arithmetic is integer, so every machine
//! computes the same score.
//!
//! Source: Nasu (2018), "Efficiently Updatable Neural-Network-based Evaluation Functions for
//! Computer Shogi"; the architecture follows the examples of <https://github.com/jw1912/bullet>,
//! and the idea of attack-dependent inputs comes from <https://github.com/official-monty/Monty>.
//!
//! Start with `arch` (sizes and units), then `features`, `changes`, `network` and `accumulator`;
//! `vector` finds changes with AVX-512, `file` and `packing` are the file format. The networks of the
//! river games are packed in the same way.

mod accumulator;
mod arch;
mod changes;
mod features;
mod file;
mod network;
mod packing;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512vbmi2",
    target_feature = "bmi2"
))]
mod vector;

#[cfg(test)]
mod tests;

pub use accumulator::AccumulatorStack;
pub use arch::{
    BIAS_LIMIT, FEATURE_LIMIT, HIDDEN, INPUTS, MAX_BUCKETS, OUTPUT_LIMIT, PLACES, QA, QB, STATES,
};
pub use features::{Attacks, PieceAt, bucket, feature, is_mirrored};
pub use file::{MAX_HIDDEN, MAX_NAME, NetworkError, NetworkFile};
pub use network::Network;
pub use packing::{add_differences, compress, decompress, differences, push_packed, take_packed};
