//! The session of a game whose type is known.

use std::sync::Arc;

use movegen::{Color, ParseMoveError};
use search::{Event, Limits, Options, PoolError, Request};

use super::{Listener, PerftJob, PositionError, Session};
use crate::display;
use crate::fen::FenError;
use crate::perft::divide;
use crate::rules::{GameInfo, Outcome, Rules, outcome};
use crate::searcher::pool::Pool;
use crate::text::{parse_move, write_move};
use crate::types::Move;

/// A position, the keys of the positions before it, and the engine that searches it.
pub(super) struct GameSession<R: Rules> {
    position: R,
    earlier: Vec<u64>,
    pool: Pool<R>,
}

impl<R: Rules> GameSession<R> {
    /// The start position.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub(super) fn new(threads: usize, mebibytes: usize) -> Result<Self, PoolError> {
        Ok(Self {
            position: R::from_fen(R::GAME.start).expect("the start position is a position"),
            earlier: Vec::new(),
            pool: Pool::new(threads, mebibytes)?,
        })
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

    fn go(&mut self, limits: Limits, moves: &[String], options: Options, mut listener: Listener) {
        let position = self.position;
        let moves = moves.iter();
        let moves = moves.filter_map(|text| parse_move(&position, text).ok());
        let translate = move |event| listener(write_event(&position, event));
        let request = Request::new(position, limits)
            .after(&self.earlier)
            .with_search_moves(moves.collect())
            .with_options(options);
        self.pool.go(request, translate);
    }

    fn stop(&self) {
        self.pool.stop();
    }

    fn ponder_hit(&self) {
        self.pool.ponder_hit();
    }

    fn wait(&mut self) {
        self.pool.wait();
    }

    fn wait_until_ready(&mut self) {
        self.pool.wait_until_ready();
    }

    fn when_ready(&mut self, notify: Arc<dyn Fn() + Send + Sync>) {
        self.pool.when_ready(move || notify());
    }

    fn clear(&mut self) {
        self.pool.clear();
    }

    fn new_game(&mut self) {
        self.pool.new_game();
    }

    fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), PoolError> {
        self.pool.set_hash(mebibytes)
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
