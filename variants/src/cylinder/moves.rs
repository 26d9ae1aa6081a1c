//! Pseudo-legal moves of the cylindrical game.

use movegen::Color;

use super::attacks::{RANKS, pawn_attacks};
use super::{Cylinder, FRONT_RANKS, HOME_RANKS, REAR_RANKS, rank_set};
use crate::bits::Bits;
use crate::rules::{MoveFilter, Rules};
use crate::types::{Kind, Move, MoveList, Square};

impl Cylinder {
    /// Adds the pseudo-legal moves of the side to move.
    pub(super) fn generate_moves(&self, filter: MoveFilter, list: &mut MoveList) {
        let board = &self.board;
        let (side, occupied, water) = (board.side, board.occupied(), self.water());
        let wanted = match filter {
            MoveFilter::All => !board.color(side),
            MoveFilter::Noisy => board.color(!side),
        };
        self.generate_pawns(filter, list);
        for kind in [
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Queen,
            Kind::Amazon,
            Kind::King,
        ] {
            for from in board.of(side, kind).squares() {
                let targets = Self::reach(kind, from, occupied, water) & wanted;
                list.extend(targets.squares().map(|to| Move::new(from, to)));
            }
        }
        if filter == MoveFilter::All && board.castling.bits() != 0 && !self.in_check() {
            let attacked = |square| self.is_attacked(square, !side);
            board.generate_castling(HOME_RANKS[side as usize], attacked, list);
        }
    }

    /// Adds the step and the double step of a pawn that moves up the board or down.
    #[inline]
    fn push_pawn(&self, from: Square, up: bool, home: usize, list: &mut MoveList) {
        let occupied = self.board.occupied();
        let one = from.next(up);
        if occupied.has(one) {
            return;
        }
        list.push(Move::new(from, one));
        if from.rank() == home && !occupied.has(one.next(up)) {
            list.push(Move::new(from, one.next(up)));
        }
    }

    fn generate_pawns(&self, filter: MoveFilter, list: &mut MoveList) {
        let side = self.board.side;
        let up = side == Color::White;
        let en_passant = self.board.en_passant.map_or(0, u128::of);
        let victims = self.board.color(!side) | en_passant;
        let about_to_promote = rank_set(if up { RANKS - 2 } else { 1 });
        for from in self.board.of(side, Kind::Pawn).squares() {
            let captures = pawn_attacks(up, from) & victims;
            list.extend(captures.squares().map(|to| Move::new(from, to)));
            if filter == MoveFilter::All || about_to_promote.has(from) {
                self.push_pawn(from, up, FRONT_RANKS[side as usize], list);
            }
        }
        if filter == MoveFilter::All {
            for from in self.board.of(side, Kind::RearPawn).squares() {
                self.push_pawn(from, !up, REAR_RANKS[side as usize], list);
            }
        }
    }
}
