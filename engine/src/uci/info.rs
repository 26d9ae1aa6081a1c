//! What a search reports, as protocol text.

use std::fmt::Write;

use movegen::{CastlingMode, Move};
use search::{Bound, Score, SearchInfo, mate_in};

/// An `info` line.
pub fn info(info: &SearchInfo, mode: CastlingMode) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score(info.score, info.bound),
    );
    // Writing to a string cannot fail.
    let _written = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        info.nodes,
        info.nps,
        info.hashfull,
        info.tb_hits,
        info.time.as_millis()
    );
    if !info.pv.is_empty() {
        line += " pv";
        for mv in &info.pv {
            let _written = write!(line, " {}", mv.uci(mode));
        }
    }
    line
}

fn score(score: Score, bound: Bound) -> String {
    let value = match mate_in(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {score}"),
    };
    match bound {
        Bound::Exact => value,
        Bound::Lower => value + " lowerbound",
        Bound::Upper => value + " upperbound",
    }
}

/// The line that ends a search.
pub fn best_move(best: Option<Move>, ponder: Option<Move>, mode: CastlingMode) -> String {
    match (best, ponder) {
        (Some(best), Some(ponder)) => {
            format!("bestmove {} ponder {}", best.uci(mode), ponder.uci(mode))
        }
        (Some(best), None) => format!("bestmove {}", best.uci(mode)),
        (None, _) => "bestmove (none)".to_owned(),
    }
}
