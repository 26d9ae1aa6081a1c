//! The session of a game whose type is known.

use std::sync::Arc;
use std::time::Instant;

use movegen::{Color, ParseMoveError};
use parking_lot::Mutex;
use search::parts::{GameClock, TableSlot};
use search::{Event, Limits, Options, PoolError, Request};

use super::{Listener, PerftJob, PositionError, Session};
use crate::display;
use crate::fen::FenError;
use crate::perft::divide;
use crate::rules::{GameInfo, Outcome, Rules, outcome};
use crate::searcher::active::{ActiveSearch, Histories};
use crate::searcher::history::History;
use crate::searcher::shared::Shared;
use crate::text::{parse_move, write_move};
use crate::types::Move;

/// A position, and the table and threads that search it.
pub(super) struct GameSession<R: Rules> {
    position: R,
    /// The keys of the positions before it.
    earlier: Vec<u64>,
    table: TableSlot,
    /// One for each thread.
    histories: Histories,
    active: Option<ActiveSearch<R>>,
    /// True if a search has used the table and histories since they were cleared.
    used: bool,
    clock: GameClock,
    /// For each color, the score of its last search, for the time of the next one.
    last_scores: [Option<i32>; 2],
}

impl<R: Rules> GameSession<R> {
    /// The start position.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub(super) fn new(threads: usize, mebibytes: usize) -> Result<Self, PoolError> {
        // Decompressed now, not on the clock of the first move.
        R::network();
        let mut session = Self {
            position: R::from_fen(R::GAME.start).expect("the start position is a position"),
            earlier: Vec::new(),
            table: TableSlot::new(mebibytes)?,
            histories: Vec::new(),
            active: None,
            used: false,
            clock: GameClock::default(),
            last_scores: [None; 2],
        };
        session.set_threads(threads);
        Ok(session)
    }

    /// Stops the running search and waits for it.
    fn finish(&mut self) {
        self.stop();
        self.wait();
        if let Some(active) = self.active.take() {
            self.clock.finish_move(&active.shared.control);
            if let Some(score) = active.shared.control.score_to_remember() {
                let turn = active.shared.position.side_to_move();
                self.last_scores[turn.index()] = Some(score);
            }
        }
    }
}

impl<R: Rules> Drop for GameSession<R> {
    fn drop(&mut self) {
        self.finish();
    }
}

impl<R: Rules> Session for GameSession<R> {
    fn game(&self) -> &'static GameInfo {
        &R::GAME
    }

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

    fn check_fen(&self, fen: &str) -> Result<(), FenError> {
        R::from_fen(fen).map(|_| ())
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

    fn diagram(&self) -> String {
        display::board(&self.position)
    }

    fn evaluation(&self) -> String {
        display::evaluation(&self.position)
    }

    fn perft(&self, fen: Option<&str>, depth: u32) -> Result<PerftJob, FenError> {
        let position = fen.map_or(Ok(self.position), R::from_fen)?;
        Ok(Box::new(move |stop| {
            let counts = divide(&position, depth, stop)?;
            let text = |(mv, count)| (write_move(&position, mv), count);
            Some(counts.into_iter().map(text).collect())
        }))
    }

    fn legal_move(&self, text: &str) -> Result<String, ParseMoveError> {
        parse_move(&self.position, text).map(|mv| write_move(&self.position, mv))
    }

    fn go(
        &mut self,
        mut limits: Limits,
        moves: &[String],
        options: Options,
        mut listener: Listener,
    ) {
        limits.started.get_or_insert_with(Instant::now);
        self.finish();
        let position = self.position;
        let turn = position.side_to_move();
        let lag = self.clock.start_move(&mut limits, turn);
        self.used = true;
        let table = self.table.for_search(limits.expected_time());
        let moves = moves.iter();
        let moves = moves.filter_map(|text| parse_move(&position, text).ok());
        let request = Request::new(position, limits)
            .after(&self.earlier)
            .with_search_moves(moves.collect())
            .with_options(options);
        let shared = Shared::new(table, request, self.histories.len(), lag)
            .with_last_score(self.last_scores[turn.index()]);
        let translate = move |event| listener(write_event(&position, event));
        self.active = Some(ActiveSearch::start(shared, &self.histories, translate));
    }

    fn stop(&self) {
        if let Some(active) = &self.active {
            active.shared.control.stop_and_release();
        }
    }

    fn ponder_hit(&self) {
        if let Some(active) = &self.active {
            active.shared.control.ponder_hit();
        }
    }

    fn wait(&mut self) {
        if let Some(active) = &mut self.active {
            active.wait();
        }
    }

    fn wait_until_ready(&mut self) {
        self.table.wait_until_ready();
    }

    fn when_ready(&mut self, notify: Arc<dyn Fn() + Send + Sync>) {
        let active = self.active.as_ref();
        if active.is_some_and(|active| active.shared.control.answered().is_none()) {
            notify();
        } else {
            self.table.when_ready(move || notify());
        }
    }

    fn clear(&mut self) {
        self.finish();
        self.last_scores = [None; 2];
        if !self.used {
            return;
        }
        self.table.clear();
        for history in &self.histories {
            *history.lock() = History::new();
        }
        self.used = false;
    }

    fn new_game(&mut self) {
        self.clear();
        self.clock.new_game();
    }

    fn set_threads(&mut self, threads: usize) {
        self.finish();
        let history = || Arc::new(Mutex::new(History::new()));
        self.histories.resize_with(threads.max(1), history);
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), PoolError> {
        self.finish();
        self.table.resize(mebibytes)
    }
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
