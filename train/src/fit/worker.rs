//! One thread's part of a batch: values forward, gradients backward.

use rayon::prelude::*;
use wide::f32x8;

use super::Recipe;
use super::model::{Lane, ROWS, Shape, ZERO, numbers};
use super::recipe::sigmoid;
use super::sample::Sample;
use crate::data::Record;

/// Positions that are worked on together: lane by lane, so that a lane's weights are fetched once
/// for all of them.
const CHUNK: usize = 128;

/// One thread's gradients and the room it works in.
pub(super) struct Worker {
    /// The sum over its positions, shaped as the parameters are.
    pub(super) gradient: Vec<Lane>,
    /// Sum of squared errors over its positions.
    loss: f64,
    samples: Vec<Sample>,
    /// The first layer's sums, by lane, position and side.
    sums: Vec<[Lane; 2]>,
    /// Each position's output, and later the derivative of its loss by that.
    outputs: [f32; CHUNK],
}

impl Worker {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            gradient: vec![ZERO; shape.len()],
            loss: 0.0,
            samples: Vec::with_capacity(CHUNK),
            sums: vec![[ZERO; 2]; CHUNK * shape.lanes],
            outputs: [0.0; CHUNK],
        }
    }

    /// Sums up gradients if `learn` and errors in any case.
    fn work(&mut self, parameters: &[Lane], recipe: &Recipe, records: &[Record], learn: bool) {
        let shape = Shape::of(recipe);
        self.loss = 0.0;
        for chunk in records.chunks(CHUNK) {
            self.samples.clear();
            let samples = chunk.iter().map(|record| Sample::new(record, recipe));
            self.samples.extend(samples);
            self.forward(parameters, shape);
            self.judge(learn, shape);
            if learn {
                self.backward(parameters, shape);
            }
        }
    }

    /// Works out the outputs, and keeps the sums for the way back.
    fn forward(&mut self, parameters: &[Lane], shape: Shape) {
        let biases = numbers(&parameters[shape.output_biases()]);
        for (sample, output) in self.samples.iter().zip(&mut self.outputs) {
            *output = biases[usize::from(sample.bucket)];
        }
        for lane in 0..shape.lanes {
            let rows = &parameters[lane * ROWS..(lane + 1) * ROWS];
            let sums = &mut self.sums[lane * CHUNK..];
            for ((sample, sums), output) in self.samples.iter().zip(sums).zip(&mut self.outputs) {
                let mut total = f32x8::ZERO;
                for (side, sums) in sums.iter_mut().enumerate() {
                    *sums = first_layer(rows, sample.features(side));
                    let place = shape.output(usize::from(sample.bucket), side, lane);
                    total += dot_activated(sums, &parameters[place]);
                }
                *output += total.reduce_add();
            }
        }
    }

    /// Turns outputs into errors and their derivatives.
    fn judge(&mut self, learn: bool, shape: Shape) {
        let biases = &mut self.gradient[shape.output_biases()];
        let biases: &mut [f32] = bytemuck::cast_slice_mut(biases);
        for (sample, output) in self.samples.iter().zip(&mut self.outputs) {
            let share = sigmoid(f64::from(*output)) as f32;
            let error = share - sample.target;
            self.loss += f64::from(error * error);
            *output = 2.0 * error * share * (1.0 - share);
            if learn {
                biases[usize::from(sample.bucket)] += *output;
            }
        }
    }

    /// Adds every position's gradient.
    fn backward(&mut self, parameters: &[Lane], shape: Shape) {
        for lane in 0..shape.lanes {
            let sums = &self.sums[lane * CHUNK..];
            for ((sample, sums), &slope) in self.samples.iter().zip(sums).zip(&self.outputs) {
                for (side, sums) in sums.iter().enumerate() {
                    let place = shape.output(usize::from(sample.bucket), side, lane);
                    let gradient = &mut self.gradient[place];
                    let slopes = output_layer_back(sums, &parameters[place], slope, gradient);
                    let rows = &mut self.gradient[lane * ROWS..(lane + 1) * ROWS];
                    first_layer_back(rows, sample.features(side), &slopes);
                }
            }
        }
    }
}

/// The sums of the inputs' weights and the biases.
#[inline(always)]
fn first_layer(rows: &[Lane], features: &[u16]) -> Lane {
    let mut sums = rows[ROWS - 1];
    for &feature in features {
        let row = &rows[usize::from(feature)];
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += *weight;
        }
    }
    sums
}

/// Adds the slopes to the gradients of the inputs' weights and of the biases.
#[inline(always)]
fn first_layer_back(rows: &mut [Lane], features: &[u16], slopes: &Lane) {
    let biases = (ROWS - 1) as u16;
    for &feature in features.iter().chain(&[biases]) {
        let row = &mut rows[usize::from(feature)];
        for (gradient, slope) in row.iter_mut().zip(slopes) {
            *gradient += *slope;
        }
    }
}

#[inline(always)]
fn clipped(sum: f32x8) -> f32x8 {
    sum.fast_max(f32x8::ZERO).fast_min(f32x8::ONE)
}

/// Squared clipped ReLU times weights.
#[inline(always)]
fn dot_activated(sums: &Lane, weights: &Lane) -> f32x8 {
    let mut total = f32x8::ZERO;
    for (sum, weight) in sums.iter().zip(weights) {
        let value = clipped(*sum);
        total = (value * value).mul_add(*weight, total);
    }
    total
}

/// Adds to the gradient of an output layer's weights, and returns the derivatives by the sums:
/// none where the sum is clipped.
#[inline(always)]
fn output_layer_back(sums: &Lane, weights: &Lane, slope: f32, gradient: &mut Lane) -> Lane {
    let slope = f32x8::splat(slope);
    let mut slopes = ZERO;
    for i in 0..slopes.len() {
        let value = clipped(sums[i]);
        gradient[i] = (value * value).mul_add(slope, gradient[i]);
        let open = value.simd_lt(f32x8::ONE);
        slopes[i] = (slope * weights[i] * (value + value)) & open;
    }
    slopes
}

/// Has every worker do its share of `records` and returns the mean squared error. With `learn` the
/// workers' gradients grow. A given number of workers always comes to the same numbers.
pub(super) fn work(
    workers: &mut [Worker],
    parameters: &[Lane],
    recipe: &Recipe,
    records: &[Record],
    learn: bool,
) -> f64 {
    let share = records.len().div_ceil(workers.len()).max(1);
    workers
        .par_iter_mut()
        .zip(records.par_chunks(share))
        .for_each(|(worker, records)| worker.work(parameters, recipe, records, learn));
    let busy = records.len().div_ceil(share);
    let loss: f64 = workers[..busy].iter().map(|worker| worker.loss).sum();
    loss / records.len().max(1) as f64
}
