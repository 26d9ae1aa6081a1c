//! A thread's own file of games: appended to by whole games, taken up again where it ended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Write};
use std::path::PathBuf;

use thiserror::Error;

use super::origin::{Origin, OriginError};
use crate::games::{GameReader, GameRecord, ReadError};

/// Why a file cannot be continued.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The system says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Two runs with the same seed would write the same games.
    #[error("{} is being written by another run; give this one another --seed", path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// The games in it have another origin.
    #[error(transparent)]
    Origin(#[from] OriginError),
    /// The file is more than cut short.
    #[error("{}: {source}; move the file away, or use another --seed", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        source: ReadError,
    },
}

/// A file that games are appended to.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: File,
    /// Games in it.
    pub games: u64,
    /// Scored positions in it.
    pub positions: u64,
}

impl Output {
    /// Opens or creates a file, locks it against other runs, and counts its games. A game that was
    /// cut short is cut off. The side file, with the extension `toml`, must name the same origin.
    ///
    /// # Errors
    /// [`OutputError`].
    pub fn open(path: PathBuf, origin: &Origin) -> Result<Self, OutputError> {
        let opened = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path);
        let file = match opened {
            Ok(file) => file,
            Err(source) => return Err(OutputError::Io { path, source }),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OutputError::InUse { path }),
            Err(TryLockError::Error(source)) => return Err(OutputError::Io { path, source }),
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
                Err(ReadError::Truncated { end }) => {
                    self.file.set_len(end).map_err(|error| self.error(error))?;
                }
                Err(source) => {
                    let path = self.path.clone();
                    return Err(OutputError::Damaged { path, source });
                }
            }
        }
        Ok(())
    }

    /// Appends a game, with a single write so that a killed run leaves whole games.
    ///
    /// # Errors
    /// [`OutputError::Io`].
    pub fn append(&mut self, game: &GameRecord) -> Result<(), OutputError> {
        let written = self.file.write_all(&game.to_bytes());
        written.map_err(|error| self.error(error))?;
        self.games += 1;
        self.positions += game.plies.len() as u64;
        Ok(())
    }

    fn error(&self, source: io::Error) -> OutputError {
        let path = self.path.clone();
        OutputError::Io { path, source }
    }
}
