//! Searches and other work: starting, stopping and waiting.

use std::sync::Arc;
use std::time::{Duration, Instant};

use movegen::Color;
use search::{Clock, Event, Limits, Options, Request};

use super::Engine;
use crate::error::EngineError;
use crate::io::output::{print_error, print_line, print_note};
use crate::position::{PositionError, quote, read_fen};
use crate::report::{EventPrinter, Orthodox, best_move};
use crate::tools::background::Task;
use crate::tools::perft::{self, Perft};

/// The maximum time, a year in milliseconds: longer ones are cut to it, so that no sum or product
/// overflows.
const LONGEST_TIME: i64 = 365 * 24 * 60 * 60 * 1000;

/// Maximum number of errors printed for one command.
const MOST_ERRORS: usize = 8;

/// Parameters of `go` as received, in milliseconds and plies: a clock can be negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// White's clock and Black's.
    pub time: [Option<i64>; 2],
    /// White's increment and Black's.
    pub increment: [Option<i64>; 2],
    pub moves_to_go: Option<i64>,
    pub move_time: Option<i64>,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub mate: Option<i64>,
    pub infinite: bool,
    pub ponder: bool,
    pub search_moves: Vec<String>,
}

impl Go {
    /// True if the search is infinite or has a limit above zero.
    fn has_positive_limit(&self) -> bool {
        let limits = [self.move_time, self.depth, self.nodes, self.mate];
        let mut limits = limits.into_iter().chain(self.time).flatten();
        self.infinite || limits.any(|limit| limit > 0)
    }

    /// A limit, or `None` if it is not above zero while another one is: some programs always send
    /// every field.
    fn effective(&self, limit: Option<i64>) -> Option<i64> {
        limit.filter(|&limit| limit > 0 || !self.has_positive_limit())
    }

    /// True if a limit is certain to end the search; a mate limit may not.
    pub fn has_limit(&self) -> bool {
        let limits = [self.move_time, self.depth, self.nodes];
        let mut limits = limits.into_iter().chain(self.time);
        limits.any(|limit| self.effective(limit).is_some())
    }

    /// True if the search is certain to end by itself.
    pub fn is_limited(&self) -> bool {
        !self.infinite && !self.ponder && self.has_limit()
    }
}

/// The command that a `go` without a position waits for, to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// `stop`.
    Stop,
    /// `ponderhit`, or else `stop`.
    PonderHit,
}

impl Engine {
    /// Calls `notify` when a search could start at once: now, or later on another thread while a
    /// large table is being allocated or cleared.
    pub fn when_ready(&mut self, notify: impl Fn() + Clone + Send + Sync + 'static) {
        match &mut self.river {
            Some(river) => river.session_mut().when_ready(Arc::new(notify)),
            None => self.pool.when_ready(notify),
        }
    }

    /// Waits for running work to end, and for the notifications of [`when_ready`](Self::when_ready).
    /// False if the work failed.
    pub fn wait_until_ready(&mut self) -> bool {
        let succeeded = self.wait();
        match &mut self.river {
            Some(river) => river.session_mut().wait_until_ready(),
            None => self.pool.wait_until_ready(),
        }
        succeeded
    }

    /// Starts a search; `read` is the time at which the command was read. Running work ends first,
    /// as for [`begin`](Self::begin).
    pub fn go(&mut self, go: &Go, read: Instant) {
        self.finish();
        // This command, or one before it, may have waited for the end of other work.
        let started = self.task_ended.map_or(read, |ended| ended.max(read));
        if let Err(error) = self.check_position() {
            print_error(error);
            match go {
                Go { infinite: true, .. } => self.pending = Some(Pending::Stop),
                Go { ponder: true, .. } => self.pending = Some(Pending::PonderHit),
                _ => print_line(best_move(None, None)),
            }
            return;
        }
        let limits = self.limits(go, started);
        if let Some(river) = &mut self.river {
            let moves = search_moves(&go.search_moves, |text| river.session().legal_move(text));
            river.go(limits, &moves, self.options, self.output);
            return;
        }
        let game = self.played.game();
        let moves = search_moves(&go.search_moves, |text| {
            let parsed = game.board().parse_uci(text);
            parsed.map_err(|error| quote(error, game.board(), self.castling_mode()))
        });
        let is_new = self.strength.follow(game, go.ponder);
        // With limited strength or a node clock, nothing from before this game may matter.
        if is_new && (self.strength.strength().is_some() || self.nodes_per_ms > 0) {
            self.pool.new_game();
        }
        let options = Options {
            strength: self.strength.strength(),
            ..self.options
        };
        let notation = Orthodox {
            board: *game.board(),
            format: self.output.moves,
        };
        let mut printer = EventPrinter::new(self.output, notation, options.multi_pv);
        let (key, best_slot) = (game.board().key(), Arc::clone(&self.best));
        let listener = move |event| {
            if let Event::Done { best, .. } = event {
                *best_slot.lock() = best.map(|best| (key, best));
            }
            printer.on_event(event);
        };
        let request = Request::new(*game.board(), limits)
            .after(game.history().keys())
            .with_search_moves(moves)
            .with_options(options);
        self.pool.go(request, listener);
    }

    /// The limits of a search.
    fn limits(&self, go: &Go, started: Instant) -> Limits {
        Limits {
            clock: self.clock(go),
            move_time: go.effective(go.move_time).map(milliseconds),
            depth: go.effective(go.depth).map(at_least_one),
            nodes: go.effective(go.nodes).map(|nodes| nodes.max(1) as u64),
            mate: go.mate.map(at_least_one),
            infinite: go.infinite,
            ponder: go.ponder,
            started: Some(started),
            overhead: match self.nodes_per_ms {
                0 => self.overhead,
                _ => Duration::ZERO,
            },
            nodes_per_ms: self.nodes_per_ms,
        }
    }

    /// The clock of the side to move, or the other side's if only its time is known. `None` if all
    /// times are zero or negative and another limit is set; alone, a negative time means that the
    /// flag has fallen.
    fn clock(&self, go: &Go) -> Option<Clock> {
        if go.has_positive_limit() && go.time.iter().flatten().all(|&time| time <= 0) {
            return None;
        }
        let us = match &self.river {
            Some(river) => river.session().side_to_move(),
            None => self.played.game().board().side_to_move(),
        };
        let sides = [us, !us].map(Color::index);
        let side = sides.into_iter().find(|&side| go.time[side].is_some())?;
        Some(Clock {
            time: milliseconds(go.time[side]?),
            increment: milliseconds(go.increment[side].unwrap_or(0)),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0).map(at_least_one),
        })
    }

    /// Starts a perft. Running work ends first, as for [`begin`](Self::begin).
    ///
    /// # Errors
    /// If there is no position, the FEN is invalid, the table cannot be allocated or no thread can
    /// be started.
    pub fn perft(&mut self, perft: &Perft) -> Result<(), EngineError> {
        if perft.fen.is_none() {
            self.check_position()?;
        }
        if let Some(river) = &self.river {
            if perft.hash.is_some() || perft.threads.is_some() {
                let game = river.name();
                print_note(format_args!(
                    "'hash' and 'threads' have no effect in {game}"
                ));
            }
            let depth = perft.depth;
            let count = river.perft(perft.fen.as_deref(), depth)?;
            return self.begin(|| perft::start_river(depth, count));
        }
        let board = match &perft.fen {
            None => *self.played.game().board(),
            Some(fen) => {
                let read = read_fen(fen, self.castling_mode());
                let (board, repairs) = read.map_err(PositionError::from)?;
                repairs.iter().for_each(print_note);
                board
            }
        };
        let threads = perft.threads.unwrap_or(self.pool.threads());
        let format = self.output.moves;
        self.begin(|| perft::start(perft, board, threads, format))
    }

    /// Starts other work. A running search is stopped first, and other running work
    /// [ends](Self::end).
    ///
    /// # Errors
    /// As for `start`.
    pub fn begin(
        &mut self,
        start: impl FnOnce() -> Result<Task, EngineError>,
    ) -> Result<(), EngineError> {
        self.finish();
        self.task = Some(start()?);
        Ok(())
    }

    /// Stops a running search, which then prints its move, and other work.
    pub fn stop(&mut self) {
        self.stop_search();
        if let Some(task) = &self.task {
            task.stop();
        }
    }

    fn stop_search(&mut self) {
        self.answer_pending(&[Pending::Stop, Pending::PonderHit]);
        self.pool.stop();
        if let Some(river) = &self.river {
            river.session().stop();
        }
    }

    /// Stops a running search and ends other work: stops it if a person types, otherwise waits for its
    /// result, so that the commands of a script all have one.
    pub fn end(&mut self) {
        self.stop_search();
        if let Some(task) = &self.task
            && self.is_interactive
        {
            task.stop();
        }
        self.wait_for_task();
    }

    /// Handles `ponderhit`: a pondering search is on the clock from now on.
    pub fn ponder_hit(&mut self) {
        self.answer_pending(&[Pending::PonderHit]);
        self.pool.ponder_hit();
        if let Some(river) = &self.river {
            river.session().ponder_hit();
        }
    }

    /// Answers a `go` without a position that waits for one of these commands.
    fn answer_pending(&mut self, commands: &[Pending]) {
        let pending = self.pending.take_if(|command| commands.contains(command));
        if pending.is_some() {
            print_line(best_move(None, None));
        }
    }

    /// Waits for running work to end. False if it failed; its error has been printed.
    pub fn wait(&mut self) -> bool {
        self.pool.wait();
        if let Some(river) = &mut self.river {
            river.session_mut().wait();
        }
        self.wait_for_task()
    }

    /// Waits for other work than a search to end. False if it failed.
    fn wait_for_task(&mut self) -> bool {
        let Some(task) = self.task.take() else {
            return true;
        };
        let succeeded = task.wait();
        self.task_ended = Some(Instant::now());
        succeeded
    }

    /// [Ends](Self::end) running work and waits for it.
    pub fn finish(&mut self) {
        self.end();
        self.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The legal moves of `searchmoves`; the others are reported and skipped.
fn search_moves<M, E: std::error::Error>(
    texts: &[String],
    parse: impl Fn(&str) -> Result<M, E>,
) -> Vec<M> {
    let (mut moves, mut errors) = (Vec::new(), Vec::new());
    for text in texts {
        match parse(text) {
            Ok(mv) => moves.push(mv),
            Err(error) => errors.push(error),
        }
    }
    print_errors(&errors);
    if moves.is_empty() && !texts.is_empty() {
        print_note("no legal move among the searchmoves: all moves are searched");
    }
    moves
}

/// Prints the first [`MOST_ERRORS`] errors and the number of the others.
pub fn print_errors<E: std::error::Error>(errors: &[E]) {
    errors.iter().take(MOST_ERRORS).for_each(print_error);
    match errors.len().saturating_sub(MOST_ERRORS) {
        0 => {}
        1 => print_error("and 1 more error"),
        more => print_error(format_args!("and {more} more errors")),
    }
}

/// A time sent by a GUI: a clock that has run out may be negative.
fn milliseconds(value: i64) -> Duration {
    Duration::from_millis(value.clamp(0, LONGEST_TIME) as u64)
}

fn at_least_one(value: i64) -> u32 {
    value.clamp(1, i64::from(u32::MAX)) as u32
}
