//! One self-play game, determined by its seed and settings.

use std::ops::RangeInclusive;

use movegen::Game;
use movegen::openings::{StartKind, random_opening};
use rand::RngExt;
use rand::rngs::StdRng;
use search::{Score, Searcher, is_known_ending};

use super::adjudicate::Adjudicator;
use super::searches::{NodeLimits, white_score};
use crate::filter::ply_of;
use crate::format::game::{GameRecord, ScoredMove};
use crate::format::record::GameResult;
use crate::random::rng_of;

/// Random plies of an opening. After few of them games continue much like those of good players, after
/// many they are more varied. Either color makes the first searched move.
const RANDOM_PLIES: RangeInclusive<u32> = 4..=9;

/// One game in this many is played out after it is won, so that the data includes converted and
/// missed wins.
const PLAYED_OUT: u32 = 10;

/// The settings of self-play games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSettings {
    /// The nodes of each search.
    pub limits: NodeLimits,
    /// Openings with a first score further from zero than this, in internal units, are skipped.
    pub opening_limit: Score,
    /// Limit in scored plies; longer games are draws.
    pub max_plies: usize,
}

/// The seed of a game: with the same [`GameSettings`] and engine it gives the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSeed {
    /// The run's seed.
    pub seed: u64,
    /// The index of the thread that plays the game.
    pub thread: u64,
    /// The number of games before it in the thread's file.
    pub number: u64,
}

impl GameSeed {
    fn rng(self) -> StdRng {
        rng_of([self.seed, self.thread, self.number])
    }
}

/// Plays a game; returns `None` if `abandon` is true before one of its moves.
///
/// One searcher plays both sides: the table entries of the other side's last search deepen each
/// search by a ply or two for the same nodes, and one small table stays in the processor's cache.
/// It is cleared first, so games do not depend on earlier ones.
pub fn play(
    searcher: &mut Searcher,
    settings: GameSettings,
    seed: GameSeed,
    abandon: impl Fn() -> bool,
) -> Option<GameRecord> {
    let mut rng = seed.rng();
    let mut adjudicator = Adjudicator::new(rng.random_range(0..PLAYED_OUT) == 0);
    // Chosen once, so that all kinds are played as often as they are chosen, however many of their
    // openings are skipped.
    let kind = start_kind(&mut rng);
    let random_plies = rng.random_range(RANDOM_PLIES);
    let limits = settings.limits.varied(&mut rng);
    searcher.clear();
    let (mut game, mut found) = loop {
        if abandon() {
            return None;
        }
        let game = opening(kind, random_plies, &mut rng);
        // The search that tests the opening also finds the first move, so the test costs nothing.
        let found = limits.search(searcher, &game);
        if found.score.abs() <= settings.opening_limit {
            break (game, found);
        }
    };
    let start = *game.board();
    let mut plies = Vec::new();
    let result = loop {
        let mv = found
            .best
            .expect("a game that is not over has a legal move");
        let score = white_score(game.board(), found.score);
        plies.push(ScoredMove { mv, score });
        if is_known_ending(game.board()) {
            adjudicator.stop_playing_out();
        }
        if let Some(result) = adjudicator.add(score, ply_of(game.board())) {
            break result;
        }
        game.play(mv).expect("the search returns legal moves");
        if let Some(outcome) = game.outcome() {
            break GameResult::won_by(outcome.winner());
        }
        if plies.len() >= settings.max_plies {
            break GameResult::Draw;
        }
        if abandon() {
            return None;
        }
        found = limits.search(searcher, &game);
    };
    Some(GameRecord {
        start,
        kind: Some(kind),
        result,
        parent_slot: None,
        plies,
    })
}

/// A game of a kind after `plies` random plies, not yet over.
fn opening(kind: StartKind, plies: u32, rng: &mut StdRng) -> Game {
    loop {
        let board = kind.board(rng);
        if let Some(game) = random_opening(board, plies, rng) {
            return game;
        }
    }
}

/// The start of a game: 70% orthodox chess, 15% Chess960, 15% double Fischer random.
fn start_kind(rng: &mut StdRng) -> StartKind {
    match rng.random_range(0..100u32) {
        0..70 => StartKind::Orthodox,
        70..85 => StartKind::Chess960,
        _ => StartKind::DoubleChess960,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_all_starts_and_random_plies() {
        let mut kinds = [0; 3];
        for number in 0..400 {
            let seed = GameSeed {
                seed: 1,
                thread: 2,
                number,
            };
            let mut rng = seed.rng();
            let kind = start_kind(&mut rng);
            let plies = 8 + number as u32 % 2;
            let game = opening(kind, plies, &mut rng);
            kinds[kind as usize] += 1;
            assert!(game.outcome().is_none());
            assert_eq!(u32::from(ply_of(game.board())), plies);
        }
        assert!((240..=320).contains(&kinds[0]), "{kinds:?}");
        assert!(kinds[1] > 30 && kinds[2] > 30, "{kinds:?}");
    }

    fn settings(nodes: u64, opening_limit: Score, max_plies: usize) -> GameSettings {
        GameSettings {
            limits: NodeLimits {
                nodes,
                kept_nodes: 0,
            },
            opening_limit,
            max_plies,
        }
    }

    fn seed(number: u64) -> GameSeed {
        GameSeed {
            seed: 3,
            thread: 0,
            number,
        }
    }

    #[test]
    fn openings_with_a_score_beyond_the_limit_are_skipped() {
        let mut searcher = Searcher::new(1).expect("a small table");
        let mut first_scores = |opening_limit| -> Vec<i16> {
            let first_score = |number| {
                let settings = settings(100, opening_limit, 1);
                let game = play(&mut searcher, settings, seed(number), || false);
                game.expect("a game").plies[0].score
            };
            (0..20).map(first_score).collect()
        };
        let is_beyond = |score: &i16| score.abs() > 30;
        assert!(first_scores(Score::MAX).iter().any(is_beyond));
        let scores = first_scores(30);
        assert!(!scores.iter().any(is_beyond), "{scores:?}");
    }

    /// From a known ending on, these games end where the adjudicator of the others ends them.
    #[test]
    fn played_out_games_are_adjudicated_in_known_endings() {
        let mut searcher = Searcher::new(1).expect("a small table");
        let is_played_out = |number: &u64| seed(*number).rng().random_range(0..PLAYED_OUT) == 0;
        let mut adjudicated = 0;
        for number in (0..).filter(is_played_out).take(60) {
            let settings = settings(1, 1000, 400);
            let game = play(&mut searcher, settings, seed(number), || false).expect("a game");
            let mut usual = Adjudicator::default();
            let mut is_known = false;
            for (index, (board, ply)) in game.positions().enumerate() {
                is_known |= is_known_ending(&board);
                let result = usual.add(ply.score, ply_of(&board));
                if is_known && result.is_some() {
                    assert_eq!(index + 1, game.plies.len(), "game {number}");
                    adjudicated += u32::from(result != Some(GameResult::Draw));
                }
            }
        }
        assert!(adjudicated > 0, "no game was adjudicated as a win");
    }
}
