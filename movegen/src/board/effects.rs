//! Effects of a move without making it: the captured piece and the key of the next position.

use super::Board;
use crate::moves::Move;
use crate::types::Piece;
use crate::zobrist;

impl Board {
    /// The piece that a legal move captures. Castling captures nothing.
    ///
    /// ```
    /// use movegen::{Board, Piece};
    ///
    /// let board: Board = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2".parse()?;
    /// assert_eq!(board.captured(board.parse_uci("e5d6")?), Some(Piece::BlackPawn));
    /// assert_eq!(board.captured(board.parse_uci("e5e6")?), None);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        self.piece_on(mv.capture_square()?)
    }

    /// Predicts [`key`](Self::key) after a legal move with a few table reads, early enough to
    /// prefetch a hash table entry while the move is being made.
    ///
    /// Exact unless the move castles, captures en passant, changes castling rights or allows an en
    /// passant capture; then the prediction is wrong.
    ///
    /// ```
    /// use movegen::Board;
    ///
    /// let board = Board::default();
    /// let mv = board.parse_uci("g1f3")?;
    /// let predicted = board.predicted_key(mv);
    /// let mut next = board;
    /// next.make(mv);
    /// assert_eq!(next.key(), predicted);
    /// # Ok::<_, movegen::ParseMoveError>(())
    /// ```
    #[inline]
    pub fn predicted_key(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.piece_on(from);
        let arrived = match mv.promotion() {
            Some(kind) => Some(Piece::new(self.side_to_move, kind)),
            None => moved,
        };
        self.key_after_null()
            ^ zobrist::piece_number(moved, from)
            ^ zobrist::piece_number(self.piece_on(to), to)
            ^ zobrist::piece_number(arrived, to)
    }

    /// The exact [`key`](Self::key) after [`make_null`](Self::make_null).
    #[inline]
    pub fn key_after_null(&self) -> u64 {
        self.key() ^ zobrist::turn_difference() ^ zobrist::en_passant_number(self.en_passant())
    }
}
