//! How fast this machine searches: a fixed time on many threads, after which the result can be
//! compared with another machine's.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use search::nnue::Network;
use search::{Limits, Pool, SearchInfo};

use crate::about;
use crate::bench::{last_report, positions};
use crate::memory;
use crate::output::say;
use crate::task::Task;

/// Of the benchmark's positions every fifth is searched: eight orthodox ones and two of Chess960.
const STRIDE: usize = 5;
const WARM_UP: Duration = Duration::from_millis(500);

/// What to measure with.
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

/// Starts the measurement by the network given, which tells how far it is and prints a report in
/// the end.
///
/// # Errors
/// No memory for the table, or no threads.
pub fn start(test: Speedtest, network: Arc<Network>) -> Result<Task, Box<dyn Error>> {
    memory::check(test.hash, 0)?;
    let mut pool = Pool::new(test.threads, test.hash)?;
    pool.set_network(network);
    let work = move |stop: &AtomicBool| {
        if run(pool, test, stop).is_none() {
            say("info string the speed test was stopped");
        }
    };
    Ok(Task::start("speedtest", work)?)
}

/// `None` when it was stopped.
fn run(mut pool: Pool, test: Speedtest, stop: &AtomicBool) -> Option<()> {
    say(format_args!("Engine             {}", about::VERSION));
    say(format_args!("Compiled for       {}", about::target()));
    say(format_args!("Threads            {}", test.threads));
    say(format_args!("Hash               {} MiB", test.hash));
    let boards: Vec<_> = positions().step_by(STRIDE).collect();
    let share = Duration::from_secs(test.seconds.into()) / boards.len() as u32;
    last_report(&mut pool, boards[0], unhurried(WARM_UP), stop)?;
    let huge = huge_pages().map_or("unknown".to_owned(), |mebibytes| format!("{mebibytes} MiB"));
    say(format_args!("In huge pages      {huge}"));

    let mut reports: Vec<SearchInfo> = Vec::new();
    let mut time = Duration::ZERO;
    for (number, &board) in (1..).zip(&boards) {
        pool.clear();
        pool.wait_until_clear();
        let start = Instant::now();
        let report = last_report(&mut pool, board, unhurried(share), stop)?;
        time += start.elapsed();
        say(format_args!(
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
    say(format_args!(
        "Time               {:.2} s",
        time.as_secs_f64()
    ));
    say(format_args!(
        "Average depth      {:.1}",
        f64::from(depths) / reports.len() as f64
    ));
    say(format_args!(
        "Hash used          {:.1} % at most",
        f64::from(full.unwrap_or(0)) / 10.0
    ));
    say(format_args!("Nodes              {nodes}"));
    say(format_args!(
        "Nodes/second/thread {:.0}",
        speed / test.threads as f64
    ));
    say(format_args!("Nodes/second       {speed:.0}"));
    Some(())
}

/// All of `time`, with no overhead to a clock.
fn unhurried(time: Duration) -> Limits {
    Limits {
        overhead: Duration::ZERO,
        ..Limits::move_time(time)
    }
}

/// How many mebibytes of this process lie in huge pages, where the system tells.
fn huge_pages() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("AnonHugePages:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}
