//! Making moves on a board.

use super::Board;
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

    /// Copies this board into `next` and makes a legal move there: the fastest way to the next
    /// board when a place for it exists already, such as a slot of a search stack.
    ///
    /// # Panics
    /// As [`make`](Self::make).
    #[inline]
    pub fn make_into(&self, mv: Move, next: &mut Self) {
        next.clone_from(self);
        next.make(mv);
    }

    /// [`make`](Self::make) for a side to move known to the compiler.
    #[inline(always)]
    pub(crate) fn make_as<S: Side>(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal on {self}");
        let moved = self
            .piece_on(mv.from())
            .expect("a piece stands on the from square");
        if let Some(path) = mv.castle_path() {
            self.lift(path.king_from);
            self.lift(path.rook_from);
            self.drop(Piece::new(S::COLOR, PieceType::King), path.king_to);
            self.drop(Piece::new(S::COLOR, PieceType::Rook), path.rook_to);
        } else {
            if let Some(square) = mv.capture_square() {
                self.lift(square);
            }
            self.lift(mv.from());
            let arrived = mv.promotion().unwrap_or(moved.kind());
            self.drop(Piece::new(S::COLOR, arrived), mv.to());
        }
        self.position.make::<S>(moved.kind(), mv);
        self.pass_turn::<S>();
        if mv.is_capture() || moved.kind() == PieceType::Pawn {
            self.halfmove_clock = 0;
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

    /// Removes a piece from the mailbox and the keys.
    #[inline(always)]
    fn lift(&mut self, square: Square) {
        if let Some(piece) = self.mailbox[square.index()].take() {
            self.keys.toggle_piece(piece, square);
        }
    }

    /// Adds a piece to the mailbox and the keys.
    #[inline(always)]
    fn drop(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = Some(piece);
        self.keys.toggle_piece(piece, square);
    }
}
