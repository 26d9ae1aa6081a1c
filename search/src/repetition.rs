//! Draws by repetition in the search: positions that have occurred before, and moves back to one.

use movegen::attacks::{between, piece_attacks};
use movegen::{
    Bitboard, Board, Color, KeyHistory, Piece, PieceType, Square, key_difference, turn_difference,
};
use once_cell::sync::Lazy;

#[cfg(test)]
mod tests;

/// True if a position with this key, `ply` plies below the root, may be scored as a draw by
/// repetition: it has one earlier occurrence after the root, or two in total.
#[inline]
pub fn is_repetition(history: &KeyHistory, key: u64, halfmove_clock: u16, ply: usize) -> bool {
    if halfmove_clock < 4 {
        return false;
    }
    let mut occurrences = history.occurrences(key, halfmove_clock);
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
pub(crate) fn has_upcoming_repetition(history: &KeyHistory, board: &Board, ply: usize) -> bool {
    board.halfmove_clock() >= 3 && find_upcoming(history.keys(), board, ply)
}

/// [`has_upcoming_repetition`] past its early exit.
fn find_upcoming(keys: &[u64], board: &Board, ply: usize) -> bool {
    let reach = keys.len().min(usize::from(board.halfmove_clock()));
    let Some((&last, before)) = keys[keys.len() - reach..].split_last() else {
        return false;
    };
    let occupied = board.occupied();
    let move_difference = |before, after| before ^ after ^ turn_difference();
    // Loop invariant: the key difference of all moves by the opponent from `earlier` (at first, `last`)
    // to `board`. It is 0 if all their pieces are back on the squares where they were. Only then can a
    // move of ours lead back to `earlier`; this is rare, and cheap to test first (after Stockfish).
    let mut theirs = move_difference(last, board.key());
    // The keys before and after each of the opponent's other moves, latest first.
    let pairs = before.as_rchunks().1.iter().rev();
    for (plies, &[earlier, later]) in (3..).step_by(2).zip(pairs) {
        theirs ^= move_difference(earlier, later);
        if theirs != 0 {
            continue;
        }
        let move_back = CUCKOO.find(board.key() ^ earlier);
        let is_possible = move_back.is_some_and(|(a, b)| !between(a, b).intersects(occupied));
        if is_possible && (plies < ply || occurred_before(keys, plies)) {
            return true;
        }
    }
    false
}

/// True if the position `plies` ago had occurred before.
fn occurred_before(keys: &[u64], plies: usize) -> bool {
    let index = keys.len() - plies;
    keys[..index].contains(&keys[index])
}

/// A cuckoo hash table of all reversible moves, keyed by their Zobrist key difference.
struct Cuckoo {
    keys: Box<[u64; Self::SIZE]>,
    squares: Box<[(Square, Square); Self::SIZE]>,
}

static CUCKOO: Lazy<Cuckoo> = Lazy::new(Cuckoo::new);

impl Cuckoo {
    /// A power of two; the 3,668 moves fill less than half.
    const SIZE: usize = 8192;

    /// The two possible slots of a key.
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
            for from in Square::ALL {
                let reach = piece_attacks(piece.kind(), Color::White, from, Bitboard::EMPTY);
                for to in reach.into_iter().filter(|&to| from < to) {
                    cuckoo.insert(key_difference(piece, from, to), (from, to));
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
