//! Static exchange evaluation: the material outcome of the captures that follow a move on its
//! landing square. The current grows with each capture, so attackers of river squares are
//! recomputed at every step. <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use movegen::Color;

use super::params::SEE_VALUES;
use crate::bits::Bits;
use crate::rules::Rules;
use crate::types::{Kind, Move, Square};

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
    if position.board().is_en_passant(mv) {
        occupied &= !R::Set::of(Square::new(target.file(), mv.from().rank()));
    }
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

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::rules::MoveFilter;
    use crate::types::MoveList;
    use crate::{Cylinder, Swim};

    /// The material that the side to move wins by captures on `target`, each by the least valuable
    /// piece. `None` if a pin forbids one or it promotes, which SEE does not consider.
    fn exchange<R: Rules>(position: &R, target: Square) -> Option<i32> {
        let mut list = MoveList::new();
        position.generate(MoveFilter::All, &mut list);
        let mut least = None;
        for mv in list {
            if position.landing(mv) != Some(target) || position.captured(mv).is_none() {
                continue;
            }
            let kind = position.piece_on(mv.from())?.kind();
            let Some(next) = position.make(mv) else {
                match kind {
                    Kind::King => continue,
                    _ => return None,
                }
            };
            if position.promotion(mv).is_some() {
                return None;
            }
            let order = ORDER.iter().position(|&other| other == kind)?;
            let order = (order, mv.from().index());
            if least.is_none_or(|(known, _, _)| order < known) {
                least = Some((order, mv, next));
            }
        }
        let Some((_, mv, next)) = least else {
            return Some(0);
        };
        Some((gain(position, mv) - exchange(&next, target)?).max(0))
    }

    fn compare<R: Rules>(seed: u64) {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut compared = 0;
        for _ in 0..60 {
            let mut position = R::from_fen(R::GAME.start).unwrap();
            for _ in 0..150 {
                let moves = position.legal_moves();
                for &mv in &moves {
                    let next = position.make(mv).unwrap();
                    let target = position.landing(mv);
                    let Some(lost) = target.and_then(|target| exchange(&next, target)) else {
                        continue;
                    };
                    let value = gain(&position, mv) - lost;
                    let (fen, found) = (position.fen(), |limit| see_ge(&position, mv, limit));
                    assert!(found(value) && !found(value + 1), "{fen} {mv:?} {value}");
                    compared += 1;
                }
                // Captures more often than other moves, and at last none.
                let captures = moves.iter().filter(|&&mv| position.captured(mv).is_some());
                let captures: Vec<_> = captures.collect();
                let mv = match captures.is_empty() || random.random_ratio(7, 8) {
                    true => moves.get(random.random_range(0..moves.len().max(1))),
                    false => Some(captures[random.random_range(0..captures.len())]),
                };
                let Some(&mv) = mv else {
                    break;
                };
                position = position.make(mv).unwrap();
            }
        }
        assert!(compared > 50_000, "{compared}");
    }

    #[test]
    fn exchanges_equal_captures_played_out() {
        compare::<Swim>(1);
        compare::<Cylinder>(2);
    }

    #[test]
    fn a_pawn_taken_en_passant_does_not_stay_in_the_way() {
        let fen = "8/5Qs1/sss4s/1n2k1nr/1r5p/2pb2p1/4p3/p2PpP2/6Pb/PPPB3P/1R2K1R1/2S1SSSS/8/N7 b - f6                    a1,b1,d1,d14,e14,f14 0 24";
        let position = Cylinder::from_fen(fen).unwrap();
        let mv = crate::parse_move(&position, "e7f6").unwrap();
        assert!(see_ge(&position, mv, 0) && !see_ge(&position, mv, 1));
    }
}
