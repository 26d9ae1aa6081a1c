//! A thread's file of games: whole games are appended, and a later run can continue it.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use fs_err::{File, OpenOptions};
use thiserror::Error;

use super::origin::{Origin, OriginError};
use crate::files::try_lock;
use crate::format::game::{GameRecord, HEADER_BYTES, PLY_BYTES};
use crate::format::reader::{GameReader, ReadError};

/// A file that cannot be continued.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum OutputError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{} is being written by another run; use another --seed or folder", .0.display())]
    InUse(PathBuf),
    #[error("{} is not empty and has no games; move the file away", .0.display())]
    NoGames(PathBuf),
    #[error(transparent)]
    Origin(#[from] OriginError),
    #[error("{}: {source}; move the file away or use another --seed or folder", path.display())]
    Damaged { path: PathBuf, source: ReadError },
}

/// A file to append games to.
#[derive(Debug)]
pub(crate) struct Output {
    path: PathBuf,
    file: File,
    /// Games in the file.
    pub(crate) games: u64,
    /// Scored positions in the file.
    pub(crate) positions: u64,
}

impl Output {
    /// Opens or creates a file, locks it against other runs, and counts its games. The side file, with
    /// the extension `toml`, must have the same origin. Then an incomplete last game is cut off.
    ///
    /// # Errors
    /// [`OutputError`]; the file is unchanged.
    pub(crate) fn open(path: PathBuf, origin: &Origin) -> Result<Self, OutputError> {
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)?;
        if !try_lock(&file)? {
            return Err(OutputError::InUse(path));
        }
        let mut output = Self {
            path,
            file,
            games: 0,
            positions: 0,
        };
        let incomplete = output.count()?;
        let side_file = output.path.with_extension("toml");
        if incomplete.is_some() && output.games == 0 && !side_file.exists() {
            return Err(OutputError::NoGames(output.path));
        }
        origin.claim(&side_file, output.games > 0)?;
        if let Some(end) = incomplete {
            // An append that was interrupted leaves less than a game: more is damage.
            let longest = HEADER_BYTES + PLY_BYTES * (origin.max_plies + 1);
            if output.file.metadata()?.len() - end > longest as u64 {
                let (path, source) = (output.path, ReadError::Truncated { end });
                return Err(OutputError::Damaged { path, source });
            }
            output.file.set_len(end)?;
        }
        Ok(output)
    }

    /// Counts the games; returns where an incomplete last one begins.
    fn count(&mut self) -> Result<Option<u64>, OutputError> {
        let mut incomplete = None;
        for game in GameReader::new(BufReader::with_capacity(1 << 20, &self.file)) {
            match game {
                Ok(game) => {
                    self.games += 1;
                    self.positions += game.plies.len() as u64;
                }
                Err(ReadError::Truncated { end }) => incomplete = Some(end),
                Err(source) => {
                    let path = self.path.clone();
                    return Err(OutputError::Damaged { path, source });
                }
            }
        }
        Ok(incomplete)
    }

    /// Appends a game with a single write, so that a killed run leaves whole games.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn append(&mut self, game: &GameRecord) -> io::Result<()> {
        self.file.write_all(&game.to_bytes())?;
        self.games += 1;
        self.positions += game.plies.len() as u64;
        Ok(())
    }
}
