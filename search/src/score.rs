//! Scores: one unit for evaluation and search, with mates and tablebase wins at the ends.
//!
//! The unit is 1/400 of a logit: a position with score `s` is expected to score
//! `1 / (1 + exp(-s / 400))` in the engine's own games. Networks, data files, search margins and
//! SEE piece values all use it. It is the usual scale of NNUE networks, so published margins are
//! comparable. Users see scores normalized by the `wdl` model instead.

use movegen::FIFTY_MOVES;

/// A score for the side to move in units of 1/400 logit, or a mate (see [`mate_in`]).
pub type Score = i32;

/// The deepest iteration, in plies.
pub const MAX_DEPTH: u32 = MAX_PLY as u32;

/// The bound on a node's distance from the root, in plies: a line that reaches `MAX_PLY - 1` plies
/// ends there with an evaluation.
pub const MAX_PLY: usize = 255;

/// A bound above every score.
pub const INFINITE: Score = 32_001;
/// The score of a mate on the board. A mate in n plies scores `MATE - n`.
pub const MATE: Score = 32_000;
/// The smallest mate score.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score;
/// The largest tablebase win, below every mate. A win n plies from the root scores n less.
pub(crate) const TABLEBASE_WIN: Score = MATE_BOUND - 1;
/// The smallest winning score, by mate or tablebases. Evaluations stay below it.
pub const WIN_BOUND: Score = MATE_BOUND - MAX_PLY as Score;
/// Marks a missing score, such as the evaluation in check.
pub const NO_SCORE: Score = -32_002;

/// The relation of the true score to a returned one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The true score is this.
    #[default]
    Exact = 3,
}

/// The distance to mate in moves if `score` is a mate: positive when mating, zero or negative when
/// being mated.
pub const fn mate_in(score: Score) -> Option<i32> {
    if score >= MATE_BOUND {
        Some((MATE - score + 1) / 2)
    } else if score <= -MATE_BOUND {
        Some(-(MATE + score) / 2)
    } else {
        None
    }
}

/// The score of being mated `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// True for mates and tablebase wins of either side.
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= WIN_BOUND
}

/// The score of a win that the fifty-move rule may prevent: the largest one that is not decisive.
const DOUBTFUL_WIN: Score = WIN_BOUND - 1;

/// The largest score that an evaluation may have.
pub const LARGEST_EVAL: Score = DOUBTFUL_WIN - 1;

/// True for scores that an evaluation may have: neither decisive nor those of doubtful wins.
pub const fn is_undecided(score: Score) -> bool {
    score.abs() <= LARGEST_EVAL
}

/// True for mates and tablebase wins of the side to move.
pub const fn is_win(score: Score) -> bool {
    score >= WIN_BOUND
}

/// True for mates and tablebase wins of the opponent.
pub const fn is_loss(score: Score) -> bool {
    score <= -WIN_BOUND
}

/// Converts a score for the TT: decisive scores are stored relative to the node, not the root.
pub const fn to_table(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// Converts a score from the TT, the inverse of [`to_table`]. A win that the fifty-move rule may
/// prevent becomes the largest score that is not decisive.
pub fn from_table(score: Score, ply: usize, halfmove_clock: u16) -> Score {
    let plies_left = Score::from(FIFTY_MOVES.saturating_sub(halfmove_clock));
    if is_win(score) {
        if plies_to_win(score) > plies_left {
            return DOUBTFUL_WIN;
        }
        score - ply as Score
    } else if is_loss(score) {
        if plies_to_win(-score) > plies_left {
            return -DOUBTFUL_WIN;
        }
        score + ply as Score
    } else {
        score
    }
}

/// The distance to the mate or tablebase win of a winning score, in plies.
const fn plies_to_win(score: Score) -> Score {
    if score >= MATE_BOUND {
        MATE - score
    } else {
        TABLEBASE_WIN - score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_in_counts_moves() {
        assert_eq!(mate_in(MATE - 1), Some(1));
        assert_eq!(mate_in(MATE - 2), Some(1));
        assert_eq!(mate_in(MATE - 3), Some(2));
        assert_eq!(mate_in(mated_in(0)), Some(0));
        assert_eq!(mate_in(mated_in(2)), Some(-1));
        assert_eq!(mate_in(WIN_BOUND - 1), None);
    }

    #[test]
    fn table_scores_count_mates_from_the_node() {
        for score in [MATE - 9, mated_in(9), TABLEBASE_WIN - 9, 17, -17] {
            assert_eq!(from_table(to_table(score, 5), 5, 0), score);
        }
    }

    #[test]
    fn table_wins_beyond_the_fifty_move_rule_are_doubtful() {
        assert!(!is_decisive(DOUBTFUL_WIN) && !is_undecided(DOUBTFUL_WIN));
        for win in [MATE - 9, TABLEBASE_WIN - 9] {
            for (clock, score) in [
                (0, win - 5),
                (91, win - 5),
                (92, DOUBTFUL_WIN),
                (101, DOUBTFUL_WIN),
            ] {
                assert_eq!(from_table(win, 5, clock), score, "{win} at {clock}");
                assert_eq!(from_table(-win, 5, clock), -score, "{win} at {clock}");
            }
        }
    }

    #[test]
    fn tablebase_wins_are_not_mates() {
        for ply in [0, MAX_PLY as Score - 1] {
            assert!(is_win(TABLEBASE_WIN - ply));
            assert_eq!(mate_in(TABLEBASE_WIN - ply), None);
            assert_eq!(mate_in(ply - TABLEBASE_WIN), None);
        }
    }
}
