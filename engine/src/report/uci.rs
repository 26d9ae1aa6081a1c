//! Search events as protocol lines.

use std::fmt::Write;

use search::wdl::Wdl;
use search::{Bound, Counters, SearchInfo, mate_in};

use super::Notation;

/// An `info` line, with the expected results if `show_wdl`.
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
