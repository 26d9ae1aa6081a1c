//! Repetitions: the keys of a game's positions, and moves that would bring one of them back.

use once_cell::sync::Lazy;

use crate::attacks::{between, piece_attacks};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::types::{Color, Piece, PieceType, Square};
use crate::zobrist::reversible_move;

/// The keys of the positions that led to the current one, the oldest first. The current position
/// is not among them.
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

    /// Appends the key of a position before a move is made on it.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.0.push(key);
    }

    /// Removes the last key when its move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// The keys, the oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.0
    }

    /// The distances, in plies, of earlier positions equal to `board`, the latest first. No position
    /// before the last irreversible move is compared.
    fn occurrences(&self, board: &Board) -> impl Iterator<Item = usize> {
        let key = board.key();
        let reach = self.0.len().min(usize::from(board.halfmove_clock()));
        // The same side is to move every other ply, and two plies cannot restore a position.
        (4..=reach)
            .step_by(2)
            .filter(move |&plies| self.0[self.0.len() - plies] == key)
    }

    /// The number of earlier positions equal to `board`.
    pub fn count(&self, board: &Board) -> usize {
        self.occurrences(board).count()
    }

    /// True if a search may score `board`, `ply` plies below its root, as a draw by repetition: the
    /// position has occurred once since the root, or twice in all.
    #[inline]
    pub fn is_draw(&self, board: &Board, ply: usize) -> bool {
        if board.halfmove_clock() < 4 {
            return false;
        }
        let mut occurrences = self.occurrences(board);
        match occurrences.next() {
            None => false,
            Some(plies) => plies < ply || occurrences.next().is_some(),
        }
    }

    /// True if the side to move, `ply` plies below the root, has a move back to an earlier position:
    /// one after the root, or one that had occurred twice.
    ///
    /// Cuckoo tables after Marcel van Kervinck (2016): the keys of two positions one reversible move
    /// apart differ by a number that identifies the move.
    #[inline]
    pub fn has_upcoming(&self, board: &Board, ply: usize) -> bool {
        board.halfmove_clock() >= 3 && self.finds_upcoming(board, ply)
    }

    fn finds_upcoming(&self, board: &Board, ply: usize) -> bool {
        let reach = self.0.len().min(usize::from(board.halfmove_clock()));
        let occupied = board.occupied();
        (3..=reach).step_by(2).any(|plies| {
            let earlier = self.0[self.0.len() - plies];
            let Some((a, b)) = CUCKOO.find(board.key() ^ earlier) else {
                return false;
            };
            if between(a, b).intersects(occupied) {
                return false;
            }
            // A piece of either side may make the difference; it must be one of the side to move.
            let mover = board.piece_on(a).or_else(|| board.piece_on(b));
            mover.is_some_and(|piece| piece.color() == board.side_to_move())
                && (plies < ply || self.stood_before(plies))
        })
    }

    /// True if the position `plies` ago had occurred before.
    fn stood_before(&self, plies: usize) -> bool {
        let (last, earlier) = self.0[..=self.0.len() - plies]
            .split_last()
            .expect("the game is at least that many plies long");
        earlier.contains(last)
    }
}

/// A cuckoo hash table of every reversible move of a piece, by its change of the key.
struct Cuckoo {
    keys: Box<[u64; Self::SIZE]>,
    squares: Box<[(Square, Square); Self::SIZE]>,
}

static CUCKOO: Lazy<Cuckoo> = Lazy::new(Cuckoo::new);

impl Cuckoo {
    /// A power of two of which the 3,668 moves fill less than half.
    const SIZE: usize = 8192;

    /// The two slots in which a key can be.
    #[inline(always)]
    const fn slots(key: u64) -> [usize; 2] {
        [key as usize % Self::SIZE, (key >> 16) as usize % Self::SIZE]
    }

    fn new() -> Self {
        let mut cuckoo = Self {
            keys: Box::new([0; Self::SIZE]),
            squares: Box::new([(Square::A1, Square::A1); Self::SIZE]),
        };
        for piece in Piece::ALL {
            if piece.kind() == PieceType::Pawn {
                continue;
            }
            for from in Square::all() {
                let reach = piece_attacks(piece.kind(), Color::White, from, Bitboard::EMPTY);
                for to in reach.into_iter().filter(|&to| from < to) {
                    cuckoo.insert(reversible_move(piece, from, to), (from, to));
                }
            }
        }
        cuckoo
    }

    /// Cuckoo insertion: the move takes its first slot, an evicted one its alternative, and so on.
    fn insert(&mut self, mut key: u64, mut squares: (Square, Square)) {
        let mut slot = Self::slots(key)[0];
        while key != 0 {
            std::mem::swap(&mut key, &mut self.keys[slot]);
            std::mem::swap(&mut squares, &mut self.squares[slot]);
            let [first, second] = Self::slots(key);
            slot = if slot == first { second } else { first };
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<(Square, Square)> {
        Self::slots(key)
            .into_iter()
            .find(|&slot| self.keys[slot] == key)
            .map(|slot| self.squares[slot])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuckoo_table_holds_every_reversible_move() {
        let used = CUCKOO.keys.iter().filter(|&&key| key != 0).count();
        assert_eq!(used, 3668);
    }
}
