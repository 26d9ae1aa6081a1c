//! Fits the win-rate model.

use std::io;
use std::path::PathBuf;

use search::wdl::Curves;
use variants::{Color, Rules};

use crate::samples::{Sample, Samples};

/// The least and the largest values of the model's parameters.
const A: (u32, u32) = (20, 3000);
const B: (u32, u32) = (60, 1500);

/// Fits [`variants::GameInfo::curves`] by grid search.
pub fn wdl<R: Rules>(files: &[PathBuf]) -> io::Result<()> {
    let samples = Samples::read::<R>(files)?;
    let score = |sample: &Sample| {
        let [ours, theirs] = samples.inputs(sample);
        let mut accumulators = R::network().accumulators();
        for (&ours, &theirs) in ours.iter().zip(theirs) {
            accumulators.add([ours, theirs].map(usize::from));
        }
        // The inputs of the side to move come first.
        let score = accumulators.score(Color::White, sample.bucket.into(), R::GAME.scale);
        f64::from(score)
    };
    let scored: Vec<(f64, f32)> = samples
        .samples
        .iter()
        .map(|sample| (score(sample), sample.points))
        .collect();
    if scored.is_empty() {
        return Err(io::Error::other("there are no positions"));
    }
    let mut best = (f64::MAX, R::GAME.curves);
    for a in (A.0..=A.1).step_by(20).map(f64::from) {
        for b in (B.0..=B.1).step_by(20).map(f64::from) {
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
    let Curves { a, b } = best.1;
    if [(a, A), (b, B)]
        .iter()
        .any(|&(value, (least, most))| value == f64::from(least) || value == f64::from(most))
    {
        println!("at the edge of a = {A:?} and b = {B:?}: the data are too few or of one kind");
    }
    Ok(())
}
