//! Openings for matches and for making data, as OpenBench asks for them: random moves from a start
//! position, kept when the game is still open.

use std::collections::HashSet;
use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io};

use movegen::{Board, CastlingMode};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::{Limits, Options, Searcher, mate_in};
use thiserror::Error;

use crate::output::{complain, say};
use crate::task::Task;

/// Random plies from a start position, and from a position of a book: one more for every other
/// opening, so that either side is to move.
const PLIES: u32 = 8;
const BOOK_PLIES: u32 = 2;
/// An opening worth more than this to one side, in internal units, is decided.
const BALANCE: i32 = 625;
/// The size of the search that says so, in nodes.
const NODES: u64 = 3_000;
const HASH: usize = 4;
/// So many useless tries in a row mean that there is nothing to be found.
const PATIENCE: u32 = 2_000;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genfens {
    pub count: u64,
    pub seed: u64,
    /// A file with a position in each line to begin with.
    pub book: Option<PathBuf>,
    pub start: StartKind,
}

/// Where an opening begins that no book is given for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartKind {
    #[default]
    Orthodox,
    Chess960,
    Double,
}

impl StartKind {
    /// What a book's name or another word says; OpenBench tells the variant of a test from it too.
    pub fn of(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        if name.contains("dfrc") {
            Self::Double
        } else if name.contains("frc") || name.contains("960") {
            Self::Chess960
        } else {
            Self::Orthodox
        }
    }

    fn board(self, rng: &mut StdRng) -> Board {
        match self {
            Self::Orthodox => Board::default(),
            Self::Chess960 => Board::random_chess960(rng),
            Self::Double => Board::random_double_chess960(rng),
        }
    }

    fn mode(self) -> CastlingMode {
        match self {
            Self::Orthodox => CastlingMode::Standard,
            Self::Chess960 | Self::Double => CastlingMode::Chess960,
        }
    }
}

/// Why a book is of no use.
#[derive(Debug, Error)]
pub enum BookError {
    #[error("the book '{}' cannot be read: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("no line of the book '{}' begins with a position", .0.display())]
    Empty(PathBuf),
}

/// Starts to print openings, each as `info string genfens FEN`.
///
/// # Errors
/// No such book, no memory, no thread.
pub fn start(request: Genfens) -> Result<Task, Box<dyn Error>> {
    let book = request.book.clone().map(read).transpose()?;
    let searcher = Searcher::new(HASH)?;
    let source = Source {
        rng: StdRng::seed_from_u64(request.seed),
        book: book.unwrap_or_default(),
        start: request.start,
        searcher,
        seen: HashSet::new(),
    };
    let work = move |stop: &AtomicBool| source.print(request.count, stop);
    Ok(Task::start("genfens", work)?)
}

fn read(path: PathBuf) -> Result<Vec<Board>, BookError> {
    let text = match fs::metadata(&path) {
        // To open a pipe could take for ever.
        Ok(found) if !found.is_file() => Err(io::Error::other("it is not a file")),
        _ => fs::read(&path),
    };
    let text = match text {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(source) => return Err(BookError::Read { path, source }),
    };
    let boards: Vec<Board> = text.lines().filter_map(position).collect();
    if boards.is_empty() {
        return Err(BookError::Empty(path));
    }
    Ok(boards)
}

/// The position that a line of FEN or EPD begins with.
fn position(line: &str) -> Option<Board> {
    let words: Vec<_> = line.split_whitespace().collect();
    let number = |at: usize| {
        words
            .get(at)
            .is_some_and(|word| word.parse::<u16>().is_ok())
    };
    let length = if number(4) && number(5) { 6 } else { 4 };
    words.get(..length)?.join(" ").parse().ok()
}

/// What openings are made of.
struct Source {
    rng: StdRng,
    book: Vec<Board>,
    start: StartKind,
    searcher: Searcher,
    /// Keys of the openings printed: none comes twice.
    seen: HashSet<u64>,
}

impl Source {
    fn print(mut self, count: u64, stop: &AtomicBool) {
        let mut printed = 0;
        let mut failures = 0;
        while printed < count {
            if stop.load(Ordering::Relaxed) {
                return say("info string genfens was stopped");
            }
            if failures >= PATIENCE {
                return complain(format_args!(
                    "no more than {printed} openings are to be found"
                ));
            }
            match self.opening() {
                Some(board) => {
                    let fen = board.fen(self.start.mode());
                    say(format_args!("info string genfens {fen}"));
                    (printed, failures) = (printed + 1, 0);
                }
                None => failures += 1,
            }
        }
    }

    /// A try at an opening.
    fn opening(&mut self) -> Option<Board> {
        let (mut board, plies) = match self.book.len() {
            0 => (self.start.board(&mut self.rng), PLIES),
            length => (self.book[self.rng.random_range(0..length)], BOOK_PLIES),
        };
        for _ in 0..plies + self.rng.random_range(0..=1) {
            let moves = board.legal_moves();
            if moves.is_empty() {
                return None;
            }
            board.make(moves[self.rng.random_range(0..moves.len())]);
        }
        (board.outcome().is_none() && self.is_open(&board) && self.seen.insert(board.key()))
            .then_some(board)
    }

    /// Whether a short search thinks that either side may win.
    fn is_open(&mut self, board: &Board) -> bool {
        // What was found before must not matter: the same seed gives the same openings.
        self.searcher.clear();
        let limits = Limits::nodes(NODES);
        let options = Options::default();
        let found = self.searcher.search(board, &[], limits, options, |_| {});
        mate_in(found.score).is_none() && found.score.abs() <= BALANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_books_are_read() {
        for line in [
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - c0 \"a comment\"; hmvc 0;",
            "4k3/8/8/8/8/8/8/4K2R w K -",
        ] {
            let board = position(line).unwrap();
            assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        }
        for line in ["", "1. e4 e5 *", "[Event \"?\"]"] {
            assert_eq!(position(line), None, "{line}");
        }
    }
}
