//! The parameters of a network and where each of them is.
//!
//! Everything is kept in lanes of [`WIDTH`] neurons: sums of one lane stay in registers while
//! the inputs go by, and the rows of one lane (768 of 256 bytes) stay in the second-level cache
//! however wide the network is.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use search::nnue::INPUTS;
use wide::f32x8;

use super::Recipe;

/// Neurons of a lane.
pub(super) const WIDTH: usize = 64;

/// Parameters, sums or gradients of 64 neurons.
pub(super) type Lane = [f32x8; WIDTH / 8];

/// All zeros.
pub(super) const ZERO: Lane = [f32x8::ZERO; WIDTH / 8];

/// Rows of one lane in the first layer: an input each, and the biases.
pub(super) const ROWS: usize = INPUTS + 1;

/// How wide a network is, from which the places of its parameters follow: the first layer lane by
/// lane, the output layers by bucket, side and lane, and the output biases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Lanes of the first layer.
    pub(super) lanes: usize,
    /// Output layers.
    pub(super) buckets: usize,
}

impl Shape {
    pub(super) const fn of(recipe: &Recipe) -> Self {
        Self {
            lanes: recipe.hidden / WIDTH,
            buckets: recipe.buckets,
        }
    }

    /// Hidden neurons.
    pub(super) const fn hidden(self) -> usize {
        self.lanes * WIDTH
    }

    /// Lanes of all parameters.
    pub(super) const fn len(self) -> usize {
        self.output_biases() + 1
    }

    /// Where a lane of an output layer is; side 0 is the mover's.
    pub(super) const fn output(self, bucket: usize, side: usize, lane: usize) -> usize {
        self.lanes * ROWS + (bucket * 2 + side) * self.lanes + lane
    }

    /// The lane of the output biases, by bucket.
    pub(super) const fn output_biases(self) -> usize {
        self.lanes * ROWS + 2 * self.buckets * self.lanes
    }
}

/// The weights to begin with. Sums of thirty inputs are then about as large as what the activation
/// lets through, and the output is near zero.
pub(super) fn first_parameters(recipe: &Recipe) -> Vec<Lane> {
    let shape = Shape::of(recipe);
    let mut rng = SmallRng::seed_from_u64(recipe.seed);
    let mut draw = |lane: &mut Lane, limit: f32| {
        for value in bytemuck::cast_slice_mut::<_, f32>(lane.as_mut_slice()) {
            *value = rng.random_range(-limit..limit);
        }
    };
    let mut parameters = vec![ZERO; shape.len()];
    for rows in parameters[..shape.lanes * ROWS].chunks_exact_mut(ROWS) {
        for row in &mut rows[..INPUTS] {
            draw(row, 1.0 / 32_f32.sqrt());
        }
    }
    let outputs = shape.output(0, 0, 0)..shape.output_biases();
    for lane in &mut parameters[outputs] {
        draw(lane, 1.0 / (2.0 * recipe.hidden as f32).sqrt());
    }
    parameters
}

/// The numbers of a lane.
pub(super) fn numbers(lane: &Lane) -> &[f32] {
    bytemuck::cast_slice(lane)
}

/// The numbers of a lane, to be changed.
pub(super) fn numbers_mut(lane: &mut Lane) -> &mut [f32] {
    bytemuck::cast_slice_mut(lane)
}
