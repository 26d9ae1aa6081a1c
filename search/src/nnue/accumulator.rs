//! The first layer's accumulators along a line of moves, computed lazily.

use std::sync::Arc;

use movegen::{Board, Color};

use super::changes::{Changes, View};
use super::features::{Attacks, flips, is_mirrored};
use super::network::{Accumulator, Network};
use crate::score::MAX_PLY;

/// One ply of the line. Arrays are indexed by perspective.
#[derive(Clone)]
struct Ply {
    view: View,
    /// True if the attacks of the view are up to date.
    attacks_ready: bool,
    /// True for accumulators that are up to date.
    ready: [bool; 2],
    accumulators: [Accumulator; 2],
}

/// An entry of the refresh cache ("Finny tables", after Luecx's Koivisto): the last board refreshed
/// for one perspective and board half. The next one differs in few inputs.
#[derive(Clone)]
struct FinnyEntry {
    view: View,
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
const PLIES: usize = MAX_PLY + 1;

impl AccumulatorStack {
    /// A stack without a position: call [`begin`](Self::begin) first.
    pub fn new(network: Arc<Network>) -> Self {
        let board = Board::default();
        let view = View::of(&board);
        let ply = Ply {
            view: view.clone(),
            attacks_ready: false,
            ready: [false; 2],
            accumulators: [Accumulator::ZERO; 2],
        };
        let entry = |color, mirrored| FinnyEntry {
            view: view.clone(),
            accumulator: network.accumulator(&board, color, mirrored),
        };
        Self {
            plies: vec![ply; PLIES].into_boxed_slice(),
            top: 0,
            cache: Color::ALL.map(|color| [false, true].map(|mirrored| entry(color, mirrored))),
            network,
        }
    }

    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins a new line at `board`.
    pub fn begin(&mut self, board: &Board) {
        self.top = 0;
        self.plies[0].reset(board);
        // The root's evaluation often comes from the transposition table. Without this, every leaf
        // would then find no accumulator on its line and refresh its own.
        self.materialize();
    }

    /// Adds a move or null move that led to `child`; at most 255 per line.
    ///
    /// # Panics
    /// May panic if the line is longer.
    #[inline]
    pub fn push(&mut self, child: &Board) {
        self.top += 1;
        self.plies[self.top].reset(child);
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// May panic if there is none.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.top -= 1;
    }

    /// The network's score of the current position for the side to move, in internal units.
    #[inline]
    pub fn evaluate(&mut self) -> i32 {
        self.materialize();
        let ply = &self.plies[self.top];
        let board = &ply.view.board;
        debug_assert_eq!(
            ply.accumulators,
            Color::ALL.map(|color| {
                let mirrored = ply.is_mirrored(color);
                self.network.accumulator(board, color, mirrored)
            }),
            "{board:#}"
        );
        let us = board.side_to_move();
        let [ours, theirs] = [us, !us].map(|color| &ply.accumulators[color.index()]);
        self.network.output(ours, theirs, board.occupied().count())
    }

    /// Computes the current accumulators, and those of the plies before that lack them.
    #[inline]
    fn materialize(&mut self) {
        let ready = [self.last_ready(Color::White), self.last_ready(Color::Black)];
        let first = match ready {
            [Some(white), Some(black)] => white.min(black),
            [Some(ply), None] | [None, Some(ply)] => ply,
            [None, None] => self.top,
        };
        let mut changes = Changes::default();
        for ply in first + 1..=self.top {
            let (before, rest) = self.plies.split_at_mut(ply);
            let (parent, child) = (&before[ply - 1], &mut rest[0]);
            child.update_attacks();
            changes.set(&parent.view, &child.view);
            for color in Color::ALL {
                let side = color.index();
                if ready[side].is_some_and(|ready| ready < ply) {
                    let mirrored = child.is_mirrored(color);
                    let (from, to) = (&parent.accumulators[side], &mut child.accumulators[side]);
                    self.network.update(from, to, &changes, color, mirrored);
                    child.ready[side] = true;
                }
            }
        }
        for color in Color::ALL {
            if ready[color.index()].is_none() {
                self.refresh(color);
            }
        }
    }

    /// The last ply with an accumulator of `color`, or `None` if its king has since crossed to the
    /// other half of the board.
    #[inline]
    fn last_ready(&self, color: Color) -> Option<usize> {
        let side = color.index();
        let mirrored = self.plies[self.top].is_mirrored(color);
        let line = self.plies[..=self.top].iter();
        let same_half = line
            .rev()
            .take_while(|ply| ply.is_mirrored(color) == mirrored);
        let distance = same_half.map(|ply| ply.ready[side]).position(|ready| ready);
        distance.map(|distance| self.top - distance)
    }

    /// Computes the current accumulator from the cached board.
    fn refresh(&mut self, color: Color) {
        let ply = &mut self.plies[self.top];
        ply.update_attacks();
        let side = color.index();
        let mirrored = ply.is_mirrored(color);
        let cached = &mut self.cache[side][usize::from(mirrored)];
        let mut changes = Changes::default();
        changes.set(&cached.view, &ply.view);
        let (from, to) = (&cached.accumulator, &mut ply.accumulators[side]);
        self.network.update(from, to, &changes, color, mirrored);
        cached.view = ply.view.clone();
        cached.accumulator = ply.accumulators[side];
        ply.ready[side] = true;
    }
}

impl Ply {
    #[inline(always)]
    fn reset(&mut self, board: &Board) {
        self.view.board = *board;
        self.attacks_ready = false;
        self.ready = [false; 2];
    }

    #[inline(always)]
    fn is_mirrored(&self, perspective: Color) -> bool {
        is_mirrored(self.view.board.king(perspective))
    }

    /// Computes the attacks of the view unless they are up to date.
    #[inline(always)]
    fn update_attacks(&mut self) {
        if !self.attacks_ready {
            self.view.attacks = Attacks::of(&self.view.board);
            self.attacks_ready = true;
        }
    }
}

impl Network {
    /// Sets `to` to the accumulator `from` of a perspective after changes.
    #[inline]
    fn update(
        &self,
        from: &Accumulator,
        to: &mut Accumulator,
        changes: &Changes,
        perspective: Color,
        mirrored: bool,
    ) {
        let flips = flips(perspective, mirrored);
        let row = |&input: &u16| self.input(usize::from(input ^ flips));
        let (added, removed) = (changes.added.iter(), changes.removed.iter());
        to.set(from, added.map(row), removed.map(row));
    }
}
