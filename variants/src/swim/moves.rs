//! Pseudo-legal moves of the swimming game, from the nominal destinations and the current.

use movegen::Color;

use super::{HOME_RANKS, LAST_RANKS, PAWN_RANKS, RIVER, Swim, carried, remaining};
use crate::bits::Bits;
use crate::rules::{MoveFilter, Rules};
use crate::types::{FILES, Kind, Move, MoveList, Square};

impl Swim {
    /// Adds the pseudo-legal moves of the side to move.
    pub(super) fn generate_moves(&self, filter: MoveFilter, list: &mut MoveList) {
        let board = &self.board;
        let (side, occupied) = (board.side, board.occupied());
        self.generate_pawns(filter, list);
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for from in board.of(side, kind).squares() {
                let targets = Self::attacks(kind, side, from, occupied);
                let allowed = self.allowed(from, targets, filter, 0).squares();
                list.extend(allowed.map(|to| Move::new(from, to)));
            }
        }
        let king = board.king(side);
        let targets = Self::attacks(Kind::King, side, king, occupied) & !RIVER;
        let allowed = self.allowed(king, targets, filter, 0).squares();
        list.extend(allowed.map(|to| Move::new(king, to)));
        if filter == MoveFilter::All && board.castling.bits() != 0 && !self.in_check() {
            let attacked = |square| self.is_attacked(square, !side);
            board.generate_castling(HOME_RANKS[side as usize], attacked, list);
        }
    }

    /// Nominal destinations of a pawn: pushes to empty squares and captures.
    #[inline]
    fn pawn_targets(&self, from: Square) -> u64 {
        let side = self.board.side;
        let empty = !self.board.occupied();
        let up = side == Color::White;
        let one = from.next(up);
        let mut targets = u64::of(one) & empty;
        if targets.any() && from.rank() == PAWN_RANKS[side as usize] {
            targets |= u64::of(one.next(up)) & empty;
        }
        let en_passant = self.board.en_passant.map_or(0, u64::of);
        let victims = self.board.color(!side) | en_passant;
        targets | Self::attacks(Kind::Pawn, side, from, 0) & victims
    }

    /// The nominal destinations among `targets` that the current and the side's own pieces allow; for
    /// [`MoveFilter::Noisy`] only captures and squares of `also`.
    #[inline]
    fn allowed(&self, from: Square, targets: u64, filter: MoveFilter, also: u64) -> u64 {
        let side = self.board.side;
        let wanted = match filter {
            MoveFilter::All => !self.board.color(side),
            MoveFilter::Noisy => self.board.color(!side) | also,
        };
        let drift = self.drift(side);
        let targets = targets & !self.board.color(side);
        let entering = targets & RIVER;
        if drift == 0 || RIVER.has(from) || !entering.any() {
            return targets & wanted;
        }
        let landing = carried(entering, drift) & wanted;
        // At eight files or more, `landing` is empty.
        let landed = landing >> drift.min(FILES);
        let drowned = match filter {
            MoveFilter::All => entering & !remaining(drift),
            MoveFilter::Noisy => 0,
        };
        targets & !RIVER & wanted | landed | drowned
    }

    fn generate_pawns(&self, filter: MoveFilter, list: &mut MoveList) {
        let side = self.board.side;
        let en_passant = self.board.en_passant.map_or(0, u64::of);
        for from in self.board.of(side, Kind::Pawn).squares() {
            let targets = self.pawn_targets(from);
            for to in self
                .allowed(from, targets, filter, LAST_RANKS | en_passant)
                .squares()
            {
                let mv = Move::new(from, to);
                list.push(mv);
                if LAST_RANKS.has(to) {
                    list.extend((1..Move::PROMOTIONS.len()).map(|choice| mv.promoting(choice)));
                }
            }
        }
    }
}
