//! Debug output of moves, sets and boards, and hashes of boards.

use std::collections::HashSet;

use movegen::{Bitboard, Board, Move, MoveKind, PieceType, Square};
use support::board;

#[test]
fn moves_are_written_with_their_kind() {
    let mv = |kind| format!("{:?}", Move::new(Square::B7, Square::A8, kind));
    for (kind, written) in [
        (MoveKind::QUIET, "b7a8"),
        (MoveKind::DOUBLE_PUSH, "b7a8 DoublePush"),
        (MoveKind::CAPTURE, "b7a8 Capture"),
        (MoveKind::EN_PASSANT, "b7a8 EnPassant"),
        (
            MoveKind::promotion(PieceType::Queen, false),
            "b7a8q Promotion(Queen)",
        ),
        (
            MoveKind::promotion(PieceType::Knight, true),
            "b7a8n CapturePromotion(Knight)",
        ),
    ] {
        assert_eq!(mv(kind), written);
    }
    let castling = Move::new(Square::E1, Square::H1, MoveKind::CASTLE);
    assert_eq!(format!("{castling:?}"), "e1h1 Castle");
    assert_eq!(format!("{:?}", MoveKind::QUIET), "Quiet");
    let garbage = Move::from_bits(7 << 12 | 8).expect("not zero");
    assert_eq!(format!("{garbage:?}"), "a2a1 MoveKind(7)");
}

#[test]
fn bitboards_are_written_as_sets_or_drawn() {
    let set: Bitboard = [Square::H8, Square::A1].into_iter().collect();
    assert_eq!(format!("{set:?}"), "{a1, h8}");
    let drawn = format!("{set:#?}");
    assert_eq!(drawn.lines().count(), 8);
    assert_eq!(drawn.lines().next(), Some(" . . . . . . . 1"));
}

#[test]
fn boards_are_written_as_their_fen_key_and_checks() {
    let board = board("4r1k1/8/8/8/8/8/4N3/4K2q w - - 3 9");
    let written = format!(
        "Board {{ fen: \"{board}\", key: {:#018x}, checkers: {{h1}}, pinned: {{e2}}, .. }}",
        board.key()
    );
    assert_eq!(format!("{board:?}"), written);
}

#[test]
fn equal_boards_have_equal_hashes() {
    let mut returned = Board::default();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        returned.make(returned.parse_uci(text).unwrap());
    }
    let boards = HashSet::from([Board::default(), Board::default(), returned]);
    assert_eq!(boards.len(), 2, "only the counters differ");
    let setups = boards.iter().map(Board::setup).collect::<HashSet<_>>();
    assert_eq!(setups.len(), 2);
}
