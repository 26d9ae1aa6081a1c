//! Shared code of the programs that play games: the names of the games, openings, and a game between
//! two players.

use clap::ValueEnum;
use rand::RngExt;
use rand::rngs::StdRng;
use search::{Limits, Request, Score};
use variants::{Color, Move, Outcome, Rules, Searcher, outcome};

/// Plies after which a game is adjudicated as a draw.
const LONGEST: usize = 400;

/// The game, on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum Name {
    Swim,
    Cylinder,
}

/// A position of a game with the keys of earlier ones.
pub struct Playout<R> {
    pub position: R,
    pub keys: Vec<u64>,
}

impl<R: Rules> Playout<R> {
    /// The start position.
    pub fn start() -> Self {
        let position = R::from_fen(R::GAME.start).expect("the start position is a position");
        Self {
            position,
            keys: Vec::new(),
        }
    }

    /// A position `plies` random moves from the start, not in check and without a result.
    pub fn opening(random: &mut StdRng, plies: usize) -> Self {
        loop {
            let mut playout = Self::start();
            for _ in 0..plies {
                let moves = playout.position.legal_moves();
                if !moves.is_empty() {
                    playout.play(moves[random.random_range(0..moves.len())]);
                }
            }
            if playout.outcome().is_none() && !playout.position.in_check() {
                return playout;
            }
        }
    }

    pub fn play(&mut self, mv: Move) {
        self.keys.push(self.position.key());
        self.position = self.position.make(mv).expect("a legal move");
    }

    pub fn outcome(&self) -> Option<Outcome> {
        outcome(&self.position, &self.keys)
    }

    /// Searches the position, in which the game goes on. Returns the move and its score.
    pub fn search(&self, searcher: &mut Searcher<R>, nodes: u64) -> (Move, Score) {
        let request = Request::new(self.position, Limits::nodes(nodes)).after(&self.keys);
        let found = searcher.search(request);
        let best = found.best.expect("the game goes on, so there is a move");
        (best, found.score)
    }

    /// Plays to the end, with each move from `choose`. Returns White's points.
    pub fn finish(&mut self, mut choose: impl FnMut(&Self) -> Move) -> f64 {
        for _ in 0..LONGEST {
            match self.outcome() {
                Some(Outcome::Mate(Color::White)) => return 1.0,
                Some(Outcome::Mate(Color::Black)) => return 0.0,
                Some(_) => return 0.5,
                None => {
                    let mv = choose(self);
                    self.play(mv);
                }
            }
        }
        0.5
    }
}
