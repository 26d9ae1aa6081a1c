//! The network in floating point: its parameters, output, gradient and quantization.

use std::array;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use variants::Rules;
use variants::nnue::{
    BUCKETS, FEATURE_LIMIT, HIDDEN, Network, OUTPUT_LIMIT, Output, QA, QB, STATES, inputs_of_game,
    places,
};

use crate::samples::{Sample, Samples};

/// A row of parameters.
pub type Row = [f32; HIDDEN];

/// The bound of initial weights of the first layer, and of the output layer.
const INITIAL: [f32; 2] = [0.12, 0.15];
/// The initial biases of the first layer.
const INITIAL_BIAS: f32 = 0.3;

/// The places of rows in a list of all parameters.
#[derive(Clone, Copy)]
struct Layout {
    inputs: usize,
    /// Inputs that are pieces in states.
    stated: usize,
    places: usize,
}

impl Layout {
    fn of<R: Rules>() -> Self {
        Self {
            inputs: inputs_of_game::<R>(),
            stated: STATES * places::<R>(),
            places: places::<R>(),
        }
    }

    const fn biases(self) -> usize {
        self.inputs
    }

    /// The output weights of a bucket for the side to move (0) or the opponent (1).
    const fn output(self, bucket: usize, side: usize) -> usize {
        self.inputs + 1 + 2 * bucket + side
    }

    /// The row whose first values are the outputs' biases.
    const fn output_biases(self) -> usize {
        self.output(BUCKETS, 0)
    }

    /// The number of rows of the network.
    const fn len(self) -> usize {
        self.output_biases() + 1
    }

    /// The row of a place that is added to those of all its states: what is learned in one state also
    /// holds for rarer ones.
    const fn shared(self, input: usize) -> usize {
        self.len() + input % self.places
    }

    const fn trained(self) -> usize {
        self.len() + self.places
    }

    const fn limit(self, row: usize) -> f32 {
        if row <= self.inputs {
            FEATURE_LIMIT as f32 / QA as f32
        } else {
            OUTPUT_LIMIT as f32 / QB as f32
        }
    }
}

/// A network in training.
pub struct Model {
    layout: Layout,
    /// The parameters that are trained: the network's, and the shared rows.
    pub trained: Vec<Row>,
    /// The network's rows, with the shared ones added.
    network: Vec<Row>,
}

impl Model {
    /// A random model.
    pub fn new<R: Rules>(seed: u64) -> Self {
        let layout = Layout::of::<R>();
        let mut random = StdRng::seed_from_u64(seed);
        let mut trained = vec![[0.0; HIDDEN]; layout.trained()];
        let mut draw = |rows: &mut [Row], bound: f32| {
            for weight in rows.iter_mut().flatten() {
                *weight = random.random_range(-bound..bound);
            }
        };
        let [first, output] = INITIAL;
        draw(&mut trained[layout.len()..], first);
        draw(&mut trained[layout.stated..layout.inputs], first);
        draw(
            &mut trained[layout.output(0, 0)..layout.output_biases()],
            output,
        );
        trained[layout.biases()] = [INITIAL_BIAS; HIDDEN];
        let network = vec![[0.0; HIDDEN]; layout.len()];
        let mut model = Self {
            layout,
            trained,
            network,
        };
        model.merge();
        model
    }

    /// Updates the network's rows after a change of the trained ones, and keeps them within the limits of
    /// quantization.
    pub fn merge(&mut self) {
        let layout = self.layout;
        for row in 0..layout.len() {
            let limit = layout.limit(row);
            let shared = match row < layout.stated {
                true => self.trained[layout.shared(row)],
                false => [0.0; HIDDEN],
            };
            let own = self.trained[row].iter_mut().zip(&mut self.network[row]);
            for ((own, merged), shared) in own.zip(shared) {
                *merged = (*own + shared).clamp(-limit, limit);
                *own = *merged - shared;
            }
        }
    }

    fn accumulator(&self, inputs: &[u16]) -> Row {
        let mut sums = self.network[self.layout.biases()];
        for &input in inputs {
            for (sum, weight) in sums.iter_mut().zip(&self.network[usize::from(input)]) {
                *sum += weight;
            }
        }
        sums
    }

    /// The output for a sample, in logits, and the accumulators of both sides.
    fn forward(&self, samples: &Samples, sample: &Sample) -> (f32, [Row; 2]) {
        let layout = self.layout;
        let bucket = usize::from(sample.bucket);
        let accumulators = samples
            .inputs(sample)
            .map(|inputs| self.accumulator(inputs));
        let mut value = self.network[layout.output_biases()][bucket];
        for (side, accumulator) in accumulators.iter().enumerate() {
            let weights = &self.network[layout.output(bucket, side)];
            for (sum, weight) in accumulator.iter().zip(weights) {
                value += sum.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        (value, accumulators)
    }

    /// The output for a sample, in logits.
    pub fn output(&self, samples: &Samples, sample: &Sample) -> f32 {
        self.forward(samples, sample).0
    }

    /// A gradient without any sample.
    pub fn zero_gradient(&self) -> Vec<Row> {
        vec![[0.0; HIDDEN]; self.layout.trained()]
    }

    /// Adds the gradient of a sample with respect to the network's rows. `slope` is that of the loss with
    /// respect to the output, given the output.
    pub fn add_gradient(
        &self,
        gradient: &mut [Row],
        samples: &Samples,
        sample: &Sample,
        slope: impl FnOnce(f32) -> f32,
    ) {
        let layout = self.layout;
        let bucket = usize::from(sample.bucket);
        let (value, accumulators) = self.forward(samples, sample);
        let slope = slope(value);
        gradient[layout.output_biases()][bucket] += slope;
        let lists = samples.inputs(sample);
        for (side, (accumulator, inputs)) in accumulators.iter().zip(lists).enumerate() {
            let output = layout.output(bucket, side);
            let weights = &self.network[output];
            let mut hidden = [0.0; HIDDEN];
            for neuron in 0..HIDDEN {
                let sum = accumulator[neuron];
                let value = sum.clamp(0.0, 1.0);
                gradient[output][neuron] += slope * value * value;
                if sum < 1.0 {
                    hidden[neuron] = slope * weights[neuron] * 2.0 * value;
                }
            }
            let rows = inputs.iter().map(|&input| usize::from(input));
            for row in rows.chain([layout.biases()]) {
                for (total, slope) in gradient[row].iter_mut().zip(&hidden) {
                    *total += slope;
                }
            }
        }
    }

    /// Adds the gradient of the shared rows to a gradient of the network's.
    pub fn share_gradient(&self, gradient: &mut [Row]) {
        let (rows, shared) = gradient.split_at_mut(self.layout.len());
        for (input, row) in rows[..self.layout.stated].iter().enumerate() {
            let total = &mut shared[input % self.layout.places];
            total
                .iter_mut()
                .zip(row)
                .for_each(|(total, slope)| *total += slope);
        }
    }

    /// The quantized network. An input that is not in `seen` gets the row of the state before, or
    /// zeros if there is none, so that rows of impossible inputs do not fill the file.
    pub fn quantized(&self, seen: &[bool]) -> Network {
        let (layout, network) = (self.layout, &self.network);
        let round = |row: usize, unit: i16| network[row].map(|w| (w * f32::from(unit)).round());
        let mut rows: Vec<[i8; HIDDEN]> = Vec::with_capacity(layout.inputs);
        for (input, &seen) in seen.iter().enumerate() {
            let before = input.checked_sub(layout.places).map(|before| rows[before]);
            rows.push(match before {
                _ if seen => round(input, QA).map(|weight| weight as i8),
                Some(row) if input < layout.stated => row,
                _ => [0; HIDDEN],
            });
        }
        let biases = network[layout.output_biases()];
        let output = |bucket| Output {
            weights: [0, 1].map(|side| round(layout.output(bucket, side), QB).map(|w| w as i16)),
            bias: (biases[bucket] * f32::from(QA) * f32::from(QB)).round() as i32,
        };
        Network {
            rows: rows.into_boxed_slice(),
            biases: round(layout.biases(), QA).map(|weight| weight as i16),
            outputs: array::from_fn(output),
        }
    }

    /// For each input, true if a sample has it.
    pub fn seen(&self, samples: &Samples) -> Vec<bool> {
        let mut seen = vec![false; self.layout.inputs];
        for sample in &samples.samples {
            for &input in samples.inputs(sample).into_iter().flatten() {
                seen[usize::from(input)] = true;
            }
        }
        seen
    }
}
