//! What is in files of games: every game replayed, counts and histograms.

mod slope;

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{HumanCount, ParallelProgressIterator};
use rayon::prelude::*;
use search::is_decisive;
use thiserror::Error;

use crate::console::{note, say};
use crate::data::GameResult;
use crate::filter::Filter;
use crate::games::{GameReader, GameRecord, ReadError};
pub use slope::{GROUPS, Slope, Slopes};

/// Which files to look at.
#[derive(Args, Clone, Debug)]
pub struct Inspect {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(
        missing_docs,
        reason = "a documentation comment would become the command's help"
    )]
    pub filter: Filter,
}

/// Why files could not be looked at to their end.
#[derive(Debug, Error)]
pub enum InspectError {
    /// The system says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There are things that are no games.
    #[error("{0} of the files are damaged")]
    Damaged(usize),
}

/// The upper ends of the score histogram's steps, in internal units; the last step has no end.
const SCORE_STEPS: [u32; 9] = [6, 25, 50, 100, 200, 400, 800, 1600, 2500];

/// Plies of a game to a step of the histogram of lengths.
const LENGTH_STEP: usize = 50;
const LENGTH_STEPS: usize = 11;

/// What is in a set of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Scored positions.
    pub positions: u64,
    /// Positions that the filter leaves for training.
    pub kept: u64,
    /// Positions with a mate or tablebase score.
    pub decisive: u64,
    /// Games by result, in the order of [`GameResult::ALL`].
    pub results: [u64; 3],
    /// Games by start, in the order of [`StartKind::ALL`](crate::games::StartKind::ALL); the last are those that do not say.
    pub kinds: [u64; 4],
    /// Positions by the distance of the score from zero, mates left out.
    pub scores: [u64; SCORE_STEPS.len() + 1],
    /// Games by length; the last step has no end.
    pub lengths: [u64; LENGTH_STEPS],
    /// Scores against results, of positions that the filter keeps.
    pub slopes: Slopes,
    /// What is no game, by file.
    pub damage: Vec<String>,
}

impl Summary {
    /// Adds a game.
    pub fn add(&mut self, game: &GameRecord, filter: Filter) {
        self.games += 1;
        self.results[game.result as usize] += 1;
        self.kinds[game.kind.map_or(3, |kind| kind as usize - 1)] += 1;
        self.lengths[(game.plies.len() / LENGTH_STEP).min(LENGTH_STEPS - 1)] += 1;
        for (board, ply) in game.positions() {
            self.positions += 1;
            if filter.keeps(&board, ply) {
                self.kept += 1;
                let men = board.occupied().count();
                self.slopes.add(men, ply.score, game.result as u8);
            }
            if is_decisive(ply.score.into()) {
                self.decisive += 1;
            } else {
                let distance = u32::from(ply.score.unsigned_abs());
                let step = SCORE_STEPS
                    .iter()
                    .take_while(|&&end| distance >= end)
                    .count();
                self.scores[step] += 1;
            }
        }
    }

    fn join(mut self, other: Self) -> Self {
        let add = |mine: &mut [u64], others: &[u64]| {
            mine.iter_mut()
                .zip(others)
                .for_each(|(mine, other)| *mine += other);
        };
        self.games += other.games;
        self.positions += other.positions;
        self.kept += other.kept;
        self.decisive += other.decisive;
        add(&mut self.results, &other.results);
        add(&mut self.kinds, &other.kinds);
        add(&mut self.scores, &other.scores);
        add(&mut self.lengths, &other.lengths);
        self.slopes.join(&other.slopes);
        self.damage.extend(other.damage);
        self
    }
}

/// Replays every game of a file. What is no game is noted in [`Summary::damage`].
///
/// # Errors
/// The file cannot be read.
pub fn summarise(path: &Path, filter: Filter) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    for game in GameReader::new(reader) {
        match game {
            Ok(game) => summary.add(&game, filter),
            Err(ReadError::Io(error)) => return Err(error),
            Err(error) => summary.damage.push(format!("{}: {error}", path.display())),
        }
    }
    Ok(summary)
}

/// Shows what is in files of games, on standard output.
///
/// # Errors
/// [`InspectError`], after all files have been looked at.
pub fn run(settings: &Inspect) -> Result<(), InspectError> {
    let total = settings
        .files
        .par_iter()
        .progress()
        .map(|path| {
            summarise(path, settings.filter).map_err(|source| InspectError::Io {
                path: path.clone(),
                source,
            })
        })
        .try_reduce(Summary::default, |a, b| Ok(a.join(b)))?;
    say(&total);
    for damage in &total.damage {
        note(damage);
    }
    match total.damage.len() {
        0 => Ok(()),
        damaged => Err(InspectError::Damaged(damaged)),
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "games      {:>14}", HumanCount(self.games).to_string())?;
        writeln!(
            f,
            "positions  {:>14}  {mean:.1} a game",
            HumanCount(self.positions).to_string()
        )?;
        let games = self.games;
        line(f, "kept by the filter", self.kept, self.positions)?;
        line(f, "mate scores", self.decisive, self.positions)?;
        writeln!(f, "\nresults")?;
        for (result, name) in GameResult::ALL.into_iter().zip(["0-1", "1/2", "1-0"]) {
            line(f, name, self.results[result as usize], games)?;
        }
        writeln!(f, "\nstarts")?;
        let names = ["orthodox", "Chess960", "double Fischer random", "not said"];
        for (name, count) in names.into_iter().zip(self.kinds) {
            line(f, name, count, games)?;
        }
        writeln!(f, "\nscores, in internal units from zero")?;
        let mut from = 0;
        for (index, &count) in self.scores.iter().enumerate() {
            let name = match SCORE_STEPS.get(index) {
                Some(&end) => format!("{from} to {}", end - 1),
                None => format!("{from} and more"),
            };
            line(f, &name, count, self.positions)?;
            from = SCORE_STEPS.get(index).copied().unwrap_or(from);
        }
        writeln!(f, "\nscored plies of a game")?;
        for (index, &count) in self.lengths.iter().enumerate() {
            let from = index * LENGTH_STEP;
            let name = if index + 1 == LENGTH_STEPS {
                format!("{from} and more")
            } else {
                format!("{from} to {}", from + LENGTH_STEP - 1)
            };
            line(f, &name, count, games)?;
        }
        writeln!(
            f,
            "\nscores against results, of positions kept by the filter"
        )?;
        slope_line(f, "all", self.slopes.overall())?;
        for (group, slope) in self.slopes.by_men().into_iter().enumerate() {
            let from = 2 + group * 32 / GROUPS;
            let to = (from + 32 / GROUPS - 1).min(32);
            slope_line(f, &format!("{from} to {to} men"), slope)?;
        }
        Ok(())
    }
}

/// How many units of score have been a logit, and the mean distance of scores from zero.
fn slope_line(f: &mut fmt::Formatter<'_>, name: &str, slope: Slope) -> fmt::Result {
    let k = slope.k.map_or("-".to_owned(), |k| format!("{k:.0}"));
    let count = HumanCount(slope.positions).to_string();
    let distance = slope.distance;
    writeln!(
        f,
        "  {name:<22} {count:>13}  K {k:>5}  mean |score| {distance:>5.0}"
    )
}

/// A count with its share, as a figure and as a bar.
fn line(f: &mut fmt::Formatter<'_>, name: &str, count: u64, total: u64) -> fmt::Result {
    let share = count as f64 / total.max(1) as f64;
    let bar = "#".repeat((share * 40.0).round() as usize);
    let count = HumanCount(count).to_string();
    writeln!(
        f,
        "  {name:<22} {count:>13} {:>6.2} %  {bar}",
        share * 100.0
    )
}
