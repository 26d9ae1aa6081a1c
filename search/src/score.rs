//! Scores for the side to move, in one unit everywhere, and mates among them.
//!
//! The unit is 1/400 of a logit: a position with score `s` is expected to score
//! `1 / (1 + exp(-s / 400))` in the engine's own games. Networks are exported to it, data files and
//! search margins are in it, and so are the piece values of exchanges. It is the usual scale of the
//! field's networks, so that published margins are comparable. Users see scores normalized by the
//! `wdl` model instead.

/// A score for the side to move in units of 1/400 logit; a mate when [`mate_in`] returns one.
pub type Score = i32;

/// Deepest iteration, and the longest line from the root, in plies.
pub const MAX_DEPTH: u32 = MAX_PLY as u32;

/// Longest line from the root, in plies.
pub const MAX_PLY: usize = 255;

/// Above every other score: a window's outer edge.
pub const INFINITE: Score = 32_001;
/// Being mate on the board: a mate in n plies is worth `MATE - n`.
pub const MATE: Score = 32_000;
/// At least this is a mate in the search's reach.
pub(crate) const MATE_BOUND: Score = MATE - MAX_PLY as Score;
/// Won by the endgame tables here and now: below every mate, and less the farther away.
pub(crate) const TABLEBASE_WIN: Score = MATE_BOUND - 1;
/// At least this is won, if not by mate in reach then by tablebase: no evaluation gets there.
pub const WIN_BOUND: Score = MATE_BOUND - MAX_PLY as Score;
/// No score: in check nothing is evaluated.
pub const NO_SCORE: Score = -32_002;

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    #[default]
    Exact = 3,
}

/// The distance to mate in moves when `score` is a mate: positive for mating, negative or zero for
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

/// Getting mated after `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// A mate or a tablebase win for either side: no evaluation gives such a score.
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= WIN_BOUND
}

/// A win out of evaluation's reach.
pub const fn is_win(score: Score) -> bool {
    score >= WIN_BOUND
}

/// A loss out of evaluation's reach.
pub const fn is_loss(score: Score) -> bool {
    score <= -WIN_BOUND
}

/// A score as the table keeps it: mates counted from the node, not from the root.
pub const fn to_table(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// The inverse of [`to_table`]. A win that the fifty-move rule may forestall on the way to mate or
/// tables becomes a mere advantage.
pub fn from_table(score: Score, ply: usize, halfmove_clock: u16) -> Score {
    let plies_left = 100 - Score::from(halfmove_clock.min(100));
    if is_win(score) {
        if distance(score) > plies_left {
            return WIN_BOUND - 1;
        }
        score - ply as Score
    } else if is_loss(score) {
        if distance(-score) > plies_left {
            return 1 - WIN_BOUND;
        }
        score + ply as Score
    } else {
        score
    }
}

/// How many plies away the mate, or the win by the tables, is that a winning score speaks of.
const fn distance(score: Score) -> Score {
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
    fn mates_are_counted_in_moves() {
        assert_eq!(mate_in(MATE - 1), Some(1));
        assert_eq!(mate_in(MATE - 2), Some(1));
        assert_eq!(mate_in(MATE - 3), Some(2));
        assert_eq!(mate_in(mated_in(0)), Some(0));
        assert_eq!(mate_in(mated_in(2)), Some(-1));
        assert_eq!(mate_in(WIN_BOUND - 1), None);
    }

    #[test]
    fn the_table_counts_mates_from_the_node() {
        for score in [MATE - 9, mated_in(9), TABLEBASE_WIN - 9, 17, -17] {
            assert_eq!(from_table(to_table(score, 5), 5, 0), score);
        }
        for far in [MATE - 9, TABLEBASE_WIN - 9] {
            assert!(!is_decisive(from_table(far, 5, 95)));
            assert!(!is_decisive(from_table(-far, 5, 95)));
        }
    }

    #[test]
    fn wins_by_the_tables_are_no_mates() {
        for ply in [0, MAX_PLY as Score - 1] {
            assert!(is_win(TABLEBASE_WIN - ply));
            assert_eq!(mate_in(TABLEBASE_WIN - ply), None);
            assert_eq!(mate_in(ply - TABLEBASE_WIN), None);
        }
    }
}
