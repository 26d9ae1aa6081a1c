//! The side file of a file of games: the engine, network and settings that made them.
//!
//! Games of different origins never share a file, so that a resumed run cannot mix them silently.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files::write_whole;

/// Everything that decides the games of one thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Version of the engine.
    pub engine: String,
    /// Commit it was built from, with `-dirty` after it if there were other changes; or `unknown`.
    pub commit: String,
    /// Recipe of the network.
    pub network: String,
    /// CRC-32 of the network's file, in hexadecimal.
    pub network_crc32: String,
    /// `--seed`.
    pub seed: u64,
    /// The thread's number.
    pub thread: u64,
    /// `--nodes`.
    pub nodes: u64,
    /// `--hash`, in MiB.
    pub hash: usize,
    /// `--opening-limit`, in internal units.
    pub opening_limit: i32,
    /// `--max-plies`.
    pub max_plies: usize,
}

/// Why a file of games cannot be continued by this run.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum OriginError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error(
        "{} is missing: it describes how the games beside it were made; \
         give this run another --seed or --out",
        .0.display()
    )]
    Missing(PathBuf),
    #[error(
        "{} does not describe how the games beside it were made: {source}; \
         give this run another --seed or --out",
        path.display()
    )]
    Unreadable {
        path: PathBuf,
        source: toml::de::Error,
    },
    #[error(
        "the games beside {} were made differently: {differences}; \
         give this run another --seed or --out",
        path.display()
    )]
    Differs { path: PathBuf, differences: String },
}

impl Origin {
    /// Compares this with the side file at `path`, which it writes when there are no games yet.
    ///
    /// # Errors
    /// [`OriginError`].
    pub(super) fn claim(&self, path: &Path, has_games: bool) -> Result<(), OriginError> {
        let io_error = |source| OriginError::Io {
            path: path.to_owned(),
            source,
        };
        if !has_games {
            let text = toml::to_string(self).expect("a table of plain values is TOML");
            return write_whole(path, text.as_bytes()).map_err(io_error);
        }
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(OriginError::Missing(path.to_owned()));
            }
            text => text.map_err(io_error)?,
        };
        let found: Self = toml::from_str(&text).map_err(|source| OriginError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        let differences = found.differences(self);
        if differences.is_empty() {
            return Ok(());
        }
        Err(OriginError::Differs {
            path: path.to_owned(),
            differences: differences.join(", "),
        })
    }

    /// The settings in which `now` is different from this, with both values.
    fn differences(&self, now: &Self) -> Vec<String> {
        let table = |origin| toml::Table::try_from(origin).expect("a table of plain values");
        let (before, now) = (table(self), table(now));
        let differs = |(key, value): (&String, &toml::Value)| {
            let now = now.get(key)?;
            (now != value).then(|| format!("{key} was {value} and is {now}"))
        };
        before.iter().filter_map(differs).collect()
    }
}
