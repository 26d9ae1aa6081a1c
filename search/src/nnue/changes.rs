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

    /// The changes from this view to another.
    #[inline(always)]
    pub(super) fn changes(&self, to: &Self) -> Changes {
        let mut changes = Changes {
            removed: ArrayVec::new(),
            added: ArrayVec::new(),
        };
        let moved = moved(&self.board, &to.board);
        for square in moved {
            if let Some(piece) = self.board.piece_on(square) {
                changes.removed.push(input(&self.attacks, (piece, square)));
            }
            if let Some(piece) = to.board.piece_on(square) {
                changes.added.push(input(&to.attacks, (piece, square)));
            }
        }
        let others = Color::ALL.into_iter().flat_map(|color| {
            let states = self.attacks.differences(&to.attacks, color);
            (states & to.board.colors(color)) - moved
        });
        for square in others {
            if let Some(piece) = to.board.piece_on(square) {
                changes.removed.push(input(&self.attacks, (piece, square)));
                changes.added.push(input(&to.attacks, (piece, square)));
            }
        }
        changes
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
