//! Playing a pair of games in this process.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::{Duration, Instant};

use movegen::openings::{StartKind, random_opening};
use movegen::{Color, Game};
use rand::RngExt;
use rand::rngs::StdRng;
use search::nnue::Network;
use search::{Clock, Limits, PoolError, Request, Score, Searcher, TUNABLE, node_time, set_param};

use super::{Conditions, Job, PairError, Purpose, TimeControl, Values, stream};
use crate::datagen::{Adjudicator, Origin, Output, white_score};
use crate::filter::ply_of;
use crate::format::game::{GameRecord, ScoredMove};
use crate::format::record::GameResult;

/// Random plies of an opening; half of all openings have one more.
const RANDOM_PLIES: u32 = 8;
/// Openings with a score further from zero than this, in internal units, are skipped.
const OPENING_LIMIT: Score = 300;
/// Nodes of the search that scores an opening.
const OPENING_NODES: u64 = 3000;
/// Longer games, in plies, are draws.
const MAX_PLIES: usize = 400;

impl Conditions {
    /// The origin of the games of a thread, whose players have the parameters of an experiment.
    pub(super) fn origin(&self, seed: u64, thread: u64) -> Origin {
        Origin {
            seed,
            thread,
            nodes: self.nodes,
            hash: self.hash,
            opening_limit: OPENING_LIMIT,
            max_plies: MAX_PLIES,
            ..Origin::of(&Network::embedded())
        }
    }
}

/// Two players, with the conditions of their games.
pub(super) struct Match {
    conditions: Conditions,
    /// Seed of the openings, together with the number of the pair.
    seed: u64,
    /// The file for the games, if they are kept.
    games: Option<Output>,
    searchers: [Searcher; 2],
}

impl Match {
    pub(super) fn new(
        conditions: Conditions,
        seed: u64,
        games: Option<Output>,
    ) -> Result<Self, PoolError> {
        let searcher = || Searcher::with_network(conditions.hash, Network::embedded());
        Ok(Self {
            conditions,
            seed,
            games,
            searchers: [searcher()?, searcher()?],
        })
    }

    /// Plays both games of a pair; returns the half points (0 to 4) of the first player.
    ///
    /// # Errors
    /// The games cannot be written.
    pub(super) fn play_pair(&mut self, job: &Job) -> Result<u8, PairError> {
        let mut rng = stream(Purpose::Opening, self.seed, job.number);
        let kind = [StartKind::Orthodox, StartKind::DoubleChess960][(job.number % 2) as usize];
        let opening = self.opening(kind, &mut rng);
        let records = Color::ALL.map(|first| {
            let mut plies = Vec::new();
            let result = self.play(&job.players, opening.clone(), first, &mut plies);
            GameRecord {
                start: *opening.board(),
                kind: Some(kind),
                result,
                parent_slot: None,
                plies,
            }
        });
        let [white, black] = &records;
        if let Some(games) = &mut self.games {
            games.append(white)?;
            // Equal players play the same game twice.
            if black != white {
                games.append(black)?;
            }
        }
        let points = white.result.half_points(Color::White);
        Ok(points + black.result.half_points(Color::Black))
    }

    /// An opening that is about equal according to the default parameters.
    fn opening(&mut self, kind: StartKind, rng: &mut StdRng) -> Game {
        for &(name, value, ..) in TUNABLE {
            set_param(name, value);
        }
        loop {
            let board = kind.board(rng);
            let plies = RANDOM_PLIES + rng.random_range(0..2);
            let Some(game) = random_opening(board, plies, rng) else {
                continue;
            };
            self.searchers[0].clear();
            let request = Request::new(*game.board(), Limits::nodes(OPENING_NODES));
            let found = self.searchers[0].search(request);
            if found.score.abs() <= OPENING_LIMIT {
                return game;
            }
        }
    }

    /// Plays a game with the first player as `first`, and adds its moves to `plies`.
    fn play(
        &mut self,
        players: &[Values; 2],
        mut game: Game,
        first: Color,
        plies: &mut Vec<ScoredMove>,
    ) -> GameResult {
        for searcher in &mut self.searchers {
            searcher.clear();
        }
        let mut adjudicator = Adjudicator::default();
        let mut clocks = [self.conditions.tc.map(PlayerClock::new); 2];
        for _ in 0..MAX_PLIES {
            let side = game.board().side_to_move();
            let player = usize::from(side != first);
            for (name, value) in &players[player] {
                set_param(name, *value);
            }
            let started = Instant::now();
            let limits = self.limits(clocks[player].as_ref(), started);
            let request = Request::new(*game.board(), limits).after(game.history().keys());
            let found = self.searchers[player].search(request);
            let spent = self.time_spent(started, found.nodes);
            if clocks[player]
                .as_mut()
                .is_some_and(|clock| !clock.stop(spent))
            {
                return GameResult::won_by(Some(!side));
            }
            let mv = found
                .best
                .expect("a game that is not over has a legal move");
            let score = white_score(game.board(), found.score);
            plies.push(ScoredMove { mv, score });
            if let Some(result) = adjudicator.add(score, ply_of(game.board())) {
                return result;
            }
            game.play(mv).expect("the search returns legal moves");
            if let Some(outcome) = game.outcome() {
                return GameResult::won_by(outcome.winner());
            }
        }
        GameResult::Draw
    }

    fn limits(&self, clock: Option<&PlayerClock>, started: Instant) -> Limits {
        let Some(clock) = clock else {
            return Limits::nodes(self.conditions.nodes);
        };
        Limits {
            clock: Some(Clock {
                time: clock.left,
                increment: clock.tc.increment,
                moves_to_go: clock.moves_to_go,
            }),
            started: Some(started),
            nodes_per_ms: self.conditions.nodes_per_ms.map_or(0, NonZeroU64::get),
            ..Limits::new()
        }
    }

    /// The time of a move on the clock.
    fn time_spent(&self, started: Instant, nodes: u64) -> Duration {
        match self.conditions.nodes_per_ms {
            Some(per_ms) => node_time(nodes, per_ms.get()),
            None => started.elapsed(),
        }
    }
}

/// The clock of one player.
#[derive(Clone, Copy)]
struct PlayerClock {
    tc: TimeControl,
    left: Duration,
    /// The moves left in the period.
    moves_to_go: Option<u32>,
}

impl PlayerClock {
    fn new(tc: TimeControl) -> Self {
        Self {
            tc,
            left: tc.time,
            moves_to_go: tc.moves.map(NonZeroU32::get),
        }
    }

    /// Subtracts the time of a move, and adds the increment and, after the last move of a period, the
    /// time of the next; false if the time has run out.
    fn stop(&mut self, elapsed: Duration) -> bool {
        let left = self.left.checked_sub(elapsed);
        self.left = left.unwrap_or_default() + self.tc.increment;
        self.moves_to_go = self.moves_to_go.map(|moves| moves - 1);
        if self.moves_to_go == Some(0) {
            self.left += self.tc.time;
            self.moves_to_go = self.tc.moves.map(NonZeroU32::get);
        }
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use support::board;

    use super::super::time_control;
    use super::*;
    use crate::format::reader::GameReader;

    /// Plays four pairs between players with these values of a parameter; returns the half points of
    /// the first player, and the games.
    fn play_pairs(conditions: Conditions, margins: [i32; 2]) -> (Vec<u8>, Vec<GameRecord>) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.viri");
        let games = Output::open(path.clone(), &conditions.origin(1, 0)).expect("a new file");
        let mut players = Match::new(conditions, 1, Some(games)).expect("small tables");
        let points = (0..4).map(|number| {
            let job = Job {
                number,
                players: margins.map(|margin| vec![("rfp_margin".to_owned(), margin)]),
            };
            players.play_pair(&job).expect("the file can be written")
        });
        let points = points.collect();
        let file = BufReader::new(fs_err::File::open(path).expect("the games"));
        let games: Result<Vec<_>, _> = GameReader::new(file).collect();
        (points, games.expect("whole games"))
    }

    // One test, because parameters are global.
    #[test]
    fn players_differ_only_by_their_parameters() {
        let nodes = Conditions {
            nodes: 200,
            tc: None,
            nodes_per_ms: None,
            hash: 1,
        };
        let node_clock = Conditions {
            tc: time_control("1+0.01").ok(),
            nodes_per_ms: NonZeroU64::new(10),
            ..nodes
        };
        for conditions in [nodes, node_clock] {
            let equal = [40, 150].map(|margin| {
                let (points, games) = play_pairs(conditions, [margin; 2]);
                assert_eq!(points, [2; 4], "equal players share the points");
                assert_eq!(games.len(), 4, "each pair is twice the same game");
                games
            });
            assert!(equal[0][0].plies.iter().any(|ply| ply.score != 0));
            let (points, games) = play_pairs(conditions, [40, 150]);
            assert_eq!(games.len(), 8, "each pair is two games");
            // The first player is White in the first game of a pair, and Black in the second.
            for (pair, games) in games.chunks(2).enumerate() {
                let [white, black] = [0, 1].map(|game| games[game].result);
                let of_first = white.half_points(Color::White) + black.half_points(Color::Black);
                assert_eq!(points[pair], of_first);
                let mover = games[0].start.side_to_move().index();
                for (game, player) in games.iter().zip([mover, 1 - mover]) {
                    assert_eq!(game.plies[0], equal[player][pair].plies[0]);
                }
            }
            assert!((0..4).any(|pair| equal[0][pair].plies[0] != equal[1][pair].plies[0]));
        }
    }

    #[test]
    fn clocks_run_down_and_get_increments() {
        let second = Duration::from_secs(1);
        let mut clock = PlayerClock::new(time_control("2+0.5").expect("a time control"));
        assert!(clock.stop(second));
        assert_eq!(clock.left, second + second / 2);
        assert_eq!(clock.moves_to_go, None);
        assert!(!clock.stop(2 * second));
        for text in ["fast", "0/2", "2/"] {
            assert!(time_control(text).is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_get_the_time_of_the_next_period() {
        let second = Duration::from_secs(1);
        let mut clock = PlayerClock::new(time_control("2/3").expect("a time control"));
        assert!(clock.stop(second));
        assert_eq!((clock.left, clock.moves_to_go), (2 * second, Some(1)));
        assert!(clock.stop(second));
        assert_eq!((clock.left, clock.moves_to_go), (4 * second, Some(2)));
    }

    #[test]
    fn player_whose_time_runs_out_loses() {
        let conditions = Conditions {
            nodes: 0,
            tc: time_control("0.001").ok(),
            nodes_per_ms: NonZeroU64::new(1),
            hash: 1,
        };
        let mut players = Match::new(conditions, 1, None).expect("small tables");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (side, expected) in [("w", GameResult::BlackWins), ("b", GameResult::WhiteWins)] {
            let game = Game::new(board(&format!("{start} {side} KQkq - 0 1")));
            for first in Color::ALL {
                // The first move takes at least two nodes, which are two milliseconds.
                let mut plies = Vec::new();
                let result = players.play(&[vec![], vec![]], game.clone(), first, &mut plies);
                assert_eq!((result, plies), (expected, vec![]), "{side}");
            }
        }
    }
}
