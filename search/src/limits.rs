//! A search request: position, limits on depth, nodes and time, and options.

use std::time::{Duration, Instant};

use movegen::{Board, Move};

use crate::score::{MATE, MAX_PLY, Score};
use crate::strength::Strength;
use crate::time::MOVES_AHEAD;

/// A search to start. `P` and `M` are the types of positions and moves of the game.
#[derive(Clone, Debug)]
pub struct Request<P = Board, M = Move> {
    /// The position to search.
    pub position: P,
    /// The keys of the positions that led to it, oldest first.
    pub previous_keys: Vec<u64>,
    /// Search only these root moves. Illegal ones are ignored; if none are left, all are searched.
    pub search_moves: Vec<M>,
    /// The limits.
    pub limits: Limits,
    /// The options.
    pub options: Options,
}

impl<P, M> Request<P, M> {
    /// A search of a position without previous moves, with default options.
    pub fn new(position: P, limits: Limits) -> Self {
        Self {
            position,
            previous_keys: Vec::new(),
            search_moves: Vec::new(),
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

    /// The same search of only these [`search_moves`](Self::search_moves).
    pub fn with_search_moves(self, search_moves: Vec<M>) -> Self {
        Self {
            search_moves,
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

impl<P, M: Copy + PartialEq> Request<P, M> {
    /// The root moves to search: the `legal` moves in [`search_moves`](Self::search_moves), or all
    /// legal moves if there are none.
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

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left; zero if the flag has fallen.
    pub time: Duration,
    /// The time added after each move; not available for the current one.
    pub increment: Duration,
    /// Moves to the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. Several may be set: the first one reached ends it. Without any, the
/// search continues to [`MAX_DEPTH`](crate::MAX_DEPTH).
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Play on a clock: the time manager allocates the time.
    pub clock: Option<Clock>,
    /// Search for this long, less [`overhead`](Self::overhead) or four times the longest recent
    /// delay, whichever is longer, but for at least four fifths of it; for all of it if the overhead
    /// is zero.
    pub move_time: Option<Duration>,
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes to search. Exact with one thread.
    pub nodes: Option<u64>,
    /// Stop when a mate in at most this many moves is found, by or against the side to move.
    pub mate: Option<u32>,
    /// Report the best move only after [`Pool::stop`](crate::Pool::stop).
    pub infinite: bool,
    /// Search on the opponent's time: no time limit applies before
    /// [`Pool::ponder_hit`](crate::Pool::ponder_hit). After it the time spent pondering counts, too.
    pub ponder: bool,
    /// The start of the clock, if it is before the call that starts the search: for an engine, when
    /// it read the command. `None` means that call, so that limits can be used again.
    pub started: Option<Instant>,
    /// Time reserved per move for delays between engine and clock.
    pub overhead: Duration,
    /// Measure time by nodes, at this many per millisecond, so that games can be repeated exactly;
    /// 0 to use the clock. [`Pool`](crate::Pool) then keeps the clock itself: it starts from the
    /// first clock of a game and deducts the nodes searched.
    pub nodes_per_ms: u64,
}

impl Limits {
    /// No limit.
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

    /// For this long, less the default [`overhead`](Self::overhead).
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::new()
        }
    }

    /// The approximate duration of the search: the move time, or a share of the clock. `None`
    /// without either, or if the clock counts nodes.
    pub fn expected_time(&self) -> Option<Duration> {
        let share = |clock: Clock| {
            let moves = clock.moves_to_go.unwrap_or(MOVES_AHEAD);
            let share = clock.time / moves.clamp(1, MOVES_AHEAD);
            share.saturating_add(clock.increment)
        };
        let time = self.move_time.or_else(|| self.clock.map(share));
        time.filter(|_| self.nodes_per_ms == 0)
    }

    /// True for the score of a mate, for either side, that ends the search.
    pub fn is_mate_found(&self, score: Score) -> bool {
        self.mate_plies()
            .is_some_and(|plies| MATE - score.abs() <= plies)
    }

    /// The longest mate that ends the search, in plies.
    pub(crate) fn mate_plies(&self) -> Option<Score> {
        self.mate
            .map(|moves| 2 * moves.clamp(1, MAX_PLY as u32 / 2) as Score)
    }
}

impl Default for Limits {
    /// No limit.
    fn default() -> Self {
        Self {
            clock: None,
            move_time: None,
            depth: None,
            nodes: None,
            mate: None,
            infinite: false,
            ponder: false,
            started: None,
            overhead: Duration::from_millis(20),
            nodes_per_ms: 0,
        }
    }
}

/// The options of a search, apart from its limits. The river games ignore all but
/// [`multi_pv`](Self::multi_pv).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of lines, at least 1; capped at the number of legal moves.
    pub multi_pv: usize,
    /// The use of tablebases.
    pub probing: Probing,
    /// The strength to play at; `None` for full strength. Below full strength one thread searches,
    /// with a node limit set by the strength. Call [`Pool::clear`](crate::Pool::clear) when this
    /// changes: the old table and histories are wrong for the new strength.
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

/// Conditions for probing the tablebases, and the interpretation of their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// The minimum remaining depth, in plies, for probing positions with the maximum number of
    /// pieces: that of the largest table or [`limit`](Self::limit), whichever is smaller. Positions
    /// with fewer are probed at any depth.
    pub depth: u32,
    /// The maximum number of pieces, kings and pawns included, for probing; 0 disables it.
    pub limit: u32,
    /// Count a win that needs more than fifty moves without a capture or pawn move as a draw.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mated_in;

    #[test]
    fn mate_in_as_many_moves_ends_a_mate_search() {
        let limits = Limits {
            mate: Some(2),
            ..Limits::new()
        };
        for (score, is_found) in [
            (MATE - 3, true),
            (MATE - 5, false),
            (mated_in(4), true),
            (mated_in(6), false),
            (300, false),
        ] {
            assert_eq!(limits.is_mate_found(score), is_found, "{score}");
        }
        assert!(!Limits::new().is_mate_found(MATE - 1));
    }

    #[test]
    fn expected_time_is_the_move_time_or_a_share_of_the_clock() {
        let ms = Duration::from_millis;
        let on_clock = |moves_to_go| Limits {
            clock: Some(Clock {
                time: ms(60_000),
                increment: ms(1_000),
                moves_to_go,
            }),
            ..Limits::new()
        };
        let by_nodes = Limits {
            nodes_per_ms: 100,
            ..on_clock(None)
        };
        let endless = Limits {
            clock: Some(Clock {
                time: Duration::MAX,
                increment: Duration::MAX,
                moves_to_go: None,
            }),
            ..Limits::new()
        };
        for (limits, expected) in [
            (Limits::depth(8), None),
            (Limits::move_time(ms(500)), Some(ms(500))),
            (on_clock(None), Some(ms(2_500))),
            (on_clock(Some(10)), Some(ms(7_000))),
            (on_clock(Some(0)), Some(ms(61_000))),
            (endless, Some(Duration::MAX)),
            (by_nodes, None),
        ] {
            assert_eq!(limits.expected_time(), expected, "{limits:?}");
        }
    }
}
