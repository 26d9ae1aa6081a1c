//! The changes of the network's inputs from one board to another.

use arrayvec::ArrayVec;
use movegen::{Bitboard, Board, Color, PieceType};

use super::features::{Attacks, input};

/// The pieces on a board and the squares that they attack, from which all inputs follow.
#[derive(Clone)]
pub(super) struct View {
    pub(super) board: Board,
    pub(super) attacks: Attacks,
}

/// The [`input`]s removed and added.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) removed: ArrayVec<u16, 32>,
    pub(super) added: ArrayVec<u16, 32>,
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
        self.removed.clear();
        self.added.clear();
        let moved = moved(&from.board, &to.board);
        for square in moved {
            if let Some(piece) = from.board.piece_on(square) {
                self.removed.push(input(&from.attacks, (piece, square)));
            }
            if let Some(piece) = to.board.piece_on(square) {
                self.added.push(input(&to.attacks, (piece, square)));
            }
        }
        let differences = |color| {
            let states = from
                .attacks
                .differences(&to.attacks, color, to.board.king(color));
            states & to.board.colors(color)
        };
        for square in (differences(Color::White) | differences(Color::Black)) - moved {
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
