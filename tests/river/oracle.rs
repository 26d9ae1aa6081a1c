//! The legal moves and the position after each, compared with the plain generator in random games.
//!
//! The suite compares a few thousand; `RIVER_POSITIONS=200000 cargo test --release -p variants
//! --test river oracle` compares that many positions of each game.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use support::size;
use variants::{Bits, Cylinder, Kind, Move, MoveFilter, MoveList, Rules, Swim, write_move};

use crate::plain::Plain;

/// Plays random games until enough positions have been compared.
fn compare<R: Rules>(cylinder: bool, seed: u64) {
    let wanted = size("RIVER_POSITIONS", 3_000);
    let mut random = StdRng::seed_from_u64(seed);
    let mut keys: HashMap<u64, String> = HashMap::new();
    let mut compared = 0;
    while compared < wanted {
        let mut engine = R::from_fen(R::GAME.start).unwrap();
        for _ in 0..250 {
            let fen = engine.fen();
            let plain = Plain::parse(&fen, cylinder);
            let expected = plain.legal();
            let moves = engine.legal_moves();
            let mut found: Vec<String> = moves.iter().map(|&mv| write_move(&engine, mv)).collect();
            found.sort();
            let names: Vec<&String> = expected.keys().collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), names, "{fen}");
            assert_eq!(
                engine.in_check(),
                plain.attacked(plain.king(plain.white), !plain.white),
                "{fen}"
            );
            for &mv in &moves {
                let next = engine.make(mv).unwrap();
                let text = write_move(&engine, mv);
                assert_eq!(next.fen(), expected[&text].strict_fen(), "{fen} {text}");
                assert_eq!(next.key(), next.rebuilt_key(), "{fen} {text}");
            }
            // Equal keys mean equal positions, clocks aside; reading the FEN tests the converse.
            let fields: Vec<&str> = fen.split(' ').collect();
            let timeless = fields[..fields.len() - 2].join(" ");
            let known = keys.entry(engine.key()).or_insert_with(|| timeless.clone());
            assert_eq!(*known, timeless);
            assert_eq!(R::from_fen(&fen).unwrap(), engine, "{fen}");
            compared += 1;
            if moves.is_empty() || engine.is_insufficient_material() {
                break;
            }
            engine = engine
                .make(moves[random.random_range(0..moves.len())])
                .unwrap();
        }
    }
    println!("{}: {compared} positions agree", R::GAME.name);
}

#[test]
fn swimming_game_agrees_with_a_plain_generator() {
    compare::<Swim>(false, 4);
}

#[test]
fn cylindrical_game_agrees_with_a_plain_generator() {
    compare::<Cylinder>(true, 14);
}

/// Compares predictions about moves with the positions after them: the noisy generator yields
/// exactly the moves that are noisy, a direct check is given by the piece that lands, and a move
/// that drowns discovers check exactly if the opponent is in check after it. Returns the numbers of
/// direct checks and of drowned pieces.
fn compare_predictions<R: Rules>(seed: u64) -> [u32; 2] {
    let mut random = StdRng::seed_from_u64(seed);
    let (mut checks, mut drowned) = (0, 0);
    for _ in 0..40 {
        let mut position = R::from_fen(R::GAME.start).unwrap();
        for _ in 0..200 {
            let fen = position.fen();
            let sorted = |filter, keeps: &dyn Fn(Move) -> bool| {
                let mut list = MoveList::new();
                position.generate(filter, &mut list);
                let kept = list.into_iter().filter(|&mv| keeps(mv));
                let mut moves: Vec<_> = kept.map(|mv| write_move(&position, mv)).collect();
                moves.sort();
                moves
            };
            let noisy = sorted(MoveFilter::All, &|mv| position.is_noisy(mv));
            assert_eq!(sorted(MoveFilter::Noisy, &|_| true), noisy, "{fen}");
            let moves = position.legal_moves();
            for &mv in &moves {
                let (next, side) = (position.make(mv).unwrap(), position.side_to_move());
                let text = write_move(&position, mv);
                let king = next.pieces(!side, Kind::King).first().unwrap();
                let attackers = next.attackers(king, next.occupied(), side, 0);
                let direct = position
                    .landing(mv)
                    .is_some_and(|square| attackers.has(square));
                assert_eq!(position.gives_direct_check(mv), direct, "{fen} {text}");
                checks += u32::from(direct);
                if position.drowns(mv) {
                    assert_eq!(
                        position.discovers_check(mv),
                        next.in_check(),
                        "{fen} {text}"
                    );
                    drowned += 1;
                }
            }
            if moves.is_empty() {
                break;
            }
            position = position
                .make(moves[random.random_range(0..moves.len())])
                .unwrap();
        }
    }
    [checks, drowned]
}

#[test]
fn predictions_agree_with_the_positions_after_moves() {
    let [checks, drowned] = compare_predictions::<Swim>(24);
    assert!(checks > 500 && drowned > 500, "{checks} {drowned}");
    let [checks, _] = compare_predictions::<Cylinder>(34);
    assert!(checks > 500, "{checks}");
}
