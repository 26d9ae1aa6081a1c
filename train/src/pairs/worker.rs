//! Worker processes: the parent sends a setup and then jobs, one JSON line each, to standard input;
//! the worker answers each job with the first player's half points.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{self, Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use fs_err as fs;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::game::Match;
use super::{Conditions, Experiment, Job, PairError, Playing};
use crate::datagen::{Origin, Output, OutputError, STACK, thread_count};
use crate::format::game::EXTENSION;
use crate::stop::Stop;

/// The hidden command that runs a worker.
const COMMAND: &str = "pair-worker";

/// The longest wait for a result before the stop flag is checked again.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

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

/// Runs a worker: plays the jobs on standard input. When that ends, so has the parent: the worker exits
/// at once, even within a game. A terminal sends Ctrl-C to workers, too, but only their parent decides
/// when they end.
///
/// # Errors
/// [`PairError`].
pub fn run() -> Result<(), PairError> {
    ctrlc::set_handler(|| ()).map_err(io::Error::other)?;
    let worker = thread::Builder::new().stack_size(STACK).spawn(serve);
    let worker = worker.map_err(PairError::Thread)?;
    worker.join().unwrap_or(Err(PairError::Panic))
}

fn serve() -> Result<(), PairError> {
    let (sender, lines) = unbounded();
    // Sees the end of the input even within a game.
    let read = move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
        process::exit(0);
    };
    let reader = thread::Builder::new().spawn(read);
    reader.map_err(PairError::Thread)?;
    let mut lines = lines.into_iter();
    let Some(setup) = lines.next() else {
        return Ok(());
    };
    let setup: Setup = serde_json::from_str(&setup).map_err(PairError::Message)?;
    let mut players = Match::new(setup.conditions, setup.seed, setup.output()?)?;
    for line in lines {
        let job: Job = serde_json::from_str(&line).map_err(PairError::Message)?;
        let half_points = players.play_pair(&job)?;
        writeln!(io::stdout(), "{half_points}")?;
    }
    Ok(())
}

/// The running worker processes; `None` once they have been killed.
struct Workers(Mutex<Option<Vec<Child>>>);

impl Workers {
    fn new() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }

    /// Adds a process, or kills it if the others have been.
    fn add(&self, mut child: Child) {
        match &mut *self.0.lock() {
            Some(children) => children.push(child),
            None => end(&mut child),
        }
    }

    /// Kills all processes. They may be playing pairs whose results are no longer needed.
    fn kill(&self) {
        for mut child in self.0.lock().take().into_iter().flatten() {
            end(&mut child);
        }
    }
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// The pipes of a worker process.
struct WorkerProcess {
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl WorkerProcess {
    fn start(setup: &Setup, workers: &Workers) -> Result<Self, PairError> {
        let program = env::current_exe().map_err(PairError::Spawn)?;
        let mut child = Command::new(program)
            .arg(COMMAND)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(PairError::Spawn)?;
        let pipes = (child.stdin.take(), child.stdout.take());
        workers.add(child);
        let (Some(stdin), Some(stdout)) = pipes else {
            return Err(PairError::WorkerGone);
        };
        let mut worker = Self {
            stdin,
            stdout: BufReader::new(stdout),
        };
        worker.send(setup)?;
        Ok(worker)
    }

    fn send(&mut self, task: &impl Serialize) -> Result<(), PairError> {
        let line = serde_json::to_string(task).map_err(PairError::Task)?;
        let sent = writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush());
        // Only a worker that has ended closes the pipe; it has printed the reason.
        sent.map_err(|_| PairError::WorkerGone)
    }

    /// Plays a pair; returns the first player's half points.
    fn play(&mut self, job: &Job) -> Result<u8, PairError> {
        self.send(job)?;
        let mut line = String::new();
        if self.stdout.read_line(&mut line)? == 0 {
            return Err(PairError::WorkerGone);
        }
        serde_json::from_str(&line).map_err(PairError::Message)
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
    let workers = Workers::new();
    thread::scope(|scope| {
        let (jobs, queue) = unbounded();
        let (sender, results) = unbounded();
        for setup in &setups {
            let (queue, sender, workers) = (queue.clone(), sender.clone(), &workers);
            let work = move || {
                if let Err(error) = play_jobs(setup, workers, &queue, &sender) {
                    let _ = sender.send(Err(error));
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, work);
            started.map_err(PairError::Thread)?;
        }
        drop(sender);
        let result = play_experiment(experiment, threads, stop, &jobs, &results);
        workers.kill();
        result
    })
}

/// Keeps `threads` jobs of an experiment running, and adds their results to it.
fn play_experiment<E: Experiment>(
    experiment: &mut E,
    threads: u64,
    stop: &Stop,
    jobs: &Sender<Job>,
    results: &Receiver<Result<(Job, u8), PairError>>,
) -> Result<(), E::Error> {
    let mut running = 0;
    for job in (0..threads).map_while(|_| experiment.next_job()) {
        running += 1;
        let _ = jobs.send(job);
    }
    while running > 0 && !stop.is_abandoned() {
        let (job, half_points) = match results.recv_timeout(POLL_INTERVAL) {
            Ok(result) => result?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
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
}

/// Plays the jobs of a queue in one worker process.
fn play_jobs(
    setup: &Setup,
    workers: &Workers,
    queue: &Receiver<Job>,
    results: &Sender<Result<(Job, u8), PairError>>,
) -> Result<(), PairError> {
    let mut worker = WorkerProcess::start(setup, workers)?;
    for job in queue {
        let half_points = worker.play(&job)?;
        if results.send(Ok((job, half_points))).is_err() {
            break;
        }
    }
    Ok(())
}
