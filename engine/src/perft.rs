//! Perft as a running task: it answers when it is done, and can be stopped.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use movegen::Board;
use movegen::perft::{PerftTable, TableError, divide};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

use crate::memory::{self, MemoryError};
use crate::output::say;
use crate::task::Task;
use crate::uci::info::Spelling;

/// Why a count cannot be started.
#[derive(Debug, Error)]
pub enum PerftError {
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("the threads for perft cannot be started: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error("perft cannot be started: {0}")]
    Task(#[from] std::io::Error),
}

/// Starts to count the leaves `depth` plies below `board`, with a table of `hash` mebibytes if any
/// is given, on `threads` threads.
///
/// # Errors
/// No memory for the table, or no threads.
pub fn start(
    board: Board,
    depth: u32,
    hash: Option<usize>,
    threads: usize,
    spelling: Spelling,
) -> Result<Task, PerftError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .build()?;
    memory::check(hash.unwrap_or(0), 0)?;
    let table = hash.map(PerftTable::new).transpose()?;
    let work = move |stop: &AtomicBool| count(&board, depth, table.as_ref(), &pool, spelling, stop);
    Ok(Task::start("perft", work)?)
}

/// Counts and prints: a line for each move, the total, time and speed.
fn count(
    board: &Board,
    depth: u32,
    table: Option<&PerftTable>,
    pool: &ThreadPool,
    spelling: Spelling,
    stop: &AtomicBool,
) {
    let start = Instant::now();
    let Some(moves) = pool.install(|| divide(board, depth, table, stop)) else {
        return say("info string perft was stopped");
    };
    let time = start.elapsed();
    for (mv, count) in &moves {
        say(format_args!("{}: {count}", spelling.write(*mv)));
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
