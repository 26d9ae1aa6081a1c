//! `train tune`: tunes search parameters by self-play (SPSA).

mod plot;
mod spsa;

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::path::PathBuf;

use clap::Args;
use fs_err as fs;
use indicatif::ProgressBar;
use plotters::drawing::DrawingAreaErrorKind;
use search::TUNABLE;
use search::nnue::Network;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::console::{print_line, print_note};
use crate::differences::differences;
use crate::files::{FolderLock, read_if_any, write_atomically};
use crate::pairs::{Conditions, Experiment, Job, PairError, Playing, pairs_bar, run_pairs};
use crate::stop::Stop;
use plot::plot;
use spsa::{Parameter, Spsa};

/// Pairs between two writes of all files.
const INTERVAL: u64 = 50;

/// Tuning settings. The same settings continue an earlier run.
#[derive(Args, Clone, Debug)]
pub struct Tune {
    /// Parameters to tune: names, or prefixes with an asterisk such as 'lmr_*'
    #[arg(required = true)]
    pub parameters: Vec<String>,
    /// Folder for state, values and plot
    #[arg(long)]
    pub out: PathBuf,
    /// Pairs of games of the whole run
    #[arg(long, default_value_t = 20_000)]
    pub pairs: u64,
    /// Learning rate at the end of the run, in steps (a twentieth of the range) per point
    #[arg(long, default_value_t = 0.005, value_parser = rate)]
    pub rate: f64,
    /// Settings of the games.
    #[command(flatten)]
    pub playing: Playing,
}

/// Reads a learning rate.
fn rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|error| format!("{error}"))?;
    let is_allowed = rate > 0.0 && rate <= 1.0;
    is_allowed
        .then_some(rate)
        .ok_or_else(|| "it must be above 0 and at most 1".to_owned())
}

/// A failed run.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum TuneError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Pairs(#[from] PairError),
    #[error("failed to draw the plot: {0}")]
    Plot(DrawingAreaErrorKind<io::Error>),
    #[error("no parameter matches '{0}'")]
    Parameter(String),
    #[error("{}: {source}", path.display())]
    State {
        path: PathBuf,
        source: toml::de::Error,
    },
    #[error(
        "{} has a run with other settings or players: {differences}; use another folder",
        folder.display()
    )]
    Differs {
        folder: PathBuf,
        differences: String,
    },
}

/// Everything needed to continue a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Run {
    /// Pairs played.
    played: u64,
    /// The first pair that has not begun.
    next: u64,
    /// The pairs that have begun but not ended.
    open: BTreeSet<u64>,
    /// The commit of the players.
    commit: String,
    /// The checksum of their network.
    network: u32,
    conditions: Conditions,
    spsa: Spsa,
    /// The parameters' values after every [`INTERVAL`] pairs.
    history: Vec<Vec<f64>>,
}

impl Run {
    fn new(settings: &Tune) -> Result<Self, TuneError> {
        let spsa = Spsa {
            pairs: settings.pairs,
            rate: settings.rate,
            seed: settings.playing.seed,
            parameters: select(&settings.parameters)?,
        };
        Ok(Self {
            played: 0,
            next: 0,
            open: BTreeSet::new(),
            commit: env!("ENROQUE_COMMIT").to_owned(),
            network: Network::embedded().checksum(),
            conditions: settings.playing.conditions,
            history: vec![spsa.parameters.iter().map(|p| p.value).collect()],
            spsa,
        })
    }

    /// Adds the current values to the history.
    fn record(&mut self) {
        let values = self.spsa.parameters.iter().map(|p| p.value);
        self.history.push(values.collect());
    }

    /// The values as lines of the parameter table, with those at the start of the run.
    fn values(&self) -> String {
        let mut text = format!("// After {} pairs.\n", self.played);
        for parameter in &self.spsa.parameters {
            let Parameter {
                name,
                start,
                min,
                max,
                ..
            } = parameter;
            let value = parameter.rounded();
            text += &format!("{name} = {value}, {min}..={max}; // from {start}\n");
        }
        text
    }

    /// The earlier run in the folder, or a new one.
    fn load(settings: &Tune) -> Result<Self, TuneError> {
        let new = Self::new(settings)?;
        let path = settings.out.join("state.toml");
        let Some(text) = read_if_any(&path)? else {
            return Ok(new);
        };
        let found: Self = match toml::from_str(&text) {
            Ok(found) => found,
            Err(source) => return Err(TuneError::State { path, source }),
        };
        let [before, now] = [&found, &new].map(Self::settings);
        if before == now {
            Ok(found)
        } else {
            Err(TuneError::Differs {
                folder: settings.out.clone(),
                differences: differences(&before, &now),
            })
        }
    }

    /// The run without progress.
    fn settings(&self) -> Self {
        let mut settings = self.clone();
        (settings.played, settings.next) = (0, 0);
        settings.open.clear();
        settings.history.clear();
        for parameter in &mut settings.spsa.parameters {
            parameter.value = parameter.start.into();
        }
        settings
    }
}

/// The parameters that match any of the patterns.
fn select(patterns: &[String]) -> Result<Vec<Parameter>, TuneError> {
    let matches = |pattern: &str, name: &str| match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == pattern,
    };
    for pattern in patterns {
        if !TUNABLE.iter().any(|row| matches(pattern, row.0)) {
            return Err(TuneError::Parameter(pattern.clone()));
        }
    }
    let is_selected = |name: &str| patterns.iter().any(|pattern| matches(pattern, name));
    let selected = TUNABLE.iter().filter(|row| is_selected(row.0));
    Ok(selected
        .map(|&(name, value, min, max)| Parameter::new(name, value, min, max))
        .collect())
}

/// Tunes until all pairs are played or `stop` is set: its first request finishes the current pairs,
/// its second drops them.
///
/// # Errors
/// [`TuneError`]. The files written so far stay.
pub fn run(settings: &Tune, stop: &Stop) -> Result<(), TuneError> {
    fs::create_dir_all(&settings.out)?;
    let _lock = FolderLock::take(&settings.out)?;
    let mut tuner = Tuner::new(settings, Run::load(settings)?);
    let result = run_pairs(&settings.playing, stop, &mut tuner);
    tuner.bar.finish_and_clear();
    tuner.write()?;
    result?;
    if tuner.run.played < settings.pairs {
        print_note(format_args!(
            "stopped after {} of {} pairs; the same command continues",
            tuner.run.played, settings.pairs
        ));
    }
    print_line(tuner.run.values());
    Ok(())
}

/// A run in progress.
struct Tuner<'a> {
    settings: &'a Tune,
    run: Run,
    /// Pairs that an earlier run began and did not finish.
    dropped: VecDeque<u64>,
    bar: ProgressBar,
}

impl Experiment for Tuner<'_> {
    type Error = TuneError;

    fn name(&self) -> String {
        let Tune {
            parameters,
            pairs,
            rate,
            ..
        } = self.settings;
        let parameters = parameters.join(" ");
        format!("tune {parameters} --pairs {pairs} --rate {rate}")
    }

    fn next_job(&mut self) -> Option<Job> {
        let number = self.dropped.pop_front().unwrap_or(self.run.next);
        if number >= self.settings.pairs {
            return None;
        }
        self.run.next = self.run.next.max(number + 1);
        self.run.open.insert(number);
        let spsa = &self.run.spsa;
        let players = spsa.perturb(number).values.map(|values| {
            let names = spsa.parameters.iter().map(|p| p.name.clone());
            names.zip(values).collect()
        });
        Some(Job { number, players })
    }

    fn add_result(&mut self, job: &Job, half_points: u8) -> Result<(), TuneError> {
        let run = &mut self.run;
        // Directions depend only on the number of the pair.
        let up = run.spsa.perturb(job.number).up;
        let result = f64::from(half_points) - 2.0;
        run.spsa.update(job.number, &up, result);
        run.played += 1;
        run.open.remove(&job.number);
        self.bar.set_position(run.played);
        if run.played.is_multiple_of(INTERVAL) {
            run.record();
            self.write()?;
        }
        Ok(())
    }
}

impl<'a> Tuner<'a> {
    fn new(settings: &'a Tune, run: Run) -> Self {
        Self {
            settings,
            dropped: run.open.iter().copied().collect(),
            bar: pairs_bar(settings.pairs, run.played),
            run,
        }
    }

    fn write(&self) -> Result<(), TuneError> {
        let folder = &self.settings.out;
        let state = toml::to_string(&self.run).expect("a table of plain values is TOML");
        write_atomically(&folder.join("state.toml"), state.as_bytes())?;
        write_atomically(&folder.join("values.txt"), self.run.values().as_bytes())?;
        let image = plot(&self.run.spsa.parameters, &self.run.history, INTERVAL);
        let image = image.map_err(TuneError::Plot)?;
        Ok(write_atomically(
            &folder.join("paths.svg"),
            image.as_bytes(),
        )?)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn settings(out: &Path) -> Tune {
        Tune {
            parameters: vec!["rfp_margin".to_owned()],
            out: out.to_owned(),
            pairs: 5,
            rate: 0.01,
            playing: Playing::one_node(),
        }
    }

    #[test]
    fn dropped_pairs_are_played_by_the_next_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(folder.path());
        let mut tuner = Tuner::new(&settings, Run::load(&settings).expect("a new run"));
        let jobs: Vec<Job> = (0..3).filter_map(|_| tuner.next_job()).collect();
        tuner.add_result(&jobs[2], 3).expect("a pair");
        tuner.write().expect("a writable folder");

        let mut tuner = Tuner::new(&settings, Run::load(&settings).expect("the earlier run"));
        assert_eq!(tuner.run.played, 1);
        let mut numbers = Vec::new();
        while let Some(job) = tuner.next_job() {
            numbers.push(job.number);
            tuner.add_result(&job, 2).expect("a pair");
        }
        assert_eq!(numbers, [0, 1, 3, 4]);
        assert_eq!(tuner.run.played, 5);
        assert!(tuner.run.open.is_empty());
    }

    #[test]
    fn values_move_towards_those_of_the_winner() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(folder.path());
        for half_points in [0, 4] {
            let mut tuner = Tuner::new(&settings, Run::load(&settings).expect("a new run"));
            let job = tuner.next_job().expect("a pair");
            let value = |tuner: &Tuner| tuner.run.spsa.parameters[0].value;
            let before = value(&tuner);
            tuner.add_result(&job, half_points).expect("a pair");
            let [first, second] = job.players.map(|values| f64::from(values[0].1));
            let towards_first = (value(&tuner) - before) * (first - second);
            assert!(towards_first * (f64::from(half_points) - 2.0) > 0.0);
        }
    }

    #[test]
    fn run_with_other_settings_names_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = settings(folder.path());
        let run = Run::load(&settings).expect("a new run");
        Tuner::new(&settings, run)
            .write()
            .expect("a writable folder");
        settings.rate = 0.02;
        let error = Run::load(&settings).expect_err("another rate").to_string();
        assert!(
            error.contains(": spsa.rate was 0.01 and is 0.02;"),
            "{error}"
        );
    }

    #[test]
    fn learning_rates_are_small_and_positive() {
        assert_eq!(rate("0.005"), Ok(0.005));
        for text in ["0", "-1", "1.5", "nan", "inf", "1e308", "x"] {
            assert!(rate(text).is_err(), "{text}");
        }
    }
}
