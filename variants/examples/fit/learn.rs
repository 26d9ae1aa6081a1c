//! Logistic regression of the weights, regularized toward the current ones.

use std::fs;
use std::io;
use std::path::PathBuf;

use variants::Rules;

use crate::samples::{Sample, expected, loss, read, score, weights};

/// Full-batch Adam (Kingma and Ba 2014).
pub fn learn<R: Rules>(
    files: &[PathBuf],
    out: &PathBuf,
    epochs: usize,
    pull: f64,
) -> io::Result<()> {
    let mut samples = read::<R>(files)?;
    // Hold out the last games: positions of one game are too similar to be split at random.
    let check = samples.split_off(samples.len() * 9 / 10);
    let prior = weights::<R>();
    let mut weights = prior.clone();
    let (mut mean, mut square) = (vec![[0.0; 2]; weights.len()], vec![[0.0; 2]; weights.len()]);
    let unit = fit_unit(&samples, &weights);
    println!(
        "{} positions, {} to check; {unit:.0} units to a logit",
        samples.len(),
        check.len()
    );
    for epoch in 0..=epochs {
        if epoch % 50 == 0 {
            let [learned, checked] = [&samples, &check].map(|set| loss(set, &weights, unit));
            println!("epoch {epoch}: loss {learned:.5}, check {checked:.5}");
        }
        let gradient = gradient(&samples, &weights, unit);
        let rate = 4.0 * (1.0 - epoch as f64 / (epochs + 1) as f64);
        for i in 0..weights.len() {
            for phase in 0..2 {
                let slope = gradient[i][phase] + pull * (weights[i][phase] - prior[i][phase]);
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

/// The number of units to a logit that fits the current weights best. It is kept, so that the
/// weights keep the scale of the search's margins.
fn fit_unit(samples: &[Sample], weights: &[[f64; 2]]) -> f64 {
    let candidates = (10..=100).map(|step| 10.0 * 1.07_f64.powi(step));
    let loss = |unit: &f64| loss(samples, weights, *unit);
    candidates
        .min_by(|a, b| loss(a).total_cmp(&loss(b)))
        .unwrap_or(400.0)
}

/// Gradient of the loss with respect to the weights.
fn gradient(samples: &[Sample], weights: &[[f64; 2]], unit: f64) -> Vec<[f64; 2]> {
    let mut gradient = vec![[0.0; 2]; weights.len()];
    for sample in samples {
        let error = expected(score(sample, weights), unit) - f64::from(sample.points);
        let full = f64::from(sample.full);
        for &(index, count) in &sample.terms {
            let slope = error * f64::from(count) / unit;
            gradient[usize::from(index)][0] += slope * full;
            gradient[usize::from(index)][1] += slope * (1.0 - full);
        }
    }
    let count = samples.len().max(1) as f64;
    gradient
        .iter()
        .map(|pair| pair.map(|slope| slope / count))
        .collect()
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
