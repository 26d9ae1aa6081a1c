//! Updates after a searched move: root scores, histories and killers.

use search::Bound;
use search::parts::INFINITE;

use super::alphabeta::{Node, SearchedMoves};
use super::history::{PieceTo, bonus};
use super::thread::ThreadData;
use crate::rules::Rules;
use crate::types::Move;

impl<R: Rules> ThreadData<'_, R> {
    pub(super) fn update_root_move(
        &mut self,
        mv: Move,
        score: i32,
        alpha: i32,
        beta: i32,
        first: bool,
        nodes_before: u64,
    ) {
        let (line, seldepth) = (self.lines[1].clone(), self.seldepth);
        let nodes = self.nodes - nodes_before;
        let Some(entry) = self.root_moves.iter_mut().find(|entry| entry.mv == mv) else {
            return;
        };
        entry.nodes += nodes;
        self.best_move_changes += u32::from(!first && score > alpha);
        if first || score > alpha {
            entry.score = score;
            entry.bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            entry.seldepth = seldepth;
            entry.pv = std::iter::once(mv).chain(line).collect();
        } else {
            entry.score = -INFINITE;
        }
    }

    /// Rewards the move that caused a cutoff and penalizes the moves searched before it.
    pub(super) fn update_histories(
        &mut self,
        node: &Node<'_, R>,
        best: Move,
        searched: &SearchedMoves,
        depth: i32,
    ) {
        let position = node.position;
        let before = self.hints(None, node.ply).before;
        let bonus = bonus(depth);
        if let Some(victim) = position.captured(best) {
            self.history
                .update_capture(PieceTo::of(position, best), victim, bonus);
        } else if !position.is_noisy(best) {
            self.history.update_quiet(position, best, before, bonus);
            for &mv in &searched.quiets {
                self.history.update_quiet(position, mv, before, -bonus);
            }
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
        }
        for &mv in &searched.captures {
            if let Some(victim) = position.captured(mv) {
                self.history
                    .update_capture(PieceTo::of(position, mv), victim, -bonus);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use search::parts::{Lag, new_table};
    use search::{Limits, Request};

    use super::super::history::History;
    use super::super::shared::Shared;
    use super::*;
    use crate::swim::Swim;

    #[test]
    fn score_of_the_first_root_move_is_a_bound_outside_the_window() {
        let position = Swim::from_fen(Swim::GAME.start).unwrap();
        let request = Request::new(position, Limits::new());
        let shared = Shared::new(new_table(1).unwrap(), request, 1, Lag::default());
        let mut history = History::new();
        let mut td = ThreadData::new(0, &shared, &mut history, None);
        let mv = td.root_moves[0].mv;
        for (score, bound) in [
            (10, Bound::Upper),
            (11, Bound::Exact),
            (29, Bound::Exact),
            (30, Bound::Lower),
        ] {
            td.update_root_move(mv, score, 10, 30, true, 0);
            let root = &td.root_moves[0];
            assert_eq!((root.score, root.bound), (score, bound));
        }
    }
}
