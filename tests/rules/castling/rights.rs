//! The events that end a right to castle, and those that do not.

use movegen::File;

use super::*;

const FREE: &str = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";

#[test]
fn castling_rights_end_when_the_king_moves() {
    let moved = play(board(FREE), "e1e2 h7h6");
    for side in CastleSide::ALL {
        assert!(!right(&moved, Color::White, side));
        assert!(right(&moved, Color::Black, side));
    }
    let returned = play(moved, "e2e1 h6h5");
    assert!(returned.parse_uci("O-O").is_err());
    assert!(returned.parse_uci("O-O-O").is_err());
    let both = play(returned, "e1e2 e8e7 e2e1 e7e8");
    assert!(both.castling().is_empty());
}

/// Castling with the other rook stays possible.
#[test]
fn castling_right_ends_when_its_rook_moves() {
    let returned = play(board(FREE), "h1g1 h8g8 g1h1 g8h8");
    for color in Color::ALL {
        assert!(!right(&returned, color, SHORT));
        assert!(right(&returned, color, LONG));
    }
    assert!(returned.parse_uci("O-O").is_err());
    assert!(returned.parse_uci("O-O-O").is_ok());

    let returned = play(board(FREE), "a1b1 a8b8 b1a1 b8a8");
    for color in Color::ALL {
        assert!(right(&returned, color, SHORT));
        assert!(!right(&returned, color, LONG));
    }
    assert!(returned.parse_uci("O-O-O").is_err());
    assert!(returned.parse_uci("O-O").is_ok());
}

#[test]
fn castling_right_does_not_pass_to_another_rook() {
    let board = play(
        board("4k3/8/8/8/8/8/R7/R3K3 w Q - 0 1"),
        "a1b1 e8d8 a2a1 d8e8",
    );
    assert!(board.castling().is_empty());
    assert!(board.parse_uci("O-O-O").is_err());
}

#[test]
fn castling_right_ends_when_its_rook_is_captured() {
    let start = board("r3k2r/8/8/3bB3/8/8/8/R3K2R b KQkq - 0 1");
    let once = play(start, "d5h1");
    assert_eq!(format!("{once:#}").split(' ').nth(2), Some("Aha"));
    let twice = play(once, "e5h8");
    assert_eq!(format!("{twice:#}").split(' ').nth(2), Some("Aa"));
}

#[test]
fn castling_rights_of_both_sides_end_when_rook_takes_rook() {
    let board = play(board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "h1h8");
    assert_eq!(format!("{board:#}").split(' ').nth(2), Some("Aa"));
}

#[test]
fn castling_right_ends_when_a_promotion_captures_its_rook() {
    for piece in ["q", "r", "b", "n"] {
        let start = board("r3k2r/1P6/8/8/8/8/8/4K3 w kq - 0 1");
        let after = play(start, &format!("b7a8{piece}"));
        assert!(!right(&after, Color::Black, LONG));
        assert!(right(&after, Color::Black, SHORT));
    }
}

/// A promoted rook in the corner is not the unmoved rook.
#[test]
fn castling_with_a_promoted_rook_is_illegal() {
    let start = board("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1");
    let moves = "a1b1 e8e7 b1b6 e7f7 a7a8r f7g7 a8a1 g7h7";
    let board = play(start, moves);
    assert!(board.castling().is_empty());
    assert!(board.parse_uci("O-O-O").is_err());
}

#[test]
fn castling_rights_survive_the_capture_of_another_rook() {
    let board = play(board("4k3/8/8/8/8/7n/8/R3K1RR b HA - 0 1"), "h3g1");
    assert_eq!(board.castling().rook(Color::White, SHORT), Some(File::H));
    assert_eq!(board.castling().rook(Color::White, LONG), Some(File::A));
}

/// King and rook can reach the castled squares without castling, which costs the right.
#[test]
fn castling_rights_end_when_the_king_walks_to_its_castled_square() {
    let start = board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let walked = play(start, "h1h2 e8d8 e1f1 d8e8 f1g1 e8d8 h2f2 d8e8 f2f1 e8d8");
    let castled = play(start, "O-O");
    assert_eq!(
        squares_of(&walked, Color::White, PieceType::King),
        squares_of(&castled, Color::White, PieceType::King)
    );
    assert_eq!(
        squares_of(&walked, Color::White, PieceType::Rook),
        squares_of(&castled, Color::White, PieceType::Rook)
    );
    // Neither has a right left: one has castled, the other's king has moved.
    assert!(walked.castling().is_empty() && castled.castling().is_empty());
    assert!(walked.parse_uci("O-O-O").is_err());
}

#[test]
fn castling_happens_once_per_color() {
    let castled = play(board(FREE), "O-O a7a6");
    assert!(!right(&castled, Color::White, LONG) && !right(&castled, Color::White, SHORT));
    let moves = "f1f3 a6a5 g1f1 a5a4 f1e1 a4a3 f3g3 h7h6 g3g1 h6h5 g1h1 h5h4";
    let again = play(castled, moves);
    assert!(again.parse_uci("O-O").is_err());
    assert!(again.parse_uci("O-O-O").is_err());
    // Black may castle once too.
    let again = play(again, "h2h3");
    assert!(again.parse_uci("O-O").is_ok() && again.parse_uci("O-O-O").is_ok());
}
