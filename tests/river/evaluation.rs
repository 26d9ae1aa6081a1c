//! The evaluation: its symmetries, its sign and its diagram.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use variants::{Bits, Color, Cylinder, Kind, Rules, Square, Swim, Variant};

use crate::oracle::{CYLINDER_STARTS, SWIM_STARTS, first};
use crate::{position, turned};

/// Plays random games and compares each position with the one after turning the board. The current
/// is the same for both, since it runs along the ranks.
fn check_turned<R: Rules>(starts: &[&str], seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    for game in 0..20 {
        let mut at: R = first(game, starts);
        for _ in 0..120 {
            let other = turned(&at);
            assert_eq!(turned(&other), at);
            assert_eq!(other.evaluate(), at.evaluate(), "{}", at.fen());
            let moves = at.legal_moves();
            assert_eq!(other.legal_moves().len(), moves.len(), "{}", at.fen());
            if moves.is_empty() {
                break;
            }
            at = at.make(moves[random.random_range(0..moves.len())]).unwrap();
        }
    }
}

#[test]
fn evaluation_is_the_same_after_turning_the_board() {
    check_turned::<Swim>(&SWIM_STARTS, 44);
    check_turned::<Cylinder>(&CYLINDER_STARTS, 54);
}

/// The position with the files exchanged.
fn mirrored<R: Rules>(position: &R) -> R {
    let fen = position.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let ranks = fields[0]
        .split('/')
        .map(|rank| rank.chars().rev().collect());
    fields[0] = ranks.collect::<Vec<String>>().join("/");
    let flipped = |name: &str| match Square::parse(name, R::GAME.ranks) {
        Some(square) => Square::new(7 - square.file(), square.rank()).to_string(),
        None => name.to_owned(),
    };
    let clocks = R::GAME.fen_fields - 2;
    for field in &mut fields[3..clocks] {
        *field = field.split(',').map(flipped).collect::<Vec<_>>().join(",");
    }
    self::position(&fields.join(" "))
}

#[test]
fn evaluation_of_the_cylindrical_game_is_the_same_after_mirroring_the_board() {
    let mut random = StdRng::seed_from_u64(64);
    for game in 0..20 {
        let start: Cylinder = first(game, &CYLINDER_STARTS);
        let mut at: Cylinder = position(&start.fen().replace("KQkq", "-"));
        for _ in 0..120 {
            let other = mirrored(&at);
            assert_eq!(mirrored(&other), at);
            assert_eq!(other.evaluate(), at.evaluate(), "{}", at.fen());
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            at = at.make(moves[random.random_range(0..moves.len())]).unwrap();
        }
    }
}

#[test]
fn extra_queen_is_an_advantage_for_its_side() {
    let queen = |fen: &str| ["w", "b"].map(|side| fen.replace(" w", &format!(" {side}")));
    let swim = queen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    let [ours, theirs] = swim.map(|fen| position::<Swim>(&fen).evaluate());
    assert!(ours > 300 && theirs < -300, "{ours} {theirs}");
    let cylinder = queen(&Cylinder::GAME.start.replace("rnbqkbnr", "rnb1kbnr"));
    let [ours, theirs] = cylinder.map(|fen| position::<Cylinder>(&fen).evaluate());
    assert!(ours > 300 && theirs < -300, "{ours} {theirs}");
}

/// The value shown below a piece's letter in an evaluation diagram.
fn shown(text: &str, ranks: usize, square: &str) -> String {
    let square = Square::parse(square, ranks).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    // After an empty line and a rule, each rank has three lines.
    let row = rows[3 * (ranks - 1 - square.rank()) + 3];
    row.split('|')
        .nth(1 + square.file())
        .unwrap()
        .trim()
        .to_owned()
}

fn check_diagram<R: Rules>(variant: Variant, moves: &str, piece: &str) {
    let mut session = variant.session(1, 1).unwrap();
    let moves: Vec<_> = moves.split(' ').map(str::to_owned).collect();
    session.set_position(None, &moves).unwrap();
    let at: R = position(&session.fen());
    assert_eq!(at.side_to_move(), Color::Black);
    let pawns = |score| f64::from(R::GAME.curves.centipawns(score)) / 100.0;
    let score = -at.evaluate();
    assert!(score > 0, "White has won material: {score}");
    let text = session.evaluation();
    let last = format!(
        "Evaluation: {:+.2} for White ({score} internal units)",
        pawns(score)
    );
    assert_eq!(text.lines().last(), Some(&*last));
    let square = Square::parse(piece, R::GAME.ranks).unwrap();
    let value = pawns(score + at.without(square).evaluate());
    assert_eq!(
        shown(&text, R::GAME.ranks, piece),
        format!("{value:+.2}"),
        "{text}"
    );
    let king = at.pieces(Color::White, Kind::King).first().unwrap();
    assert_eq!(shown(&text, R::GAME.ranks, &king.to_string()), "", "{text}");
}

#[test]
fn diagram_shows_the_value_of_each_piece() {
    let moves = "d2d3 g8f6 c1h6 f6g8 h6g7 a7a6 g7h8";
    check_diagram::<Swim>(Variant::Swim, moves, "d8");
    check_diagram::<Cylinder>(Variant::Cylinder, "e5e7 d10d8 e7d8", "a4");
}
