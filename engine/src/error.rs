//! Engine errors as users read them: what is wrong, where, and what is kept.

use std::path::PathBuf;

use movegen::perft::TableError;
use rayon::ThreadPoolBuildError;
use search::nnue::NetworkError;
use search::{PoolError, TablebaseError};
use thiserror::Error;

use crate::io::files::FileError;
use crate::position::PositionError;
use crate::tools::memory::MemoryError;

/// A command that failed. The state is unchanged, with these exceptions:
/// - a refused position from a GUI leaves no position;
/// - fewer threads may have been started than requested;
/// - a switch to chess takes effect even if there is no memory for its table;
/// - after a failed switch to a river game, the current game keeps a table of 1 MiB if there is no
///   memory left for its own.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("there is no position, since the last one was refused: {0}")]
    NoPosition(String),
    #[error("there is no move to play: search this position first, or give one")]
    NoMove,
    #[error("there is no move to take back")]
    NothingToUndo,
    #[error(transparent)]
    River(#[from] variants::PositionError),
    #[error("'{command}' is not available in {game}")]
    NotInGame {
        command: &'static str,
        game: &'static str,
    },
    #[error("{source}; Hash stays at {kept} MiB")]
    Hash {
        source: Box<EngineError>,
        kept: usize,
    },
    #[error("{source}; the game is {game}, with a table of {mebibytes} MiB")]
    Variant {
        source: PoolError,
        game: &'static str,
        mebibytes: usize,
    },
    #[error("{source}; the number of search threads is now {threads}")]
    Threads { source: PoolError, threads: usize },
    #[error("{0}; the evaluation stays as it was")]
    EvalFile(#[source] FileError),
    #[error("{0}; the evaluation stays as it was")]
    Network(#[from] NetworkError),
    #[error("{0}; the tables in use are kept")]
    Tablebase(#[from] TablebaseError),
    #[error("{0}; logging stays as it was")]
    Log(#[source] FileError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("no line of the book '{}' begins with a position", .0.display())]
    EmptyBook(PathBuf),
    #[error(
        "gave up after {failures} failed attempts in a row: {printed} of {count} openings printed"
    )]
    Openings {
        failures: u32,
        printed: u64,
        count: u64,
    },
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    PerftTable(#[from] TableError),
    #[error("cannot start {threads} threads: {source}")]
    PerftThreads {
        source: ThreadPoolBuildError,
        threads: usize,
    },
    #[error("there are more than 2^64 move sequences")]
    PerftCount,
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}
