//! Adjudication: ends self-play games whose result is clear from the scores.

use crate::format::record::GameResult;

/// A win: `WIN_PLIES` consecutive scores of at least this, in internal units (an expected result of
/// 99.8%), for the same side.
const WIN_SCORE: i16 = 2500;
const WIN_PLIES: u32 = 4;

/// A draw: `DRAW_PLIES` consecutive scores at most this far from zero, in internal units, from ply
/// `DRAW_FROM` of the game on.
const DRAW_SCORE: i16 = 12;
const DRAW_PLIES: u32 = 12;
const DRAW_FROM: u16 = 80;

/// The adjudicator of one game.
#[derive(Default)]
pub(crate) struct Adjudicator {
    /// True if wins are played out.
    plays_out: bool,
    /// Consecutive winning scores for White and for Black.
    winning: [u32; 2],
    /// Consecutive drawish scores.
    drawish: u32,
}

impl Adjudicator {
    /// Adjudicates draws, and wins unless they are played out.
    pub(crate) fn new(plays_out: bool) -> Self {
        Self {
            plays_out,
            ..Self::default()
        }
    }

    /// Adjudicates wins from now on: in an ending that the engine evaluates by rules, the network has
    /// nothing to learn, and searches of a few hundred nodes may not mate within fifty moves.
    pub(crate) fn stop_playing_out(&mut self) {
        self.plays_out = false;
    }

    /// Adds White's score at a ply of the game; returns the result once it is clear.
    pub(crate) fn add(&mut self, white_score: i16, ply: u16) -> Option<GameResult> {
        let count = |plies: &mut u32, holds: bool| *plies = if holds { *plies + 1 } else { 0 };
        count(&mut self.winning[0], white_score >= WIN_SCORE);
        count(&mut self.winning[1], white_score <= -WIN_SCORE);
        let is_drawish = white_score.abs() <= DRAW_SCORE && ply >= DRAW_FROM;
        count(&mut self.drawish, is_drawish);
        if self.drawish >= DRAW_PLIES {
            Some(GameResult::Draw)
        } else if self.plays_out {
            None
        } else if self.winning[0] >= WIN_PLIES {
            Some(GameResult::WhiteWins)
        } else if self.winning[1] >= WIN_PLIES {
            Some(GameResult::BlackWins)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicate(scores: &[(i16, u16)]) -> Option<GameResult> {
        let mut adjudicator = Adjudicator::default();
        let add = |&(score, ply): &(i16, u16)| adjudicator.add(score, ply);
        scores.iter().map(add).last().flatten()
    }

    #[test]
    fn clear_games_are_adjudicated() {
        assert_eq!(adjudicate(&[(2500, 30); 3]), None);
        assert_eq!(adjudicate(&[(2500, 30); 4]), Some(GameResult::WhiteWins));
        assert_eq!(adjudicate(&[(-31_990, 30); 4]), Some(GameResult::BlackWins));
        let broken = [(2500, 1), (2500, 2), (2499, 3), (2500, 4), (2500, 5)];
        assert_eq!(adjudicate(&broken), None);
        assert_eq!(adjudicate(&[(-12, 80); 11]), None);
        assert_eq!(adjudicate(&[(-12, 80); 12]), Some(GameResult::Draw));
        assert_eq!(adjudicate(&[(-12, 79); 12]), None);
        assert_eq!(adjudicate(&[(13, 200); 50]), None);
    }

    #[test]
    fn played_out_games_are_only_adjudicated_as_draws() {
        let mut adjudicator = Adjudicator::new(true);
        for ply in 30..100 {
            assert_eq!(adjudicator.add(2500, ply), None);
        }
        let results: Vec<_> = (100..112).map(|ply| adjudicator.add(0, ply)).collect();
        assert_eq!(results.last(), Some(&Some(GameResult::Draw)));
    }
}
