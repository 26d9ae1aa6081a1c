//! The state between commands: the game, the options, and what is running.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use movegen::chess960::{START_POSITIONS, StartNumberError};
use movegen::{Board, CastlingMode, FenError, Game, Move, ParseMoveError, SetupError};
use rand::RngExt;
use search::nnue::Network;
use search::{Clock, Limits, Options, Pool, PoolError, Tablebase, TablebaseError};
use thiserror::Error;

use crate::memory;
use crate::output::{self, complain, say};
use crate::perft;
use crate::speaker::{Speaker, Style};
use crate::task::Task;
use crate::uci::command::{Go, Perft, Start};
use crate::uci::options::{DEFAULT_HASH, DEFAULT_OVERHEAD, Setting};
use crate::weakness::Weakness;

/// So many complaints about one command are enough.
const MOST_COMPLAINTS: usize = 8;

/// A position that could not be set up. The one before it stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{source}; the position stays as it was")]
pub struct PositionError {
    source: PositionErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum PositionErrorKind {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Number(#[from] StartNumberError),
    #[error("the position cannot be turned around: {0}")]
    Flip(#[from] SetupError),
    #[error("move {number}: {error}")]
    Move {
        number: usize,
        error: ParseMoveError,
    },
}

impl<E: Into<PositionErrorKind>> From<E> for PositionError {
    fn from(error: E) -> Self {
        Self {
            source: error.into(),
        }
    }
}

/// An engine with a game on its board.
pub struct Session {
    game: Game,
    pool: Pool,
    task: Option<Task>,
    style: Style,
    threads: usize,
    /// In mebibytes.
    hash: usize,
    options: Options,
    overhead: Duration,
    weakness: Weakness,
}

impl Session {
    /// The start position and every option's default.
    ///
    /// # Errors
    /// When the system has not even the memory or the thread that the defaults need.
    pub fn new() -> Result<Self, PoolError> {
        Ok(Self {
            game: Game::new(Board::default()),
            pool: Pool::new(1, DEFAULT_HASH)?,
            task: None,
            style: Style {
                table: io::stdout().is_terminal(),
                ..Style::default()
            },
            threads: 1,
            hash: DEFAULT_HASH,
            options: Options::default(),
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            weakness: Weakness::new(),
        })
    }

    /// The present position.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// How castling is spelt.
    pub fn mode(&self) -> CastlingMode {
        self.style.spelling.mode
    }

    /// Nobody reads tables any more: the other side is a program.
    pub fn talk_to_program(&mut self) {
        self.style.table = false;
    }

    /// Changes an option. What is running is stopped first.
    ///
    /// # Errors
    /// When there is no memory, no thread, no table, no network or no file for it; what was there
    /// stays.
    pub fn set(&mut self, setting: Setting) -> Result<(), Box<dyn Error>> {
        self.finish();
        match setting {
            Setting::Hash(mebibytes) => self.set_hash(mebibytes)?,
            Setting::Threads(threads) => {
                self.pool.set_threads(threads)?;
                self.threads = threads;
            }
            Setting::ClearHash => self.pool.clear(),
            Setting::MultiPv(lines) => self.options.multi_pv = lines,
            // A `go ponder` says all there is to know.
            Setting::Ponder => {}
            Setting::MoveOverhead(overhead) => self.overhead = overhead,
            Setting::EvalFile(path) => self.load_network(path.as_deref())?,
            Setting::Chess960(on) => {
                self.style.spelling.mode = if on {
                    CastlingMode::Chess960
                } else {
                    CastlingMode::Standard
                };
            }
            Setting::SyzygyPath(list) => self.open_tablebase(&list)?,
            Setting::SyzygyProbeDepth(depth) => self.options.probing.depth = depth,
            Setting::SyzygyProbeLimit(men) => self.options.probing.limit = men,
            Setting::Syzygy50MoveRule(on) => self.options.probing.fifty_moves = on,
            Setting::CastlingLetters(on) => self.style.spelling.letters = on,
            Setting::Minimal(on) => self.style.minimal = on,
            Setting::DebugLogFile(path) => output::log_to(path.as_deref())?,
            #[cfg(feature = "tune")]
            Setting::Param(name, value) => {
                let _known = search::set_param(name, value);
            }
            Setting::ShowWdl(on) => self.style.wdl = on,
            // What was learnt at one strength is misjudged at another.
            Setting::LimitStrength(on) => {
                if self.weakness.switch(on) {
                    self.pool.clear();
                }
            }
            Setting::Elo(elo) => {
                if self.weakness.set_elo(elo) {
                    self.pool.clear();
                }
            }
        }
        Ok(())
    }

    /// Evaluates by the network in this file, or by the embedded one without a file.
    fn load_network(&mut self, path: Option<&Path>) -> Result<(), Box<dyn Error>> {
        let network = match path {
            None => Network::embedded(),
            Some(path) => Network::load(path)
                .map_err(|error| format!("{error}; the evaluation stays as it was"))?,
        };
        say(format_args!("info string network {}", network.recipe()));
        self.pool.set_network(network);
        Ok(())
    }

    /// The network at work.
    pub fn network(&self) -> &Arc<Network> {
        self.pool.network()
    }

    /// Takes the endgame tables in these directories into use, or none if there is no directory.
    fn open_tablebase(&mut self, directories: &str) -> Result<(), TablebaseError> {
        let tablebase = if directories.is_empty() {
            None
        } else {
            let tablebase = Tablebase::open(directories)?;
            say(format_args!("info string {tablebase}"));
            Some(Arc::new(tablebase))
        };
        self.pool.set_tablebase(tablebase);
        Ok(())
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), Box<dyn Error>> {
        let kept = self.hash;
        let stays = |error: &dyn Error| format!("{error}; Hash stays at {kept} MiB");
        memory::check(mebibytes, kept).map_err(|error| stays(&error))?;
        self.pool
            .set_hash(mebibytes)
            .map_err(|error| stays(&error))?;
        self.hash = mebibytes;
        Ok(())
    }

    /// Forgets what was learnt from the last game. What is running is stopped first.
    pub fn new_game(&mut self) {
        self.finish();
        self.pool.clear();
    }

    /// Calls `notify` once a search can begin at once: now, or later on another thread while a large
    /// table is being cleared.
    pub fn when_ready(&self, notify: impl FnOnce() + Clone + Send + 'static) {
        self.pool.when_clear(notify);
    }

    /// Sets up a position; a running search goes on with its own.
    ///
    /// # Errors
    /// [`PositionError`]; the present position stays.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), PositionError> {
        let board = match start {
            Start::Orthodox => Board::default(),
            Start::Fen(fen) => fen.parse()?,
            Start::Chess960(number) => Board::chess960(number.unwrap_or_else(drawn))?,
            Start::Double(numbers) => {
                let [white, black] = numbers.unwrap_or_else(|| [drawn(), drawn()]);
                Board::double_chess960(white, black)?
            }
        };
        let mut game = Game::new(board);
        for (number, text) in (1..).zip(moves) {
            let error = |error| PositionErrorKind::Move { number, error };
            let mv = game.board().parse_uci(text).map_err(error)?;
            game.play(mv).map_err(|illegal| error(illegal.into()))?;
        }
        self.game = game;
        if let Start::Chess960(None) | Start::Double(None) = start {
            say(format_args!("info string {}", board.fen(self.mode())));
        }
        Ok(())
    }

    /// Exchanges the colours: the same position, seen from the other side.
    ///
    /// # Errors
    /// [`PositionError`]; the present position stays.
    pub fn flip(&mut self) -> Result<(), PositionError> {
        let flipped = self.board().setup().colors_exchanged();
        self.game = Game::new(Board::try_from(&flipped)?);
        Ok(())
    }

    /// Starts to think, `started` being when the command was read. What is still running is
    /// stopped first.
    pub fn go(&mut self, go: &Go, started: Instant) {
        self.finish();
        complain_of(&go.left_out);
        let limits = self.limits(go, started);
        let mut speaker = Speaker::new(self.style, *self.board());
        let options = Options {
            strength: self.weakness.strength(&self.game),
            ..self.options
        };
        let keys = self.game.history().keys();
        let listener = move |event| speaker.hear(event);
        self.pool
            .go(*self.game.board(), keys, limits, options, listener);
    }

    fn limits(&self, go: &Go, started: Instant) -> Limits {
        let mut limits = Limits {
            clock: self.clock(go),
            move_time: go.move_time.map(milliseconds),
            depth: go.depth.map(at_least_one),
            nodes: go.nodes.map(|nodes| nodes.max(1) as u64),
            soft_nodes: None,
            mate: go.mate.map(at_least_one),
            infinite: go.infinite,
            ponder: go.ponder,
            search_moves: self.search_moves(&go.search_moves),
            started,
            overhead: self.overhead,
        };
        // Whoever asked for a limit that was left out waits for a move; an endless search would
        // never give it.
        let bounded = go.infinite
            || go.ponder
            || limits.clock.is_some()
            || limits.move_time.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some();
        if !bounded && !go.left_out.is_empty() {
            limits.depth = Some(1);
        }
        limits
    }

    /// The clock of the side to move; if only the other side's is known, that one.
    fn clock(&self, go: &Go) -> Option<Clock> {
        let us = self.board().side_to_move();
        let pick = |times: [Option<i64>; 2]| times[us.index()].or(times[(!us).index()]);
        Some(Clock {
            time: milliseconds(pick(go.time)?),
            increment: milliseconds(go.increment[us.index()].unwrap_or(0)),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0).map(at_least_one),
        })
    }

    /// The moves of `searchmoves`; those that are not legal here are named and left out.
    fn search_moves(&self, texts: &[String]) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut errors = Vec::new();
        for text in texts {
            match self.board().parse_uci(text) {
                Ok(mv) => moves.push(mv),
                Err(error) => errors.push(error),
            }
        }
        complain_of(&errors);
        moves
    }

    /// Starts to count. What is still running is stopped first.
    ///
    /// # Errors
    /// A bad FEN, no memory for the table, no threads.
    pub fn perft(&mut self, perft: &Perft) -> Result<(), Box<dyn Error>> {
        let board = match &perft.fen {
            None => *self.board(),
            Some(fen) => fen.parse()?,
        };
        let threads = perft.threads.unwrap_or(self.threads);
        let spelling = self.style.spelling;
        self.begin(|| {
            Ok(perft::start(
                board,
                perft.depth,
                perft.hash,
                threads,
                spelling,
            )?)
        })
    }

    /// Starts other work. What is still running is stopped first.
    ///
    /// # Errors
    /// What keeps it from starting.
    pub fn begin(
        &mut self,
        start: impl FnOnce() -> Result<Task, Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        self.finish();
        self.task = Some(start()?);
        Ok(())
    }

    /// Tells a running search to give its move, other work to end.
    pub fn stop(&self) {
        self.pool.stop();
        if let Some(task) = &self.task {
            task.stop();
        }
    }

    /// The opponent has played the move pondered on.
    pub fn ponder_hit(&self) {
        self.pool.ponder_hit();
    }

    /// Waits for what is running to end by itself.
    pub fn wait(&mut self) {
        self.pool.wait();
        if let Some(task) = self.task.take() {
            task.wait();
        }
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The number of any start position.
fn drawn() -> u16 {
    rand::rng().random_range(0..START_POSITIONS)
}

/// Complains of the first errors of many.
fn complain_of<E: Error>(errors: &[E]) {
    errors.iter().take(MOST_COMPLAINTS).for_each(complain);
    if let Some(more) = errors.len().checked_sub(MOST_COMPLAINTS + 1) {
        complain(format_args!("and {} more like these", more + 1));
    }
}

/// A time as a GUI gives it: a clock that has run out may be negative.
fn milliseconds(value: i64) -> Duration {
    Duration::from_millis(value.max(0) as u64)
}

fn at_least_one(value: i64) -> u32 {
    value.clamp(1, i64::from(u32::MAX)) as u32
}
