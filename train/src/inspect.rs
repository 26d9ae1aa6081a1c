//! `train inspect`: replays files of games and prints counts, histograms and the fit of K.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use fs_err::File;
use indicatif::{HumanCount, ParallelProgressIterator};
use rayon::prelude::*;
use search::is_decisive;
use thiserror::Error;

use crate::average::averaged_score;
use crate::console::{print_line, print_note};
use crate::datagen::has_results;
use crate::filter::Filter;
use crate::format::game::GameRecord;
use crate::format::reader::whole_games;
use crate::format::record::GameResult;
use crate::slope::{GROUPS, Slope, Slopes};

/// Inspect settings.
#[derive(Args, Clone, Debug)]
pub struct Inspect {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The training positions to count.
    #[command(flatten)]
    pub filter: Filter,
}

/// A failed inspection.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum InspectError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{0} damaged games or incomplete files")]
    Damaged(usize),
}

/// The upper bounds of the score histogram's bins, in internal units; the last bin is open.
const SCORE_BINS: [u32; 9] = [12, 50, 100, 200, 400, 800, 1200, 1600, 2500];

/// Plies in a bin of the histogram of lengths.
const LENGTH_BIN: usize = 50;
const LENGTH_BINS: usize = 11;

/// The contents of a set of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Scored positions.
    pub positions: u64,
    /// Positions that the filter keeps.
    pub kept: u64,
    /// Positions with a mate or tablebase score.
    pub decisive: u64,
    /// Games by result, in the order of [`GameResult::ALL`].
    pub results: [u64; 3],
    /// Games by start, in the order of [`StartKind::ALL`](movegen::openings::StartKind::ALL), then
    /// those of unknown start.
    pub kinds: [u64; 4],
    /// Positions by the distance of the score from zero, without decisive scores.
    pub scores: [u64; SCORE_BINS.len() + 1],
    /// Games by length; the last bin is open.
    pub lengths: [u64; LENGTH_BINS],
    /// Scores against results of the positions kept, without branches and games of unequal players.
    pub(crate) slopes: Slopes,
    /// Damaged games, by file.
    pub damage: Vec<String>,
}

impl Summary {
    /// Adds a game.
    pub fn add(&mut self, game: &GameRecord, filter: Filter) {
        self.games += 1;
        self.results[game.result as usize] += 1;
        self.kinds[game.kind.map_or(3, |kind| kind as usize)] += 1;
        self.lengths[(game.plies.len() / LENGTH_BIN).min(LENGTH_BINS - 1)] += 1;
        for (index, (board, ply)) in game.positions().enumerate() {
            self.positions += 1;
            if filter.keeps(&board, ply) {
                self.kept += 1;
                if game.has_own_result() {
                    let pieces = board.occupied().count();
                    let score = averaged_score(&game.plies[index..]);
                    self.slopes.add(pieces, score, game.result as u8);
                }
            }
            if is_decisive(ply.score.into()) {
                self.decisive += 1;
            } else {
                let distance = u32::from(ply.score.unsigned_abs());
                let bin = SCORE_BINS
                    .iter()
                    .take_while(|&&end| distance >= end)
                    .count();
                self.scores[bin] += 1;
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

/// Replays the games of a file and adds up those that `counts` accepts; damaged ones are listed in
/// [`Summary::damage`].
///
/// # Errors
/// The file cannot be read.
pub fn summarize(
    path: &Path,
    filter: Filter,
    counts: impl Fn(&GameRecord) -> bool,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let mut damage = Vec::new();
    for game in whole_games(path, File::open(path)?, |text| damage.push(text)) {
        let game = game?;
        if counts(&game) {
            summary.add(&game, filter);
        }
    }
    summary.damage = damage;
    Ok(summary)
}

/// Prints a summary of files of games.
///
/// # Errors
/// [`InspectError`]; damage is reported after the summary.
pub fn run(settings: &Inspect) -> Result<(), InspectError> {
    let total = settings
        .files
        .par_iter()
        .progress()
        .map(|path| -> io::Result<Summary> {
            let mut summary = summarize(path, settings.filter, |_| true)?;
            // As in `shuffle`, K is not fitted to the games of unequal players.
            if !has_results(path)? {
                summary.slopes = Slopes::default();
            }
            Ok(summary)
        })
        .try_reduce(Summary::default, |a, b| Ok(a.join(b)))?;
    print_line(&total);
    for damage in &total.damage {
        print_note(damage);
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
        line(f, "decisive scores", self.decisive, self.positions)?;
        writeln!(f, "\nresults")?;
        for (result, name) in GameResult::ALL.into_iter().zip(["0-1", "1/2", "1-0"]) {
            line(f, name, self.results[result as usize], games)?;
        }
        writeln!(f, "\nstarts")?;
        let names = ["orthodox", "Chess960", "double Fischer random", "unknown"];
        for (name, count) in names.into_iter().zip(self.kinds) {
            line(f, name, count, games)?;
        }
        writeln!(f, "\nscores by distance from zero, in internal units")?;
        let mut from = 0;
        for (index, &count) in self.scores.iter().enumerate() {
            let name = match SCORE_BINS.get(index) {
                Some(&end) => format!("{from} to {}", end - 1),
                None => format!("{from} or more"),
            };
            line(f, &name, count, self.positions)?;
            from = SCORE_BINS.get(index).copied().unwrap_or(from);
        }
        writeln!(f, "\nscored plies of a game")?;
        for (index, &count) in self.lengths.iter().enumerate() {
            let from = index * LENGTH_BIN;
            let name = if index + 1 == LENGTH_BINS {
                format!("{from} or more")
            } else {
                format!("{from} to {}", from + LENGTH_BIN - 1)
            };
            line(f, &name, count, games)?;
        }
        writeln!(
            f,
            "\nK in internal units per logit, fitted to the positions kept, without branches and games of \
             tune and rules"
        )?;
        slope_line(f, "all", self.slopes.overall())?;
        for (group, slope) in self.slopes.by_pieces().into_iter().enumerate() {
            let from = 2 + group * 32 / GROUPS;
            let to = (from + 32 / GROUPS - 1).min(32);
            slope_line(f, &format!("{from} to {to} pieces"), slope)?;
        }
        Ok(())
    }
}

/// A line with K and the mean distance of scores from zero.
fn slope_line(f: &mut fmt::Formatter<'_>, name: &str, slope: Slope) -> fmt::Result {
    let k = slope.k.map_or("-".to_owned(), |k| format!("{k:.0}"));
    let count = HumanCount(slope.positions).to_string();
    let distance = slope.distance;
    writeln!(
        f,
        "  {name:<22} {count:>13}  K {k:>5}  mean |score| {distance:>5.0}"
    )
}

/// A line with a count and its share, as a number and as a bar.
fn line(f: &mut fmt::Formatter<'_>, name: &str, count: u64, total: u64) -> fmt::Result {
    let share = count as f64 / total.max(1) as f64;
    let bar = "#".repeat((share * 40.0).round() as usize);
    let count = HumanCount(count).to_string();
    writeln!(f, "  {name:<22} {count:>13} {:>6.2}%  {bar}", share * 100.0)
}
