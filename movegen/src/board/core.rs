//! Only the state that legal moves depend on: piece sets, castling rights, en passant.
//!
//! [`Board`](super::Board) adds the mailbox, the keys and the counters. Perft needs none of those
//! and makes its moves here.

use crate::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, pawn_set_attacks, rook_attacks,
    setwise,
};
use crate::bitboard::Bitboard;
use crate::castling::{CastlePath, CastlingRights};
use crate::moves::{Move, MoveKind, en_passant_victim};
use crate::types::{Color, ConstColor, PieceType, Square};

/// The part of a [`Board`](super::Board) that determines the legal moves, except the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Core {
    pub(super) pieces: [Bitboard; 6],
    pub(super) colors: [Bitboard; 2],
    pub(super) castling: CastlingRights,
    /// Set only if a legal en passant capture exists, so that equal positions have equal keys.
    pub(super) en_passant: Option<Square>,
}

/// Checks, pins and threats against the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CheckInfo {
    /// The pieces that give check.
    pub(super) checkers: Bitboard,
    /// The pieces of the side to move that shield their king from a slider.
    pub(super) pinned: Bitboard,
    /// The squares the opponent attacks, with the king of the side to move removed as a blocker.
    pub(super) threats: Bitboard,
}

impl CheckInfo {
    pub(super) const NONE: Self = Self {
        checkers: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
        threats: Bitboard::EMPTY,
    };

    /// True if there is neither a check nor a pin.
    #[inline(always)]
    pub(super) fn are_none(&self) -> bool {
        (self.checkers | self.pinned).is_empty()
    }
}

impl Core {
    pub(super) const EMPTY: Self = Self {
        pieces: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
        castling: CastlingRights::NONE,
        en_passant: None,
    };

    #[inline(always)]
    pub(super) fn colored(&self, color: Color, kind: PieceType) -> Bitboard {
        self.colors[color.index()] & self.pieces[kind.index()]
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Square {
        self.colored(color, PieceType::King).first_or_a1()
    }

    /// The knights and sliders of `color`, which [`setwise`] handles as sets.
    #[inline(always)]
    pub(super) fn knights_and_sliders(&self, color: Color) -> setwise::Pieces {
        let own = self.colors[color.index()];
        let queens = self.pieces[PieceType::Queen.index()];
        setwise::Pieces {
            knights: own & self.pieces[PieceType::Knight.index()],
            diagonal: own & (self.pieces[PieceType::Bishop.index()] | queens),
            orthogonal: own & (self.pieces[PieceType::Rook.index()] | queens),
        }
    }

    /// The squares that the pawns of `color` attack.
    #[inline(always)]
    pub(super) fn pawn_attacks(&self, color: Color) -> Bitboard {
        pawn_set_attacks(color, self.colored(color, PieceType::Pawn))
    }

    /// The squares that each kind of piece of `color` attacks, from pawn to king.
    #[inline(always)]
    pub(super) fn attacks_by_kind(&self, color: Color) -> [Bitboard; 6] {
        let pieces = |kind| self.colored(color, kind);
        let [bishops, rooks, queens] = setwise::sliders_by_kind(
            pieces(PieceType::Bishop),
            pieces(PieceType::Rook),
            pieces(PieceType::Queen),
            !self.occupied(),
        );
        let pawns = self.pawn_attacks(color);
        let knights = setwise::knights(pieces(PieceType::Knight));
        let king = king_attacks(self.king(color));
        [pawns, knights, bishops, rooks, queens, king]
    }

    /// Computes checks, pins and threats against `S`, the side to move.
    #[inline(always)]
    pub(super) fn check_info<S: ConstColor>(&self) -> CheckInfo {
        let (us, them) = (S::COLOR, !S::COLOR);
        let king = self.king(us);
        // The king does not block: it cannot escape along the line of a checking slider.
        let empty = !self.occupied() | king.into();
        let (attacks, facing) = setwise::attacks_facing(
            self.knights_and_sliders(them),
            empty,
            setwise::Rays::from(king),
        );
        let pawns = self.pawn_attacks(them);
        let threats = attacks | pawns | king_attacks(self.king(them));

        let suspects = facing & self.colors[us.index()];
        let (checkers, pinned) = if suspects.any() || threats.contains(king) {
            self.checkers_and_pins::<S>(suspects)
        } else {
            (Bitboard::EMPTY, Bitboard::EMPTY)
        };
        CheckInfo {
            checkers,
            pinned,
            threats,
        }
    }

    /// The pieces that give check to `S`, and the `suspects` aligned with its king with nothing in
    /// between.
    #[inline(never)]
    fn checkers_and_pins<S: ConstColor>(&self, suspects: Bitboard) -> (Bitboard, Bitboard) {
        let (us, them) = (S::COLOR, !S::COLOR);
        let king = self.king(us);
        let attackers = self.knights_and_sliders(them);
        let diagonals = bishop_attacks(king, self.occupied());
        let orthogonals = rook_attacks(king, self.occupied());
        let checkers = (diagonals & attackers.diagonal)
            | (orthogonals & attackers.orthogonal)
            | (knight_attacks(king) & attackers.knights)
            | (pawn_attacks(us, king) & self.colored(them, PieceType::Pawn));
        (checkers, suspects & (diagonals | orthogonals))
    }

    /// The position after a legal move of `S` by a piece of `kind`.
    #[cfg(feature = "perft")]
    #[inline(always)]
    pub(super) fn after<S: ConstColor>(&self, kind: PieceType, mv: Move) -> Self {
        let mut next = *self;
        next.make::<S>(kind, mv);
        next
    }

    /// Makes a legal move of `S` by a piece of `kind`.
    #[inline(always)]
    pub(super) fn make<S: ConstColor>(&mut self, kind: PieceType, mv: Move) {
        let (us, them) = (S::COLOR, !S::COLOR);
        let (from, to) = (mv.from(), mv.to());
        self.en_passant = None;
        if let Some(path) = mv.castle_path() {
            self.castle::<S>(path);
            return;
        }
        // Clearing the target square in every piece set avoids a branch on the captured kind.
        let target = Bitboard::of(to);
        for set in &mut self.pieces {
            *set -= target;
        }
        self.colors[them.index()] -= target;
        if mv.is_en_passant() {
            let victim = Bitboard::of(en_passant_victim(to));
            self.pieces[PieceType::Pawn.index()] ^= victim;
            self.colors[them.index()] ^= victim;
        }
        let arrived = mv.promotion().unwrap_or(kind);
        self.pieces[kind.index()] ^= from.into();
        self.pieces[arrived.index()] |= target;
        self.colors[us.index()] ^= target | from.into();

        if mv.is_capture() {
            self.castling.lose_rook(them, to);
        }
        match kind {
            PieceType::Rook => self.castling.lose_rook(us, from),
            PieceType::King => self.castling.clear(us),
            PieceType::Pawn if mv.kind() == MoveKind::DOUBLE_PUSH => {
                let passed = Square::from_index((from.index() as u8 + to.index() as u8) / 2);
                self.en_passant = self.capturable_en_passant(them, passed);
            }
            _ => {}
        }
    }

    /// Lifts king and rook before dropping either: each may land on the other's square.
    #[inline(always)]
    fn castle<S: ConstColor>(&mut self, path: CastlePath) {
        let king = Bitboard::of(path.king_to);
        let rook = Bitboard::of(path.rook_to);
        let lifted = Bitboard::of(path.king_from) | path.rook_from.into();
        self.pieces[PieceType::King.index()] ^= king ^ path.king_from.into();
        self.pieces[PieceType::Rook.index()] ^= rook ^ path.rook_from.into();
        let own = &mut self.colors[S::COLOR.index()];
        *own = (*own ^ lifted) | king | rook;
        self.castling.clear(S::COLOR);
    }

    /// Returns `square`, which a pawn has just passed over, if `us` can legally capture there.
    #[inline(always)]
    pub(super) fn capturable_en_passant(&self, us: Color, square: Square) -> Option<Square> {
        let near = pawn_attacks(!us, square) & self.colored(us, PieceType::Pawn);
        (near.any() && self.en_passant_capturers(us, square).any()).then_some(square)
    }

    /// The pawns of `us` with a legal en passant capture on `to`. Each capture is tested with the
    /// resulting occupancy: it removes two pawns from one rank, which pins do not cover.
    pub(super) fn en_passant_capturers(&self, us: Color, to: Square) -> Bitboard {
        let victim = Bitboard::of(en_passant_victim(to));
        let near = pawn_attacks(!us, to) & self.colored(us, PieceType::Pawn);
        near.into_iter()
            .filter(|&from| {
                let occupied = (self.occupied() ^ victim ^ from.into()) | to.into();
                let attackers = self.attackers(self.king(us), occupied);
                ((attackers & self.colors[(!us).index()]) - victim).is_empty()
            })
            .collect()
    }

    /// The pieces of both colors that attack `square`, with `occupied` as blockers.
    #[inline(always)]
    pub(super) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        let white_pawns = pawns & self.colors[Color::White.index()];
        let black_pawns = pawns & self.colors[Color::Black.index()];
        (pawn_attacks(Color::Black, square) & white_pawns)
            | (pawn_attacks(Color::White, square) & black_pawns)
            | (knight_attacks(square) & knights)
            | (bishop_attacks(square, occupied) & (bishops | queens))
            | (rook_attacks(square, occupied) & (rooks | queens))
            | (king_attacks(square) & kings)
    }
}
