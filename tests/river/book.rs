//! Every example of the book that describes the river games. In the comments, S:17 is line 17 of
//! its text on them.

use variants::{Color, Cylinder, Piece, Rules, Square, Swim, write_move};

use crate::{after, moves_from, position, sorted, square};

const FIGURE_6: &str = "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPP2PPP/RNBQK1NR b KQkq - 0 3";
pub const FIGURE_7: &str = "r1b1kbnr/ppp2ppp/2nq4/3p4/4P3/8/PPP2PPP/R1BQK1NR b KQkq - 0 8";
pub const FIGURE_8: &str = "5rk1/pp3ppp/3P1q2/4P3/7b/8/PP3PPP/3Q1RK1 w - - 0 20";
/// Figure 8 after the queen was carried to h4, with Black and with White to move.
const FIGURE_8_AFTER: &str = "5rk1/pp3ppp/3P1q2/4P3/7Q/8/PP3PPP/5RK1 b - - 0 20";
const FIGURE_8_AFTER_W: &str = "5rk1/pp3ppp/3P1q2/4P3/7Q/8/PP3PPP/5RK1 w - - 0 20";

#[test]
fn e1_e2_current_of_one_file_carries_a_bishop_onto_a_bishop() {
    // S:17: Black has captured one piece, so the bishop is carried one square and captures there.
    let before: Swim = position(FIGURE_6);
    assert_eq!(before.drift(Color::Black), 1);
    assert!(moves_from::<Swim>(FIGURE_6, "f8").contains(&"b4~c4*".to_owned()));
    let next: Swim = after(FIGURE_6, "f8b4");
    assert_eq!(
        next.fen(),
        "rnbqk1nr/pppp1ppp/8/4p3/2b1P3/8/PPP2PPP/RNBQK1NR w KQkq - 0 4"
    );
    assert_eq!(next.drift(Color::Black), 2);
}

#[test]
fn e3_to_e6_knight_moves_with_a_current_of_three_files() {
    // S:19: three ordinary moves; one entry that captures a pawn; entries marked with circles; and
    // no move where the current ends on one of its own pawns.
    let expected = sorted("b8 d8 e7 b4~e4* d4~g4 e5~h5");
    assert_eq!(moves_from::<Swim>(FIGURE_7, "c6"), expected);
}

#[test]
fn e7_to_e10_queen_moves_with_a_current_of_seven_files() {
    // S:21: ordinary moves on land; entries that drown, over the pieces in the river; and the one
    // entry that ends on the bishop.
    let expected = sorted("a1 b1 c1 e1 d2 d3 c2 b3 e2 f3 d4~x d5~x g4~x h5~x a4~h4*");
    assert_eq!(moves_from::<Swim>(FIGURE_8, "d1"), expected);
    for drowning in ["d1d4", "d1d5", "d1g4", "d1h5"] {
        // S:14: a drowned piece counts as captured.
        assert_eq!(position::<Swim>(FIGURE_8).drift(Color::Black), 6);
        assert_eq!(after::<Swim>(FIGURE_8, drowning).drift(Color::Black), 7);
    }
    assert_eq!(after::<Swim>(FIGURE_8, "d1a4").fen(), FIGURE_8_AFTER);
}

#[test]
fn e11_e12_current_of_eight_files_drowns_all_that_enter() {
    // S:21: with eight pieces captured, no white piece can settle in the river anymore.
    let position: Swim = position(FIGURE_8_AFTER_W);
    assert_eq!(position.drift(Color::White), 8);
    let river = |square: Square| (3..5).contains(&square.rank());
    let mut entries = 0;
    for mv in position.legal_moves() {
        if river(mv.to()) && !river(mv.from()) {
            assert_eq!(position.landing(mv), None, "{mv:?}");
            entries += 1;
        }
    }
    assert!(entries > 0);
}

#[test]
fn e13_e14_queen_in_the_river_captures_and_is_not_captured() {
    // S:21: the black queen would be carried away; the white one moves as usual.
    let position: Swim = position(FIGURE_8_AFTER);
    let h4 = square("h4");
    assert!(
        position
            .legal_moves()
            .iter()
            .all(|&mv| position.landing(mv) != Some(h4))
    );
    assert!(moves_from::<Swim>(FIGURE_8_AFTER, "f6").contains(&"h4~x".to_owned()));
    assert!(moves_from::<Swim>(FIGURE_8_AFTER_W, "h4").contains(&"f6*".to_owned()));
}

#[test]
fn e15_to_e17_pawn_in_the_river() {
    // S:22: it captures the queen, protects its neighbor, and cannot be captured.
    assert!(moves_from::<Swim>(FIGURE_8, "e5").contains(&"f6*".to_owned()));
    let black = FIGURE_8.replace(" w ", " b ");
    let taken: Swim = after(&black, "f6d6");
    assert!(moves_from::<Swim>(&taken.fen(), "e5").contains(&"d6*".to_owned()));
    let position: Swim = position(&black);
    let e5 = square("e5");
    assert!(
        position
            .legal_moves()
            .iter()
            .all(|&mv| position.landing(mv) != Some(e5))
    );
    assert!(moves_from::<Swim>(&black, "f6").contains(&"e5~x".to_owned()));
}

#[test]
fn e18_own_piece_drowning_and_enemy_at_the_end_of_the_drift() {
    // S:14, in one position each; see also the figures.
    let own = "rnbqkbnr/ppp2ppp/8/8/3pP3/4P3/PPP2PPP/RNBQKBN1 w Qkq - 0 4";
    assert_eq!(moves_from::<Swim>(own, "e3"), Vec::<String>::new());
    let pawns = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPP1PPPP/RNBQKB1R b KQkq - 0 3";
    assert_eq!(moves_from::<Swim>(pawns, "a7"), sorted("a6 a5~b5"));
    assert_eq!(moves_from::<Swim>(pawns, "c7"), sorted("c6 c5~d5*"));
    assert_eq!(moves_from::<Swim>(pawns, "e7"), sorted("e6 e5~f5"));
    assert_eq!(moves_from::<Swim>(pawns, "g7"), sorted("g6 g5~h5"));
    assert_eq!(moves_from::<Swim>(pawns, "h7"), sorted("h6 h5~x"));
    assert!(moves_from::<Swim>(pawns, "d8").contains(&"d5~e5".to_owned()));
}

#[test]
fn e19_king_does_not_enter_the_river() {
    // S:13
    let fen = "4k3/8/8/8/8/4K3/8/8 w - - 0 1";
    assert_eq!(moves_from::<Swim>(fen, "e3"), sorted("d2 e2 f2 d3 f3"));
}

#[test]
fn e20_crossing_the_river_is_ordinary() {
    // S:14
    let fen = "4k3/r7/8/8/8/8/8/R3K3 w - - 0 1";
    let file: Vec<String> = moves_from::<Swim>(fen, "a1")
        .into_iter()
        .filter(|mv| mv.starts_with('a'))
        .collect();
    assert_eq!(file, sorted("a2 a3 a4~x a5~x a6 a7*"));
}

#[test]
fn en_passant_only_after_a_double_step_that_was_not_carried() {
    let carried = "rnbqkbnr/ppp2ppp/8/3P1p2/8/8/PPP1PPPP/RNBQKB1R w KQkq - 0 4";
    assert_eq!(moves_from::<Swim>(carried, "d5"), sorted("d6"));
    let next: Swim = after(
        "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPP1PPPP/RNBQKB1R b KQkq - 0 3",
        "e7e5",
    );
    assert_eq!(
        next.fen(),
        "rnbqkbnr/ppp2ppp/8/3P1p2/8/8/PPP1PPPP/RNBQKB1R w KQkq - 0 4"
    );
    let usual = "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 4";
    assert_eq!(moves_from::<Swim>(usual, "d5"), sorted("d6 e6*"));
    let twice = "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKB1R w KQkq e6 0 4";
    assert!(
        Swim::from_fen(twice).is_err(),
        "Black has captured: e7e5 would have been carried"
    );
}

#[test]
fn captures_in_the_river_are_made_where_the_current_ends() {
    let fen = "rnbqkbnr/ppp2ppp/8/8/3p4/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 4";
    assert_eq!(moves_from::<Swim>(fen, "e3"), sorted("d4~e4 e4~f4"));
    assert!(moves_from::<Swim>(fen, "c2").contains(&"c4~d4*".to_owned()));
    let bishop = moves_from::<Swim>(fen, "f1");
    assert!(bishop.contains(&"c4~d4*".to_owned()) && bishop.contains(&"b5~c5".to_owned()));
    let queen = moves_from::<Swim>(fen, "d1");
    assert!(queen.contains(&"g4~h4".to_owned()) && queen.contains(&"h5~x".to_owned()));
    // The pawn on d4 stays where it is when e3xd4 is carried to e4.
    let next: Swim = after(fen, "e3d4");
    assert_eq!(
        next.fen(),
        "rnbqkbnr/ppp2ppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 4"
    );
}

#[test]
fn check_from_a_queen_in_the_river() {
    let fen = "rnb1kbnr/pppp1ppp/8/8/4q3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 4";
    let position: Swim = position(fen);
    assert!(position.in_check());
    let mut moves: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|mv| write_move(&position, mv))
        .collect();
    moves.sort();
    assert_eq!(moves, sorted("c1e3 d1e2 e1d2 f1e2 g1e2 d3d4"));
    assert_eq!(moves_from::<Swim>(fen, "d3"), sorted("d4~e4*"));
}

#[test]
fn drowning_discovers_check() {
    let fen = "4k3/8/8/8/8/4B3/8/4RK2 w - - 0 1";
    for mv in ["e3c5", "e3d4", "e3f4", "e3g5"] {
        let next: Swim = after(fen, mv);
        assert!(next.in_check(), "{mv}");
        assert_eq!(next.occupied().count_ones(), 3);
        assert_eq!(next.halfmove_clock(), 0);
    }
}

#[test]
fn e21_lines_run_around_the_cylinder_over_planks_only() {
    // S:3 and S:4
    let both = "8/8/2ssssss/rnbqkbnr/2pppppp/8/8/8/8/2PPPPPP/RNBQKBNR/2SSSSSS/8/8 \
                w KQkq - a1,a14,b1,b14 0 1";
    let around = sorted("a1 a2 a3 a5 a6 a7 a8 a9 a10 a11* a12 a13 a14");
    assert_eq!(moves_from::<Cylinder>(both, "a4"), around);
    let one = both.replace("a1,a14,b1,b14", "a1,b1");
    assert_eq!(moves_from::<Cylinder>(&one, "a4").len(), 10);
    let check = "8/8/3r4/4k3/8/8/3P4/8/8/8/8/3K4/8/8 w - - d1,d14 0 1";
    assert!(position::<Cylinder>(check).in_check());
    assert_eq!(
        moves_from::<Cylinder>(check, "d3"),
        sorted("c2 c3 c4 e2 e3 e4")
    );
    assert!(!position::<Cylinder>(&check.replace("d1,d14", "d1")).in_check());
    let knight = "8/8/8/4k3/8/8/8/8/8/8/4K3/8/8/4N3 w - - e1 0 1";
    assert_eq!(
        moves_from::<Cylinder>(knight, "e1"),
        sorted("c2 d3 f3 g2 d13 f13")
    );
}

#[test]
fn e22_kings_do_not_stand_on_planks() {
    // S:4
    let fen = "8/8/8/4k3/8/8/8/8/8/8/8/8/4K3/8 w - - d1,e1,f1 0 1";
    assert_eq!(moves_from::<Cylinder>(fen, "e2"), sorted("d2 d3 e3 f2 f3"));
}

#[test]
fn e23_front_pawns_become_amazons_on_water_and_on_planks() {
    // S:5
    let fen = "6r1/7P/8/4k3/8/8/8/8/8/8/4K3/8/8/8 w - - g14 0 1";
    assert_eq!(moves_from::<Cylinder>(fen, "h13"), sorted("g14* h14"));
    for (mv, target) in [("h13h14a", "h14"), ("h13g14a", "g14"), ("h13h14", "h14")] {
        let next: Cylinder = after(fen, mv);
        assert_eq!(next.piece_on(square(target)).map(Piece::letter), Some('A'));
    }
    assert!(after::<Cylinder>(fen, "h13h14").in_check());
    let amazon = "7A/8/3k4/8/8/8/8/8/8/8/4K3/8/8/8 w - - - 0 1";
    assert_eq!(moves_from::<Cylinder>(amazon, "h14").len(), 37);
}

#[test]
fn rear_pawns_become_planks() {
    // S:4: only toward the river, without captures.
    let start = Cylinder::GAME.start;
    assert_eq!(moves_from::<Cylinder>(start, "e3"), sorted("e1~x e2"));
    let next: Cylinder = after(start, "e3e1");
    assert_eq!(
        next.fen(),
        "8/8/ssssssss/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/SSSS1SSS/8/8 b KQkq - e1 0 1"
    );
    let blocked = "8/8/8/4k3/8/8/8/8/8/8/3K4/4S3/8/4a3 w - - - 0 1";
    assert_eq!(moves_from::<Cylinder>(blocked, "e3"), sorted("e2"));
}
