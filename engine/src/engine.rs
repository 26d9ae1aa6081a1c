//! Engine state between commands: the game, the settings and the running work.

mod game;
mod settings;
mod work;

use std::sync::Arc;
use std::time::{Duration, Instant};

use movegen::{Board, CastlingMode, Move};
use parking_lot::Mutex;
use search::nnue::Network;
use search::{Options, Pool, PoolError};

use crate::error::EngineError;
use crate::position::PlayedGame;
use crate::report::{OutputOptions, display};
use crate::river::River;
use crate::strength::StrengthLimit;
use crate::tools::background::Task;
pub use settings::export_network;
use work::Pending;
pub use work::{Go, print_errors};

/// Default of `Hash`, in mebibytes.
pub const DEFAULT_HASH: usize = 16;
/// Default of `Move Overhead`, in milliseconds.
pub const DEFAULT_OVERHEAD: u64 = 20;

/// An engine with a game on its board.
pub struct Engine {
    /// The river game on the board; `None` for chess.
    river: Option<River>,
    played: PlayedGame,
    /// The error of the last position from a GUI, if it was refused; there is no position then.
    refused: Option<String>,
    pool: Pool,
    task: Option<Task>,
    /// The time at which the last task ended.
    task_ended: Option<Instant>,
    /// The command that a `go` without a position still waits for.
    pending: Option<Pending>,
    /// The key of the position last searched, and its move.
    best: Arc<Mutex<Option<(u64, Move)>>>,
    /// Standard input and output are a terminal, and no `uci` has been received.
    is_interactive: bool,
    output: OutputOptions,
    /// In mebibytes.
    hash: usize,
    options: Options,
    overhead: Duration,
    nodes_per_ms: u64,
    strength: StrengthLimit,
}

impl Engine {
    /// An engine with the start position and every option's default.
    ///
    /// # Errors
    /// If the table of the default size cannot be allocated or the search thread cannot be started.
    pub fn new() -> Result<Self, PoolError> {
        Ok(Self {
            river: None,
            played: PlayedGame::new(Board::default()),
            refused: None,
            pool: Pool::new(1, DEFAULT_HASH)?,
            task: None,
            task_ended: None,
            pending: None,
            best: Arc::default(),
            is_interactive: false,
            output: OutputOptions::for_stdout(),
            hash: DEFAULT_HASH,
            options: Options::default(),
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            nodes_per_ms: 0,
            strength: StrengthLimit::new(),
        })
    }

    /// Sets whether a person types the commands at a terminal.
    pub fn set_interactive(&mut self, is_interactive: bool) {
        self.is_interactive = is_interactive;
    }

    /// True if a person types the commands at a terminal: not through a pipe, and not after `uci`.
    pub const fn is_interactive(&self) -> bool {
        self.is_interactive
    }

    /// The end of an error about a refused position: the position that is left.
    pub const fn kept_position(&self) -> &'static str {
        if self.refused.is_some() {
            "no position is set"
        } else {
            "the position stays as it was"
        }
    }

    /// Checks that there is a position.
    ///
    /// # Errors
    /// If the last position was refused.
    fn check_position(&self) -> Result<(), EngineError> {
        match &self.refused {
            Some(reason) => Err(EngineError::NoPosition(reason.clone())),
            None => Ok(()),
        }
    }

    /// Checks that a command of chess is not given in a river game.
    ///
    /// # Errors
    /// If a river game is being played.
    pub fn check_chess(&self, command: &'static str) -> Result<(), EngineError> {
        match &self.river {
            Some(river) => Err(EngineError::NotInGame {
                command,
                game: river.name(),
            }),
            None => Ok(()),
        }
    }

    /// ASCII diagram of the board.
    ///
    /// # Errors
    /// If there is no position.
    pub fn diagram(&self) -> Result<String, EngineError> {
        self.check_position()?;
        Ok(match &self.river {
            Some(river) => river.session().diagram(),
            None => display::board(self.played.game().board(), self.castling_mode()),
        })
    }

    /// The evaluation as a table, and the result if the game is over.
    ///
    /// # Errors
    /// If there is no position.
    pub fn evaluation(&self) -> Result<String, EngineError> {
        self.check_position()?;
        let (table, outcome) = match &self.river {
            Some(river) => {
                let session = river.session();
                let outcome = session.outcome();
                (session.evaluation(), outcome.map(|it| it.to_string()))
            }
            None => {
                let game = self.played.game();
                let table = display::evaluation(game.board(), self.network());
                (table, game.outcome().map(|it| it.to_string()))
            }
        };
        let result = outcome.map(|outcome| format!("\nThe game is over: {outcome}"));
        Ok(table + &result.unwrap_or_default())
    }

    /// The network in use.
    pub fn network(&self) -> &Arc<Network> {
        self.pool.network()
    }

    /// The notation of castling moves.
    pub const fn castling_mode(&self) -> CastlingMode {
        self.output.moves.mode
    }

    /// Output settings of searches.
    pub fn output(&mut self) -> &mut OutputOptions {
        &mut self.output
    }

    /// Search settings.
    pub fn options(&mut self) -> &mut Options {
        &mut self.options
    }
}
