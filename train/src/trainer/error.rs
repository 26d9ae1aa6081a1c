//! The errors of a training run.

use std::io;
use std::path::PathBuf;

use plotters::drawing::DrawingAreaErrorKind;
use rayon::ThreadPoolBuildError;
use search::nnue::NetworkError;
use thiserror::Error;

use super::FEWEST;
use super::checkpoint::CheckpointError;
use super::recipe::RecipeError;
use crate::batches::BatchError;

/// A failed run.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum TrainError {
    #[error(transparent)]
    Batch(#[from] BatchError),
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error("failed to export the network: {0}")]
    Network(#[from] NetworkError),
    #[error("failed to draw the plot: {0}")]
    Plot(DrawingAreaErrorKind<io::Error>),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{} has a checkpoint: continue with --resume, or use another folder", .0.display())]
    Occupied(PathBuf),
    #[error("{} has no checkpoint to continue from", .0.display())]
    NothingToResume(PathBuf),
    #[error("stopped in the first epoch; no network was written")]
    StoppedAtOnce,
    #[error("stopped after epoch {done} of {epochs}; continue with --resume")]
    Stopped { done: usize, epochs: usize },
    #[error("only {0} positions; at least {FEWEST} are needed")]
    TooFew(u64),
    #[error("{} has no positions", .0.display())]
    NothingHeldOut(PathBuf),
    #[error("{} is both training data and held out", .0.display())]
    NotHeldOut(PathBuf),
    #[error("{} is given twice", .0.display())]
    Repeated(PathBuf),
    #[error(
        "the run in {} began with other data, another 'batch' or 'validation' in its recipe, or another \
         use of --held-out",
        .0.display()
    )]
    OtherData(PathBuf),
    #[error("the data changed during the run: {before} positions before, {now} now")]
    Changed { before: u64, now: u64 },
    #[error("the run would replace {}, which it has not written", .0.display())]
    Overwrite(PathBuf),
    #[error("failed to start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error("failed to start the reading thread: {0}")]
    Reader(io::Error),
}
