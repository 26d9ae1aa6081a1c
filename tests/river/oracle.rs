//! The legal moves and the position after each, compared with the plain generator in random games.
//!
//! The suite compares a few thousand; `RIVER_POSITIONS=200000 cargo test --release -p variants
//! --test river oracle` compares that many positions of each game.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use support::size;
use variants::{Cylinder, Rules, Swim, write_move};

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
