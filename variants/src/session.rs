//! A game and its engine for a user interface: moves are text, and the game is chosen at run time.

mod play;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use movegen::Color;
use search::{Event, Limits, Options, PoolError};
use thiserror::Error;

use crate::cylinder::Cylinder;
use crate::fen::FenError;
use crate::rules::{Game, Outcome, Rules};
use crate::swim::Swim;
use crate::text::ParseMoveError;
use play::{GameSession, Play};

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
    pub const fn game(self) -> &'static Game {
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
    /// The same error with moves numbered from the one after the first `before`.
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
pub type Perft = Box<dyn FnOnce(&AtomicBool) -> Option<Vec<(String, u64)>> + Send>;

/// A session of one game.
pub struct Session {
    variant: Variant,
    play: Box<dyn Play>,
}

impl Session {
    /// The start position of a game, with `threads` threads and a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// No memory.
    pub fn new(variant: Variant, threads: usize, hash_mb: usize) -> Result<Self, PoolError> {
        let play: Box<dyn Play> = match variant {
            Variant::Swim => Box::new(GameSession::<Swim>::new(threads, hash_mb)?),
            Variant::Cylinder => Box::new(GameSession::<Cylinder>::new(threads, hash_mb)?),
        };
        Ok(Self { variant, play })
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Sets up a FEN, or the start position, and plays moves.
    ///
    /// # Errors
    /// [`PositionError`]; the previous position is kept.
    pub fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
    ) -> Result<(), PositionError> {
        self.play.set_position(fen, moves)
    }

    /// Checks a FEN without setting it up.
    ///
    /// # Errors
    /// [`FenError`]
    pub fn check_fen(&self, fen: &str) -> Result<(), FenError> {
        self.play.check_fen(fen)
    }

    /// The FEN of the position.
    pub fn fen(&self) -> String {
        self.play.fen()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.play.side_to_move()
    }

    /// The fullmove number: from 1, incremented after Black's move.
    pub fn fullmove_number(&self) -> u16 {
        self.play.fullmove_number()
    }

    /// The end of the game, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.play.outcome()
    }

    /// A board diagram with river and planks, FEN and key.
    pub fn board(&self) -> String {
        self.play.board()
    }

    /// The evaluation, term by term.
    pub fn evaluation(&self) -> String {
        self.play.evaluation()
    }

    /// A perft of the position, or of a FEN, ready to run on any thread.
    ///
    /// # Errors
    /// A bad FEN.
    pub fn perft(&self, fen: Option<&str>, depth: u32) -> Result<Perft, FenError> {
        self.play.perft(fen, depth)
    }

    /// A legal move in the notation of [`Session::go`]'s events.
    ///
    /// # Errors
    /// [`ParseMoveError`] for any other text.
    pub fn legal_move(&self, text: &str) -> Result<String, ParseMoveError> {
        self.play.legal_move(text)
    }

    /// Starts a search and returns at once; illegal `search_moves` are skipped. The last event is
    /// [`Event::Done`].
    pub fn go(
        &mut self,
        limits: Limits<String>,
        options: Options,
        listener: impl FnMut(Event<String>) + Send + 'static,
    ) {
        self.play.go(limits, options, Box::new(listener));
    }

    /// Ends the running search.
    pub fn stop(&self) {
        self.play.stop();
    }

    /// Handles `ponderhit`: time limits apply from now on.
    pub fn ponder_hit(&self) {
        self.play.ponder_hit();
    }

    /// Waits for the running search to end.
    pub fn wait(&mut self) {
        self.play.wait();
    }

    /// Waits until the memory of a new table is committed or the table is cleared, then for the calls
    /// of [`when_ready`](Self::when_ready).
    pub fn wait_until_ready(&mut self) {
        self.play.wait_until_ready();
    }

    /// Calls `notify` once the memory of a new table is committed or the table is cleared:
    /// immediately if that is done or a search is running, otherwise on another thread.
    pub fn when_ready(&mut self, notify: impl Fn() + Send + Sync + 'static) {
        self.play.when_ready(Arc::new(notify));
    }

    /// Clears the transposition table and histories, the table in the background.
    pub fn clear(&mut self) {
        self.play.clear();
    }

    /// Changes the number of threads. Stops a running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.play.set_threads(threads);
    }

    /// Changes the size of the table, in mebibytes. Stops a running search.
    ///
    /// # Errors
    /// No memory; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), PoolError> {
        self.play.set_hash(megabytes)
    }
}
