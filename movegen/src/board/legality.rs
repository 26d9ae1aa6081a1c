//! Legality test for moves that do not come from the generator, such as hash moves: they may have
//! been stored for another position or be arbitrary bits.

use super::Board;
use crate::attacks::{line, pawn_attacks, piece_attacks};
use crate::bitboard::Bitboard;
use crate::castling::CastleSide;
use crate::moves::{Move, MoveKind};
use crate::types::{Black, Color, ConstColor, PieceType, Rank, Square, White};

impl Board {
    /// True if `mv` is one of the [`legal_moves`](Self::legal_moves), with the same kind. Accepts any
    /// of the 65,535 values of a move. [`parse_uci`](Self::parse_uci) finds the move for a text.
    ///
    /// ```
    /// use movegen::{Board, Move, MoveKind, Square};
    ///
    /// let board = Board::default();
    /// let push = Move::new(Square::E2, Square::E4, MoveKind::DOUBLE_PUSH);
    /// assert!(board.is_legal(push));
    /// let wrong_kind = Move::new(Square::E2, Square::E4, MoveKind::QUIET);
    /// assert!(!board.is_legal(wrong_kind));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        match self.side_to_move() {
            Color::White => self.is_legal_as::<White>(mv),
            Color::Black => self.is_legal_as::<Black>(mv),
        }
    }

    fn is_legal_as<S: ConstColor>(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from) else {
            return false;
        };
        if piece.color() != S::COLOR {
            return false;
        }
        match (piece.kind(), mv.kind()) {
            (PieceType::King, MoveKind::CASTLE) => self.is_legal_castle(from, to),
            (PieceType::Pawn, MoveKind::EN_PASSANT) => {
                let capturers = || self.core.en_passant_capturers(S::COLOR, to);
                self.en_passant() == Some(to) && capturers().contains(from)
            }
            (PieceType::Pawn, kind) => {
                self.is_pseudo_legal_pawn_move(from, to, kind)
                    && self.leaves_king_safe::<S>(from, to)
            }
            (kind, MoveKind::QUIET | MoveKind::CAPTURE) => {
                let us = S::COLOR;
                let reach = piece_attacks(kind, us, from, self.occupied());
                let targets = if mv.is_capture() {
                    self.colors(!us)
                } else {
                    !self.occupied()
                };
                (reach & targets).contains(to)
                    && if kind == PieceType::King {
                        !self.threats().contains(to)
                    } else {
                        self.leaves_king_safe::<S>(from, to)
                    }
            }
            _ => false,
        }
    }

    /// True if castling with the king on `king` and the rook on `rook` is legal.
    fn is_legal_castle(&self, king: Square, rook: Square) -> bool {
        let us = self.side_to_move();
        let side = CastleSide::of(king, rook);
        let castle = self.core.legal_castle(&self.checks, us, side);
        !self.in_check() && castle.is_some_and(|path| path.rook_from == rook)
    }

    /// True if a pawn on `from` has a pseudo-legal move of this kind to `to`: checks and pins are
    /// not considered.
    fn is_pseudo_legal_pawn_move(&self, from: Square, to: Square, kind: MoveKind) -> bool {
        let us = self.side_to_move();
        let empty = !self.occupied();
        let single = Bitboard::of(from).forward(us) & empty;
        let targets = match kind.without_promotion() {
            MoveKind::QUIET => single,
            MoveKind::CAPTURE => pawn_attacks(us, from) & self.colors(!us),
            MoveKind::DOUBLE_PUSH => {
                let third = Bitboard::rank(Rank::Third.relative_to(us));
                (single & third).forward(us) & empty
            }
            _ => return false,
        };
        let arrives = to.rank() == Rank::Eighth.relative_to(us);
        targets.contains(to) && arrives == kind.is_promotion()
    }

    /// True if a move of a piece other than the king resolves any check and respects any pin.
    fn leaves_king_safe<S: ConstColor>(&self, from: Square, to: Square) -> bool {
        let king = self.king(S::COLOR);
        !self.checkers().more_than_one()
            && self.core.check_mask::<S>(&self.checks).contains(to)
            && (!self.pinned().contains(from) || line(king, from).contains(to))
    }
}
