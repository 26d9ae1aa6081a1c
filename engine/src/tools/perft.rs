//! Perft: counting legal move sequences.

use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Instant;

use movegen::Board;
use movegen::perft::{PerftTable, divide, total};
use rayon::ThreadPoolBuilder;

use super::background::Task;
use super::memory;
use crate::error::EngineError;
use crate::io::output::{print_line, print_note};
use crate::report::MoveFormat;

/// The arguments of `perft` and `go perft`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// In plies.
    pub depth: u32,
    /// Size of the hash table in mebibytes; `None` for no table.
    pub hash: Option<usize>,
    /// Number of threads; `None` for the `Threads` option's.
    pub threads: Option<usize>,
    /// Position to count from; `None` for the current one.
    pub fen: Option<String>,
}

/// Starts to count the move sequences of `perft.depth` plies from `board`, on `threads` threads but
/// no more than there are processors.
///
/// # Errors
/// If the table cannot be allocated or no thread can be started.
pub fn start(
    perft: &Perft,
    board: Board,
    threads: usize,
    format: MoveFormat,
) -> Result<Task, EngineError> {
    memory::check(perft.hash.unwrap_or(0), 0)?;
    let table = perft.hash.map(PerftTable::new).transpose()?;
    let processors = available_parallelism().map_or(threads, usize::from);
    let threads = threads.clamp(1, processors);
    let depth = perft.depth;
    let work = move |stop: &AtomicBool| count(&board, depth, table.as_ref(), threads, format, stop);
    Ok(Task::start("perft", work)?)
}

/// Counts and prints a line for each move, the total, time and speed.
fn count(
    board: &Board,
    depth: u32,
    table: Option<&PerftTable>,
    threads: usize,
    format: MoveFormat,
    stop: &AtomicBool,
) -> Result<(), EngineError> {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let pool = builder
        .build()
        .map_err(|source| EngineError::PerftThreads { source, threads })?;
    let start = Instant::now();
    let counts = pool.install(|| divide(board, depth, table, stop));
    let text = |(mv, count)| (format.write(mv), count);
    let counts = counts.map(|counts| counts.into_iter().map(text).collect());
    print_counts(depth, counts, start)
}

/// Starts a perft of a river game.
///
/// # Errors
/// If no thread can be started.
pub fn start_river(depth: u32, count: variants::PerftJob) -> Result<Task, EngineError> {
    let work = move |stop: &AtomicBool| {
        let start = Instant::now();
        print_counts(depth, count(stop), start)
    };
    Ok(Task::start("perft", work)?)
}

/// Prints what was counted since `start`, or that the count was stopped.
///
/// # Errors
/// If the total exceeds a `u64`.
fn print_counts(
    depth: u32,
    counts: Option<Vec<(String, u64)>>,
    start: Instant,
) -> Result<(), EngineError> {
    let time = start.elapsed();
    let Some(moves) = counts else {
        print_note("perft was stopped");
        return Ok(());
    };
    for (mv, count) in &moves {
        print_line(format_args!("{mv}: {count}"));
    }
    let nodes = total(depth, moves.iter().map(|&(_, count)| count));
    let nodes = nodes.ok_or(EngineError::PerftCount)?;
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    print_line(format_args!(
        "\nNodes searched: {nodes}\nTime: {} ms\nNodes/second: {speed:.0}",
        time.as_millis()
    ));
    Ok(())
}
