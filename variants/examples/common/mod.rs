//! Shared code of the examples: the names of the games, openings, a game between two players, and
//! errors.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;
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

/// A parser of durations in seconds, up to some thirty years.
pub fn seconds() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..=1_000_000_000)
}

/// Adds the name of a file to an error.
pub fn in_file(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Prints the error of a program; returns its exit code.
pub fn exit_code(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A game from the start position.
#[derive(Clone)]
pub struct Playout<R> {
    pub position: R,
    pub moves: Vec<Move>,
    /// The keys of the positions before.
    keys: Vec<u64>,
}

impl<R: Rules> Playout<R> {
    /// The start position.
    pub fn start() -> Self {
        let position = R::from_fen(R::GAME.start).expect("the start position is a position");
        Self {
            position,
            moves: Vec::new(),
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
        self.moves.push(mv);
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

    /// Plays to the end, with each move from `choose`, or until that fails. Returns White's points.
    pub fn finish<E>(
        &mut self,
        mut choose: impl FnMut(&Self) -> Result<Move, E>,
    ) -> Result<f64, E> {
        for _ in 0..LONGEST {
            match self.outcome() {
                Some(Outcome::Mate(Color::White)) => return Ok(1.0),
                Some(Outcome::Mate(Color::Black)) => return Ok(0.0),
                Some(_) => return Ok(0.5),
                None => {
                    let mv = choose(self)?;
                    self.play(mv);
                }
            }
        }
        Ok(0.5)
    }
}
