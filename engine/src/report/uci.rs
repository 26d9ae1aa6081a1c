//! Search events as protocol lines.

use std::fmt::Write;

use search::wdl::Wdl;
use search::{Bound, Counters, SearchInfo, mate_in};

use super::Notation;

/// An `info` line, with win, draw and loss chances if `show_wdl`.
pub fn info<N: Notation>(info: &SearchInfo<N::Move>, notation: &N, show_wdl: bool) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score(info),
    );
    // Writing to a string cannot fail.
    if show_wdl {
        let Wdl { win, draw, loss } = info.wdl;
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(line, " {}", counters(&info.counters));
    if !info.pv.is_empty() {
        line += " pv";
        for mv in &info.pv {
            line.push(' ');
            line += &notation.write(mv);
        }
    }
    line
}

/// The counters of an `info` line, without that word.
pub fn counters(counters: &Counters) -> String {
    format!(
        "nodes {} nps {} hashfull {} tbhits {} time {}",
        counters.nodes,
        counters.nps,
        counters.hashfull,
        counters.tb_hits,
        counters.time.as_millis()
    )
}

fn score<M>(info: &SearchInfo<M>) -> String {
    let value = match mate_in(info.score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", info.centipawns),
    };
    match info.bound {
        Bound::Exact => value,
        Bound::Lower => value + " lowerbound",
        Bound::Upper => value + " upperbound",
    }
}

/// The line that ends a search.
pub fn best_move(best: Option<String>, ponder: Option<String>) -> String {
    match (best, ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove (none)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use movegen::Board;

    use super::*;
    use crate::report::{MoveFormat, Orthodox};

    #[test]
    fn lines_have_every_field() {
        let notation = Orthodox {
            board: Board::default(),
            format: MoveFormat::default(),
        };
        let mut report = SearchInfo {
            depth: 9,
            seldepth: 14,
            multipv: 2,
            score: 31,
            centipawns: 40,
            bound: Bound::Exact,
            wdl: Wdl {
                win: 216,
                draw: 725,
                loss: 59,
            },
            pv: vec![notation.board.parse_uci("e2e4").unwrap()],
            counters: Counters {
                nodes: 1_234_567,
                nps: 998_877,
                hashfull: 123,
                tb_hits: 5,
                time: Duration::from_micros(1_236_789),
            },
        };
        let counters = "nodes 1234567 nps 998877 hashfull 123 tbhits 5 time 1236";
        assert_eq!(
            info(&report, &notation, true),
            format!(
                "info depth 9 seldepth 14 multipv 2 score cp 40 wdl 216 725 59 {counters} pv e2e4"
            )
        );
        for (bound, score, expected) in [
            (Bound::Lower, 31, "score cp 40 lowerbound nodes"),
            (Bound::Upper, 31, "score cp 40 upperbound nodes"),
            (Bound::Exact, search::parts::MATE - 3, "score mate 2 nodes"),
            (Bound::Exact, 4 - search::parts::MATE, "score mate -2 nodes"),
        ] {
            (report.bound, report.score) = (bound, score);
            let line = info(&report, &notation, false);
            assert!(line.contains(expected), "{line}");
        }
    }
}
