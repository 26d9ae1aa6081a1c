//! Comparison with `shakmaty::Chess`.

use movegen::{Piece, Setup};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use shakmaty::EnPassantMode;
use support::board;
use support::shakmaty::shakmaty as oracle;

use super::*;

/// A random legal position of three to seven pieces, with many pawns.
fn random_position(rng: &mut SmallRng) -> Board {
    let pieces: Vec<char> = "PPPPNBRQppppnbrq".chars().collect();
    let mut squares = Square::ALL;
    loop {
        let count = rng.random_range(1..=5);
        let others = pieces.sample(rng, count);
        squares.shuffle(rng);
        let mut setup = Setup::EMPTY;
        for (&letter, square) in ['K', 'k'].iter().chain(others).zip(&squares) {
            setup.pieces[square.index()] = Piece::from_letter(letter);
        }
        setup.side_to_move = *Color::ALL.choose(rng).expect("two colors");
        if let Ok(board) = Board::try_from(&setup) {
            return board;
        }
    }
}

fn sorted(moves: TableMoves) -> Vec<String> {
    let mut moves: Vec<_> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    moves.sort_unstable();
    moves
}

#[track_caller]
fn assert_equal(ours: &TablePosition, theirs: &Chess) {
    let fen = format!("{:#}", ours.board);
    let mode = EnPassantMode::Legal;
    assert_eq!(ours.to_setup(mode), theirs.to_setup(mode), "{fen}");
    assert_eq!(ours.maybe_ep_square(), theirs.legal_ep_square(), "{fen}");
    assert_eq!(ours.checkers(), theirs.checkers(), "{fen}");
    assert_eq!(ours.outcome(), theirs.outcome(), "{fen}");
    for (ours, theirs) in [
        (ours.legal_moves(), theirs.legal_moves()),
        (ours.capture_moves(), theirs.capture_moves()),
    ] {
        assert_eq!(sorted(ours), sorted(theirs), "{fen}");
    }
    for color in TableColor::ALL {
        let insufficient = ours.has_insufficient_material(color);
        assert!(
            !insufficient || theirs.has_insufficient_material(color),
            "{fen}"
        );
    }
}

/// Compares a position and all that follow within `depth` plies.
fn compare_tree(ours: &TablePosition, theirs: &Chess, depth: u32) {
    assert_equal(ours, theirs);
    if depth == 0 {
        return;
    }
    for mv in theirs.legal_moves() {
        let (mut ours, mut theirs) = (ours.clone(), theirs.clone());
        ours.play_unchecked(mv);
        theirs.play_unchecked(mv);
        compare_tree(&ours, &theirs, depth - 1);
    }
}

#[test]
fn random_positions_match_shakmaty() {
    let mut rng = SmallRng::seed_from_u64(1);
    for _ in 0..200 {
        let start = random_position(&mut rng);
        compare_tree(&TablePosition::new(&start), &oracle(&start), 2);
    }
}

#[test]
fn en_passant_captures_match_shakmaty() {
    // Each position allows a double push next to a pawn.
    for fen in [
        "4k3/8/8/8/4p3/8/3P4/4K3 w - - 30 1",
        // Two pawns can capture.
        "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1",
        // The capture is the only legal move.
        "8/8/8/8/1p6/1P6/2P3R1/k1K5 w - - 0 1",
        // The capture resolves a check.
        "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1",
        // The pawn is pinned on the capture's diagonal.
        "8/8/6k1/8/4p3/8/3P4/KB6 w - - 0 1",
        // The capture would expose the king on the rank.
        "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1",
    ] {
        let start = board(fen);
        compare_tree(&TablePosition::new(&start), &oracle(&start), 2);
    }
}
