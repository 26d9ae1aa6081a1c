//! A game on a board with an engine beside it: everything a user interface needs, with moves as
//! text and the game chosen at run time.

use std::sync::atomic::AtomicBool;

use movegen::Color;
use search::{Event, Limits, Options, PoolError, Request};
use thiserror::Error;

use crate::cylinder::Cylinder;
use crate::display;
use crate::perft::divide;
use crate::rules::{Game, Outcome, Rules, outcome};
use crate::searcher::engine::Engine;
use crate::swim::Swim;
use crate::text::{FenError, ParseMoveError, parse_move, write_move};
use crate::types::Move;

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

/// A position that could not be set up. The one before it stays.
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

/// Receives the events of a search, moves as text.
pub type Listener = Box<dyn FnMut(Event<String>) + Send>;
/// A perft to be run: takes the flag that stops it, returns each move with its count.
pub type Perft = Box<dyn FnOnce(&AtomicBool) -> Option<Vec<(String, u64)>> + Send>;

/// A session of either game.
trait Play: Send {
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError>;
    fn fen(&self) -> String;
    fn side_to_move(&self) -> Color;
    fn fullmove_number(&self) -> u16;
    fn outcome(&self) -> Option<Outcome>;
    fn board(&self) -> String;
    fn evaluation(&self) -> String;
    fn perft(&self, fen: Option<&str>, depth: u32) -> Result<Perft, FenError>;
    fn go(
        &mut self,
        limits: Limits<String>,
        options: Options,
        listener: Listener,
    ) -> Vec<ParseMoveError>;
    fn stop(&self);
    fn ponder_hit(&self);
    fn wait(&mut self);
    fn clear(&mut self);
    fn set_threads(&mut self, threads: usize);
    fn set_hash(&mut self, megabytes: usize) -> Result<(), PoolError>;
}

/// A position with the keys before it, and the engine that thinks about it.
struct Table<R: Rules> {
    position: R,
    earlier: Vec<u64>,
    engine: Engine<R>,
}

impl<R: Rules> Table<R> {
    fn new(threads: usize, hash_mb: usize) -> Result<Self, PoolError> {
        Ok(Self {
            position: R::from_fen(R::GAME.start).expect("the start position is a position"),
            earlier: Vec::new(),
            engine: Engine::new(threads, hash_mb)?,
        })
    }
}

impl<R: Rules> Play for Table<R> {
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let mut position = R::from_fen(fen.unwrap_or(R::GAME.start))?;
        let mut earlier = Vec::new();
        for (number, text) in (1..).zip(moves) {
            let mv = parse_move(&position, text)
                .map_err(|source| PositionError::Move { number, source })?;
            earlier.push(position.key());
            position = position.make(mv).expect("a legal move");
        }
        (self.position, self.earlier) = (position, earlier);
        Ok(())
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    fn fullmove_number(&self) -> u16 {
        self.position.fullmove_number()
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome(&self.position, &self.earlier)
    }

    fn board(&self) -> String {
        display::board(&self.position)
    }

    fn evaluation(&self) -> String {
        display::evaluation(&self.position)
    }

    fn perft(&self, fen: Option<&str>, depth: u32) -> Result<Perft, FenError> {
        let position = fen.map_or(Ok(self.position), R::from_fen)?;
        Ok(Box::new(move |stop| {
            let counts = divide(&position, depth, stop)?;
            let text = |(mv, count)| (write_move(&position, mv), count);
            Some(counts.into_iter().map(text).collect())
        }))
    }

    fn go(
        &mut self,
        limits: Limits<String>,
        options: Options,
        mut listener: Listener,
    ) -> Vec<ParseMoveError> {
        let position = self.position;
        let (limits, errors) = read_limits(&position, limits);
        let translate = move |event| listener(write_event(&position, event));
        let request = Request::new(position, limits)
            .after(&self.earlier)
            .with_options(options);
        self.engine.go(request, translate);
        errors
    }

    fn stop(&self) {
        self.engine.stop();
    }

    fn ponder_hit(&self) {
        self.engine.ponder_hit();
    }

    fn wait(&mut self) {
        self.engine.wait();
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn set_threads(&mut self, threads: usize) {
        self.engine.set_threads(threads);
    }

    fn set_hash(&mut self, megabytes: usize) -> Result<(), PoolError> {
        self.engine.set_hash(megabytes)
    }
}

/// Limits with the moves read; those that are not legal are returned and left out.
fn read_limits<R: Rules>(
    position: &R,
    limits: Limits<String>,
) -> (Limits<Move>, Vec<ParseMoveError>) {
    let (mut search_moves, mut errors) = (Vec::new(), Vec::new());
    for text in &limits.search_moves {
        match parse_move(position, text) {
            Ok(mv) => search_moves.push(mv),
            Err(error) => errors.push(error),
        }
    }
    let limits = limits.with_search_moves(search_moves);
    (limits, errors)
}

/// An event with its moves as text.
fn write_event<R: Rules>(position: &R, event: Event<Move>) -> Event<String> {
    match event {
        Event::Info(info) => {
            let line = write_line(position, &info.pv);
            Event::Info(info.with_pv(line))
        }
        Event::CurrentMove { depth, mv, number } => Event::CurrentMove {
            depth,
            mv: write_move(position, mv),
            number,
        },
        Event::Counters(counters) => Event::Counters(counters),
        Event::Warning(text) => Event::Warning(text),
        Event::Done { best, ponder } => {
            let reply = |(best, ponder)| Some(write_move(&position.make(best)?, ponder));
            Event::Done {
                best: best.map(|mv| write_move(position, mv)),
                ponder: best.zip(ponder).and_then(reply),
            }
        }
    }
}

/// A line of moves as text, up to the first that is not legal.
fn write_line<R: Rules>(position: &R, line: &[Move]) -> Vec<String> {
    let mut at = *position;
    let mut texts = Vec::new();
    for &mv in line {
        let Some(next) = at.make(mv) else { break };
        texts.push(write_move(&at, mv));
        at = next;
    }
    texts
}

/// A session of one game.
pub struct Session {
    variant: Variant,
    table: Box<dyn Play>,
}

impl Session {
    /// The start position of a game, with `threads` threads and a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// No memory.
    pub fn new(variant: Variant, threads: usize, hash_mb: usize) -> Result<Self, PoolError> {
        let table: Box<dyn Play> = match variant {
            Variant::Swim => Box::new(Table::<Swim>::new(threads, hash_mb)?),
            Variant::Cylinder => Box::new(Table::<Cylinder>::new(threads, hash_mb)?),
        };
        Ok(Self { variant, table })
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Sets up a FEN, or the start position, and plays moves.
    ///
    /// # Errors
    /// [`PositionError`]; the position stays.
    pub fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
    ) -> Result<(), PositionError> {
        self.table.set_position(fen, moves)
    }

    /// The FEN of the position.
    pub fn fen(&self) -> String {
        self.table.fen()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.table.side_to_move()
    }

    /// The number of the move, from 1; one for both sides.
    pub fn fullmove_number(&self) -> u16 {
        self.table.fullmove_number()
    }

    /// The end of the game, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// The board as a picture with river and planks, FEN and key.
    pub fn board(&self) -> String {
        self.table.board()
    }

    /// The evaluation, term by term.
    pub fn evaluation(&self) -> String {
        self.table.evaluation()
    }

    /// A perft of the position, or of a FEN, to be run on any thread.
    ///
    /// # Errors
    /// A bad FEN.
    pub fn perft(&self, fen: Option<&str>, depth: u32) -> Result<Perft, FenError> {
        self.table.perft(fen, depth)
    }

    /// Starts a search and returns at once, with errors for those `search_moves` that were left
    /// out. The last event is [`Event::Done`].
    pub fn go(
        &mut self,
        limits: Limits<String>,
        options: Options,
        listener: impl FnMut(Event<String>) + Send + 'static,
    ) -> Vec<ParseMoveError> {
        self.table.go(limits, options, Box::new(listener))
    }

    /// Ends the running search.
    pub fn stop(&self) {
        self.table.stop();
    }

    /// The expected move was played: time limits hold from now on.
    pub fn ponder_hit(&self) {
        self.table.ponder_hit();
    }

    /// Waits for the running search to end.
    pub fn wait(&mut self) {
        self.table.wait();
    }

    /// Clears what was learned from earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Changes the number of threads. Stops a running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.table.set_threads(threads);
    }

    /// Changes the size of the table, in mebibytes. Stops a running search.
    ///
    /// # Errors
    /// No memory; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), PoolError> {
        self.table.set_hash(megabytes)
    }
}
