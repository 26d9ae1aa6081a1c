//! What a search reports, as protocol text.

use std::fmt::Write;

use movegen::{CastleSide, CastlingMode, Move};
use search::wdl::Wdl;
use search::{Bound, Counters, Score, SearchInfo, mate_in};

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    pub mode: CastlingMode,
    /// Castling is `O-O` and `O-O-O`, whatever the mode.
    pub letters: bool,
}

impl Spelling {
    /// The text of a move.
    pub fn write(self, mv: Move) -> String {
        if self.letters && mv.is_castle() {
            let text = match CastleSide::of(mv.from(), mv.to()) {
                CastleSide::King => "O-O",
                CastleSide::Queen => "O-O-O",
            };
            return text.to_owned();
        }
        mv.uci(self.mode).to_string()
    }
}

/// An `info` line, with the chances to win, draw and lose if `show_wdl`.
pub fn info(info: &SearchInfo, spelling: Spelling, show_wdl: bool) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score(info.score, info.bound),
    );
    // Writing to a string cannot fail.
    if show_wdl {
        let Wdl { win, draw, loss } = info.wdl;
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(line, " {}", counters(&info.counters));
    if !info.pv.is_empty() {
        line += " pv";
        for &mv in &info.pv {
            line.push(' ');
            line += &spelling.write(mv);
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
pub fn best_move(best: Option<Move>, ponder: Option<Move>, spelling: Spelling) -> String {
    let text = |mv| spelling.write(mv);
    match (best.map(text), ponder.map(text)) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove (none)".to_owned(),
    }
}
