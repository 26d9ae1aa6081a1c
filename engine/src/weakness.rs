//! The strength asked for, and which game it is played in.

use std::hash::{BuildHasher, RandomState};

use movegen::Game;
use search::Strength;

use crate::uci::options::DEFAULT_ELO;

/// Whether and how far strength is limited.
pub struct Weakness {
    limited: bool,
    elo: u32,
    seed: u64,
    /// The keys of the game last asked for.
    game: Vec<u64>,
}

impl Weakness {
    /// Full strength.
    pub fn new() -> Self {
        Self {
            limited: false,
            elo: DEFAULT_ELO,
            seed: random(),
            game: Vec::new(),
        }
    }

    /// Limits strength or does not. True when that changes how the engine plays.
    pub fn switch(&mut self, limited: bool) -> bool {
        std::mem::replace(&mut self.limited, limited) != limited
    }

    /// Sets the rating to play at. True when that changes how the engine plays.
    pub fn set_elo(&mut self, elo: u32) -> bool {
        std::mem::replace(&mut self.elo, elo) != elo && self.limited
    }

    /// The strength to search with, `None` for all there is. In a game that does not go on from
    /// the last one asked for, the engine errs in other ways: not every GUI tells of a new game.
    pub fn strength(&mut self, game: &Game) -> Option<Strength> {
        let mut keys = game.history().keys().to_vec();
        keys.push(game.board().key());
        if !keys.starts_with(&self.game) {
            self.seed = random();
        }
        self.game = keys;
        self.limited.then_some(Strength {
            elo: self.elo,
            seed: self.seed,
        })
    }
}

/// The standard library seeds its hash maps at random.
fn random() -> u64 {
    RandomState::new().hash_one(0)
}
