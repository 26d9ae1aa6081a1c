//! Whether a move that did not come from the generator is legal: one from a shared table, say,
//! which may have been stored for another position or be no move at all.

use super::Board;
use crate::attacks::{line, pawn_attacks, piece_attacks};
use crate::bitboard::Bitboard;
use crate::castling::CastleSide;
use crate::moves::{Move, MoveKind};
use crate::types::{Black, Color, PieceType, Rank, Side, Square, White};

impl Board {
    /// True when `mv` is one of the legal moves, for any of the 65,535 values a move can have.
    pub fn is_legal(&self, mv: Move) -> bool {
        match self.side_to_move() {
            Color::White => self.is_legal_as::<White>(mv),
            Color::Black => self.is_legal_as::<Black>(mv),
        }
    }

    fn is_legal_as<S: Side>(&self, mv: Move) -> bool {
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
                let capturers = || self.position.capturers_in_passing(S::COLOR, to);
                self.en_passant() == Some(to) && capturers().contains(from)
            }
            (PieceType::Pawn, kind) => {
                self.pawn_goes(from, to, kind) && self.leaves_king_safe::<S>(from, to)
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

    /// Whether castling with the rook on `rook` is legal for a king on `king`.
    fn is_legal_castle(&self, king: Square, rook: Square) -> bool {
        let us = self.side_to_move();
        let side = CastleSide::of(king, rook);
        let castle = self.position.legal_castle(&self.checks, us, side);
        !self.in_check() && castle.is_some_and(|path| path.rook_from == rook)
    }

    /// Whether a pawn on `from` can make a move of this kind to `to`, its king's safety apart.
    fn pawn_goes(&self, from: Square, to: Square, kind: MoveKind) -> bool {
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

    /// Whether a man other than the king answers every check and breaks no pin by going from one
    /// square to the other.
    fn leaves_king_safe<S: Side>(&self, from: Square, to: Square) -> bool {
        let king = self.king(S::COLOR);
        !self.checkers().has_many()
            && self.position.check_mask::<S>(&self.checks).contains(to)
            && (!self.pinned().contains(from) || line(king, from).contains(to))
    }
}
