//! A thread's file of games: whole games are appended, and a later run can continue it.

use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::PathBuf;

use fs_err::{File, OpenOptions};
use thiserror::Error;

use super::origin::{Origin, OriginError};
use crate::branch::PLIES as BRANCH_PLIES;
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
        // Windows does not cut off a file that is only open for appending.
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
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
            // An append that was interrupted leaves less than a game: more is damage. The origin of
            // branches has no maximum of plies.
            let plies = origin.max_plies.max(BRANCH_PLIES).saturating_add(1);
            let longest = PLY_BYTES.saturating_mul(plies).saturating_add(HEADER_BYTES);
            if output.file.metadata()?.len() - end > longest as u64 {
                let (path, source) = (output.path, ReadError::Truncated { end });
                return Err(OutputError::Damaged { path, source });
            }
            output.file.set_len(end)?;
        }
        output.file.seek(SeekFrom::End(0))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_branch_is_cut_off_and_more_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let origin = Origin::default();
        let whole = HEADER_BYTES + PLY_BYTES * (BRANCH_PLIES + 1);
        for (length, is_cut) in [(whole - 1, true), (whole + PLY_BYTES, false)] {
            let path = folder.path().join(format!("{length}.viri"));
            drop(Output::open(path.clone(), &origin).expect("a new file"));
            // Without an end marker.
            fs_err::write(&path, vec![1; length]).expect("room");
            let opened = Output::open(path.clone(), &origin);
            let left = fs_err::metadata(&path).expect("the file").len();
            assert_eq!(opened.is_ok(), is_cut, "{opened:?}");
            assert_eq!(left == 0, is_cut);
        }
    }
}
