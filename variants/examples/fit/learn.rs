//! Training by AdamW (Loshchilov and Hutter 2019) on batches of shuffled samples.

use std::f32::consts::PI;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use variants::Rules;
use variants::nnue::HIDDEN;

use crate::common::in_file;
use crate::model::{Model, Row};
use crate::samples::{Sample, Samples};

/// Samples per step.
const BATCH: usize = 4096;
/// Parts of a batch that are added up separately.
const PARTS: usize = 4;
/// Steps in which the rate rises from zero.
const WARM_UP: f32 = 200.0;
/// The last rate, relative to the highest.
const LAST_RATE: f32 = 0.01;
/// The share of held-out samples, as a divisor, and their largest number.
const HELD_OUT: [usize; 2] = [20, 200_000];
/// Decay rates of the moments.
const DECAY: [f32; 2] = [0.9, 0.999];
/// Weight decay: each step takes off this share of a weight, times the learning rate.
const WEIGHT_DECAY: f32 = 0.1;

/// A training run.
pub struct Recipe {
    pub epochs: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// Share of the search's score in the target; the rest is the result.
    pub score_weight: f32,
    pub seed: u64,
}

/// Trains a network and writes it to a file.
pub fn learn<R: Rules>(files: &[PathBuf], out: &Path, recipe: &Recipe) -> io::Result<()> {
    let in_out = |error| in_file(out, error);
    let samples = Samples::read::<R>(files)?;
    let count = samples.samples.len();
    if count < 2 * BATCH {
        return Err(io::Error::other(format!("{count} positions are too few")));
    }
    // A file that cannot be written is reported before the training.
    let mut options = fs::OpenOptions::new();
    let options = options.write(true).create(true).truncate(false);
    options.open(out).map_err(in_out)?;
    let network = fs::canonicalize(out).map_err(in_out)?;
    let is_network = |file: &PathBuf| fs::canonicalize(file).is_ok_and(|file| file == network);
    if files.iter().any(is_network) {
        let error = io::Error::other("the network would replace positions");
        return Err(in_out(error));
    }
    let mut model = Model::new::<R>(recipe.seed);
    let target = |sample: &Sample| {
        let score = chance(sample.score / R::GAME.scale as f32);
        recipe.score_weight * score + (1.0 - recipe.score_weight) * sample.points
    };
    // The last samples are held out: positions of one game are too similar to be split at random.
    let [share, most] = HELD_OUT;
    let (training, held_out) = samples.samples.split_at(count - (count / share).min(most));
    let mean = |loss: &(dyn Fn(&Sample) -> f32 + Sync)| {
        let losses = held_out.par_iter().map(|sample| f64::from(loss(sample)));
        losses.sum::<f64>() / held_out.len().max(1) as f64
    };
    let least = mean(&|sample| cross_entropy(target(sample), target(sample)));
    println!(
        "{count} positions, {} held out, entropy {least:.5}",
        held_out.len()
    );

    let mut order: Vec<&Sample> = training.iter().collect();
    let mut random = StdRng::seed_from_u64(recipe.seed);
    let mut adam = Adam::new(&model);
    let steps = recipe.epochs * (training.len() / BATCH);
    for epoch in 1..=recipe.epochs {
        order.shuffle(&mut random);
        for batch in order.chunks_exact(BATCH) {
            let gradient = gradient(&model, &samples, batch, target);
            let progress = (adam.steps + 1) as f32 / steps as f32;
            let cosine = (1.0 + (progress * PI).cos()) / 2.0;
            let warmth = ((adam.steps + 1) as f32 / WARM_UP).min(1.0);
            let rate = recipe.rate * warmth * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
            adam.step(&mut model, &gradient, rate);
        }
        let loss =
            mean(&|sample| cross_entropy(target(sample), chance(model.output(&samples, sample))));
        println!("epoch {epoch}: loss {loss:.5}");
    }
    let seen = model.seen(&samples);
    let bytes = model.quantized(&seen).to_bytes::<R>();
    fs::write(out, bytes).map_err(in_out)
}

/// The mean gradient of a batch.
fn gradient(
    model: &Model,
    samples: &Samples,
    batch: &[&Sample],
    target: impl Fn(&Sample) -> f32 + Sync,
) -> Vec<Row> {
    let parts = batch.par_chunks(batch.len().div_ceil(PARTS)).map(|part| {
        let mut gradient = model.zero_gradient();
        for sample in part {
            let slope = |output| (chance(output) - target(sample)) / batch.len() as f32;
            model.add_gradient(&mut gradient, samples, sample, slope);
        }
        gradient
    });
    let parts: Vec<Vec<Row>> = parts.collect();
    let mut total = model.zero_gradient();
    for part in parts {
        let sums = total.as_flattened_mut().iter_mut();
        sums.zip(part.as_flattened())
            .for_each(|(sum, slope)| *sum += slope);
    }
    model.share_gradient(&mut total);
    total
}

/// The optimizer's moments.
struct Adam {
    steps: usize,
    mean: Vec<Row>,
    square: Vec<Row>,
}

impl Adam {
    fn new(model: &Model) -> Self {
        Self {
            steps: 0,
            mean: model.zero_gradient(),
            square: model.zero_gradient(),
        }
    }

    fn step(&mut self, model: &mut Model, gradient: &[Row], rate: f32) {
        self.steps += 1;
        let [decay, square_decay] = DECAY;
        let [scale, square_scale] = DECAY.map(|decay| 1.0 - decay.powi(self.steps as i32));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((row, (mean, square)), slope) in model.trained.iter_mut().zip(moments).zip(gradient) {
            for neuron in 0..HIDDEN {
                let slope = slope[neuron];
                let (mean, square) = (&mut mean[neuron], &mut square[neuron]);
                *mean = decay * *mean + (1.0 - decay) * slope;
                *square = square_decay * *square + (1.0 - square_decay) * slope * slope;
                let direction = (*mean / scale) / ((*square / square_scale).sqrt() + 1e-8);
                row[neuron] -= rate * (direction + WEIGHT_DECAY * row[neuron]);
            }
        }
        model.merge();
    }
}

/// Expected points for an output in logits.
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Cross entropy in nats of expected points with a target.
fn cross_entropy(target: f32, expected: f32) -> f32 {
    let expected = expected.clamp(1e-7, 1.0 - 1e-7);
    -target * expected.ln() - (1.0 - target) * (1.0 - expected).ln()
}
