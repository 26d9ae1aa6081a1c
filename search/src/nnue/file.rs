//! The network file format: a 64-byte header and the weights, all little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `ENROQUE\n` |
//! | 4 | format version, 2 |
//! | 4 | hidden neurons per perspective |
//! | 4 | output buckets |
//! | 4 | CRC-32 of all bytes after these four |
//! | 4 | scale: internal units of score per output of 1.0 |
//! | 36 | name of the recipe, UTF-8, padded with zeros |
//!
//! Then, as `i16`, the first layer's weights input by input, its biases, and each bucket's output
//! weights, those for the side to move before the opponent's; then each bucket's bias as `i32`.
//!
//! Training fits the output in logits (natural logarithm of the odds), so a network in the engine's
//! unit of 1/400 logit has scale 400. Another scale only changes the unit of the score.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::arch::{FEATURE_LIMIT, HIDDEN, INPUTS, MAX_BUCKETS, OUTPUT_LIMIT};

const MAGIC: [u8; 8] = *b"ENROQUE\n";
const VERSION: u32 = 2;
const HEADER: usize = 64;
const NAME: usize = 36;
/// Offset of the bytes covered by the checksum.
const CHECKED: usize = 24;

/// The largest number of hidden neurons.
const MAX_HIDDEN: usize = 4096;
/// The largest scale, in internal units per output of 1.0.
pub const MAX_SCALE: u32 = 10_000;

/// An unusable network.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum NetworkError {
    #[error("cannot read '{}': {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("'{}': {source}", path.display())]
    File { path: PathBuf, source: Box<Self> },
    #[error("not an Enroque network")]
    Magic,
    #[error("the network's format is version {0}; this program reads version {VERSION}")]
    Version(u32),
    #[error("the network has {0} hidden neurons; this program is built for {HIDDEN}")]
    Hidden(usize),
    #[error("invalid sizes in the header: {hidden} hidden neurons, {buckets} output buckets")]
    Shape { hidden: usize, buckets: usize },
    #[error("the header's scale is {0}; it must be from 1 to {MAX_SCALE}")]
    Scale(u32),
    #[error("the file has {found} bytes instead of {expected}")]
    Length { found: usize, expected: usize },
    #[error("the network is corrupt: wrong checksum")]
    Checksum,
    #[error("a weight of the {layer} is {value}, beyond ±{limit}")]
    Weight {
        layer: &'static str,
        value: i16,
        limit: i16,
    },
    #[error("the recipe name '{0}' is longer than {NAME} bytes")]
    Name(String),
}

/// A network of any width, as stored on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkFile {
    /// The name of its training recipe, at most 36 bytes.
    pub recipe: String,
    /// Hidden neurons per perspective.
    pub hidden: usize,
    /// Output buckets, 1 to [`MAX_BUCKETS`].
    pub buckets: usize,
    /// Internal units of score per output of 1.0, 1 to [`MAX_SCALE`].
    pub scale: u32,
    /// [`INPUTS`] rows of `hidden` weights, in units of 1/[`QA`](super::QA).
    pub feature_weights: Vec<i16>,
    /// `hidden` biases in the same unit.
    pub feature_biases: Vec<i16>,
    /// For each bucket, `hidden` weights for the side to move and `hidden` for the opponent, in
    /// units of 1/[`QB`](super::QB).
    pub output_weights: Vec<i16>,
    /// One for each bucket, in units of 1/(`QA` `QB`).
    pub output_biases: Vec<i32>,
}

/// The length of a file in bytes.
const fn length(hidden: usize, buckets: usize) -> usize {
    HEADER + 2 * ((INPUTS + 1) * hidden + 2 * buckets * hidden) + 4 * buckets
}

impl NetworkFile {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// A [`NetworkError`] that names the file.
    pub fn read(path: &Path) -> Result<Self, NetworkError> {
        let read = || {
            let mut bytes = Vec::new();
            // One byte more than the largest network: longer files are rejected anyway, and an
            // endless device must not fill the memory.
            let most = length(MAX_HIDDEN, MAX_BUCKETS) as u64 + 1;
            File::open(path)?.take(most).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|source| NetworkError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::from_bytes(&bytes).map_err(|source| NetworkError::File {
            path: path.to_owned(),
            source: Box::new(source),
        })
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// A [`NetworkError`] for the first error found.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Magic);
        }
        let Some((header, weights)) = bytes.split_at_checked(HEADER) else {
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected: HEADER,
            });
        };
        let number = |at: usize| {
            let bytes = [0, 1, 2, 3].map(|i| header[at + i]);
            u32::from_le_bytes(bytes)
        };
        if number(8) != VERSION {
            return Err(NetworkError::Version(number(8)));
        }
        let (hidden, buckets) = (number(12) as usize, number(16) as usize);
        if !(1..=MAX_HIDDEN).contains(&hidden) || !(1..=MAX_BUCKETS).contains(&buckets) {
            return Err(NetworkError::Shape { hidden, buckets });
        }
        let expected = length(hidden, buckets);
        if bytes.len() != expected {
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected,
            });
        }
        if crc32fast::hash(&bytes[CHECKED..]) != number(20) {
            return Err(NetworkError::Checksum);
        }
        let (weights, biases) = weights.split_at(weights.len() - 4 * buckets);
        let mut weights = weights
            .as_chunks()
            .0
            .iter()
            .map(|&bytes| i16::from_le_bytes(bytes));
        let mut take = |count| weights.by_ref().take(count).collect();
        let name = &header[HEADER - NAME..];
        let file = Self {
            recipe: String::from_utf8_lossy(name)
                .trim_end_matches('\0')
                .to_owned(),
            hidden,
            buckets,
            scale: number(24),
            feature_weights: take(INPUTS * hidden),
            feature_biases: take(hidden),
            output_weights: take(2 * buckets * hidden),
            output_biases: biases
                .as_chunks()
                .0
                .iter()
                .map(|&bytes| i32::from_le_bytes(bytes))
                .collect(),
        };
        file.check()?;
        Ok(file)
    }

    /// The file's bytes.
    ///
    /// # Errors
    /// If the name is too long, a weight is out of range, or a vector has the wrong length.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetworkError> {
        self.check()?;
        if self.recipe.len() > NAME {
            return Err(NetworkError::Name(self.recipe.clone()));
        }
        let weights = [
            &self.feature_weights,
            &self.feature_biases,
            &self.output_weights,
        ];
        let mut checked = self.scale.to_le_bytes().to_vec();
        checked.extend(self.recipe.as_bytes());
        checked.resize(HEADER - CHECKED, 0);
        let weights = weights.into_iter().flatten();
        checked.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        let biases = self.output_biases.iter();
        checked.extend(biases.flat_map(|bias| bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        let checksum = crc32fast::hash(&checked);
        for number in [VERSION, self.hidden as u32, self.buckets as u32, checksum] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(checked);
        let expected = length(self.hidden, self.buckets);
        if bytes.len() != expected {
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected,
            });
        }
        Ok(bytes)
    }

    /// Checks the scale, and the weights for the limits that rule out overflow.
    fn check(&self) -> Result<(), NetworkError> {
        if !(1..=MAX_SCALE).contains(&self.scale) {
            return Err(NetworkError::Scale(self.scale));
        }
        let layers = [
            ("first layer", &self.feature_weights, FEATURE_LIMIT),
            ("first layer's biases", &self.feature_biases, FEATURE_LIMIT),
            ("output layer", &self.output_weights, OUTPUT_LIMIT),
        ];
        for (layer, weights, limit) in layers {
            let range = -limit..=limit;
            if let Some(&value) = weights.iter().find(|weight| !range.contains(weight)) {
                return Err(NetworkError::Weight {
                    layer,
                    value,
                    limit,
                });
            }
        }
        Ok(())
    }
}
