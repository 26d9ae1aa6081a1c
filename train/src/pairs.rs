//! Pairs of games between two sets of search parameters, played by worker processes.
//!
//! Parameters are global to a process, so each worker is a process that plays one game at a time
//! and sets the mover's parameters before every search. Both games of a pair have the same opening.

mod game;
mod worker;

use std::io;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use search::PoolError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::console::bar_style;
use crate::datagen::{OutputError, at_least_one};
use crate::random::rng_of;

pub use worker::run as run_worker;
pub(crate) use worker::run_pairs;

/// Parameter values by name.
pub(crate) type Values = Vec<(String, i32)>;

/// Settings of the pairs of an experiment.
#[derive(Args, Clone, Debug)]
pub struct Playing {
    /// Seed of openings and players
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games played at the same time [default: one per core]
    #[arg(long)]
    pub threads: Option<NonZeroUsize>,
    /// Folder for the games, as training data: one file per thread
    #[arg(long, value_name = "DIR", conflicts_with = "tc")]
    pub keep_games: Option<PathBuf>,
    /// The conditions of a game.
    #[command(flatten)]
    pub conditions: Conditions,
}

/// A progress bar for `pairs`, of which `played` were played by earlier runs.
pub(crate) fn pairs_bar(pairs: u64, played: u64) -> ProgressBar {
    let style = "{elapsed_precise} {bar:30} {pos}/{len} pairs, {per_sec}, {eta} left";
    ProgressBar::new(pairs)
        .with_style(bar_style(style))
        .with_position(played)
}

#[cfg(test)]
impl Playing {
    /// Settings for tests.
    pub(crate) fn one_node() -> Self {
        Self {
            seed: 1,
            threads: None,
            keep_games: None,
            conditions: Conditions {
                nodes: 1,
                tc: None,
                nodes_per_ms: None,
                hash: 1,
            },
        }
    }
}

/// The conditions of all games.
#[derive(Args, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// Nodes per move
    #[arg(long, default_value_t = 10_000, conflicts_with = "tc")]
    pub nodes: u64,
    /// Time control in seconds instead of nodes, such as 2+0.02, or 40/2 for 40 moves every two
    /// seconds
    #[arg(long, value_name = "[MOVES/]TIME[+INCREMENT]", value_parser = time_control)]
    pub tc: Option<TimeControl>,
    /// Count nodes on the clock, this many per millisecond, so that slower machines and other load
    /// make no difference
    #[arg(long, value_name = "NODES", requires = "tc")]
    pub nodes_per_ms: Option<NonZeroU64>,
    /// Size of each player's transposition table in MiB
    #[arg(long, default_value_t = 16, value_parser = at_least_one())]
    pub hash: usize,
}

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeControl {
    /// The moves of a period; `None` if the whole game is one.
    pub moves: Option<NonZeroU32>,
    /// For each period.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// The longest time of a control, in seconds.
const LONGEST: f64 = 1e6;

fn time_control(text: &str) -> Result<TimeControl, String> {
    let seconds = |text: &str| {
        let seconds: f64 = text.parse().map_err(|error| format!("{error}"))?;
        let is_allowed = (0.0..=LONGEST).contains(&seconds);
        is_allowed
            .then(|| Duration::from_secs_f64(seconds))
            .ok_or_else(|| format!("times must be from 0 to {LONGEST} seconds"))
    };
    let (moves, text) = match text.split_once('/') {
        Some((moves, rest)) => {
            let moves = moves.parse().map_err(|error| format!("{error}"))?;
            (Some(moves), rest)
        }
        None => (None, text),
    };
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    Ok(TimeControl {
        moves,
        time: seconds(time)?,
        increment: seconds(increment)?,
    })
}

/// A pair to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The number of the pair. Even ones are orthodox chess, odd ones double Fischer random.
    pub(crate) number: u64,
    /// The parameters of both players; all others have their defaults.
    pub(crate) players: [Values; 2],
}

/// The purpose of a random stream of a pair.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Opening,
    Players,
}

/// A random stream of its own for each purpose, seed and pair.
pub(crate) fn stream(purpose: Purpose, seed: u64, pair: u64) -> StdRng {
    rng_of([purpose as u64, seed, pair])
}

/// A series of pairs.
pub(crate) trait Experiment {
    /// Errors of the experiment, and of the workers.
    type Error: From<PairError>;

    /// The command and the settings that identify the experiment, for the origin of its games.
    fn name(&self) -> String;

    /// The next pair to be played, if any are left.
    fn next_job(&mut self) -> Option<Job>;

    /// Adds the result of a pair: the first player's half points, 0 to 4. Pairs end in any order.
    fn add_result(&mut self, job: &Job, half_points: u8) -> Result<(), Self::Error>;
}

/// A failed match.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum PairError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Searcher(#[from] PoolError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error("a worker process sent an unreadable line: {0}")]
    Message(serde_json::Error),
    #[error("a worker process cannot be sent its task: {0}")]
    Task(serde_json::Error),
    #[error("a worker process ended unexpectedly")]
    WorkerGone,
    #[error("failed to start a worker process: {0}")]
    Spawn(io::Error),
    #[error("failed to start a thread: {0}")]
    Thread(io::Error),
    #[error("a thread panicked")]
    Panic,
}
