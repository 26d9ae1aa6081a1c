//! Static exchange evaluation: the material outcome of the captures that follow a move on its
//! landing square. The current grows with each capture, so attackers of river squares are
//! recomputed at every step. <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use movegen::Color;

use super::params::SEE_VALUES;
use crate::bits::Bits;
use crate::rules::Rules;
use crate::types::{Kind, Move};

/// Kinds from the least valuable to the most.
const ORDER: [Kind; 7] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
    Kind::Amazon,
    Kind::King,
];

pub(super) fn value(kind: Kind) -> i32 {
    SEE_VALUES[kind as usize]
}

/// The material that a move wins at once.
pub(super) fn gain<R: Rules>(position: &R, mv: Move) -> i32 {
    let captured = position.captured(mv).map_or(0, value);
    let promoted = position.promotion(mv);
    captured + promoted.map_or(0, |kind| value(kind) - value(Kind::Pawn))
}

/// True if the exchange that `mv` begins wins at least `threshold`.
pub(super) fn see_ge<R: Rules>(position: &R, mv: Move, threshold: i32) -> bool {
    let mut balance = gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    let Some(mover) = position.piece_on(mv.from()) else {
        return false;
    };
    let moved = position.promotion(mv).unwrap_or(mover.kind());
    let Some(target) = position.landing(mv) else {
        // A drowned piece is lost; a plank is worth the pawn that became one.
        return mover.kind() == Kind::RearPawn || balance >= value(mover.kind());
    };
    // At worst, the moved piece is lost next.
    balance -= value(moved);
    if balance >= 0 {
        return true;
    }
    let us = position.side_to_move();
    let mut occupied = position.occupied();
    occupied &= !R::Set::of(mv.from());
    occupied |= R::Set::of(target);
    let mut captures = [0; 2];
    captures[us as usize] = usize::from(position.captured(mv).is_some());
    let mut side = !us;
    loop {
        let attackers =
            position.attackers(target, occupied, side, captures[side as usize]) & occupied;
        let Some(kind) = least(position, attackers, side) else {
            break;
        };
        if kind == Kind::King {
            let replies = position.attackers(target, occupied, !side, captures[!side as usize]);
            if (replies & occupied).any() {
                break;
            }
        }
        let from = (attackers & position.pieces(side, kind)).first();
        occupied &= !from.map_or(R::Set::EMPTY, R::Set::of);
        captures[side as usize] += 1;
        side = !side;
        balance = -balance - 1 - value(kind);
        if balance >= 0 {
            break;
        }
    }
    // `side` gains nothing by capturing further: it has lost the exchange.
    side != us
}

/// The least valuable kind among the attackers of a side.
fn least<R: Rules>(position: &R, attackers: R::Set, side: Color) -> Option<Kind> {
    let present = |kind: &Kind| (attackers & position.pieces(side, *kind)).any();
    ORDER.into_iter().find(present)
}
