//! Who tells of a search: in UCI's lines to a program, in a table to a person.

use std::time::Duration;

use movegen::{Board, Color, Move};
use search::wdl::Wdl;
use search::{Bound, Event, Score, SearchInfo, mate_in};

use crate::output::{complain, say};
use crate::uci::info::{self, Spelling};

/// The longest variation in the table, in characters.
const LINE: usize = 60;

/// How to tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// A table for a person instead of UCI's lines.
    pub table: bool,
    /// Only the last line of each variation, before the move.
    pub minimal: bool,
    /// Chances to win, draw and lose in UCI's lines; the table has them always.
    pub wdl: bool,
    pub spelling: Spelling,
}

/// Tells of one search.
pub struct Speaker {
    style: Style,
    board: Board,
    /// The last word on each variation, if only that is to be told.
    held: Vec<SearchInfo>,
}

impl Speaker {
    /// For a search of `board`.
    pub fn new(style: Style, board: Board) -> Self {
        if style.table {
            say(heading());
        }
        Self {
            style,
            board,
            held: Vec::new(),
        }
    }

    /// Tells of an event, now or later.
    pub fn hear(&mut self, event: Event) {
        match event {
            Event::Info(report) if self.style.minimal => self.hold(report),
            Event::Info(report) => self.tell(&report),
            Event::CurrentMove { depth, mv, number } if self.is_verbose() => {
                let mv = self.style.spelling.write(mv);
                say(format_args!(
                    "info depth {depth} currmove {mv} currmovenumber {number}"
                ));
            }
            Event::Counters(counters) if self.is_verbose() => {
                say(format_args!("info {}", info::counters(&counters)));
            }
            Event::CurrentMove { .. } | Event::Counters(_) => {}
            Event::Warning(text) => complain(text),
            Event::Done { best, ponder } => {
                for report in std::mem::take(&mut self.held) {
                    self.tell(&report);
                }
                say(info::best_move(best, ponder, self.style.spelling));
            }
        }
    }

    /// True when everything is printed for a program.
    fn is_verbose(&self) -> bool {
        !self.style.table && !self.style.minimal
    }

    /// Keeps a report in place of the earlier one of the same rank.
    fn hold(&mut self, report: SearchInfo) {
        let same = |held: &&mut SearchInfo| held.multipv == report.multipv;
        match self.held.iter_mut().find(same) {
            Some(held) => *held = report,
            None => self.held.push(report),
        }
    }

    fn tell(&self, report: &SearchInfo) {
        if self.style.table {
            say(row(report, &self.board));
        } else {
            say(info::info(report, self.style.spelling, self.style.wdl));
        }
    }
}

/// A column of the table.
struct Column {
    title: &'static str,
    width: usize,
    text: fn(&SearchInfo) -> String,
}

/// All columns but the variation, which comes last and is as wide as it likes.
static COLUMNS: &[Column] = &[
    Column {
        title: "depth",
        width: 7,
        text: |report| format!("{}/{}", report.depth, report.seldepth),
    },
    Column {
        title: "score",
        width: 8,
        text: |report| score(report.score, report.bound),
    },
    Column {
        title: "w/d/l %",
        width: 10,
        text: |report| chances(report.wdl),
    },
    Column {
        title: "nodes",
        width: 8,
        text: |report| short(report.counters.nodes),
    },
    Column {
        title: "nodes/s",
        width: 8,
        text: |report| short(report.counters.nps),
    },
    Column {
        title: "time",
        width: 9,
        text: |report| time(report.counters.time),
    },
    Column {
        title: "hash",
        width: 5,
        text: |report| format!("{}%", report.counters.hashfull / 10),
    },
];

fn heading() -> String {
    let titles = COLUMNS
        .iter()
        .map(|column| format!("{:>1$}", column.title, column.width));
    titles.collect::<String>() + "  line"
}

fn row(report: &SearchInfo, board: &Board) -> String {
    let cells = COLUMNS
        .iter()
        .map(|column| format!("{:>1$}", (column.text)(report), column.width));
    cells.collect::<String>() + "  " + &line(board, &report.pv)
}

/// In pawns for the side to move, `#3` for a mate in three, `>` and `<` for bounds.
fn score(score: Score, bound: Bound) -> String {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Lower => ">",
        Bound::Upper => "<",
    };
    match mate_in(score) {
        Some(moves) => format!("{sign}#{moves}"),
        None => format!("{sign}{:+.2}", f64::from(score) / 100.0),
    }
}

/// In percent, to win, draw and lose.
fn chances(wdl: Wdl) -> String {
    let percent = |permille: u16| (permille + 5) / 10;
    let (win, loss) = (percent(wdl.win), percent(wdl.loss));
    // The sum is right: two halves that are both rounded up take from the draws.
    format!("{win}/{}/{loss}", 100_u16.saturating_sub(win + loss))
}

/// A number with at most four digits.
fn short(number: u64) -> String {
    let units = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    match units.iter().find(|&&(unit, _)| number >= 10 * unit) {
        Some(&(unit, letter)) => format!("{:.1}{letter}", number as f64 / unit as f64),
        None => number.to_string(),
    }
}

fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 100.0 {
        format!("{seconds:.2}s")
    } else {
        format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
    }
}

/// The beginning of a variation as books write it.
fn line(board: &Board, moves: &[Move]) -> String {
    let mut board = *board;
    let mut text = String::new();
    for (ply, &mv) in moves.iter().enumerate() {
        let number = match board.side_to_move() {
            Color::White => format!("{}. ", board.fullmove_number()),
            Color::Black if ply == 0 => format!("{}... ", board.fullmove_number()),
            Color::Black => String::new(),
        };
        let next = number + &board.san(mv);
        if text.len() + next.len() > LINE {
            text += " ...";
            break;
        }
        if ply > 0 {
            text.push(' ');
        }
        text += &next;
        board.make(mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use search::Counters;

    use super::*;

    fn report(moves: &str) -> (Board, SearchInfo) {
        let start = Board::default();
        let mut board = start;
        let mut pv = Vec::new();
        for text in moves.split_whitespace() {
            let mv = board.parse_uci(text).unwrap();
            pv.push(mv);
            board.make(mv);
        }
        let info = SearchInfo {
            depth: 9,
            seldepth: 14,
            multipv: 1,
            score: 31,
            bound: Bound::Exact,
            wdl: Wdl {
                win: 216,
                draw: 725,
                loss: 59,
            },
            pv,
            counters: Counters {
                nodes: 1_234_567,
                nps: 998_877,
                hashfull: 123,
                tb_hits: 0,
                time: Duration::from_millis(1236),
            },
        };
        (start, info)
    }

    #[test]
    fn rows_stand_under_their_headings() {
        let (board, info) = report("e2e4 e7e5 g1f3");
        let row = row(&info, &board);
        assert_eq!(
            row,
            "   9/14   +0.31   22/72/6 1234.6k  998.9k    1.24s  12%  1. e4 e5 2. Nf3"
        );
        assert_eq!(heading().find("line"), row.find("1. e4"));
    }

    #[test]
    fn numbers_stay_short() {
        assert_eq!(score(-31_996, Bound::Exact), "#-2");
        assert_eq!(score(120, Bound::Lower), ">+1.20");
        assert_eq!(short(9_999), "9999");
        assert_eq!(short(12_345_678_901), "12.3G");
        assert_eq!(time(Duration::from_secs(3_725)), "62:05");
    }
}
