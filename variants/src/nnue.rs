//! NNUE evaluation: a small network for each game, trained only on the engine's own games. The
//! architecture is that of chess (`search::nnue`, which names its sources) with fewer neurons.
//!
//! Each perspective has an input for each piece on the board, by its state, side, kind and square, and
//! inputs particular to the game. The first layer turns them into an accumulator of [`HIDDEN`] values;
//! squared clipped ReLU and an output layer, one of [`BUCKETS`] by the number of pieces, turn both
//! accumulators into a score. With so few neurons, accumulators are computed from scratch. All
//! arithmetic is integer, so every machine computes the same score.
//!
//! Start with `features`, then `network`.

mod features;
mod network;

pub(crate) use features::Reach;
pub use features::{STATES, for_each_input, inputs_of_game, places};
pub use network::{
    Accumulators, BUCKETS, FEATURE_LIMIT, HIDDEN, Network, OUTPUT_LIMIT, Output, QA, QB, bucket,
};

use search::parts::LARGEST_EVAL;

use crate::rules::Rules;

/// The evaluation of a position for the side to move, in internal units.
#[inline]
pub(crate) fn evaluate<R: Rules>(position: &R) -> i32 {
    let mut accumulators = R::network().accumulators();
    for_each_input(position, |inputs| accumulators.add(inputs));
    let score = accumulators.score(position.side_to_move(), bucket(position), R::GAME.scale);
    score.clamp(-LARGEST_EVAL, LARGEST_EVAL)
}
