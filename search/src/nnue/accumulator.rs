//! The first layer's sums along the line being searched, worked out only when they are asked for.

use std::sync::Arc;

use movegen::{Bitboard, Board, Changes, Color, Move, Piece};

use super::features::{Man, feature, is_mirrored};
use super::network::{Network, Sums};
use crate::score::MAX_PLY;

/// A ply of the line.
#[derive(Clone)]
struct Ply {
    /// From the ply before.
    changes: Changes,
    /// Whether White and Black see the board mirrored.
    mirrored: [bool; 2],
    /// Whether the sums below are worked out.
    ready: [bool; 2],
    /// As White and Black see it.
    sums: [Sums; 2],
}

/// The last board that was refreshed for one perspective and half: the next is not far from it
/// ("Finny tables", after Luecx's Koivisto).
#[derive(Clone)]
struct Refreshed {
    men: [Bitboard; 12],
    sums: Sums,
}

/// The accumulators of one thread.
pub(crate) struct Accumulators {
    network: Arc<Network>,
    plies: Box<[Ply]>,
    /// The ply of the position at hand.
    top: usize,
    /// By perspective and mirroring.
    cache: [[Refreshed; 2]; 2],
}

/// Plies of a line: one for each move made, and the root.
const PLIES: usize = MAX_PLY + 2;

impl Accumulators {
    pub(crate) fn new(network: Arc<Network>) -> Self {
        let ply = Ply {
            changes: Changes::default(),
            mirrored: [false; 2],
            ready: [false; 2],
            sums: [Sums::ZERO; 2],
        };
        let empty = Refreshed {
            men: [Bitboard::EMPTY; 12],
            sums: *network.biases(),
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
    pub(crate) fn begin(&mut self, board: &Board) {
        self.top = 0;
        self.enter(board, Changes::default());
        // The root's own evaluation often comes from the transposition table. Without this, every
        // leaf would then find no accumulator on its line and refresh its own.
        for color in Color::ALL {
            self.bring_up(board, color);
        }
    }

    /// A move was made on `parent` and led to `child`.
    #[inline]
    pub(crate) fn make(&mut self, parent: &Board, mv: Move, child: &Board) {
        self.top += 1;
        self.enter(child, parent.changes(mv));
    }

    /// The turn was passed, which led to `child`.
    #[inline]
    pub(crate) fn make_null(&mut self, child: &Board) {
        self.top += 1;
        self.enter(child, Changes::default());
    }

    /// The last move was taken back.
    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        self.top -= 1;
    }

    #[inline(always)]
    fn enter(&mut self, board: &Board, changes: Changes) {
        let ply = &mut self.plies[self.top];
        ply.changes = changes;
        ply.mirrored = Color::ALL.map(|color| is_mirrored(board.king(color)));
        ply.ready = [false; 2];
    }

    /// What the position at hand, which must be `board`, is worth to the side to move, in
    /// centipawns.
    #[inline]
    pub(crate) fn evaluate(&mut self, board: &Board) -> i32 {
        for color in Color::ALL {
            self.bring_up(board, color);
        }
        let ply = &self.plies[self.top];
        debug_assert_eq!(
            ply.sums,
            Color::ALL.map(|color| self.network.rebuild(board, color)),
            "{board:#}"
        );
        let us = board.side_to_move();
        let [ours, theirs] = [us, !us].map(|color| &ply.sums[color.index()]);
        self.network.output(ours, theirs, board.occupied().count())
    }

    /// Works out the sums of `color` at the top: from the last ply that has them, or, if its king
    /// has changed sides since, from the cache.
    #[inline]
    fn bring_up(&mut self, board: &Board, color: Color) {
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

    /// Works out the sums of a ply from those of the one before.
    #[inline]
    fn update(&mut self, ply: usize, color: Color, mirrored: bool) {
        let side = color.index();
        let [parent, child] = &mut self.plies[ply - 1..=ply] else {
            return;
        };
        let row = |&man: &Man| self.network.input(feature(color, mirrored, man));
        let (from, to) = (&parent.sums[side], &mut child.sums[side]);
        match (
            child.changes.added.as_slice(),
            child.changes.removed.as_slice(),
        ) {
            ([add], [sub]) => to.derive(from, [row(add)], [row(sub)]),
            ([add], [a, b]) => to.derive(from, [row(add)], [row(a), row(b)]),
            ([a, b], [c, d]) => to.derive(from, [row(a), row(b)], [row(c), row(d)]),
            _ => *to = *from,
        }
        child.ready[side] = true;
    }

    /// Works out the sums at the top from the board refreshed last.
    fn refresh(&mut self, board: &Board, color: Color, mirrored: bool) {
        let side = color.index();
        let cached = &mut self.cache[side][usize::from(mirrored)];
        for piece in Piece::ALL {
            let now = board.colored(piece.color(), piece.kind());
            let before = std::mem::replace(&mut cached.men[piece.index()], now);
            let row = |square| {
                self.network
                    .input(feature(color, mirrored, (piece, square)))
            };
            for square in now - before {
                cached.sums.add(row(square));
            }
            for square in before - now {
                cached.sums.subtract(row(square));
            }
        }
        let ply = &mut self.plies[self.top];
        ply.sums[side] = cached.sums;
        ply.ready[side] = true;
    }
}

/// A line of moves with its accumulators, for measurements and for programs that walk games.
pub struct Line(Accumulators);

impl Line {
    /// A line that begins at `board`.
    pub fn new(network: Arc<Network>, board: &Board) -> Self {
        let mut accumulators = Accumulators::new(network);
        accumulators.begin(board);
        Self(accumulators)
    }

    /// Makes a legal move; at most 255 before they are taken back.
    ///
    /// # Panics
    /// When the line grows longer.
    #[inline]
    pub fn make(&mut self, parent: &Board, mv: Move, child: &Board) {
        self.0.make(parent, mv, child);
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub fn unmake(&mut self) {
        self.0.unmake();
    }

    /// What the position at hand is worth to the side to move, in centipawns.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        self.0.evaluate(board)
    }
}
