//! The first layer's accumulators along a line of moves, computed lazily.

use std::sync::Arc;

use movegen::{Bitboard, Board, Changes, Color, Move, Piece};

use super::features::{PieceAt, feature, is_mirrored};
use super::network::{Accumulator, Network};
use crate::score::MAX_PLY;

/// One ply of the line. Arrays are indexed by perspective.
#[derive(Clone)]
struct Ply {
    /// Changes from the previous ply.
    changes: Changes,
    mirrored: [bool; 2],
    /// True for accumulators that are up to date.
    ready: [bool; 2],
    accumulators: [Accumulator; 2],
}

/// An entry of the refresh cache ("Finny tables", after Luecx's Koivisto): the last board refreshed
/// for one perspective and board half. The next one differs in few pieces.
#[derive(Clone)]
struct FinnyEntry {
    pieces: [Bitboard; 12],
    accumulator: Accumulator,
}

/// The accumulators along a line of moves, for one thread.
pub struct AccumulatorStack {
    network: Arc<Network>,
    plies: Box<[Ply]>,
    /// The current position's ply.
    top: usize,
    /// By perspective and mirroring.
    cache: [[FinnyEntry; 2]; 2],
}

/// Plies of a line: the root and one for each move.
const PLIES: usize = MAX_PLY + 2;

impl AccumulatorStack {
    /// A stack without a position: call [`begin`](Self::begin) first.
    pub fn new(network: Arc<Network>) -> Self {
        let ply = Ply {
            changes: Changes::default(),
            mirrored: [false; 2],
            ready: [false; 2],
            accumulators: [Accumulator::ZERO; 2],
        };
        let empty = FinnyEntry {
            pieces: [Bitboard::EMPTY; 12],
            accumulator: *network.biases(),
        };
        Self {
            plies: vec![ply; PLIES].into_boxed_slice(),
            top: 0,
            cache: [[empty.clone(), empty.clone()], [empty.clone(), empty]],
            network,
        }
    }

    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins a new line at `board`.
    pub fn begin(&mut self, board: &Board) {
        self.top = 0;
        self.push(board, Changes::default());
        // The root's evaluation often comes from the transposition table. Without this, every leaf
        // would then find no accumulator on its line and refresh its own.
        for color in Color::ALL {
            self.materialize(board, color);
        }
    }

    /// Pushes a move on `parent` that led to `child`; at most 255 moves per line.
    ///
    /// # Panics
    /// May panic if the line is longer.
    #[inline]
    pub fn make(&mut self, parent: &Board, mv: Move, child: &Board) {
        self.top += 1;
        self.push(child, parent.changes(mv));
    }

    /// Pushes a null move that led to `child`.
    #[inline]
    pub(crate) fn make_null(&mut self, child: &Board) {
        self.top += 1;
        self.push(child, Changes::default());
    }

    /// Takes back the last move.
    ///
    /// # Panics
    /// May panic if there is none.
    #[inline(always)]
    pub fn unmake(&mut self) {
        self.top -= 1;
    }

    #[inline(always)]
    fn push(&mut self, board: &Board, changes: Changes) {
        let ply = &mut self.plies[self.top];
        ply.changes = changes;
        ply.mirrored = Color::ALL.map(|color| is_mirrored(board.king(color)));
        ply.ready = [false; 2];
    }

    /// The network's score of the current position, which must be `board`, for the side to move, in
    /// internal units.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        for color in Color::ALL {
            self.materialize(board, color);
        }
        let ply = &self.plies[self.top];
        debug_assert_eq!(
            ply.accumulators,
            Color::ALL.map(|color| self.network.refresh_from_scratch(board, color)),
            "{board:#}"
        );
        let us = board.side_to_move();
        let [ours, theirs] = [us, !us].map(|color| &ply.accumulators[color.index()]);
        self.network.output(ours, theirs, board.occupied().count())
    }

    /// Computes the current accumulator of `color`: from the last ply that has one, or from the
    /// cache if its king has since crossed to the other half of the board.
    #[inline]
    fn materialize(&mut self, board: &Board, color: Color) {
        let side = color.index();
        let mirrored = self.plies[self.top].mirrored[side];
        let mut ready = self.top;
        while !self.plies[ready].ready[side] {
            if ready == 0 || self.plies[ready - 1].mirrored[side] != mirrored {
                return self.refresh(board, color, mirrored);
            }
            ready -= 1;
        }
        for ply in ready + 1..=self.top {
            self.update(ply, color, mirrored);
        }
    }

    /// Computes the accumulator of a ply from the previous ply's.
    #[inline]
    fn update(&mut self, ply: usize, color: Color, mirrored: bool) {
        let side = color.index();
        let [parent, child] = &mut self.plies[ply - 1..=ply] else {
            return;
        };
        let row = |&piece: &PieceAt| self.network.input(feature(color, mirrored, piece));
        let (from, to) = (&parent.accumulators[side], &mut child.accumulators[side]);
        let changes = &child.changes;
        match (changes.added.as_slice(), changes.removed.as_slice()) {
            ([add], [sub]) => to.derive(from, [row(add)], [row(sub)]),
            ([add], [a, b]) => to.derive(from, [row(add)], [row(a), row(b)]),
            ([a, b], [c, d]) => to.derive(from, [row(a), row(b)], [row(c), row(d)]),
            _ => *to = *from,
        }
        child.ready[side] = true;
    }

    /// Computes the current accumulator from the cached board.
    fn refresh(&mut self, board: &Board, color: Color, mirrored: bool) {
        let side = color.index();
        let cached = &mut self.cache[side][usize::from(mirrored)];
        for piece in Piece::ALL {
            let now = board.colored(piece.color(), piece.kind());
            let before = std::mem::replace(&mut cached.pieces[piece.index()], now);
            let row = |square| {
                self.network
                    .input(feature(color, mirrored, (piece, square)))
            };
            for square in now - before {
                cached.accumulator.add(row(square));
            }
            for square in before - now {
                cached.accumulator.subtract(row(square));
            }
        }
        let ply = &mut self.plies[self.top];
        ply.accumulators[side] = cached.accumulator;
        ply.ready[side] = true;
    }
}
