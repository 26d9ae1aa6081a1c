//! Speed test that can be compared between machines: searches for a fixed time on all processors.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use search::nnue::Network;
use search::{Limits, Pool, SearchInfo};

use super::background::Task;
use super::bench::{last_report, pool, positions, wait_until_ready};
use crate::build_info;
use crate::error::EngineError;
use crate::io::output::{print_line, print_note};

/// Every fifth of the benchmark's positions is searched: eight orthodox ones and two others.
const STRIDE: usize = 5;
const WARM_UP: Duration = Duration::from_millis(500);

/// The arguments of `speedtest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speedtest {
    pub threads: usize,
    /// In mebibytes.
    pub hash: usize,
    /// For all positions together.
    pub seconds: u32,
}

impl Default for Speedtest {
    /// Every processor, 128 MiB for each, twenty seconds.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            threads,
            hash: 128 * threads,
            seconds: 20,
        }
    }
}

/// Starts the measurement with `network`; prints its progress and a report at the end.
///
/// # Errors
/// If the table cannot be allocated or no thread can be started.
pub fn start(test: Speedtest, network: Arc<Network>) -> Result<Task, EngineError> {
    let pool = pool(test.threads, test.hash, network)?;
    let work = move |stop: &AtomicBool| {
        if run(pool, test, stop).is_none() {
            print_note("the speed test was stopped");
        }
        Ok(())
    };
    Ok(Task::start("speedtest", work)?)
}

/// Runs the measurement; `None` if it was stopped.
fn run(mut pool: Pool, test: Speedtest, stop: &AtomicBool) -> Option<()> {
    print_row("Engine", build_info::VERSION);
    print_row("Compiled for", build_info::target());
    print_row("Threads", test.threads);
    print_row("Hash", format_args!("{} MiB", test.hash));
    let boards: Vec<_> = positions().step_by(STRIDE).collect();
    let share = Duration::from_secs(test.seconds.into()) / boards.len() as u32;
    wait_until_ready(&mut pool, stop);
    last_report(&mut pool, boards[0], without_overhead(WARM_UP), stop)?;
    let huge = huge_pages().map_or("unknown".to_owned(), |mebibytes| format!("{mebibytes} MiB"));
    print_row("In huge pages", huge);

    let mut reports: Vec<SearchInfo> = Vec::new();
    let mut time = Duration::ZERO;
    for (number, &board) in (1..).zip(&boards) {
        pool.clear();
        wait_until_ready(&mut pool, stop);
        let start = Instant::now();
        let report = last_report(&mut pool, board, without_overhead(share), stop)?;
        time += start.elapsed();
        print_line(format_args!(
            "Position {number:>2} of {}  depth {:>3}, {:>10} nodes/second",
            boards.len(),
            report.depth,
            report.counters.nps
        ));
        reports.push(report);
    }
    let nodes: u64 = reports.iter().map(|report| report.counters.nodes).sum();
    let depths: u32 = reports.iter().map(|report| report.depth).sum();
    let full = reports.iter().map(|report| report.counters.hashfull).max();
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    let depth = f64::from(depths) / reports.len() as f64;
    let full = f64::from(full.unwrap_or(0)) / 10.0;
    print_row("Time", format_args!("{:.2} s", time.as_secs_f64()));
    print_row("Average depth", format_args!("{depth:.1}"));
    print_row("Hash used", format_args!("{full:.1}% at most"));
    print_row("Nodes", nodes);
    print_row(
        "Nodes/second/thread",
        format_args!("{:.0}", speed / test.threads as f64),
    );
    print_row("Nodes/second", format_args!("{speed:.0}"));
    Some(())
}

fn print_row(name: &str, value: impl Display) {
    print_line(format_args!("{name:<20}{value}"));
}

/// Limits that spend all of `time`.
fn without_overhead(time: Duration) -> Limits {
    Limits {
        overhead: Duration::ZERO,
        ..Limits::move_time(time)
    }
}

/// The mebibytes of this process in huge pages, where the system reports them.
fn huge_pages() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("AnonHugePages:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}
