//! The conditions on the board under which castling is legal.

use movegen::chess960::ORTHODOX;
use movegen::{File, Move, Piece, Rank};

use super::*;

#[test]
fn castling_may_exchange_king_and_rook() {
    let board = board("4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
    assert_eq!(
        play(board, "O-O").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let board = self::board("4k3/8/8/8/8/8/8/2RK4 w Q - 0 1");
    assert_eq!(
        play(board, "O-O-O").to_string(),
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    );
}

#[test]
fn castling_may_move_only_the_king() {
    let board = board("k7/8/8/8/8/8/8/1K3R2 w K - 0 1");
    assert_eq!(
        play(board, "O-O").to_string(),
        "k7/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let board = self::board("k7/8/8/8/8/8/8/3R2K1 w Q - 0 1");
    assert_eq!(
        play(board, "O-O-O").to_string(),
        "k7/8/8/8/8/8/8/2KR4 b - - 1 1"
    );
}

#[test]
fn castling_may_move_only_the_rook() {
    let board = board("4k3/8/8/8/8/8/8/6KR w K - 0 1");
    assert_eq!(
        play(board, "O-O").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let board = self::board("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1");
    assert_eq!(
        play(board, "O-O-O").to_string(),
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    );
}

/// Neither the king nor the rook captures on its target square.
#[test]
fn castling_captures_nothing() {
    may_not("4k3/8/8/8/8/8/8/4K1nR w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/2n2RK1 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/4Kb1R w K - 0 1", "O-O");
    // King and rook end beyond both of their squares.
    may_not("4k3/8/8/8/8/8/8/1KR2b2 w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/RK1n4 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/RKn5 w Q - 0 1", "O-O-O");
}

#[test]
fn castling_is_blocked_by_own_pieces() {
    may_not("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/1K1B3R w K - 0 1", "O-O");
}

#[test]
fn castling_is_blocked_by_enemy_pieces() {
    may_not("4k3/8/8/8/8/8/8/R1b1K3 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/1K1b3R w K - 0 1", "O-O");
}

/// The squares up to the king's target must be vacant, except for king and rook.
#[test]
fn castling_needs_a_vacant_king_path() {
    may("4k3/8/8/8/8/8/8/1KR5 w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/1KRN4 w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/1KR1N3 w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/1KR3N1 w K - 0 1", "O-O");
    may("4k3/8/8/8/8/8/8/1KR4N w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/2N2RK1 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/NN3RK1 w Q - 0 1", "O-O-O");
}

/// The squares up to the rook's target must be vacant, except for king and rook.
#[test]
fn castling_needs_a_vacant_rook_path() {
    may("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/RK1N4 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/RKN5 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/RK2N3 w Q - 0 1", "O-O-O");
    // The king stays on c1; the rook crosses b1.
    may_not("4k3/8/8/8/8/8/8/RNK5 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/R1KN4 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/5NKR w K - 0 1", "O-O");
}

/// The king's square must not be attacked.
#[test]
fn castling_out_of_check_is_illegal() {
    may_not_in_check("k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    may_not_in_check("7k/8/8/8/8/3n4/8/R3K3 w Q - 0 1", "O-O-O");
    may_not_in_check("7k/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "O-O-O");
    // Not even if the king stays on its square or steps out of the line.
    may_not_in_check("k5r1/8/8/8/8/8/8/6KR w K - 0 1", "O-O");
    may_not_in_check("2r4k/8/8/8/8/8/8/R1K5 w Q - 0 1", "O-O-O");
    may_not_in_check("k4r2/8/8/8/8/8/8/5KR1 w K - 0 1", "O-O");
}

/// The king's target square must not be attacked.
#[test]
fn castling_into_check_is_illegal() {
    may_not("k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    may_not("2r4k/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    may_not("k7/8/8/8/8/8/7p/4K2R w K - 0 1", "O-O");
    may_not("8/8/8/8/8/8/7k/4KR2 w K - 0 1", "O-O");
    may_not("7k/8/8/8/8/8/1p6/R3K3 w Q - 0 1", "O-O-O");
}

/// The squares the king crosses must not be attacked.
#[test]
fn castling_through_check_is_illegal() {
    may_not("k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    may_not("3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    for attacked in ["2r5", "3r4", "4r3", "5r2", "6r1"] {
        may_not(&format!("{attacked}/k7/8/8/8/8/8/1K5R w K - 0 1"), "O-O");
    }
    may("7r/k7/8/8/8/8/8/1K5R w K - 0 1", "O-O");
    may("r7/2k5/8/8/8/8/8/1K5R w K - 0 1", "O-O");
}

/// The rook's square is on the king's path like any other.
#[test]
fn castling_across_the_attacked_rook_is_illegal() {
    may_not("k4r2/8/8/8/8/8/8/1K3R2 w K - 0 1", "O-O");
    may_not("k1r5/8/8/8/8/8/8/1KR5 w K - 0 1", "O-O");
    may_not("k2r4/8/8/8/8/8/8/3R2K1 w Q - 0 1", "O-O-O");
    may_not("k5r1/8/8/8/8/8/8/5KR1 w K - 0 1", "O-O");
}

/// Squares off the king's path may be attacked, the rook's own included.
#[test]
fn castling_with_an_attacked_rook_is_legal() {
    may("4k3/1b6/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    may("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    may("k6r/8/8/8/8/8/8/6KR w K - 0 1", "O-O");
}

#[test]
fn castling_rook_may_cross_and_reach_attacked_squares() {
    may("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    // The rook's target may be attacked if the king does not cross it.
    may("3r3k/8/8/8/8/8/8/R1K5 w Q - 0 1", "O-O-O");
    may("k4r2/8/8/8/8/8/8/6KR w K - 0 1", "O-O");
}

/// The king's path must be safe with king and rook lifted, not only with the rook in place.
#[test]
fn castling_with_a_pinned_rook_is_illegal() {
    for fen in [
        "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1",
        "4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1",
        "4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1",
        "4k3/8/8/8/8/8/8/rRK5 w Q - 0 1",
        "4k3/8/8/8/8/8/8/r1RK4 w Q - 0 1",
        "4k3/8/8/8/8/8/8/1qRK4 w Q - 0 1",
        "4k3/8/8/8/8/8/8/1r1R2K1 w Q - 0 1",
    ] {
        may_not(fen, "O-O-O");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/3K2Rr w K - 0 1",
        "4k3/8/8/8/8/8/8/4K1Rq w K - 0 1",
        "4k3/8/8/8/8/8/8/5KRr w K - 0 1",
        "4k3/8/8/8/8/8/8/1KR4r w K - 0 1",
    ] {
        may_not(fen, "O-O");
    }
    // The piece beside the rook does not attack along the rank.
    may("4k3/8/8/8/8/8/8/bR2K3 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/nR2K3 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/3K2Rn w K - 0 1", "O-O");
    // Another piece shields the king instead of the rook.
    may("4k3/8/8/8/8/8/8/rNR1K3 w Q - 0 1", "O-O-O");
}

/// Only the position after the whole move counts, not one with just the king moved.
#[test]
fn castling_is_a_single_move() {
    let board = board("6k1/Q7/8/8/1B6/8/8/4K2R w K - 0 1");
    // With the king on g1 and the rook still on h1 Black would be stalemated.
    let half = self::board("6k1/Q7/8/8/1B6/8/8/6KR b - - 0 1");
    assert!(!half.has_legal_move() && !half.in_check());
    let castled = play(board, "O-O");
    assert_eq!(castled.count_moves(), 1);
    assert!(castled.parse_uci("g8h8").is_ok());
}

/// King or rook may also reach its castled square by an ordinary move.
#[test]
fn castling_differs_from_a_king_or_rook_move() {
    let start = board("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert_eq!(
        play(start, "f1g1").to_string(),
        "4k3/8/8/8/8/8/8/6KR b - - 1 1"
    );
    assert_eq!(
        play(start, "f1h1").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let start = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(
        play(start, "h1f1").to_string(),
        "4k3/8/8/8/8/8/8/4KR2 b - - 1 1"
    );
    assert_eq!(
        play(start, "e1h1").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
}

/// A king that starts on a castled square may still castle.
#[test]
fn castling_is_legal_for_a_king_on_its_target_square() {
    may("4k3/8/8/8/8/8/8/5RK1 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/2KR4 w K - 0 1", "O-O");
    // Unless the other rook is in between.
    may_not("4k3/8/8/8/8/8/8/R4RK1 w A - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/2KR3R w H - 0 1", "O-O");
}

#[test]
fn castling_is_legal_after_the_other_rook_leaves() {
    let start = board("4k3/8/8/8/8/8/8/RKR5 w KQ - 0 1");
    assert!(start.parse_uci("O-O-O").is_err());
    assert!(start.parse_uci("O-O").is_ok());
    let cleared = play(start, "c1c5 e8d8");
    assert!(right(&cleared, Color::White, LONG));
    assert!(!right(&cleared, Color::White, SHORT));
    assert_eq!(
        play(cleared, "O-O-O").to_string(),
        "3k4/8/8/2R5/8/8/8/2KR4 b - - 3 2"
    );

    let start = board("4k3/8/8/8/8/8/8/5RKR w KQ - 0 1");
    assert!(start.parse_uci("O-O").is_err());
    let cleared = play(start, "f1f5 e8d8");
    assert!(cleared.parse_uci("O-O").is_ok());
}

/// Only moves of king and rook end the right; other obstacles are temporary.
#[test]
fn castling_is_legal_after_an_answered_check() {
    let checked = board("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1");
    assert!(checked.parse_uci("O-O").is_err());
    let blocked = board("1k2r3/8/8/8/8/8/3N4/R3K2R w KQ - 0 1");
    assert!(blocked.parse_uci("O-O").is_err());
    let answered = play(blocked, "d2e4 b8b7");
    assert!(answered.parse_uci("O-O").is_ok());
    assert!(answered.parse_uci("O-O-O").is_ok());
}

#[test]
fn castling_long_allows_pieces_on_a_b_and_e() {
    let board = board("7k/8/8/8/8/8/8/NBRKQ3 w Q - 0 1");
    assert_eq!(
        play(board, "O-O-O").to_string(),
        "7k/8/8/8/8/8/8/NBKRQ3 b - - 1 1"
    );
    may("4k3/8/8/8/8/8/8/N1RK4 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/1BRK4 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/2RKN3 w Q - 0 1", "O-O-O");
}

#[test]
fn castling_short_allows_pieces_on_e_and_h() {
    let board = board("k7/8/8/8/8/8/8/4QKRN w K - 0 1");
    assert_eq!(
        play(board, "O-O").to_string(),
        "k7/8/8/8/8/8/8/4QRKN b - - 1 1"
    );
    may("4k3/8/8/8/8/8/8/4NKR1 w K - 0 1", "O-O");
    may("4k3/8/8/8/8/8/8/5KRB w K - 0 1", "O-O");
    // Enemy pieces too, if they do not attack the king's path.
    may("k7/8/8/8/8/8/8/5KRn w K - 0 1", "O-O");
}

/// Guidelines II: castling can take place on the first move from some start positions.
#[test]
fn castling_on_the_first_move_is_legal_from_162_starts() {
    let mut count = 0;
    for number in 0..960 {
        let start = Board::chess960(number).unwrap();
        compare_moves(&start);
        let stands = |file, kind| {
            let square = Square::new(file, Rank::First);
            start.piece_on(square) == Some(Piece::new(Color::White, kind))
        };
        let long = stands(File::C, PieceType::Rook) && stands(File::D, PieceType::King);
        let short = stands(File::F, PieceType::King) && stands(File::G, PieceType::Rook);
        assert_eq!(start.parse_uci("O-O-O").is_ok(), long, "{start:#}");
        assert_eq!(start.parse_uci("O-O").is_ok(), short, "{start:#}");
        count += u32::from(long || short);
    }
    // There are 72 starts with rook c1 and king d1, and 90 with king f1 and rook g1.
    assert_eq!(count, 162);
}

/// Orthodox castling is the Chess960 castling of start position 518.
#[test]
fn castling_from_start_518_is_orthodox() {
    let start = Board::chess960(ORTHODOX).unwrap();
    assert_eq!(start, Board::default());
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 d7d6 d2d3 c8g4 b1c3 d8d7 c1e3 g8f6 d1d2 f8e7";
    let open = play(start, moves);
    for (text, king, rook) in [
        ("e1g1", Square::G1, Square::F1),
        ("e1c1", Square::C1, Square::D1),
    ] {
        let castled = play(open, text);
        let kings = squares_of(&castled, Color::White, PieceType::King);
        assert_eq!(kings, [king]);
        let rooks = squares_of(&castled, Color::White, PieceType::Rook);
        assert!(rooks.contains(&rook));
        for text in ["e8g8", "e8c8"] {
            assert!(castled.parse_uci(text).is_ok_and(Move::is_castle));
        }
    }
}
