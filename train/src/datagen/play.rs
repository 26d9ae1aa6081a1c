//! One game of the engine against itself, which its seed and the rules determine.

use movegen::{Board, Color, Game};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::{Limits, Options, Score, SearchResult, Searcher};

use crate::data::{GameResult, ply_of};
use crate::games::{GameRecord, ScoredMove, StartKind};

/// Random plies an opening has; one more in half of the openings, so that both colours get to
/// make the first choice.
const RANDOM_PLIES: usize = 8;

/// The hard limit, in soft ones: an iteration may not eat up the time of a whole game.
const HARD_LIMIT: u64 = 8;

/// A win: a score of so many internal units, 400 to a logit, for the same side in so many scores in
/// a row. That is an expected result of 99.8 %.
const WIN_SCORE: i16 = 2500;
const WIN_PLIES: u32 = 4;

/// One game in so many is played on when it is won, so that the network sees how wins are
/// converted, and those that are not.
const PLAYED_OUT: u32 = 10;

/// A draw: a score within so many internal units of zero, so often in a row and after this ply of
/// the game.
const DRAW_SCORE: i16 = 12;
const DRAW_PLIES: u32 = 12;
const DRAW_AFTER: u16 = 80;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// No iteration begins once a search has looked at so many positions.
    pub soft_nodes: u64,
    /// An opening whose first score is further from zero than this, in internal units, is skipped.
    pub opening_limit: Score,
    /// A game of so many scored plies is a draw.
    pub max_plies: usize,
}

/// What names a game: equal seeds and [`Rules`] give equal games by the same engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSeed {
    /// The run's seed.
    pub seed: u64,
    /// The thread that plays it.
    pub stream: u64,
    /// The thread's games before it.
    pub number: u64,
}

impl GameSeed {
    fn rng(self) -> StdRng {
        let mut seed = [0; 32];
        for (bytes, part) in seed
            .chunks_exact_mut(8)
            .zip([self.seed, self.stream, self.number])
        {
            bytes.copy_from_slice(&part.to_le_bytes());
        }
        StdRng::from_seed(seed)
    }
}

/// Plays a game, or none of it when `abandon` says so between two moves.
///
/// One searcher plays both sides: what it has learnt of the other side's last position makes each
/// score a ply or two deeper for the same nodes, and one small table stays in the processor's
/// cache. It is cleared first, so that no game depends on the one before.
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
        // The first move's search is the opening's test, so the test costs nothing.
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
        let score = white_view(game.board(), found.score);
        plies.push(ScoredMove { mv, score });
        if let Some(result) = adjudicator.judge(score, ply_of(game.board())) {
            break result;
        }
        game.play(mv).expect("the search gives legal moves");
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
    let keys = game.history().keys();
    searcher.search(game.board(), keys, limits, Options::default(), |_| {})
}

/// Scores stay within 16 bits: mates are the highest.
fn white_view(board: &Board, score: Score) -> i16 {
    let score = match board.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    score.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16
}

/// A game after its random plies, not over yet.
fn opening(rng: &mut StdRng) -> (StartKind, Game) {
    loop {
        let (kind, start) = start(rng);
        let plies = RANDOM_PLIES + rng.random_range(0..2usize);
        if let Some(game) = random_moves(rng, start, plies) {
            return (kind, game);
        }
    }
}

/// Of 100 games 70 begin as orthodox chess, 15 as Chess960 and 15 as double Fischer random.
fn start(rng: &mut StdRng) -> (StartKind, Board) {
    match rng.random_range(0..100u32) {
        0..70 => (StartKind::Orthodox, Board::default()),
        70..85 => (StartKind::Chess960, Board::random_chess960(rng)),
        _ => (
            StartKind::DoubleChess960,
            Board::random_double_chess960(rng),
        ),
    }
}

fn random_moves(rng: &mut StdRng, start: Board, plies: usize) -> Option<Game> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = game.board().legal_moves();
        let mv = *moves.get(rng.random_range(0..moves.len().max(1)))?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// Ends games whose result is clear.
#[derive(Default)]
struct Adjudicator {
    /// Wins are played out.
    plays_out: bool,
    /// For how many plies White, and Black, has been winning.
    winning: [u32; 2],
    /// For how many plies nobody has been better.
    equal: u32,
}

impl Adjudicator {
    fn new(plays_out: bool) -> Self {
        Self {
            plays_out,
            ..Self::default()
        }
    }

    /// The result that the scores so far make certain enough.
    fn judge(&mut self, white_score: i16, ply: u16) -> Option<GameResult> {
        let count = |plies: &mut u32, holds: bool| *plies = if holds { *plies + 1 } else { 0 };
        count(&mut self.winning[0], white_score >= WIN_SCORE);
        count(&mut self.winning[1], white_score <= -WIN_SCORE);
        let is_equal = white_score.abs() <= DRAW_SCORE && ply >= DRAW_AFTER;
        count(&mut self.equal, is_equal);
        if self.winning[0] >= WIN_PLIES && !self.plays_out {
            Some(GameResult::WhiteWins)
        } else if self.winning[1] >= WIN_PLIES && !self.plays_out {
            Some(GameResult::BlackWins)
        } else if self.equal >= DRAW_PLIES {
            Some(GameResult::Draw)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge_all(scores: &[(i16, u16)]) -> Option<GameResult> {
        let mut adjudicator = Adjudicator::default();
        let judge = |&(score, ply): &(i16, u16)| adjudicator.judge(score, ply);
        scores.iter().map(judge).last().flatten()
    }

    #[test]
    fn clear_games_end() {
        assert_eq!(judge_all(&[(2500, 30); 3]), None);
        assert_eq!(judge_all(&[(2500, 30); 4]), Some(GameResult::WhiteWins));
        assert_eq!(judge_all(&[(-31_990, 30); 4]), Some(GameResult::BlackWins));
        let broken = [(2500, 1), (2500, 2), (2499, 3), (2500, 4), (2500, 5)];
        assert_eq!(judge_all(&broken), None);
        assert_eq!(judge_all(&[(-12, 80); 12]), Some(GameResult::Draw));
        assert_eq!(judge_all(&[(-12, 79); 12]), None);
        assert_eq!(judge_all(&[(13, 200); 50]), None);
    }

    #[test]
    fn games_played_out_end_early_only_as_draws() {
        let mut adjudicator = Adjudicator::new(true);
        for ply in 30..100 {
            assert_eq!(adjudicator.judge(2500, ply), None);
        }
        let results: Vec<_> = (100..112).map(|ply| adjudicator.judge(0, ply)).collect();
        assert_eq!(results.last(), Some(&Some(GameResult::Draw)));
    }

    #[test]
    fn openings_are_of_every_kind_and_mostly_orthodox() {
        let mut kinds = [0; 3];
        let mut turns = [0; 2];
        for number in 0..400 {
            let seed = GameSeed {
                seed: 1,
                stream: 2,
                number,
            };
            let (kind, game) = opening(&mut seed.rng());
            kinds[kind as usize - 1] += 1;
            turns[game.board().side_to_move().index()] += 1;
            assert!(game.outcome().is_none());
            assert!((8..=9).contains(&ply_of(game.board())));
        }
        assert!((240..=320).contains(&kinds[0]), "{kinds:?}");
        assert!(kinds[1] > 30 && kinds[2] > 30, "{kinds:?}");
        assert!(turns[0] > 160 && turns[1] > 160, "{turns:?}");
    }
}
