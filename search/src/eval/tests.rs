//! The evaluation must see no difference between White and Black, or between left and right.

use movegen::{Board, CastlingRights, Piece, Setup, Square};

use super::{LIMIT, Tapered, Terms, WEIGHTS, breakdown, evaluate, king};

fn read(fen: &str) -> Board {
    fen.parse().expect("the position is legal")
}

/// Every man moved to `square`, painted by `paint`; castling rights are given up.
fn moved(board: &Board, square: fn(Square) -> Square, paint: fn(Piece) -> Piece) -> Setup {
    let mut setup = Setup {
        side_to_move: board.side_to_move(),
        ..Setup::EMPTY
    };
    for from in Square::all() {
        setup.pieces[square(from).index()] = board.piece_on(from).map(paint);
    }
    setup
}

fn colors_exchanged(board: &Board) -> Board {
    let repaint = |piece: Piece| Piece::new(!piece.color(), piece.kind());
    let mut setup = moved(board, Square::flip_rank, repaint);
    setup.side_to_move = !board.side_to_move();
    for (color, side, file) in board.castling().iter() {
        setup.castling.set(!color, side, Some(file));
    }
    Board::try_from(&setup).expect("a mirrored position is legal")
}

/// Positions of random games from many Chess960 and double Fischer random starts.
fn walks(mut visit: impl FnMut(&Board)) {
    let mut seed = 1_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    for number in 0..960 {
        let mut board = Board::double_chess960(number, random(960) as u16).expect("both below 960");
        for _ in 0..120 {
            visit(&board);
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.make(moves[random(moves.len())]);
        }
    }
}

#[test]
fn colors_are_alike() {
    walks(|board| {
        assert_eq!(
            evaluate(board),
            evaluate(&colors_exchanged(board)),
            "{board:?}"
        )
    });
}

#[test]
fn left_and_right_are_alike() {
    walks(|board| {
        let mut setup = moved(board, |square| square, |piece| piece);
        setup.castling = CastlingRights::NONE;
        let plain = Board::try_from(&setup).expect("fewer rights are legal");
        let mirrored = moved(board, Square::flip_file, |piece| piece);
        let mirrored = Board::try_from(&mirrored).expect("a mirrored position is legal");
        assert_eq!(evaluate(&plain), evaluate(&mirrored), "{board:?}");
    });
}

#[test]
fn no_material_breaks_the_limit() {
    let heaps = [
        "QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/K1k5 w - - 0 1",
        "k7/8/1QQQQQ2/1QQQQQ2/1QQQQQ2/8/8/K2pppp1 b - - 0 1",
        "qqqqqqqq/qqqqqqq1/8/8/8/8/8/k1K5 b - - 0 1",
    ];
    for fen in heaps {
        if let Ok(board) = fen.parse::<Board>() {
            assert!(evaluate(&board).abs() < LIMIT, "{fen}");
        }
    }
}

#[test]
fn known_draws_are_draws() {
    for fen in [
        "8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/3N4/4K3/8 b - - 0 1",
        "8/8/4k3/8/8/3B4/4K3/8 b - - 0 1",
        "1k6/8/8/P7/8/4B3/4K3/8 w - - 0 1",
        "7k/8/8/8/7P/7P/6K1/8 w - - 0 1",
    ] {
        assert_eq!(evaluate(&read(fen)), 0, "{fen}");
    }
}

#[test]
fn a_bare_king_is_driven_to_the_right_corner() {
    let value = |fen| evaluate(&read(fen));
    // The bishop is on light squares, so h1 and a8 are the corners to go to.
    let right = value("k7/8/1K6/8/8/3BN3/8/8 w - - 0 1");
    let wrong = value("7k/8/6K1/8/8/3BN3/8/8 w - - 0 1");
    assert!(right > wrong && wrong > 2000);
    let edge = value("8/8/8/8/k7/8/2K5/4R3 w - - 0 1");
    let centre = value("8/8/8/3k4/8/3K4/8/4R3 w - - 0 1");
    assert!(edge > centre && centre > 2000);
}

#[test]
fn a_cornered_bishop_is_bad() {
    let free = read("4k3/8/8/8/8/8/P5PP/B3K3 w - - 0 1");
    let shut = read("4k3/8/8/8/8/1n6/1P4PP/B3K3 w - - 0 1");
    assert!(evaluate(&free) > evaluate(&shut));
}

#[test]
fn halves_of_a_pair_stay_apart() {
    let mut weights = WEIGHTS.clone();
    for (name, table) in weights.tables() {
        for pair in table.iter() {
            let limit = if name == "material" { 1500 } else { 400 };
            assert!(pair.mg().abs() < limit && pair.eg().abs() < limit, "{name}");
            assert_eq!(*pair - *pair, Tapered::ZERO);
        }
    }
}

#[test]
fn the_parts_add_up() {
    walks(|board| {
        let parts = breakdown(board).terms.into_iter();
        let sum = parts.fold(Tapered::ZERO, |sum, (_, [white, black])| {
            sum + white - black
        });
        let terms = Terms::new(&WEIGHTS, board);
        let [white, black] = terms.danger.map(king::penalty);
        assert_eq!(sum, terms.base - white + black, "{board:?}");
    });
}
