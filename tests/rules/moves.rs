//! The parts and effects of moves: the captured piece, the next position's key, the squares attacked.

use std::sync::LazyLock;

use movegen::attacks::{bishop_attacks, rook_and_bishop_attacks, rook_attacks};
use movegen::{Bitboard, Board, Color, Move, Piece, PieceType, Square};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use support::{perft_positions, random_game};

/// Positions for perft and of random games.
static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let mut boards: Vec<Board> = perft_positions().map(|(board, _)| board).collect();
    let mut rng = SmallRng::seed_from_u64(4);
    for _ in 0..40 {
        random_game(&mut rng, 150, |board, _| boards.push(*board));
    }
    boards
});

/// Calls `check` for each legal move of the positions, with the board after it.
fn for_each_move(mut check: impl FnMut(&Board, Move, &Board)) {
    for board in &*BOARDS {
        for &mv in &board.legal_moves() {
            let mut next = *board;
            next.make(mv);
            check(board, mv, &next);
        }
    }
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
fn predicted_key_is_exact_for_ordinary_moves() {
    let (mut exact, mut inexact) = (0, 0);
    for_each_move(|board, mv, next| {
        let ordinary = !mv.is_castle()
            && !mv.is_en_passant()
            && next.castling() == board.castling()
            && next.en_passant().is_none();
        let right = board.predicted_key(mv) == next.key();
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

#[test]
fn attacks_agree_with_each_other() {
    let mut checks = 0;
    for board in &*BOARDS {
        checks += u32::from(board.in_check());
        for square in board.occupied() {
            let rook = rook_attacks(square, board.occupied());
            let bishop = bishop_attacks(square, board.occupied());
            let both = rook_and_bishop_attacks(square, board.occupied());
            assert_eq!(both, (rook, bishop), "{square} on {board:#}");
        }
        for color in Color::ALL {
            let attacks = board.attacks_by_kind(color);
            for kind in PieceType::ALL {
                let is_attacked = |square: &Square| {
                    let attackers = board.attackers(*square, board.occupied());
                    attackers.intersects(board.colored(color, kind))
                };
                let expected: Bitboard = Square::all().filter(is_attacked).collect();
                assert_eq!(
                    attacks[kind.index()],
                    expected,
                    "{color:?} {kind:?} on {board:#}"
                );
            }
        }
    }
    assert!(checks > 100, "only {checks} checks");
}
