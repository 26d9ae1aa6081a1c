//! The parts and effects of moves: the captured piece, the next position's key, the squares attacked.

use std::sync::LazyLock;

use movegen::attacks::{bishop_attacks, rook_and_bishop_attacks, rook_attacks};
use movegen::{Bitboard, Board, CastlingRights, Color, Move, Piece, PieceType, Setup, Square};
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
                let expected: Bitboard = Square::ALL.into_iter().filter(is_attacked).collect();
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

#[test]
fn partial_keys_change_with_their_pieces_only() {
    let start = Setup {
        castling: CastlingRights::NONE,
        ..Board::default().setup()
    };
    let keys = |setup: &Setup| {
        let board = Board::try_from(setup).unwrap();
        [
            board.pawn_key(),
            board.minor_key(),
            board.major_key(),
            board.non_pawn_key(Color::White),
            board.non_pawn_key(Color::Black),
        ]
    };
    for (from, to, changed) in [
        (Square::A2, Square::A3, [true, false, false, false, false]),
        (Square::A7, Square::A6, [true, false, false, false, false]),
        (Square::B1, Square::C3, [false, true, false, true, false]),
        (Square::C8, Square::D6, [false, true, false, false, true]),
        (Square::A1, Square::B3, [false, false, true, true, false]),
        (Square::D8, Square::D6, [false, false, true, false, true]),
        (Square::E1, Square::E3, [false, true, false, true, false]),
    ] {
        let mut moved = start.clone();
        moved.pieces.swap(from.index(), to.index());
        let pairs = keys(&start).into_iter().zip(keys(&moved));
        let found: Vec<bool> = pairs.map(|(before, after)| before != after).collect();
        assert_eq!(found, changed, "{from}{to}");
    }
}

#[test]
fn counters_stay_at_their_maximum_and_a_null_move_resets_the_clock() {
    let mut board = support::board("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535");
    board.make(board.parse_uci("e8d8").unwrap());
    let counters = (board.halfmove_clock(), board.fullmove_number());
    assert_eq!(counters, (u16::MAX, u16::MAX));
    board.make_null();
    assert_eq!(board.halfmove_clock(), 0);
}
