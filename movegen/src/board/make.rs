//! Making moves on a board.

use super::Board;
use super::position::{CastlePath, captured_in_passing};
use crate::moves::Move;
use crate::types::{Black, Color, Piece, PieceType, Side, Square, White};

impl Board {
    /// Makes a legal move.
    ///
    /// # Panics
    /// May panic, or leave a board without sense, when the move is not legal here: ask
    /// [`is_legal`](Self::is_legal) about a move that did not come from the generator.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        match self.side_to_move {
            Color::White => self.make_as::<White>(mv),
            Color::Black => self.make_as::<Black>(mv),
        }
    }

    /// [`make`](Self::make) for a side to move known to the compiler.
    #[inline(always)]
    pub(crate) fn make_as<S: Side>(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal on {self}");
        let us = S::COLOR;
        let (from, to) = (mv.from(), mv.to());
        let moved = self
            .piece_on(from)
            .expect("a man stands on the from square");

        self.position = self.position.after::<S>(moved.kind(), mv);
        self.pass_turn::<S>();

        if mv.is_castle() {
            let path = CastlePath::new(us, from, to);
            self.take(path.king_from);
            self.take(path.rook_from);
            self.put(Piece::new(us, PieceType::King), path.king_to);
            self.put(Piece::new(us, PieceType::Rook), path.rook_to);
        } else {
            if mv.is_capture() {
                self.take(if mv.is_en_passant() {
                    captured_in_passing(to)
                } else {
                    to
                });
            }
            if mv.is_capture() || moved.kind() == PieceType::Pawn {
                self.halfmove_clock = 0;
            }
            self.take(from);
            self.put(Piece::new(us, mv.promotion().unwrap_or(moved.kind())), to);
        }
        self.checks = self.position.checks::<S::Opponent>();
        self.debug_check();
    }

    /// Passes the turn without a move. Not allowed in check, where the opponent would then be
    /// able to take the king. The halfmove clock starts again, so that nothing repeats across it.
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        match self.side_to_move {
            Color::White => self.make_null_as::<White>(),
            Color::Black => self.make_null_as::<Black>(),
        }
    }

    fn make_null_as<S: Side>(&mut self) {
        self.position.en_passant = None;
        self.pass_turn::<S>();
        self.halfmove_clock = 0;
        self.checks = self.position.checks::<S::Opponent>();
        self.debug_check();
    }

    /// Ends the ply of `S`, whose position is already the next one. A clock at its end stays there.
    #[inline(always)]
    fn pass_turn<S: Side>(&mut self) {
        self.side_to_move = !S::COLOR;
        self.update_state_key();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if S::COLOR == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
    }

    /// In debug builds: is every incremental value what a rebuild from the mailbox makes it?
    #[inline(always)]
    fn debug_check(&self) {
        debug_assert_eq!(Self::try_from(&self.setup()).as_ref(), Ok(self), "{self:#}");
    }

    /// Takes a man off the mailbox and out of the keys.
    #[inline(always)]
    fn take(&mut self, square: Square) {
        if let Some(piece) = self.mailbox[square.index()].take() {
            self.keys.toggle_piece(piece, square);
        }
    }

    /// Puts a man on the mailbox and into the keys.
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = Some(piece);
        self.keys.toggle_piece(piece, square);
    }
}
