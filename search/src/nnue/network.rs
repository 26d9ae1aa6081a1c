//! A network ready for use: its weights in memory, and what it says of sums and of boards.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use movegen::{Board, Color, PieceType, Square};
use once_cell::sync::Lazy;
use wide::{i16x16, i32x8};

use super::features::{INPUTS, Man, bucket, feature, is_mirrored};
use super::file::{NetworkError, NetworkFile};

/// Hidden neurons of one perspective. Files of another width are refused; everything else follows
/// from this number, which must be a multiple of 32.
pub const HIDDEN: usize = 128;

/// What 1 is in the first layer.
pub const QA: i16 = 255;
/// What 1 is in the output layer.
pub const QB: i16 = 64;

/// Weights are clipped to this in training.
pub const WEIGHT_LIMIT: f32 = 1.98;
/// The same in the first layer's units. The sum of 32 men and the bias stays within an `i16`.
pub const FEATURE_LIMIT: i16 = 505;
/// The same in the output layer's units. Times `QA` it stays within an `i16`.
pub const OUTPUT_LIMIT: i16 = 127;

/// One input's weights, or the sums of many: in cache lines of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Sums(pub(super) [i16; HIDDEN]);

const _: () = assert!(HIDDEN.is_multiple_of(32) && HIDDEN > 0);

/// The neurons that one vector register of 256 bits holds.
const LANES: usize = 16;

// Each of the eight `i32` lanes of `Sums::activate` adds up an eighth of all products.
const _: () =
    assert!((HIDDEN as i64 / 8) * (QA as i64 * QA as i64 * OUTPUT_LIMIT as i64) <= i32::MAX as i64);

/// A bucket's output layer.
#[derive(Clone, PartialEq, Eq)]
struct Output {
    /// For the mover's sums and the opponent's.
    weights: [Sums; 2],
    bias: i32,
}

/// A network. Immutable; threads share it.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    recipe: String,
    /// CRC-32 of its file.
    checksum: u32,
    /// Internal units of score per output of 1.0.
    scale: i64,
    inputs: Box<[Sums; INPUTS]>,
    biases: Sums,
    outputs: Box<[Output]>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:?}, {HIDDEN})", self.recipe)
    }
}

/// The network in the binary; `train/README.md` tells how it was made.
static EMBEDDED: Lazy<Arc<Network>> = Lazy::new(|| {
    let bytes = include_bytes!("../../networks/first.nnue");
    let file = NetworkFile::from_bytes(bytes);
    let network = file.and_then(|file| Network::try_from(&file));
    Arc::new(network.expect("the embedded network is sound"))
});

impl Network {
    /// The network in the binary.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// A [`NetworkError`] that names the file and says what is wrong with it.
    pub fn load(path: &Path) -> Result<Arc<Self>, NetworkError> {
        let file = NetworkFile::read(path)?;
        let network = Self::try_from(&file).map_err(|source| NetworkError::File {
            path: path.to_owned(),
            source: Box::new(source),
        })?;
        Ok(Arc::new(network))
    }

    /// The name of the recipe it was made by.
    pub fn recipe(&self) -> &str {
        &self.recipe
    }

    /// The CRC-32 of its file.
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The bias alone: the sums of an empty board.
    pub(super) const fn biases(&self) -> &Sums {
        &self.biases
    }

    /// The weights of an input.
    #[inline(always)]
    pub(super) fn input(&self, feature: usize) -> &Sums {
        &self.inputs[feature]
    }

    /// What the position is worth to the side to move, in centipawns, worked out from scratch.
    pub fn evaluate(&self, board: &Board) -> i32 {
        self.evaluate_without(board, None)
    }

    /// What the man on `square` is worth to its own side, in centipawns: how much worse the
    /// position is for it without. `None` for kings and empty squares.
    pub fn worth(&self, board: &Board, square: Square) -> Option<i32> {
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
        let men = || men(board).filter(|&(_, square)| Some(square) != left_out);
        let us = board.side_to_move();
        let [ours, theirs] = [us, !us].map(|color| self.sums(board, color, men()));
        self.output(&ours, &theirs, men().count() as u32)
    }

    /// The sums of `perspective` on a board, worked out from scratch.
    pub(super) fn rebuild(&self, board: &Board, perspective: Color) -> Sums {
        self.sums(board, perspective, men(board))
    }

    fn sums(&self, board: &Board, perspective: Color, men: impl Iterator<Item = Man>) -> Sums {
        let mirrored = is_mirrored(board.king(perspective));
        let mut sums = self.biases;
        for man in men {
            sums.add(self.input(feature(perspective, mirrored, man)));
        }
        sums
    }

    /// The score for the mover, in internal units, from the sums of both sides and the number of men.
    #[inline]
    pub(super) fn output(&self, ours: &Sums, theirs: &Sums, men: u32) -> i32 {
        let output = &self.outputs[bucket(men, self.outputs.len())];
        let sum = ours.activate(&output.weights[0]) + theirs.activate(&output.weights[1]);
        let (qa, qb) = (i64::from(QA), i64::from(QB));
        // The square is in units of QA²; dividing once brings it to the bias's QA QB.
        let value = sum / qa + i64::from(output.bias);
        let value = value * self.scale / (qa * qb);
        value.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32
    }
}

/// Every man on a board.
fn men(board: &Board) -> impl Iterator<Item = Man> {
    let man = |square| Some((board.piece_on(square)?, square));
    board.occupied().into_iter().filter_map(man)
}

impl Sums {
    pub(super) const ZERO: Self = Self([0; HIDDEN]);

    /// Adds an input's weights. Wraps: the refresh cache can hold more men on its way from one
    /// board to the next than fit, and all is right again at the end.
    #[inline(always)]
    pub(super) fn add(&mut self, weights: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&weights.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    /// Takes an input's weights away.
    #[inline(always)]
    pub(super) fn subtract(&mut self, weights: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&weights.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }

    /// Makes this `parent` with some inputs added and some taken away, in one pass over memory.
    #[inline(always)]
    pub(super) fn derive<const A: usize, const S: usize>(
        &mut self,
        parent: &Self,
        adds: [&Self; A],
        subs: [&Self; S],
    ) {
        for i in 0..HIDDEN {
            let mut sum = parent.0[i];
            for add in adds {
                sum = sum.wrapping_add(add.0[i]);
            }
            for sub in subs {
                sum = sum.wrapping_sub(sub.0[i]);
            }
            self.0[i] = sum;
        }
    }

    /// Squared clipped ReLU times weights. The first product fits an `i16`; the second is multiplied
    /// and added in pairs, one instruction where the CPU has it.
    #[inline(always)]
    fn activate(&self, weights: &Self) -> i64 {
        let (zero, one) = (i16x16::splat(0), i16x16::splat(QA));
        let values = self.0.as_chunks::<LANES>().0;
        let weights = weights.0.as_chunks::<LANES>().0;
        let mut sums = i32x8::splat(0);
        for (&value, &weight) in values.iter().zip(weights) {
            let value = i16x16::new(value).max(zero).min(one);
            sums += value.dot(value * i16x16::new(weight));
        }
        sums.to_array().into_iter().map(i64::from).sum()
    }
}

impl TryFrom<&NetworkFile> for Network {
    type Error = NetworkError;

    /// # Errors
    /// When the file is for another width, or its vectors do not have the shape they should.
    fn try_from(file: &NetworkFile) -> Result<Self, NetworkError> {
        if file.hidden != HIDDEN {
            return Err(NetworkError::Hidden(file.hidden));
        }
        // Writing checks shape and range, however the file was made.
        let checksum = crc32fast::hash(&file.to_bytes()?);
        let rows = |weights: &[i16]| -> Vec<Sums> {
            let rows = weights.as_chunks().0;
            rows.iter().map(|&row| Sums(row)).collect()
        };
        let shape = || NetworkError::Shape {
            hidden: file.hidden,
            buckets: file.buckets,
        };
        let inputs = rows(&file.feature_weights).into_boxed_slice();
        let outputs = rows(&file.output_weights);
        let outputs = outputs.as_chunks().0.iter().zip(&file.output_biases);
        Ok(Self {
            recipe: file.recipe.clone(),
            checksum,
            scale: file.scale.into(),
            inputs: inputs.try_into().map_err(|_| shape())?,
            biases: *rows(&file.feature_biases).first().ok_or_else(shape)?,
            outputs: outputs
                .map(|(&weights, &bias)| Output { weights, bias })
                .collect(),
        })
    }
}
