//! Fits the win-rate model.

use std::io;
use std::path::PathBuf;

use variants::Rules;

use crate::samples::{read, score, weights};

/// Fits the two parameters of [`variants::GameInfo::wdl`] by grid search.
pub fn wdl<R: Rules>(files: &[PathBuf]) -> io::Result<()> {
    let samples = read::<R>(files)?;
    let weights = weights::<R>();
    let scored: Vec<(f64, f32)> = samples
        .iter()
        .map(|sample| (score(sample, &weights), sample.points))
        .collect();
    let mut best = (f64::MAX, [0.0; 2]);
    for half in (20..=3000).step_by(20).map(f64::from) {
        for width in (60..=1500).step_by(20).map(f64::from) {
            let chance = |score: f64| 1.0 / (1.0 + ((half - score) / width).exp());
            let cost = |&(score, points): &(f64, f32)| {
                let (win, loss) = (chance(score), chance(-score));
                let likely = match points {
                    1.0 => win,
                    0.0 => loss,
                    _ => 1.0 - win - loss,
                };
                -likely.max(1e-9).ln()
            };
            let total: f64 = scored.iter().map(cost).sum();
            if total < best.0 {
                best = (total, [half, width]);
            }
        }
    }
    let draws = scored.iter().filter(|(_, points)| *points == 0.5).count();
    println!(
        "wdl: {:?}, {} draws of {} positions",
        best.1,
        draws,
        scored.len()
    );
    Ok(())
}
