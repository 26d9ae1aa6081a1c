//! The unit of the scores in files of games: K, fitted for each network.
//!
//! The same score predicts different results for different networks, and for one network as its search
//! changes. Scores multiplied by 400 / K mean the same in all files.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::BuildHasher;
use std::io;
use std::path::{Path, PathBuf};

use indicatif::{HumanCount, ParallelProgressIterator};
use parking_lot::Mutex;
use rayon::prelude::*;

use super::GameHasher;
use crate::console::{print_line, print_note};
use crate::datagen::{Scorer, scorer_of};
use crate::filter::Filter;
use crate::format::game::GameRecord;
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

impl Default for Unit {
    /// Internal units.
    fn default() -> Self {
        Self {
            k: UNITS_PER_LOGIT.into(),
        }
    }
}

/// Fits and prints the unit of each file, the same for all files of one network.
///
/// # Errors
/// A file cannot be read.
pub(super) fn fit(files: &[PathBuf], filter: Filter) -> io::Result<Vec<Unit>> {
    let scorers: Vec<Scorer> = files
        .iter()
        .map(|path| scorer(path))
        .collect::<io::Result<_>>()?;
    // Repeated games would make the fit look better founded than it is. Only those of one fit count as
    // repeated, so it does not matter which of two files is read first.
    let (seen, hasher) = (Mutex::new(HashSet::new()), GameHasher::new());
    let networks = Mutex::new(Networks::new());
    files
        .par_iter()
        .zip(&scorers)
        .progress()
        .try_for_each(|(path, scorer)| -> io::Result<()> {
            let is_new = |game: &GameRecord| {
                let key = hasher.hash_one((scorer, game.to_bytes()));
                seen.lock().insert(key)
            };
            let slopes = summarize(path, filter, is_new)?.slopes;
            add(&mut networks.lock(), scorer, &slopes);
            Ok(())
        })?;
    Ok(units(&scorers, &networks.into_inner()))
}

/// The scorer of a file. A file of unknown origin has a network of its own.
fn scorer(path: &Path) -> io::Result<Scorer> {
    Ok(scorer_of(path)?.unwrap_or_else(|| Scorer {
        network: path.display().to_string(),
        nodes: None,
        has_results: true,
    }))
}

/// Scores against results by nodes per move, where these are known.
type ByNodes = BTreeMap<Option<u64>, Slopes>;

/// Scores and results by network.
type Networks<'a> = BTreeMap<&'a str, ByNodes>;

/// Adds the scores and results of a file.
fn add<'a>(networks: &mut Networks<'a>, scorer: &'a Scorer, slopes: &Slopes) {
    let by_nodes = networks.entry(&scorer.network).or_default();
    if scorer.has_results {
        by_nodes.entry(scorer.nodes).or_default().join(slopes);
    }
}

/// The unit of each scorer.
fn units(scorers: &[Scorer], networks: &Networks) -> Vec<Unit> {
    let units: BTreeMap<&str, (Unit, Option<u64>)> = networks
        .iter()
        .map(|(&network, by_nodes)| (network, network_unit(network, by_nodes)))
        .collect();
    let nodes: BTreeSet<u64> = units.values().filter_map(|&(_, nodes)| nodes).collect();
    if let (Some(least), Some(most)) = (nodes.first(), nodes.last())
        && least < most
    {
        print_note(format_args!(
            "note: K is larger in weaker games, and these were fitted at {least} to {most} nodes; \
             for scores in one unit, play some games at {most} nodes with each network"
        ));
    }
    scorers
        .iter()
        .map(|scorer| units[scorer.network.as_str()].0)
        .collect()
}

/// The unit of a network's scores, at any number of nodes, and the nodes per move of the games it is
/// fitted to: the most for which there are enough games, because the better the play, the closer
/// the results are to those that the scores predict. Without enough games, scores are taken to be
/// in internal units.
fn network_unit(network: &str, by_nodes: &ByNodes) -> (Unit, Option<u64>) {
    for (&nodes, slopes) in by_nodes.iter().rev() {
        let slope = slopes.overall();
        if let Some(k) = slope.k.filter(|_| slope.positions >= MIN_POSITIONS) {
            let positions = HumanCount(slope.positions);
            let at = nodes.map_or(String::new(), |nodes| format!(" at {nodes} nodes"));
            print_line(format_args!(
                "{network}: K {k:.0} from {positions} positions{at}"
            ));
            return (Unit { k }, nodes);
        }
    }
    print_line(format_args!(
        "{network}: too few positions of games to fit K; scores are taken to be in internal units"
    ));
    (Unit::default(), None)
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
    fn files_of_a_network_share_a_unit_fitted_at_the_most_nodes() {
        let scorers = [
            ("old", Some(300), true),
            ("new", Some(150), true),
            ("old", Some(300), true),
            ("new", Some(300), true),
            ("new", Some(1000), true),
            ("unknown", None, true),
            ("new", Some(3000), false),
            ("branches", Some(300), false),
        ];
        let scorers = scorers.map(|(network, nodes, has_results)| Scorer {
            network: network.to_owned(),
            nodes,
            has_results,
        });
        let slopes = [
            games(300.0, 60_000),
            games(700.0, 60_000),
            games(300.0, 1_000),
            games(500.0, 60_000),
            games(200.0, 1_000),
            games(300.0, 2_000),
            games(1800.0, 60_000),
            games(1800.0, 60_000),
        ];
        let mut networks = Networks::new();
        for (scorer, slopes) in scorers.iter().zip(&slopes) {
            add(&mut networks, scorer, slopes);
        }
        let units = units(&scorers, &networks);
        assert_eq!(
            [units[0], units[1], units[1], units[1]],
            [units[2], units[3], units[4], units[6]]
        );
        assert_eq!([units[5], units[7]], [Unit::default(); 2]);
        for (unit, internal) in [(units[0], 400.0), (units[1], 240.0), (units[5], 300.0)] {
            let score = f64::from(unit.internal(300));
            assert!(
                (score / internal - 1.0).abs() < 0.03,
                "{score} for {internal}"
            );
            assert_eq!(unit.internal(-300), -unit.internal(300));
        }
    }
}
