//! Shared code of the programs that play games: openings, and a game between two players.

use rand::RngExt;
use rand::rngs::StdRng;
use variants::{Color, Move, Outcome, Rules, outcome};

/// A game longer than this is drawn.
const LONGEST: usize = 400;

/// A position of a game with the keys of those before it.
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

    /// The start position after so many random moves, without an end of the game on the way.
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

    /// Plays to the end: `choose` gives each move. Returns White's points.
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
