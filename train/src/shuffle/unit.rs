//! The unit of the scores in files of games: K, fitted for each network and its nodes per move.
//!
//! A network's scores stand for different results as the search around it changes, and two networks
//! seldom agree. Scores multiplied by 400 / K mean the same in all files.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use indicatif::{HumanCount, ParallelProgressIterator};
use rayon::prelude::*;

use crate::console::print_line;
use crate::datagen::player_of;
use crate::filter::Filter;
use crate::inspect::summarize;
use crate::slope::Slopes;
use crate::trainer::UNITS_PER_LOGIT;

/// The fewest positions from which K is fitted: those of about 700 games.
const MIN_POSITIONS: u64 = 50_000;

/// The unit of a file's scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    /// Units per logit.
    k: f64,
}

impl Unit {
    /// A score in internal units, of which 400 are one logit.
    pub(super) fn internal(self, score: i16) -> i16 {
        let score = f64::from(score) * f64::from(UNITS_PER_LOGIT) / self.k;
        score.round() as i16
    }
}

/// Fits and prints the unit of each file, the same for all files of one player. Too few
/// positions for a fit are taken to be in internal units.
///
/// # Errors
/// A file cannot be read.
pub(super) fn fit(files: &[PathBuf], filter: Filter) -> io::Result<Vec<Unit>> {
    let slopes = files
        .par_iter()
        .progress()
        .map(|path| Ok(summarize(path, filter)?.slopes))
        .collect::<io::Result<Vec<Slopes>>>()?;
    // A file of unknown origin is a player of its own.
    let player = |path: &PathBuf| player_of(path).unwrap_or_else(|| path.display().to_string());
    let players: Vec<String> = files.iter().map(player).collect();
    Ok(units(&players, &slopes))
}

/// The unit of each file, from its player, scores and results.
fn units(players: &[String], slopes: &[Slopes]) -> Vec<Unit> {
    let mut by_player: BTreeMap<&str, Slopes> = BTreeMap::new();
    for (player, slopes) in players.iter().zip(slopes) {
        by_player.entry(player).or_default().join(slopes);
    }
    let unit = |(player, slopes): (_, Slopes)| {
        let slope = slopes.overall();
        let count = HumanCount(slope.positions);
        let k = slope.k.filter(|_| slope.positions >= MIN_POSITIONS);
        match k {
            Some(k) => print_line(format_args!("{player}: K {k:.0} from {count} positions")),
            None => print_line(format_args!(
                "{player}: {count} positions are too few to fit K; \
                 their scores are taken to be in internal units"
            )),
        }
        let k = k.unwrap_or(UNITS_PER_LOGIT.into());
        (player, Unit { k })
    };
    let units: BTreeMap<&str, Unit> = by_player.into_iter().map(unit).collect();
    players
        .iter()
        .map(|player| units[player.as_str()])
        .collect()
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Scores and results of positions in which `k` units are one logit.
    fn games(k: f64, positions: u64) -> Slopes {
        let mut rng = SmallRng::seed_from_u64(positions);
        let mut slopes = Slopes::default();
        for _ in 0..positions {
            let score: i16 = rng.random_range(-1500..=1500);
            let is_won = rng.random_bool(1.0 / (1.0 + (-f64::from(score) / k).exp()));
            slopes.add(20, score, if is_won { 2 } else { 0 });
        }
        slopes
    }

    #[test]
    fn files_of_a_player_share_a_unit_that_their_results_determine() {
        let players = ["old", "new", "old", "unknown"].map(str::to_owned);
        let slopes = [
            games(300.0, 60_000),
            games(500.0, 60_000),
            games(300.0, 1_000),
            games(300.0, 2_000),
        ];
        let units = units(&players, &slopes);
        assert_eq!(units[0], units[2]);
        for (unit, internal) in units.iter().zip([400.0, 240.0, 400.0, 300.0]) {
            let score = f64::from(unit.internal(300));
            assert!(
                (score / internal - 1.0).abs() < 0.03,
                "{score} for {internal}"
            );
            assert_eq!(unit.internal(-300), -unit.internal(300));
        }
    }
}
