//! Logistic regression of the weights, regularized toward the current ones.

use std::fs;
use std::io;
use std::path::PathBuf;

use rayon::prelude::*;
use variants::Rules;

use crate::samples::{Sample, cross_entropy, expected, read, score, weights};

/// A run of the regression.
pub struct Recipe {
    pub epochs: usize,
    /// Strength of the regularization toward the current weights.
    pub pull: f64,
    /// Share of the search's score in the target; the rest is the result.
    pub score_weight: f64,
}

/// Samples with their targets.
struct Set {
    samples: Vec<Sample>,
    targets: Vec<f64>,
}

impl Set {
    /// `unit` is the number of units of a search's score to a logit.
    fn new(samples: Vec<Sample>, score_weight: f64, unit: f64) -> Self {
        let target = |sample: &Sample| {
            let score = expected(sample.score.into(), unit);
            score_weight * score + (1.0 - score_weight) * f64::from(sample.points)
        };
        let targets = samples.iter().map(target).collect();
        Self { samples, targets }
    }

    /// Mean cross entropy of the evaluation with the targets.
    fn loss(&self, weights: &[[f64; 2]], unit: f64) -> f64 {
        mean_loss(
            &self.samples,
            &self.targets,
            |sample| score(sample, weights),
            unit,
        )
    }

    /// Gradient of the loss with respect to the weights.
    fn gradient(&self, weights: &[[f64; 2]], unit: f64) -> Vec<[f64; 2]> {
        let zero = || vec![[0.0; 2]; weights.len()];
        let chunk = self.samples.len().div_ceil(64).max(1);
        let chunks = self
            .samples
            .par_chunks(chunk)
            .zip(self.targets.par_chunks(chunk));
        let sums: Vec<Vec<[f64; 2]>> = chunks
            .map(|(samples, targets)| {
                let mut sums = zero();
                for (sample, target) in samples.iter().zip(targets) {
                    let slope = (expected(score(sample, weights), unit) - target) / unit;
                    let full = f64::from(sample.full);
                    for &(index, count) in &sample.terms {
                        let slope = slope * f64::from(count);
                        sums[usize::from(index)][0] += slope * full;
                        sums[usize::from(index)][1] += slope * (1.0 - full);
                    }
                }
                sums
            })
            .collect();
        let mut gradient = zero();
        for sums in sums {
            for (total, sum) in gradient
                .iter_mut()
                .flatten()
                .zip(sums.into_iter().flatten())
            {
                *total += sum / self.samples.len() as f64;
            }
        }
        gradient
    }
}

/// Full-batch Adam (Kingma and Ba 2014).
pub fn learn<R: Rules>(files: &[PathBuf], out: &PathBuf, recipe: &Recipe) -> io::Result<()> {
    let mut samples = read::<R>(files)?;
    // Hold out the last games: positions of one game are too similar to be split at random.
    let check = samples.split_off(samples.len() * 9 / 10);
    let prior = weights::<R>();
    let points = |samples: &[Sample]| samples.iter().map(|sample| sample.points.into()).collect();
    let results: Vec<f64> = points(&samples);
    let check_results: Vec<f64> = points(&check);
    let score_unit = fit_unit(&samples, &results, |sample| sample.score.into());
    let set = Set::new(samples, recipe.score_weight, score_unit);
    let check = Set::new(check, recipe.score_weight, score_unit);
    // The number of units per logit that fits the current weights best. It is kept, so that the
    // weights keep the scale of the search's margins.
    let unit = fit_unit(&set.samples, &set.targets, |sample| score(sample, &prior));
    println!(
        "{} positions, {} to check; units per logit: {unit:.0} of the evaluation, {score_unit:.0} of \
         searches",
        set.samples.len(),
        check.samples.len()
    );
    let mut weights = prior.clone();
    let (mut mean, mut square) = (vec![[0.0; 2]; weights.len()], vec![[0.0; 2]; weights.len()]);
    for epoch in 0..=recipe.epochs {
        if epoch % 50 == 0 {
            let [learned, checked] = [&set, &check].map(|set| set.loss(&weights, unit));
            let value = |sample: &Sample| score(sample, &weights);
            let results = mean_loss(&check.samples, &check_results, value, unit);
            println!(
                "epoch {epoch}: loss {learned:.5}, check {checked:.5}, check by results {results:.5}"
            );
        }
        let gradient = set.gradient(&weights, unit);
        let rate = 4.0 * (1.0 - epoch as f64 / (recipe.epochs + 1) as f64);
        for i in 0..weights.len() {
            for phase in 0..2 {
                let pull = recipe.pull * (weights[i][phase] - prior[i][phase]);
                let slope = gradient[i][phase] + pull;
                mean[i][phase] = 0.9 * mean[i][phase] + 0.1 * slope;
                square[i][phase] = 0.999 * square[i][phase] + 0.001 * slope * slope;
                let step = epoch as i32 + 1;
                let first = mean[i][phase] / (1.0 - 0.9_f64.powi(step));
                let second = square[i][phase] / (1.0 - 0.999_f64.powi(step));
                weights[i][phase] -= rate * first / (second.sqrt() + 1e-9);
            }
        }
    }
    fs::write(out, weights_file::<R>(&weights))
}

/// Mean cross entropy in nats of values in units with targets.
fn mean_loss(
    samples: &[Sample],
    targets: &[f64],
    value: impl Fn(&Sample) -> f64 + Sync,
    unit: f64,
) -> f64 {
    let pairs = samples.par_iter().zip(targets);
    let losses =
        pairs.map(|(sample, &target)| cross_entropy(target, expected(value(sample), unit)));
    losses.sum::<f64>() / samples.len().max(1) as f64
}

/// The number of units per logit with which values predict targets best.
fn fit_unit(samples: &[Sample], targets: &[f64], value: impl Fn(&Sample) -> f64 + Sync) -> f64 {
    let candidates = (10..=100).map(|step| 10.0 * 1.07_f64.powi(step));
    let loss = |unit: &f64| mean_loss(samples, targets, &value, *unit);
    candidates
        .min_by(|a, b| loss(a).total_cmp(&loss(b)))
        .unwrap_or(400.0)
}

fn weights_file<R: Rules>(weights: &[[f64; 2]]) -> String {
    let mut text = String::from(
        "//! Weights of the evaluation, on a full board and on an empty one, in internal units.\n\
         //! Written by `cargo run --release -p variants --example fit -- learn`; do not edit.\n\n\
         use super::eval::COUNT;\nuse crate::eval::Weight;\n\n\
         #[rustfmt::skip]\npub(super) static WEIGHTS: [Weight; COUNT] = [\n",
    );
    let mut rest = weights;
    for term in R::TERMS {
        let (block, after) = rest.split_at(term.size);
        rest = after;
        text += &format!("    // {}\n", term.name);
        for row in block.chunks(8) {
            let row: Vec<String> = row
                .iter()
                .map(|[full, empty]| {
                    format!("[{}, {}],", full.round() as i64, empty.round() as i64)
                })
                .collect();
            text += &format!("    {}\n", row.join(" "));
        }
    }
    text + "];\n"
}
