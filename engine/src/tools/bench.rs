//! Benchmark on fixed positions: the node count is the signature of the search, the speed measures
//! the machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, bounded, unbounded};
use movegen::Board;
use search::nnue::Network;
use search::{Event, Limits, Pool, Request, SearchInfo};

use super::background::Task;
use super::memory;
use crate::error::EngineError;
use crate::io::output::{print_line, print_note};

/// FENs, a fifth of them from Chess960 or double Fischer random games.
const POSITIONS: &str = include_str!("bench/positions.txt");

/// The longest wait for an event of a search before the stop flag is checked again.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The arguments of `bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// In plies.
    pub depth: u32,
    pub threads: usize,
    /// In mebibytes.
    pub hash: usize,
}

impl Default for Bench {
    /// The settings of the `Bench: N` in commit messages.
    fn default() -> Self {
        Self {
            depth: 15,
            threads: 1,
            hash: 16,
        }
    }
}

/// The positions of the benchmark.
pub fn positions() -> impl Iterator<Item = Board> {
    let board = |fen: &str| fen.parse().expect("the project's own positions are legal");
    POSITIONS.lines().map(board)
}

/// Starts to search every position with `network`, each with a cleared table; prints the total node
/// count and the speed at the end.
///
/// # Errors
/// If the table cannot be allocated or no thread can be started.
pub fn start(bench: Bench, network: Arc<Network>) -> Result<Task, EngineError> {
    let pool = pool(bench.threads, bench.hash, network)?;
    let work = move |stop: &AtomicBool| {
        run(pool, bench.depth, stop);
        Ok(())
    };
    Ok(Task::start("bench", work)?)
}

fn run(mut pool: Pool, depth: u32, stop: &AtomicBool) {
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for board in positions() {
        pool.clear();
        wait_until_ready(&mut pool, stop);
        let start = Instant::now();
        let Some(report) = last_report(&mut pool, board, Limits::depth(depth), stop) else {
            return print_note("bench was stopped");
        };
        time += start.elapsed();
        nodes += report.counters.nodes;
    }
    let nps = nodes as f64 / time.as_secs_f64().max(1e-9);
    print_line(format_args!("{nodes} nodes {nps:.0} nps"));
}

/// A pool that evaluates with `network`, if there is memory for its table of `hash` mebibytes.
///
/// # Errors
/// If the table cannot be allocated or no thread can be started.
pub fn pool(threads: usize, hash: usize, network: Arc<Network>) -> Result<Pool, EngineError> {
    memory::check(hash, 0)?;
    let mut pool = Pool::new(threads, hash)?;
    pool.set_network(network);
    Ok(pool)
}

/// Waits until the table of `pool` is ready or the work is stopped.
pub fn wait_until_ready(pool: &mut Pool, stop: &AtomicBool) {
    let (sender, ready) = bounded::<()>(0);
    // Nothing is sent: the channel disconnects.
    pool.when_ready(move || drop(sender));
    while !stop.load(Relaxed) && ready.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout)
    {
    }
}

/// Searches to the end and returns the last line reported; `None` if it was stopped before.
pub fn last_report(
    pool: &mut Pool,
    board: Board,
    limits: Limits,
    stop: &AtomicBool,
) -> Option<SearchInfo> {
    if stop.load(Relaxed) {
        return None;
    }
    let (sender, events) = unbounded();
    pool.go(Request::new(board, limits), move |event| {
        let _ = sender.send(event);
    });
    let mut last = None;
    while !stop.load(Relaxed) {
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(Event::Info(info)) => last = Some(info),
            Ok(Event::Done { .. }) | Err(RecvTimeoutError::Disconnected) => return last,
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
    None
}
