//! Search output: protocol lines for a program, a table for a person.

pub mod display;
mod notation;
mod table;
mod uci;

use std::io::{self, IsTerminal};

use movegen::{CastleSide, CastlingMode, Move};
use search::{Event, SearchInfo};

use crate::io::output::{print_error, print_line};
pub use notation::{Notation, Orthodox, numbered};
use table::Table;
pub use uci::best_move;

/// The notation of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveFormat {
    pub mode: CastlingMode,
    /// Castling is written `O-O` and `O-O-O` in either mode.
    pub letters: bool,
}

impl MoveFormat {
    /// Writes castling as king takes rook if `on`, else by the king's destination.
    pub fn set_chess960(&mut self, on: bool) {
        self.mode = if on {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        };
    }

    /// The text of a move.
    pub fn write(self, mv: Move) -> String {
        match mv.castle_side().filter(|_| self.letters) {
            Some(CastleSide::King) => "O-O".to_owned(),
            Some(CastleSide::Queen) => "O-O-O".to_owned(),
            None => mv.uci(self.mode).to_string(),
        }
    }
}

/// Output settings of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputOptions {
    /// A table for a person instead of protocol lines.
    pub table: bool,
    /// Only the last line of each variation, just before `bestmove`.
    pub minimal: bool,
    /// Win, draw and loss chances in protocol lines; the table always has them.
    pub wdl: bool,
    pub moves: MoveFormat,
}

impl OutputOptions {
    /// The defaults: a table if standard output is a terminal.
    pub fn for_stdout() -> Self {
        Self {
            table: io::stdout().is_terminal(),
            ..Self::default()
        }
    }
}

/// Prints the events of one search.
pub struct EventPrinter<N: Notation> {
    options: OutputOptions,
    notation: N,
    table: Option<Table>,
    /// The last line of each variation, held back if only that is printed.
    held: Vec<SearchInfo<N::Move>>,
}

impl<N: Notation> EventPrinter<N> {
    /// A printer for a search with `multi_pv` lines; prints the heading of the table, if any.
    pub fn new(options: OutputOptions, notation: N, multi_pv: usize) -> Self {
        let table = options.table.then(|| Table::new(multi_pv));
        if let Some(table) = &table {
            print_line(table.heading(notation.side_to_move()));
        }
        Self {
            options,
            notation,
            table,
            held: Vec::new(),
        }
    }

    /// Prints an event, at once or with the last one.
    pub fn on_event(&mut self, event: Event<N::Move>) {
        match event {
            Event::Info(info) if self.options.minimal => self.hold(info),
            Event::Info(info) => self.print(info),
            Event::CurrentMove { depth, mv, number } if self.is_verbose() => {
                let mv = self.notation.write(&mv);
                print_line(format_args!(
                    "info depth {depth} currmove {mv} currmovenumber {number}"
                ));
            }
            Event::Counters(counters) if self.is_verbose() => {
                print_line(format_args!("info {}", uci::counters(&counters)));
            }
            Event::CurrentMove { .. } | Event::Counters(_) => {}
            Event::Warning(text) => print_error(text),
            Event::Done { best, ponder } => {
                for info in std::mem::take(&mut self.held) {
                    self.print(info);
                }
                let write = |mv: Option<N::Move>| mv.map(|mv| self.notation.write(&mv));
                print_line(best_move(write(best), write(ponder)));
            }
        }
    }

    /// True if every event is printed as a protocol line.
    const fn is_verbose(&self) -> bool {
        self.table.is_none() && !self.options.minimal
    }

    /// Keeps a line in place of the earlier one of the same rank.
    fn hold(&mut self, info: SearchInfo<N::Move>) {
        let same = |held: &&mut SearchInfo<N::Move>| held.multipv == info.multipv;
        match self.held.iter_mut().find(same) {
            Some(held) => *held = info,
            None => self.held.push(info),
        }
    }

    fn print(&self, mut info: SearchInfo<N::Move>) {
        match &self.table {
            Some(table) => {
                let pv = std::mem::take(&mut info.pv);
                let variation = |room| self.notation.variation(&pv, room);
                print_line(table.row(&info.with_pv(Vec::new()), variation));
            }
            None => print_line(uci::info(&info, &self.notation, self.options.wdl)),
        }
    }
}
