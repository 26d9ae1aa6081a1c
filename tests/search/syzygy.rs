//! Tablebases: their values and their use in the search.
//!
//! Most tests need the complete tables of three and four pieces in the directories of the variable
//! `ENROQUE_SYZYGY`. Without it they print that they did not run.

mod files;
mod play;
mod scores;

use std::env;
use std::sync::Arc;

use movegen::{Board, Move};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use search::{
    Event, Limits, Options, Request, SearchInfo, SearchResult, Searcher, Tablebase, TablebaseWdl,
};
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::Dtz;
use support::syzygy::directories;
use support::{board, data_lines, shakmaty::shakmaty as theirs};

use crate::search_checked;

const TRUTH: &str = include_str!("../data/syzygy.txt");
/// Enough to order moves, far too few to win these endings without tables.
const FEW_NODES: u64 = 200;
/// Endings that White, the stronger side, usually wins.
const ENDINGS: [&str; 8] = ["Qvk", "Rvk", "Pvk", "BNvk", "BBvk", "Qvkr", "Qvkp", "RNvk"];

/// The tables as our search uses them, and as the library reads them for the opponent.
struct Tables {
    ours: Arc<Tablebase>,
    theirs: shakmaty_syzygy::Tablebase<Chess>,
}

impl Tables {
    fn open(test: &str) -> Option<Self> {
        let directories = directories(test)?;
        let mut theirs = shakmaty_syzygy::Tablebase::new();
        for directory in env::split_paths(&directories) {
            theirs.add_directory(directory).expect("a directory");
        }
        Some(Self {
            ours: Arc::new(Tablebase::open(&directories).expect("tables")),
            theirs,
        })
    }

    fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::new(1).expect("a small table");
        searcher.set_tablebase(Some(Arc::clone(&self.ours)));
        searcher
    }

    fn dtz(&self, board: &Board) -> Dtz {
        let probe = self.theirs.probe_dtz(&theirs(board));
        probe.expect("a table").ignore_rounding()
    }

    /// The best move by the tables, or any move while castling rights remain.
    fn best_defense(&self, board: &Board) -> Move {
        if !board.castling().is_empty() {
            return board.legal_moves()[0];
        }
        let best = self.theirs.best_move(&theirs(board));
        let (mv, _) = best.expect("a table").expect("a legal move");
        let text = mv.to_uci(CastlingMode::Standard).to_string();
        board.parse_uci(&text).expect("a legal move")
    }
}

/// A random legal position of an ending; "Qvkr" is king and queen against king and rook.
fn random_ending(rng: &mut SmallRng, ending: &str) -> Board {
    let pieces: Vec<char> = "K"
        .chars()
        .chain(ending.chars().filter(|&c| c != 'v'))
        .collect();
    loop {
        let mut squares: Vec<usize> = (0..64).collect();
        squares.shuffle(rng);
        let mut rows = [['1'; 8]; 8];
        for (&piece, &square) in pieces.iter().zip(&squares) {
            rows[square / 8][square % 8] = piece;
        }
        let rows = rows.map(|row| row.iter().collect::<String>()).join("/");
        let turn = ["w", "b"].choose(rng).expect("one of two");
        if let Ok(board) = format!("{rows} {turn} - - 0 1").parse::<Board>()
            && board.outcome().is_none()
        {
            return board;
        }
    }
}

/// Searches a board after positions with these keys.
fn search(
    searcher: &mut Searcher,
    board: &Board,
    keys: &[u64],
    limits: Limits,
    options: Options,
) -> (SearchResult, Vec<SearchInfo>) {
    let request = Request::new(*board, limits)
        .after(keys)
        .with_options(options);
    search_checked(searcher, request)
}

fn best_move(searcher: &mut Searcher, board: &Board, keys: &[u64]) -> Move {
    let limits = Limits::nodes(FEW_NODES);
    let (result, _) = search(searcher, board, keys, limits, Options::default());
    assert_eq!(result.best, result.pv.first().copied());
    result.best.expect("a legal move")
}

#[test]
fn values_match_the_reference_reader() {
    let Some(tables) = Tables::open("values") else {
        return;
    };
    for line in data_lines(TRUTH) {
        let (fen, value) = line.split_once(" ; ").expect("a position and its value");
        let found = tables.ours.wdl(&board(fen)).map(i32::from);
        assert_eq!(found, value.parse().ok(), "{fen}");
    }
}

#[test]
fn positions_with_castling_rights_are_not_probed() {
    let Some(tables) = Tables::open("castling") else {
        return;
    };
    for (pieces, rights) in [
        ("4k3/8/8/8/8/8/8/4K2R", ["K", "H"]),
        ("8/8/8/8/8/5k2/8/1K1R4", ["K", "D"]),
        ("r1k5/8/8/8/8/8/8/2K5", ["q", "a"]),
    ] {
        let turn = if pieces.contains('R') { "w" } else { "b" };
        for rights in rights {
            let castling = board(&format!("{pieces} {turn} {rights} - 0 1"));
            assert_eq!(tables.ours.wdl(&castling), None, "{pieces} {rights}");
        }
        let settled = board(&format!("{pieces} {turn} - - 0 1"));
        assert_eq!(
            tables.ours.wdl(&settled),
            Some(TablebaseWdl::Win),
            "{pieces}"
        );
    }
}
