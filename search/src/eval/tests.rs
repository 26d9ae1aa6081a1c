//! Known endings, evaluation limits and incremental evaluation.

use std::sync::Arc;

use movegen::Board;
use support::board;

use super::{EVAL_LIMIT, evaluate, known_ending_or};
use crate::nnue::{AccumulatorStack, Network};

fn value(fen: &str) -> i32 {
    evaluate(&Network::embedded(), &board(fen))
}

#[test]
fn evaluation_stays_within_its_limit() {
    // The pawns keep these positions from being known endings.
    for fen in [
        "QQQQ4/QQQQ4/Q7/8/8/8/6pp/4K2k w - - 0 1",
        "QQQQ4/QQQQ4/Q7/8/8/8/6pp/4K2k b - - 0 1",
        "4k2K/6PP/8/8/8/q7/qqqq4/qqqq4 w - - 0 1",
    ] {
        let value = value(fen).abs();
        assert!((1000..EVAL_LIMIT).contains(&value), "{fen}: {value}");
    }
}

#[test]
fn drawn_endings_evaluate_to_zero() {
    for fen in [
        "8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/3N4/4K3/8 b - - 0 1",
        "8/8/4k3/8/8/3B4/4K3/8 b - - 0 1",
        "1k6/8/8/P7/8/4B3/4K3/8 w - - 0 1",
        "7k/8/8/8/7P/7P/6K1/8 w - - 0 1",
        "8/8/4k3/2n5/8/3B4/4K3/8 b - - 0 1",
    ] {
        assert_eq!(value(fen), 0, "{fen}");
    }
}

#[test]
fn rook_pawn_wins_unless_the_bishop_is_wrong_and_the_king_holds_the_corner() {
    for (fen, reason) in [
        ("8/8/8/P7/8/4B3/4K3/7k w - - 0 1", "the king is far away"),
        ("1k6/8/8/P7/8/3B4/4K3/8 w - - 0 1", "the right bishop"),
        ("1k6/8/8/P7/8/4N3/4K3/8 w - - 0 1", "a knight"),
        (
            "1k6/8/8/P7/1P6/4B3/4K3/8 w - - 0 1",
            "a pawn on another file",
        ),
        (
            "1k6/8/8/P6P/8/4B3/4K3/8 w - - 0 1",
            "a pawn on the other wing",
        ),
    ] {
        assert!(value(fen) > 100, "{reason}: {}", value(fen));
    }
}

#[test]
fn bare_king_evaluation_drives_to_the_mating_corner() {
    // The bishop is on a light square, so h1 and a8 are the mating corners.
    let right = value("k7/8/1K6/8/8/3BN3/8/8 w - - 0 1");
    let wrong = value("7k/8/6K1/8/8/3BN3/8/8 w - - 0 1");
    assert!(right > wrong && wrong > 2000);
    let edge = value("8/8/8/8/k7/8/2K5/4R3 w - - 0 1");
    let center = value("8/8/8/3k4/8/3K4/8/4R3 w - - 0 1");
    assert!(edge > center && center > 2000);
}

#[test]
fn queen_against_rook_drives_the_king_to_the_edge_and_from_its_rook() {
    let edge = value("2k5/3r4/8/8/8/8/8/K6Q w - - 0 1");
    let center = value("8/8/3r4/2k5/8/8/8/K6Q w - - 0 1");
    let far_rook = value("8/5r2/8/2k5/8/8/8/K6Q w - - 0 1");
    assert!(edge > center && far_rook > center && center > 2000);
}

#[test]
fn evaluation_follows_material() {
    for (fen, least) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            -50,
        ),
        (
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            400,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kkq - 0 1",
            150,
        ),
        ("8/5k2/8/8/8/3P4/2PPK3/8 w - - 0 1", 200),
    ] {
        assert!(value(fen) > least, "{fen}: {}", value(fen));
    }
}

#[test]
fn incremental_evaluation_equals_evaluation_from_scratch() {
    let network = Network::embedded();
    let mut board = board("8/8/4k3/8/8/4n3/3KR3/8 w - - 0 1");
    let mut accumulators = AccumulatorStack::new(Arc::clone(&network));
    accumulators.begin(&board);
    for mv in ["e2e3", "e6d5", "e3e8"] {
        let mv = board.parse_uci(mv).expect("a legal move");
        board.make(mv);
        accumulators.push(&board);
        assert_eq!(
            known_ending_or(&board, || accumulators.evaluate()),
            evaluate(&network, &board),
            "{board:#}"
        );
    }
}

#[test]
fn known_endings_have_the_same_value_for_both_colors() {
    for (fen, is_drawn) in [
        ("1k6/8/8/P7/8/4B3/4K3/8 w - - 0 1", true),
        ("7k/8/8/8/7P/7P/6K1/8 w - - 0 1", true),
        ("8/8/8/8/7P/7P/6K1/k7 w - - 0 1", false),
        ("k7/8/1K6/8/8/3BN3/8/8 w - - 0 1", false),
        ("7k/8/6K1/8/8/3BN3/8/8 w - - 0 1", false),
        ("8/8/8/8/k7/8/2K5/4R3 b - - 0 1", false),
        ("8/8/4k3/2n5/8/3B4/4K3/8 b - - 0 1", true),
        ("8/8/3r4/2k5/8/8/8/K6Q b - - 0 1", false),
    ] {
        assert_eq!(value(fen) == 0, is_drawn, "{fen}");
        let exchanged = Board::try_from(&board(fen).setup().colors_exchanged());
        let exchanged = exchanged.expect("the position is legal");
        assert_eq!(value(&exchanged.to_string()), value(fen), "{fen}");
    }
}
