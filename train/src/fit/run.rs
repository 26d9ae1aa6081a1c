//! A run: epoch after epoch over the data, with a report and everything written after each.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::slice;
use std::time::Instant;

use crossbeam_channel::{Receiver, bounded};
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use search::nnue::{HIDDEN, NetworkError};
use thiserror::Error;

use super::checkpoint::{CheckpointError, Epoch, State, read_parameters};
use super::export::export;
use super::model::Shape;
use super::plot::plot;
use super::worker::{Worker, work};
use super::{Fit, Recipe, RecipeError};
use crate::console::{note, say};
use crate::data::{Batches, DataError, Record, count_records};
use crate::files::write_whole;
use crate::stop::Stop;

/// A tenth of so many positions is two to try on.
const FEWEST: u64 = 20;

/// Why a run ends early.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum FitError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error("the network cannot be written: {0}")]
    Network(#[from] NetworkError),
    #[error("the curve cannot be drawn: {0}")]
    Plot(#[from] png::EncodingError),
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{} has a checkpoint: go on from it with --resume, or choose another folder", .0.display())]
    Occupied(PathBuf),
    #[error("there are only {0} positions; at least {FEWEST} are needed")]
    TooFew(u64),
    #[error("{}: there are no positions to try on", .0.display())]
    NothingHeldOut(PathBuf),
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error("the reading thread cannot be started: {0}")]
    Reader(io::Error),
}

/// The files of a run's folder.
struct Folder(PathBuf);

impl Folder {
    fn recipe(&self) -> PathBuf {
        self.0.join("recipe.toml")
    }

    fn checkpoint(&self) -> PathBuf {
        self.0.join("checkpoint.bin")
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FitError> {
        let path = self.0.join(name);
        write_whole(&path, bytes).map_err(|source| FitError::Io { path, source })
    }
}

/// Trains by a recipe until its epochs are over or `stop` says so: an epoch that has begun is
/// finished at the first wish to end, and dropped at the second.
///
/// # Errors
/// Data, recipe or checkpoint are not what they should be, or a file cannot be written. What
/// earlier epochs have written stays.
pub fn run(fit: &Fit, stop: &Stop) -> Result<(), FitError> {
    let folder = Folder(fit.out.clone());
    std::fs::create_dir_all(&folder.0).map_err(|source| FitError::Io {
        path: folder.0.clone(),
        source,
    })?;
    let (recipe, state) = begin(fit, &folder)?;
    if recipe.hidden != HIDDEN {
        note(format_args!(
            "the engine is built for {HIDDEN} hidden neurons and will not play this network"
        ));
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(fit.threads.unwrap_or(0))
        .build()?;
    pool.install(|| Run::new(fit, folder, recipe, state)?.go(stop))
}

/// A new run, or the one that is to be resumed.
fn begin(fit: &Fit, folder: &Folder) -> Result<(Recipe, State), FitError> {
    if fit.resume {
        let recipe = Recipe::read(&folder.recipe())?;
        let state = State::read(&recipe, &folder.checkpoint())?;
        return Ok((recipe, state));
    }
    if folder.checkpoint().exists() {
        return Err(FitError::Occupied(folder.0.clone()));
    }
    let recipe = match &fit.recipe {
        Some(path) => Recipe::read(path)?,
        None => Recipe::default(),
    };
    let mut state = State::new(&recipe);
    if let Some(path) = &fit.begin_with {
        state.parameters = read_parameters(&recipe, path)?;
    }
    folder.write("recipe.toml", recipe.to_toml().as_bytes())?;
    Ok((recipe, state))
}

/// How many positions from the data's beginning are learnt, and those to try on.
fn split(fit: &Fit, recipe: &Recipe) -> Result<(u64, Vec<Record>), FitError> {
    let total = Batches::open(&fit.data, 1, 0)?.total();
    if total < FEWEST {
        return Err(FitError::TooFew(total));
    }
    let (files, count, skip) = match &fit.held_out {
        Some(path) => {
            let count = recipe.validation.min(count_records(path)?);
            if count == 0 {
                return Err(FitError::NothingHeldOut(path.clone()));
            }
            (slice::from_ref(path), count, 0)
        }
        None => {
            let count = recipe.validation.min(total / 10);
            (fit.data.as_slice(), count, total - count)
        }
    };
    let mut batches = Batches::open(files, count as usize, skip)?;
    let validation = batches.next().transpose()?.unwrap_or_default();
    let learnt = if fit.held_out.is_some() { total } else { skip };
    Ok((learnt, validation))
}

struct Run<'a> {
    data: &'a [PathBuf],
    folder: Folder,
    recipe: Recipe,
    state: State,
    workers: Vec<Worker>,
    validation: Vec<Record>,
    /// Positions to learn from.
    positions: u64,
}

impl<'a> Run<'a> {
    fn new(fit: &'a Fit, folder: Folder, recipe: Recipe, state: State) -> Result<Self, FitError> {
        let (positions, validation) = split(fit, &recipe)?;
        let workers = (0..rayon::current_num_threads())
            .map(|_| Worker::new(Shape::of(&recipe)))
            .collect();
        Ok(Self {
            data: &fit.data,
            folder,
            recipe,
            state,
            workers,
            validation,
            positions,
        })
    }

    fn go(mut self, stop: &Stop) -> Result<(), FitError> {
        say(format_args!(
            "{} positions to learn from, {} to try on, {} threads",
            self.positions,
            self.validation.len(),
            self.workers.len()
        ));
        let epochs = self.recipe.epochs as usize;
        while self.state.epochs.len() < epochs {
            let done = self.state.epochs.len();
            if self.epoch(stop)?.is_break() {
                note(format_args!(
                    "epoch {} was dropped; {done} of {epochs} are finished",
                    done + 1
                ));
                break;
            }
            self.write()?;
            if stop.is_finishing() && done + 1 < epochs {
                note(format_args!(
                    "ended after epoch {} of {epochs}; --resume goes on",
                    done + 1
                ));
                break;
            }
        }
        Ok(())
    }

    /// Steps of one epoch. A last batch that is not full is left out, unless it is the only one.
    fn steps(&self) -> u64 {
        steps(self.positions, &self.recipe)
    }

    /// Breaks when it was abandoned: weights and moments are then those of no checkpoint.
    fn epoch(&mut self, stop: &Stop) -> Result<ControlFlow<()>, FitError> {
        let started = Instant::now();
        let number = self.state.epochs.len() as u64;
        let steps = self.steps() * u64::from(self.recipe.epochs);
        let bar = progress_bar(self.positions, number + 1);
        let (mut loss, mut learnt) = (0.0, 0);
        let mut rate = 0.0;
        for window in windows(self.data, &self.recipe, self.positions, number)? {
            let window = window?;
            let whole = window.len() >= self.recipe.batch;
            for batch in window.chunks(self.recipe.batch) {
                if whole && batch.len() < self.recipe.batch {
                    continue;
                }
                if stop.is_abandoned() {
                    bar.finish_and_clear();
                    return Ok(ControlFlow::Break(()));
                }
                rate = self.recipe.rate(self.state.step, steps);
                let error = self.learn(batch, rate);
                loss += error * batch.len() as f64;
                learnt += batch.len() as u64;
                bar.set_position(learnt);
                let last = if stop.is_finishing() { ", ending" } else { "" };
                bar.set_message(format!("{:.6}{last}", loss / learnt as f64));
            }
        }
        bar.finish_and_clear();
        let (recipe, parameters) = (&self.recipe, &self.state.parameters);
        let seconds = started.elapsed().as_secs_f64();
        let validation = work(
            &mut self.workers,
            parameters,
            recipe,
            &self.validation,
            false,
        );
        let epoch = Epoch {
            training: loss / learnt.max(1) as f64,
            validation,
            rate,
            seconds,
        };
        say(format_args!(
            "epoch {:>3} of {}: training {:.6}, validation {:.6}, rate {:.2e}, {:.0} positions/s",
            number + 1,
            self.recipe.epochs,
            epoch.training,
            epoch.validation,
            epoch.rate,
            learnt as f64 / seconds.max(1e-9)
        ));
        self.state.epochs.push(epoch);
        Ok(ControlFlow::Continue(()))
    }

    /// One step of the optimiser; returns the mean error before it.
    fn learn(&mut self, batch: &[Record], rate: f64) -> f64 {
        let state = &mut self.state;
        let error = work(
            &mut self.workers,
            &state.parameters,
            &self.recipe,
            batch,
            true,
        );
        state.step += 1;
        state.moments.step(
            &mut state.parameters,
            &mut self.workers,
            &self.recipe,
            batch.len(),
            state.step,
            rate,
        );
        error
    }

    fn write(&self) -> Result<(), FitError> {
        let network = export(&self.state.parameters, &self.recipe).to_bytes()?;
        let name = format!("{}.nnue", self.recipe.name);
        self.folder.write(&name, &network)?;
        let curve = plot(&self.recipe.name, &self.state.epochs)?;
        self.folder.write("loss.png", &curve)?;
        self.folder.write("loss.csv", self.table().as_bytes())?;
        self.state.write(&self.recipe, &self.folder.checkpoint())?;
        Ok(())
    }

    /// The losses as a table.
    fn table(&self) -> String {
        let mut text = String::from("epoch,training,validation,rate,seconds\n");
        for (number, epoch) in (1..).zip(&self.state.epochs) {
            let Epoch {
                training,
                validation,
                rate,
                seconds,
            } = epoch;
            text += &format!("{number},{training},{validation},{rate},{seconds}\n");
        }
        text
    }
}

/// How many steps an epoch has.
fn steps(positions: u64, recipe: &Recipe) -> u64 {
    let batches = |positions: u64| match positions / recipe.batch as u64 {
        0 => u64::from(positions > 0),
        whole => whole,
    };
    let window = window(recipe) as u64;
    positions / window * batches(window) + batches(positions % window)
}

/// Positions of a window: whole batches.
fn window(recipe: &Recipe) -> usize {
    recipe.window / recipe.batch * recipe.batch
}

/// The first `positions` of the data, window by window, each in an order that seed and epoch
/// decide. Read ahead by a thread of its own.
fn windows(
    data: &[PathBuf],
    recipe: &Recipe,
    positions: u64,
    epoch: u64,
) -> Result<Receiver<Result<Vec<Record>, DataError>>, FitError> {
    let batches = Batches::open(data, window(recipe), 0)?;
    let mut rng = SmallRng::seed_from_u64(recipe.seed ^ (epoch + 1).wrapping_mul(0x9E37_79B9));
    let (sender, receiver) = bounded(1);
    let read = move || {
        let mut left = positions;
        for batch in batches {
            let batch = batch.map(|mut records| {
                records.truncate(left.try_into().unwrap_or(usize::MAX));
                left -= records.len() as u64;
                records.shuffle(&mut rng);
                records
            });
            let failed = batch.is_err();
            if sender.send(batch).is_err() || failed || left == 0 {
                return;
            }
        }
    };
    std::thread::Builder::new()
        .name("reader".into())
        .spawn(read)
        .map_err(FitError::Reader)?;
    Ok(receiver)
}

fn progress_bar(positions: u64, epoch: u64) -> ProgressBar {
    let style = "epoch {prefix} {wide_bar} {human_pos}/{human_len} {per_sec} loss {msg} {eta}";
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(positions)
        .with_style(style)
        .with_prefix(epoch.to_string())
}
