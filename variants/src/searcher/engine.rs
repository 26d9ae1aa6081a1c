//! Threads and table: searches that run beside the caller, and searches on the caller's thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, Builder, JoinHandle};
use std::time::Duration;

use search::parts::{Lag, TranspositionTable, lost};
use search::{Bound, Clock, Event, Limits, Options, PoolError};

use super::history::History;
use super::iterate::{describe, iterate};
use super::shared::{Shared, ThreadResult, lock};
use super::worker::{Reporter, Worker};
use crate::rules::Rules;
use crate::types::Move;

/// Lines of 255 plies with quiescence need most of this in debug builds. It is only reserved.
const STACK_SIZE: usize = 128 << 20;

type Listener = Box<dyn FnMut(Event<Move>) + Send>;
type Histories = Vec<Arc<Mutex<History>>>;

/// The result of a search on the caller's thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The best line; starts with `best`.
    pub pv: Vec<Move>,
    /// Score for the side to move, in internal units or as a mate.
    pub score: i32,
    /// Depth of the last finished iteration, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// A search with a table of its own on the caller's thread: exactly repeatable.
pub struct Searcher {
    table: Arc<TranspositionTable<Move>>,
    history: History,
}

impl Searcher {
    /// A searcher with a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// No memory.
    pub fn new(hash_mb: usize) -> Result<Self, PoolError> {
        Ok(Self {
            table: new_table(hash_mb)?,
            history: History::new(),
        })
    }

    /// Clears table and histories.
    pub fn clear(&mut self) {
        clear(&mut self.table);
        self.history = History::new();
    }

    /// Searches until a limit is reached; `ponder` and `infinite` are ignored. `earlier` are the
    /// keys of the positions before, oldest first.
    pub fn search<R: Rules>(
        &mut self,
        position: &R,
        earlier: &[u64],
        limits: Limits<Move>,
    ) -> SearchResult {
        let limits = Limits {
            ponder: false,
            infinite: false,
            ..limits
        };
        let (table, options) = (Arc::clone(&self.table), Options::default());
        let shared = Shared::new(
            table,
            *position,
            earlier,
            limits,
            options,
            1,
            Lag::default(),
        );
        let mut worker = Worker::new(0, &shared, &mut self.history, None);
        iterate(&mut worker);
        let nodes = worker.nodes;
        let result = shared.result(0).clone();
        SearchResult {
            best: result.pv.first().copied(),
            pv: result.pv,
            score: result.score,
            depth: result.depth,
            nodes,
        }
    }
}

/// One search from [`Engine::go`] to its last report.
struct Run<R> {
    shared: Arc<Shared<R>>,
    /// Time to the answer, from the start of the clock.
    answered: Arc<OnceLock<Duration>>,
    thread: Option<JoinHandle<()>>,
}

/// Threads and table of one game.
pub struct Engine<R: Rules> {
    table: Arc<TranspositionTable<Move>>,
    histories: Histories,
    run: Option<Run<R>>,
    lag: Lag,
    /// The last move on a clock: what the clock showed, and how long the move took.
    last: Option<(Clock, Duration)>,
    /// The score that the last search ended with.
    last_score: Option<i32>,
}

impl<R: Rules> Engine<R> {
    /// An engine of `threads` threads (at least 1) with a table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// No memory.
    pub fn new(threads: usize, hash_mb: usize) -> Result<Self, PoolError> {
        let mut engine = Self {
            table: new_table(hash_mb)?,
            histories: Vec::new(),
            run: None,
            lag: Lag::default(),
            last: None,
            last_score: None,
        };
        engine.set_threads(threads);
        Ok(engine)
    }

    /// Changes the number of threads, at least 1. Stops a running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.finish();
        let history = || Arc::new(Mutex::new(History::new()));
        self.histories.resize_with(threads.max(1), history);
    }

    /// Replaces the table by an empty one. Stops a running search.
    ///
    /// # Errors
    /// No memory; the old table stays.
    pub fn set_hash(&mut self, hash_mb: usize) -> Result<(), PoolError> {
        self.finish();
        self.table = new_table(hash_mb)?;
        Ok(())
    }

    /// Clears table and histories. Stops a running search.
    pub fn clear(&mut self) {
        self.finish();
        self.last_score = None;
        clear(&mut self.table);
        for history in &self.histories {
            *lock(history) = History::new();
        }
    }

    /// Starts a search and returns at once; a search still running is stopped first. `listener`
    /// is called from a search thread, last with [`Event::Done`].
    pub fn go(
        &mut self,
        position: R,
        earlier: &[u64],
        limits: Limits<Move>,
        options: Options,
        listener: impl FnMut(Event<Move>) + Send + 'static,
    ) {
        self.finish();
        if let (Some((clock, thought)), Some(now)) = (self.last.take(), limits.clock)
            && !limits.ponder
            && let Some(lost) = lost(clock, thought, now)
        {
            self.lag = self.lag.after_move(lost);
        }
        let (table, threads) = (Arc::clone(&self.table), self.histories.len());
        let shared = Shared::new(table, position, earlier, limits, options, threads, self.lag)
            .with_last_score(self.last_score);
        let shared = Arc::new(shared);
        let answered = Arc::new(OnceLock::new());
        let work = {
            let (shared, answered) = (Arc::clone(&shared), Arc::clone(&answered));
            let histories = self.histories.clone();
            move || lead(&shared, &histories, &answered, Box::new(listener))
        };
        let thread = Builder::new()
            .name("river".into())
            .stack_size(STACK_SIZE)
            .spawn(work);
        self.run = Some(Run {
            shared,
            answered,
            thread: thread.ok(),
        });
    }

    /// Ends the running search; its [`Event::Done`] follows.
    pub fn stop(&self) {
        if let Some(run) = &self.run {
            run.shared.stop();
        }
    }

    /// The opponent has played the expected move: time limits hold from now on.
    pub fn ponder_hit(&self) {
        if let Some(run) = &self.run {
            run.shared.ponder_hit();
        }
    }

    /// Waits until the search is over and its threads have ended.
    pub fn wait(&mut self) {
        if let Some(thread) = self.run.as_mut().and_then(|run| run.thread.take()) {
            // A panic was caught and answered on that thread.
            let _ended = thread.join();
        }
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
        if let Some(run) = self.run.take() {
            self.lag = self.lag.after_wait(run.shared.longest_wait());
            let limits = &run.shared.limits;
            let clock = limits.clock.filter(|_| !limits.ponder);
            self.last = clock.zip(run.answered.get().copied());
            let result = run.shared.result(0);
            self.last_score = (result.depth > 0).then_some(result.score);
        }
    }
}

impl<R: Rules> Drop for Engine<R> {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The main thread's part: start helpers, search, wait for release, answer. Whatever happens on the
/// way, an answer is given.
fn lead<R: Rules>(
    shared: &Shared<R>,
    histories: &Histories,
    answered: &OnceLock<Duration>,
    mut listener: Listener,
) {
    let mut reported = None;
    thread::scope(|scope| {
        for id in 1..shared.threads() {
            let helper = Builder::new().stack_size(STACK_SIZE);
            // Without this helper the others search alone.
            let _started = helper.spawn_scoped(scope, move || {
                let _caught =
                    catch_unwind(AssertUnwindSafe(|| search(id, shared, histories, None)));
            });
        }
        let report = |event: Event<Move>| {
            if let Event::Info(info) = &event
                && info.multipv == 1
            {
                reported = info
                    .pv
                    .first()
                    .copied()
                    .filter(|_| info.bound == Bound::Exact);
            }
            listener(event);
        };
        let reporter: Reporter<'_> = Some(Box::new(report));
        let _caught = catch_unwind(AssertUnwindSafe(|| search(0, shared, histories, reporter)));
        shared.wait_for_release();
        shared.stop();
    });
    let result = best_thread(shared);
    let best = result.pv.first().or(shared.root_moves.first()).copied();
    let ponder = best.and_then(|best| reply(shared, best, &result.pv));
    if best.is_none() || shared.limits.ponder || reported != best {
        listener(Event::Info(describe(shared, 1, result, Bound::Exact)));
    }
    let _first = answered.set(shared.time.elapsed());
    listener(Event::Done { best, ponder });
}

/// One thread's search.
fn search<R: Rules>(id: usize, shared: &Shared<R>, histories: &Histories, reporter: Reporter<'_>) {
    let mut history = lock(&histories[id]);
    iterate(&mut Worker::new(id, shared, &mut history, reporter));
}

/// The deepest result, and among equals the one with the best score.
fn best_thread<R: Rules>(shared: &Shared<R>) -> ThreadResult {
    let main = shared.result(0).clone();
    if shared.options.multi_pv > 1 || main.depth == 0 {
        return main;
    }
    let results = (1..shared.threads()).map(|id| shared.result(id).clone());
    results.fold(main, |best, other| {
        if (other.depth, other.score) > (best.depth, best.score) {
            other
        } else {
            best
        }
    })
}

/// The expected reply: the next move of the line, or the table's move if it is legal.
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

/// Clears a table that no search uses any more.
fn clear(table: &mut Arc<TranspositionTable<Move>>) {
    if let Some(table) = Arc::get_mut(table) {
        table.clear(&AtomicBool::new(false));
    }
}

fn new_table(megabytes: usize) -> Result<Arc<TranspositionTable<Move>>, PoolError> {
    let table = TranspositionTable::new(megabytes);
    table.map(Arc::new).ok_or(PoolError::Hash { megabytes })
}
