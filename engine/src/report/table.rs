//! Search output on a terminal: a table with a row for each line and its numbered variation.

use std::time::Duration;

use movegen::Color;
use search::wdl::Wdl;
use search::{Bound, SearchInfo, is_loss, is_win, mate_in};
use terminal_size::{Width, terminal_size};

/// Default width in characters, for terminals of unknown width, and the minimum.
const WIDTH: usize = 80;
const LEAST_WIDTH: usize = 70;

/// The table of one search.
pub struct Table {
    /// Rows begin with the rank of their line.
    is_ranked: bool,
    /// In characters.
    width: usize,
}

/// A column of the table. Longer texts shift the rest of their row.
struct Column {
    title: &'static str,
    width: usize,
    text: fn(&SearchInfo<()>) -> String,
}

/// The rank of a line, shown if there are several.
const RANK: Column = Column {
    title: "#",
    width: 2,
    text: |info| info.multipv.to_string(),
};

/// All columns but rank and variation, which come first and last.
static COLUMNS: &[Column] = &[
    Column {
        title: "depth",
        width: 5,
        text: |info| format!("{}/{}", info.depth, info.seldepth),
    },
    Column {
        title: "score",
        width: 7,
        text: score,
    },
    Column {
        title: "w/d/l %",
        width: 9,
        text: |info| expected(info.wdl),
    },
    Column {
        title: "nodes",
        width: 7,
        text: |info| short(info.counters.nodes),
    },
    Column {
        title: "nodes/s",
        width: 7,
        text: |info| short(info.counters.nps),
    },
    Column {
        title: "time",
        width: 7,
        text: |info| time(info.counters.time),
    },
    Column {
        title: "hash",
        width: 4,
        text: |info| format!("{}%", info.counters.hashfull / 10),
    },
];

impl Table {
    /// A table for a search with `multi_pv` lines, as wide as the terminal.
    pub fn new(multi_pv: usize) -> Self {
        let window = terminal_size().map(|(Width(width), _)| usize::from(width));
        Self {
            is_ranked: multi_pv > 1,
            width: window.unwrap_or(WIDTH).max(LEAST_WIDTH),
        }
    }

    fn columns(&self) -> impl Iterator<Item = &'static Column> {
        self.is_ranked.then_some(&RANK).into_iter().chain(COLUMNS)
    }

    /// The lines above the rows: the point of view of the scores, and the titles.
    pub fn heading(&self, side: Color) -> String {
        let titles: String = self
            .columns()
            .map(|column| cell(column.title, column.width))
            .collect();
        let side = side.name();
        format!("Scores for {side}; +1.00 is a 50% chance of winning.\n{titles}  line")
    }

    /// The row of a line; `variation` writes its moves in at most the given number of characters.
    pub fn row(&self, info: &SearchInfo<()>, variation: impl FnOnce(usize) -> String) -> String {
        let cells: String = self
            .columns()
            .map(|column| cell(&(column.text)(info), column.width))
            .collect();
        let room = self.width.saturating_sub(cells.chars().count() + 2);
        cells + "  " + &variation(room)
    }
}

/// A space and a text, aligned to the right.
fn cell(text: &str, width: usize) -> String {
    format!(" {text:>width$}")
}

/// The score in pawns; `#3` is mate in three, `TB` a tablebase win, `>` and `<` mark bounds.
fn score(info: &SearchInfo<()>) -> String {
    let sign = match info.bound {
        Bound::Exact => "",
        Bound::Lower => ">",
        Bound::Upper => "<",
    };
    match mate_in(info.score) {
        Some(moves) => format!("{sign}#{moves}"),
        None if is_win(info.score) => format!("{sign}+TB"),
        None if is_loss(info.score) => format!("{sign}-TB"),
        None => format!("{sign}{:+.2}", f64::from(info.centipawns) / 100.0),
    }
}

/// Wins, draws and losses in percent.
fn expected(wdl: Wdl) -> String {
    let percent = |permille: u16| (permille + 5) / 10;
    let (win, loss) = (percent(wdl.win), percent(wdl.loss));
    // Draws take the rest to 100: wins and losses may both have been rounded up.
    format!("{win}/{}/{loss}", 100_u16.saturating_sub(win + loss))
}

/// A number with at most five digits.
fn short(number: u64) -> String {
    let units = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    // From 10,000.0 on, as rounded, the next unit is used.
    match units
        .iter()
        .find(|&&(unit, _)| number >= 10 * unit - unit / 20_000)
    {
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

#[cfg(test)]
mod tests {
    use movegen::Board;
    use search::Counters;

    use super::*;
    use crate::report::{MoveFormat, Notation, Orthodox};

    fn info() -> SearchInfo<()> {
        SearchInfo {
            depth: 9,
            seldepth: 14,
            multipv: 1,
            score: 31,
            centipawns: 31,
            bound: Bound::Exact,
            wdl: Wdl {
                win: 216,
                draw: 725,
                loss: 59,
            },
            pv: Vec::new(),
            counters: Counters {
                nodes: 1_234_567,
                nps: 998_877,
                hashfull: 123,
                tb_hits: 0,
                time: Duration::from_millis(1236),
            },
        }
    }

    fn table(multi_pv: usize, width: usize) -> Table {
        Table {
            width,
            ..Table::new(multi_pv)
        }
    }

    /// The row of a line from the start position.
    fn row(table: &Table, moves: &str) -> String {
        let notation = Orthodox {
            board: Board::default(),
            format: MoveFormat::default(),
        };
        let mut board = notation.board;
        let mut line = Vec::new();
        for text in moves.split_whitespace() {
            let mv = board.parse_uci(text).unwrap();
            line.push(mv);
            board.make(mv);
        }
        table.row(&info(), |room| notation.variation(&line, room))
    }

    #[test]
    fn rows_stand_under_their_headings() {
        let table = table(1, 80);
        let row = row(&table, "e2e4 e7e5 g1f3");
        assert_eq!(
            row,
            "  9/14   +0.31   22/72/6 1234.6k  998.9k   1.24s  12%  1. e4 e5 2. Nf3"
        );
        let heading = table.heading(Color::White);
        let titles = heading.lines().last().unwrap();
        assert_eq!(titles.find("line"), row.find("1. e4"));
        assert!(heading.contains("Scores for White"), "{heading}");
    }

    #[test]
    fn rows_fit_the_window() {
        let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6";
        for (lines, width) in [(1, 80), (5, 80), (5, 100), (1, 120)] {
            let table = table(lines, width);
            let row = row(&table, moves);
            assert!(row.len() <= width && row.len() > width - 10, "{row}");
            assert!(row.contains("1. e4") && row.ends_with(" ..."), "{row}");
            assert!(
                table
                    .heading(Color::Black)
                    .lines()
                    .all(|line| line.len() <= 80)
            );
            assert_eq!(row.starts_with("  1 "), lines > 1, "{row}");
        }
    }

    #[test]
    fn scores_counts_and_times_are_abbreviated() {
        let shown = |score, centipawns, bound| {
            super::score(&SearchInfo {
                score,
                centipawns,
                bound,
                ..info()
            })
        };
        assert_eq!(shown(-31_996, 0, Bound::Exact), "#-2");
        assert_eq!(shown(120, 120, Bound::Lower), ">+1.20");
        assert_eq!(shown(31_700, 19_993, Bound::Exact), "+TB");
        assert_eq!(shown(-31_700, -19_993, Bound::Exact), "-TB");
        assert_eq!(short(9_999), "9999");
        assert_eq!(short(12_345_678_901), "12.3G");
        assert_eq!(time(Duration::from_secs(3_725)), "62:05");
    }
}
