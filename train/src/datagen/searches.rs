//! The settings of searches, shared by `datagen` and `branch`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use movegen::{Board, Color, Game};
use rand::RngExt;
use rand::rngs::StdRng;
use search::nnue::{Network, NetworkError};
use search::{Limits, PoolError, Progress, Request, Score, SearchResult, Searcher};

use super::origin::Origin;
use crate::filter::Filter;
use crate::format::game::ScoredMove;

/// The hard node limit as a multiple of the larger soft one: no iteration may take as long as a game.
const HARD_LIMIT: u64 = 8;

/// Scores further from zero are not worth a longer search: at an expected result of 92%, errors
/// matter little to training and to the game.
pub(crate) const DECIDED: Score = 1000;

/// Settings of the searches.
#[derive(Args, Clone, Debug)]
pub struct SearchSettings {
    /// The nodes of a search.
    #[command(flatten)]
    pub limits: NodeLimits,
    /// Size of each thread's transposition table in MiB
    #[arg(long, default_value_t = 2, value_parser = at_least_one())]
    pub hash: usize,
    /// Network to search with instead of the embedded one
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long)]
    pub threads: Option<NonZeroUsize>,
}

/// Parses a whole number of at least 1.
pub(crate) fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// The number of threads: the one given, or one for each core.
pub(crate) fn thread_count(given: Option<NonZeroUsize>) -> usize {
    let threads = given.or_else(|| thread::available_parallelism().ok());
    threads.map_or(1, NonZeroUsize::get)
}

impl SearchSettings {
    /// The network to search with.
    pub(crate) fn load_network(&self) -> Result<Arc<Network>, NetworkError> {
        match &self.network {
            Some(path) => Network::load(path),
            None => Ok(Network::embedded()),
        }
    }

    /// A searcher for one thread.
    pub(crate) fn searcher(&self, network: &Arc<Network>) -> Result<Searcher, PoolError> {
        Searcher::with_network(self.hash, Arc::clone(network))
    }

    /// The origin of what these searches of a network find, without other settings.
    pub(crate) fn origin(&self, network: &Network) -> Origin {
        Origin {
            nodes: self.limits.nodes,
            kept_nodes: self.limits.kept_nodes,
            hash: self.hash,
            ..Origin::of(network)
        }
    }
}

/// The nodes of a search.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLimits {
    /// Soft node limit: no iteration begins after it. The hard limit is eight times the larger soft one
    #[arg(long, default_value_t = 150)]
    pub nodes: u64,
    /// Soft node limit for undecided positions that 'shuffle' keeps by default, if it is larger
    #[arg(long, default_value_t = 300, value_name = "NODES")]
    pub kept_nodes: u64,
}

impl NodeLimits {
    /// Both limits multiplied by the same random factor from 0.9 to 1.1, rounded up. With it, games
    /// from the same opening differ: of two million games with the same limits, 9% repeated another
    /// one.
    pub(super) fn varied(self, rng: &mut StdRng) -> Self {
        let percent = rng.random_range(90..=110);
        let vary = |nodes: u64| nodes.saturating_mul(percent).div_ceil(100);
        Self {
            nodes: vary(self.nodes),
            kept_nodes: vary(self.kept_nodes),
        }
    }

    /// The result of a search to the soft limit, which is `kept_nodes`, if that is more, as long as the
    /// position is undecided and would be kept for training.
    pub(crate) fn search(self, searcher: &mut Searcher, game: &Game) -> SearchResult {
        let board = game.board();
        let is_kept = |progress: Progress| {
            let (mv, score) = (progress.best, white_score(board, progress.score));
            progress.score.abs() <= DECIDED
                && Filter::default().keeps(board, ScoredMove { mv, score })
        };
        let most = self.nodes.max(self.kept_nodes);
        let limits = Limits::nodes(most.saturating_mul(HARD_LIMIT));
        let request = Request::new(*board, limits).after(game.history().keys());
        searcher.search_until(request, |progress| {
            progress.nodes >= most || (progress.nodes >= self.nodes && !is_kept(progress))
        })
    }
}

/// The score for White, clamped to 16 bits; mate scores are the largest.
pub(crate) fn white_score(board: &Board, score: Score) -> i16 {
    let score = match board.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    score.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16
}

#[cfg(test)]
mod tests {
    use support::board;

    use super::*;
    use crate::random::rng_of;

    #[test]
    fn limits_of_games_differ_by_a_tenth_at_most() {
        let limits = NodeLimits {
            nodes: 150,
            kept_nodes: 300,
        };
        let mut rng = rng_of([1, 2, 3]);
        let varied: Vec<_> = (0..400).map(|_| limits.varied(&mut rng)).collect();
        assert!(varied.iter().all(|limits| {
            let kept = limits.kept_nodes;
            limits.nodes == kept.div_ceil(2) && (270..=330).contains(&kept)
        }));
        for extreme in [270, 330] {
            assert!(varied.iter().any(|limits| limits.kept_nodes == extreme));
        }
        let none = NodeLimits {
            nodes: 1,
            kept_nodes: 0,
        };
        let varied = none.varied(&mut rng);
        assert!(varied.nodes > 0 && varied.kept_nodes == 0, "{varied:?}");
    }

    #[test]
    fn white_score_is_negated_for_black_and_clamped() {
        for (side, score, expected) in [
            ("w", 250, 250),
            ("b", 250, -250),
            ("w", 40_000, i16::MAX),
            ("b", 40_000, -i16::MAX),
        ] {
            let board = board(&format!("4k3/8/8/8/8/8/8/4K3 {side} - - 0 1"));
            assert_eq!(white_score(&board, score), expected, "{side}");
        }
    }
}
