//! Simultaneous perturbation stochastic approximation: every pair of games tests all parameters at
//! once, each moved up or down at random.
//!
//! Source: Spall (1992), with the gain sequences of
//! <https://www.chessprogramming.org/SPSA>.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::pairs::{Purpose, stream};

/// Exponents of the gain sequences, as recommended by Spall.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Stability constant, as a fraction of all pairs.
const STABILITY: f64 = 0.1;

/// A parameter being tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    /// Value at the start.
    pub(super) start: i32,
    /// Smallest and largest value.
    pub(super) min: i32,
    pub(super) max: i32,
    /// Perturbation at the end of the run.
    pub(super) step: f64,
    /// Current value.
    pub(super) value: f64,
}

impl Parameter {
    pub(super) fn new(name: &str, value: i32, min: i32, max: i32) -> Self {
        Self {
            name: name.to_owned(),
            start: value,
            min,
            max,
            // Perturbations of integers need at least half a unit.
            step: (f64::from(max - min) / 20.0).max(0.5),
            value: value.into(),
        }
    }

    /// The current value as an integer.
    pub(super) fn rounded(&self) -> i32 {
        self.clamp(self.value).round() as i32
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min.into(), self.max.into())
    }
}

/// A tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Spsa {
    /// Pairs of the whole run, which determine the gain sequences.
    pub(super) pairs: u64,
    /// Learning rate at the end of the run: the change of a parameter per point, in steps.
    pub(super) rate: f64,
    /// Seed of the perturbations.
    pub(super) seed: u64,
    pub(super) parameters: Vec<Parameter>,
}

/// The values of both players of a pair.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Perturbation {
    /// The direction of each parameter for the first player.
    pub(super) up: Vec<bool>,
    /// Values of the first and of the second player, by parameter.
    pub(super) values: [Vec<i32>; 2],
}

impl Spsa {
    /// The perturbation of a pair, counted from 0, at the current values.
    pub(super) fn perturb(&self, pair: u64) -> Perturbation {
        let mut rng = stream(Purpose::Players, self.seed, pair);
        let mut perturbation = Perturbation {
            up: Vec::new(),
            values: [Vec::new(), Vec::new()],
        };
        for parameter in &self.parameters {
            let up = rng.random_bool(0.5);
            let size = if up { 1.0 } else { -1.0 } * parameter.step * self.growth(pair);
            for (values, change) in perturbation.values.iter_mut().zip([size, -size]) {
                let value = parameter.clamp(parameter.value + change);
                // Stochastic rounding keeps the mean.
                let rounded = (value + rng.random_range(0.0..1.0)).floor();
                values.push(parameter.clamp(rounded) as i32);
            }
            perturbation.up.push(up);
        }
        perturbation
    }

    /// Moves all parameters by the result of a pair: the first player's points minus the second's.
    pub(super) fn update(&mut self, pair: u64, up: &[bool], result: f64) {
        let (gain, growth) = (self.gain(pair), self.growth(pair));
        for (parameter, &up) in self.parameters.iter_mut().zip(up) {
            let direction = if up { 1.0 } else { -1.0 };
            let change = gain * parameter.step / growth * direction * result;
            parameter.value = parameter.clamp(parameter.value + change);
        }
    }

    /// The size of perturbations, in steps: it shrinks to 1 at the end of the run.
    fn growth(&self, pair: u64) -> f64 {
        (self.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
    }

    /// The learning rate, which shrinks to `rate` at the end of the run.
    fn gain(&self, pair: u64) -> f64 {
        let pairs = self.pairs as f64;
        let stability = STABILITY * pairs;
        self.rate * ((pairs + stability) / ((pair + 1) as f64 + stability)).powf(ALPHA)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    fn spsa(pairs: u64) -> Spsa {
        Spsa {
            pairs,
            rate: 0.05,
            seed: 1,
            parameters: vec![
                Parameter::new("low", 20, 0, 200),
                Parameter::new("high", 900, 0, 1000),
                Parameter::new("small", 3, 1, 8),
            ],
        }
    }

    #[test]
    fn noisy_games_lead_to_the_optimum() {
        let best = [120.0, 300.0, 6.0];
        let mut spsa = spsa(20_000);
        // Elo lost by the distance from the best values, in tenths of the range.
        let elo = |values: &[i32]| -> f64 {
            let ranges = spsa_ranges();
            let losses = values.iter().zip(best).zip(ranges);
            losses
                .map(|((&value, best), range)| -20.0 * ((f64::from(value) - best) / range).powi(2))
                .sum()
        };
        let mut rng = StdRng::seed_from_u64(7);
        for pair in 0..spsa.pairs {
            let Perturbation { up, values } = spsa.perturb(pair);
            let difference = elo(&values[0]) - elo(&values[1]);
            let expected = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
            let points =
                f64::from(rng.random_bool(expected)) + f64::from(rng.random_bool(expected));
            spsa.update(pair, &up, 2.0 * points - 2.0);
        }
        for ((parameter, best), range) in spsa.parameters.iter().zip(best).zip(spsa_ranges()) {
            let distance = (parameter.value - best).abs();
            assert!(distance < 1.5 * range, "{parameter:?}");
        }
    }

    /// A tenth of each range.
    fn spsa_ranges() -> [f64; 3] {
        [20.0, 100.0, 0.7]
    }

    #[test]
    fn perturbations_are_symmetric_and_within_range() {
        let mut spsa = spsa(1000);
        spsa.parameters[1].value = 1000.0;
        for pair in 0..100 {
            let perturbation = spsa.perturb(pair);
            assert_eq!(perturbation, spsa.perturb(pair));
            for (index, parameter) in spsa.parameters.iter().enumerate() {
                let [first, second] = [0, 1].map(|player| perturbation.values[player][index]);
                assert!((parameter.min..=parameter.max).contains(&first), "{first}");
                assert!((parameter.min..=parameter.max).contains(&second));
                assert_eq!(first >= second, perturbation.up[index] || first == second);
            }
        }
        // The first parameter moves by ten or more either way.
        let values = spsa.perturb(0).values;
        assert!((values[0][0] - values[1][0]).abs() >= 19, "{values:?}");
    }
}
