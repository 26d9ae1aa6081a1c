//! A network in memory: its weights, and evaluation from accumulators and from boards.

use std::array;
use std::fmt;
use std::iter;
use std::path::Path;
use std::sync::Arc;

use movegen::memory::HugePages;
use movegen::{Board, Color, PieceType, Square};
use once_cell::sync::Lazy;
use wide::{i8x32, i16x32, i32x16};

use super::arch::{HIDDEN, INPUTS, LANES, QA, QB, TILE};
use super::features::{Attacks, PieceAt, bucket, feature, is_mirrored};
use super::file::{NetworkError, NetworkFile};

/// The first layer's values for one perspective, or output weights for them; aligned to cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Accumulator(pub(super) [i16; HIDDEN]);

/// The weights of one input; in [`HugePages`] each begins a cache line. Bytes, because all inputs
/// together exceed most second-level caches, and an update reads several of them.
pub(super) type Row = [i8; HIDDEN];

/// Independent partial sums of the output layer: with a single one, each addition would wait for
/// the one before.
const SUMS: usize = 4;

/// The output layer of one bucket.
#[derive(Clone, PartialEq, Eq)]
struct Output {
    /// Weights for the accumulators of the side to move and of the opponent.
    weights: [Accumulator; 2],
    bias: i32,
}

/// A network: immutable and shared between threads.
#[derive(PartialEq, Eq)]
pub struct Network {
    recipe: String,
    /// [`NetworkFile::checksum`].
    checksum: u32,
    /// Internal units of score per output of 1.0.
    scale: i64,
    inputs: Box<HugePages<[Row; INPUTS]>>,
    biases: Accumulator,
    outputs: Box<[Output]>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:?}, {HIDDEN})", self.recipe)
    }
}

/// The file of the embedded network, selected by the build script.
static EMBEDDED_FILE: &[u8] = include_bytes!(env!("ENROQUE_NETWORK"));

/// The embedded network; `train/README.md` describes how it was made.
static EMBEDDED: Lazy<Arc<Network>> = Lazy::new(|| {
    let file = NetworkFile::from_bytes(EMBEDDED_FILE);
    let network = file.and_then(|file| Network::try_from(&file));
    Arc::new(network.unwrap_or_else(|error| panic!("the embedded network: {error}")))
});

impl Network {
    /// The embedded network.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }

    /// The file of the embedded network.
    pub fn embedded_file() -> &'static [u8] {
        EMBEDDED_FILE
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// A [`NetworkError`] that names the file.
    pub fn load(path: &Path) -> Result<Arc<Self>, NetworkError> {
        let file = NetworkFile::read(path)?;
        let network = Self::try_from(&file).map_err(|source| NetworkError::File {
            path: path.to_owned(),
            source: Box::new(source),
        })?;
        Ok(Arc::new(network))
    }

    /// The name of its training recipe.
    pub fn recipe(&self) -> &str {
        &self.recipe
    }

    /// The checksum of its [file](NetworkFile::checksum).
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The weights of an input.
    #[inline(always)]
    pub(super) fn input(&self, feature: usize) -> &Row {
        &self.inputs[feature]
    }

    /// The score of a position for the side to move, in internal units, computed from scratch.
    pub fn evaluate(&self, board: &Board) -> i32 {
        self.evaluate_without(board, None)
    }

    /// The value of the piece on `square` for its own side, in internal units: the score with it
    /// minus the score without it. `None` for kings and empty squares.
    pub fn piece_value(&self, board: &Board, square: Square) -> Option<i32> {
        let piece = board.piece_on(square)?;
        if piece.kind() == PieceType::King {
            return None;
        }
        let gain = self.evaluate(board) - self.evaluate_without(board, Some(square));
        Some(if piece.color() == board.side_to_move() {
            gain
        } else {
            -gain
        })
    }

    fn evaluate_without(&self, board: &Board, left_out: Option<Square>) -> i32 {
        let kept = || pieces(board).filter(|&(_, square)| Some(square) != left_out);
        let us = board.side_to_move();
        let [ours, theirs] = [us, !us].map(|color| {
            let mirrored = is_mirrored(board.king(color));
            self.accumulate(kept(), color, mirrored)
        });
        self.output(&ours, &theirs, kept().count() as u32)
    }

    /// The accumulator of a board for `perspective`, computed from scratch.
    pub(super) fn accumulator(
        &self,
        board: &Board,
        perspective: Color,
        mirrored: bool,
    ) -> Accumulator {
        self.accumulate(pieces(board), perspective, mirrored)
    }

    fn accumulate(
        &self,
        pieces: impl Iterator<Item = PieceAt> + Clone,
        perspective: Color,
        mirrored: bool,
    ) -> Accumulator {
        let attacks = Attacks::by(pieces.clone());
        let row = |piece| self.input(feature(perspective, mirrored, &attacks, piece));
        let mut accumulator = Accumulator::ZERO;
        accumulator.set(&self.biases, pieces.map(row), iter::empty());
        accumulator
    }

    /// The score for the side to move, in internal units, from both accumulators and the number of
    /// pieces.
    #[inline]
    pub(super) fn output(&self, ours: &Accumulator, theirs: &Accumulator, pieces: u32) -> i32 {
        let output = &self.outputs[bucket(pieces, self.outputs.len())];
        let sum = ours.dot_activated(&output.weights[0]) + theirs.dot_activated(&output.weights[1]);
        let (qa, qb) = (i64::from(QA), i64::from(QB));
        // The sum is in units of 1/(QA² QB); one division brings it to the bias's 1/(QA QB).
        let value = sum / qa + i64::from(output.bias);
        let value = value * self.scale / (qa * qb);
        value.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32
    }
}

/// The pieces on a board.
fn pieces(board: &Board) -> impl Iterator<Item = PieceAt> + Clone {
    let piece_at = |square| Some((board.piece_on(square)?, square));
    board.occupied().into_iter().filter_map(piece_at)
}

impl Accumulator {
    pub(super) const ZERO: Self = Self([0; HIDDEN]);

    /// Sets this accumulator to `from` plus the rows in `added` minus those in `removed`.
    #[inline(always)]
    pub(super) fn set<'a>(
        &mut self,
        from: &Self,
        added: impl Iterator<Item = &'a Row> + Clone,
        removed: impl Iterator<Item = &'a Row> + Clone,
    ) {
        let tiles = self.0.as_chunks_mut::<TILE>().0.iter_mut();
        for (tile, (values, from)) in tiles.zip(from.0.as_chunks::<TILE>().0).enumerate() {
            let from = from.as_chunks::<LANES>().0;
            let mut sums: [i16x32; TILE / LANES] = array::from_fn(|i| i16x32::new(from[i]));
            for row in added.clone() {
                for (sum, weights) in sums.iter_mut().zip(tile_of(row, tile)) {
                    *sum += i16x32::from_i8x32(i8x32::new(*weights));
                }
            }
            for row in removed.clone() {
                for (sum, weights) in sums.iter_mut().zip(tile_of(row, tile)) {
                    *sum -= i16x32::from_i8x32(i8x32::new(*weights));
                }
            }
            for (value, sum) in values.as_chunks_mut::<LANES>().0.iter_mut().zip(sums) {
                *value = sum.to_array();
            }
        }
    }

    /// The dot product of the squared clipped ReLU with output weights. Value times weight fits in
    /// an `i16`; the second product is a multiply-and-add of pairs, one instruction on most CPUs.
    #[inline(always)]
    fn dot_activated(&self, weights: &Self) -> i64 {
        let (zero, one) = (i16x32::splat(0), i16x32::splat(QA));
        let values = self.0.as_chunks::<LANES>().0.as_chunks::<SUMS>().0;
        let weights = weights.0.as_chunks::<LANES>().0.as_chunks::<SUMS>().0;
        let mut sums = [i32x16::splat(0); SUMS];
        for (values, weights) in values.iter().zip(weights) {
            for (sum, (&value, &weight)) in sums.iter_mut().zip(values.iter().zip(weights)) {
                let value = i16x32::new(value).max(zero).min(one);
                *sum += value.dot(value * i16x32::new(weight));
            }
        }
        let [a, b, c, d] = sums;
        (a + b + c + d).to_array().into_iter().map(i64::from).sum()
    }
}

/// The weights of one tile of neurons.
#[inline(always)]
fn tile_of(row: &Row, tile: usize) -> &[[i8; LANES]] {
    row.as_chunks::<TILE>().0[tile].as_chunks::<LANES>().0
}

impl TryFrom<&NetworkFile> for Network {
    type Error = NetworkError;

    /// # Errors
    /// If the width is not [`HIDDEN`], a vector has the wrong length, or a weight, the scale or the
    /// recipe's name is out of range.
    fn try_from(file: &NetworkFile) -> Result<Self, NetworkError> {
        if file.hidden != HIDDEN {
            return Err(NetworkError::Hidden(file.hidden));
        }
        // This also checks shape and range, even of files built in memory.
        let checksum = file.checksum()?;
        let shape = NetworkError::Shape {
            hidden: file.hidden,
            buckets: file.buckets,
        };
        let mut inputs = HugePages::<[Row; INPUTS]>::zeroed();
        let weights = file.feature_weights.as_chunks::<HIDDEN>().0;
        for (row, weights) in inputs.iter_mut().zip(weights) {
            // The check above found them to be within `FEATURE_LIMIT`.
            *row = weights.map(|weight| weight as i8);
        }
        let biases = file.feature_biases.first_chunk().ok_or(shape)?;
        let outputs = file.output_weights.as_chunks().0.as_chunks().0.iter();
        Ok(Self {
            recipe: file.recipe.clone(),
            checksum,
            scale: file.scale.into(),
            inputs,
            biases: Accumulator(*biases),
            outputs: outputs
                .zip(&file.output_biases)
                .map(|(weights, &bias)| Output {
                    weights: weights.map(Accumulator),
                    bias,
                })
                .collect(),
        })
    }
}
