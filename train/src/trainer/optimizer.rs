//! AdamW: per-weight first and second moments with decoupled weight decay.
//!
//! Source: Loshchilov and Hutter (2019), <https://arxiv.org/abs/1711.05101>.

use rayon::prelude::*;
use search::nnue::{PLACES, STATES};
use wide::f32x16;

use super::Recipe;
use super::model::{Lane, ROWS, Shape, ZERO};
use super::share::Share;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Steps between two decays of the states; decaying at every step would slow training down.
const STATE_STEPS: u64 = 8;

/// Running means of gradients and of squared gradients, laid out as the parameters.
#[derive(Clone)]
pub(super) struct Moments {
    pub(super) first: Vec<Lane>,
    pub(super) second: Vec<Lane>,
}

impl Moments {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            first: vec![ZERO; shape.len()],
            second: vec![ZERO; shape.len()],
        }
    }

    /// Takes step `step`, counted from 1, with the shares' gradients of `count` positions, and
    /// resets the gradients.
    pub(super) fn step(
        &mut self,
        parameters: &mut [Lane],
        shares: &mut [Share],
        recipe: &Recipe,
        count: usize,
        step: u64,
        rate: f64,
    ) {
        /// Lanes of one task.
        const TASK: usize = 64;
        let shape = Shape::of(recipe);
        let constants = Constants::new(recipe, count, step, rate);
        let gradients: Vec<&[Lane]> = shares
            .iter()
            .map(|share| share.gradient.as_slice())
            .collect();
        parameters
            .par_chunks_mut(TASK)
            .zip(self.first.par_chunks_mut(TASK))
            .zip(self.second.par_chunks_mut(TASK))
            .enumerate()
            .for_each(|(task, ((parameters, first), second))| {
                for (i, parameter) in parameters.iter_mut().enumerate() {
                    let place = task * TASK + i;
                    let limit = shape.limit(place);
                    let gradients = gradients.iter().map(|gradient| &gradient[place]);
                    constants.update(parameter, &mut first[i], &mut second[i], gradients, limit);
                }
            });
        if step.is_multiple_of(STATE_STEPS) && recipe.state_decay > 0.0 {
            let share = STATE_STEPS as f64 * rate * recipe.state_decay;
            decay_states(parameters, shape, share.min(1.0) as f32);
        }
        shares
            .par_iter_mut()
            .for_each(|share| share.gradient.fill(ZERO));
    }
}

/// Moves the weights of each piece's states by `share` of the way to their mean.
fn decay_states(parameters: &mut [Lane], shape: Shape, share: f32) {
    let share = f32x16::splat(share);
    let part = f32x16::splat(1.0 / STATES as f32);
    parameters[shape.first_layer()]
        .par_chunks_exact_mut(ROWS)
        .for_each(|rows| {
            for place in 0..PLACES {
                let states = (0..STATES).map(|state| state * PLACES + place);
                let mut mean = ZERO;
                for row in states.clone() {
                    for (mean, weight) in mean.iter_mut().zip(rows[row]) {
                        *mean += weight * part;
                    }
                }
                for row in states {
                    for (weight, mean) in rows[row].iter_mut().zip(mean) {
                        *weight += (mean - *weight) * share;
                    }
                }
            }
        });
}

/// The constants of one step.
struct Constants {
    /// The factor of weight decay.
    decayed: f32x16,
    /// Learning rate with the bias correction of the first moment, which starts at zero.
    rate: f32x16,
    /// Bias correction of the second moment.
    unbias: f32x16,
    /// One over the number of positions.
    mean: f32x16,
}

impl Constants {
    fn new(recipe: &Recipe, count: usize, step: u64, rate: f64) -> Self {
        // Long before this step the correction is 1.
        let step = step.min(1 << 20) as i32;
        let unbias = |beta: f32| 1.0 / (1.0 - f64::from(beta).powi(step)) as f32;
        Self {
            decayed: f32x16::splat(1.0 - (rate * recipe.weight_decay) as f32),
            rate: f32x16::splat(rate as f32 * unbias(BETA1)),
            unbias: f32x16::splat(unbias(BETA2)),
            mean: f32x16::splat(1.0 / count.max(1) as f32),
        }
    }

    /// Updates the parameters of a lane and their moments with the sum of the gradients.
    #[inline(always)]
    fn update<'a>(
        &self,
        parameters: &mut Lane,
        first: &mut Lane,
        second: &mut Lane,
        gradients: impl Iterator<Item = &'a Lane> + Clone,
        limit: f32,
    ) {
        let limit = f32x16::splat(limit);
        for k in 0..parameters.len() {
            let mut gradient = f32x16::ZERO;
            for lane in gradients.clone() {
                gradient += lane[k];
            }
            gradient *= self.mean;
            let m = (first[k] - gradient).mul_add(f32x16::splat(BETA1), gradient);
            let square = gradient * gradient;
            let v = (second[k] - square).mul_add(f32x16::splat(BETA2), square);
            (first[k], second[k]) = (m, v);
            let spread = (v * self.unbias).sqrt() + f32x16::splat(EPSILON);
            let moved = parameters[k] * self.decayed - self.rate * m / spread;
            parameters[k] = moved.fast_max(-limit).fast_min(limit);
        }
    }
}
