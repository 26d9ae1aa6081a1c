//! The hyperparameters of a network: one TOML file, kept beside its checkpoint.

use std::fmt::{Debug, Display};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use fs_err as fs;
use search::nnue::{MAX_BUCKETS, MAX_HIDDEN, MAX_NAME};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::UNITS_PER_LOGIT;
use super::model::WIDTH;
use crate::format::record::Record;

/// Everything that determines a network, apart from the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// Name of the network and its file, at most 36 bytes.
    pub name: String,
    /// Hidden neurons of one perspective: a multiple of 64. The engine uses networks of the width
    /// it is built for.
    pub hidden: usize,
    /// Output buckets by the number of pieces: 1 to 8.
    pub buckets: usize,
    /// Passes over the data.
    pub epochs: u32,
    /// Positions per optimizer step.
    pub batch: usize,
    /// Learning rate after the warm-up.
    pub learning_rate: f64,
    /// Steps of the warm-up, over which the rate grows from zero; at most a tenth of all steps.
    pub warmup: u64,
    /// Learning rate of the last step, at the end of a cosine schedule.
    pub final_learning_rate: f64,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the search's score. It is
    /// 0 for positions whose results are not training targets.
    pub wdl_weight: f64,
    /// Weight of the cross-entropy in the loss, from 0 to 1; the rest is the squared error, which gives
    /// decided positions less weight.
    pub cross_entropy: f64,
    /// Weight decay per step, times the learning rate.
    pub weight_decay: f64,
    /// Decay of the weights of a piece's states toward their mean per step, times the learning
    /// rate.
    pub state_decay: f64,
    /// Share of the steps, at the end, of quantization-aware training: gradients are taken at the
    /// rounded weights, a straight-through estimator (Bengio, Léonard and Courville 2013,
    /// <https://arxiv.org/abs/1308.3432>).
    pub rounded_share: f64,
    /// Validation positions: the first of the held-out file or, without one, the last of the data,
    /// at most a tenth of it.
    pub validation: u64,
    /// Positions shuffled together; up to three times as many are in memory.
    pub window: usize,
    /// Seed of the initial weights and of the order of positions.
    pub seed: u64,
}

impl Default for Recipe {
    /// The values of the last run of the network "tenth".
    fn default() -> Self {
        Self {
            name: "unnamed".to_owned(),
            hidden: search::nnue::HIDDEN,
            buckets: MAX_BUCKETS,
            epochs: 8,
            batch: 4096,
            learning_rate: 3e-3,
            warmup: 1000,
            final_learning_rate: 1e-6,
            wdl_weight: 0.1,
            cross_entropy: 0.0,
            weight_decay: 0.03,
            state_decay: 0.0,
            rounded_share: 0.0,
            validation: 200_000,
            window: 1 << 22,
            seed: 1,
        }
    }
}

/// An unusable recipe.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum RecipeError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{}: {source}", path.display())]
    Toml {
        path: PathBuf,
        source: toml::de::Error,
    },
    #[error("the recipe's {key} must be {allowed}, not {value}")]
    Value {
        key: &'static str,
        allowed: String,
        value: String,
    },
}

/// Checks that `value` of a key is allowed.
fn ensure(
    key: &'static str,
    value: &dyn Debug,
    is_allowed: bool,
    allowed: impl Into<String>,
) -> Result<(), RecipeError> {
    if is_allowed {
        return Ok(());
    }
    Err(RecipeError::Value {
        key,
        allowed: allowed.into(),
        value: format!("{value:?}"),
    })
}

/// Checks that a key's value is in a range; fails for NaN.
fn ensure_range<T: Debug + Display + PartialOrd>(
    key: &'static str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), RecipeError> {
    let allowed = format!("from {} to {}", range.start(), range.end());
    ensure(key, &value, range.contains(&value), allowed)
}

impl Recipe {
    /// Reads and checks a recipe.
    ///
    /// # Errors
    /// The file cannot be read, is not a recipe, or has an impossible value.
    pub fn read(path: &Path) -> Result<Self, RecipeError> {
        let text = fs::read_to_string(path)?;
        let recipe: Self = toml::from_str(&text).map_err(|source| RecipeError::Toml {
            path: path.to_owned(),
            source,
        })?;
        recipe.check()?;
        Ok(recipe)
    }

    /// The recipe as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a table of plain values is TOML")
    }

    /// Checks all values.
    ///
    /// # Errors
    /// The first impossible value.
    pub fn check(&self) -> Result<(), RecipeError> {
        let name = &self.name;
        let is_short = (1..=MAX_NAME).contains(&name.len());
        let allowed = format!("1 to {MAX_NAME} bytes long");
        ensure("name", name, is_short, allowed)?;
        let is_file_name = !name.contains(['/', '\\']) && !name.contains(char::is_control);
        let allowed = "without slashes and control characters";
        ensure("name", name, is_file_name, allowed)?;
        let is_whole = self.hidden.is_multiple_of(WIDTH) && (1..=MAX_HIDDEN).contains(&self.hidden);
        let allowed = format!("a multiple of {WIDTH} up to {MAX_HIDDEN}");
        ensure("hidden", &self.hidden, is_whole, allowed)?;
        ensure_range("buckets", self.buckets, 1..=MAX_BUCKETS)?;
        ensure("epochs", &self.epochs, self.epochs > 0, "at least 1")?;
        ensure("batch", &self.batch, self.batch > 0, "at least 1")?;
        for (key, rate) in [
            ("learning_rate", self.learning_rate),
            ("final_learning_rate", self.final_learning_rate),
        ] {
            let is_allowed = rate > 0.0 && rate <= 1.0;
            ensure(key, &rate, is_allowed, "above 0 and at most 1")?;
        }
        ensure_range("wdl_weight", self.wdl_weight, 0.0..=1.0)?;
        ensure_range("cross_entropy", self.cross_entropy, 0.0..=1.0)?;
        ensure_range("weight_decay", self.weight_decay, 0.0..=1.0)?;
        ensure_range("state_decay", self.state_decay, 0.0..=10.0)?;
        ensure_range("rounded_share", self.rounded_share, 0.0..=1.0)?;
        let has_validation = self.validation > 0;
        ensure("validation", &self.validation, has_validation, "at least 1")?;
        let holds_batch = self.window >= self.batch;
        ensure("window", &self.window, holds_batch, "at least the batch")
    }

    /// The target of a position: the expected result for the side to move, from 0 to 1.
    pub(super) fn target(&self, record: &Record) -> f64 {
        let score = sigmoid(f64::from(record.stm_score()) / f64::from(UNITS_PER_LOGIT));
        record.stm_result().map_or(score, |result| {
            let result = f64::from(result) / 2.0;
            self.wdl_weight * result + (1.0 - self.wdl_weight) * score
        })
    }

    /// The derivative of a position's loss by the network's output in logits. That of the squared
    /// error has the factor 2 e (1 − e) that the cross-entropy's lacks.
    #[inline(always)]
    pub(super) fn loss_derivative(&self, expected: f32, target: f32) -> f32 {
        let cross_entropy = self.cross_entropy as f32;
        let factor = 2.0 * expected * (1.0 - expected);
        let weight = (1.0 - cross_entropy) * factor + cross_entropy;
        weight * (expected - target)
    }

    /// The learning rate of a step, counted from 0, out of `steps`.
    pub(super) fn rate(&self, step: u64, steps: u64) -> f64 {
        let done = step as f64 / steps.max(1) as f64;
        let cosine = (1.0 + (std::f64::consts::PI * done.min(1.0)).cos()) / 2.0;
        let range = self.learning_rate - self.final_learning_rate;
        let rate = self.final_learning_rate + range * cosine;
        let warmup = self.warmup.min(steps / 10);
        rate * ((step + 1) as f64 / (warmup + 1) as f64).min(1.0)
    }

    /// True if a step, counted from 0, out of `steps` takes the gradients of the rounded weights.
    pub(super) fn rounds(&self, step: u64, steps: u64) -> bool {
        (steps - step) as f64 <= self.rounded_share * steps as f64
    }
}

/// The expected result, from 0 to 1, of an output in logits.
pub(super) fn sigmoid(output: f64) -> f64 {
    1.0 / (1.0 + (-output).exp())
}
