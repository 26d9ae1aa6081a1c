//! Engine settings that options change.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use movegen::Board;
use search::nnue::Network;
use search::{PoolError, Tablebase};
use variants::Variant;

use super::Engine;
use crate::error::EngineError;
use crate::io::files;
use crate::io::output::{self, print_note};
use crate::position::PlayedGame;
use crate::river::{ORTHODOX, River};
use crate::strength::StrengthLimit;
use crate::tools::memory;

impl Engine {
    /// Sets up the start position of [`ORTHODOX`] chess or a river game. Only one game at a time
    /// has a table of full size.
    ///
    /// # Errors
    /// If the table cannot be allocated. A river game is then not entered; chess is, with a table
    /// of 1 MiB. The error names the game that is set and the size of its table.
    pub fn set_variant(&mut self, name: &str) -> Result<(), EngineError> {
        if self.variant() == name {
            return Ok(());
        }
        match Variant::from_name(name) {
            Some(variant) => {
                let resized = self.resize_table(1);
                resized.map_err(|source| self.variant_error(source))?;
                match River::new(variant, self.pool.threads(), self.hash) {
                    Ok(river) => {
                        if !self.is_interactive {
                            print_note(river.description());
                        }
                        self.river = Some(river);
                    }
                    Err(source) => {
                        if self.resize_table(self.hash).is_err() {
                            self.hash = 1;
                        }
                        return Err(self.variant_error(source));
                    }
                }
                self.refused = None;
            }
            None => {
                self.river = None;
                self.played = PlayedGame::new(Board::default());
                self.refused = None;
                if let Err(source) = self.pool.set_hash(self.hash) {
                    self.hash = 1;
                    return Err(self.variant_error(source));
                }
            }
        }
        Ok(())
    }

    /// The error of a change of game, with the game that is set now and the size of its table.
    fn variant_error(&self, source: PoolError) -> EngineError {
        EngineError::Variant {
            source,
            game: self.variant(),
            mebibytes: self.hash,
        }
    }

    /// The name of the game on the board.
    pub fn variant(&self) -> &'static str {
        self.river.as_ref().map_or(ORTHODOX, River::name)
    }

    /// Replaces the table with one of `mebibytes`, unless that is its size.
    ///
    /// # Errors
    /// If the new table cannot be allocated; the old one is kept.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), EngineError> {
        if mebibytes == self.hash {
            return Ok(());
        }
        let kept = self.hash;
        let stays = |source: EngineError| EngineError::Hash {
            source: source.into(),
            kept,
        };
        let mut checked = memory::check(mebibytes, 0);
        if checked.is_err() {
            // Only memory that has been committed is given back.
            self.wait_until_ready();
            checked = memory::check(mebibytes, kept);
        }
        checked.map_err(|error| stays(error.into()))?;
        let replaced = self.resize_table(mebibytes);
        replaced.map_err(|error| stays(error.into()))?;
        self.hash = mebibytes;
        Ok(())
    }

    /// Replaces the table of the game on the board.
    fn resize_table(&mut self, mebibytes: usize) -> Result<(), PoolError> {
        match &mut self.river {
            Some(river) => river.session_mut().set_hash(mebibytes),
            None => self.pool.set_hash(mebibytes),
        }
    }

    /// Changes the number of search threads.
    ///
    /// # Errors
    /// If the system grants fewer; the error contains their number.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        let result = self.pool.set_threads(threads);
        let threads = self.pool.threads();
        if let Some(river) = &mut self.river {
            river.session_mut().set_threads(threads);
        }
        result.map_err(|source| EngineError::Threads { source, threads })
    }

    /// Clears table and histories.
    pub fn clear(&mut self) {
        self.pool.clear();
        if let Some(river) = &mut self.river {
            river.session_mut().clear();
        }
    }

    /// Clears table and histories for another game, whose first move sets the node clock.
    pub fn restart(&mut self) {
        self.pool.new_game();
        if let Some(river) = &mut self.river {
            river.session_mut().new_game();
        }
    }

    /// Sets the time reserved on each move for delays between engine and clock.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Measures time in nodes, with `nodes` to a millisecond; 0 uses the clock. The table is cleared
    /// if that changes, so that games on a node clock do not depend on those before.
    pub fn set_nodes_per_ms(&mut self, nodes: u64) {
        if self.nodes_per_ms != nodes {
            self.nodes_per_ms = nodes;
            self.restart();
        }
    }

    /// Changes the strength limit. The table is cleared if that changes the strength, since its
    /// scores are wrong at any other.
    pub fn set_strength(&mut self, set: impl FnOnce(&mut StrengthLimit) -> bool) {
        if set(&mut self.strength) {
            self.pool.clear();
        }
    }

    /// Sets whether the fifty-move rule applies to tablebase results. The table is cleared if that
    /// changes, since its scores contain such results.
    pub fn set_fifty_moves(&mut self, apply: bool) {
        if self.options.probing.fifty_moves != apply {
            self.options.probing.fifty_moves = apply;
            self.pool.clear();
        }
    }

    /// Loads the network in a file, or the embedded one if there is no path. The table is cleared if
    /// it is another one.
    ///
    /// # Errors
    /// If the file is not a valid network; the one in use is kept.
    pub fn load_network(&mut self, path: Option<&Path>) -> Result<(), EngineError> {
        let network = match path {
            None => Network::embedded(),
            Some(path) => {
                files::check_regular(path).map_err(EngineError::EvalFile)?;
                Network::load(path)?
            }
        };
        print_note(format_args!("network {}", network.recipe()));
        if network != *self.pool.network() {
            self.pool.set_network(network);
        }
        Ok(())
    }

    /// Opens the tablebases in these directories; an empty string disables probing.
    ///
    /// # Errors
    /// If no table is found; those in use are kept.
    pub fn open_tablebase(&mut self, directories: &str) -> Result<(), EngineError> {
        let tablebase = if directories.is_empty() {
            None
        } else {
            let tablebase = Tablebase::open(directories)?;
            print_note(&tablebase);
            Some(Arc::new(tablebase))
        };
        self.pool.set_tablebase(tablebase);
        Ok(())
    }

    /// Logs all lines in and out to a file, or stops logging if there is no path.
    ///
    /// # Errors
    /// If the file cannot be written to; the old log continues.
    pub fn log_to(&mut self, path: Option<&Path>) -> Result<(), EngineError> {
        output::log_to(path).map_err(EngineError::Log)
    }
}

/// Writes the embedded network to a file.
///
/// # Errors
/// If it cannot be written.
pub fn export_network(path: &Path) -> Result<(), EngineError> {
    files::write(path, Network::embedded_file())?;
    let network = Network::embedded();
    let (name, path) = (network.recipe(), path.display());
    print_note(format_args!("network {name} written to '{path}'"));
    Ok(())
}
