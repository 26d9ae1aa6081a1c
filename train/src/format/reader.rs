//! Reading files of games, damaged ones included.

use std::io::{self, BufReader, Read};
use std::path::Path;

use thiserror::Error;

use super::game::{END, GameError, GameRecord, HEADER_BYTES, PLY_BYTES};

/// More plies than a game can have under the fifty-move rule.
const LONGEST: usize = 1 << 14;

/// A faulty file of games.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The last game is incomplete.
    #[error("the last game is incomplete; those before it end at byte {end}")]
    Truncated {
        /// The end of the last whole game, in bytes.
        end: u64,
    },
    /// A game is longer than any game can be: this is another format, or an end marker is damaged.
    #[error("the game at byte {start} does not end")]
    Endless {
        /// The beginning of the game, in bytes.
        start: u64,
    },
    /// A game is invalid; those after it can be read.
    #[error("the game at byte {start}: {source}")]
    Game {
        /// The beginning of the game, in bytes.
        start: u64,
        /// The fault.
        source: GameError,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The games of a file; damaged ones are described to `skipped` and left out.
pub(crate) fn whole_games(
    path: &Path,
    file: impl Read,
    mut skipped: impl FnMut(String),
) -> impl Iterator<Item = io::Result<GameRecord>> {
    let games = GameReader::new(BufReader::with_capacity(1 << 20, file));
    games.filter_map(move |game| match game {
        Ok(game) => Some(Ok(game)),
        Err(ReadError::Io(error)) => Some(Err(error)),
        Err(error) => {
            let part = match error {
                ReadError::Game { .. } => "it is skipped",
                _ => "the rest of the file is skipped",
            };
            skipped(format!("{}: {error}; {part}", path.display()));
            None
        }
    })
}

/// An iterator over the games of a file. After a [`ReadError::Game`] the next game follows; any
/// other error is the last item.
#[derive(Debug)]
pub struct GameReader<R> {
    reader: R,
    /// The beginning of the next game, in bytes.
    offset: u64,
    bytes: Vec<u8>,
    finished: bool,
}

impl<R: Read> GameReader<R> {
    /// Reads games from a buffered reader.
    pub const fn new(reader: R) -> Self {
        Self {
            reader,
            offset: 0,
            bytes: Vec::new(),
            finished: false,
        }
    }

    /// Reads the bytes of the next game, unchecked. False at the end of the file.
    fn read_frame(&mut self) -> Result<bool, ReadError> {
        self.bytes.clear();
        if !self.read_part(HEADER_BYTES)? {
            return Ok(false);
        }
        for _ in 0..=LONGEST {
            if !self.read_part(PLY_BYTES)? {
                return Err(ReadError::Truncated { end: self.offset });
            }
            if self.bytes.ends_with(&END) {
                return Ok(true);
            }
        }
        let start = self.offset;
        Err(ReadError::Endless { start })
    }

    /// Appends exactly `count` bytes; false if none are left.
    fn read_part(&mut self, count: usize) -> Result<bool, ReadError> {
        let mut part = [0; HEADER_BYTES];
        let mut filled = 0;
        while filled < count {
            match self.reader.read(&mut part[filled..count]) {
                Ok(0) if filled == 0 => return Ok(false),
                Ok(0) => return Err(ReadError::Truncated { end: self.offset }),
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.bytes.extend(&part[..count]);
        Ok(true)
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        match self.read_frame() {
            Ok(true) => {
                let start = self.offset;
                self.offset += self.bytes.len() as u64;
                let game = GameRecord::from_bytes(&self.bytes);
                Some(game.map_err(|source| ReadError::Game { start, source }))
            }
            Ok(false) => {
                self.finished = true;
                None
            }
            Err(error) => {
                self.finished = true;
                Some(Err(error))
            }
        }
    }
}
