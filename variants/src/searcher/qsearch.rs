//! Quiescence search: captures and promotions, or all evasions when in check.

use search::parts::{Entry, INFINITE, MAX_PLY, NO_SCORE, is_repetition, mated_in};
use search::{is_decisive, is_loss};

use super::best::Best;
use super::order::MovePicker;
use super::params;
use super::see::{gain, see_ge};
use super::thread::ThreadData;
use crate::rules::{MoveFilter, Rules};
use crate::types::Move;

impl<R: Rules> ThreadData<'_, R> {
    /// The score of a position once the exchanges are over; meaningless once stopped.
    pub(super) fn qsearch(
        &mut self,
        position: &R,
        alpha: i32,
        beta: i32,
        ply: usize,
        in_check: bool,
    ) -> i32 {
        if self.should_stop() {
            return 0;
        }
        let pv_node = beta - alpha > 1;
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply as u32);
        if let Some(score) = self.draw_or_max_ply(position, ply, in_check) {
            return score;
        }

        // Step 1. Probe the table.
        let entry = self.probe(position, ply);
        if !pv_node
            && let Some(entry) = entry
            && entry.allows_cutoff(beta)
        {
            return entry.score;
        }

        // Step 2. Stand pat. In check, the score without a move is mate.
        let (static_eval, eval) = evaluations(position, entry, in_check);
        let score = if in_check { mated_in(ply) } else { eval };
        let mut best = Best::new(score, alpha, beta, pv_node, ply);
        let mut futility = INFINITE;
        if !in_check {
            if score >= beta {
                return score;
            }
            best.alpha = alpha.max(score);
            futility = score + params::QS_MARGIN;
        }

        // Step 3. Loop over the moves.
        let filter = if in_check {
            MoveFilter::All
        } else {
            MoveFilter::Noisy
        };
        let hints = self.hints(entry.and_then(|entry| entry.mv), ply);
        let mut picker = MovePicker::new();
        picker.add(position, filter, &hints, self.history);
        let mut move_count = 0;
        while let Some((_, mv)) = picker.pick() {
            move_count += 1;
            if !is_loss(best.score) {
                // Exchanges between many queens or amazons hardly end otherwise.
                if !in_check && move_count > params::QS_MOVES {
                    break;
                }
                let futility_value = futility + gain(position, mv);
                if !in_check && futility_value <= best.alpha {
                    best.score = best.score.max(futility_value);
                    continue;
                }
                if !see_ge(position, mv, 0) {
                    continue;
                }
            }
            let Some(child) = self.make(position, mv, ply) else {
                continue;
            };
            let checks = child.in_check();
            let score = -self.qsearch(&child, -beta, -best.alpha, ply + 1, checks);
            self.unmake();
            if self.stopped {
                return 0;
            }
            if self.update_best(&mut best, mv, score) {
                break;
            }
        }

        // Step 4. Store the result.
        self.store(position, ply, best.entry(static_eval, 0));
        best.score
    }

    /// The score of a node that is drawn by rule, mate on the last of the fifty moves, or at the
    /// maximum ply.
    pub(super) fn draw_or_max_ply(&self, position: &R, ply: usize, in_check: bool) -> Option<i32> {
        if position.halfmove_clock() >= movegen::FIFTY_MOVES {
            let mated = in_check && !position.has_legal_move();
            return Some(if mated { mated_in(ply) } else { 0 });
        }
        let (key, clock) = (position.key(), position.halfmove_clock());
        if is_repetition(&self.keys, key, clock, ply) || position.is_dead() {
            // Varying the draw score slightly makes the search look for ways around repetitions.
            return Some((self.nodes & 2) as i32 - 1);
        }
        (ply >= MAX_PLY - 1).then(|| if in_check { 0 } else { position.evaluate() })
    }
}

/// The static evaluation, as stored in the table, and the evaluation: the table's score instead if
/// that is a better estimate. There is neither in check.
pub(super) fn evaluations<R: Rules>(
    position: &R,
    entry: Option<Entry<Move>>,
    in_check: bool,
) -> (i32, i32) {
    if in_check {
        return (NO_SCORE, NO_SCORE);
    }
    let static_eval = match entry {
        Some(entry) if entry.eval != NO_SCORE => entry.eval,
        _ => position.evaluate(),
    };
    match entry {
        Some(entry) if !is_decisive(entry.score) && entry.refines(static_eval) => {
            (static_eval, entry.score)
        }
        _ => (static_eval, static_eval),
    }
}

#[cfg(test)]
mod tests {
    use search::Bound;
    use search::parts::MATE;

    use super::*;
    use crate::swim::Swim;

    /// The line of a mate would end with the table's score.
    #[test]
    fn evaluations_ignore_mates_from_the_table() {
        let position = Swim::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
        let of = |score| {
            let entry = Entry {
                mv: None,
                score,
                eval: 50,
                depth: 9,
                bound: Some(Bound::Exact),
                pv: true,
            };
            evaluations(&position, Some(entry), false)
        };
        assert_eq!(of(80), (50, 80));
        assert_eq!(of(MATE - 3), (50, 50));
    }
}
