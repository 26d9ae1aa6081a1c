//! Perft as a running task: it answers when it is done, and can be stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

use movegen::perft::{PerftTable, TableError, divide};
use movegen::{Board, CastlingMode};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

use crate::output::say;

/// Why a count cannot be started.
#[derive(Debug, Error)]
pub enum PerftError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("the threads for perft cannot be started: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error("perft cannot be started: {0}")]
    Task(#[from] std::io::Error),
}

/// A count on its way.
pub struct PerftRun {
    stop: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl PerftRun {
    /// Starts to count the leaves `depth` plies below `board`, with a table of `hash` mebibytes if
    /// any is given, on `threads` threads.
    ///
    /// # Errors
    /// No memory for the table, or no threads.
    pub fn start(
        board: Board,
        depth: u32,
        hash: Option<usize>,
        threads: usize,
        mode: CastlingMode,
    ) -> Result<Self, PerftError> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .build()?;
        let table = hash.map(PerftTable::new).transpose()?;
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let task = Builder::new()
            .name("perft".into())
            .spawn(move || count(&board, depth, table.as_ref(), &pool, mode, &flag))?;
        Ok(Self { stop, task })
    }

    /// Tells it to end without a figure.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for it to end.
    pub fn wait(self) {
        // A panic has been reported on standard error.
        let _ended = self.task.join();
    }
}

/// Counts and prints: a line for each move, the total, time and speed.
fn count(
    board: &Board,
    depth: u32,
    table: Option<&PerftTable>,
    pool: &ThreadPool,
    mode: CastlingMode,
    stop: &AtomicBool,
) {
    let start = Instant::now();
    let Some(moves) = pool.install(|| divide(board, depth, table, stop)) else {
        return say("info string perft was stopped");
    };
    let time = start.elapsed();
    for (mv, count) in &moves {
        say(format_args!("{}: {count}", mv.uci(mode)));
    }
    let nodes = match depth {
        0 => 1,
        _ => moves.iter().map(|&(_, count)| count).sum(),
    };
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    say(format_args!(
        "\nNodes searched: {nodes}\nTime: {} ms\nNodes/second: {speed:.0}",
        time.as_millis()
    ));
}
