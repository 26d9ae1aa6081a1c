//! `train learn`: trains a network on shuffled positions.
//!
//! [`Recipe`] holds the hyperparameters, threads compute losses and gradients, the optimizer
//! applies them. After every epoch a checkpoint, the network and a plot of the losses are written,
//! so an interrupted run loses at most one epoch.

mod checkpoint;
mod error;
mod export;
mod model;
mod optimizer;
mod plot;
mod recipe;
mod sample;
mod share;
mod training;
mod windows;

#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

pub use checkpoint::CheckpointError;
pub use error::TrainError;
pub use recipe::{Recipe, RecipeError};
pub use training::run;

/// Internal units of score per logit, the unit of the trained output: a score of 400 stands for an
/// expected result of 73%.
pub const UNITS_PER_LOGIT: u16 = 400;

/// The smallest number of positions to train on.
const FEWEST: u64 = 20;

/// Training settings.
#[derive(Args, Clone, Debug)]
pub struct Learn {
    /// Files of shuffled positions
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
    /// File of held-out positions for validation, from 'train shuffle --held-out'
    ///
    /// Without it the end of the data is held out; its games are also in the training set.
    #[arg(long, value_name = "FILE")]
    pub held_out: Option<PathBuf>,
    /// Folder for checkpoint, network and plot
    #[arg(long)]
    pub out: PathBuf,
    /// Recipe, a TOML file; missing keys have their defaults
    #[arg(long, conflicts_with = "resume")]
    pub recipe: Option<PathBuf>,
    /// Start from the weights of a checkpoint or network (.nnue)
    ///
    /// It may have fewer neurons than the recipe, or a single output bucket.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub begin_with: Option<PathBuf>,
    /// Continue from the folder's checkpoint, with the folder's recipe
    #[arg(long)]
    pub resume: bool,
    /// Number of threads [default: one per core]
    #[arg(long)]
    pub threads: Option<NonZeroUsize>,
}
