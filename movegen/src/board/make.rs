//! Making moves.

use super::Board;
use super::core::Core;
use crate::moves::Move;
use crate::types::{Black, Color, ConstColor, Piece, PieceType, Square, White};

impl Board {
    /// Makes a legal move.
    ///
    /// # Panics
    /// May panic, or leave an inconsistent board, if the move is not legal here. Check moves that
    /// do not come from the generator with [`is_legal`](Self::is_legal).
    #[inline]
    pub fn make(&mut self, mv: Move) {
        match self.side_to_move {
            Color::White => self.make_as::<White>(mv),
            Color::Black => self.make_as::<Black>(mv),
        }
    }

    /// [`make`](Self::make) with the side to move known at compile time.
    #[inline(always)]
    fn make_as<S: ConstColor>(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal on {self}");
        let moved = self
            .piece_on(mv.from())
            .expect("there is a piece on the from square");
        if let Some(path) = mv.castle_path() {
            self.lift(path.king_from);
            self.lift(path.rook_from);
            self.place(Piece::new(S::COLOR, PieceType::King), path.king_to);
            self.place(Piece::new(S::COLOR, PieceType::Rook), path.rook_to);
        } else {
            if let Some(square) = mv.capture_square() {
                self.lift(square);
            }
            self.lift(mv.from());
            let arrived = mv.promotion().unwrap_or(moved.kind());
            self.place(Piece::new(S::COLOR, arrived), mv.to());
        }
        let before = self.core;
        self.core.make::<S>(moved.kind(), mv);
        self.pass_turn::<S>(&before);
        if mv.is_capture() || moved.kind() == PieceType::Pawn {
            self.halfmove_clock = 0;
        }
        self.checks = self.core.check_info::<S::Opponent>();
        self.debug_check();
    }

    /// Makes a null move: passes the turn. Resets the halfmove clock, so that no repetition is
    /// found across it.
    ///
    /// # Panics
    /// In debug builds, if the side to move is in check; other builds leave a board whose king can be
    /// captured.
    ///
    /// ```
    /// use movegen::{Board, Color};
    ///
    /// let mut board = Board::default();
    /// board.make_null();
    /// assert_eq!(board.side_to_move(), Color::Black);
    /// ```
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        match self.side_to_move {
            Color::White => self.make_null_as::<White>(),
            Color::Black => self.make_null_as::<Black>(),
        }
    }

    fn make_null_as<S: ConstColor>(&mut self) {
        let before = self.core;
        self.core.en_passant = None;
        self.pass_turn::<S>(&before);
        self.halfmove_clock = 0;
        self.checks = self.core.check_info::<S::Opponent>();
        self.debug_check();
    }

    /// Passes the turn to the opponent of `S`, updates the state key and advances the counters, which
    /// saturate. `before` is the core before the move.
    #[inline(always)]
    fn pass_turn<S: ConstColor>(&mut self, before: &Core) {
        self.side_to_move = !S::COLOR;
        let rights = |core: &Core| (core.castling, core.en_passant);
        if rights(&self.core) == rights(before) {
            self.keys.pass_turn();
        } else {
            self.update_state_key();
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if S::COLOR == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
    }

    /// Compares all incremental state with a rebuild from the mailbox, in debug builds only.
    #[inline(always)]
    fn debug_check(&self) {
        // The setup copies everything else. Compared as parts, because `Debug` shows only some of them.
        let derived = |board: &Self| (board.core, board.keys, board.checks);
        debug_assert_eq!(
            Self::try_from(&self.setup()).map(|rebuilt| derived(&rebuilt)),
            Ok(derived(self)),
            "{self:#}"
        );
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
    pub(super) fn place(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = Some(piece);
        self.keys.toggle_piece(piece, square);
    }
}
