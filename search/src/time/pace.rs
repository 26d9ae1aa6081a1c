//! The course of a search as far as time is concerned: how settled its best move and score are.

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
    /// How often another move became the best one.
    pub best_move_changes: u32,
}

/// The iterations of a search so far.
#[derive(Clone, Copy, Debug)]
pub struct Pace<M = Move> {
    /// The score that the last search of the game ended with, for the same side.
    last_search: Option<Score>,
    best: Option<M>,
    node_share: f64,
    /// For how many iterations the best move has been the same.
    stability: u32,
    /// Changes of the best move; those of earlier iterations count half as much each time.
    changes: f64,
    score: Score,
    /// Running average of the scores of earlier iterations.
    average: Option<Score>,
    /// By how far the score fell below that average; negative when it rose.
    drop: Score,
}

impl<M: Copy + PartialEq> Pace<M> {
    /// A search about to start. `last_search` is the score of the one before it in the same game.
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

    /// Takes in the result of an iteration.
    pub fn finish_iteration(&mut self, iteration: Iteration<M>) {
        let Iteration { best, score, .. } = iteration;
        self.stability = if self.best == Some(best) {
            self.stability + 1
        } else {
            0
        };
        self.best = Some(best);
        self.node_share = iteration.node_share;
        self.changes = self.changes / 2.0 + f64::from(iteration.best_move_changes);
        self.score = score;
        let average = self.average.unwrap_or(score);
        self.drop = average - score;
        self.average = Some((3 * average + score) / 4);
    }
}

impl<M> Pace<M> {
    /// The part of the soft bound to use, 1 being usual: less when nearly all nodes went into one
    /// move that has long been the best one, more when the best move changes or the score falls.
    pub(super) fn scale(&self) -> f64 {
        let hundredths = |value: i32| f64::from(value) / 100.0;
        let nodes = hundredths(params::time_node_base())
            - hundredths(params::time_node_factor()) * self.node_share;
        let stability = hundredths(params::time_stability_base())
            - hundredths(params::time_stability_step()) * f64::from(self.stability.min(10));
        let changes = 1.0 + hundredths(params::time_change_factor()) * self.changes;
        nodes * stability * changes * self.trend()
    }

    /// Above 1 where the score falls, against the last search as well as against earlier iterations
    /// (after Stockfish).
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
    fn a_settled_search_takes_less_time_than_an_unsettled_one() {
        let settled = pace(30, &[(0, 30, 0.95, 0); 12]);
        let unsettled = pace(30, &[(0, 30, 0.5, 0), (1, 10, 0.4, 1), (0, -10, 0.3, 1)]);
        assert!((0.2..0.7).contains(&settled), "{settled}");
        assert!((1.5..6.0).contains(&unsettled), "{unsettled}");
    }

    #[test]
    fn time_grows_with_a_fall_since_the_last_search() {
        let after = |last_search| pace(last_search, &[(0, 0, 0.8, 0); 8]);
        assert!(after(40) > 1.3 * after(0));
        assert!(after(-40) < after(0) && after(-400) > after(0) / 2.0);
    }
}
