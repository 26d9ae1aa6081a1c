//! Checkpoints: weights, optimizer moments and progress, everything needed to resume a run.

use std::io;
use std::path::{Path, PathBuf};

use fs_err as fs;
use search::nnue::{MAX_BUCKETS, MAX_HIDDEN, NetworkError, NetworkFile};
use thiserror::Error;

use super::export::import;
use super::model::{Lane, Shape, ZERO, first_parameters, numbers_mut, widen};
use super::optimizer::Moments;
use super::{Recipe, model};
use crate::files::write_atomically;

const MAGIC: [u8; 8] = *b"ENROFIT\x04";
/// Length of the header: magic, groups, buckets, checksum of the data, step, epochs and checksum of
/// the rest, 8 bytes each.
const HEADER: usize = 56;
/// The largest number of groups.
const MAX_GROUPS: u64 = (MAX_HIDDEN / model::WIDTH) as u64;
/// Numbers stored for an epoch.
const EPOCH: usize = 5;

/// The result of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Epoch {
    /// Mean squared error on the training data during the epoch.
    pub(super) training: f64,
    /// Mean squared error on the validation data at its end.
    pub(super) validation: f64,
    /// The same for the quantized weights.
    pub(super) quantized: f64,
    /// Learning rate at its end.
    pub(super) rate: f64,
    /// Duration in seconds.
    pub(super) seconds: f64,
}

/// The state of a run between two epochs.
pub(super) struct State {
    pub(super) parameters: Vec<Lane>,
    pub(super) moments: Moments,
    /// The checksum of the data, once a run has begun with them.
    pub(super) data: Option<u32>,
    /// Optimizer steps taken.
    pub(super) step: u64,
    /// Finished epochs.
    pub(super) epochs: Vec<Epoch>,
}

/// An unusable checkpoint or network to start from.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum CheckpointError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{} is neither a network nor a complete checkpoint of this version", .0.display())]
    Damaged(PathBuf),
    #[error("{}: {source}", path.display())]
    Network { path: PathBuf, source: NetworkError },
    #[error(
        "{} has {} hidden neurons and {} output buckets; the recipe has {} and {}",
        path.display(), found.hidden(), found.buckets, wanted.hidden(), wanted.buckets
    )]
    Shape {
        path: PathBuf,
        found: Shape,
        wanted: Shape,
    },
}

impl CheckpointError {
    fn shape(path: &Path, found: Shape, recipe: &Recipe) -> Self {
        Self::Shape {
            path: path.to_owned(),
            found,
            wanted: Shape::of(recipe),
        }
    }
}

impl State {
    pub(super) fn new(recipe: &Recipe) -> Self {
        Self {
            parameters: first_parameters(recipe),
            moments: Moments::new(Shape::of(recipe)),
            data: None,
            step: 0,
            epochs: Vec::new(),
        }
    }

    pub(super) fn write(&self, recipe: &Recipe, path: &Path) -> Result<(), CheckpointError> {
        let mut body = Vec::new();
        for epoch in &self.epochs {
            let numbers = [
                epoch.training,
                epoch.validation,
                epoch.quantized,
                epoch.rate,
                epoch.seconds,
            ];
            body.extend(numbers.into_iter().flat_map(f64::to_le_bytes));
        }
        for lanes in [&self.parameters, &self.moments.first, &self.moments.second] {
            let numbers = lanes.iter().flat_map(model::numbers);
            body.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        let shape = Shape::of(recipe);
        let mut bytes = MAGIC.to_vec();
        for number in [
            shape.groups as u64,
            shape.buckets as u64,
            self.data.unwrap_or_default().into(),
            self.step,
            self.epochs.len() as u64,
            u64::from(crc32fast::hash(&body)),
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(body);
        Ok(write_atomically(path, &bytes)?)
    }

    pub(super) fn read(recipe: &Recipe, path: &Path) -> Result<Self, CheckpointError> {
        let (state, found) = Self::from_bytes(&fs::read(path)?)
            .ok_or_else(|| CheckpointError::Damaged(path.to_owned()))?;
        if found != Shape::of(recipe) {
            return Err(CheckpointError::shape(path, found, recipe));
        }
        Ok(state)
    }

    /// Reads a checkpoint and its shape.
    fn from_bytes(bytes: &[u8]) -> Option<(Self, Shape)> {
        let (header, body) = bytes.split_at_checked(HEADER)?;
        let mut words = header
            .as_chunks()
            .0
            .iter()
            .map(|&word| u64::from_le_bytes(word));
        let mut word = || words.next();
        let magic = word()?;
        let (groups, buckets) = (word()?, word()?);
        let (data, step) = (word()?, word()?);
        let (epochs, checksum) = (word()?, word()?);
        let sound = magic == u64::from_le_bytes(MAGIC)
            && (1..=MAX_GROUPS).contains(&groups)
            && (1..=MAX_BUCKETS as u64).contains(&buckets);
        if !sound || u64::from(crc32fast::hash(body)) != checksum {
            return None;
        }
        let shape = Shape {
            groups: groups as usize,
            buckets: buckets as usize,
        };
        let count = usize::try_from(epochs).ok()?.checked_mul(8 * EPOCH)?;
        let (epochs, mut rest) = body.split_at_checked(count)?;
        let epochs = epochs
            .as_chunks()
            .0
            .iter()
            .map(|&number| f64::from_le_bytes(number));
        let epochs: Vec<f64> = epochs.collect();
        let mut take = || {
            let (lanes, after) = rest.split_at_checked(shape.len() * size_of::<Lane>())?;
            rest = after;
            let mut parameters = vec![ZERO; shape.len()];
            let numbers = parameters.iter_mut().flat_map(numbers_mut);
            for (number, &bytes) in numbers.zip(lanes.as_chunks().0) {
                *number = f32::from_le_bytes(bytes);
            }
            Some(parameters)
        };
        let state = Self {
            parameters: take()?,
            moments: Moments {
                first: take()?,
                second: take()?,
            },
            data: Some(u32::try_from(data).ok()?),
            step,
            epochs: epochs
                .as_chunks::<EPOCH>()
                .0
                .iter()
                .map(|&[training, validation, quantized, rate, seconds]| Epoch {
                    training,
                    validation,
                    quantized,
                    rate,
                    seconds,
                })
                .collect(),
        };
        // A wrong number of epochs would shift all weights.
        rest.is_empty().then_some((state, shape))
    }
}

/// Reads the weights of a checkpoint or of a network, and widens them to the shape of the recipe.
pub(super) fn read_parameters(recipe: &Recipe, path: &Path) -> Result<Vec<Lane>, CheckpointError> {
    let bytes = fs::read(path)?;
    let (parameters, found) = match NetworkFile::from_bytes(&bytes) {
        Ok(file) if file.hidden.is_multiple_of(model::WIDTH) => {
            (import(&file), Shape::of_file(&file))
        }
        Ok(NetworkFile {
            hidden, buckets, ..
        }) => {
            return Err(CheckpointError::Network {
                path: path.to_owned(),
                source: NetworkError::Shape { hidden, buckets },
            });
        }
        Err(NetworkError::Magic) => {
            let (state, found) = State::from_bytes(&bytes)
                .ok_or_else(|| CheckpointError::Damaged(path.to_owned()))?;
            (state.parameters, found)
        }
        Err(source) => {
            let path = path.to_owned();
            return Err(CheckpointError::Network { path, source });
        }
    };
    widen(&parameters, found, recipe).ok_or_else(|| CheckpointError::shape(path, found, recipe))
}
