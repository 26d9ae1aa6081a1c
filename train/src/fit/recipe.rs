//! What a network is made by: one TOML file, kept next to its checkpoint.

use std::io;
use std::path::{Path, PathBuf};

use search::nnue::MAX_BUCKETS;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::model::WIDTH;

/// Everything that decides what comes out, besides the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// What the network and its file are called; at most 36 bytes.
    pub name: String,
    /// Hidden neurons of one perspective: a multiple of 64. The engine plays networks of the width
    /// it is built for.
    pub hidden: usize,
    /// Output layers, by the number of men on the board: 1 to 8.
    pub buckets: usize,
    /// Passes over the data.
    pub epochs: u32,
    /// Positions between two steps of the optimiser.
    pub batch: usize,
    /// Of the first step.
    pub learning_rate: f64,
    /// Steps at the beginning over which the rate grows from zero; at most a tenth of all steps.
    pub warmup: u64,
    /// Of the last step; a cosine leads there.
    pub final_learning_rate: f64,
    /// How much of the target is the game's result, from 0 to 1; the rest is the search's score.
    pub result_share: f64,
    /// Internal units of score per logit in the data: what `train inspect` fits as K.
    pub scale: f64,
    /// By how much of itself a weight shrinks in each step, times the learning rate.
    pub weight_decay: f64,
    /// Positions that are only tried on: the first of the file held out or, without one, the last of
    /// the data and at most a tenth of it.
    pub validation: u64,
    /// Positions that are in memory and shuffled together; twice as many are held.
    pub window: usize,
    /// Decides the first weights and the order of positions.
    pub seed: u64,
}

impl Default for Recipe {
    /// For fifty million positions and more.
    fn default() -> Self {
        Self {
            name: "unnamed".to_owned(),
            hidden: search::nnue::HIDDEN,
            buckets: 1,
            epochs: 8,
            batch: 16_384,
            learning_rate: 1e-3,
            warmup: 1500,
            final_learning_rate: 2.4e-6,
            result_share: 0.15,
            scale: 400.0,
            weight_decay: 0.01,
            validation: 200_000,
            window: 1 << 22,
            seed: 1,
        }
    }
}

/// Why a recipe cannot be followed.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RecipeError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Toml {
        path: PathBuf,
        source: toml::de::Error,
    },
    #[error("the recipe's {field} must be {wanted}, not {found}")]
    Value {
        field: &'static str,
        wanted: &'static str,
        found: String,
    },
}

impl Recipe {
    /// Reads and checks a recipe.
    ///
    /// # Errors
    /// The file cannot be read, is no recipe, or has a value that makes no sense.
    pub fn read(path: &Path) -> Result<Self, RecipeError> {
        let text = std::fs::read_to_string(path).map_err(|source| RecipeError::Io {
            path: path.to_owned(),
            source,
        })?;
        let recipe: Self = toml::from_str(&text).map_err(|source| RecipeError::Toml {
            path: path.to_owned(),
            source,
        })?;
        recipe.check()?;
        Ok(recipe)
    }

    /// The recipe as text.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a table of plain values is TOML")
    }

    /// # Errors
    /// The first value that makes no sense.
    pub fn check(&self) -> Result<(), RecipeError> {
        let rate = |rate: f64| rate > 0.0 && rate <= 1.0;
        let name = &self.name;
        let checks: [(&str, &str, bool, &dyn std::fmt::Debug); 13] = [
            (
                "name",
                "1 to 36 bytes long",
                (1..=36).contains(&name.len()),
                name,
            ),
            (
                "name",
                "no part of a path",
                !name.contains(['/', '\\']),
                name,
            ),
            (
                "hidden",
                "a multiple of 64 up to 4096",
                self.hidden.is_multiple_of(WIDTH) && (1..=4096).contains(&self.hidden),
                &self.hidden,
            ),
            (
                "buckets",
                "from 1 to 8",
                (1..=MAX_BUCKETS).contains(&self.buckets),
                &self.buckets,
            ),
            ("epochs", "at least 1", self.epochs > 0, &self.epochs),
            ("batch", "at least 1", self.batch > 0, &self.batch),
            (
                "learning_rate",
                "above 0 and at most 1",
                rate(self.learning_rate),
                &self.learning_rate,
            ),
            (
                "final_learning_rate",
                "above 0 and at most 1",
                rate(self.final_learning_rate),
                &self.final_learning_rate,
            ),
            (
                "result_share",
                "from 0 to 1",
                (0.0..=1.0).contains(&self.result_share),
                &self.result_share,
            ),
            (
                "scale",
                "from 10 to 2000",
                (10.0..=2000.0).contains(&self.scale),
                &self.scale,
            ),
            (
                "weight_decay",
                "from 0 to 1",
                (0.0..=1.0).contains(&self.weight_decay),
                &self.weight_decay,
            ),
            (
                "validation",
                "at least 1",
                self.validation > 0,
                &self.validation,
            ),
            (
                "window",
                "at least as large as the batch",
                self.window >= self.batch,
                &self.window,
            ),
        ];
        for (field, wanted, holds, found) in checks {
            if !holds {
                return Err(RecipeError::Value {
                    field,
                    wanted,
                    found: format!("{found:?}"),
                });
            }
        }
        Ok(())
    }

    /// The expected result, from 0 to 1, that a score in internal units stands for.
    pub(super) fn share_of_score(&self, score: f64) -> f64 {
        sigmoid(score / self.scale)
    }

    /// The learning rate of a step out of `steps`.
    pub(super) fn rate(&self, step: u64, steps: u64) -> f64 {
        let done = step as f64 / steps.max(1) as f64;
        let share = (1.0 + (std::f64::consts::PI * done.min(1.0)).cos()) / 2.0;
        let rate =
            self.final_learning_rate + (self.learning_rate - self.final_learning_rate) * share;
        let warmup = self.warmup.min(steps / 10);
        rate * ((step + 1) as f64 / (warmup + 1) as f64).min(1.0)
    }
}

/// The expected result that a network's output, in logits, stands for.
pub(super) fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}
