//! Ridge regression of results on the differences between two players.

/// An effect with its standard error, in the unit of the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effect {
    pub(super) value: f64,
    pub(super) error: f64,
}

/// Running sums of a linear model without intercept: result = Σ effect × difference + noise.
pub(super) struct Regression {
    /// Sums of products of differences, by row and column.
    products: Vec<Vec<f64>>,
    /// Sums of difference times result.
    moments: Vec<f64>,
    squares: f64,
    count: f64,
}

impl Regression {
    pub(super) fn new(effects: usize) -> Self {
        Self {
            products: vec![vec![0.0; effects]; effects],
            moments: vec![0.0; effects],
            squares: 0.0,
            count: 0.0,
        }
    }

    /// Adds an observation.
    pub(super) fn add(&mut self, differences: &[f64], result: f64) {
        for (row, a) in self.products.iter_mut().zip(differences) {
            for (product, b) in row.iter_mut().zip(differences) {
                *product += a * b;
            }
        }
        for (moment, difference) in self.moments.iter_mut().zip(differences) {
            *moment += difference * result;
        }
        self.squares += result * result;
        self.count += 1.0;
    }

    /// The effects by the posterior mean under a normal prior around zero with deviation `prior`,
    /// and their posterior standard deviations.
    pub(super) fn solve(&self, prior: f64) -> Vec<Effect> {
        // The spread of the results cannot be estimated if all are equal.
        if self.squares == 0.0 {
            let unknown = Effect {
                value: 0.0,
                error: prior,
            };
            return vec![unknown; self.moments.len()];
        }
        let ridge = self.squares / self.count / (prior * prior);
        let mut matrix = self.products.clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            row[index] += ridge;
        }
        let inverse = invert(matrix);
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let values: Vec<f64> = inverse.iter().map(|row| dot(row, &self.moments)).collect();
        // The variance that the effects do not explain. The prior leaves them fewer degrees of freedom
        // than their number.
        let trace: f64 = (0..values.len()).map(|index| inverse[index][index]).sum();
        let taken = values.len() as f64 - ridge * trace;
        let noise = (self.squares - dot(&values, &self.moments)) / (self.count - taken);
        let effect = |(index, value): (usize, f64)| Effect {
            value,
            error: (noise * inverse[index][index]).sqrt(),
        };
        values.into_iter().enumerate().map(effect).collect()
    }
}

/// The inverse of a symmetric positive definite matrix: Gauss-Jordan elimination without pivoting.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for pivot in 0..size {
        let factor = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|value| *value *= factor);
        let row = matrix[pivot].clone();
        for (index, other) in matrix.iter_mut().enumerate() {
            if index == pivot {
                continue;
            }
            let factor = std::mem::take(&mut other[pivot]);
            for (value, pivoted) in other.iter_mut().zip(&row) {
                *value -= factor * pivoted;
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn inverse_times_matrix_is_identity() {
        let matrix = vec![
            vec![4.0, 1.0, 0.5],
            vec![1.0, 3.0, -1.0],
            vec![0.5, -1.0, 5.0],
        ];
        let inverse = invert(matrix.clone());
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..3 {
                let product: f64 = row.iter().zip(&inverse).map(|(a, b)| a * b[j]).sum();
                assert!((product - f64::from(i == j)).abs() < 1e-12, "{i} {j}");
            }
        }
    }

    #[test]
    fn effects_are_unknown_while_all_pairs_are_even() {
        let mut regression = Regression::new(2);
        regression.add(&[1.0, -1.0], 0.0);
        for effect in regression.solve(0.3) {
            assert_eq!((effect.value, effect.error), (0.0, 0.3));
        }
    }

    /// The number of observations at which an error that took a degree of freedom for each effect was
    /// largest.
    #[test]
    fn errors_stay_below_the_prior_with_as_few_observations_as_effects() {
        const EFFECTS: usize = 40;
        let mut rng = SmallRng::seed_from_u64(1);
        let mut regression = Regression::new(EFFECTS);
        for _ in 0..=EFFECTS {
            let differences = [(); EFFECTS].map(|()| f64::from(rng.random_range(-1..=1)));
            regression.add(&differences, rng.random_range(-0.6..0.6));
        }
        for effect in regression.solve(0.1) {
            assert!((0.03..0.11).contains(&effect.error), "{effect:?}");
        }
    }

    /// The errors depend on the noise alone, however large the effects are.
    #[test]
    fn effects_are_recovered_from_noisy_results() {
        for size in [0.1, 1.0] {
            let effects = [1.0, -0.5, 0.0, 0.2].map(|effect| effect * size);
            let mut rng = SmallRng::seed_from_u64(1);
            let mut regression = Regression::new(effects.len());
            for _ in 0..20_000 {
                let differences = effects.map(|_| f64::from(rng.random_range(-1..=1)));
                let mean: f64 = effects.iter().zip(differences).map(|(a, b)| a * b).sum();
                regression.add(&differences, mean + rng.random_range(-0.6..0.6));
            }
            let found = regression.solve(size);
            for (effect, found) in effects.iter().zip(found) {
                assert!(
                    (effect - found.value).abs() < 4.0 * found.error,
                    "{found:?}"
                );
                assert!((0.0027..0.0033).contains(&found.error), "{found:?}");
            }
        }
    }
}
