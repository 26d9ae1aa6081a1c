//! Random openings for matches and data generation, in the format of OpenBench: random moves from a
//! start position, kept if the game is still open.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use movegen::openings::{StartKind, random_opening};
use movegen::{Board, CastlingMode};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::wdl::Wdl;
use search::{Limits, Request, Searcher};

use super::background::Task;
use crate::error::EngineError;
use crate::io::files::read_text;
use crate::io::output::print_note;
use crate::position::read_fen;

/// Random plies from a start position and from a book position. One more is added at random, so
/// that either side may be to move.
const PLIES: u32 = 8;
const BOOK_PLIES: u32 = 2;
/// The minimum expected score of either side in an opening that counts as open, in permille.
const LEAST_EXPECTED: u16 = 50;
/// Nodes of the search that evaluates an opening.
const NODES: u64 = 3_000;
const HASH: usize = 4;
/// Failed attempts in a row after which generation gives up.
const MAX_FAILURES: u32 = 2_000;

/// The arguments of `genfens`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genfens {
    pub count: u64,
    pub seed: u64,
    /// A file with a start position on each line.
    pub book: Option<PathBuf>,
    pub start: StartKind,
}

/// The kind of start position named by a word or a book's file name, from which OpenBench also
/// takes the variant of a test.
pub fn start_kind(name: &str) -> StartKind {
    let name = name.to_ascii_lowercase();
    if name.contains("dfrc") {
        StartKind::DoubleChess960
    } else if name.contains("frc") || name.contains("960") {
        StartKind::Chess960
    } else {
        StartKind::Orthodox
    }
}

/// Starts to print openings, each as `info string genfens FEN`.
///
/// # Errors
/// If there is no memory or no thread. A book that cannot be read or has no position is reported
/// later.
pub fn start(request: Genfens) -> Result<Task, EngineError> {
    let mut generator = Generator {
        rng: StdRng::seed_from_u64(request.seed),
        book: Vec::new(),
        start: request.start,
        searcher: Searcher::new(HASH)?,
        seen: HashSet::new(),
    };
    let work = move |stop: &AtomicBool| {
        if let Some(path) = &request.book {
            generator.book = read_book(path, generator.start.castling_mode(), stop)?;
        }
        generator.print(request.count, stop)
    };
    Ok(Task::start("genfens", work)?)
}

/// The positions of a book, read in `mode`, which may have millions of lines; other lines are
/// skipped. Once stopped, it returns those found so far.
fn read_book(
    path: &Path,
    mode: CastlingMode,
    stop: &AtomicBool,
) -> Result<Vec<Board>, EngineError> {
    let text = read_text(path)?;
    let lines = text.lines().take_while(|_| !stop.load(Relaxed));
    let book: Vec<_> = lines
        .filter_map(|line| Some(read_fen(line, mode).ok()?.0))
        .collect();
    if book.is_empty() && !stop.load(Relaxed) {
        return Err(EngineError::EmptyBook(path.to_owned()));
    }
    Ok(book)
}

/// State of the opening generator.
struct Generator {
    rng: StdRng,
    book: Vec<Board>,
    start: StartKind,
    searcher: Searcher,
    /// Keys of the openings printed, so that none is repeated.
    seen: HashSet<u64>,
}

impl Generator {
    fn print(mut self, count: u64, stop: &AtomicBool) -> Result<(), EngineError> {
        let mut printed = 0;
        let mut failures = 0;
        while printed < count {
            if stop.load(Relaxed) {
                print_note("genfens was stopped");
                break;
            }
            if failures >= MAX_FAILURES {
                return Err(EngineError::Openings {
                    failures,
                    printed,
                    count,
                });
            }
            match self.opening() {
                Some(board) => {
                    let fen = board.fen(self.start.castling_mode());
                    print_note(format_args!("genfens {fen}"));
                    (printed, failures) = (printed + 1, 0);
                }
                None => failures += 1,
            }
        }
        Ok(())
    }

    /// Tries to generate an opening.
    fn opening(&mut self) -> Option<Board> {
        let (start, plies) = match self.book.len() {
            0 => (self.start.board(&mut self.rng), PLIES),
            length => (self.book[self.rng.random_range(0..length)], BOOK_PLIES),
        };
        let plies = plies + self.rng.random_range(0..=1);
        let board = *random_opening(start, plies, &mut self.rng)?.board();
        (self.is_open(&board) && self.seen.insert(board.key())).then_some(board)
    }

    /// True if a short search expects at least 5% of the points for either side.
    fn is_open(&mut self, board: &Board) -> bool {
        // An opening must not depend on the searches of earlier ones.
        self.searcher.clear();
        let request = Request::new(*board, Limits::nodes(NODES));
        let found = self.searcher.search(request);
        let Wdl { win, draw, .. } = Wdl::new(found.score, board);
        (LEAST_EXPECTED..=1000 - LEAST_EXPECTED).contains(&(win + draw / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_with_a_likely_winner_are_not_open() {
        let mut generator = Generator {
            rng: StdRng::seed_from_u64(1),
            book: Vec::new(),
            start: StartKind::Orthodox,
            searcher: Searcher::new(HASH).expect("a small table"),
            seen: HashSet::new(),
        };
        assert!(generator.is_open(&Board::default()));
        for lopsided in [
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        ] {
            assert!(!generator.is_open(&support::board(lopsided)), "{lopsided}");
        }
    }

    #[test]
    fn kind_of_start_is_named_by_word_or_file() {
        for (name, kind) in [
            ("frc", StartKind::Chess960),
            ("UHO_FRC.epd", StartKind::Chess960),
            ("chess960.epd", StartKind::Chess960),
            ("DFRC_openings.epd", StartKind::DoubleChess960),
            ("noob_3moves.epd", StartKind::Orthodox),
        ] {
            assert_eq!(start_kind(name), kind, "{name}");
        }
    }
}
