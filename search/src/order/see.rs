//! Static exchange evaluation (SEE): the material balance of a move and all recaptures on its
//! target. <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use movegen::attacks::{bishop_attacks, rook_attacks};
use movegen::{Bitboard, Board, Move, PieceType};

use crate::params;
use crate::score::Score;

/// The value of a piece in exchanges; 0 for the king, which is never captured.
#[inline(always)]
pub(crate) fn piece_value(kind: PieceType) -> Score {
    match kind {
        PieceType::Pawn => params::see_pawn(),
        PieceType::Knight => params::see_knight(),
        PieceType::Bishop => params::see_bishop(),
        PieceType::Rook => params::see_rook(),
        PieceType::Queen => params::see_queen(),
        PieceType::King => 0,
    }
}

/// The material a move wins before any recapture.
#[inline(always)]
pub(crate) fn gain(board: &Board, mv: Move) -> Score {
    let captured = board.captured(mv);
    captured.map_or(0, |piece| piece_value(piece.kind()))
        + mv.promotion()
            .map_or(0, |kind| piece_value(kind) - piece_value(PieceType::Pawn))
}

/// True if the exchange started by `mv` wins at least `threshold`, in internal units, for the side
/// to move. Each side captures with its least valuable piece and may stop at any time. Pins are
/// ignored.
pub fn see_ge(board: &Board, mv: Move, threshold: Score) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = board.piece_on(from) else {
        return threshold <= 0;
    };
    // No recapture: the target is not attacked, and no slider attacks it through the vacated
    // square.
    let threats = board.threats();
    if threshold <= 0 && !threats.contains(to) && !threats.contains(from) {
        return true;
    }
    // The surplus over the threshold if the moved piece is not recaptured, then if it is.
    let mut balance = gain(board, mv) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= piece_value(mv.promotion().unwrap_or(piece.kind()));
    if balance >= 0 {
        return true;
    }

    let mut occupied = occupied_after(board, mv);
    let mut attackers = board.attackers(to, occupied) & occupied;
    let diagonal = board.pieces(PieceType::Bishop) | board.pieces(PieceType::Queen);
    let orthogonal = board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
    let us = board.side_to_move();
    let mut stm = !us;
    while let Some((kind, capturer)) = least_valuable(board, attackers & board.colors(stm)) {
        if kind == PieceType::King && attackers.intersects(board.colors(!stm)) {
            // The king cannot capture a defended piece.
            break;
        }
        occupied -= capturer;
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            attackers |= rook_attacks(to, occupied) & orthogonal;
        }
        attackers &= occupied;
        stm = !stm;
        // The balance is now that of the capturer, `!stm`, if `stm` recaptures.
        balance = -balance - 1 - piece_value(kind);
        if balance >= 0 {
            break;
        }
    }
    // `stm` is the side that stopped capturing, so the other side won the exchange.
    stm != us
}

/// The occupied squares after a move other than castling.
#[inline(always)]
fn occupied_after(board: &Board, mv: Move) -> Bitboard {
    let captured = mv.capture_square().map_or(Bitboard::EMPTY, Bitboard::of);
    (board.occupied() - mv.from().into() - captured) | mv.to().into()
}

/// The type and square of the least valuable of `pieces`.
#[inline]
fn least_valuable(board: &Board, pieces: Bitboard) -> Option<(PieceType, Bitboard)> {
    if pieces.is_empty() {
        return None;
    }
    PieceType::ALL.into_iter().find_map(|kind| {
        let square = (pieces & board.pieces(kind)).first()?;
        Some((kind, square.into()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn see(board: &Board, mv: Move) -> Score {
        let mut low: Score = -4000;
        let mut high = 4000;
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

    /// The value of an exchange by recursion: capture with the least valuable piece, or stop.
    fn exchange(board: &Board, mv: Move) -> Score {
        fn take(
            board: &Board,
            to: movegen::Square,
            mut occupied: Bitboard,
            stm: movegen::Color,
            target_piece: Score,
        ) -> Score {
            let attackers = board.attackers(to, occupied) & occupied;
            let Some((kind, capturer)) = least_valuable(board, attackers & board.colors(stm))
            else {
                return 0;
            };
            occupied -= capturer;
            let recapturers = board.attackers(to, occupied) & occupied & board.colors(!stm);
            if kind == PieceType::King && recapturers.any() {
                return 0;
            }
            (target_piece - take(board, to, occupied, !stm, piece_value(kind))).max(0)
        }
        if mv.is_castle() {
            return 0;
        }
        let target_piece = mv
            .promotion()
            .unwrap_or(board.piece_on(mv.from()).unwrap().kind());
        gain(board, mv)
            - take(
                board,
                mv.to(),
                occupied_after(board, mv),
                !board.side_to_move(),
                piece_value(target_piece),
            )
    }

    #[test]
    fn see_thresholds_agree_with_a_recursive_exchange() {
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
    fn see_of_known_exchanges() {
        let [pawn, rook, queen] =
            [PieceType::Pawn, PieceType::Rook, PieceType::Queen].map(piece_value);
        for (fen, mv, value) in [
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", pawn),
            // The pawn recaptures, not the queen; then the knight stays away.
            ("3qk3/8/2p5/3p4/4P3/2N5/8/4K3 w - - 0 1", "e4d5", 0),
            // Both second rooks attack through the first ones.
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", pawn - rook),
            (
                "3r3k/2P5/8/8/8/8/8/K7 w - - 0 1",
                "c7d8q",
                rook + queen - pawn,
            ),
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 0),
            ("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", pawn - queen),
        ] {
            let board: Board = fen.parse().unwrap();
            let found = see(&board, board.parse_uci(mv).unwrap());
            assert_eq!(found, value, "{mv} on {fen}");
        }
    }

    #[test]
    fn see_of_castling_is_zero() {
        let board: Board = "4k3/8/8/8/8/8/8/RK6 w A - 0 1".parse().unwrap();
        let castle = board.parse_uci("O-O-O").unwrap();
        assert_eq!(see(&board, castle), 0);
        assert_eq!(gain(&board, castle), 0);
    }
}
