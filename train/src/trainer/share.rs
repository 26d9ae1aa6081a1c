//! One thread's share of a batch: forward pass, loss and backward pass.

use rayon::prelude::*;
use wide::f32x16;

use super::Recipe;
use super::model::{Lane, ROWS, Shape, ZERO, numbers, numbers_mut};
use super::recipe::sigmoid;
use super::sample::Sample;
use crate::format::record::Record;

/// Positions processed together, group by group: a group's weights and gradients are fetched from
/// memory once for all of them.
const CHUNK: usize = if cfg!(test) { 5 } else { 2048 };

/// One thread's share of each batch: its gradients and buffers.
pub(super) struct Share {
    /// The sum over its positions, laid out as the parameters.
    pub(super) gradient: Vec<Lane>,
    /// Sum over its positions.
    squared_error: f64,
    samples: Vec<Sample>,
    /// The accumulators by group, position and side.
    accumulators: Vec<[Lane; 2]>,
    /// Each position's output in logits.
    outputs: [f32; CHUNK],
    /// The derivative of each position's loss by its output.
    derivatives: [f32; CHUNK],
}

impl Share {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            gradient: vec![ZERO; shape.len()],
            squared_error: 0.0,
            samples: Vec::with_capacity(CHUNK),
            accumulators: vec![[ZERO; 2]; CHUNK * shape.groups],
            outputs: [0.0; CHUNK],
            derivatives: [0.0; CHUNK],
        }
    }

    /// Adds up squared errors, and gradients if `learn`.
    fn work(&mut self, parameters: &[Lane], recipe: &Recipe, records: &[Record], learn: bool) {
        let shape = Shape::of(recipe);
        self.squared_error = 0.0;
        for chunk in records.chunks(CHUNK) {
            self.samples.clear();
            let samples = chunk.iter().map(|record| Sample::new(record, recipe));
            self.samples.extend(samples);
            self.forward(parameters, shape);
            self.compare(recipe);
            if learn {
                self.backward(parameters, shape);
            }
        }
    }

    /// Computes the outputs and keeps the accumulators for the backward pass.
    fn forward(&mut self, parameters: &[Lane], shape: Shape) {
        let biases = numbers(&parameters[shape.output_biases()]);
        for (sample, output) in self.samples.iter().zip(&mut self.outputs) {
            *output = biases[usize::from(sample.bucket)];
        }
        for group in 0..shape.groups {
            let rows = &parameters[shape.rows(group)];
            let accumulators = &mut self.accumulators[group * CHUNK..];
            let samples = self.samples.iter().zip(accumulators);
            for ((sample, accumulators), output) in samples.zip(&mut self.outputs) {
                let mut total = f32x16::ZERO;
                for (side, accumulator) in accumulators.iter_mut().enumerate() {
                    *accumulator = first_layer(rows, sample.features(side));
                    let place = shape.output(usize::from(sample.bucket), side, group);
                    total += dot_activated(accumulator, &parameters[place]);
                }
                *output += total.reduce_add();
            }
        }
    }

    /// Compares the outputs with the targets: adds up the squared errors and sets the derivatives.
    fn compare(&mut self, recipe: &Recipe) {
        let outputs = self.outputs.iter().zip(&mut self.derivatives);
        for (sample, (&output, derivative)) in self.samples.iter().zip(outputs) {
            let expected = sigmoid(f64::from(output)) as f32;
            let error = expected - sample.target;
            self.squared_error += f64::from(error * error);
            *derivative = recipe.loss_derivative(expected, sample.target);
        }
    }

    /// Adds each position's gradient.
    fn backward(&mut self, parameters: &[Lane], shape: Shape) {
        let biases = numbers_mut(&mut self.gradient[shape.output_biases()]);
        for (sample, derivative) in self.samples.iter().zip(&self.derivatives) {
            biases[usize::from(sample.bucket)] += derivative;
        }
        for group in 0..shape.groups {
            let accumulators = &self.accumulators[group * CHUNK..];
            let samples = self.samples.iter().zip(accumulators);
            for ((sample, accumulators), &derivative) in samples.zip(&self.derivatives) {
                for (side, accumulator) in accumulators.iter().enumerate() {
                    let place = shape.output(usize::from(sample.bucket), side, group);
                    let gradient = &mut self.gradient[place];
                    let derivatives =
                        output_layer_back(accumulator, &parameters[place], derivative, gradient);
                    let rows = &mut self.gradient[shape.rows(group)];
                    first_layer_back(rows, sample.features(side), &derivatives);
                }
            }
        }
    }
}

/// The accumulator of a group: the biases and the weights of the active inputs.
#[inline(always)]
fn first_layer(rows: &[Lane], features: &[u16]) -> Lane {
    let mut accumulator = rows[ROWS - 1];
    for &feature in features {
        let row = &rows[usize::from(feature)];
        for (sum, weight) in accumulator.iter_mut().zip(row) {
            *sum += *weight;
        }
    }
    accumulator
}

/// Adds the derivatives by the accumulator to the gradients of the active inputs' weights and of the
/// biases.
#[inline(always)]
fn first_layer_back(rows: &mut [Lane], features: &[u16], derivatives: &Lane) {
    let biases = (ROWS - 1) as u16;
    for &feature in features.iter().chain(&[biases]) {
        let row = &mut rows[usize::from(feature)];
        for (gradient, derivative) in row.iter_mut().zip(derivatives) {
            *gradient += *derivative;
        }
    }
}

#[inline(always)]
fn clipped(sum: f32x16) -> f32x16 {
    sum.fast_max(f32x16::ZERO).fast_min(f32x16::ONE)
}

/// The dot product of the squared clipped ReLU with output weights.
#[inline(always)]
fn dot_activated(accumulator: &Lane, weights: &Lane) -> f32x16 {
    let mut total = f32x16::ZERO;
    for (sum, weight) in accumulator.iter().zip(weights) {
        let value = clipped(*sum);
        total = (value * value).mul_add(*weight, total);
    }
    total
}

/// Adds to the gradient of output weights, and returns the derivatives by the accumulator: zero
/// where it is clipped.
#[inline(always)]
fn output_layer_back(
    accumulator: &Lane,
    weights: &Lane,
    derivative: f32,
    gradient: &mut Lane,
) -> Lane {
    let derivative = f32x16::splat(derivative);
    let mut derivatives = ZERO;
    for i in 0..derivatives.len() {
        let value = clipped(accumulator[i]);
        gradient[i] = (value * value).mul_add(derivative, gradient[i]);
        let open = value.simd_lt(f32x16::ONE);
        derivatives[i] = (derivative * weights[i] * (value + value)) & open;
    }
    derivatives
}

/// Computes the shares of `records` in parallel and returns the mean squared error; with `learn` the
/// gradients are also added up. The same number of shares gives the same result.
pub(super) fn work(
    shares: &mut [Share],
    parameters: &[Lane],
    recipe: &Recipe,
    records: &[Record],
    learn: bool,
) -> f64 {
    let size = records.len().div_ceil(shares.len()).max(1);
    shares
        .par_iter_mut()
        .zip(records.par_chunks(size))
        .for_each(|(share, records)| share.work(parameters, recipe, records, learn));
    let busy = records.len().div_ceil(size);
    let errors = shares[..busy].iter().map(|share| share.squared_error);
    errors.sum::<f64>() / records.len().max(1) as f64
}
