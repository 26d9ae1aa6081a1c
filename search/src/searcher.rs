//! Single-threaded search on the caller's own thread, exactly reproducible.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::nnue::Network;
use crate::tables::tt::TranspositionTable;
use crate::threads::iterate::iterate;
use crate::threads::pool::new_table;
use crate::threads::shared::SharedContext;
use crate::threads::thread::{ThreadData, ThreadState};
use crate::time::Lag;
use crate::{Event, PoolError, Progress, Request, SearchResult, Tablebase};

/// A single-threaded search with its own table, run on the caller's thread.
///
/// Deep searches need a deep stack: 8 MiB is enough for release builds.
///
/// ```
/// use movegen::Board;
/// use search::{Event, Limits, Options, Request, Searcher};
///
/// let mut searcher = Searcher::new(16)?;
/// let options = Options {
///     multi_pv: 2,
///     ..Options::default()
/// };
/// let request = Request::new(Board::default(), Limits::depth(6)).with_options(options);
/// let result = searcher.search_reporting(request, |event| {
///     if let Event::Info(info) = event {
///         let [win, draw, loss] = [info.wdl.win, info.wdl.draw, info.wdl.loss];
///         println!("{}. {} cp, {win} {draw} {loss}", info.multipv, info.centipawns);
///     }
/// });
/// assert_eq!(result.best, result.pv.first().copied());
/// # Ok::<_, search::PoolError>(())
/// ```
pub struct Searcher {
    tt: Arc<TranspositionTable>,
    network: Arc<Network>,
    tablebase: Option<Arc<Tablebase>>,
    state: ThreadState,
}

impl Searcher {
    /// A searcher with a table of this many mebibytes.
    ///
    /// # Errors
    /// If its memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Self, PoolError> {
        Self::with_network(mebibytes, Network::embedded())
    }

    /// A searcher that evaluates with `network`.
    ///
    /// # Errors
    /// If its memory cannot be allocated.
    pub fn with_network(mebibytes: usize, network: Arc<Network>) -> Result<Self, PoolError> {
        Ok(Self {
            tt: new_table(mebibytes)?,
            state: ThreadState::try_new(Arc::clone(&network)).ok_or(PoolError::Memory)?,
            network,
            tablebase: None,
        })
    }

    /// Sets the tablebases to probe, if any; below full strength they are not used.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// Clears the table and histories: later searches repeat those of a new searcher.
    pub fn clear(&mut self) {
        let table = Arc::get_mut(&mut self.tt).expect("no search holds the table");
        table.clear(&AtomicBool::new(false));
        self.state.clear();
    }

    /// Searches until a limit is reached. [`ponder`](crate::Limits::ponder) and
    /// [`infinite`](crate::Limits::infinite) are ignored.
    pub fn search(&mut self, request: Request) -> SearchResult {
        self.run(request, None, None)
    }

    /// The same as [`search`](Self::search), but ends after the first iteration for which
    /// `is_enough` returns true. It is not called after a first iteration without a reply to the
    /// best move: a second one follows, to find that reply.
    pub fn search_until(
        &mut self,
        request: Request,
        mut is_enough: impl FnMut(Progress) -> bool,
    ) -> SearchResult {
        self.run(request, None, Some(&mut is_enough))
    }

    /// The same as [`search`](Self::search), with reports to a listener.
    pub fn search_reporting(
        &mut self,
        request: Request,
        mut listener: impl FnMut(Event),
    ) -> SearchResult {
        self.run(request, Some(&mut listener), None)
    }

    fn run(
        &mut self,
        request: Request,
        listener: Option<&mut dyn FnMut(Event)>,
        is_enough: Option<&mut dyn FnMut(Progress) -> bool>,
    ) -> SearchResult {
        let (tt, network) = (Arc::clone(&self.tt), Arc::clone(&self.network));
        let shared = SharedContext::new(tt, network, request.synchronous(), 1, Lag::default())
            .with_tablebase(self.tablebase.clone());
        let listener = listener.map(|listener| listener as _);
        let mut td = ThreadData::new(0, &shared, &mut self.state, listener);
        td.is_enough = is_enough.map(|is_enough| is_enough as _);
        iterate(&mut td);
        drop(td);
        self.state.record_score(&shared);
        shared.control.search_result()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use movegen::Board;

    use super::*;
    use crate::Limits;
    use crate::order::history::HISTORY_MAX;

    /// The result of a new searcher with a table of 2 MiB.
    fn search_once(board: &Board, previous_keys: &[u64], limits: Limits) -> SearchResult {
        let request = Request::new(*board, limits).after(previous_keys);
        Searcher::new(2).unwrap().search(request)
    }

    #[test]
    fn a_cleared_searcher_repeats_its_first_search() {
        let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
            .parse()
            .unwrap();
        let mut searcher = Searcher::new(2).unwrap();
        let search =
            |searcher: &mut Searcher| searcher.search(Request::new(board, Limits::nodes(20_000)));
        let first = search(&mut searcher);
        assert_eq!(first.nodes, 20_000);
        assert_eq!(first.best, first.pv.first().copied());
        assert_ne!(search(&mut searcher), first);
        searcher.clear();
        assert_eq!(search(&mut searcher), first);
        assert_eq!(search_once(&board, &[], Limits::nodes(20_000)), first);
    }

    #[test]
    fn a_search_ends_after_the_iteration_that_is_enough() {
        let board = Board::default();
        let search = |limits| {
            let mut searcher = Searcher::new(2).unwrap();
            searcher.search_until(Request::new(board, limits), |progress| {
                progress.nodes >= 5000
            })
        };
        let soft = search(Limits::new());
        assert!(soft.nodes >= 5000, "{soft:?}");
        let whole = search_once(&board, &[], Limits::depth(soft.depth));
        assert_eq!(soft, whole);
        let before = search_once(&board, &[], Limits::depth(soft.depth - 1));
        assert!(before.nodes < 5000, "{before:?}");
        let hard = search(Limits::nodes(before.nodes + 100));
        assert_eq!(hard.nodes, before.nodes + 100);
    }

    #[test]
    fn each_search_with_the_same_limits_has_its_own_time() {
        let time = Duration::from_millis(50);
        let limits = Limits {
            overhead: Duration::ZERO,
            ..Limits::move_time(time)
        };
        let mut searcher = Searcher::new(2).unwrap();
        for _ in 0..2 {
            let started = Instant::now();
            searcher.search(Request::new(Board::default(), limits));
            assert!(started.elapsed() >= time);
        }
    }

    /// Regression test: history pruning once skipped a third of all quiet moves because the whole
    /// table had drifted negative.
    #[test]
    fn butterfly_mean_stays_near_zero() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r1bqr1k1/pp3pbp/2pp1np1/8/3NP3/2N1B1PP/PPQ2PB1/R4RK1 b - - 0 14",
        ];
        let mut searcher = Searcher::new(2).unwrap();
        let means = fens.map(|fen| {
            let board: Board = fen.parse().unwrap();
            searcher.search(Request::new(board, Limits::nodes(40_000)));
            searcher.state.histories.moves.butterfly_mean()
        });
        let mean = means.iter().sum::<i32>() / means.len() as i32;
        assert!(mean.abs() < HISTORY_MAX / 8, "{means:?}");
    }

    #[test]
    fn a_repetition_is_a_draw() {
        // White is lost except for perpetual check; this is the position's second occurrence.
        let mut board: Board = "7k/8/8/8/8/1q6/1r6/K3Q3 w - - 0 1".parse().unwrap();
        let mut keys = Vec::new();
        for text in [
            "e1e8", "h8h7", "e8e4", "h7h8", "e4e8", "h8h7", "e8e4", "h7h8",
        ] {
            keys.push(board.key());
            let mv = board.parse_uci(text).unwrap();
            board.make(mv);
        }
        let found = search_once(&board, &keys, Limits::depth(6));
        assert!(found.score.abs() <= 1, "{found:?}");
    }
}
