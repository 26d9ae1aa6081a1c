//! The state that the threads of one search share.

use std::sync::Arc;

use movegen::KeyHistory;
use search::parts::{Control, Lag, TimeManager, TranspositionTable};
use search::{Counters, Options, Request};

use crate::rules::Rules;
use crate::types::Move;

/// Everything the threads of one search share.
pub(crate) struct Shared<R> {
    pub(crate) control: Control<Move>,
    pub(super) table: Arc<TranspositionTable>,
    pub(crate) position: R,
    /// Keys of the positions before the root.
    pub(super) earlier: KeyHistory,
    pub(super) root_moves: Vec<Move>,
    /// True if `root_moves` are all legal moves.
    pub(super) unrestricted: bool,
    pub(super) options: Options,
    /// The score of the last search of the game, for the same side.
    pub(super) last_score: Option<i32>,
}

impl<R: Rules> Shared<R> {
    pub(crate) fn new(
        table: Arc<TranspositionTable>,
        request: Request<R, Move>,
        threads: usize,
        lag: Lag,
    ) -> Self {
        let legal_moves = request.position.legal_moves();
        let root_moves = request.root_moves(&legal_moves);
        let Request {
            position,
            previous_keys: earlier,
            limits,
            options,
            ..
        } = request;
        table.next_age();
        let time = TimeManager::new(&limits, position.fullmove_number(), root_moves.len(), lag);
        Self {
            control: Control::new(limits, time, threads),
            table,
            position,
            earlier: earlier.into(),
            unrestricted: root_moves.len() == legal_moves.len(),
            root_moves,
            options,
            last_score: None,
        }
    }

    /// Sets the score of the last search of the game.
    pub(crate) fn with_last_score(mut self, score: Option<i32>) -> Self {
        self.last_score = score;
        self
    }

    /// The counters of the search so far.
    pub(super) fn counters(&self) -> Counters {
        self.control.counters(self.table.hashfull())
    }
}
