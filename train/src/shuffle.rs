//! `train shuffle`: turns games into training positions in random order, in bounded memory.
//!
//! Adjacent positions of a game are nearly equal and share their result, so a network that sees
//! them together overfits to games. Records are scattered over temporary shard files, each of which
//! fits in memory and is shuffled on its own; all orders are equally likely. Scores are brought to one
//! unit, whatever network they come from, and averaged with those of the next plies.

mod unit;

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use fs_err as fs;
use indicatif::{HumanCount, ProgressBar};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use thiserror::Error;

use crate::average::averaged_score;
use crate::console::{bar_style, print_line, print_note};
use crate::datagen::has_results;
use crate::files::{create_parent, is_same_file, parent, write_atomically_with};
use crate::filter::Filter;
use crate::format::game::{EXTENSION, GameRecord, HOLDOUT_SLOTS};
use crate::format::reader::whole_games;
use crate::format::record::{RECORD_BYTES, Record};
use unit::Unit;

/// Hashes games to find repeated ones, in the same way in every run.
type GameHasher = BuildHasherDefault<DefaultHasher>;

/// Shuffle settings.
#[derive(Args, Clone, Debug)]
pub struct Shuffle {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// File for the training positions
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// File for the positions of games held out for validation
    #[arg(long, value_name = "FILE")]
    pub held_out: Option<PathBuf>,
    /// Games per thousand to hold out, if there is a file for them
    #[arg(long, default_value_t = 4, value_name = "GAMES", value_parser = clap::value_parser!(u16).range(0..=i64::from(HOLDOUT_SLOTS)))]
    pub held_out_permille: u16,
    /// Seed of the order
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Memory to use, in MiB
    #[arg(long, default_value_t = 1024)]
    pub memory: u64,
    /// The positions to keep.
    #[command(flatten)]
    pub filter: Filter,
}

/// A failed shuffle.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum ShuffleError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{} would replace a file of games", .0.display())]
    Overwrite(PathBuf),
    #[error("{} is not a regular file", .0.display())]
    NotRegular(PathBuf),
    #[error("--out and --held-out are the same file")]
    SameFile,
    #[error("there are no games in the files")]
    NoGames,
}

/// Numbers of games and positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shuffled {
    /// Games read, without those repeated.
    pub games: u64,
    /// Games that are equal to an earlier one.
    pub repeated: u64,
    /// Positions in them.
    pub positions: u64,
    /// Training positions.
    pub training: u64,
    /// Held-out positions.
    pub held_out: u64,
    /// Invalid games, and incomplete ends of files.
    pub damaged: u64,
}

/// Writes the files of training positions and prints a summary.
///
/// # Errors
/// As for [`shuffle`].
pub fn run(settings: &Shuffle) -> Result<(), ShuffleError> {
    let shuffled = shuffle(settings)?;
    print_line(format_args!(
        "{} games, {} positions: {} for training, {} held out, {} dropped by the filter; {} repeated and \
         {} damaged games",
        HumanCount(shuffled.games),
        HumanCount(shuffled.positions),
        HumanCount(shuffled.training),
        HumanCount(shuffled.held_out),
        HumanCount(shuffled.positions - shuffled.training - shuffled.held_out),
        HumanCount(shuffled.repeated),
        HumanCount(shuffled.damaged),
    ));
    Ok(())
}

/// Writes the files of training positions. They appear under their names when they are complete.
///
/// # Errors
/// If a file cannot be read or written, a target is not a regular file, is a file of games or the other
/// target, or there are no games. Damaged games are skipped, with a note on standard error.
pub fn shuffle(settings: &Shuffle) -> Result<Shuffled, ShuffleError> {
    settings.check_targets()?;
    let mut bytes = 0;
    for path in &settings.files {
        bytes += fs::File::open(path)?.metadata()?.len();
    }
    // Four bytes of a game become at most one position; shards vary a little in size.
    let positions = bytes / 4 * RECORD_BYTES as u64;
    let count = (positions + positions / 8) / settings.memory.max(1).saturating_mul(1 << 20) + 1;
    let mut training = Shards::new(&settings.out, count)?;
    let held_out = settings.held_out.as_deref();
    let mut held_out = held_out.map(|path| Shards::new(path, count)).transpose()?;
    let units = unit::fit(&settings.files, settings.filter)?;
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let mut shuffled = Shuffled::default();
    // Few random plies often lead to the same opening, and the same opening to the same game.
    let (mut seen, hasher) = (HashSet::new(), GameHasher::new());
    let style = "{elapsed_precise} {bar:30} {bytes} of {total_bytes}, {eta} left";
    let bar = ProgressBar::new(bytes).with_style(bar_style(style));
    for (path, &unit) in settings.files.iter().zip(&units) {
        let labels = Labels {
            unit,
            has_results: has_results(path)?,
        };
        let mut damaged = 0;
        let games = whole_games(path, bar.wrap_read(fs::File::open(path)?), |text| {
            damaged += 1;
            bar.suspend(|| print_note(text));
        });
        for game in games {
            let game = game?;
            if !seen.insert(hasher.hash_one(game.to_bytes())) {
                shuffled.repeated += 1;
                continue;
            }
            shuffled.games += 1;
            shuffled.positions += game.plies.len() as u64;
            match &mut held_out {
                // A game and its branches are on the same side in every run with the same share,
                // whatever the other files, so no network is validated on games that an earlier one
                // was trained on.
                Some(shards) if game.holdout_slot() < settings.held_out_permille => {
                    shuffled.held_out += shards.add(&game, labels, settings.filter, &mut rng)?;
                }
                _ => {
                    shuffled.training += training.add(&game, labels, settings.filter, &mut rng)?;
                }
            }
        }
        shuffled.damaged += damaged;
    }
    bar.finish_and_clear();
    if shuffled.games == 0 {
        return Err(ShuffleError::NoGames);
    }
    training.write_shuffled(&mut rng)?;
    if let Some(held_out) = held_out {
        held_out.write_shuffled(&mut rng)?;
    }
    Ok(shuffled)
}

impl Shuffle {
    /// Creates the folders of the targets, and checks that these replace no games and not each other.
    fn check_targets(&self) -> Result<(), ShuffleError> {
        let targets = || {
            [Some(&self.out), self.held_out.as_ref()]
                .into_iter()
                .flatten()
        };
        for target in targets() {
            create_parent(target)?;
            let is_input = |file: &PathBuf| {
                is_same_file(file, target) || is_same_file(&file.with_extension("toml"), target)
            };
            let has_games =
                target.extension().is_some_and(|name| name == EXTENSION) && target.exists();
            if has_games || self.files.iter().any(is_input) {
                return Err(ShuffleError::Overwrite(target.clone()));
            }
            if target.exists() && !target.is_file() {
                return Err(ShuffleError::NotRegular(target.clone()));
            }
        }
        match &self.held_out {
            Some(held_out) if is_same_file(&self.out, held_out) => Err(ShuffleError::SameFile),
            _ => Ok(()),
        }
    }
}

/// The unit of a file's scores, and whether its results count.
#[derive(Clone, Copy)]
struct Labels {
    unit: Unit,
    /// True if the results are training targets.
    has_results: bool,
}

/// The shards of one output file.
struct Shards {
    target: PathBuf,
    /// Unnamed files, which the system deletes however the program ends.
    files: Vec<BufWriter<std::fs::File>>,
}

impl Shards {
    fn new(target: &Path, count: u64) -> io::Result<Self> {
        let shard = |_| {
            let file = tempfile::tempfile_in(parent(target))?;
            Ok(BufWriter::with_capacity(1 << 16, file))
        };
        let files = (0..count).map(shard).collect::<io::Result<_>>();
        Ok(Self {
            files: files.map_err(|error| {
                let path = target.display();
                let text = format!(
                    "failed to create {count} temporary files beside {path}: {error}; \
                     with more --memory there are fewer"
                );
                io::Error::new(error.kind(), text)
            })?,
            target: target.to_owned(),
        })
    }

    /// Adds the training positions of a game to random shards; returns their number.
    fn add(
        &mut self,
        game: &GameRecord,
        labels: Labels,
        filter: Filter,
        rng: &mut StdRng,
    ) -> io::Result<u64> {
        let has_result = labels.has_results && game.has_own_result();
        let result = has_result.then_some(game.result);
        let mut added = 0;
        for (index, (board, ply)) in game.positions().enumerate() {
            if filter.keeps(&board, ply) {
                let score = labels.unit.internal(averaged_score(&game.plies[index..]));
                let record = Record::new(&board, score, result);
                let shard = rng.random_range(0..self.files.len());
                let written = self.files[shard].write_all(&record.to_bytes());
                written.map_err(|error| self.in_shard(error))?;
                added += 1;
            }
        }
        Ok(added)
    }

    /// An error of a temporary file, with a name: the file has none.
    fn in_shard(&self, error: io::Error) -> io::Error {
        let path = self.target.display();
        let text = format!("failed to write the temporary files beside {path}: {error}");
        io::Error::new(error.kind(), text)
    }

    /// Writes the shards to the target, each one shuffled.
    fn write_shuffled(self, rng: &mut StdRng) -> io::Result<()> {
        write_atomically_with(&self.target, |out| {
            for shard in self.files {
                let mut records = read_shard(shard)?;
                let (records, _) = records.as_chunks_mut::<RECORD_BYTES>();
                records.shuffle(rng);
                out.write_all(records.as_flattened())?;
            }
            Ok(())
        })
    }
}

fn read_shard(shard: BufWriter<std::fs::File>) -> io::Result<Vec<u8>> {
    let mut file = shard.into_inner().map_err(io::IntoInnerError::into_error)?;
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
