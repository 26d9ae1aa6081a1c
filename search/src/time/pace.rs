//! Pace: scales the time for a move by the stability of its best move and score.

use movegen::Move;

use crate::params;
use crate::score::Score;

/// A finished iteration of the main thread.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<M = Move> {
    /// The best move.
    pub best: M,
    /// Its score in internal units.
    pub score: Score,
    /// The share of all nodes so far spent on the best move, from 0 to 1.
    pub node_share: f64,
    /// The number of times another move became the best one.
    pub best_move_changes: u32,
}

/// The course of a search over its iterations.
#[derive(Clone, Copy, Debug)]
pub struct Pace<M = Move> {
    /// The score of the previous search of the game, for the same side.
    last_search: Option<Score>,
    best: Option<M>,
    node_share: f64,
    /// The number of iterations since the best move last changed.
    stability: u32,
    /// Changes of the best move, decaying with each iteration.
    changes: f64,
    score: Score,
    /// Running average of the scores of earlier iterations.
    average: Option<Score>,
    /// The fall of the score below that average, negative if it rose.
    drop: Score,
}

impl<M: Copy + PartialEq> Pace<M> {
    /// Starts a search. `last_search` is the score of the previous one in the same game, for the
    /// same side.
    pub fn new(last_search: Option<Score>) -> Self {
        Self {
            last_search,
            best: None,
            node_share: 1.0,
            stability: 0,
            changes: 0.0,
            score: 0,
            average: None,
            drop: 0,
        }
    }

    /// Records the result of an iteration.
    pub fn finish_iteration(&mut self, iteration: Iteration<M>) {
        let Iteration { best, score, .. } = iteration;
        let decay = f64::from(params::time_change_decay()) / 100.0;
        let weight = params::time_average_weight();
        self.stability = if self.best == Some(best) {
            self.stability + 1
        } else {
            0
        };
        self.best = Some(best);
        self.node_share = iteration.node_share;
        self.changes = self.changes * decay + f64::from(iteration.best_move_changes);
        self.score = score;
        let average = self.average.unwrap_or(score);
        self.drop = average - score;
        self.average = Some((weight * average + score) / (weight + 1));
    }
}

impl<M> Pace<M> {
    /// The factor by which to scale the soft bound: below 1 if most nodes went into one stable best
    /// move, above 1 if the best move changes or the score falls.
    pub(super) fn scale(&self) -> f64 {
        let hundredths = |value: i32| f64::from(value) / 100.0;
        let nodes = hundredths(params::time_node_base())
            - hundredths(params::time_node_factor()) * self.node_share;
        let stability = hundredths(params::time_stability_base())
            - hundredths(params::time_stability_step())
                * f64::from((self.stability as i32).min(params::time_stability_max()));
        let changes = 1.0 + hundredths(params::time_change_factor()) * self.changes;
        // Some parameters within their ranges make a factor negative.
        nodes.max(0.0) * stability.max(0.0) * changes * self.trend()
    }

    /// The factor for the trend of the score, above 1 if it fell since the previous search or since
    /// earlier iterations (after Stockfish).
    fn trend(&self) -> f64 {
        let game_drop = self.last_search.map_or(0, |last| last - self.score);
        let drop = params::time_game_drop() * game_drop + params::time_drop() * self.drop;
        let most = f64::from(params::time_trend_max()) / 100.0;
        (1.0 + f64::from(drop) / 1000.0).clamp(1.0 / most, most)
    }
}

#[cfg(test)]
mod tests {
    use movegen::Board;

    use super::*;

    fn pace(last_search: Score, iterations: &[(usize, Score, f64, u32)]) -> f64 {
        let moves = Board::default().legal_moves();
        let mut pace = Pace::new(Some(last_search));
        for &(index, score, node_share, best_move_changes) in iterations {
            pace.finish_iteration(Iteration {
                best: moves[index],
                score,
                node_share,
                best_move_changes,
            });
        }
        pace.scale()
    }

    #[test]
    fn pace_shortens_a_stable_search_and_extends_an_unstable_one() {
        let stable = pace(30, &[(0, 30, 0.95, 0); 12]);
        let unstable = pace(30, &[(0, 30, 0.5, 0), (1, 10, 0.4, 1), (0, -10, 0.3, 1)]);
        assert!((0.2..0.7).contains(&stable), "{stable}");
        assert!((1.5..6.0).contains(&unstable), "{unstable}");
    }

    #[test]
    fn pace_extends_a_search_whose_score_fell_since_the_last_one() {
        let after = |last_search| pace(last_search, &[(0, 0, 0.8, 0); 8]);
        assert!(after(40) > 1.3 * after(0));
        assert!(after(-40) < after(0) && after(-400) > after(0) / 2.0);
    }
}
