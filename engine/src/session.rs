//! The state between commands: the game, the options, and what is running.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use movegen::{
    Board, CastlingMode, Color, FenError, File, Game, Move, ParseMoveError, Piece, Rank, Square,
};
use search::{Clock, Event, Limits, Options, Pool, PoolError, Tablebase, TablebaseError, eval};
use thiserror::Error;

use crate::output::{complain, say};
use crate::perft::PerftRun;
use crate::uci::command::{Go, Perft, Start};
use crate::uci::info;
use crate::uci::options::{DEFAULT_HASH, DEFAULT_OVERHEAD, Setting};

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
    perft: Option<PerftRun>,
    mode: CastlingMode,
    threads: usize,
    options: Options,
    overhead: Duration,
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
            perft: None,
            mode: CastlingMode::Standard,
            threads: 1,
            options: Options::default(),
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
        })
    }

    /// The present position.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// Changes an option. A running search is stopped first.
    ///
    /// # Errors
    /// When there is no memory, no thread or no table for it; what was there stays.
    pub fn set(&mut self, setting: Setting) -> Result<(), Box<dyn Error>> {
        self.finish();
        match setting {
            Setting::Hash(mebibytes) => self.pool.set_hash(mebibytes)?,
            Setting::Threads(threads) => {
                self.pool.set_threads(threads)?;
                self.threads = threads;
            }
            Setting::ClearHash => self.pool.clear(),
            Setting::MultiPv(lines) => self.options.multi_pv = lines,
            // A `go ponder` says all there is to know.
            Setting::Ponder => {}
            Setting::MoveOverhead(overhead) => self.overhead = overhead,
            Setting::Chess960(on) => {
                self.mode = if on {
                    CastlingMode::Chess960
                } else {
                    CastlingMode::Standard
                };
            }
            Setting::SyzygyPath(list) => self.open_tablebase(&list)?,
            Setting::SyzygyProbeDepth(depth) => self.options.probing.depth = depth,
            Setting::SyzygyProbeLimit(men) => self.options.probing.limit = men,
            Setting::Syzygy50MoveRule(on) => self.options.probing.fifty_moves = on,
        }
        Ok(())
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

    /// Forgets what was learnt from the last game. A running search is stopped first.
    pub fn new_game(&mut self) {
        self.finish();
        self.pool.clear();
    }

    /// Sets up a position; a running search goes on with its own.
    ///
    /// # Errors
    /// [`PositionError`]; the present position stays.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), PositionError> {
        let board = match start {
            Start::Orthodox => Board::default(),
            Start::Fen(fen) => fen.parse()?,
        };
        let mut game = Game::new(board);
        for (number, text) in (1..).zip(moves) {
            let error = |error| PositionErrorKind::Move { number, error };
            let mv = game.board().parse_uci(text).map_err(error)?;
            game.play(mv).map_err(|illegal| error(illegal.into()))?;
        }
        self.game = game;
        Ok(())
    }

    /// Starts to think, `started` being when the command was read. What is still running is
    /// stopped first.
    pub fn go(&mut self, go: &Go, started: Instant) {
        self.finish();
        for error in &go.left_out {
            complain(error);
        }
        let mode = self.mode;
        let listener = move |event| match event {
            Event::Info(report) => say(info::info(&report, mode)),
            Event::Warning(text) => complain(text),
            Event::Done { best, ponder } => say(info::best_move(best, ponder, mode)),
        };
        let limits = self.limits(go, started);
        let keys = self.game.history().keys();
        self.pool
            .go(*self.game.board(), keys, limits, self.options, listener);
    }

    fn limits(&self, go: &Go, started: Instant) -> Limits {
        let mut limits = Limits {
            clock: self.clock(go),
            move_time: go.move_time.map(milliseconds),
            depth: go.depth.map(at_least_one),
            nodes: go.nodes.map(|nodes| nodes.max(1) as u64),
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
        let parsed = texts.iter().map(|text| self.board().parse_uci(text));
        parsed.filter_map(|mv| mv.map_err(complain).ok()).collect()
    }

    /// Starts to count. What is still running is stopped first.
    ///
    /// # Errors
    /// A bad FEN, no memory for the table, no threads.
    pub fn perft(&mut self, perft: &Perft) -> Result<(), Box<dyn Error>> {
        self.finish();
        let board = match &perft.fen {
            None => *self.board(),
            Some(fen) => fen.parse()?,
        };
        let threads = perft.threads.unwrap_or(self.threads);
        let run = PerftRun::start(board, perft.depth, perft.hash, threads, self.mode)?;
        self.perft = Some(run);
        Ok(())
    }

    /// Tells a running search to give its move, a running count to end.
    pub fn stop(&self) {
        self.pool.stop();
        if let Some(perft) = &self.perft {
            perft.stop();
        }
    }

    /// The opponent has played the move pondered on.
    pub fn ponder_hit(&self) {
        self.pool.ponder_hit();
    }

    /// Waits for what is running to end by itself.
    pub fn wait(&mut self) {
        self.pool.wait();
        if let Some(perft) = self.perft.take() {
            perft.wait();
        }
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
    }

    /// The board as a picture, with FEN, key and the men that give check.
    pub fn display(&self) -> String {
        let board = self.board();
        let mut text = String::from("\n +---+---+---+---+---+---+---+---+\n");
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = board.piece_on(Square::new(file, rank));
                text += &format!(" | {}", piece.map_or(' ', Piece::letter));
            }
            text += &format!(
                " | {}\n +---+---+---+---+---+---+---+---+\n",
                rank.index() + 1
            );
        }
        let checkers: Vec<_> = board
            .checkers()
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        text + "   a   b   c   d   e   f   g   h\n\n"
            + &format!("FEN: {}\n", board.fen(self.mode))
            + &format!("Key: {:016X}\n", board.key())
            + &format!("Checkers: {}", checkers.join(" "))
    }

    /// What the evaluation says of the position, from White's view.
    pub fn evaluation(&self) -> String {
        let board = self.board();
        let value = eval::evaluate(board);
        let white = match board.side_to_move() {
            Color::White => value,
            Color::Black => -value,
        };
        format!("Evaluation: {:+.2} for White", f64::from(white) / 100.0)
    }
}

/// A time as a GUI gives it: a clock that has run out may be negative.
fn milliseconds(value: i64) -> Duration {
    Duration::from_millis(value.max(0) as u64)
}

fn at_least_one(value: i64) -> u32 {
    value.clamp(1, i64::from(u32::MAX)) as u32
}
