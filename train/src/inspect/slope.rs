//! K: how many units of score change the odds e-fold, fitted to the results of games.

use search::nnue::bucket;

/// Scores are counted in steps of this many internal units.
const STEP: usize = 8;
const STEPS: usize = (i16::MAX as usize).div_ceil(STEP) + 1;

/// Groups by the number of men, those of eight output layers.
pub const GROUPS: usize = 8;

/// Positions by the distance of their score from zero, with the results of the side ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counts {
    /// Positions, and half points scored by the side ahead, by score in [`STEP`]s.
    steps: Vec<[u64; 2]>,
    /// Sum of the distances, in internal units.
    distance: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            steps: vec![[0; 2]; STEPS],
            distance: 0,
        }
    }
}

/// Scores against results, by the number of men.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slopes([Counts; GROUPS]);

/// What scores have been worth in some positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// Positions.
    pub positions: u64,
    /// Mean distance of the score from zero, in internal units.
    pub distance: f64,
    /// Internal units per logit; `None` when results do not follow scores.
    pub k: Option<f64>,
}

impl Slopes {
    /// Adds a position. `half_points` (0 lost to 2 won) and `score` are White's.
    pub fn add(&mut self, men: u32, score: i16, half_points: u8) {
        let counts = &mut self.0[bucket(men, GROUPS)];
        let ahead = if score < 0 {
            2 - half_points
        } else {
            half_points
        };
        let distance = usize::from(score.unsigned_abs());
        let [positions, points] = &mut counts.steps[(distance + STEP / 2) / STEP];
        *positions += 1;
        *points += u64::from(ahead);
        counts.distance += distance as u64;
    }

    /// Adds the positions of another set.
    pub fn join(&mut self, other: &Self) {
        for (counts, other) in self.0.iter_mut().zip(&other.0) {
            counts.join(other);
        }
    }

    /// The slope over all positions.
    pub fn overall(&self) -> Slope {
        let mut all = Counts::default();
        self.0.iter().for_each(|counts| all.join(counts));
        all.slope()
    }

    /// The slopes by the number of men.
    pub fn by_men(&self) -> [Slope; GROUPS] {
        self.0.each_ref().map(Counts::slope)
    }
}

impl Counts {
    fn join(&mut self, other: &Self) {
        for (step, other) in self.steps.iter_mut().zip(&other.steps) {
            step[0] += other[0];
            step[1] += other[1];
        }
        self.distance += other.distance;
    }

    fn slope(&self) -> Slope {
        let positions = self.steps.iter().map(|step| step[0]).sum();
        Slope {
            positions,
            distance: self.distance as f64 / u64::max(positions, 1) as f64,
            k: self.fit(),
        }
    }

    /// The K of the largest likelihood, by Newton's method on 1/K, in which it is concave.
    fn fit(&self) -> Option<f64> {
        let mut steepness = 1.0 / 400.0;
        for _ in 0..100 {
            let (mut first, mut second) = (0.0, 0.0);
            for (index, &[positions, points]) in self.steps.iter().enumerate() {
                let (score, positions) = ((index * STEP) as f64, positions as f64);
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
    fn k_of_made_up_games_is_found() {
        let mut rng = SmallRng::seed_from_u64(1);
        let mut slopes = Slopes::default();
        for (men, k) in [(4, 700.0), (20, 300.0)] {
            for _ in 0..200_000 {
                let score: i16 = rng.random_range(-1500..=1500);
                let expected = 1.0 / (1.0 + (-f64::from(score) / k).exp());
                let half_points = match rng.random_bool(expected) {
                    true => 2,
                    false => 0,
                };
                slopes.add(men, score, half_points);
            }
        }
        let groups = slopes.by_men();
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
    fn results_that_do_not_follow_scores_have_no_k() {
        let mut slopes = Slopes::default();
        assert_eq!(slopes.overall().k, None);
        slopes.add(32, 0, 1);
        assert_eq!(slopes.overall().k, None);
        slopes.add(32, 500, 0);
        assert_eq!(slopes.overall().k, None);
    }
}
