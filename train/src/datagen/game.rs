//! One self-play game, determined by its seed and the rules.

use movegen::openings::{StartKind, random_opening};
use movegen::{Board, Color, Game};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::{Limits, Request, Score, SearchResult, Searcher};

use super::adjudicate::Adjudicator;
use crate::format::game::{GameRecord, ScoredMove};
use crate::format::record::{GameResult, ply_of};

/// Random plies of an opening. Half of all openings have one more, so that either color makes the
/// first searched move.
const RANDOM_PLIES: u32 = 8;

/// The hard node limit in soft limits, so that one iteration cannot take the time of a whole game.
const HARD_LIMIT: u64 = 8;

/// One game in this many is played out after it is won, so that the data includes converted and
/// missed wins.
const PLAYED_OUT: u32 = 10;

/// The rules of self-play games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Soft node limit: no iteration begins after it.
    pub soft_nodes: u64,
    /// Openings with a first score further from zero than this, in internal units, are skipped.
    pub opening_limit: Score,
    /// Limit in scored plies; longer games are draws.
    pub max_plies: usize,
}

/// The seed of a game: with the same [`Rules`] and engine it gives the same game.
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
        let mut seed = [0; 32];
        let numbers = [self.seed, self.thread, self.number];
        for (bytes, number) in seed.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
            *bytes = number.to_le_bytes();
        }
        StdRng::from_seed(seed)
    }
}

/// Plays a game; returns `None` if `abandon` is true before one of its moves.
///
/// One searcher plays both sides: the table entries of the other side's last search deepen each
/// search by a ply or two for the same nodes, and one small table stays in the processor's cache.
/// It is cleared first, so games do not depend on earlier ones.
pub fn play(
    searcher: &mut Searcher,
    rules: Rules,
    seed: GameSeed,
    abandon: impl Fn() -> bool,
) -> Option<GameRecord> {
    let mut rng = seed.rng();
    let mut adjudicator = Adjudicator::new(rng.random_range(0..PLAYED_OUT) == 0);
    searcher.clear();
    let (kind, mut game, mut found) = loop {
        if abandon() {
            return None;
        }
        let (kind, game) = opening(&mut rng);
        // The search that tests the opening also finds the first move, so the test costs nothing.
        let found = search(searcher, &game, rules);
        if found.score.abs() <= rules.opening_limit {
            break (kind, game, found);
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
        if let Some(result) = adjudicator.add(score, ply_of(game.board())) {
            break result;
        }
        game.play(mv).expect("the search returns legal moves");
        if let Some(outcome) = game.outcome() {
            break GameResult::won_by(outcome.winner());
        }
        if plies.len() >= rules.max_plies {
            break GameResult::Draw;
        }
        if abandon() {
            return None;
        }
        found = search(searcher, &game, rules);
    };
    Some(GameRecord {
        start,
        kind: Some(kind),
        result,
        plies,
    })
}

fn search(searcher: &mut Searcher, game: &Game, rules: Rules) -> SearchResult {
    let limits = Limits {
        soft_nodes: Some(rules.soft_nodes),
        ..Limits::nodes(rules.soft_nodes.saturating_mul(HARD_LIMIT))
    };
    let request = Request::new(*game.board(), limits).after(game.history().keys());
    searcher.search(request)
}

/// The score for White, clamped to 16 bits; mate scores are the largest.
pub(crate) fn white_score(board: &Board, score: Score) -> i16 {
    let score = match board.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    score.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16
}

/// An opening: a game after its random plies, not yet over.
fn opening(rng: &mut StdRng) -> (StartKind, Game) {
    loop {
        let kind = start_kind(rng);
        let board = kind.board(rng);
        let plies = RANDOM_PLIES + rng.random_range(0..2);
        if let Some(game) = random_opening(board, plies, rng) {
            return (kind, game);
        }
    }
}

/// The start of a game: 70 % orthodox chess, 15 % Chess960, 15 % double Fischer random.
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
    fn openings_have_all_starts_and_both_sides_to_move() {
        let mut kinds = [0; 3];
        let mut turns = [0; 2];
        for number in 0..400 {
            let seed = GameSeed {
                seed: 1,
                thread: 2,
                number,
            };
            let (kind, game) = opening(&mut seed.rng());
            kinds[kind as usize] += 1;
            turns[game.board().side_to_move().index()] += 1;
            assert!(game.outcome().is_none());
            assert!((8..=9).contains(&ply_of(game.board())));
        }
        assert!((240..=320).contains(&kinds[0]), "{kinds:?}");
        assert!(kinds[1] > 30 && kinds[2] > 30, "{kinds:?}");
        assert!(turns[0] > 160 && turns[1] > 160, "{turns:?}");
    }
}
