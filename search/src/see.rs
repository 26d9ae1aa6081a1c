//! Static exchange evaluation: what a move wins or loses when both sides take back on its target.

use movegen::attacks::{bishop_attacks, rook_attacks};
use movegen::{Bitboard, Board, Move, PieceType};

use crate::params;
use crate::score::Score;

/// What a man is worth in exchanges. A king is never taken.
#[inline(always)]
pub(crate) fn value(kind: PieceType) -> Score {
    match kind {
        PieceType::Pawn => params::see_pawn(),
        PieceType::Knight => params::see_knight(),
        PieceType::Bishop => params::see_bishop(),
        PieceType::Rook => params::see_rook(),
        PieceType::Queen => params::see_queen(),
        PieceType::King => 0,
    }
}

/// What a move captures. Castling takes nothing, though a rook stands on its target square.
#[inline(always)]
pub(crate) fn captured(board: &Board, mv: Move) -> Option<PieceType> {
    if mv.is_en_passant() {
        Some(PieceType::Pawn)
    } else if mv.is_capture() {
        board.piece_on(mv.to()).map(|piece| piece.kind())
    } else {
        None
    }
}

/// What a move wins before anybody takes back.
#[inline(always)]
pub(crate) fn gain(board: &Board, mv: Move) -> Score {
    captured(board, mv).map_or(0, value)
        + mv.promotion()
            .map_or(0, |kind| value(kind) - value(PieceType::Pawn))
}

/// True when the exchange that `mv` starts is worth at least `threshold` to the side to move.
///
/// Each side takes with its least valuable man and stops when that is better; see
/// "Static Exchange Evaluation" in the Chess Programming Wiki. Pins are not looked at.
pub(crate) fn see_ge(board: &Board, mv: Move, threshold: Score) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = board.piece_on(from) else {
        return threshold <= 0;
    };
    // Nothing attacks the target, and no slider can attack it through the square that becomes free.
    let threats = board.threats();
    if threshold <= 0 && !threats.contains(to) && !threats.contains(from) {
        return true;
    }
    // What is won even when the moved man is lost, and what is won if it is not.
    let mut balance = gain(board, mv) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value(mv.promotion().unwrap_or(mover.kind()));
    if balance >= 0 {
        return true;
    }

    let mut occupied = (board.occupied() - from.into()) | to.into();
    if mv.is_en_passant() {
        // The pawn that was passed stands beside the one that passes.
        occupied -= movegen::Square::new(to.file(), from.rank()).into();
    }
    let mut attackers = board.attackers(to, occupied) & occupied;
    let diagonal = board.pieces(PieceType::Bishop) | board.pieces(PieceType::Queen);
    let orthogonal = board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
    let mover = board.side_to_move();
    let mut stm = !mover;
    while let Some((kind, taker)) = least(board, attackers & board.colors(stm)) {
        if kind == PieceType::King && attackers.intersects(board.colors(!stm)) {
            // The king would be taken.
            break;
        }
        occupied -= taker;
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            attackers |= rook_attacks(to, occupied) & orthogonal;
        }
        attackers &= occupied;
        stm = !stm;
        // Now `stm` has lost what stood on the target, and the balance is seen from its side.
        balance = -balance - 1 - value(kind);
        if balance >= 0 {
            break;
        }
    }
    // Who cannot or need not take any more has lost the exchange.
    stm != mover
}

/// The least valuable of some men: its kind and its square as a set.
#[inline]
fn least(board: &Board, men: Bitboard) -> Option<(PieceType, Bitboard)> {
    if men.is_empty() {
        return None;
    }
    PieceType::ALL.into_iter().find_map(|kind| {
        let square = (men & board.pieces(kind)).first()?;
        Some((kind, square.into()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn see(board: &Board, mv: Move) -> Score {
        let mut low: Score = -2000;
        let mut high = 2000;
        while low < high {
            let middle = (low + high + 1).div_euclid(2);
            if see_ge(board, mv, middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// The value of an exchange the slow way: play it out with the least valuable man, or stop.
    fn exchange(board: &Board, mv: Move) -> Score {
        fn take(
            board: &Board,
            to: movegen::Square,
            mut occupied: Bitboard,
            stm: movegen::Color,
            standing: Score,
        ) -> Score {
            let attackers = board.attackers(to, occupied) & occupied;
            let Some((kind, taker)) = least(board, attackers & board.colors(stm)) else {
                return 0;
            };
            occupied -= taker;
            let answered = board.attackers(to, occupied) & occupied & board.colors(!stm);
            if kind == PieceType::King && answered.any() {
                return 0;
            }
            (standing - take(board, to, occupied, !stm, value(kind))).max(0)
        }
        if mv.is_castle() {
            return 0;
        }
        let mut occupied = (board.occupied() - mv.from().into()) | mv.to().into();
        if mv.is_en_passant() {
            occupied -= movegen::Square::new(mv.to().file(), mv.from().rank()).into();
        }
        let standing = mv
            .promotion()
            .unwrap_or(board.piece_on(mv.from()).unwrap().kind());
        gain(board, mv)
            - take(
                board,
                mv.to(),
                occupied,
                !board.side_to_move(),
                value(standing),
            )
    }

    #[test]
    fn thresholds_agree_with_the_exchange_played_out() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "rR2K1N1/8/8/8/8/8/8/4k3 w - - 0 1",
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            for mv in board.legal_moves() {
                assert_eq!(see(&board, mv), exchange(&board, mv), "{mv:?} on {fen}");
            }
        }
    }

    #[test]
    fn castling_is_no_capture() {
        let board: Board = "4k3/8/8/8/8/8/8/RK6 w A - 0 1".parse().unwrap();
        let castle = board.parse_uci("O-O-O").unwrap();
        assert_eq!(see(&board, castle), 0);
        assert_eq!(gain(&board, castle), 0);
    }
}
