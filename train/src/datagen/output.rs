//! A thread's file of games: whole games are appended, and a later run can continue it.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use fs_err::{File, OpenOptions};
use thiserror::Error;

use super::origin::{Origin, OriginError};
use crate::format::game::GameRecord;
use crate::format::reader::{GameReader, ReadError};

/// A file that cannot be continued.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum OutputError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{} is being written by another run; use another --seed", .0.display())]
    InUse(PathBuf),
    #[error(transparent)]
    Origin(#[from] OriginError),
    #[error("{}: {source}; move the file away or use another --seed", path.display())]
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
    /// Opens or creates a file, locks it against other runs, and counts its games. An incomplete
    /// last game is cut off. The side file, with the extension `toml`, must have the same origin.
    ///
    /// # Errors
    /// [`OutputError`].
    pub(crate) fn open(path: PathBuf, origin: &Origin) -> Result<Self, OutputError> {
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)?;
        match file.file().try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(OutputError::InUse(path)),
            Err(std::fs::TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut output = Self {
            path,
            file,
            games: 0,
            positions: 0,
        };
        output.count()?;
        let side_file = output.path.with_extension("toml");
        origin.claim(&side_file, output.games > 0)?;
        Ok(output)
    }

    fn count(&mut self) -> Result<(), OutputError> {
        for game in GameReader::new(BufReader::with_capacity(1 << 20, &self.file)) {
            match game {
                Ok(game) => {
                    self.games += 1;
                    self.positions += game.plies.len() as u64;
                }
                Err(ReadError::Truncated { end }) => self.file.set_len(end)?,
                Err(source) => {
                    let path = self.path.clone();
                    return Err(OutputError::Damaged { path, source });
                }
            }
        }
        Ok(())
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
