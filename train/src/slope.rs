//! The fit of K, the internal units of score per logit, to the results of games.

use search::nnue::bucket;

use crate::trainer::UNITS_PER_LOGIT;

/// Width of a bin of scores, in internal units.
const BIN: usize = 8;
const BINS: usize = (i16::MAX as usize).div_ceil(BIN) + 1;

/// Groups by the number of pieces, the same as eight output buckets.
pub(crate) const GROUPS: usize = 8;

/// Results of the side ahead, by the distance of the score from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bins {
    /// Positions, and half points scored by the side ahead, by bin.
    counts: Vec<[u64; 2]>,
    /// Sum of the distances, in internal units.
    distance: u64,
}

impl Default for Bins {
    fn default() -> Self {
        Self {
            counts: vec![[0; 2]; BINS],
            distance: 0,
        }
    }
}

/// Results by score, in groups by the number of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slopes([Bins; GROUPS]);

/// The fit over a set of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slope {
    /// Positions.
    pub(crate) positions: u64,
    /// Mean distance of the score from zero, in internal units.
    pub(crate) distance: f64,
    /// Internal units per logit; `None` if the results do not correlate with the scores.
    pub(crate) k: Option<f64>,
}

impl Slopes {
    /// Adds a position. `score`, in internal units, and `half_points` (0 to 2) are White's.
    pub(crate) fn add(&mut self, pieces: u32, score: i16, half_points: u8) {
        let bins = &mut self.0[bucket(pieces, GROUPS)];
        let ahead = if score < 0 {
            2 - half_points
        } else {
            half_points
        };
        let distance = usize::from(score.unsigned_abs());
        let [positions, points] = &mut bins.counts[(distance + BIN / 2) / BIN];
        *positions += 1;
        *points += u64::from(ahead);
        bins.distance += distance as u64;
    }

    /// Adds the positions of another set.
    pub(crate) fn join(&mut self, other: &Self) {
        for (bins, other) in self.0.iter_mut().zip(&other.0) {
            bins.join(other);
        }
    }

    /// The fit over all positions.
    pub(crate) fn overall(&self) -> Slope {
        let mut all = Bins::default();
        self.0.iter().for_each(|bins| all.join(bins));
        all.slope()
    }

    /// The fits by the number of pieces.
    pub(crate) fn by_pieces(&self) -> [Slope; GROUPS] {
        self.0.each_ref().map(Bins::slope)
    }
}

impl Bins {
    fn join(&mut self, other: &Self) {
        for (count, other) in self.counts.iter_mut().zip(&other.counts) {
            count[0] += other[0];
            count[1] += other[1];
        }
        self.distance += other.distance;
    }

    fn slope(&self) -> Slope {
        let positions = self.counts.iter().map(|count| count[0]).sum();
        Slope {
            positions,
            distance: self.distance as f64 / u64::max(positions, 1) as f64,
            k: self.fit(),
        }
    }

    /// The K of maximum likelihood, by Newton's method on 1/K, in which the likelihood is concave.
    fn fit(&self) -> Option<f64> {
        let mut steepness = 1.0 / f64::from(UNITS_PER_LOGIT);
        for _ in 0..100 {
            let (mut first, mut second) = (0.0, 0.0);
            for (index, &[positions, points]) in self.counts.iter().enumerate() {
                let (score, positions) = ((index * BIN) as f64, positions as f64);
                let expected = 1.0 / (1.0 + (-score * steepness).exp());
                first += score * (points as f64 / 2.0 - positions * expected);
                second += score * score * positions * expected * (1.0 - expected);
            }
            // Far from the maximum a step may be too long.
            let next = (steepness + first / second).clamp(steepness / 2.0, steepness * 2.0);
            if !next.is_finite() || !(1e-5..1.0).contains(&next) {
                return None;
            }
            if (next - steepness).abs() < 1e-9 {
                return Some(1.0 / next);
            }
            steepness = next;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn k_of_synthetic_games_is_recovered() {
        let mut rng = SmallRng::seed_from_u64(1);
        let mut slopes = Slopes::default();
        for (pieces, k) in [(4, 700.0), (20, 300.0)] {
            for _ in 0..200_000 {
                let score: i16 = rng.random_range(-1500..=1500);
                let expected = 1.0 / (1.0 + (-f64::from(score) / k).exp());
                let half_points = match rng.random_bool(expected) {
                    true => 2,
                    false => 0,
                };
                slopes.add(pieces, score, half_points);
            }
        }
        let groups = slopes.by_pieces();
        let k = |slope: Slope| slope.k.expect("results follow scores");
        assert!((k(groups[0]) - 700.0).abs() < 15.0, "{groups:?}");
        assert!((k(groups[4]) - 300.0).abs() < 6.0, "{groups:?}");
        let overall = slopes.overall();
        assert!((300.0..700.0).contains(&k(overall)), "{overall:?}");
        assert!((overall.distance - 750.0).abs() < 5.0, "{overall:?}");
        let mut joined = slopes.clone();
        joined.join(&slopes);
        assert_eq!(joined.overall().positions, 2 * overall.positions);
        assert!((k(joined.overall()) - k(overall)).abs() < 1e-6);
    }

    #[test]
    fn results_independent_of_scores_have_no_k() {
        let mut slopes = Slopes::default();
        assert_eq!(slopes.overall().k, None);
        slopes.add(32, 0, 1);
        assert_eq!(slopes.overall().k, None);
        slopes.add(32, 500, 0);
        assert_eq!(slopes.overall().k, None);
    }
}
