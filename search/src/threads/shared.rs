//! The state shared by the threads of one search: position, tables and search control.

use std::sync::Arc;
use std::time::Instant;

use movegen::{Board, FIFTY_MOVES, KeyHistory, Move};
use once_cell::sync::OnceCell;

use crate::limits::{Options, Request};
use crate::nnue::Network;
use crate::report::{Counters, SearchInfo};
use crate::strength::Handicap;
use crate::tables::tablebase::{Prober, Ranking, SPOILED_WIN, Tablebase};
use crate::tables::tt::TranspositionTable;
use crate::threads::control::{Control, ThreadResult};
use crate::time::{Lag, RANKING_TIME, TimeManager};
use crate::wdl::{Wdl, centipawns};

/// Everything that the threads of one search share.
#[derive(Debug)]
pub(crate) struct SharedContext {
    pub(crate) control: Control,
    pub(crate) tt: Arc<TranspositionTable>,
    pub(crate) network: Arc<Network>,
    pub(crate) board: Board,
    /// The keys of the positions before the root.
    pub(crate) previous_keys: KeyHistory,
    /// The moves to search at the root, all legal.
    pub(crate) root_moves: Vec<Move>,
    pub(crate) options: Options,
    pub(crate) handicap: Option<Handicap>,
    pub(crate) prober: Option<Prober>,
    ranking: OnceCell<Ranking>,
}

impl SharedContext {
    pub(crate) fn new(
        tt: Arc<TranspositionTable>,
        network: Arc<Network>,
        request: Request,
        threads: usize,
        lag: Lag,
    ) -> Self {
        let root_moves = request.root_moves(&request.position.legal_moves());
        let Request {
            position: board,
            previous_keys,
            mut limits,
            options,
            ..
        } = request;
        let handicap = options.strength.map(Handicap::new);
        if let Some(handicap) = &handicap {
            let most = handicap.node_limit(options.multi_pv.min(root_moves.len()));
            limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        tt.next_age();
        let time = TimeManager::new(&limits, board.fullmove_number(), root_moves.len(), lag);
        Self {
            control: Control::new(limits, time, threads),
            tt,
            network,
            board: after_unclaimed_draw(board),
            previous_keys: previous_keys.into(),
            root_moves,
            options,
            handicap,
            prober: None,
            ranking: OnceCell::new(),
        }
    }

    /// The same search with tablebases, which are not used below full strength.
    pub(crate) fn with_tablebase(mut self, tablebase: Option<Arc<Tablebase>>) -> Self {
        let probing = self.options.probing;
        let usable = tablebase.filter(|_| self.handicap.is_none());
        self.prober = usable.map(|tables| Prober::new(tables, probing));
        self
    }

    /// The counters of the search so far.
    pub(crate) fn counters(&self) -> Counters {
        let mut counters = self.control.counters(self.tt.hashfull());
        counters.tb_hits += self.ranking.get().map_or(0, |ranking| ranking.hits);
        counters
    }

    /// True if the tablebases have shown the first move of `line` to be a draw, possibly by the
    /// fifty-move rule.
    fn is_table_draw(&self, line: &ThreadResult) -> bool {
        let first = self.ranking.get().zip(line.pv.first());
        line.score.abs() <= SPOILED_WIN && first.is_some_and(|(ranking, &mv)| ranking.is_known(mv))
    }

    /// A report of the line of rank `multipv` with the counters so far.
    pub(crate) fn info(&self, multipv: usize, line: ThreadResult) -> SearchInfo {
        SearchInfo {
            depth: line.depth,
            seldepth: line.seldepth,
            multipv,
            score: line.score,
            centipawns: centipawns(line.score, &self.board),
            bound: line.bound,
            wdl: if self.is_table_draw(&line) {
                Wdl::DRAW
            } else {
                Wdl::new(line.score, &self.board)
            },
            pv: line.pv,
            counters: self.counters(),
        }
    }

    /// The root moves ranked by the tablebases. The first thread probes them, so that starting
    /// a search does not wait for the disk.
    pub(crate) fn ranking(&self) -> &Ranking {
        self.ranking.get_or_init(|| {
            let Control { time, .. } = &self.control;
            let begun = Instant::now();
            let has_time = || {
                let clock_over =
                    !self.control.is_pondering() && time.is_ranking_over(time.spent(|| 0));
                let stopped = self.control.is_stopped() && begun.elapsed() > RANKING_TIME;
                !clock_over && !stopped
            };
            let rank = |prober: &Prober| {
                prober.rank(&self.board, &self.previous_keys, &self.root_moves, has_time)
            };
            let ranking = self.prober.as_ref().and_then(rank);
            ranking.unwrap_or_else(|| Ranking::unknown(&self.root_moves))
        })
    }

    /// The first failure to read a tablebase, returned only once.
    pub(crate) fn probe_failure(&self) -> Option<&str> {
        self.prober.as_ref()?.tables().failure()
    }
}

/// The position, with 25 moves fewer on the clock if the limit has been reached: the players have not
/// claimed the draw, and the next limit is the one of 75 moves, which needs no claim.
fn after_unclaimed_draw(board: Board) -> Board {
    if board.halfmove_clock() < FIFTY_MOVES {
        return board;
    }
    let mut setup = board.setup();
    setup.halfmove_clock -= FIFTY_MOVES / 2;
    Board::try_from(&setup).unwrap_or(board)
}

#[cfg(test)]
impl SharedContext {
    /// A search with a small table and the embedded network.
    pub(crate) fn small(request: Request, threads: usize) -> Self {
        let table = TranspositionTable::new(1).unwrap().into();
        Self::new(table, Network::embedded(), request, threads, Lag::default())
    }
}
