//! Threads and table: searches in the background, and searches on the caller's thread.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{self, Builder, JoinHandle};
use std::time::Instant;

use parking_lot::Mutex;
use search::parts::{
    GameClock, Lag, MATE_BOUND, TableSlot, ThreadResult, TranspositionTable, new_table,
};
use search::{Event, PoolError, Request};

use super::history::History;
use super::iterate::{iterate, search_info};
use super::shared::Shared;
use super::thread::ThreadData;
use crate::rules::Rules;
use crate::types::Move;

/// Stack size in bytes: lines of 255 plies with quiescence need most of it in debug builds. It is
/// only reserved, not committed.
const STACK_SIZE: usize = 128 << 20;

type Histories = Vec<Arc<Mutex<History>>>;

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

/// One search from [`Pool::go`] to its last report.
struct ActiveSearch<R> {
    shared: Arc<Shared<R>>,
    thread: Option<JoinHandle<()>>,
}

/// Threads and table of one game.
pub struct Pool<R: Rules> {
    table: TableSlot,
    histories: Histories,
    active: Option<ActiveSearch<R>>,
    /// True if a search has used the table and histories since they were cleared.
    used: bool,
    clock: GameClock,
    /// For each color, the score of its last search, for the time of the next one.
    last_scores: [Option<i32>; 2],
}

impl<R: Rules> Pool<R> {
    /// A pool of `threads` threads (at least 1) with a table of this many mebibytes.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(threads: usize, mebibytes: usize) -> Result<Self, PoolError> {
        let mut pool = Self {
            table: TableSlot::new(mebibytes)?,
            histories: Vec::new(),
            active: None,
            used: false,
            clock: GameClock::default(),
            last_scores: [None; 2],
        };
        pool.set_threads(threads);
        Ok(pool)
    }

    /// Changes the number of threads, at least 1. Stops a running search first.
    pub fn set_threads(&mut self, threads: usize) {
        self.finish();
        let history = || Arc::new(Mutex::new(History::new()));
        self.histories.resize_with(threads.max(1), history);
    }

    /// Replaces the table with an empty one. Stops a running search first.
    ///
    /// # Errors
    /// If the new table cannot be allocated; the old one is kept.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), PoolError> {
        self.finish();
        self.table.resize(mebibytes)
    }

    /// Clears table and histories if a search has used them, the table in the background. Stops a
    /// running search first.
    pub fn clear(&mut self) {
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

    /// [Clears](Self::clear) table and histories for another game, whose first move sets the node
    /// clock.
    pub fn new_game(&mut self) {
        self.clear();
        self.clock.new_game();
    }

    /// Waits until the memory of a new table has been committed or the table has been cleared, and
    /// until the callbacks of [`when_ready`](Self::when_ready) have returned.
    pub fn wait_until_ready(&mut self) {
        self.table.wait_until_ready();
    }

    /// Calls `notify` once the memory of a new table is committed or the table is cleared:
    /// immediately if that is done or a search is running, otherwise on another thread.
    pub fn when_ready(&mut self, notify: impl FnOnce() + Clone + Send + 'static) {
        let active = self.active.as_ref();
        if active.is_some_and(|active| active.shared.control.answered().is_none()) {
            notify();
        } else {
            self.table.when_ready(notify);
        }
    }

    /// Starts a search and returns at once; a running one is stopped and waited for. `listener`
    /// is called from a search thread, last with [`Event::Done`]; while it blocks, so do all methods
    /// that wait for a search.
    pub fn go(
        &mut self,
        mut request: Request<R, Move>,
        listener: impl FnMut(Event<Move>) + Send + 'static,
    ) {
        request.limits.started.get_or_insert_with(Instant::now);
        self.finish();
        let turn = request.position.side_to_move();
        let lag = self.clock.start_move(&mut request.limits, turn);
        self.used = true;
        let table = self.table.for_search(request.limits.expected_time());
        let threads = self.histories.len();
        let last_score = self.last_scores[turn.index()];
        let shared = Shared::new(table, request, threads, lag).with_last_score(last_score);
        let shared = Arc::new(shared);
        // Shared, because it is still needed here if the thread cannot be started.
        let listener = Arc::new(Mutex::new(listener));
        let work = {
            let (shared, histories) = (Arc::clone(&shared), self.histories.clone());
            let listener = Arc::clone(&listener);
            move || lead(&shared, &histories, &mut *listener.lock())
        };
        let thread = Builder::new()
            .name("river".into())
            .stack_size(STACK_SIZE)
            .spawn(work);
        let thread = match thread {
            Ok(thread) => Some(thread),
            Err(error) => {
                let mut listener = listener.lock();
                listener(Event::Warning(format!("cannot start a search: {error}")));
                answer(&shared, Vec::new(), &mut *listener);
                None
            }
        };
        self.active = Some(ActiveSearch { shared, thread });
    }

    /// Ends the running search; its [`Event::Done`] follows.
    pub fn stop(&self) {
        if let Some(active) = &self.active {
            active.shared.control.stop_and_release();
        }
    }

    /// Handles `ponderhit`: time limits apply from now on, and include the time spent pondering.
    pub fn ponder_hit(&self) {
        if let Some(active) = &self.active {
            active.shared.control.ponder_hit();
        }
    }

    /// Waits until the search is over and its threads have ended; for an infinite or pondering search,
    /// until it is stopped.
    pub fn wait(&mut self) {
        if let Some(thread) = self.active.as_mut().and_then(|active| active.thread.take()) {
            // That thread catches panics of the search and still answers.
            let _ = thread.join();
        }
    }

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

impl<R: Rules> Drop for Pool<R> {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Main search thread: starts helpers, searches, waits for release and answers, even after a panic
/// of the search.
fn lead<R: Rules>(
    shared: &Shared<R>,
    histories: &Histories,
    mut listener: impl FnMut(Event<Move>),
) {
    let control = &shared.control;
    let mut lines = Vec::new();
    thread::scope(|scope| {
        for (id, history) in histories.iter().enumerate().skip(1) {
            let helper = Builder::new().stack_size(STACK_SIZE);
            let started = helper.spawn_scoped(scope, move || {
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    let mut history = history.lock();
                    iterate(&mut ThreadData::new(id, shared, &mut history, None));
                }));
            });
            if let Err(error) = started {
                listener(Event::Warning(format!(
                    "cannot start a thread: {error}; {id} of {} search threads search",
                    histories.len()
                )));
                break;
            }
        }
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let mut history = histories[0].lock();
            lines = iterate(&mut ThreadData::new(
                0,
                shared,
                &mut history,
                Some(&mut listener),
            ));
        }));
        control.end_search();
    });
    answer(shared, lines, listener);
}

/// Sends the answer. Before it, reports the line of another thread if that is better; otherwise,
/// after pondering, reports `lines`, the last ones of the main thread, once more.
fn answer<R: Rules>(
    shared: &Shared<R>,
    lines: Vec<ThreadResult<Move>>,
    mut listener: impl FnMut(Event<Move>),
) {
    let control = &shared.control;
    let result = best_thread(shared);
    let best = result.pv.first().or(shared.root_moves.first()).copied();
    let ponder = best.and_then(|best| reply(shared, best, &result.pv));
    let is_reported = lines.first().is_some_and(|line| line.is_same_line(&result));
    // After pondering a GUI may have dropped the earlier reports.
    if control.limits.ponder || !is_reported {
        let lines = if is_reported { lines } else { vec![result] };
        for (rank, line) in (1..).zip(lines) {
            listener(Event::Info(search_info(shared, rank, line)));
        }
    }
    control.record_answer();
    listener(Event::Done { best, ponder });
}

/// The shortest mate, or else the deepest result; among equally deep ones, the one with the best
/// score. With a depth limit, which applies only to the main thread, the main thread's result.
fn best_thread<R: Rules>(shared: &Shared<R>) -> ThreadResult<Move> {
    let control = &shared.control;
    let main = control.result(0).clone();
    // The lines of MultiPV belong together.
    if shared.options.multi_pv > 1 {
        return main;
    }
    if let Some(mate) = control.found_mate() {
        return mate;
    }
    if control.limits.depth.is_some() {
        return main;
    }
    // The first number is the same for all scores below a mate.
    let preference = |result: &ThreadResult<Move>| {
        let score = result.score;
        (score.max(MATE_BOUND - 1), result.depth, score)
    };
    let results = (1..control.threads()).map(|id| control.result(id).clone());
    results.fold(main, |best, other| {
        if preference(&other) > preference(&best) {
            other
        } else {
            best
        }
    })
}

/// The expected reply: the next move of the line, or else the table's move, if legal.
fn reply<R: Rules>(shared: &Shared<R>, best: Move, pv: &[Move]) -> Option<Move> {
    let position = shared.position.make(best)?;
    let known = || {
        shared
            .table
            .probe(position.key())
            .and_then(|entry| entry.mv)
    };
    let reply = pv.get(1).copied().or_else(known)?;
    position.legal_moves().contains(&reply).then_some(reply)
}

#[cfg(test)]
mod tests {
    use search::Limits;
    use search::parts::mated_in;

    use super::*;
    use crate::swim::Swim;

    fn position() -> Swim {
        Swim::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap()
    }

    #[test]
    fn shortest_mate_then_depth_decide_between_threads() {
        let best_of = |results: &[(u32, i32)]| {
            let request = Request::new(position(), Limits::default());
            let table = new_table(1).unwrap();
            let shared = Shared::new(table, request, results.len(), Lag::default());
            for (id, &(depth, score)) in results.iter().enumerate() {
                let mut result = shared.control.result(id);
                (result.depth, result.score) = (depth, score);
            }
            let best = best_thread(&shared);
            (best.depth, best.score)
        };
        assert_eq!(best_of(&[(8, 300), (9, 10), (9, 20)]), (9, 20));
        let mates = [-mated_in(5), -mated_in(3)];
        let results = [(9, 300), (6, mates[0]), (4, mates[1]), (7, mates[0])];
        assert_eq!(best_of(&results), (4, mates[1]));
        assert_eq!(best_of(&[(7, -mates[1]), (9, -mates[0])]), (9, -mates[0]));
    }

    #[test]
    fn restricted_search_stores_no_score_of_the_root() {
        let position = position();
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
