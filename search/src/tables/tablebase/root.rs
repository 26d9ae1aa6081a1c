//! Ranking the root moves with the tablebases.

use movegen::{Board, KeyHistory, Move};
use shakmaty_syzygy::AmbiguousWdl;

use super::Prober;
use crate::repetition::is_repetition;
use crate::score::{Score, mated_in};

/// The tablebase rank of a root move. The search chooses among moves of the same rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RootRank {
    /// The value of the position after the move, including the halfmove clock and repetitions.
    wdl: AmbiguousWdl,
    /// Tie-break among moves of the same value, where it matters: faster progress in a win, longer
    /// resistance in a loss.
    progress: i32,
}

impl RootRank {
    /// The rank of all moves that are not in the tables.
    pub(crate) const UNKNOWN: Self = Self::new(AmbiguousWdl::Draw);

    /// The rank of a move that mates.
    const MATE: Self = Self {
        wdl: AmbiguousWdl::Win,
        progress: i32::MAX,
    };

    const fn new(wdl: AmbiguousWdl) -> Self {
        Self { wdl, progress: 0 }
    }

    /// The rank if the search has found a mate, by or against the side to move. DTZ values may be
    /// rounded, so close to a draw by the fifty-move rule they can be off by a ply; and a mate
    /// needs no faster progress.
    pub(crate) fn with_mate(self, by_us: bool) -> Self {
        if by_us {
            self.max(Self::new(AmbiguousWdl::Win))
        } else {
            self.min(Self::new(AmbiguousWdl::Loss))
        }
    }
}

/// A root move with its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    pub(crate) mv: Move,
    pub(crate) rank: RootRank,
    /// The score to report unless a mate is found.
    pub(crate) score: Option<Score>,
}

/// All root moves.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    pub(crate) moves: Vec<RankedMove>,
    /// True if nodes below the root may be probed: the root is not in the tables, or it is won
    /// without DTZ ranks. With ranks that ensure progress, equal scores for all wins would only
    /// hide the mate.
    pub(crate) probe_nodes: bool,
    /// Root moves ranked, which count as tablebase hits even if the rules alone decide.
    pub(crate) hits: u64,
}

impl Ranking {
    /// True if the result of `mv` is in the tables.
    pub(crate) fn is_known(&self, mv: Move) -> bool {
        let mut moves = self.moves.iter();
        moves.any(|ranked| ranked.mv == mv && ranked.score.is_some())
    }

    /// The ranking of moves that are not in the tables.
    pub(crate) fn unknown(moves: &[Move]) -> Self {
        let unknown = |&mv| RankedMove {
            mv,
            rank: RootRank::UNKNOWN,
            score: None,
        };
        Self {
            moves: moves.iter().map(unknown).collect(),
            probe_nodes: true,
            hits: 0,
        }
    }
}

impl Prober {
    /// Ranks `moves`, all legal on `board`; `history` holds the earlier positions. `None` if they
    /// are not all in the tables, or if `has_time` returns false before all are ranked.
    pub(crate) fn rank(
        &self,
        board: &Board,
        history: &KeyHistory,
        moves: &[Move],
        has_time: impl Fn() -> bool,
    ) -> Option<Ranking> {
        if board.occupied().count() > self.pieces || !board.castling().is_empty() {
            return None;
        }
        let repeated = has_repeated(board, history);
        let mut history = history.clone();
        history.push(board.key());
        let all = |probe: &dyn Fn(&Board) -> Option<RootRank>| -> Option<Vec<RootRank>> {
            let rank = |&mv: &Move| {
                let mut after = *board;
                after.make(mv);
                let by_rules = self.rank_by_rules(&after, &history);
                by_rules.or_else(|| has_time().then(|| probe(&after)).flatten())
            };
            moves.iter().map(rank).collect()
        };
        let by_dtz = all(&|after| self.rank_by_dtz(after, repeated));
        let sure_of_progress = by_dtz.is_some();
        let ranks = by_dtz.or_else(|| all(&|after| self.rank_by_wdl(after)))?;
        let ranked: Vec<_> = moves
            .iter()
            .zip(ranks)
            .map(|(&mv, rank)| RankedMove {
                mv,
                rank,
                score: Some(if rank == RootRank::MATE {
                    -mated_in(1)
                } else {
                    self.score(rank.wdl.after_zeroing(), 0).score
                }),
            })
            .collect();
        let winning = ranked.iter().any(|mv| mv.rank.wdl.signum() > 0);
        Some(Ranking {
            hits: ranked.len() as u64,
            moves: ranked,
            probe_nodes: winning && !sure_of_progress,
        })
    }

    /// The rank of a move that ends the game by mate or draw. `history` holds the positions before
    /// `after`, the root last.
    fn rank_by_rules(&self, after: &Board, history: &KeyHistory) -> Option<RootRank> {
        if after.in_check() && !after.has_legal_move() {
            return Some(RootRank::MATE);
        }
        let clock = after.halfmove_clock();
        let drawn = self.fifty_moves && clock >= movegen::FIFTY_MOVES
            || is_repetition(history, after.key(), clock, 1)
            || after.is_insufficient_material();
        drawn.then_some(RootRank::new(AmbiguousWdl::Draw))
    }

    /// The rank by WDL and DTZ tables. All moves that win within the clock have the same rank, so
    /// that the search can look for the mate. Once a position has been repeated, or if the clock
    /// leaves no slack, moves that make faster progress rank higher (after Stockfish).
    fn rank_by_dtz(&self, after: &Board, repeated: bool) -> Option<RootRank> {
        let clock = u32::from(after.halfmove_clock());
        if clock == 0 {
            // The move itself makes progress, and a DTZ probe could need tables that are missing.
            return self.rank_by_wdl(after);
        }
        let dtz = -self.tables.dtz(after)?;
        let wdl = AmbiguousWdl::from_dtz_and_halfmoves(dtz, clock);
        let strict = match wdl {
            AmbiguousWdl::Win => repeated,
            AmbiguousWdl::Loss | AmbiguousWdl::Draw => false,
            _ => true,
        };
        let plies = dtz.ignore_rounding().0;
        Some(RootRank {
            wdl,
            // One expression prefers shorter wins and longer losses.
            progress: if strict { -plies } else { 0 },
        })
    }

    /// The rank by WDL tables only, which ignore the clock.
    fn rank_by_wdl(&self, after: &Board) -> Option<RootRank> {
        let wdl = self.tables.wdl(after)?;
        Some(RootRank::new((-wdl).into()))
    }
}

/// True if a position has occurred twice since the last capture or pawn move.
fn has_repeated(board: &Board, history: &KeyHistory) -> bool {
    let keys = history.keys();
    let reach = keys.len().min(board.halfmove_clock().into());
    let mut line = keys[keys.len() - reach..].to_vec();
    line.push(board.key());
    line.sort_unstable();
    line.windows(2).any(|pair| pair[0] == pair[1])
}
