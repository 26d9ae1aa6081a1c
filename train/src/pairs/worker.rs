//! Worker processes: the parent sends a setup and then jobs, one JSON line each, to standard input;
//! the worker answers each job with the first player's half points.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{self, Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use fs_err as fs;
use serde::{Deserialize, Serialize};

use super::game::Match;
use super::{Conditions, Experiment, Job, PairError, Playing};
use crate::datagen::{Origin, Output, OutputError, STACK, thread_count};
use crate::format::game::EXTENSION;
use crate::stop::Stop;

/// The hidden command that runs a worker.
const COMMAND: &str = "pair-worker";

/// The first message to a worker.
#[derive(Serialize, Deserialize)]
struct Setup {
    conditions: Conditions,
    /// Seed of the openings, together with the number of the pair.
    seed: u64,
    /// The file for its games, if they are kept, and their origin.
    games: Option<(PathBuf, Origin)>,
}

impl Setup {
    fn new(playing: &Playing, experiment: &str, thread: u64) -> Self {
        let (seed, conditions) = (playing.seed, playing.conditions);
        let games = playing.keep_games.as_ref().map(|folder| {
            let origin = Origin {
                experiment: experiment.to_owned(),
                ..conditions.origin(seed, thread)
            };
            let name = format!("s{seed}-p{thread}.{EXTENSION}");
            (folder.join(name), origin)
        });
        Self {
            conditions,
            seed,
            games,
        }
    }

    /// Opens the file for the games.
    fn output(&self) -> Result<Option<Output>, OutputError> {
        let games = self.games.as_ref();
        games
            .map(|(path, origin)| Output::open(path.clone(), origin))
            .transpose()
    }
}

/// Runs a worker: plays the jobs on standard input until it ends. A terminal sends Ctrl-C to
/// workers too; only a second one ends them.
///
/// # Errors
/// [`PairError`].
pub fn run() -> Result<(), PairError> {
    static STOP: Stop = Stop::new();
    let on_interrupt = || {
        STOP.interrupt();
        if STOP.is_abandoned() {
            process::exit(1);
        }
    };
    ctrlc::set_handler(on_interrupt).map_err(io::Error::other)?;
    let worker = thread::Builder::new().stack_size(STACK).spawn(serve);
    let worker = worker.map_err(PairError::Thread)?;
    worker.join().unwrap_or(Err(PairError::Panic))
}

fn serve() -> Result<(), PairError> {
    let mut lines = io::stdin().lines();
    let Some(setup) = lines.next() else {
        return Ok(());
    };
    let setup: Setup = serde_json::from_str(&setup?)?;
    let mut players = Match::new(setup.conditions, setup.seed, setup.output()?)?;
    for line in lines {
        let job: Job = serde_json::from_str(&line?)?;
        let half_points = players.play_pair(&job)?;
        writeln!(io::stdout(), "{half_points}")?;
    }
    Ok(())
}

/// A worker process.
struct WorkerProcess {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl WorkerProcess {
    fn start(setup: &Setup) -> Result<Self, PairError> {
        let program = env::current_exe().map_err(PairError::Spawn)?;
        let mut child = Command::new(program)
            .arg(COMMAND)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(PairError::Spawn)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PairError::WorkerGone);
        };
        let mut worker = Self {
            child,
            stdin,
            stdout: BufReader::new(stdout),
        };
        worker.send(&serde_json::to_string(setup)?)?;
        Ok(worker)
    }

    fn send(&mut self, line: &str) -> Result<(), PairError> {
        let sent = writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush());
        // Only a worker that has ended closes the pipe; it has printed the reason.
        sent.map_err(|_| PairError::WorkerGone)
    }

    /// Plays a pair; returns the first player's half points.
    fn play(&mut self, job: &Job) -> Result<u8, PairError> {
        self.send(&serde_json::to_string(job)?)?;
        let mut line = String::new();
        if self.stdout.read_line(&mut line)? == 0 {
            return Err(PairError::WorkerGone);
        }
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        // It may be playing a pair whose result is no longer needed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays the pairs of an experiment in parallel until there are no more jobs or `stop` is set: its
/// first request finishes the current pairs, its second drops them.
///
/// # Errors
/// The first error of a worker or of the experiment.
pub(crate) fn run_pairs<E: Experiment>(
    playing: &Playing,
    stop: &Stop,
    experiment: &mut E,
) -> Result<(), E::Error> {
    if let Some(folder) = &playing.keep_games {
        fs::create_dir_all(folder).map_err(PairError::Io)?;
    }
    let threads = thread_count(playing.threads) as u64;
    let setups = (0..threads).map(|thread| Setup::new(playing, &experiment.name(), thread));
    let setups: Vec<Setup> = setups.collect();
    // Reports an unusable file once here, not once for each worker.
    for setup in &setups {
        setup.output().map_err(PairError::Output)?;
    }
    thread::scope(|scope| {
        let (jobs, queue) = unbounded();
        let (sender, results) = unbounded();
        for setup in &setups {
            let (queue, sender) = (queue.clone(), sender.clone());
            let work = move || {
                if let Err(error) = play_jobs(setup, &queue, &sender) {
                    let _ = sender.send(Err(error));
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, work);
            started.map_err(PairError::Thread)?;
        }
        drop(sender);
        let mut running = 0;
        for job in (0..threads).map_while(|_| experiment.next_job()) {
            running += 1;
            let _ = jobs.send(job);
        }
        while running > 0
            && let Ok(result) = results.recv()
            && !stop.is_abandoned()
        {
            let (job, half_points) = result?;
            experiment.add_result(&job, half_points)?;
            running -= 1;
            if !stop.is_finishing()
                && let Some(job) = experiment.next_job()
            {
                running += 1;
                let _ = jobs.send(job);
            }
        }
        Ok(())
    })
}

/// Plays the jobs of a queue in one worker process.
fn play_jobs(
    setup: &Setup,
    queue: &Receiver<Job>,
    results: &Sender<Result<(Job, u8), PairError>>,
) -> Result<(), PairError> {
    let mut worker = WorkerProcess::start(setup)?;
    for job in queue {
        let half_points = worker.play(&job)?;
        if results.send(Ok((job, half_points))).is_err() {
            break;
        }
    }
    Ok(())
}
