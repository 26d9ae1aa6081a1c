//! Self-play: every core plays games of the engine against itself and appends them to a file of
//! its own.

mod origin;
mod output;
mod play;
mod progress;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use clap::Args;
use crossbeam_channel::{RecvTimeoutError, Sender, unbounded};
use indicatif::HumanCount;
use rayon::prelude::*;
use search::nnue::{Network, NetworkError};
use search::{PoolError, Score, Searcher};
use thiserror::Error;

use crate::console::say;
use crate::stop::Stop;
pub use origin::{Origin, OriginError};
pub use output::{Output, OutputError};
pub use play::{GameSeed, Rules, play};
use progress::{Progress, Tally};

/// A deep search needs a deep stack.
const STACK: usize = 16 << 20;

/// How often the display is brought up to date.
const TICK: Duration = Duration::from_millis(200);

/// What to play, and how much of it. Run it again to go on where it ended.
#[derive(Args, Clone, Debug)]
pub struct Datagen {
    /// Folder for the games, one file for each thread
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// End when there are this many games, those of earlier runs included
    #[arg(long)]
    pub games: Option<u64>,
    /// End when there are this many positions, those of earlier runs included
    #[arg(long)]
    pub positions: Option<u64>,
    /// End after this time; without any limit, Ctrl-C ends the run
    #[arg(long, value_parser = hours)]
    pub hours: Option<Duration>,
    /// Soft limit of each search: no iteration begins after it. The hard one is eight times that
    #[arg(long, default_value_t = 300)]
    pub nodes: u64,
    /// Games played at the same time [default: one for each core]
    #[arg(long)]
    pub threads: Option<NonZeroUsize>,
    /// Names the games: another machine, or another engine, must take another seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Transposition table of each thread in MiB
    #[arg(long, default_value_t = 4)]
    pub hash: usize,
    /// Evaluate by this network instead of the engine's own
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,
    /// Skip openings that one side leads by more than this, in internal units: 400 are one logit,
    /// so 1000 are an expected result of 92 %
    #[arg(long, default_value_t = 1000, value_name = "UNITS")]
    pub opening_limit: Score,
    /// Call a game a draw after this many plies
    #[arg(long, default_value_t = 500, value_name = "PLIES")]
    pub max_plies: usize,
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours: f64 = text.parse().map_err(|error| format!("{error}"))?;
    Duration::try_from_secs_f64(hours * 3600.0).map_err(|error| error.to_string())
}

impl Datagen {
    /// The settings that the command line has when it says only where to write.
    pub const fn new(out: PathBuf) -> Self {
        Self {
            out,
            games: None,
            positions: None,
            hours: None,
            nodes: 300,
            threads: None,
            seed: 1,
            hash: 4,
            network: None,
            opening_limit: 1000,
            max_plies: 500,
        }
    }

    fn rules(&self) -> Rules {
        Rules {
            soft_nodes: self.nodes,
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

    /// The file of a thread; beside it lies the [`Origin`] of its games, with the extension `toml`.
    pub fn file(&self, stream: u64) -> PathBuf {
        let Self { nodes, seed, .. } = self;
        self.out.join(format!("n{nodes}-s{seed}-t{stream}.viri"))
    }

    /// The origin of a thread's games.
    pub fn origin(&self, network: &Network, stream: u64) -> Origin {
        Origin {
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("ENROQUE_COMMIT").to_owned(),
            network: network.recipe().to_owned(),
            network_crc32: format!("{:08x}", network.checksum()),
            seed: self.seed,
            thread: stream,
            nodes: self.nodes,
            hash: self.hash,
            opening_limit: self.opening_limit,
            max_plies: self.max_plies,
        }
    }
}

/// What ends a run: the first limit reached.
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

/// Why a run ended early.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// A file of games.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The output folder.
    #[error("{}: {source}", path.display())]
    Folder {
        /// Which folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The network named.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// No memory for the tables.
    #[error(transparent)]
    Searcher(#[from] PoolError),
    /// No thread to be had.
    #[error("a thread cannot be started: {0}")]
    Thread(std::io::Error),
    /// A thread has panicked; its message is on standard error.
    #[error("a thread broke down; the games it had finished are kept")]
    Panic,
}

/// Plays until a limit is reached or `stop` says so: games being played are finished at the first
/// wish to end and dropped at the second. All finished games are on disk then, also
/// when an error comes back.
///
/// # Errors
/// [`DatagenError`]: the first one that any thread met.
pub fn run(settings: &Datagen, stop: &Stop) -> Result<(), DatagenError> {
    let threads = settings
        .threads
        .or_else(|| thread::available_parallelism().ok());
    let streams = threads.map_or(1, |threads| threads.get() as u64);
    let network = match &settings.network {
        Some(path) => Network::load(path)?,
        None => Network::embedded(),
    };
    std::fs::create_dir_all(&settings.out).map_err(|source| DatagenError::Folder {
        path: settings.out.clone(),
        source,
    })?;
    let outputs = (0..streams)
        .into_par_iter()
        .map(|stream| Output::open(settings.file(stream), &settings.origin(&network, stream)))
        .collect::<Result<Vec<_>, _>>()?;
    let before = Tally {
        games: outputs.iter().map(|output| output.games).sum(),
        positions: outputs.iter().map(|output| output.positions).sum(),
    };
    let claimed = AtomicU64::new(before.games);
    let run = Run {
        settings,
        network: &network,
        stop,
        claimed: &claimed,
    };
    thread::scope(|scope| {
        let (sender, finished) = unbounded();
        let mut players = Vec::new();
        for (stream, output) in (0..).zip(outputs) {
            let sender = sender.clone();
            let player = thread::Builder::new()
                .name(format!("player {stream}"))
                .stack_size(STACK)
                .spawn_scoped(scope, move || run.play_games(stream, output, &sender));
            match player {
                Ok(player) => players.push(player),
                Err(error) => {
                    stop.finish();
                    return Err(DatagenError::Thread(error));
                }
            }
        }
        drop(sender);
        let mut progress = Progress::new(settings.goal(), before);
        let mut now = before;
        loop {
            match finished.recv_timeout(TICK) {
                Ok(positions) => {
                    now.games += 1;
                    now.positions += positions;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // Every player has gone.
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if settings.goal().is_reached(now, progress.elapsed()) {
                stop.finish();
            }
            progress.show(now);
        }
        progress.finish();
        say(format_args!(
            "{} games and {} positions, {} and {} of them new, {:.0} positions/s on {streams} threads",
            HumanCount(now.games),
            HumanCount(now.positions),
            HumanCount(now.games - before.games),
            HumanCount(now.positions - before.positions),
            progress.speed(now),
        ));
        // All of them are waited for, whatever the first one says.
        let ended: Vec<_> = players
            .into_iter()
            .map(|player| player.join().unwrap_or(Err(DatagenError::Panic)))
            .collect();
        ended.into_iter().collect()
    })
}

/// What the players of a run share.
#[derive(Clone, Copy)]
struct Run<'a> {
    settings: &'a Datagen,
    network: &'a Arc<Network>,
    stop: &'a Stop,
    /// Games finished or begun.
    claimed: &'a AtomicU64,
}

impl Run<'_> {
    /// Plays game after game, telling how many positions each has.
    fn play_games(
        self,
        stream: u64,
        mut output: Output,
        finished: &Sender<u64>,
    ) -> Result<(), DatagenError> {
        let played = self.try_play_games(stream, &mut output, finished);
        if played.is_err() {
            self.stop.finish();
        }
        played
    }

    fn try_play_games(
        self,
        stream: u64,
        output: &mut Output,
        finished: &Sender<u64>,
    ) -> Result<(), DatagenError> {
        let network = Arc::clone(self.network);
        let mut searcher = Searcher::with_network(self.settings.hash, network)?;
        while !self.stop.is_finishing() && self.claim() {
            let seed = GameSeed {
                seed: self.settings.seed,
                stream,
                number: output.games,
            };
            let abandon = || self.stop.is_abandoned();
            let Some(game) = play(&mut searcher, self.settings.rules(), seed, abandon) else {
                break;
            };
            output.append(&game)?;
            // Only the display misses it when nobody listens.
            let _told = finished.send(game.plies.len() as u64);
        }
        Ok(())
    }

    /// Whether one more game is wanted.
    fn claim(self) -> bool {
        let before = self.claimed.fetch_add(1, Relaxed);
        self.settings.games.is_none_or(|games| before < games)
    }
}
