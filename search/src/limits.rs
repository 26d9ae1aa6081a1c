//! What bounds a search: depth, nodes, time, and what the asker wants to see.

use std::time::{Duration, Instant};

use movegen::Move;

use crate::strength::Strength;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left. A negative clock, as Cute Chess sends it when a margin is set, is zero here.
    pub time: Duration,
    /// What is added after each move. It is never available for the move being thought about.
    pub increment: Duration,
    /// Moves until time is added; `None` when what is left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. Several limits may be set: the first one reached ends it. With none the
/// search goes on to [`MAX_DEPTH`](crate::MAX_DEPTH). `M` is the type of moves of the game.
#[derive(Clone, Debug)]
pub struct Limits<M = Move> {
    /// Play on a clock: the time manager decides how long to think.
    pub clock: Option<Clock>,
    /// Search for this long, less [`overhead`](Self::overhead) or the measured lag if that is
    /// longer, but at least for four fifths of it; for all of it if the overhead is zero.
    pub move_time: Option<Duration>,
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Positions to look at. Exact with one thread.
    pub nodes: Option<u64>,
    /// No iteration begins once this many positions have been looked at. One that has begun is
    /// finished, however long that takes, unless [`nodes`](Self::nodes) ends it.
    pub soft_nodes: Option<u64>,
    /// Stop as soon as a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Give no move before [`Pool::stop`](crate::Pool::stop).
    pub infinite: bool,
    /// The opponent is to move in fact: no time limit holds before
    /// [`Pool::ponder_hit`](crate::Pool::ponder_hit).
    pub ponder: bool,
    /// Look only at these root moves. Illegal ones are ignored; when none is left, all are searched.
    pub search_moves: Vec<M>,
    /// When the clock was started: when the command was read, not when the search began.
    pub started: Instant,
    /// Time lost between engine and clock on each move, which is never spent.
    pub overhead: Duration,
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
        }
    }
}

/// How to search, apart from when to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of best moves wanted, each with its variation. At least 1; more than there are
    /// legal moves means all of them.
    pub multi_pv: usize,
    /// How to use endgame tables, if there are any.
    pub probing: Probing,
    /// The strength to play at; `None` for all there is. Below full strength one thread searches,
    /// and no more nodes than go with the strength. What is learnt so is misjudged: call
    /// [`Pool::clear`](crate::Pool::clear) when this changes.
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

/// Which positions are looked up in endgame tables, and what the answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// The least depth left, in plies, at which a position with as many men as the largest table
    /// is looked up. Smaller ones always are.
    pub depth: u32,
    /// The most men, kings and pawns included, a position may have to be looked up; 0 for none.
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
