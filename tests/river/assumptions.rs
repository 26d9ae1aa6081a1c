//! Assumptions of `variants/README.md`, by their numbers there. The others are tested in `book.rs`
//! (A2 to A4, D4, D12), `text.rs` (A6) and `rules.rs`: the draws (A8, D11) and the perft count of
//! the cylinder's start position (D1, D5).

use variants::{Cylinder, Outcome, Rules, Swim, outcome, write_move};

use crate::book::FIGURE_7;
use crate::{after, moves_from, position, sorted};

/// Legal captures by any piece, sorted.
fn captures(fen: &str) -> Vec<String> {
    let position: Cylinder = position(fen);
    let moves = position.legal_moves().into_iter();
    let captures = moves.filter(|&mv| position.captured(mv).is_some());
    let mut texts: Vec<String> = captures.map(|mv| write_move(&position, mv)).collect();
    texts.sort();
    texts
}

#[test]
fn a1_drowning_is_legal_and_prevents_stalemate() {
    let fen = "7k/8/p5Q1/8/8/4K3/8/8 b - - 7 9";
    let position: Swim = position(fen);
    assert_eq!(position.legal_moves().len(), 1);
    assert_eq!(moves_from::<Swim>(fen, "a6"), ["a5~x"]);
    assert_eq!(outcome(&position, &[]), None);
    let next: Swim = after(fen, "a6a5");
    assert_eq!(next.fen(), "7k/8/6Q1/8/8/4K3/8/8 w - - 0 10");
}

#[test]
fn a5_drowning_resets_the_fifty_move_counter() {
    let next: Swim = after("4k3/8/8/8/8/4B3/8/4RK2 w - - 99 90", "e3c5");
    assert_eq!(next.fen(), "4k3/8/8/8/8/8/8/4RK2 b - - 0 90");
    assert_eq!(outcome(&next, &[]), None);
}

#[test]
fn a7_piece_does_not_enter_the_river_toward_its_own_side() {
    // The current of three files would carry the queen past the pawn on d5, to g5.
    let river: Vec<String> = moves_from::<Swim>(FIGURE_7, "d6")
        .into_iter()
        .filter(|mv| mv.contains('~'))
        .collect();
    assert_eq!(river, sorted("b4~e4* c5~f5 e5~h5 f4~x"));
}

#[test]
fn d2_front_pawns_are_captured_en_passant() {
    let fen = "8/8/8/4k3/3p4/8/4P3/8/8/8/4K3/8/8/8 b - - - 0 1";
    let next: Cylinder = after(fen, "d10d8");
    assert_eq!(
        next.fen(),
        "8/8/8/4k3/8/8/3pP3/8/8/8/4K3/8/8/8 w - d9 - 0 2"
    );
    assert_eq!(moves_from::<Cylinder>(&next.fen(), "e8"), sorted("d9* e9"));
    let taken: Cylinder = after(&next.fen(), "e8d9");
    assert_eq!(taken.fen(), "8/8/8/4k3/8/3P4/8/8/8/8/4K3/8/8/8 b - - - 0 2");
}

#[test]
fn d2_rear_pawns_are_not_captured_en_passant() {
    // The pawn passes e2, which the pawn on d3 attacks, and becomes a plank next to the one on f2.
    let fen = "8/8/8/4k3/8/8/8/8/8/8/4K3/3pS3/5p2/8 w - - - 0 1";
    let next: Cylinder = after(fen, "e3e1");
    assert_eq!(
        next.fen(),
        "8/8/8/4k3/8/8/8/8/8/8/4K3/3p4/5p2/8 b - - e1 0 1"
    );
    assert_eq!(moves_from::<Cylinder>(&next.fen(), "d3"), ["d2"]);
    assert_eq!(moves_from::<Cylinder>(&next.fen(), "f2"), ["f1"]);
}

#[test]
fn d6_castling_on_ranks_4_and_11() {
    let both = "8/8/8/r3k2r/8/8/8/8/8/8/R3K2R/8/8/8 w KQkq - - 0 1";
    for moves in ["e4g4 e11c11", "e4h4 e11a11", "O-O O-O-O"] {
        let next: Cylinder = after(both, moves);
        assert_eq!(
            next.fen(),
            "8/8/8/2kr3r/8/8/8/8/8/8/R4RK1/8/8/8 w - - - 2 2",
            "{moves}"
        );
    }
    // The rook attacks f4 through the seam, unless f14 is water.
    let seam = "8/8/5r2/4k3/8/8/8/5p2/8/8/R3K2R/8/8/8 w KQ - f1,f14 0 1";
    assert_eq!(
        moves_from::<Cylinder>(seam, "e4"),
        sorted("d3 e3 d4 c4 d5 e5")
    );
    assert_eq!(
        moves_from::<Cylinder>(&seam.replace("f1,f14", "f1"), "e4"),
        sorted("d3 e3 f3 d4 f4 c4 g4 d5 e5 f5")
    );
}

#[test]
fn d7_slide_around_the_cylinder_ends_before_its_own_square() {
    let fen = "8/8/8/4k3/8/8/8/8/8/8/R3K3/8/8/8 w - - a1,a14 0 1";
    let around = sorted("a1 a2 a3 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 b4 c4 d4");
    assert_eq!(moves_from::<Cylinder>(fen, "a4"), around);
}

#[test]
fn d8_square_reached_both_ways_counts_once() {
    let fen = "8/8/8/4k3/8/8/8/8/8/8/B7/4K3/8/8 w - - d1,e14 0 1";
    let around = sorted("b3 c2 d1 e14 f13 g12 h11 g10 f9 e8 d7 c6 b5");
    assert_eq!(moves_from::<Cylinder>(fen, "a4"), around);
}

#[test]
fn d9_only_amazons_and_promoting_pawns_capture_an_amazon_on_water() {
    let water = "8/8/8/4k3/8/8/8/8/8/8/4K3/8/1QN5/aR6 w - - b1 0 1";
    assert_eq!(captures(water), Vec::<String>::new());
    // On a plank it is captured like any other piece, and the plank stays (D3).
    let plank = water.replace(" b1 ", " a1,b1 ");
    assert_eq!(captures(&plank), ["b1a1", "b2a1", "c2a1"]);
    let next: Cylinder = after(&plank, "b1a1");
    assert_eq!(
        next.fen(),
        "8/8/8/4k3/8/8/8/8/8/8/4K3/8/1QN5/R7 b - - a1,b1 0 1"
    );
    let pawn = "8/8/8/4k3/8/8/8/8/8/8/4K3/8/1p6/A7 b - - - 0 1";
    assert_eq!(captures(pawn), ["b2a1a"]);
    let next: Cylinder = after(pawn, "b2a1");
    assert_eq!(next.fen(), "8/8/8/4k3/8/8/8/8/8/8/4K3/8/8/a7 w - - - 0 2");
    let amazon = "8/8/8/4k3/8/8/8/8/8/8/8/K7/8/a5AR w - - b1,c1,d1,e1,f1,g1,h1 0 1";
    assert_eq!(captures(amazon), ["g1a1"]);
    assert_eq!(position::<Cylinder>(amazon).legal_moves().len(), 2);
}

#[test]
fn d10_fifty_moves_are_a_draw_and_rear_pawns_reset_the_counter() {
    let rook = "8/8/8/4k3/8/8/8/8/8/8/4K3/7S/8/R7 w - - a1 99 90";
    let next: Cylinder = after(rook, "a1a2");
    assert_eq!(outcome(&next, &[]), Some(Outcome::FiftyMoves));
    for mv in ["h3h2", "h3h1"] {
        let next: Cylinder = after(rook, mv);
        assert_eq!(next.halfmove_clock(), 0, "{mv}");
        assert_eq!(outcome(&next, &[]), None, "{mv}");
    }
}
