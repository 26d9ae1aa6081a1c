//! A training run: epochs over the data, with a report and all files written after each.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fs_err as fs;
use indicatif::ProgressBar;
use rayon::ThreadPoolBuilder;
use search::nnue::{HIDDEN, NetworkFile};

use super::checkpoint::{Epoch, State, read_parameters};
use super::error::TrainError;
use super::export::{export, rounded};
use super::model::Shape;
use super::plot::plot;
use super::share::{Share, work};
use super::windows::{Split, split, steps, windows};
use super::{Learn, Recipe};
use crate::console::{bar_style, print_line, print_note};
use crate::files::{FolderLock, write_atomically};
use crate::format::record::Record;
use crate::stop::Stop;

/// The files of a run's folder.
struct Folder(PathBuf);

impl Folder {
    fn recipe(&self) -> PathBuf {
        self.0.join("recipe.toml")
    }

    fn checkpoint(&self) -> PathBuf {
        self.0.join("checkpoint.bin")
    }

    fn network(&self, recipe: &Recipe) -> PathBuf {
        self.0.join(format!("{}.nnue", recipe.name))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrainError> {
        Ok(write_atomically(&self.0.join(name), bytes)?)
    }
}

/// Trains a network for the epochs of its recipe or until `stop` is set: its first request finishes
/// the current epoch, its second drops it.
///
/// # Errors
/// [`TrainError`], also if `stop` ended the run before its last epoch. The files of finished epochs
/// stay.
pub fn run(settings: &Learn, stop: &Stop) -> Result<(), TrainError> {
    let folder = Folder(settings.out.clone());
    if !settings.resume {
        fs::create_dir_all(&folder.0)?;
    } else if !folder.checkpoint().exists() {
        return Err(TrainError::NothingToResume(folder.0));
    }
    let _lock = FolderLock::take(&folder.0)?;
    let (recipe, state) = begin(settings, &folder)?;
    if recipe.hidden != HIDDEN {
        print_note(format_args!(
            "note: the engine is built for {HIDDEN} hidden neurons and cannot load this network"
        ));
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(settings.threads.map_or(0, NonZeroUsize::get))
        .build()?;
    pool.install(|| Training::new(settings, folder, recipe, state)?.run(stop))
}

/// The recipe and state of a new or resumed run.
fn begin(settings: &Learn, folder: &Folder) -> Result<(Recipe, State), TrainError> {
    if settings.resume {
        let recipe = Recipe::read(&folder.recipe())?;
        let state = State::read(&recipe, &folder.checkpoint())?;
        // After a change of the name, there may be a network with another recipe.
        let network = folder.network(&recipe);
        let is_own = |path: &Path| NetworkFile::read(path).is_ok_and(|n| n.recipe == recipe.name);
        if network.exists() && !is_own(&network) {
            return Err(TrainError::Overwrite(network));
        }
        return Ok((recipe, state));
    }
    if folder.checkpoint().exists() {
        return Err(TrainError::Occupied(folder.0.clone()));
    }
    let recipe = match &settings.recipe {
        Some(path) => Recipe::read(path)?,
        None => Recipe::default(),
    };
    let plots = ["loss.csv", "loss.svg"].map(|name| folder.0.join(name));
    for path in plots.into_iter().chain([folder.network(&recipe)]) {
        if path.exists() {
            return Err(TrainError::Overwrite(path));
        }
    }
    // A run that was stopped in its first epoch has left a recipe, which may be replaced.
    let written = folder.recipe();
    if written.exists() && !is_written_by_run(&written) {
        return Err(TrainError::Overwrite(written));
    }
    let mut state = State::new(&recipe);
    if let Some(path) = &settings.begin_with {
        state.parameters = read_parameters(&recipe, path)?;
    }
    Ok((recipe, state))
}

/// True if a run wrote this recipe: one written by hand differs in form.
fn is_written_by_run(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    Recipe::read(path).is_ok_and(|recipe| recipe.to_toml() == text)
}

/// The steps of one epoch.
#[derive(Default)]
struct Pass {
    /// Sum of squared errors.
    loss: f64,
    /// Positions.
    count: u64,
    /// Learning rate of the last step.
    rate: f64,
}

/// A run in progress.
struct Training<'a> {
    data: &'a [PathBuf],
    folder: Folder,
    recipe: Recipe,
    state: State,
    shares: Vec<Share>,
    validation: Vec<Record>,
    split: Split,
}

impl<'a> Training<'a> {
    fn new(
        settings: &'a Learn,
        folder: Folder,
        recipe: Recipe,
        mut state: State,
    ) -> Result<Self, TrainError> {
        let (split, validation) = split(settings, &recipe)?;
        let data = *state.data.get_or_insert(split.checksum);
        let taken = steps(split.training, &recipe) * state.epochs.len() as u64;
        if data != split.checksum || state.step != taken {
            return Err(TrainError::OtherData(folder.0));
        }
        if split.training < recipe.batch as u64 {
            print_note("note: there are fewer positions than 'batch': an epoch is one step");
        }
        if !settings.resume {
            folder.write("recipe.toml", recipe.to_toml().as_bytes())?;
        }
        let shares = (0..rayon::current_num_threads())
            .map(|_| Share::new(Shape::of(&recipe)))
            .collect();
        Ok(Self {
            data: &settings.data,
            folder,
            recipe,
            state,
            shares,
            validation,
            split,
        })
    }

    fn run(mut self, stop: &Stop) -> Result<(), TrainError> {
        print_line(format_args!(
            "{} training positions, {} validation positions, {} threads",
            self.split.training,
            self.validation.len(),
            self.shares.len()
        ));
        let epochs = self.recipe.epochs as usize;
        if self.state.epochs.len() >= epochs {
            print_note("all epochs of the recipe are finished");
            self.write()?;
        }
        while self.state.epochs.len() < epochs {
            let is_dropped = self.epoch(stop)?.is_break();
            if !is_dropped {
                self.write()?;
            }
            let done = self.state.epochs.len();
            if done < epochs && stop.is_finishing() {
                return Err(match done {
                    0 => TrainError::StoppedAtOnce,
                    _ => TrainError::Stopped { done, epochs },
                });
            }
        }
        Ok(())
    }

    /// Runs one epoch. Breaks if abandoned; the state is then unusable.
    fn epoch(&mut self, stop: &Stop) -> Result<ControlFlow<()>, TrainError> {
        let started = Instant::now();
        let number = self.state.epochs.len() + 1;
        let ControlFlow::Continue(pass) = self.pass(stop)? else {
            return Ok(ControlFlow::Break(()));
        };
        let seconds = started.elapsed().as_secs_f64();
        let [validation, quantized] = self.validate();
        let epoch = Epoch {
            training: pass.loss / pass.count.max(1) as f64,
            validation,
            quantized,
            rate: pass.rate,
            seconds,
        };
        print_line(format_args!(
            "epoch {number:>3} of {}: training {:.6}, validation {:.6} ({:.6} quantized), \
             rate {:.2e}, {:.0} positions/s",
            self.recipe.epochs,
            epoch.training,
            epoch.validation,
            epoch.quantized,
            epoch.rate,
            pass.count as f64 / seconds.max(1e-9)
        ));
        self.state.epochs.push(epoch);
        Ok(ControlFlow::Continue(()))
    }

    /// Takes the steps of one epoch. Breaks if abandoned.
    fn pass(&mut self, stop: &Stop) -> Result<ControlFlow<(), Pass>, TrainError> {
        let number = self.state.epochs.len() as u64;
        let steps = steps(self.split.training, &self.recipe) * u64::from(self.recipe.epochs);
        let bar = progress_bar(self.split.training, number + 1);
        let mut pass = Pass::default();
        for window in windows(self.data, &self.recipe, self.split, number)? {
            for batch in window?.chunks(self.recipe.batch) {
                // The gradient of a few positions is mostly noise.
                if batch.len() < self.recipe.batch && pass.count > 0 {
                    continue;
                }
                if stop.is_abandoned() {
                    bar.finish_and_clear();
                    return Ok(ControlFlow::Break(()));
                }
                pass.rate = self.recipe.rate(self.state.step, steps);
                let rounds = self.recipe.rounds(self.state.step, steps);
                pass.loss += self.step(batch, pass.rate, rounds) * batch.len() as f64;
                pass.count += batch.len() as u64;
                bar.set_position(pass.count);
                let last = if stop.is_finishing() {
                    ", stopping after this epoch"
                } else {
                    ""
                };
                bar.set_message(format!("{:.6}{last}", pass.loss / pass.count as f64));
            }
        }
        bar.finish_and_clear();
        Ok(ControlFlow::Continue(pass))
    }

    /// The mean squared errors of the network and of its quantized weights on the validation data.
    fn validate(&mut self) -> [f64; 2] {
        let rounded = rounded(&self.state.parameters, &self.recipe);
        [&self.state.parameters, &rounded].map(|parameters| {
            let (recipe, validation) = (&self.recipe, &self.validation);
            work(&mut self.shares, parameters, recipe, validation, false)
        })
    }

    /// Takes one optimizer step, with the gradients of the rounded weights if `rounds`; returns the
    /// mean squared error before it.
    fn step(&mut self, batch: &[Record], rate: f64, rounds: bool) -> f64 {
        let state = &mut self.state;
        let rounded = rounds.then(|| rounded(&state.parameters, &self.recipe));
        let error = work(
            &mut self.shares,
            rounded.as_deref().unwrap_or(&state.parameters),
            &self.recipe,
            batch,
            true,
        );
        state.step += 1;
        state.moments.step(
            &mut state.parameters,
            &mut self.shares,
            &self.recipe,
            batch.len(),
            state.step,
            rate,
        );
        error
    }

    /// Writes all files of the folder, first the one that the others can be made from.
    fn write(&self) -> Result<(), TrainError> {
        self.state.write(&self.recipe, &self.folder.checkpoint())?;
        let network = export(&self.state.parameters, &self.recipe).to_bytes()?;
        write_atomically(&self.folder.network(&self.recipe), &network)?;
        let image = plot(&self.recipe.name, &self.state.epochs).map_err(TrainError::Plot)?;
        self.folder.write("loss.svg", image.as_bytes())?;
        self.folder.write("loss.csv", self.table().as_bytes())?;
        Ok(())
    }

    /// The losses as CSV.
    fn table(&self) -> String {
        let mut text = String::from("epoch,training,validation,quantized,rate,seconds\n");
        for (number, epoch) in (1..).zip(&self.state.epochs) {
            let Epoch {
                training,
                validation,
                quantized,
                rate,
                seconds,
            } = epoch;
            text += &format!("{number},{training},{validation},{quantized},{rate},{seconds}\n");
        }
        text
    }
}

fn progress_bar(positions: u64, epoch: u64) -> ProgressBar {
    let style = "epoch {prefix} {wide_bar} {human_pos}/{human_len} {per_sec} loss {msg} {eta}";
    ProgressBar::new(positions)
        .with_style(bar_style(style))
        .with_prefix(epoch.to_string())
}
