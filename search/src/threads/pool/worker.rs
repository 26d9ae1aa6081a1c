//! The threads of a pool and the jobs they run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::done::Pending;
use super::vote::{best_thread, ponder_move};
use crate::nnue::Network;
use crate::threads::iterate::iterate;
use crate::threads::shared::SharedContext;
use crate::threads::thread::{ThreadData, ThreadState};
use crate::{Event, PoolError};

/// Stack size in bytes. A line can be 254 plies long, each with quiescence, singular and
/// verification searches: debug builds need most of this. It is only reserved, not used.
const STACK_SIZE: usize = 64 << 20;

pub(super) type Listener = Box<dyn FnMut(Event) + Send>;

/// A job for a thread, which drops `pending` last.
pub(super) enum Job {
    Search {
        shared: Arc<SharedContext>,
        /// Only for the main thread.
        listener: Option<Listener>,
        pending: Pending,
    },
    ClearHistory {
        pending: Pending,
    },
}

/// A thread and its queue of jobs.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts thread `id` and waits until it has its memory, so that the next thread cannot take it.
    pub(super) fn spawn(id: usize) -> Result<Self, PoolError> {
        let (jobs, queue) = unbounded();
        let (report, ready) = bounded(1);
        let work = move || {
            // The thread allocates, so that the memory is near its processor.
            if let Some(state) = ThreadState::try_new(Network::embedded()) {
                let _ = report.send(());
                run_jobs(id, state, &queue);
            }
        };
        let handle = Builder::new()
            .name(format!("search-{id}"))
            .stack_size(STACK_SIZE)
            .spawn(work)?;
        let worker = Self {
            jobs: Some(jobs),
            handle: Some(handle),
        };
        ready.recv().map_err(|_| PoolError::Memory)?;
        Ok(worker)
    }

    pub(super) fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // A worker only ends when its sender is dropped.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

fn run_jobs(id: usize, mut state: ThreadState, queue: &Receiver<Job>) {
    for job in queue {
        match job {
            Job::ClearHistory { pending } => {
                state.clear();
                drop(pending);
            }
            Job::Search {
                shared,
                listener,
                pending,
            } => {
                let search = AssertUnwindSafe(|| match listener {
                    Some(listener) => main_search(&shared, listener, &mut state),
                    None => {
                        iterate(&mut ThreadData::new(id, &shared, &mut state, None));
                        true
                    }
                });
                if !catch_unwind(search).unwrap_or(false) {
                    // A panic may have left the state inconsistent.
                    match ThreadState::try_new(Network::embedded()) {
                        Some(new) => state = new,
                        None => state.clear(),
                    }
                }
                drop(shared);
                drop(pending);
            }
        }
    }
}

/// The main thread's job: searches, waits until the answer may be given, then chooses and reports
/// it, even if the search panicked. Returns false after a panic.
fn main_search(shared: &SharedContext, mut listener: Listener, state: &mut ThreadState) -> bool {
    let control = &shared.control;
    let mut lines = Vec::new();
    let search = AssertUnwindSafe(|| {
        lines = iterate(&mut ThreadData::new(0, shared, state, Some(&mut listener)));
    });
    let panicked = catch_unwind(search).is_err();
    control.end_search();
    state.record_score(shared);
    let result = best_thread(shared);
    let best = result
        .pv
        .first()
        .copied()
        .or(shared.root_moves.first().copied());
    let ponder = best.and_then(|best| ponder_move(shared, best, &result.pv));
    let is_reported = lines.first().is_some_and(|line| line.is_same_line(&result));
    // Report again after pondering: a GUI may have dropped the earlier reports.
    if control.limits.ponder || !(is_reported || panicked) {
        let lines = if is_reported { lines } else { vec![result] };
        for (rank, line) in (1..).zip(lines) {
            let info = shared.info(rank, line);
            let _ = catch_unwind(AssertUnwindSafe(|| listener(Event::Info(info))));
        }
    }
    control.record_answer();
    listener(Event::Done { best, ponder });
    !panicked
}
