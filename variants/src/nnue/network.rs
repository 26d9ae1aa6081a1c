//! A network's weights, its file and its arithmetic.

use std::array;

use movegen::Color;
use search::nnue::{add_differences, compress, decompress, differences, push_packed, take_packed};
use wide::{i8x32, i16x32, i32x16};

use super::features::{STATES, inputs_of_game, places};
use crate::bits::Bits;
use crate::rules::Rules;

/// Neurons of the first layer for each perspective.
pub const HIDDEN: usize = 64;
/// Output layers.
pub const BUCKETS: usize = 8;

/// Neurons in one vector.
const LANES: usize = 32;

/// The integer that stands for 1.0 in the first layer.
pub const QA: i16 = 127;
/// The integer that stands for 1.0 in the output layer.
pub const QB: i16 = 64;
/// The limit on weights and biases of the first layer in training, in units of 1/[`QA`].
pub const FEATURE_LIMIT: i16 = i8::MAX as i16;
/// The limit on weights of the output layer, in units of 1/[`QB`].
pub const OUTPUT_LIMIT: i16 = 127;

const _: () = assert!(HIDDEN.is_multiple_of(LANES));
// A bias and the inputs of the cylindrical game: at most 48 pieces and 16 planks.
const _: () = assert!(65 * FEATURE_LIMIT as i32 <= i16::MAX as i32);
const _: () = assert!(QA as i32 * OUTPUT_LIMIT as i32 <= i16::MAX as i32);
// The sum of both perspectives' terms fits in an `i32`.
const _: () = {
    let largest = QA as i64 * QA as i64 * OUTPUT_LIMIT as i64;
    assert!(2 * HIDDEN as i64 * largest <= i32::MAX as i64);
};

/// A network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The first layer's weights, input by input, in units of 1/[`QA`].
    pub rows: Box<[[i8; HIDDEN]]>,
    /// The first layer's biases, in the same unit.
    pub biases: [i16; HIDDEN],
    /// The output layers, from few pieces to many.
    pub outputs: [Output; BUCKETS],
}

/// An output layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// Weights for the side to move and for the opponent, in units of 1/[`QB`].
    pub weights: [[i16; HIDDEN]; 2],
    /// In units of 1/([`QA`] [`QB`]).
    pub bias: i32,
}

/// The output layer for a position.
pub fn bucket<R: Rules>(position: &R) -> usize {
    let pieces = position.occupied().count() as usize;
    pieces.saturating_sub(2) * BUCKETS / R::GAME.pieces
}

/// The first layer's values in White's and Black's perspective.
pub struct Accumulators<'a> {
    network: &'a Network,
    values: [[i16x32; HIDDEN / LANES]; 2],
}

impl Accumulators<'_> {
    /// Adds an input, given its number in each perspective.
    #[inline(always)]
    pub fn add(&mut self, inputs: [usize; 2]) {
        for (values, input) in self.values.iter_mut().zip(inputs) {
            let row = self.network.rows[input].as_chunks::<LANES>().0;
            for (value, &weights) in values.iter_mut().zip(row) {
                *value += i16x32::from_i8x32(i8x32::new(weights));
            }
        }
    }

    /// The score for `us`, in units of 1/`scale`.
    #[inline(always)]
    pub fn score(&self, us: Color, bucket: usize, scale: i32) -> i32 {
        let output = &self.network.outputs[bucket];
        let (zero, one) = (i16x32::splat(0), i16x32::splat(QA));
        let mut total = i32x16::splat(0);
        for (color, weights) in [us, !us].into_iter().zip(&output.weights) {
            let weights = weights.as_chunks::<LANES>().0;
            for (&value, &weights) in self.values[color as usize].iter().zip(weights) {
                let value = value.max(zero).min(one);
                // Value times weight fits in an `i16`; the rest is a multiply-and-add of pairs, one
                // instruction on most processors.
                total += value.dot(value * i16x32::new(weights));
            }
        }
        let total: i32 = total.to_array().into_iter().sum();
        let value = i64::from(total / i32::from(QA) + output.bias);
        (value * i64::from(scale) / (i64::from(QA) * i64::from(QB))) as i32
    }
}

impl Network {
    /// Accumulators without any input.
    #[inline(always)]
    pub fn accumulators(&self) -> Accumulators<'_> {
        let biases = self.biases.as_chunks::<LANES>().0;
        Accumulators {
            network: self,
            values: [array::from_fn(|index| i16x32::new(biases[index])); 2],
        }
    }

    /// Reads an embedded file of the game.
    ///
    /// # Panics
    /// If the file is not one of this game.
    pub(crate) fn read<R: Rules>(file: &[u8]) -> Self {
        let network = Self::from_bytes::<R>(file);
        network.unwrap_or_else(|| panic!("{}: the embedded network is corrupt", R::GAME.name))
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    fn from_bytes<R: Rules>(file: &[u8]) -> Option<Self> {
        let inputs = inputs_of_game::<R>();
        let weights = HIDDEN * (inputs + 1 + 2 * BUCKETS);
        let bytes = decompress(file, 2 * weights + 4 * BUCKETS).ok()?;
        let mut rest = &bytes[..];
        let weights: Option<Vec<i16>> = (0..weights).map(|_| take_packed(&mut rest)).collect();
        let mut weights = weights?;
        let stated = HIDDEN..HIDDEN * (1 + STATES * places::<R>());
        add_differences(&mut weights[stated], HIDDEN * places::<R>());
        let (rows, _) = weights.as_chunks::<HIDDEN>();
        let (biases, rows) = rows.split_first()?;
        let (rows, outputs) = rows.split_at(inputs);
        let (output_biases, rest) = rest.as_chunks::<4>();
        let output_biases: [[u8; 4]; BUCKETS] = output_biases.try_into().ok()?;
        rest.is_empty().then_some(())?;
        Some(Self {
            rows: rows.iter().map(bytes_of).collect::<Option<_>>()?,
            biases: *biases,
            outputs: array::from_fn(|bucket| Output {
                weights: [outputs[2 * bucket], outputs[2 * bucket + 1]],
                bias: i32::from_le_bytes(output_biases[bucket]),
            }),
        })
    }

    /// The network's file: a raw LZMA stream of the biases, first-layer weights and output weights as
    /// signed LEB128 numbers, then the output biases as little-endian `i32`. The weights of a piece's
    /// states after the first are stored as differences from the state before.
    pub fn to_bytes<R: Rules>(&self) -> Vec<u8> {
        let rows = self.rows.as_flattened().iter();
        let rows: Vec<i16> = rows.map(|&weight| i16::from(weight)).collect();
        let (stated, own) = rows.split_at(HIDDEN * STATES * places::<R>());
        let stated = differences(stated, HIDDEN * places::<R>());
        let outputs: Vec<i16> = self
            .outputs
            .iter()
            .flat_map(|output| output.weights)
            .flatten()
            .collect();
        let mut bytes = Vec::new();
        for &weight in [&self.biases[..], &stated, own, &outputs]
            .into_iter()
            .flatten()
        {
            push_packed(&mut bytes, weight);
        }
        for output in &self.outputs {
            bytes.extend(output.bias.to_le_bytes());
        }
        compress(&bytes).expect("a vector has room")
    }
}

/// A row of weights as bytes, `None` if one is too large.
fn bytes_of(row: &[i16; HIDDEN]) -> Option<[i8; HIDDEN]> {
    let bytes: Option<Vec<i8>> = row.iter().map(|&weight| weight.try_into().ok()).collect();
    bytes?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cylinder::Cylinder;
    use crate::swim::Swim;

    /// A network with weights from a simple generator.
    fn network(inputs: usize) -> Network {
        let mut state = 1_u32;
        let mut weight = |limit: i16| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as i16 % (limit + 1)
        };
        let mut row = |limit| array::from_fn(|_| weight(limit));
        Network {
            rows: (0..inputs)
                .map(|_| row(FEATURE_LIMIT).map(|weight| weight as i8))
                .collect(),
            biases: row(500),
            outputs: array::from_fn(|bucket| Output {
                weights: [row(OUTPUT_LIMIT), row(OUTPUT_LIMIT)],
                bias: bucket as i32 * 1_000_000 - 4_000_000,
            }),
        }
    }

    #[test]
    fn files_have_the_same_weights_after_reading_and_no_other_length() {
        let network = network(inputs_of_game::<Swim>());
        let bytes = network.to_bytes::<Swim>();
        let read = Network::from_bytes::<Swim>(&bytes);
        assert_eq!(read.as_ref(), Some(&network));
        assert_eq!(Network::from_bytes::<Swim>(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Network::from_bytes::<Cylinder>(&bytes), None);
    }

    #[test]
    fn embedded_networks_are_sound() {
        for (network, inputs) in [
            (Swim::network(), inputs_of_game::<Swim>()),
            (Cylinder::network(), inputs_of_game::<Cylinder>()),
        ] {
            assert_eq!(network.rows.len(), inputs);
            let weights = network.outputs.iter().flat_map(|output| output.weights);
            assert!(weights.flatten().all(|weight| weight.abs() <= OUTPUT_LIMIT));
        }
    }

    #[test]
    fn score_is_that_of_a_plain_computation() {
        let network = network(100);
        let inputs = [[3, 8], [99, 4], [17, 61], [50, 50]];
        let mut accumulators = network.accumulators();
        inputs
            .into_iter()
            .for_each(|inputs| accumulators.add(inputs));
        for (bucket, output) in network.outputs.iter().enumerate() {
            for us in Color::ALL {
                let mut sum = 0;
                for (color, weights) in [us, !us].into_iter().zip(output.weights) {
                    for neuron in 0..HIDDEN {
                        let rows = inputs
                            .iter()
                            .map(|inputs| &network.rows[inputs[color as usize]]);
                        let value: i64 = rows.map(|row| i64::from(row[neuron])).sum();
                        let value = value + i64::from(network.biases[neuron]);
                        let value = value.clamp(0, QA.into());
                        sum += value * value * i64::from(weights[neuron]);
                    }
                }
                let (qa, qb) = (i64::from(QA), i64::from(QB));
                let expected = (sum / qa + i64::from(output.bias)) * 1000 / (qa * qb);
                let score = accumulators.score(us, bucket, 1000);
                assert_eq!(i64::from(score), expected);
            }
        }
    }
}
