//! Training samples of the regression, their scores and their loss.

use std::fs;
use std::io;
use std::path::PathBuf;

use variants::{Color, FULL, Rules};

/// A training position.
pub struct Sample {
    /// Index of each term, and White's count minus Black's.
    pub terms: Vec<(u16, i16)>,
    /// Share of the full-board weights, from 0 to 1.
    pub full: f32,
    /// White's points.
    pub points: f32,
    /// The score of a search, for White.
    pub score: f32,
}

/// Reads the positions of all files.
pub fn read<R: Rules>(files: &[PathBuf]) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            let bad = || io::Error::new(io::ErrorKind::InvalidData, line.to_owned());
            let mut fields = line.split(';');
            let mut next = || fields.next().ok_or_else(bad);
            let (fen, points, score) = (next()?, next()?, next()?);
            let position = R::from_fen(fen).map_err(io::Error::other)?;
            let mut counts = vec![0; R::WEIGHTS.len()];
            let phase = position.add_terms(&mut |color, index, count| {
                counts[index] += match color {
                    Color::White => count as i16,
                    Color::Black => -count as i16,
                };
            });
            let used = (0..).zip(counts).filter(|&(_, count)| count != 0);
            samples.push(Sample {
                terms: used.collect(),
                full: phase as f32 / FULL as f32,
                points: points.parse().map_err(io::Error::other)?,
                score: score.parse().map_err(io::Error::other)?,
            });
        }
    }
    Ok(samples)
}

/// The current weights of a game.
pub fn weights<R: Rules>() -> Vec<[f64; 2]> {
    R::WEIGHTS.iter().map(|w| w.map(f64::from)).collect()
}

/// White's expected points, with `unit` units per logit.
pub fn expected(score: f64, unit: f64) -> f64 {
    1.0 / (1.0 + (-score / unit).exp())
}

/// The evaluation of a position for White.
pub fn score(sample: &Sample, weights: &[[f64; 2]]) -> f64 {
    let full = f64::from(sample.full);
    let blend = |[on_full, on_empty]: [f64; 2]| full * on_full + (1.0 - full) * on_empty;
    let terms = sample.terms.iter();
    terms
        .map(|&(index, count)| f64::from(count) * blend(weights[usize::from(index)]))
        .sum()
}

/// Cross entropy in nats of an expectation with a target.
pub fn cross_entropy(target: f64, expected: f64) -> f64 {
    let chance = expected.clamp(1e-9, 1.0 - 1e-9);
    -target * chance.ln() - (1.0 - target) * (1.0 - chance).ln()
}
