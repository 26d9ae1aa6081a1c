//! `train wdl`: fits the win, draw and loss model (`search/src/wdl.rs`) to games in PGN.
//!
//! Reads games as fastchess and cutechess-cli write them, with `{+0.31/12 0.1s}` after a move: the
//! mover's score before it. Only the engine's own moves count.

mod pgn;

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use clap::Args;
use pgn_reader::Reader;
use search::Score;
use search::wdl::{MODEL, Model};
use thiserror::Error;

use crate::console::{print_line, print_note};
use pgn::Collector;

/// Scores are counted in bins of this many internal units.
const BIN: i32 = 10;
/// Scores further from zero, in internal units, are dropped: they do not help to place the curves,
/// but a single upset there would outweigh a hundred games.
const LARGEST: i32 = 2500;
/// The smallest number of positions for a fit.
const FEWEST: f64 = 1000.0;

/// Settings of the fit.
#[derive(Args, Clone, Debug)]
pub struct FitWdl {
    /// Games in PGN with scores, played by this build
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Count only players whose name begins with this
    #[arg(long, default_value = "Enroque")]
    pub player: String,
}

/// A failed fit.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum WdlError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("no game has scores of a player called '{0}…'")]
    NoScores(String),
    #[error("only {0} positions with scores; a fit needs {FEWEST}")]
    TooFew(f64),
}

/// Wins, draws and losses of the mover, by score in bins and by material.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Counts(BTreeMap<(Score, u32), [f64; 3]>);

impl Counts {
    /// Adds a position: score and result (0 win, 1 draw, 2 loss) are the mover's.
    fn add(&mut self, score: Score, material: u32, result: usize) {
        if score.abs() <= LARGEST {
            let bin = (f64::from(score) / f64::from(BIN)).round() as i32 * BIN;
            self.0.entry((bin, material)).or_default()[result] += 1.0;
        }
    }

    fn positions(&self) -> f64 {
        self.0.values().flatten().sum()
    }

    /// The negative log-likelihood of the results, in nats.
    fn cost(&self, model: &Model) -> f64 {
        let cost = |(&(score, material), results): (&(Score, u32), &[f64; 3])| -> f64 {
            let chances = model.chances(score, material);
            let pairs = chances.iter().zip(results);
            pairs
                .map(|(chance, count)| -count * chance.max(1e-9).ln())
                .sum()
        };
        self.0.iter().map(cost).sum()
    }
}

/// Fits the model to all games and prints its table.
///
/// # Errors
/// [`WdlError`].
pub fn run(settings: &FitWdl) -> Result<(), WdlError> {
    let mut collector = Collector::new(&settings.player);
    for path in &settings.files {
        let mut reader = Reader::new(fs_err::File::open(path)?);
        // A match that is still running, or was killed, may end within a game.
        if let Err(error) = reader.visit_all_games(&mut collector) {
            if error.kind() != ErrorKind::InvalidData {
                return Err(error.into());
            }
            print_note(format_args!(
                "{}: {error}; the rest of the file is skipped",
                path.display()
            ));
        }
    }
    let counts = &collector.counts;
    if collector.games == 0 {
        return Err(WdlError::NoScores(settings.player.clone()));
    }
    if counts.positions() < FEWEST {
        return Err(WdlError::TooFew(counts.positions()));
    }
    let model = fit(counts);
    print_line(format_args!(
        "// {} games, {} positions, {:.4} nats per position",
        collector.games,
        counts.positions(),
        counts.cost(&model) / counts.positions()
    ));
    for segment in model.0 {
        print_line(format_args!(
            "segment({:.1}, {:.1}, {:.1}),",
            segment.material, segment.curves.a, segment.curves.b
        ));
    }
    Ok(())
}

/// Minimizes the cost by coordinate descent with shrinking steps.
fn fit(counts: &Counts) -> Model {
    let mut best = MODEL;
    let mut least = counts.cost(&best);
    let mut step = 64.0;
    while step > 0.05 {
        let before = least;
        for number in 0..2 * best.0.len() {
            for change in [step, -step] {
                let mut model = best;
                let curves = &mut model.0[number / 2].curves;
                let value = if number % 2 == 0 {
                    &mut curves.a
                } else {
                    &mut curves.b
                };
                *value = (*value + change).max(1.0);
                let cost = counts.cost(&model);
                if cost < least {
                    (best, least) = (model, cost);
                }
            }
        }
        if least == before {
            step /= 2.0;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn model_of_synthetic_games_is_recovered() {
        let mut truth = MODEL;
        for segment in &mut truth.0 {
            segment.curves.a *= 1.5;
            segment.curves.b *= 0.8;
        }
        let mut rng = SmallRng::seed_from_u64(1);
        let mut counts = Counts::default();
        for _ in 0..200_000 {
            let score = rng.random_range(-800..=800);
            let material = rng.random_range(0..=78);
            let [win, draw, _] = truth.chances(score, material);
            let chance = rng.random_range(0.0..1.0);
            let result = usize::from(chance >= win) + usize::from(chance >= win + draw);
            counts.add(score, material, result);
        }
        let fitted = fit(&counts);
        for score in [-400, 0, 200, 600] {
            for material in [5, 20, 50, 78] {
                let found = fitted.chances(score, material);
                let expected = truth.chances(score, material);
                for (found, expected) in found.into_iter().zip(expected) {
                    assert!((found - expected).abs() < 0.02, "{found} {expected}");
                }
            }
        }
    }
}
