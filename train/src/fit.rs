//! `train fit`: makes a network of positions that have been played, scored and shuffled.
//!
//! [`Recipe`] says how, workers compute values and gradients, the optimiser follows them, and
//! after every epoch a checkpoint, the network and the curve of its losses are written, so that a
//! run that ends early has lost at most an epoch.

mod checkpoint;
mod export;
mod model;
mod optimiser;
mod plot;
mod recipe;
mod run;
mod sample;
mod worker;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::Args;

pub use checkpoint::CheckpointError;
pub use recipe::{Recipe, RecipeError};
pub use run::{FitError, run};

/// Train a network on shuffled positions
#[derive(Args, Clone, Debug)]
pub struct Fit {
    /// Files of shuffled positions
    #[arg(required = true)]
    pub data: Vec<PathBuf>,
    /// A file of positions of other games, to try on: what 'train shuffle --held-out' wrote
    ///
    /// Without it the end of the data is held out, whose games are learnt in other positions.
    #[arg(long, value_name = "FILE")]
    pub held_out: Option<PathBuf>,
    /// The folder for checkpoints, network and curve
    #[arg(long)]
    pub out: PathBuf,
    /// The recipe, a TOML file; what it leaves out has its default
    #[arg(long, conflicts_with = "resume")]
    pub recipe: Option<PathBuf>,
    /// Begin with the weights of a checkpoint or of a network (.nnue), of the same width and buckets,
    /// instead of random ones
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub begin_with: Option<PathBuf>,
    /// Go on from the folder's checkpoint by the folder's recipe
    #[arg(long)]
    pub resume: bool,
    /// Threads; all processors without
    #[arg(long)]
    pub threads: Option<usize>,
}
