//! The changes of the network's inputs from one board to another.

use arrayvec::ArrayVec;
use movegen::{Bitboard, Board, Color, PieceType};

use super::features::Attacks;

/// The pieces on a board and the squares that they attack, from which all inputs follow.
#[derive(Clone)]
pub(super) struct View {
    pub(super) board: Board,
    pub(super) attacks: Attacks,
}

/// The [inputs](super::features::input) of some pieces on a board.
pub(super) type Inputs = ArrayVec<u16, MAX_PIECES>;

/// The most pieces on a board.
pub(super) const MAX_PIECES: usize = 32;

/// The inputs removed and added.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) removed: Inputs,
    pub(super) added: Inputs,
}

impl View {
    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        Self {
            board: *board,
            attacks: Attacks::of(board),
        }
    }
}

impl Changes {
    /// Sets this to the changes from one view to another.
    #[inline(always)]
    pub(super) fn set(&mut self, from: &View, to: &View) {
        let moved = moved(&from.board, &to.board);
        let differences = |color| {
            let king = to.board.king(color);
            let states = from.attacks.differences(&to.attacks, color, king);
            states & to.board.colors(color)
        };
        let states = (differences(Color::White) | differences(Color::Black)) - moved;
        self.fill(from, to, moved, states);
    }

    /// Sets this to the inputs of the pieces on the squares in `moved`, whose pieces differ, and in
    /// `states`, where they only differ in their states. `vector` has another implementation.
    #[cfg(not(all(
        target_arch = "x86_64",
        target_feature = "avx512vbmi2",
        target_feature = "bmi2"
    )))]
    #[inline(always)]
    fn fill(&mut self, from: &View, to: &View, moved: Bitboard, states: Bitboard) {
        use super::features::input;

        self.removed.clear();
        self.added.clear();
        for square in moved {
            if let Some(piece) = from.board.piece_on(square) {
                self.removed.push(input(&from.attacks, (piece, square)));
            }
            if let Some(piece) = to.board.piece_on(square) {
                self.added.push(input(&to.attacks, (piece, square)));
            }
        }
        for square in states {
            if let Some(piece) = to.board.piece_on(square) {
                self.removed.push(input(&from.attacks, (piece, square)));
                self.added.push(input(&to.attacks, (piece, square)));
            }
        }
    }
}

/// The squares with different pieces.
#[inline(always)]
fn moved(from: &Board, to: &Board) -> Bitboard {
    let mut moved = Bitboard::EMPTY;
    for kind in PieceType::ALL {
        moved |= from.pieces(kind) ^ to.pieces(kind);
    }
    for color in Color::ALL {
        moved |= from.colors(color) ^ to.colors(color);
    }
    moved
}
