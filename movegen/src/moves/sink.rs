//! Receivers of generated moves: a list, or a function called with each move.

use super::{Move, MoveKind};
use crate::bitboard::Bitboard;
use crate::types::{PieceType, Square};

/// Receives moves in sets that differ only in their target squares. All methods must be inlined, so
/// that pieces and kinds are constants where the generator has constants.
pub(crate) trait MoveSink {
    /// The moves of a piece from one square. Those to squares in `captures` capture, the others are
    /// quiet.
    fn piece(&mut self, piece: PieceType, from: Square, targets: Bitboard, captures: Bitboard);

    /// The moves of pawns that take the same step, in squares.
    fn pawns(&mut self, step: i8, targets: Bitboard, kind: MoveKind);

    /// A single move.
    fn single(&mut self, piece: PieceType, mv: Move);
}

/// Calls a function with each move and the type of its piece.
#[cfg_attr(
    not(feature = "perft"),
    allow(dead_code, reason = "lists made with AVX-512 do without it")
)]
pub(crate) struct Each<F>(pub(crate) F);

impl<F: FnMut(PieceType, Move)> MoveSink for Each<F> {
    #[inline(always)]
    fn piece(&mut self, piece: PieceType, from: Square, targets: Bitboard, captures: Bitboard) {
        for to in targets {
            let kind = if captures.contains(to) {
                MoveKind::CAPTURE
            } else {
                MoveKind::QUIET
            };
            self.0(piece, Move::new(from, to, kind));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        for to in targets {
            let from = Square::from_index((to.index() as i8 - step) as u8);
            self.0(PieceType::Pawn, Move::new(from, to, kind));
        }
    }

    #[inline(always)]
    fn single(&mut self, piece: PieceType, mv: Move) {
        self.0(piece, mv);
    }
}

// `vector` has another implementation.
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512vbmi2",
    target_feature = "bmi2"
)))]
impl MoveSink for super::MoveList {
    #[inline(always)]
    fn piece(&mut self, piece: PieceType, from: Square, targets: Bitboard, captures: Bitboard) {
        Each(|_, mv| self.push(mv)).piece(piece, from, targets, captures);
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, targets: Bitboard, kind: MoveKind) {
        Each(|_, mv| self.push(mv)).pawns(step, targets, kind);
    }

    #[inline(always)]
    fn single(&mut self, _: PieceType, mv: Move) {
        self.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::moves::{MAX_MOVES, MoveList};
    use crate::types::{File, Rank};

    /// Sends the same moves to any sink.
    fn send(sink: &mut impl MoveSink, from: Square, targets: Bitboard, captures: Bitboard) {
        let [first, second, seventh, eighth] =
            [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth].map(Bitboard::rank);
        let castling = Move::new(Square::E1, Square::H1, MoveKind::CASTLE);
        sink.piece(PieceType::Queen, from, targets - from.into(), captures);
        sink.piece(PieceType::Rook, from, targets - from.into(), Bitboard::ALL);
        sink.pawns(8, targets - first, MoveKind::QUIET);
        sink.single(PieceType::King, castling);
        sink.pawns(16, targets - first - second, MoveKind::DOUBLE_PUSH);
        sink.pawns(-16, targets - seventh - eighth, MoveKind::DOUBLE_PUSH);
        sink.piece(
            PieceType::Knight,
            from,
            targets - from.into(),
            Bitboard::EMPTY,
        );
        sink.pawns(
            -9,
            targets - eighth - Bitboard::file(File::H),
            MoveKind::CAPTURE,
        );
    }

    #[test]
    fn a_list_has_the_moves_that_a_function_is_called_with() {
        let mut rng = SmallRng::seed_from_u64(59);
        for _ in 0..10_000 {
            let common = (0..rng.random_range(2..5)).map(|_| rng.random());
            let targets = Bitboard(common.fold(!0, |set, random: u64| set & random));
            // A queen has at most 27.
            if targets.count() > 27 {
                continue;
            }
            let from = Square::from_index(rng.random_range(0..64));
            let captures = Bitboard(rng.random());
            for length in [0, 5, MAX_MOVES - 8 * 32] {
                let before = Move::new(Square::E2, Square::E4, MoveKind::DOUBLE_PUSH);
                let mut list: MoveList = iter::repeat_n(before, length).collect();
                let mut expected = list.to_vec();
                send(
                    &mut Each(|_, mv| expected.push(mv)),
                    from,
                    targets,
                    captures,
                );
                send(&mut list, from, targets, captures);
                assert_eq!(list.as_slice(), expected);
            }
        }
    }
}
