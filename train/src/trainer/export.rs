//! Export to the engine's integer weights, and back.

use rayon::prelude::*;
use search::nnue::{BIAS_LIMIT, FEATURE_LIMIT, INPUTS, NetworkFile, OUTPUT_LIMIT, QA, QB};
use wide::f32x16;

use super::model::{Lane, Shape, WIDTH, ZERO, numbers, numbers_mut};
use super::{Recipe, UNITS_PER_LOGIT};

/// Quantizes the parameters.
pub(super) fn export(parameters: &[Lane], recipe: &Recipe) -> NetworkFile {
    let shape = Shape::of(recipe);
    let feature = |weight: &f32| quantize(*weight, QA, FEATURE_LIMIT);
    let bias = |weight: &f32| quantize(*weight, QA, BIAS_LIMIT);
    let row = |row: usize| {
        let lanes = (0..shape.groups).map(move |group| &parameters[shape.rows(group)][row]);
        lanes.flat_map(numbers)
    };
    let outputs = parameters[shape.outputs()].iter().flat_map(numbers);
    let biases = &numbers(&parameters[shape.output_biases()])[..shape.buckets];
    let unit = f32::from(QA) * f32::from(QB);
    NetworkFile {
        recipe: recipe.name.clone(),
        hidden: recipe.hidden,
        buckets: recipe.buckets,
        scale: UNITS_PER_LOGIT.into(),
        feature_weights: (0..INPUTS).flat_map(row).map(feature).collect(),
        feature_biases: row(INPUTS).map(bias).collect(),
        output_weights: outputs
            .map(|weight| quantize(*weight, QB, OUTPUT_LIMIT))
            .collect(),
        output_biases: biases
            .iter()
            .map(|bias| (bias * unit).round() as i32)
            .collect(),
    }
}

/// The parameters of a quantized network: the inverse of [`export`] except for rounding. Both have an
/// output in logits, whatever the unit of the network's scores.
pub(super) fn import(file: &NetworkFile) -> Vec<Lane> {
    let shape = Shape::of_file(file);
    let mut parameters = vec![ZERO; shape.len()];
    let rows = file.feature_weights.chunks_exact(file.hidden);
    for (row, weights) in rows.chain([file.feature_biases.as_slice()]).enumerate() {
        for (group, weights) in weights.chunks_exact(WIDTH).enumerate() {
            let numbers = numbers_mut(&mut parameters[shape.rows(group)][row]);
            for (number, weight) in numbers.iter_mut().zip(weights) {
                *number = f32::from(*weight) / f32::from(QA);
            }
        }
    }
    let weights = file.output_weights.chunks_exact(WIDTH);
    for (lane, weights) in parameters[shape.outputs()].iter_mut().zip(weights) {
        for (number, weight) in numbers_mut(lane).iter_mut().zip(weights) {
            *number = f32::from(*weight) / f32::from(QB);
        }
    }
    let unit = f32::from(QA) * f32::from(QB);
    let biases = numbers_mut(&mut parameters[shape.output_biases()]);
    for (number, bias) in biases.iter_mut().zip(&file.output_biases) {
        *number = *bias as f32 / unit;
    }
    parameters
}

/// The parameters with the values that they have in the exported network, as [`import`] reads them.
pub(super) fn rounded(parameters: &[Lane], recipe: &Recipe) -> Vec<Lane> {
    let shape = Shape::of(recipe);
    let round = |(index, lane): (usize, &Lane)| {
        let [unit, limit] = shape.quantization(index).map(f32x16::splat);
        lane.map(|numbers| (numbers * unit).round().max(-limit).min(limit) / unit)
    };
    parameters.par_iter().enumerate().map(round).collect()
}

/// A weight in units of `1 / unit`. Training keeps it within the limit except for rounding.
fn quantize(weight: f32, unit: i16, limit: i16) -> i16 {
    ((weight * f32::from(unit)).round() as i16).clamp(-limit, limit)
}
