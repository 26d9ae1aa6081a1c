//! Gravity, aging, and the entries that moves are indexed by.

use movegen::memory::HugePages;

use super::*;

#[test]
fn gravity_keeps_entries_within_the_maximum() {
    let mut entry = 0;
    for _ in 0..1000 {
        gravity(&mut entry, 3000, HISTORY_MAX);
    }
    assert!(i32::from(entry) <= HISTORY_MAX && entry > 16_000);
    for _ in 0..1000 {
        gravity(&mut entry, -HISTORY_MAX * 2, HISTORY_MAX);
    }
    assert_eq!(i32::from(entry), -HISTORY_MAX);
}

#[test]
fn aging_rounds_toward_zero() {
    let mut history = HugePages::<History>::zeroed();
    for (entry, value) in history.butterfly.iter_mut().zip(-HISTORY_MAX..=HISTORY_MAX) {
        *entry = value as i16;
    }
    history.age();
    for (&aged, value) in history.butterfly.iter().zip(-HISTORY_MAX..=HISTORY_MAX) {
        assert_eq!(i32::from(aged), value * params::butterfly_keep() / 128);
    }
}

#[test]
fn castling_is_indexed_by_the_square_where_the_king_lands() {
    let board: Board = "4k3/8/8/8/8/8/8/RK6 w A - 0 1".parse().unwrap();
    let castle = board.parse_uci("O-O-O").unwrap();
    assert_eq!(piece_to(&board, castle) % 64, Square::C1.index());
}

#[test]
fn rows_hold_the_entries_that_an_update_changes() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let board: Board = fen.parse().unwrap();
    let mut stack = Stack::new();
    for (ply, earlier) in [(7, 100), (6, 200), (4, 300), (2, 400)] {
        stack.at_mut(ply).piece_to = earlier;
    }
    let score = |history: &History, mv: Move| {
        let piece = board.piece_on(mv.from()).unwrap();
        let rows = history.quiet_rows(&stack, 8);
        rows.score(&board, piece, mv.from(), mv.destination())
    };
    let moves = board.legal_moves().into_iter().filter(|mv| !mv.is_noisy());
    let moves: Vec<Move> = moves.collect();
    for &changed in &moves {
        let mut history = HugePages::<History>::zeroed();
        history.update_quiet(&board, &stack, 8, changed, 2000);
        for &mv in &moves {
            assert_eq!(
                score(&history, mv) > 2000,
                mv == changed,
                "{changed:?} {mv:?}"
            );
        }
    }
}
