//! One searcher for both games: principal variation search with iterative deepening, written
//! against [`Rules`] alone.
//!
//! Limits, search control, reports, time management and the transposition table are those of the
//! orthodox search (`search::parts`). [`Searcher`] searches on the caller's thread, [`active`] on
//! several in the background; `iterate` deepens; `alphabeta` is the spine, with its rules in `prune`
//! and `update`; `order` and `history` sort moves; `see` evaluates exchanges, including the effect of
//! the current.

pub(crate) mod active;
mod alphabeta;
mod best;
pub(crate) mod history;
mod iterate;
mod order;
mod params;
mod prune;
mod qsearch;
mod see;
pub(crate) mod shared;
mod thread;
mod update;

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use search::parts::{Lag, TranspositionTable, new_table};
use search::{Event, PoolError, Request};

use crate::rules::Rules;
use crate::types::Move;
use history::History;
use iterate::iterate;
use shared::Shared;
use thread::ThreadData;

/// The result of a search on the caller's thread.
pub type SearchResult = search::SearchResult<Move>;

/// A deterministic search of one game with its own table, on the caller's thread.
///
/// Deep searches need a deep stack: release builds use about 11 KiB for each ply, so 4 MiB is enough
/// even for lines of 255 plies.
///
/// ```
/// use search::{Event, Limits, Request};
/// use variants::{Rules, Searcher, Swim, write_move};
///
/// let position = Swim::from_fen(Swim::GAME.start)?;
/// let mut searcher = Searcher::new(16)?;
/// let request = Request::new(position, Limits::depth(6));
/// let result = searcher.search_reporting(request, |event| {
///     if let Event::Info(info) = event {
///         println!("depth {}: {} cp", info.depth, info.centipawns);
///     }
/// });
/// println!("{}", write_move(&position, result.best.expect("a legal move")));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher<R> {
    table: Arc<TranspositionTable>,
    history: History,
    game: PhantomData<R>,
}

impl<R: Rules> Searcher<R> {
    /// A searcher with a table of this many mebibytes.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Self, PoolError> {
        Ok(Self {
            table: new_table(mebibytes)?,
            history: History::new(),
            game: PhantomData,
        })
    }

    /// Clears table and histories.
    pub fn clear(&mut self) {
        let table = Arc::get_mut(&mut self.table).expect("no search holds the table");
        table.clear(&AtomicBool::new(false));
        self.history = History::new();
    }

    /// Searches until a limit is reached. [`ponder`](search::Limits::ponder),
    /// [`infinite`](search::Limits::infinite) and all options except
    /// [`multi_pv`](search::Options::multi_pv) are ignored.
    pub fn search(&mut self, request: Request<R, Move>) -> SearchResult {
        self.run(request, None)
    }

    /// The same as [`search`](Self::search), with reports to a listener.
    pub fn search_reporting(
        &mut self,
        request: Request<R, Move>,
        mut listener: impl FnMut(Event<Move>),
    ) -> SearchResult {
        self.run(request, Some(&mut listener))
    }

    fn run(
        &mut self,
        request: Request<R, Move>,
        listener: Option<&mut dyn FnMut(Event<Move>)>,
    ) -> SearchResult {
        let (table, request) = (Arc::clone(&self.table), request.synchronous());
        let shared = Shared::new(table, request, 1, Lag::default());
        let listener = listener.map(|listener| listener as _);
        let mut td = ThreadData::new(0, &shared, &mut self.history, listener);
        iterate(&mut td);
        shared.control.search_result()
    }
}

#[cfg(test)]
mod tests {
    use search::Limits;

    use super::*;
    use crate::swim::Swim;

    #[test]
    fn restricted_search_stores_no_score_of_the_root() {
        let position = Swim::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
        let mv = position.legal_moves()[0];
        let search = |search_moves| {
            let mut searcher = Searcher::new(1).unwrap();
            let request = Request::new(position, Limits::depth(3));
            searcher.search(request.with_search_moves(search_moves));
            searcher.table.probe::<Move>(position.key())
        };
        assert!(search(vec![mv]).is_none());
        assert!(search(Vec::new()).is_some());
    }
}
