//! Fits the win-rate model.

use std::io;
use std::path::PathBuf;

use search::wdl::Curves;
use variants::Rules;

use crate::samples::{read, score, weights};

/// Fits [`variants::GameInfo::curves`] by grid search.
pub fn wdl<R: Rules>(files: &[PathBuf]) -> io::Result<()> {
    let samples = read::<R>(files)?;
    let weights = weights::<R>();
    let scored: Vec<(f64, f32)> = samples
        .iter()
        .map(|sample| (score(sample, &weights), sample.points))
        .collect();
    let mut best = (f64::MAX, R::GAME.curves);
    for a in (20..=3000).step_by(20).map(f64::from) {
        for b in (60..=1500).step_by(20).map(f64::from) {
            let curves = Curves { a, b };
            let cost = |&(score, points): &(f64, f32)| {
                let [win, draw, loss] = curves.chances(score);
                let likely = match points {
                    1.0 => win,
                    0.0 => loss,
                    _ => draw,
                };
                -likely.max(1e-9).ln()
            };
            let total: f64 = scored.iter().map(cost).sum();
            if total < best.0 {
                best = (total, curves);
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
