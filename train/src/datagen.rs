//! `train datagen`: every thread plays the engine against itself and appends the games to its own
//! file.

mod adjudicate;
mod game;
mod origin;
mod output;
mod progress;
mod searches;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use clap::Args;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use fs_err as fs;
use indicatif::HumanCount;
use rayon::prelude::*;
use search::nnue::{Network, NetworkError};
use search::{PoolError, Score};
use thiserror::Error;

use crate::console::print_line;
use crate::format::game::EXTENSION;
use crate::stop::Stop;
#[cfg(feature = "tune")]
pub(crate) use adjudicate::Adjudicator;
pub use game::{GameSeed, GameSettings, play};
pub use origin::OriginError;
pub(crate) use origin::{Origin, Scorer, has_results, scorer_of};
pub(crate) use output::Output;
pub use output::OutputError;
use progress::{Display, Tally};
#[cfg(feature = "tune")]
pub(crate) use searches::at_least_one;
pub(crate) use searches::{DECIDED, thread_count, white_score};
pub use searches::{NodeLimits, SearchSettings};

/// Stack of a thread in bytes: deep searches need a deep stack.
pub(crate) const STACK: usize = 16 << 20;

/// Time between two updates of the display.
const TICK: Duration = Duration::from_millis(200);

/// Self-play settings. The same settings continue an earlier run, whose games are counted if it had
/// the same number of threads.
#[derive(Args, Clone, Debug)]
pub struct Datagen {
    /// Folder for the games, one file per thread
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Stop at this many games, including those of earlier runs
    #[arg(long)]
    pub games: Option<u64>,
    /// Stop at this many positions, including those of earlier runs
    #[arg(long)]
    pub positions: Option<u64>,
    /// Stop after this time; without any limit, Ctrl-C stops the run
    #[arg(long, value_parser = hours)]
    pub hours: Option<Duration>,
    /// Settings of the searches, by as many threads as games are played at the same time.
    #[command(flatten)]
    pub search: SearchSettings,
    /// Seed of all games: use a different one for each machine and engine
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Skip openings whose first score is further from zero than this, in internal units (400 per
    /// logit: 300 is an expected result of 68%)
    #[arg(long, default_value_t = 300, value_name = "UNITS", value_parser = clap::value_parser!(Score).range(0..))]
    pub opening_limit: Score,
    /// Adjudicate longer games as draws
    #[arg(long, default_value_t = 500, value_name = "PLIES")]
    pub max_plies: usize,
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours: f64 = text.parse().map_err(|error| format!("{error}"))?;
    Duration::try_from_secs_f64(hours * 3600.0).map_err(|error| error.to_string())
}

impl Datagen {
    fn game_settings(&self) -> GameSettings {
        GameSettings {
            limits: self.search.limits,
            opening_limit: self.opening_limit,
            max_plies: self.max_plies,
        }
    }

    fn goal(&self) -> Goal {
        Goal {
            games: self.games,
            positions: self.positions,
            time: self.hours,
        }
    }

    /// The games file of a thread. The side file beside it has the extension `toml`.
    pub fn file(&self, thread: u64) -> PathBuf {
        self.out
            .join(format!("s{}-t{thread}.{EXTENSION}", self.seed))
    }

    /// The origin of a thread's games.
    fn origin(&self, network: &Network, thread: u64) -> Origin {
        Origin {
            seed: self.seed,
            thread,
            opening_limit: self.opening_limit,
            max_plies: self.max_plies,
            ..self.search.origin(network)
        }
    }
}

/// The limits of a run; it stops at the first one reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Goal {
    games: Option<u64>,
    positions: Option<u64>,
    time: Option<Duration>,
}

impl Goal {
    fn is_reached(&self, now: Tally, elapsed: Duration) -> bool {
        self.games.is_some_and(|games| now.games >= games)
            || self
                .positions
                .is_some_and(|positions| now.positions >= positions)
            || self.time.is_some_and(|time| elapsed >= time)
    }
}

/// A failed run.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum DatagenError {
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Searcher(#[from] PoolError),
    #[error("failed to start a thread: {0}")]
    Thread(io::Error),
    #[error("a thread panicked; the games it had finished are kept")]
    Panic,
}

/// Plays until a limit is reached or `stop` is set: its first request finishes the current games,
/// its second drops them. All finished games are on disk in any case.
///
/// # Errors
/// The first [`DatagenError`] of any thread.
pub fn run(settings: &Datagen, stop: &Stop) -> Result<(), DatagenError> {
    let threads = thread_count(settings.search.threads) as u64;
    let network = settings.search.load_network()?;
    fs::create_dir_all(&settings.out)?;
    // Counting the games of an earlier run takes a while.
    let outputs = (0..threads)
        .into_par_iter()
        .map(|thread| Output::open(settings.file(thread), &settings.origin(&network, thread)))
        .collect::<Result<Vec<_>, _>>()?;
    let before = Tally {
        games: outputs.iter().map(|output| output.games).sum(),
        positions: outputs.iter().map(|output| output.positions).sum(),
    };
    if settings.goal().is_reached(before, Duration::ZERO) {
        stop.finish();
    }
    let claimed = AtomicU64::new(before.games);
    let shared = Shared {
        settings,
        network: &network,
        stop,
        claimed: &claimed,
    };
    thread::scope(|scope| {
        let (sender, finished) = unbounded();
        let mut handles = Vec::new();
        for (thread, output) in (0..).zip(outputs) {
            let sender = sender.clone();
            let handle = thread::Builder::new()
                .name(format!("datagen {thread}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || shared.play_games(thread, output, &sender))
                .map_err(|error| {
                    stop.finish();
                    DatagenError::Thread(error)
                })?;
            handles.push(handle);
        }
        drop(sender);
        show_progress(settings.goal(), before, &finished, stop);
        // Join all threads before returning the first error.
        let results: Vec<_> = handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or(Err(DatagenError::Panic)))
            .collect();
        results.into_iter().collect()
    })
}

/// Displays progress until all threads have finished, and stops them when the goal is reached.
/// `finished` receives the number of positions of each game.
fn show_progress(goal: Goal, before: Tally, finished: &Receiver<u64>, stop: &Stop) {
    let mut display = Display::new(goal, before);
    let mut now = before;
    loop {
        match finished.recv_timeout(TICK) {
            Ok(positions) => {
                now.games += 1;
                now.positions += positions;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if goal.is_reached(now, display.elapsed()) {
            stop.finish();
        }
        display.update(now);
    }
    display.finish();
    print_line(format_args!(
        "{} games and {} positions, {} and {} of them new, {:.0} positions/s",
        HumanCount(now.games),
        HumanCount(now.positions),
        HumanCount(now.games - before.games),
        HumanCount(now.positions - before.positions),
        display.speed(now),
    ));
}

/// Data shared by all threads.
#[derive(Clone, Copy)]
struct Shared<'a> {
    settings: &'a Datagen,
    network: &'a Arc<Network>,
    stop: &'a Stop,
    /// Games finished or started.
    claimed: &'a AtomicU64,
}

impl Shared<'_> {
    /// Plays games on one thread and sends the number of positions of each.
    fn play_games(
        self,
        thread: u64,
        output: Output,
        finished: &Sender<u64>,
    ) -> Result<(), DatagenError> {
        let result = self.try_play_games(thread, output, finished);
        if result.is_err() {
            self.stop.finish();
        }
        result
    }

    fn try_play_games(
        self,
        thread: u64,
        mut output: Output,
        finished: &Sender<u64>,
    ) -> Result<(), DatagenError> {
        let mut searcher = self.settings.search.searcher(self.network)?;
        while !self.stop.is_finishing() && self.claim_game() {
            let seed = GameSeed {
                seed: self.settings.seed,
                thread,
                number: output.games,
            };
            let abandon = || self.stop.is_abandoned();
            let Some(game) = play(&mut searcher, self.settings.game_settings(), seed, abandon)
            else {
                break;
            };
            output.append(&game)?;
            let _ = finished.send(game.plies.len() as u64);
        }
        Ok(())
    }

    /// Reserves one more game; false once enough are reserved.
    fn claim_game(self) -> bool {
        let before = self.claimed.fetch_add(1, Relaxed);
        self.settings.games.is_none_or(|games| before < games)
    }
}
