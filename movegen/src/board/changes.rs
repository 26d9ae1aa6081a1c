//! Effects of a move without making it: pieces removed and added, the captured piece, and the key
//! of the next position.

use arrayvec::ArrayVec;

use super::Board;
use crate::moves::Move;
use crate::types::{Piece, PieceType, Square};
use crate::zobrist;

/// The pieces that a move removes from the board and adds to it.
///
/// Castling removes and adds both king and rook, even if one of them stays on its square or they
/// swap squares, so apply every removal before the first addition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The moving piece, then the captured piece or the castling rook if there is one.
    pub removed: ArrayVec<(Piece, Square), 2>,
    /// The moving or promoted piece, then the castling rook if there is one.
    pub added: ArrayVec<(Piece, Square), 2>,
}

impl Board {
    /// The pieces that a legal move removes and adds.
    ///
    /// ```
    /// use movegen::{Board, Piece, Square};
    ///
    /// let board: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let changes = board.changes(board.parse_uci("O-O")?);
    /// let [king, rook] = [Piece::WhiteKing, Piece::WhiteRook];
    /// assert_eq!(changes.removed[..], [(king, Square::E1), (rook, Square::H1)]);
    /// assert_eq!(changes.added[..], [(king, Square::G1), (rook, Square::F1)]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn changes(&self, mv: Move) -> Changes {
        let mut changes = Changes::default();
        let us = self.side_to_move;
        if let Some(path) = mv.castle_path() {
            let (king, rook) = (
                Piece::new(us, PieceType::King),
                Piece::new(us, PieceType::Rook),
            );
            changes.removed.push((king, path.king_from));
            changes.removed.push((rook, path.rook_from));
            changes.added.push((king, path.king_to));
            changes.added.push((rook, path.rook_to));
            return changes;
        }
        if let Some(piece) = self.piece_on(mv.from()) {
            let arrived = mv.promotion().map_or(piece, |kind| Piece::new(us, kind));
            changes.removed.push((piece, mv.from()));
            changes.added.push((arrived, mv.to()));
        }
        if let Some(square) = mv.capture_square()
            && let Some(piece) = self.piece_on(square)
        {
            changes.removed.push((piece, square));
        }
        changes
    }

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
    /// let predicted = board.key_after(mv);
    /// let mut next = board;
    /// next.make(mv);
    /// assert_eq!(next.key(), predicted);
    /// # Ok::<_, movegen::ParseMoveError>(())
    /// ```
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
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
