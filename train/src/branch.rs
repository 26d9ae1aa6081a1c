//! `train branch`: scores positions that branch off the games by a random quiet move.
//!
//! Most positions in a search come from moves that a good player would not make. A network that has
//! learned only from the positions of games evaluates these worse, and learning from more games
//! makes it no better there ("Positions beside the games" in `train/LOG.md`).

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use fs_err as fs;
use indicatif::{HumanCount, ProgressBar};
use movegen::{Board, Game, Move};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use search::nnue::{Network, NetworkError};
use search::{PoolError, Searcher, see_ge};
use thiserror::Error;

use crate::console::{bar_style, print_line, print_note};
use crate::datagen::{
    DECIDED, Origin, Output, OutputError, STACK, SearchSettings, thread_count, white_score,
};
use crate::files::is_same_file;
use crate::filter::Filter;
use crate::format::game::{GameRecord, ScoredMove};
use crate::format::reader::whole_games;
use crate::random::rng_of;
use crate::stop::Stop;

/// Scored plies of a branch: the position after the random move, and the one after the reply.
pub(crate) const PLIES: usize = 2;

/// Games whose branches are made in parallel, and then written in the order of the games.
const CHUNK: usize = 256;

/// Branch settings.
#[derive(Args, Clone, Debug)]
pub struct Branch {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Folder for the branches, one file for each file of games and under its name
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Percentage of the undecided training positions from which a branch begins
    #[arg(long, default_value_t = 50, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub share: u32,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Settings of the searches.
    #[command(flatten)]
    pub search: SearchSettings,
}

/// A failed run.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum BranchError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Searcher(#[from] PoolError),
    #[error("{} has no file name", .0.display())]
    Name(PathBuf),
    #[error("{} is a side file: give the file of games", .0.display())]
    SideFile(PathBuf),
    #[error("{} exists already: use another folder", .0.display())]
    Occupied(PathBuf),
    #[error("the branches would replace {}: use another folder", .0.display())]
    Overwrite(PathBuf),
    #[error(
        "the branches of two files would share {}: use another folder for one of them",
        .0.display()
    )]
    Shared(PathBuf),
    #[error("failed to start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error("stopped before the last game; this run cannot be continued")]
    Stopped,
}

/// Writes the branches of all files and prints a summary. The first request of `stop` ends the run
/// after the games that are being searched, the second drops them; the branches of those before are
/// complete.
///
/// # Errors
/// [`BranchError`], also if `stop` ended the run. Damaged games are skipped, with a note on standard
/// error.
pub fn run(settings: &Branch, stop: &Stop) -> Result<(), BranchError> {
    let network = settings.search.load_network()?;
    fs::create_dir_all(&settings.out)?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(thread_count(settings.search.threads))
        .stack_size(STACK)
        .build()?;
    let targets = settings.targets()?;
    let searcher = |_| settings.search.searcher(&network);
    let searchers = (0..pool.current_num_threads()).map(searcher);
    let mut searchers = searchers.collect::<Result<Vec<_>, _>>()?;
    let (mut branches, mut positions) = (0, 0);
    let progress = pool.install(|| -> Result<ControlFlow<()>, BranchError> {
        for (index, (path, target)) in settings.files.iter().zip(targets).enumerate() {
            let mut output = settings.output(index, target, &network)?;
            let progress = settings.branch_file(path, &mut output, &mut searchers, stop)?;
            branches += output.games;
            positions += output.positions;
            if progress.is_break() {
                return Ok(progress);
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    print_line(format_args!(
        "{} branches with {} positions",
        HumanCount(branches),
        HumanCount(positions),
    ));
    match progress {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(BranchError::Stopped),
    }
}

impl Branch {
    /// The output of each file of games, after checking that the games can be read and that no output
    /// replaces them or another file.
    fn targets(&self) -> Result<Vec<PathBuf>, BranchError> {
        let mut side_files = BTreeSet::new();
        let target = |path: &PathBuf| {
            fs::File::open(path)?;
            let name = path
                .file_name()
                .ok_or_else(|| BranchError::Name(path.clone()))?;
            let target = self.out.join(name);
            let side_file = target.with_extension("toml");
            if side_file == target {
                return Err(BranchError::SideFile(path.clone()));
            }
            if !side_files.insert(side_file.clone()) {
                return Err(BranchError::Shared(side_file));
            }
            if is_same_file(path, &target) {
                return Err(BranchError::Overwrite(path.clone()));
            }
            // A side file alone belongs to games of another name.
            if side_file.exists() && !target.exists() {
                return Err(BranchError::Occupied(side_file));
            }
            if fs::metadata(&target).is_ok_and(|file| file.len() > 0) {
                return Err(BranchError::Occupied(target));
            }
            Ok(target)
        };
        self.files.iter().map(target).collect()
    }

    fn output(
        &self,
        index: usize,
        target: PathBuf,
        network: &Network,
    ) -> Result<Output, BranchError> {
        let origin = Origin {
            // A file of an experiment is left out of the fit of K: the results are those of the games.
            experiment: format!("branch --share {}", self.share),
            seed: self.seed,
            thread: index as u64,
            ..self.search.origin(network)
        };
        Ok(Output::open(target, &origin)?)
    }

    /// Writes the branches of one file of games. Breaks if stopped before their end.
    fn branch_file(
        &self,
        path: &Path,
        output: &mut Output,
        searchers: &mut [Searcher],
        stop: &Stop,
    ) -> io::Result<ControlFlow<()>> {
        let style = "{elapsed_precise} {bar:30} {msg} positions, {eta} left";
        let bar = ProgressBar::new(fs::metadata(path)?.len()).with_style(bar_style(style));
        let reader = bar.wrap_read(fs::File::open(path)?);
        let mut games = whole_games(path, reader, |text| bar.suspend(|| print_note(text)));
        loop {
            let chunk: Vec<GameRecord> = games.by_ref().take(CHUNK).collect::<io::Result<_>>()?;
            if chunk.is_empty() {
                bar.finish_and_clear();
                return Ok(ControlFlow::Continue(()));
            }
            if stop.is_finishing() {
                break;
            }
            let share = chunk.len().div_ceil(searchers.len());
            let branches: Vec<Vec<GameRecord>> = searchers
                .par_iter_mut()
                .zip(chunk.par_chunks(share))
                .map(|(searcher, games)| {
                    let wanted = games.iter().take_while(|_| !stop.is_abandoned());
                    let branches = wanted.map(|game| self.branches(searcher, game));
                    branches.flatten().collect()
                })
                .collect();
            if stop.is_abandoned() {
                break;
            }
            for branch in branches.iter().flatten() {
                output.append(branch)?;
            }
            bar.set_message(HumanCount(output.positions).to_string());
        }
        bar.finish_and_clear();
        Ok(ControlFlow::Break(()))
    }

    /// The branches of a game, which depend only on the game and the settings.
    fn branches(&self, searcher: &mut Searcher, record: &GameRecord) -> Vec<GameRecord> {
        let hash = crc32fast::hash(&record.to_bytes());
        let mut rng = rng_of([self.seed, hash.into(), 0]);
        let mut branches = Vec::new();
        let mut game = Game::new(record.start);
        searcher.clear();
        for &ply in &record.plies {
            let is_undecided = i32::from(ply.score).abs() <= DECIDED;
            if is_undecided
                && Filter::default().keeps(game.board(), ply)
                && rng.random_range(0..100) < self.share
                && let Some(mv) = random_move(game.board(), ply.mv, &mut rng)
            {
                let mut branch = game.clone();
                branch.play(mv).expect("generated moves are legal");
                branches.push(GameRecord {
                    start: *branch.board(),
                    parent_slot: Some(record.holdout_slot()),
                    plies: self.score(searcher, branch),
                    ..record.clone()
                });
            }
            game.play(ply.mv).expect("the moves of a record are legal");
        }
        branches.retain(|branch| !branch.plies.is_empty());
        branches
    }

    /// The scored plies of a branch.
    fn score(&self, searcher: &mut Searcher, mut branch: Game) -> Vec<ScoredMove> {
        let mut plies = Vec::with_capacity(PLIES);
        while plies.len() < PLIES && branch.outcome().is_none() {
            let found = self.search.limits.search(searcher, &branch);
            let mv = found.best.expect("the game is not over");
            let score = white_score(branch.board(), found.score);
            plies.push(ScoredMove { mv, score });
            if found.score.abs() > DECIDED {
                break;
            }
            branch.play(mv).expect("the search returns legal moves");
        }
        plies
    }
}

/// A random quiet move, other than the one played, that loses no material by exchanges.
fn random_move(board: &Board, played: Move, rng: &mut StdRng) -> Option<Move> {
    let moves = board.legal_moves().into_iter();
    moves
        .filter(|&mv| mv != played && !mv.is_noisy() && see_ge(board, mv, 0))
        .choose(rng)
}
