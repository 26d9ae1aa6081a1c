//! The evaluation: its terms, the side they count for, and its sign.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use variants::{Color, Cylinder, Rules, Swim, Variant};

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

/// The indices in a block of terms that count for White and for Black, each as often as it counts.
fn occurrences<R: Rules>(position: &R, name: &str) -> [Vec<usize>; 2] {
    let mut counts = vec![[0; 2]; R::WEIGHTS.len()];
    position.add_terms(&mut |color, index, count| counts[index][color as usize] += count);
    let before = R::TERMS.iter().take_while(|term| term.name != name);
    let begin = before.map(|term| term.size).sum();
    let block = R::TERMS.iter().find(|term| term.name == name).unwrap();
    Color::ALL.map(|color| {
        let counts = counts[begin..begin + block.size].iter().enumerate();
        counts
            .flat_map(|(index, counts)| vec![index; counts[color as usize] as usize])
            .collect()
    })
}

fn check_terms<R: Rules>(fen: &str, expected: &[(&str, &[usize], &[usize])]) {
    let position: R = position(fen);
    for &(name, white, black) in expected {
        let found = occurrences(&position, name);
        assert_eq!(found, [white, black], "{name} in {fen}");
    }
}

/// An exchange of the sides, or of ahead and behind, is the same after turning the board, so the
/// positions are different for White and Black.
#[test]
fn terms_count_for_their_side() {
    // The current carries White seven files and Black six.
    check_terms::<Swim>(
        "5rk1/pp3ppp/3P1q2/6P1/6b1/8/PP3PPP/3Q1RK1 w",
        &[
            ("IMMUNE", &[], &[2]),
            ("STUCK_PAWN", &[0; 4], &[0; 3]),
            ("PAWN_BEHIND", &[7; 5], &[6; 5]),
            ("PASSED", &[5], &[]),
            ("PHALANX", &[1; 5], &[1; 5]),
            ("THREAT_BY_PAWN", &[0], &[]),
            ("THREAT_BY_MINOR", &[], &[0]),
            ("DRIFT", &[7], &[6]),
            ("TEMPO", &[0], &[]),
        ],
    );
    check_terms::<Swim>(
        "6k1/5p2/6p1/8/8/P6P/P3B3/1B1R2K1 b",
        &[
            ("MATERIAL", &[0, 0, 0, 2, 2, 3, 5], &[0, 0, 5]),
            ("SQUARE", &[8, 16, 23, 129, 140, 195, 326], &[13, 22, 326]),
            ("PASSED", &[1, 2], &[1]),
            ("FREE", &[2], &[1]),
            ("ESCORT", &[6, 6], &[2]),
            ("PURSUIT", &[6, 6], &[5]),
            ("DOUBLED", &[0], &[]),
            ("ISOLATED", &[0; 3], &[]),
            ("SUPPORTED", &[], &[0]),
            ("SHIELD", &[0], &[1]),
            ("SAFE_CHECK", &[2], &[]),
            ("BISHOP_PAIR", &[0], &[]),
            ("TEMPO", &[], &[0]),
        ],
    );
    check_terms::<Swim>(
        "r6r/2k5/8/8/8/3p4/6PP/N5K1 w",
        &[
            ("MOBILITY", &[1], &[28 + 9, 28 + 11]),
            ("KNIGHT_BEHIND", &[8], &[]),
            ("DANGER", &[0], &[4]),
            ("SAFE_CHECK", &[], &[2]),
            ("HANGING", &[], &[1]),
            ("OPEN_FILE", &[], &[0, 1]),
        ],
    );
    check_terms::<Swim>(
        "4k3/3q4/8/8/8/8/8/3RK3 w",
        &[
            ("SAFE_CHECK", &[], &[3, 3]),
            ("HANGING", &[], &[]),
            ("THREAT_BY_ROOK", &[0], &[]),
        ],
    );
    check_terms::<Cylinder>(
        "8/8/2s5/r3k2r/4p3/5p2/3P2N1/3b4/3P4/7P/R3K3/4S3/8/8 w - - a1,a14,b1",
        &[
            (
                "SQUARE",
                &[16, 23, 31, 85, 180, 295, 403],
                &[19, 22, 143, 180, 180, 295, 402],
            ),
            ("MOBILITY", &[6, 32 + 8], &[16 + 11, 32 + 5, 32 + 8]),
            ("PASSED", &[4], &[5]),
            ("ROAD", &[7], &[5]),
            ("FREE", &[4], &[5]),
            ("ESCORT", &[3], &[3]),
            ("PURSUIT", &[5], &[4]),
            ("DOUBLED", &[0], &[]),
            ("ISOLATED", &[0; 3], &[]),
            ("SUPPORTED", &[], &[0]),
            ("SHIELD", &[0], &[1]),
            ("BACK_SHIELD", &[1], &[0]),
            ("DANGER", &[3], &[3]),
            ("SAFE_CHECK", &[2], &[1, 2]),
            ("HANGING", &[3], &[0, 1, 3]),
            ("THREAT_BY_PAWN", &[], &[0]),
            ("THREAT_BY_MINOR", &[], &[0]),
            ("OPEN_FILE", &[1], &[0, 1]),
            ("NEAR_PLANKS", &[0; 2], &[0]),
            ("BRIDGE", &[0], &[0; 2]),
            ("TEMPO", &[0], &[]),
        ],
    );
    check_terms::<Cylinder>(
        "8/8/8/4k3/3q1pp1/8/8/8/2P5/1P6/3RK3/8/8/8 w",
        &[("PHALANX", &[], &[4; 2]), ("THREAT_BY_ROOK", &[0], &[])],
    );
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

/// The last column of each row is rounded toward zero on both sides.
#[test]
fn rows_of_the_evaluation_add_up_to_the_score_for_white() {
    for (variant, moves) in [
        (Variant::Swim, "d2d3 g8f6 c1h6 f6g8 h6g7 a7a6 g7h8"),
        (Variant::Cylinder, "e5e7 d10d8 e7d8"),
    ] {
        let mut session = variant.session(1, 1).unwrap();
        let moves: Vec<_> = moves.split(' ').map(str::to_owned).collect();
        session.set_position(None, &moves).unwrap();
        assert_eq!(session.side_to_move(), Color::Black);
        let score = match variant {
            Variant::Swim => -position::<Swim>(&session.fen()).evaluate(),
            Variant::Cylinder => -position::<Cylinder>(&session.fen()).evaluate(),
        };
        let text = session.evaluation();
        let pawns = f64::from(session.game().curves.centipawns(score)) / 100.0;
        let last = format!("Evaluation: {pawns:+.2} for White ({score} internal units)");
        assert_eq!(text.lines().last(), Some(&*last));
        let rows = text.lines().skip(2).take_while(|line| !line.is_empty());
        let sums: Vec<i32> = rows
            .map(|row| row.split_whitespace().last().unwrap().parse().unwrap())
            .collect();
        let sum: i32 = sums.iter().sum();
        assert!(sum.abs_diff(score) as usize <= sums.len(), "{text}");
        assert!(score > 0, "White has won material: {text}");
    }
}
