//! Syzygy tablebases: finding the files and probing them.
//!
//! `shakmaty-syzygy` reads them with plain file access, not memory maps: a disk error under a map
//! kills the process, while here only one probe fails.

mod position;
mod root;

use std::collections::HashSet;
use std::env::split_paths;
use std::ffi::OsString;
use std::fmt;
use std::fs::read_dir;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use movegen::Board;
use once_cell::sync::OnceCell;
use shakmaty_syzygy::{Dtz, MaybeRounded, ProbeError, SyzygyError, Wdl};
use thiserror::Error;

use crate::limits::Probing;
use crate::score::{Bound, Score, TABLEBASE_WIN};
use position::TablePosition;
pub(crate) use root::{RankedMove, Ranking, RootRank};

/// The score of a win spoiled by the fifty-move rule: slightly better than a draw, since the opponent
/// still has to defend.
pub(crate) const SPOILED_WIN: Score = 2;

/// An error for directories without usable tables.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// There is no table, and a directory or file cannot be read.
    #[error("cannot read '{}': {source}", path.display())]
    Unreadable {
        /// The directory or file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// There is no intact WDL table, and a file with the name of a table is damaged.
    #[error("the only Syzygy tables found are damaged, such as '{}'", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The directories hold no WDL table.
    #[error("no Syzygy WDL tables (such as KQvK.rtbw) found in '{list}'")]
    Empty {
        /// The directories as given.
        list: String,
    },
}

/// The tables found in some directories. Files are opened on first use.
#[derive(Debug)]
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<TablePosition>,
    wdl_files: usize,
    dtz_files: usize,
    damaged: Vec<PathBuf>,
    /// Directories that cannot be listed and files that cannot be opened, with the system's errors.
    unreadable: Vec<(PathBuf, io::Error)>,
    /// The first failure to read a table, as a message.
    failure: OnceCell<String>,
    failure_reported: AtomicBool,
}

impl Tablebase {
    /// Finds the tables in `directories`, which are separated like the platform's search paths: by
    /// colons, or by semicolons on Windows. Directories that cannot be read are skipped.
    ///
    /// # Errors
    /// If none of them has a WDL table.
    pub fn open(directories: &str) -> Result<Self, TablebaseError> {
        let mut tablebase = Self {
            tables: shakmaty_syzygy::Tablebase::new(),
            wdl_files: 0,
            dtz_files: 0,
            damaged: Vec::new(),
            unreadable: Vec::new(),
            failure: OnceCell::new(),
            failure_reported: AtomicBool::new(false),
        };
        let mut names = HashSet::new();
        for path in split_paths(directories).filter(|path| !path.as_os_str().is_empty()) {
            if let Err(error) = tablebase.add_directory(&path, &mut names) {
                tablebase.unreadable.push((path, error));
            }
        }
        if tablebase.wdl_files > 0 {
            return Ok(tablebase);
        }
        Err(
            match (tablebase.damaged.pop(), tablebase.unreadable.pop()) {
                (Some(path), _) => TablebaseError::Damaged { path },
                (None, Some((path, source))) => TablebaseError::Unreadable { path, source },
                (None, None) => TablebaseError::Empty {
                    list: directories.to_owned(),
                },
            },
        )
    }

    /// Adds the tables of a directory; those whose names are in `names` already are not counted again.
    fn add_directory(&mut self, directory: &Path, names: &mut HashSet<OsString>) -> io::Result<()> {
        for entry in read_dir(directory)? {
            let entry = entry?;
            let path = entry.path();
            match self.tables.add_file(&path) {
                Ok(()) if !names.insert(entry.file_name()) => {}
                Ok(()) if path.extension().is_some_and(|end| end == "rtbw") => self.wdl_files += 1,
                Ok(()) => self.dtz_files += 1,
                // Not the name of a table.
                Err(error) if error.kind() == ErrorKind::InvalidInput => {}
                // The name of a table, but the wrong size: perhaps an incomplete download.
                Err(error) if error.kind() == ErrorKind::InvalidData => self.damaged.push(path),
                Err(error) => self.unreadable.push((path, error)),
            }
        }
        Ok(())
    }

    /// The number of pieces, kings and pawns included, in the largest table.
    pub fn largest(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    /// The value of `board` for the side to move, assuming a halfmove clock of zero. `None` if it
    /// is not in the tables: it has castling rights or too many pieces, or a file is missing or
    /// cannot be read.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        let position = self.position(board)?;
        self.keep_failure(self.tables.probe_wdl_after_zeroing(&position))
    }

    /// The distance to a winning capture or pawn move (DTZ), in plies; positive if the side to move
    /// wins. `None` as for [`wdl`](Self::wdl).
    fn dtz(&self, board: &Board) -> Option<MaybeRounded<Dtz>> {
        let position = self.position(board)?;
        self.keep_failure(self.tables.probe_dtz(&position))
    }

    /// `board` converted for the tables, if they may contain it.
    fn position(&self, board: &Board) -> Option<TablePosition> {
        let possible = board.occupied().count() <= self.largest() && board.castling().is_empty();
        possible.then(|| TablePosition::new(board))
    }

    /// The result of a probe. The first failure is kept for a report.
    fn keep_failure<T>(&self, probe: Result<T, SyzygyError>) -> Option<T> {
        if let Err(SyzygyError::ProbeFailed {
            metric,
            material,
            error,
        }) = &probe
        {
            self.failure.get_or_init(|| {
                let reason = match &**error {
                    ProbeError::Read { error } => format!("cannot be read: {error}"),
                    ProbeError::Magic { .. } => "is not a Syzygy table".to_owned(),
                    ProbeError::CorruptedTable { .. } => "is damaged".to_owned(),
                };
                format!(
                    "the {metric} table {material} {reason}; its positions are searched instead"
                )
            });
        }
        probe.ok()
    }

    /// The first failure to read a table, returned only once.
    pub(crate) fn failure(&self) -> Option<&str> {
        let failure = self.failure.get()?;
        (!self.failure_reported.swap(true, Relaxed)).then_some(failure)
    }
}

impl fmt::Display for Tablebase {
    /// Writes the numbers of tables, and the files and directories left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wdl, dtz, pieces) = (self.wdl_files, self.dtz_files, self.largest());
        write!(
            f,
            "found {wdl} WDL and {dtz} DTZ tables of up to {pieces} pieces"
        )?;
        for (path, error) in &self.unreadable {
            write!(f, "; cannot read '{}': {error}", path.display())?;
        }
        match &self.damaged[..] {
            [] => Ok(()),
            [path] => write!(f, "; skipped damaged file '{}'", path.display()),
            [path, rest @ ..] => {
                let more = rest.len();
                let path = path.display();
                write!(f, "; skipped '{path}' and {more} more damaged files")
            }
        }
    }
}

/// A node's tablebase score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TablebaseScore {
    pub(crate) score: Score,
    /// A win is a lower bound: there may be a mate within reach, which scores higher.
    pub(crate) bound: Bound,
}

/// The tables with the probing options of one search.
#[derive(Clone, Debug)]
pub(crate) struct Prober {
    tables: Arc<Tablebase>,
    /// The maximum number of pieces for probing.
    pieces: u32,
    /// The minimum depth, in plies, for probing positions with that many pieces.
    depth: i32,
    fifty_moves: bool,
}

impl Prober {
    pub(crate) fn new(tables: Arc<Tablebase>, options: Probing) -> Self {
        Self {
            pieces: tables.largest().min(options.limit),
            depth: i32::try_from(options.depth).unwrap_or(i32::MAX),
            fifty_moves: options.fifty_moves,
            tables,
        }
    }

    pub(crate) fn tables(&self) -> &Tablebase {
        &self.tables
    }

    /// The score of a node `ply` plies from the root, searched `depth` plies deep. WDL tables
    /// ignore the halfmove clock, so only positions right after a capture or pawn move are probed:
    /// every line into an ending passes through one, unless it begins with the loss of castling rights.
    #[inline]
    pub(crate) fn probe(&self, board: &Board, depth: i32, ply: usize) -> Option<TablebaseScore> {
        let pieces = board.occupied().count();
        if pieces > self.pieces
            || (pieces == self.pieces && depth < self.depth)
            || board.halfmove_clock() != 0
            || !board.castling().is_empty()
        {
            return None;
        }
        self.tables.wdl(board).map(|wdl| self.score(wdl, ply))
    }

    /// The score of `wdl`, `ply` plies from the root: a win scores between evaluations and mates.
    fn score(&self, wdl: Wdl, ply: usize) -> TablebaseScore {
        let is_spoiled = matches!(wdl, Wdl::CursedWin | Wdl::BlessedLoss) && self.fifty_moves;
        let win = TABLEBASE_WIN - ply as Score;
        let (score, bound) = match wdl.signum() {
            sign if is_spoiled || sign == 0 => (SPOILED_WIN * sign, Bound::Exact),
            1 => (win, Bound::Lower),
            _ => (-win, Bound::Upper),
        };
        TablebaseScore { score, bound }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directory_without_tables_is_named() {
        let missing = Tablebase::open("no such place").unwrap_err().to_string();
        assert!(missing.contains("'no such place'"), "{missing}");
        let empty = Tablebase::open(env!("CARGO_MANIFEST_DIR")).unwrap_err();
        assert!(matches!(empty, TablebaseError::Empty { .. }), "{empty}");
        assert!(Tablebase::open("").is_err());
    }

    #[test]
    fn only_positions_after_a_capture_or_pawn_move_are_probed() {
        let Some(directories) = support::syzygy::directories("halfmove clock") else {
            return;
        };
        let tables = Arc::new(Tablebase::open(&directories).expect("tables"));
        let prober = Prober::new(tables, Probing::default());
        for (clock, is_probed) in [(0, true), (1, false)] {
            let board = support::board(&format!("8/8/8/8/8/5k2/8/1K1R4 w - - {clock} 9"));
            let known = prober.probe(&board, 5, 3);
            assert_eq!(known.is_some(), is_probed, "{clock}");
        }
    }
}
