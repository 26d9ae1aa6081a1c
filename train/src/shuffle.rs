//! From games to training positions in random order, in bounded memory.
//!
//! Neighbours in a game are nearly the same position with the same result, so a network that meets
//! them together learns games by heart. Every position is thrown into one of several heaps on
//! disk, each small enough for memory; shuffling heap after heap then makes any order of all
//! positions as likely as any other.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use thiserror::Error;

use crate::console::{note, say};
use crate::data::{RECORD_BYTES, Record};
use crate::filter::Filter;
use crate::games::{GameReader, GameRecord, ReadError};

/// What to make training positions of, and where to put them.
#[derive(Args, Clone, Debug)]
pub struct Shuffle {
    /// Files of games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// File for the positions
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// File for the positions of some games kept away from training, to measure what it has learnt
    #[arg(long, value_name = "FILE")]
    pub held_out: Option<PathBuf>,
    /// How many of a thousand games to keep away, if there is a file for them
    #[arg(long, default_value_t = 10, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub held_out_permille: u32,
    /// Names the order
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Memory to use, in MiB
    #[arg(long, default_value_t = 1024)]
    pub memory: u64,
    #[command(flatten)]
    #[allow(
        missing_docs,
        reason = "a documentation comment would become the command's help"
    )]
    pub filter: Filter,
}

/// A file that cannot be read or written.
#[derive(Debug, Error)]
#[error("{}: {source}", path.display())]
pub struct ShuffleError {
    /// Which file, or the folder of a temporary one.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

/// Says which file an error is about.
trait About<T> {
    fn about(self, path: &Path) -> Result<T, ShuffleError>;
}

impl<T> About<T> for io::Result<T> {
    fn about(self, path: &Path) -> Result<T, ShuffleError> {
        self.map_err(|source| ShuffleError {
            path: path.to_owned(),
            source,
        })
    }
}

/// What became of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shuffled {
    /// Games read.
    pub games: u64,
    /// Positions in them.
    pub seen: u64,
    /// Positions for training.
    pub kept: u64,
    /// Positions kept away from it.
    pub held_out: u64,
    /// Games that made no sense, and tails of files.
    pub damaged: u64,
}

/// Makes files of training positions. They appear under their names only when they are whole.
///
/// # Errors
/// [`ShuffleError`] when a file cannot be read or written. Damaged games are left out, with a line
/// on standard error.
pub fn run(settings: &Shuffle) -> Result<(), ShuffleError> {
    let shuffled = shuffle(settings)?;
    say(format_args!(
        "{} games, {} positions: {} for training, {} held out, {} left out by the filter",
        HumanCount(shuffled.games),
        HumanCount(shuffled.seen),
        HumanCount(shuffled.kept),
        HumanCount(shuffled.held_out),
        HumanCount(shuffled.seen - shuffled.kept - shuffled.held_out),
    ));
    Ok(())
}

/// [`run`] without a word on standard output.
///
/// # Errors
/// As [`run`].
pub fn shuffle(settings: &Shuffle) -> Result<Shuffled, ShuffleError> {
    let mut bytes = 0;
    for path in &settings.files {
        bytes += fs::metadata(path).about(path)?.len();
    }
    // Four bytes of a game become at most one position. A heap is a little more or less than its
    // share.
    let positions = bytes / 4 * RECORD_BYTES as u64;
    let heaps = (positions + positions / 8) / (settings.memory.max(1) << 20) + 1;
    let mut training = Heaps::new(&settings.out, heaps)?;
    let held_out = settings.held_out.as_deref();
    let mut held_out = held_out.map(|path| Heaps::new(path, 1)).transpose()?;
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let mut shuffled = Shuffled::default();
    let bar = ProgressBar::new(bytes).with_style(style());
    for path in &settings.files {
        let file = File::open(path).about(path)?;
        let reader = BufReader::with_capacity(1 << 20, bar.wrap_read(file));
        for game in GameReader::new(reader) {
            let game = match game {
                Ok(game) => game,
                Err(ReadError::Io(source)) => return Err(source).about(path),
                Err(error) => {
                    shuffled.damaged += 1;
                    bar.suspend(|| note(format_args!("{}: {error}; left out", path.display())));
                    continue;
                }
            };
            shuffled.games += 1;
            shuffled.seen += game.plies.len() as u64;
            match &mut held_out {
                Some(heaps) if is_held_out(&game, settings.held_out_permille) => {
                    shuffled.held_out += heaps.add(&game, settings.filter, &mut rng)?;
                }
                _ => shuffled.kept += training.add(&game, settings.filter, &mut rng)?,
            }
        }
    }
    bar.finish_and_clear();
    training.write_shuffled(&mut rng)?;
    if let Some(held_out) = held_out {
        held_out.write_shuffled(&mut rng)?;
    }
    Ok(shuffled)
}

/// Chooses by a hash of the game: the same game is on the same side in every run, whatever other
/// games there are, so that no network is measured on what an earlier one has learned.
fn is_held_out(game: &GameRecord, permille: u32) -> bool {
    crc32fast::hash(&game.to_bytes()) % 1000 < permille
}

fn style() -> ProgressStyle {
    let template = "{elapsed_precise} {bar:30} {bytes} of {total_bytes}, {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Unordered positions on their way to one file.
struct Heaps {
    target: PathBuf,
    /// Nameless files: they are gone when the program is, however it ends.
    files: Vec<BufWriter<File>>,
}

impl Heaps {
    fn new(target: &Path, count: u64) -> Result<Self, ShuffleError> {
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder).about(folder)?;
        let files = (0..count)
            .map(|_| {
                tempfile::tempfile_in(folder).map(|file| BufWriter::with_capacity(1 << 16, file))
            })
            .collect::<io::Result<_>>()
            .about(folder)?;
        Ok(Self {
            target: target.to_owned(),
            files,
        })
    }

    /// Throws the positions that the filter keeps onto random heaps; returns how many.
    fn add(
        &mut self,
        game: &GameRecord,
        filter: Filter,
        rng: &mut StdRng,
    ) -> Result<u64, ShuffleError> {
        let mut kept = 0;
        for (board, ply) in game
            .positions()
            .filter(|(board, ply)| filter.keeps(board, *ply))
        {
            let record = Record::new(&board, ply.score, game.result);
            let heap = rng.random_range(0..self.files.len());
            self.files[heap]
                .write_all(&record.to_bytes())
                .about(&self.target)?;
            kept += 1;
        }
        Ok(kept)
    }

    /// Shuffles heap after heap into the target.
    fn write_shuffled(self, rng: &mut StdRng) -> Result<(), ShuffleError> {
        let mut name = self.target.clone().into_os_string();
        name.push(".part");
        let part = PathBuf::from(name);
        let mut out = BufWriter::with_capacity(1 << 20, File::create(&part).about(&part)?);
        for heap in self.files {
            let mut positions = read_heap(heap).about(&self.target)?;
            let (positions, _) = positions.as_chunks_mut::<RECORD_BYTES>();
            positions.shuffle(rng);
            out.write_all(positions.as_flattened()).about(&part)?;
        }
        out.flush().about(&part)?;
        fs::rename(&part, &self.target).about(&self.target)
    }
}

fn read_heap(heap: BufWriter<File>) -> io::Result<Vec<u8>> {
    let mut file = heap.into_inner().map_err(io::IntoInnerError::into_error)?;
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
