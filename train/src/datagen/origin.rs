//! The side file of a file of games: the engine, network and settings that made them.
//!
//! Games of different origins never share a file, so a resumed run cannot mix them silently.

use std::io;
use std::path::{Path, PathBuf};

use search::nnue::Network;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::differences::differences;
use crate::files::{read_if_any, write_atomically};

/// Everything that determines the games of one thread, apart from the order in which the pairs of an
/// experiment are played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// Version of the engine.
    pub(crate) engine: String,
    /// Commit it was built from, with `-dirty-` and a hash appended for uncommitted changes of the
    /// sources; or `unknown`.
    pub(crate) commit: String,
    /// Recipe name of the network.
    pub(crate) network: String,
    /// CRC-32 of the network's file, in hexadecimal.
    pub(crate) network_crc32: String,
    /// The experiment or `branch` command that the games were played for; empty for `datagen`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) experiment: String,
    /// Seed of the run.
    pub(crate) seed: u64,
    /// Index of the thread.
    pub(crate) thread: u64,
    /// Nodes per move: the soft limit of `datagen`.
    pub(crate) nodes: u64,
    /// The soft limit for undecided positions that the filter keeps, if it is larger.
    #[serde(default)]
    pub(crate) kept_nodes: u64,
    /// Size of a transposition table in MiB.
    pub(crate) hash: usize,
    /// The largest score of an opening, in internal units.
    pub(crate) opening_limit: i32,
    /// Longer games are draws.
    pub(crate) max_plies: usize,
}

/// The network that scored a file of games, and its searches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scorer {
    /// The network's recipe name and checksum.
    pub(crate) network: String,
    /// Nodes per move, if known.
    pub(crate) nodes: Option<u64>,
    /// True if the results are those that the scores predict: not in games of an experiment, whose
    /// players are unequal, nor after the random moves of `branch`.
    pub(crate) has_results: bool,
}

/// The scorer of a file of games, if there is a side file beside it.
///
/// # Errors
/// It cannot be read.
pub(crate) fn scorer_of(games: &Path) -> io::Result<Option<Scorer>> {
    let path = games.with_extension("toml");
    let origin = Origin::read(&path)?.transpose().map_err(|error| {
        let message = format!("{} cannot be read: {error}", path.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })?;
    Ok(origin.map(|origin| Scorer {
        network: format!("{} ({})", origin.network, origin.network_crc32),
        nodes: Some(origin.nodes.max(origin.kept_nodes)),
        has_results: origin.experiment.is_empty(),
    }))
}

/// True if the results in a file of games are those that its scores predict, as those of unknown
/// origin are taken to be.
///
/// # Errors
/// The side file cannot be read.
pub(crate) fn has_results(games: &Path) -> io::Result<bool> {
    Ok(scorer_of(games)?.is_none_or(|scorer| scorer.has_results))
}

/// A file of games that this run cannot continue.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum OriginError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(
        "{} is missing: it describes how the games beside it were made; \
         use another --seed or folder",
        .0.display()
    )]
    Missing(PathBuf),
    #[error(
        "{} does not describe how the games beside it were made: {source}; \
         use another --seed or folder",
        path.display()
    )]
    Unreadable {
        path: PathBuf,
        source: toml::de::Error,
    },
    #[error(
        "the games beside {} were made differently: {differences}; \
         use another --seed or folder",
        path.display()
    )]
    Differs { path: PathBuf, differences: String },
}

impl Origin {
    /// This engine with a network, without settings.
    pub(crate) fn of(network: &Network) -> Self {
        Self {
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("ENROQUE_COMMIT").to_owned(),
            network: network.recipe().to_owned(),
            network_crc32: format!("{:08x}", network.checksum()),
            ..Self::default()
        }
    }

    /// Compares this with the side file at `path`, or writes it if there are no games yet.
    ///
    /// # Errors
    /// [`OriginError`]; the file is unchanged. A file that is not a side file is never replaced.
    pub(super) fn claim(&self, path: &Path, has_games: bool) -> Result<(), OriginError> {
        let found = Self::read(path)?.transpose();
        let found = found.map_err(|source| OriginError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        if !has_games {
            let text = toml::to_string(self).expect("a table of plain values is TOML");
            return Ok(write_atomically(path, text.as_bytes())?);
        }
        match found {
            None => Err(OriginError::Missing(path.to_owned())),
            Some(found) if found == *self => Ok(()),
            Some(found) => Err(OriginError::Differs {
                path: path.to_owned(),
                differences: differences(&found, self),
            }),
        }
    }

    /// Reads a side file; `None` if there is none.
    fn read(path: &Path) -> io::Result<Option<Result<Self, toml::de::Error>>> {
        Ok(read_if_any(path)?.map(|text| toml::from_str(&text)))
    }
}

#[cfg(test)]
mod tests {
    use fs_err as fs;

    use super::*;

    #[test]
    fn every_setting_must_be_the_same_to_continue() {
        let folder = tempfile::tempdir().expect("a folder");
        let side_file = folder.path().join("games.toml");
        let origin = |experiment: &str| Origin {
            experiment: experiment.to_owned(),
            ..Origin::of(&Network::embedded())
        };
        let claim = |experiment, has_games| origin(experiment).claim(&side_file, has_games);
        assert!(matches!(claim("", true), Err(OriginError::Missing(_))));
        claim("", false).expect("a writable folder");
        claim("", true).expect("the same settings");
        // A number that is too large for TOML, which is written nevertheless.
        let large = Origin {
            seed: u64::MAX,
            ..origin("")
        };
        let error = large.claim(&side_file, true).expect_err("another seed");
        let difference = format!("seed was 0 and is {}", u64::MAX);
        assert!(error.to_string().contains(&difference), "{error}");
        // A setting that only one of them has.
        let error = claim("rules", true)
            .expect_err("another setting")
            .to_string();
        assert!(
            error.contains("experiment was not set and is \"rules\""),
            "{error}"
        );
    }

    #[test]
    fn another_toml_file_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let recipe = folder.path().join("recipe.toml");
        fs::write(&recipe, "name = \"own\"").expect("a writable folder");
        let result = Origin::of(&Network::embedded()).claim(&recipe, false);
        assert!(matches!(result, Err(OriginError::Unreadable { .. })));
        assert_eq!(fs::read_to_string(&recipe).unwrap(), "name = \"own\"");
    }

    #[test]
    fn games_of_an_experiment_do_not_decide_the_unit() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = folder.path().join("games.viri");
        assert!(has_results(&games).expect("no side file"));
        let scorer = |experiment: &str| {
            let origin = Origin {
                experiment: experiment.to_owned(),
                nodes: 3000,
                ..Origin::of(&Network::embedded())
            };
            let side_file = games.with_extension("toml");
            origin.claim(&side_file, false).expect("a writable folder");
            let scorer = scorer_of(&games).expect("a readable side file");
            scorer.expect("a side file")
        };
        for (experiment, has_results) in [("", true), ("rules", false)] {
            let scorer = scorer(experiment);
            assert_eq!(scorer.nodes, Some(3000));
            assert_eq!(scorer.has_results, has_results);
        }
    }
}
