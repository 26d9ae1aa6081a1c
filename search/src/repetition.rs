//! The positions that led to the present one, for draws by repetition.

use movegen::Board;

/// The keys of all positions before the present one, oldest first.
pub(crate) struct KeyHistory(Vec<u64>);

impl KeyHistory {
    /// The keys before the root. A last one that is the root's own is left out.
    pub(crate) fn new(previous: &[u64], root: &Board) -> Self {
        let mut keys = previous.to_vec();
        if keys.last() == Some(&root.key()) {
            keys.pop();
        }
        keys.reserve(crate::score::MAX_PLY + 8);
        Self(keys)
    }

    /// The present position is left by a move.
    #[inline(always)]
    pub(crate) fn push(&mut self, key: u64) {
        self.0.push(key);
    }

    /// The move is taken back.
    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    /// True when `board`, `ply` plies from the root, has occurred before: once since the root, for
    /// what could be repeated once could be repeated again, or twice in all.
    pub(crate) fn is_repetition(&self, board: &Board, ply: usize) -> bool {
        let reversible = usize::from(board.halfmove_clock()).min(self.0.len());
        let key = board.key();
        let mut seen = false;
        let mut back = 4;
        while back <= reversible {
            if self.0[self.0.len() - back] == key {
                if seen || back < ply {
                    return true;
                }
                seen = true;
            }
            back += 2;
        }
        false
    }

    /// True when the side to move can bring about a repetition with one move.
    pub(crate) fn upcoming_repetition(&self, _board: &Board, _ply: usize) -> bool {
        false
    }
}
