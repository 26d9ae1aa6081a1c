//! A game and its engine for a user interface: moves are text, and the game is chosen at run time.

mod game;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use movegen::{Color, ParseMoveError};
use search::{Event, Limits, Options, PoolError};
use thiserror::Error;

use crate::cylinder::Cylinder;
use crate::fen::FenError;
use crate::rules::{GameInfo, Outcome, Rules};
use crate::swim::Swim;
use game::GameSession;

/// One of the two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// `guadalete-swim`
    Swim,
    /// `guadalete-cylinder`
    Cylinder,
}

impl Variant {
    /// Both games.
    pub const ALL: [Self; 2] = [Self::Swim, Self::Cylinder];

    /// The constants of the game.
    pub const fn game(self) -> &'static GameInfo {
        match self {
            Self::Swim => &Swim::GAME,
            Self::Cylinder => &Cylinder::GAME,
        }
    }

    /// The game of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.game().name == name)
    }

    /// A session at its start position, with `threads` threads and a table of this many mebibytes.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn session(self, threads: usize, mebibytes: usize) -> Result<Box<dyn Session>, PoolError> {
        Ok(match self {
            Self::Swim => Box::new(GameSession::<Swim>::new(threads, mebibytes)?),
            Self::Cylinder => Box::new(GameSession::<Cylinder>::new(threads, mebibytes)?),
        })
    }
}

/// A position that could not be set up. The previous one is kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages name the fault")]
pub enum PositionError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error("move {number}: {source}")]
    Move {
        number: usize,
        source: ParseMoveError,
    },
}

impl PositionError {
    /// Renumbers the move so that the first `before` moves are not counted.
    pub fn counted_from(self, before: usize) -> Self {
        match self {
            Self::Move { number, source } if number > before => Self::Move {
                number: number - before,
                source,
            },
            other => other,
        }
    }
}

/// Receives the events of a search, moves as text.
pub type Listener = Box<dyn FnMut(Event<String>) + Send>;
/// A perft ready to run: takes the flag that stops it and returns each move with its count.
pub type PerftJob = Box<dyn FnOnce(&AtomicBool) -> Option<Vec<(String, u64)>> + Send>;

/// A position of one of the games, and the engine that searches it.
pub trait Session: Send {
    /// The constants of the game.
    fn game(&self) -> &'static GameInfo;

    /// Sets up a FEN, or the start position, and plays moves.
    ///
    /// # Errors
    /// If the position is invalid or a move illegal; the previous position is kept.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError>;

    /// Checks a FEN without setting it up.
    ///
    /// # Errors
    /// If the FEN is invalid.
    fn check_fen(&self, fen: &str) -> Result<(), FenError>;

    /// The FEN of the position.
    fn fen(&self) -> String;

    /// The side to move.
    fn side_to_move(&self) -> Color;

    /// The fullmove number: from 1, incremented after Black's move.
    fn fullmove_number(&self) -> u16;

    /// The end of the game, if it has ended.
    fn outcome(&self) -> Option<Outcome>;

    /// A board diagram with river and planks, FEN and key.
    fn diagram(&self) -> String;

    /// The evaluation, piece by piece.
    fn evaluation(&self) -> String;

    /// A perft of the position, or of a FEN, ready to run on any thread. The job panics if `depth`
    /// exceeds [`MAX_DEPTH`](movegen::perft::MAX_DEPTH).
    ///
    /// # Errors
    /// If the FEN is invalid.
    fn perft(&self, fen: Option<&str>, depth: u32) -> Result<PerftJob, FenError>;

    /// Reads a legal move and returns it in the notation of [`go`](Self::go)'s events.
    ///
    /// # Errors
    /// If the text is not a legal move.
    fn legal_move(&self, text: &str) -> Result<String, ParseMoveError>;

    /// Starts a search and returns at once; only these root moves are searched if any
    /// of them are legal. Of the options, only [`multi_pv`](Options::multi_pv) applies. A running search
    /// is stopped and waited for. The last event is [`Event::Done`].
    ///
    /// `listener` is called from a search thread, which waits for it: while it blocks, for example on
    /// a full channel, so do all methods that wait for a search, and dropping the session.
    fn go(&mut self, limits: Limits, moves: &[String], options: Options, listener: Listener);

    /// Ends the running search; its [`Event::Done`] follows.
    fn stop(&self);

    /// Handles `ponderhit`: time limits apply from now on. The time spent pondering counts, since the
    /// clock runs from [`Limits::started`].
    fn ponder_hit(&self);

    /// Waits until the search is over; for an infinite or pondering search, until it is stopped.
    fn wait(&mut self);

    /// Waits until the memory of a new table has been committed or the table has been cleared, and
    /// until the callbacks of [`when_ready`](Self::when_ready) have returned.
    fn wait_until_ready(&mut self);

    /// Calls `notify` once the memory of a new table is committed or the table is cleared:
    /// immediately if that is done or a search is running, otherwise on another thread.
    fn when_ready(&mut self, notify: Arc<dyn Fn() + Send + Sync>);

    /// Clears the transposition table and histories if a search has used them, the table in the
    /// background. Stops a running search first.
    fn clear(&mut self);

    /// [Clears](Self::clear) them for another game, whose first move sets the node clock.
    fn new_game(&mut self);

    /// Changes the number of threads, at least 1. Stops a running search first.
    fn set_threads(&mut self, threads: usize);

    /// Replaces the table with an empty one of this many mebibytes. Stops a running search first.
    ///
    /// # Errors
    /// If the new table cannot be allocated; the old one is kept.
    fn set_hash(&mut self, mebibytes: usize) -> Result<(), PoolError>;
}
