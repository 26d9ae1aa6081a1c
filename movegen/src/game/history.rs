//! The keys of a game's positions, for repetition detection.

use crate::board::Board;

/// The keys of the positions that led to the current one, oldest first. The current position is not
/// included.
///
/// ```
/// use movegen::{Board, KeyHistory};
///
/// let (mut board, mut history) = (Board::default(), KeyHistory::new());
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     history.push(board.key());
///     board.make(board.parse_uci(text)?);
/// }
/// assert_eq!(history.count(&board), 1);
/// # Ok::<_, movegen::ParseMoveError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeyHistory(Vec<u64>);

impl KeyHistory {
    /// An empty history.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Appends the key of a position, before a move is made on it.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.0.push(key);
    }

    /// Removes the last key, when its move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// The keys, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.0
    }

    /// The number of earlier positions with the key of `board`.
    pub fn count(&self, board: &Board) -> usize {
        self.occurrences(board.key(), board.halfmove_clock())
            .count()
    }

    /// The distances, in plies, to earlier positions with this key, latest first. Positions before the
    /// last capture, pawn move or null move are not compared.
    #[inline]
    pub fn occurrences(&self, key: u64, halfmove_clock: u16) -> impl Iterator<Item = usize> {
        let reach = self.0.len().min(usize::from(halfmove_clock));
        // The same side is to move every second ply, and two plies cannot repeat a position.
        (4..=reach)
            .step_by(2)
            .filter(move |&plies| self.0[self.0.len() - plies] == key)
    }
}

impl From<Vec<u64>> for KeyHistory {
    /// The history with these keys, oldest first.
    fn from(keys: Vec<u64>) -> Self {
        Self(keys)
    }
}
