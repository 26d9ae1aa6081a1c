//! A search in the background: its threads and its answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, Builder, JoinHandle};

use parking_lot::Mutex;
use search::Event;
use search::parts::{MATE_BOUND, ThreadResult};

use super::history::History;
use super::iterate::{iterate, search_info};
use super::shared::Shared;
use super::thread::ThreadData;
use crate::rules::Rules;
use crate::types::Move;

/// Stack size in bytes. Lines of 255 plies with quiescence need most of 128 MiB in debug builds and 4 MiB
/// in release builds. It is only reserved, not committed.
const STACK_SIZE: usize = if cfg!(debug_assertions) {
    128 << 20
} else {
    16 << 20
};

/// The histories of all threads.
pub(crate) type Histories = Vec<Arc<Mutex<History>>>;

/// A search in the background.
pub(crate) struct ActiveSearch<R> {
    pub(crate) shared: Arc<Shared<R>>,
    /// The main thread, which ends last; `None` once waited for.
    thread: Option<JoinHandle<()>>,
}

impl<R: Rules> ActiveSearch<R> {
    /// Starts a search with one thread for each history. `listener` is called from the main thread,
    /// last with [`Event::Done`].
    pub(crate) fn start(
        shared: Shared<R>,
        histories: &Histories,
        listener: impl FnMut(Event<Move>) + Send + 'static,
    ) -> Self {
        let shared = Arc::new(shared);
        // Shared, because it is still needed here if the thread cannot be started.
        let listener = Arc::new(Mutex::new(listener));
        let work = {
            let (shared, histories) = (Arc::clone(&shared), histories.clone());
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
        Self { shared, thread }
    }

    /// Waits until the search is over and its threads have ended.
    pub(crate) fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            // That thread catches panics of the search and still answers.
            let _ = thread.join();
        }
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
    use search::parts::{Lag, mated_in, new_table};
    use search::{Limits, Request};

    use super::*;
    use crate::swim::Swim;

    #[test]
    fn shortest_mate_then_depth_decide_between_threads() {
        let best_of = |results: &[(u32, i32)]| {
            let position = Swim::from_fen(Swim::GAME.start).unwrap();
            let request = Request::new(position, Limits::default());
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
}
