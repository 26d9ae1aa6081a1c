//! The legal moves and the position after each, compared with the plain generator in random games.
//!
//! The suite compares a few thousand; `RIVER_POSITIONS=200000 cargo test --release -p variants
//! --test river oracle` compares that many positions of each game.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use support::size;
use variants::{
    Bits, Color, Cylinder, Kind, Move, MoveFilter, MoveList, Rules, Swim, Terrain, write_move,
};

use crate::book::FIGURE_8;
use crate::plain::Plain;
use crate::position;

/// Positions with castling rights, promotions, en passant and a strong current.
pub const SWIM_STARTS: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1r4k1/P1P5/8/8/8/8/p1p5/1R4K1 w - - 0 1",
    "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 4",
    FIGURE_8,
];
/// Positions with amazons on water and planks, castling rights and promotions.
pub const CYLINDER_STARTS: [&str; 4] = [
    "2A4a/8/ssss1sss/r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R/SSS1SSSS/8/2a4A w KQkq - d1,e14 0 1",
    "7A/8/3k4/8/8/2n5/8/8/5B2/8/4K3/2R5/8/a7 w - - b1,c1,c14 0 1",
    "8/8/8/rn2k2r/pp3ppp/8/8/8/8/PP3PPP/R1B1K2R/8/8/2Q3A1 w KQkq - \
     a1,b1,c1,c14,d1,e1,f1,f14,g1,h1 0 1",
    "6r1/P6P/8/4k3/8/8/8/8/8/8/4K3/8/p6p/1R6 w - - b1,g14 0 1",
];

/// The first position of a game: every second game begins from one of `starts`.
pub fn first<R: Rules>(game: usize, starts: &[&str]) -> R {
    position(match game % 2 {
        0 => R::GAME.start,
        _ => starts[game / 2 % starts.len()],
    })
}

/// True if an amazon is on water.
fn has_swimmer<R: Rules>(position: &R) -> bool {
    let is_water = |square| position.terrain(square) == Terrain::Water;
    Color::ALL.into_iter().any(|color| {
        let mut amazons = position.pieces(color, Kind::Amazon).squares();
        amazons.any(is_water)
    })
}

/// Plays random games until enough positions have been compared. Returns the numbers of positions
/// and of those with an amazon on water.
fn compare<R: Rules>(cylinder: bool, starts: &[&str], seed: u64) -> [u64; 2] {
    let wanted = size("RIVER_POSITIONS", 3_000);
    let mut random = StdRng::seed_from_u64(seed);
    let mut keys: HashMap<u64, String> = HashMap::new();
    let (mut compared, mut swimmers) = (0, 0);
    for game in 0.. {
        if compared >= wanted {
            break;
        }
        let mut engine: R = first(game, starts);
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
            swimmers += u64::from(has_swimmer(&engine));
            if moves.is_empty() || engine.is_insufficient_material() {
                break;
            }
            engine = engine
                .make(moves[random.random_range(0..moves.len())])
                .unwrap();
        }
    }
    println!("{}: {compared} positions agree", R::GAME.name);
    [compared, swimmers]
}

#[test]
fn swimming_game_agrees_with_a_plain_generator() {
    compare::<Swim>(false, &SWIM_STARTS, 4);
}

#[test]
fn cylindrical_game_agrees_with_a_plain_generator() {
    let [compared, swimmers] = compare::<Cylinder>(true, &CYLINDER_STARTS, 14);
    assert!(swimmers >= compared / 50, "{swimmers} of {compared}");
}

/// Compares predictions about moves with the positions after them: the noisy generator yields
/// exactly the moves that are noisy, a direct check is given by the piece that lands, and a move
/// that drowns discovers check exactly if the opponent is in check after it. Returns the numbers of
/// direct checks and of drowned pieces.
fn compare_predictions<R: Rules>(starts: &[&str], seed: u64) -> [u32; 2] {
    let mut random = StdRng::seed_from_u64(seed);
    let (mut checks, mut drowned) = (0, 0);
    for game in 0..40 {
        let mut position: R = first(game, starts);
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
    let [checks, drowned] = compare_predictions::<Swim>(&SWIM_STARTS, 24);
    assert!(checks > 500 && drowned > 500, "{checks} {drowned}");
    let [checks, _] = compare_predictions::<Cylinder>(&CYLINDER_STARTS, 34);
    assert!(checks > 500, "{checks}");
}
