//! The request of a search: position, limits on depth, nodes and time, and options.

use std::time::{Duration, Instant};

use movegen::{Board, Move};

use crate::score::{MATE, MAX_PLY, Score};
use crate::strength::Strength;

/// A search to start. `P` and `M` are the types of positions and moves of the game.
#[derive(Clone, Debug)]
pub struct Request<P = Board, M = Move> {
    /// The position to search.
    pub position: P,
    /// The keys of the positions that led to it, oldest first, with or without its own.
    pub previous_keys: Vec<u64>,
    /// The limits.
    pub limits: Limits<M>,
    /// The options.
    pub options: Options,
}

impl<P, M> Request<P, M> {
    /// A search with default options of a position without a game before it.
    pub fn new(position: P, limits: Limits<M>) -> Self {
        Self {
            position,
            previous_keys: Vec::new(),
            limits,
            options: Options::default(),
        }
    }

    /// The same search after positions with these [`previous_keys`](Self::previous_keys).
    pub fn after(self, keys: &[u64]) -> Self {
        Self {
            previous_keys: keys.to_vec(),
            ..self
        }
    }

    /// The same search with other options.
    pub fn with_options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The same search without [`ponder`](Limits::ponder) and [`infinite`](Limits::infinite), for a
    /// caller that waits for its end.
    pub fn synchronous(mut self) -> Self {
        (self.limits.ponder, self.limits.infinite) = (false, false);
        self
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left. A negative clock, as Cute Chess sends it when a margin is set, is zero here.
    pub time: Duration,
    /// The time added after each move. It is not available for the present one.
    pub increment: Duration,
    /// Moves until time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. Several may be set: the first one reached ends it. With none the
/// search goes on to [`MAX_DEPTH`](crate::MAX_DEPTH). `M` is the type of moves of the game.
#[derive(Clone, Debug)]
pub struct Limits<M = Move> {
    /// Play on a clock: the time manager divides the time.
    pub clock: Option<Clock>,
    /// Search for this long, less [`overhead`](Self::overhead) or the measured lag if that is
    /// longer, but at least for four fifths of it; for all of it if the overhead is zero.
    pub move_time: Option<Duration>,
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes to search. Exact with one thread.
    pub nodes: Option<u64>,
    /// No iteration begins once this many nodes have been searched. One that has begun is
    /// finished, however long that takes, unless [`nodes`](Self::nodes) ends it.
    pub soft_nodes: Option<u64>,
    /// End with a mate in this many moves.
    pub mate: Option<u32>,
    /// Answer only after [`Pool::stop`](crate::Pool::stop).
    pub infinite: bool,
    /// Search on the opponent's time: no time limit holds before
    /// [`Pool::ponder_hit`](crate::Pool::ponder_hit).
    pub ponder: bool,
    /// Search only these root moves. Illegal ones are ignored; when none is left, all are searched.
    pub search_moves: Vec<M>,
    /// The start of the clock: the time at which the command was read, not that at which the search
    /// began.
    pub started: Instant,
    /// Time lost between engine and clock on each move, which is never spent.
    pub overhead: Duration,
    /// Measure time by nodes, so many a millisecond, so that games can be repeated exactly; by the
    /// clock if this is 0. [`Pool`](crate::Pool) then keeps the clock itself: the first one of a game
    /// counts, and the nodes searched since.
    pub nodes_per_ms: u64,
}

impl Limits {
    /// No limit, started now.
    pub fn new() -> Self {
        Self::default()
    }

    /// Up to a depth, in plies.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::new()
        }
    }

    /// Up to a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::new()
        }
    }

    /// For exactly this long.
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::new()
        }
    }
}

impl<M> Limits<M> {
    /// True for the score of a mate that ends the search, given or received.
    pub fn is_mate_found(&self, score: Score) -> bool {
        self.mate_plies()
            .is_some_and(|plies| MATE - score.abs() <= plies)
    }

    /// The largest number of plies of a mate that ends the search.
    pub(crate) fn mate_plies(&self) -> Option<Score> {
        self.mate
            .map(|moves| 2 * moves.clamp(1, MAX_PLY as u32 / 2) as Score)
    }

    /// The same limits with other [`search_moves`](Self::search_moves), of whatever type.
    pub fn with_search_moves<N>(self, search_moves: Vec<N>) -> Limits<N> {
        Limits {
            clock: self.clock,
            move_time: self.move_time,
            depth: self.depth,
            nodes: self.nodes,
            soft_nodes: self.soft_nodes,
            mate: self.mate,
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves,
            started: self.started,
            overhead: self.overhead,
            nodes_per_ms: self.nodes_per_ms,
        }
    }
}

impl<M: Copy + PartialEq> Limits<M> {
    /// The root moves to search: the [`search_moves`](Self::search_moves) among the `legal` ones, or
    /// all of those where there is none.
    pub fn root_moves(&self, legal: &[M]) -> Vec<M> {
        let is_wanted = |mv: &M| self.search_moves.contains(mv);
        let wanted: Vec<M> = legal.iter().copied().filter(is_wanted).collect();
        if wanted.is_empty() {
            legal.to_vec()
        } else {
            wanted
        }
    }
}

impl<M> Default for Limits<M> {
    /// No limit, started now.
    fn default() -> Self {
        Self {
            clock: None,
            move_time: None,
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            started: Instant::now(),
            overhead: Duration::from_millis(20),
            nodes_per_ms: 0,
        }
    }
}

/// The options of a search besides its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of lines, at least 1; more than there are legal moves means all of them.
    pub multi_pv: usize,
    /// The use of endgame tables.
    pub probing: Probing,
    /// The strength to play at; `None` for full strength. Below that one thread searches, and only
    /// the nodes that go with the strength. Call [`Pool::clear`](crate::Pool::clear) when this
    /// changes, since table and histories are then wrong.
    pub strength: Option<Strength>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            strength: None,
            probing: Probing::default(),
        }
    }
}

/// Which positions are probed in the endgame tables, and how the answer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// The least depth left, in plies, at which a position with as many pieces as the largest table
    /// is probed. Smaller ones always are.
    pub depth: u32,
    /// The most pieces, kings and pawns included, of a position that is probed; 0 for none.
    pub limit: u32,
    /// A win that needs more than fifty moves without capture or pawn move is a draw.
    pub fifty_moves: bool,
}

impl Default for Probing {
    fn default() -> Self {
        Self {
            depth: 1,
            limit: 7,
            fifty_moves: true,
        }
    }
}
