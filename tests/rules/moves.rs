//! The parts and effects of moves: squares, pieces removed and added, and the next position's key.

use movegen::{Board, Move, Piece, Square};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use support::{perft_positions, random_game};

/// Calls `check` for each legal move of many positions, with the board after it.
fn for_each_move(mut check: impl FnMut(&Board, Move, &Board)) {
    let mut boards: Vec<Board> = perft_positions().map(|(board, _)| board).collect();
    let mut rng = SmallRng::seed_from_u64(4);
    for _ in 0..40 {
        random_game(&mut rng, 150, |board, _| boards.push(*board));
    }
    for board in &boards {
        for &mv in &board.legal_moves() {
            let mut next = *board;
            next.make(mv);
            check(board, mv, &next);
        }
    }
}

#[test]
fn changes_turn_one_board_into_the_next() {
    for_each_move(|board, mv, next| {
        let changes = board.changes(mv);
        let mut pieces = board.setup().pieces;
        for &(piece, square) in &changes.removed {
            assert_eq!(
                pieces[square.index()].take(),
                Some(piece),
                "{mv:?} on {board:#}"
            );
        }
        for &(piece, square) in &changes.added {
            let place = &mut pieces[square.index()];
            assert_eq!(place.replace(piece), None, "{mv:?} on {board:#}");
        }
        assert_eq!(pieces, next.setup().pieces, "{mv:?} on {board:#}");
        assert_eq!(changes.added[0].1, mv.destination(), "{mv:?} on {board:#}");
    });
}

#[test]
fn captured_piece_is_the_opponents_missing_one() {
    let pieces = |board: &Board| -> Vec<(Square, Piece)> {
        let them = board.colors(!board.side_to_move());
        let piece = |square| board.piece_on(square).map(|piece| (square, piece));
        them.into_iter().filter_map(piece).collect()
    };
    for_each_move(|board, mv, next| {
        let after = next.colors(!board.side_to_move());
        let missing: Vec<_> = pieces(board)
            .into_iter()
            .filter(|&(square, _)| !after.contains(square))
            .collect();
        let captured = board.captured(mv);
        assert_eq!(captured.is_some(), mv.is_capture(), "{mv:?} on {board:#}");
        let expected: Vec<_> = mv.capture_square().into_iter().zip(captured).collect();
        assert_eq!(missing, expected, "{mv:?} on {board:#}");
    });
}

#[test]
fn key_after_is_exact_for_ordinary_moves() {
    let (mut exact, mut inexact) = (0, 0);
    for_each_move(|board, mv, next| {
        let ordinary = !mv.is_castle()
            && !mv.is_en_passant()
            && next.castling() == board.castling()
            && next.en_passant().is_none();
        let right = board.key_after(mv) == next.key();
        assert_eq!(right, ordinary, "{mv:?} on {board:#}");
        *(if ordinary { &mut exact } else { &mut inexact }) += 1;
    });
    assert!(
        exact > 50_000 && inexact > 500,
        "{exact} exact, {inexact} not"
    );
}

#[test]
fn key_after_a_null_move_is_exact() {
    let mut en_passant = 0;
    for_each_move(|_, _, board| {
        if !board.in_check() {
            let mut next = *board;
            next.make_null();
            assert_eq!(board.key_after_null(), next.key(), "{board:#}");
            en_passant += u32::from(board.en_passant().is_some());
        }
    });
    assert!(en_passant > 0, "no en passant square was cleared");
}
