//! Repetitions: the keys of a game so far, and moves that would bring one of them back.

use once_cell::sync::Lazy;

use crate::attacks::{between, piece_attacks};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::types::{Color, Piece, PieceType, Square};
use crate::zobrist::reversible_move;

/// The keys of the positions that led to the current one, the oldest first; the current one is not
/// among them.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory(Vec<u64>);

impl KeyHistory {
    /// No position yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Remembers a position before a move is made on it.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.0.push(key);
    }

    /// Forgets the last one, when its move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// Forgets them all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The keys, the oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.0
    }

    /// How many plies ago the positions equal to `board` stood, the latest first. Only as many
    /// plies are looked at as the halfmove clock says can be taken back.
    fn occurrences(&self, board: &Board) -> impl Iterator<Item = usize> {
        let key = board.key();
        let reach = self.0.len().min(usize::from(board.halfmove_clock()));
        // The same side is to move every other ply, and two plies bring nothing back.
        (4..=reach)
            .step_by(2)
            .filter(move |&plies| self.0[self.0.len() - plies] == key)
    }

    /// How often `board` has stood before.
    pub fn count(&self, board: &Board) -> usize {
        self.occurrences(board).count()
    }

    /// Whether a search may call `board`, `ply` plies below its root, a draw: it has stood once
    /// since the root, or twice in all.
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

    /// Whether the side to move, `ply` plies below the root, has a move that brings back an
    /// earlier position: after the root, or one that had stood twice.
    ///
    /// After Marcel van Kervinck's cuckoo tables (2016): the keys of two positions one reversible
    /// move apart differ by a number that names the move.
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
            // Both sides' men have the key's difference; the mover must be ours.
            let mover = board.piece_on(a).or_else(|| board.piece_on(b));
            mover.is_some_and(|piece| piece.color() == board.side_to_move())
                && (plies < ply || self.stood_before(plies))
        })
    }

    /// Whether the position `plies` ago had stood before then.
    fn stood_before(&self, plies: usize) -> bool {
        let (last, earlier) = self.0[..=self.0.len() - plies]
            .split_last()
            .expect("a position is never fewer plies ago than the game has");
        earlier.contains(last)
    }
}

/// Every reversible move of a piece, found by the change it makes to the key.
struct Cuckoo {
    keys: Box<[u64; Self::SIZE]>,
    squares: Box<[(Square, Square); Self::SIZE]>,
}

static CUCKOO: Lazy<Cuckoo> = Lazy::new(Cuckoo::new);

impl Cuckoo {
    /// Two places for each of the 3,668 moves, less than half of them used.
    const SIZE: usize = 8192;

    /// The two places where a key may be.
    #[inline(always)]
    const fn places(key: u64) -> [usize; 2] {
        [key as usize % Self::SIZE, (key >> 16) as usize % Self::SIZE]
    }

    fn new() -> Self {
        let a1 = Square::from_index(0);
        let mut cuckoo = Self {
            keys: Box::new([0; Self::SIZE]),
            squares: Box::new([(a1, a1); Self::SIZE]),
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

    /// Puts a move into its first place; who is thrown out goes to its other place, and so on.
    fn insert(&mut self, mut key: u64, mut squares: (Square, Square)) {
        let mut place = Self::places(key)[0];
        while key != 0 {
            std::mem::swap(&mut key, &mut self.keys[place]);
            std::mem::swap(&mut squares, &mut self.squares[place]);
            let [first, second] = Self::places(key);
            place = if place == first { second } else { first };
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<(Square, Square)> {
        Self::places(key)
            .into_iter()
            .find(|&place| self.keys[place] == key)
            .map(|place| self.squares[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_has_a_place() {
        let used = CUCKOO.keys.iter().filter(|&&key| key != 0).count();
        assert_eq!(used, 3668);
    }
}
