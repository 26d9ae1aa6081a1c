//! Fits the win-rate model.

use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use search::wdl::Curves;
use variants::{Color, Rules};

use crate::samples::{Sample, Samples};

/// The values of the first parameter that are tried, in steps of 20.
const A: RangeInclusive<u32> = 20..=3000;
/// Those of the second.
const B: RangeInclusive<u32> = 60..=1500;

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
    for a in A.step_by(20).map(f64::from) {
        for b in B.step_by(20).map(f64::from) {
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
    let is_edge = |value, range: RangeInclusive<u32>| {
        [*range.start(), *range.end()]
            .map(f64::from)
            .contains(&value)
    };
    if is_edge(a, A) || is_edge(b, B) {
        eprintln!("note: a or b is at the edge of its range, {A:?} or {B:?}");
    }
    Ok(())
}
