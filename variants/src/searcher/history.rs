//! Histories for move ordering, updated at cutoffs: butterfly, continuation and capture.

use search::parts::gravity;

use super::params;
use crate::rules::Rules;
use crate::types::{Kind, Move};

/// Bound on the absolute value of an entry.
const LIMIT: i32 = 16_384;
/// Squares of either board, rounded up.
const SQUARES: usize = 128;
/// Pairs of kind and square.
const PIECE_TOS: usize = Kind::COUNT * SQUARES;

/// A kind and its destination square, the index of continuation histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    pub(super) fn of<R: Rules>(position: &R, mv: Move) -> Self {
        let kind = position
            .piece_on(mv.from())
            .map_or(0, |piece| piece.kind() as usize);
        Self((kind * SQUARES + mv.to().index()) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0) % PIECE_TOS
    }
}

/// Histories of one thread, kept from search to search.
pub(crate) struct History {
    /// By color, origin and destination.
    quiets: Box<[[i16; SQUARES * SQUARES]; 2]>,
    /// Indexed by the [`PieceTo`] of an earlier move, then by the move's own.
    continuations: Box<[i16]>,
    /// By [`PieceTo`] and captured kind.
    captures: Box<[[i16; Kind::COUNT]; PIECE_TOS]>,
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            quiets: Box::new([[0; SQUARES * SQUARES]; 2]),
            continuations: vec![0; PIECE_TOS * PIECE_TOS].into_boxed_slice(),
            captures: Box::new([[0; Kind::COUNT]; PIECE_TOS]),
        }
    }

    fn butterfly(mv: Move) -> usize {
        (mv.from().index() * SQUARES + mv.to().index()) % (SQUARES * SQUARES)
    }

    /// The history of a quiet move after the earlier moves `before`.
    pub(super) fn quiet<R: Rules>(
        &self,
        position: &R,
        mv: Move,
        before: [Option<PieceTo>; 2],
    ) -> i32 {
        let piece_to = PieceTo::of(position, mv);
        let color = position.side_to_move();
        let mut sum = i32::from(self.quiets[color as usize][Self::butterfly(mv)]);
        for earlier in before.into_iter().flatten() {
            sum += i32::from(self.continuations[earlier.index() * PIECE_TOS + piece_to.index()]);
        }
        sum
    }

    pub(super) fn capture(&self, piece_to: PieceTo, victim: Kind) -> i32 {
        i32::from(self.captures[piece_to.index()][victim as usize])
    }

    pub(super) fn update_quiet<R: Rules>(
        &mut self,
        position: &R,
        mv: Move,
        before: [Option<PieceTo>; 2],
        bonus: i32,
    ) {
        let piece_to = PieceTo::of(position, mv);
        let color = position.side_to_move();
        let entry = &mut self.quiets[color as usize][Self::butterfly(mv)];
        gravity(entry, bonus, LIMIT);
        for earlier in before.into_iter().flatten() {
            let index = earlier.index() * PIECE_TOS + piece_to.index();
            gravity(&mut self.continuations[index], bonus, LIMIT);
        }
    }

    pub(super) fn update_capture(&mut self, piece_to: PieceTo, victim: Kind, bonus: i32) {
        let entry = &mut self.captures[piece_to.index()][victim as usize];
        gravity(entry, bonus, LIMIT);
    }
}

/// The bonus for a move that caused a cutoff at this depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (params::BONUS * depth - params::BONUS_OFFSET).clamp(params::BONUS_OFFSET, params::BONUS_MAX)
}
