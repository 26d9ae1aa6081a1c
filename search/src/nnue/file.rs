//! The network file format: a 64-byte header and the compressed weights, all little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `ENROQUE\n` |
//! | 4 | format version, 7 |
//! | 4 | hidden neurons per perspective |
//! | 4 | output buckets |
//! | 4 | CRC-32 of the bytes after these four, with weights neither compressed nor as differences |
//! | 4 | scale: internal units of score per output of 1.0 |
//! | 36 | name of the recipe, UTF-8, padded with zeros |
//! | rest | weights: a raw LZMA stream with an end marker, lc = 2, lp = pb = 0, dictionary 2 MiB |
//!
//! The weights are the first layer's input by input, its biases, and each bucket's output weights,
//! those for the side to move before the opponent's, as signed LEB128 numbers: one byte from -64 to
//! 63, as for most weights, otherwise two. First-layer weights of state 0 are stored as such; those
//! of each further state are differences from the state before. The biases of all buckets follow as
//! `i32`. <https://en.wikipedia.org/wiki/LEB128>
//!
//! Versions 2 to 6 are still read: they have no differences, the kings of 2 to 5 have no states, 2
//! to 4 are not compressed, the inputs of 2 and 3 have no states at all, and version 2 has `i16`
//! weights. They may have a few first-layer weights that do not fit in a byte; these are clamped.
//!
//! Training fits the output in logits (natural logarithm of the odds), so a network in the engine's
//! unit of 1/400 logit has scale 400. Another scale only changes the unit of the score.

use std::array;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::arch::{
    BIAS_LIMIT, FEATURE_LIMIT, HIDDEN, INPUTS, MAX_BUCKETS, OUTPUT_LIMIT, PLACES, STATES,
};
use super::packing::{
    add_differences, compress, decompress, differences, push_packed, take_fixed, take_packed,
};

const MAGIC: [u8; 8] = *b"ENROQUE\n";
const VERSION: u32 = 7;
const OLDEST: u32 = FORMATS[0].version;

/// The inputs that a version of the format distinguishes by state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stated {
    Nothing,
    Pieces,
    PiecesAndKings,
}

/// The form of the packed weights in a version.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Storage {
    Plain,
    Compressed,
    /// Compressed, with [`differences`] of states.
    Differences,
}

/// A version of the format.
struct Format {
    version: u32,
    take_weight: fn(&mut &[u8]) -> Option<i16>,
    stated: Stated,
    storage: Storage,
}

/// The versions that can be read.
const FORMATS: [Format; 6] = [
    Format {
        version: 2,
        take_weight: take_fixed,
        stated: Stated::Nothing,
        storage: Storage::Plain,
    },
    Format {
        version: 3,
        take_weight: take_packed,
        stated: Stated::Nothing,
        storage: Storage::Plain,
    },
    Format {
        version: 4,
        take_weight: take_packed,
        stated: Stated::Pieces,
        storage: Storage::Plain,
    },
    Format {
        version: 5,
        take_weight: take_packed,
        stated: Stated::Pieces,
        storage: Storage::Compressed,
    },
    Format {
        version: 6,
        take_weight: take_packed,
        stated: Stated::PiecesAndKings,
        storage: Storage::Compressed,
    },
    Format {
        version: VERSION,
        take_weight: take_packed,
        stated: Stated::PiecesAndKings,
        storage: Storage::Differences,
    },
];

const HEADER: usize = 64;
/// The largest length of a recipe's name, in bytes.
pub const MAX_NAME: usize = 36;
/// Offset of the bytes covered by the checksum.
const CHECKED: usize = 24;

/// The largest number of hidden neurons.
pub const MAX_HIDDEN: usize = 4096;
/// The largest scale, in internal units per output of 1.0.
const MAX_SCALE: u32 = 10_000;

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
    #[error("the network's format is version {0}; this program reads {OLDEST} to {VERSION}")]
    Version(u32),
    #[error("the network has {0} hidden neurons; this program is built for {HIDDEN}")]
    Hidden(usize),
    #[error("invalid sizes: {hidden} hidden neurons, {buckets} output buckets")]
    Shape { hidden: usize, buckets: usize },
    #[error("the header's scale is {0}; it must be from 1 to {MAX_SCALE}")]
    Scale(u32),
    #[error("the file's {0} bytes do not fit the sizes in its header")]
    Length(usize),
    #[error("the network is corrupt: {0}")]
    Compression(io::Error),
    #[error("the network is corrupt: wrong checksum")]
    Checksum,
    #[error("one of the {layer} is {value}, beyond ±{limit}")]
    Weight {
        layer: &'static str,
        value: i16,
        limit: i16,
    },
    #[error("the recipe name '{0}' is longer than {MAX_NAME} bytes")]
    Name(String),
}

/// A network of any width, as stored on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkFile {
    /// The name of its training recipe, at most [`MAX_NAME`] bytes.
    pub recipe: String,
    /// Hidden neurons per perspective.
    pub hidden: usize,
    /// Output buckets, 1 to [`MAX_BUCKETS`].
    pub buckets: usize,
    /// Internal units of score per output of 1.0, 1 to 10,000.
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

/// The largest length of the weights in bytes.
const MAX_WEIGHTS: usize = 2 * MAX_HIDDEN * (INPUTS + 1 + 2 * MAX_BUCKETS) + 4 * MAX_BUCKETS;

/// Expands the weights of a network without states, whose inputs list all own pieces before the
/// opponent's: a piece gets the same weights in every state.
fn add_states(weights: &[i16], hidden: usize) -> Vec<i16> {
    let row = |place: usize| {
        let (kind, theirs, square) = (place / 128, place / 64 % 2, place % 64);
        let start = ((6 * theirs + kind) * 64 + square) * hidden;
        &weights[start..start + hidden]
    };
    let state: Vec<i16> = (0..PLACES).flat_map(row).copied().collect();
    state.repeat(STATES)
}

/// Copies the king weights of a network without king states to every state.
fn add_king_states(weights: &mut [i16], hidden: usize) {
    let kings = PLACES - 128..PLACES;
    for state in 1..STATES {
        let first = (state * PLACES + kings.start) * hidden;
        weights.copy_within(kings.start * hidden..kings.end * hidden, first);
    }
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
            let most = (HEADER + MAX_WEIGHTS) as u64 + 1;
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
        let Some((header, stored)) = bytes.split_at_checked(HEADER) else {
            return Err(NetworkError::Length(bytes.len()));
        };
        let [version, hidden, buckets, checksum, scale] = array::from_fn(|index| {
            let start = MAGIC.len() + 4 * index;
            u32::from_le_bytes([0, 1, 2, 3].map(|byte| header[start + byte]))
        });
        let format = FORMATS.iter().find(|format| format.version == version);
        let format = format.ok_or(NetworkError::Version(version))?;
        let (hidden, buckets) = (hidden as usize, buckets as usize);
        if !(1..=MAX_HIDDEN).contains(&hidden) || !(1..=MAX_BUCKETS).contains(&buckets) {
            return Err(NetworkError::Shape { hidden, buckets });
        }
        let weights = match format.storage {
            Storage::Plain => stored.to_vec(),
            _ => decompress(stored, MAX_WEIGHTS).map_err(NetworkError::Compression)?,
        };
        let name = String::from_utf8_lossy(&header[HEADER - MAX_NAME..]);
        let mut file = Self {
            recipe: name.trim_end_matches('\0').to_owned(),
            hidden,
            buckets,
            scale,
            feature_weights: Vec::new(),
            feature_biases: Vec::new(),
            output_weights: Vec::new(),
            output_biases: Vec::new(),
        };
        let read = file.read_weights(format, &weights);
        read.ok_or(NetworkError::Length(bytes.len()))?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&header[CHECKED..]);
        match format.storage {
            Storage::Differences => hasher.update(&file.packed(&file.feature_weights)),
            _ => hasher.update(&weights),
        }
        if hasher.finalize() != checksum {
            return Err(NetworkError::Checksum);
        }
        file.check()?;
        Ok(file)
    }

    /// Reads all weights, for the inputs of the current version. `None` if `bytes` has too few or too
    /// many.
    fn read_weights(&mut self, format: &Format, mut bytes: &[u8]) -> Option<()> {
        let (hidden, buckets) = (self.hidden, self.buckets);
        let states = if format.stated == Stated::Nothing {
            1
        } else {
            STATES
        };
        let mut take = |count: usize| -> Option<Vec<i16>> {
            (0..count)
                .map(|_| (format.take_weight)(&mut bytes))
                .collect()
        };
        let mut inputs = take(states * PLACES * hidden)?;
        if format.storage == Storage::Differences {
            add_differences(&mut inputs, PLACES * hidden);
        } else {
            for weight in &mut inputs {
                *weight = (*weight).clamp(-FEATURE_LIMIT, FEATURE_LIMIT);
            }
        }
        match format.stated {
            Stated::Nothing => inputs = add_states(&inputs, hidden),
            Stated::Pieces => add_king_states(&mut inputs, hidden),
            Stated::PiecesAndKings => {}
        }
        self.feature_weights = inputs;
        self.feature_biases = take(hidden)?;
        self.output_weights = take(2 * buckets * hidden)?;
        let (biases, rest) = bytes.as_chunks::<4>();
        self.output_biases = biases.iter().copied().map(i32::from_le_bytes).collect();
        (biases.len() == buckets && rest.is_empty()).then_some(())
    }

    /// The file's bytes.
    ///
    /// # Errors
    /// If the name is too long, the scale or a weight is out of range, or a vector has the wrong
    /// length.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetworkError> {
        let checked = self.checked()?;
        let mut bytes = MAGIC.to_vec();
        let (hidden, buckets) = (self.hidden as u32, self.buckets as u32);
        for number in [VERSION, hidden, buckets, crc32fast::hash(&checked)] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(&checked[..HEADER - CHECKED]);
        let weights = self.packed(&differences(&self.feature_weights, PLACES * self.hidden));
        bytes.extend(compress(&weights).map_err(NetworkError::Compression)?);
        Ok(bytes)
    }

    /// The checksum in the file's header. Side files of games identify their network by it.
    ///
    /// # Errors
    /// Those of [`to_bytes`](Self::to_bytes).
    pub fn checksum(&self) -> Result<u32, NetworkError> {
        Ok(crc32fast::hash(&self.checked()?))
    }

    /// The bytes that the checksum covers.
    fn checked(&self) -> Result<Vec<u8>, NetworkError> {
        self.check()?;
        if self.recipe.len() > MAX_NAME {
            return Err(NetworkError::Name(self.recipe.clone()));
        }
        let mut checked = self.scale.to_le_bytes().to_vec();
        checked.extend(self.recipe.as_bytes());
        checked.resize(HEADER - CHECKED, 0);
        checked.extend(self.packed(&self.feature_weights));
        Ok(checked)
    }

    /// All weights, packed, with `inputs` as those of the first layer.
    fn packed(&self, inputs: &[i16]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let weights = [inputs, &self.feature_biases, &self.output_weights];
        for &weight in weights.into_iter().flatten() {
            push_packed(&mut bytes, weight);
        }
        let biases = self.output_biases.iter();
        bytes.extend(biases.flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Checks the sizes and the scale, and the weights for the limits that rule out overflow.
    fn check(&self) -> Result<(), NetworkError> {
        let (hidden, buckets) = (self.hidden, self.buckets);
        let lengths = [
            (self.feature_weights.len(), INPUTS * hidden),
            (self.feature_biases.len(), hidden),
            (self.output_weights.len(), 2 * buckets * hidden),
            (self.output_biases.len(), buckets),
        ];
        if lengths.iter().any(|(found, expected)| found != expected) {
            return Err(NetworkError::Shape { hidden, buckets });
        }
        if !(1..=MAX_SCALE).contains(&self.scale) {
            return Err(NetworkError::Scale(self.scale));
        }
        let layers = [
            (
                "first layer's weights",
                &self.feature_weights,
                FEATURE_LIMIT,
            ),
            ("first layer's biases", &self.feature_biases, BIAS_LIMIT),
            ("output layer's weights", &self.output_weights, OUTPUT_LIMIT),
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
