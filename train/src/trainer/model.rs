//! The layout of a network's parameters.
//!
//! Parameters are stored in lanes of [`WIDTH`] numbers. Those of the first layer belong to groups
//! of as many neurons: the accumulator of a group stays in registers while inputs are added, and
//! the rows of a group take a megabyte, however wide the network is.

use std::ops::Range;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use search::nnue::{BIAS_LIMIT, FEATURE_LIMIT, INPUTS, NetworkFile, OUTPUT_LIMIT, PLACES, QA, QB};
use wide::f32x16;

use super::Recipe;

/// Numbers per lane, and neurons per group.
pub(super) const WIDTH: usize = 64;

/// Parameters, accumulators or gradients of 64 neurons.
pub(super) type Lane = [f32x16; WIDTH / 16];

/// All zeros.
pub(super) const ZERO: Lane = [f32x16::ZERO; WIDTH / 16];

/// First-layer lanes of a group: one for each input, and the biases.
pub(super) const ROWS: usize = INPUTS + 1;

/// The sizes of a network, from which the layout follows: the first layer group by group, output
/// weights by bucket, side and group, and a lane of output biases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Groups of neurons.
    pub(super) groups: usize,
    /// Output buckets.
    pub(super) buckets: usize,
}

impl Shape {
    pub(super) const fn of(recipe: &Recipe) -> Self {
        Self {
            groups: recipe.hidden / WIDTH,
            buckets: recipe.buckets,
        }
    }

    pub(super) const fn of_file(file: &NetworkFile) -> Self {
        Self {
            groups: file.hidden / WIDTH,
            buckets: file.buckets,
        }
    }

    /// Hidden neurons.
    pub(super) const fn hidden(self) -> usize {
        self.groups * WIDTH
    }

    /// The number of lanes of all parameters.
    pub(super) const fn len(self) -> usize {
        self.output_biases() + 1
    }

    /// The lanes of all first-layer rows.
    pub(super) const fn first_layer(self) -> Range<usize> {
        0..self.groups * ROWS
    }

    /// The lanes of a group's rows.
    pub(super) const fn rows(self, group: usize) -> Range<usize> {
        group * ROWS..(group + 1) * ROWS
    }

    /// The lanes of all output weights.
    pub(super) const fn outputs(self) -> Range<usize> {
        self.groups * ROWS..self.output_biases()
    }

    /// The index of a lane of output weights; side 0 is the side to move.
    pub(super) const fn output(self, bucket: usize, side: usize, group: usize) -> usize {
        self.groups * ROWS + (bucket * 2 + side) * self.groups + group
    }

    /// The index of the lane of output biases, one for each bucket.
    pub(super) const fn output_biases(self) -> usize {
        self.groups * ROWS + 2 * self.buckets * self.groups
    }

    /// The engine's integers for 1 and for the largest parameter, by the index of the lane. Output biases
    /// need no limit: there is room for any.
    pub(super) fn quantization(self, lane: usize) -> [f32; 2] {
        let [features, outputs] = [QA, QB].map(f32::from);
        if lane == self.output_biases() {
            [features * outputs, f32::MAX]
        } else if self.outputs().contains(&lane) {
            [outputs, OUTPUT_LIMIT.into()]
        } else if lane % ROWS == INPUTS {
            [features, BIAS_LIMIT.into()]
        } else {
            [features, FEATURE_LIMIT.into()]
        }
    }

    /// The largest parameter that the engine's integers can hold, by the index of the lane.
    pub(super) fn limit(self, lane: usize) -> f32 {
        let [unit, limit] = self.quantization(lane);
        limit / unit
    }
}

/// Random initial parameters: accumulators of thirty inputs are about as large as the activation's
/// range, and outputs are near zero. A piece's state makes no difference at first.
pub(super) fn first_parameters(recipe: &Recipe) -> Vec<Lane> {
    let shape = Shape::of(recipe);
    let mut rng = SmallRng::seed_from_u64(recipe.seed);
    let mut draw = |lane: &mut Lane, limit: f32| {
        for value in numbers_mut(lane) {
            *value = rng.random_range(-limit..limit);
        }
    };
    let mut parameters = vec![ZERO; shape.len()];
    for rows in parameters[shape.first_layer()].chunks_exact_mut(ROWS) {
        let (first, others) = rows[..INPUTS].split_at_mut(PLACES);
        for row in first.iter_mut() {
            draw(row, 1.0 / 32_f32.sqrt());
        }
        for state in others.chunks_exact_mut(first.len()) {
            state.copy_from_slice(first);
        }
    }
    for lane in &mut parameters[shape.outputs()] {
        draw(lane, 1.0 / (2.0 * recipe.hidden as f32).sqrt());
    }
    parameters
}

/// Widens parameters of shape `from` to the shape of the recipe, with the same outputs: new neurons
/// have random input weights and zero output weights, and a single bucket is copied to all. `None`
/// if the recipe has fewer neurons, or if `from` has several buckets and the recipe another number.
/// After "Net2Net" by Chen, Goodfellow and Shlens (2016), <https://arxiv.org/abs/1511.05641>.
pub(super) fn widen(parameters: &[Lane], from: Shape, recipe: &Recipe) -> Option<Vec<Lane>> {
    let to = Shape::of(recipe);
    if from.groups > to.groups || (from.buckets != to.buckets && from.buckets != 1) {
        return None;
    }
    let mut wide = first_parameters(recipe);
    wide[to.outputs()].fill(ZERO);
    wide[from.first_layer()].copy_from_slice(&parameters[from.first_layer()]);
    let old_biases = numbers(&parameters[from.output_biases()]);
    for bucket in 0..to.buckets {
        let old = bucket.min(from.buckets - 1);
        for side in 0..2 {
            let (there, here) = (to.output(bucket, side, 0), from.output(old, side, 0));
            wide[there..there + from.groups].copy_from_slice(&parameters[here..here + from.groups]);
        }
        numbers_mut(&mut wide[to.output_biases()])[bucket] = old_biases[old];
    }
    Some(wide)
}

/// The numbers of a lane.
pub(super) fn numbers(lane: &Lane) -> &[f32] {
    bytemuck::cast_slice(lane)
}

/// The numbers of a lane, mutable.
pub(super) fn numbers_mut(lane: &mut Lane) -> &mut [f32] {
    bytemuck::cast_slice_mut(lane)
}
