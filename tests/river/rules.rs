//! The rules of the river games beyond the book's examples: perft counts, draws and keys.

use std::collections::HashSet;

use support::{data_lines, size};
use variants::{Cylinder, Outcome, Rules, Swim, outcome, parse_move, perft};

use crate::{after, position};

/// Compares the counts of at most `most` leaves.
fn check_perft<R: Rules>(fen: &str, counts: &str, most: u64) {
    let position: R = position(fen);
    assert_eq!(position.fen(), fen);
    for (depth, count) in (1..).zip(counts.split_whitespace()) {
        let count: u64 = count.parse().expect("a count");
        if count <= most {
            assert_eq!(perft(&position, depth), count, "{fen} at depth {depth}");
        }
    }
}

/// The two counts above ten million, of the start positions, are compared only with
/// `RIVER_LEAVES=200000000`.
#[test]
fn perft_equals_the_counts_of_the_data_file() {
    let most = size("RIVER_LEAVES", 10_000_000);
    let mut lines = 0;
    for line in data_lines(include_str!("../data/river-perft.txt")) {
        let fields: Vec<&str> = line.split("; ").collect();
        let [game, fen, counts] = fields[..] else {
            panic!("{line}");
        };
        match game {
            "guadalete-swim" => check_perft::<Swim>(fen, counts, most),
            "guadalete-cylinder" => check_perft::<Cylinder>(fen, counts, most),
            _ => panic!("{line}"),
        }
        lines += 1;
    }
    assert_eq!(lines, 33);
}

#[test]
fn draws_of_both_games_are_detected() {
    let ended = |fen: &str| outcome(&position::<Swim>(fen), &[]);
    assert_eq!(
        ended("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"),
        Some(Outcome::Stalemate)
    );
    for bare in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4KN2",
        "4kb2/8/8/8/8/8/8/4K3",
    ] {
        assert_eq!(
            ended(&format!("{bare} w - - 0 1")),
            Some(Outcome::InsufficientMaterial)
        );
    }
    // The current can change the color of the squares of a bishop.
    for others in ["4k3/8/8/8/8/8/8/4KNN1", "4kb2/8/8/8/8/8/8/2B1K3"] {
        assert_eq!(ended(&format!("{others} w - - 0 1")), None);
    }
    assert_eq!(
        ended("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"),
        Some(Outcome::FiftyMoves)
    );
    let ended = |fen: &str| outcome(&position::<Cylinder>(fen), &[]);
    // Rear pawns alone give no check; with one on the board a knight could mate.
    let kings = "8/8/8/8/4k3/8/8/8/8/8/8/4K3/S7/8 w - - - 0 1";
    assert_eq!(ended(kings), Some(Outcome::InsufficientMaterial));
    assert_eq!(ended(&kings.replace("4K3", "4KN2")), None);
    let knight = kings.replace("4K3", "4KN2").replace("S7", "8");
    assert_eq!(ended(&knight), Some(Outcome::InsufficientMaterial));
    let bishops = |placed: &str| knight.replace("4KN2", placed);
    for one_color in ["2B1K3", "2B1K1B1", "2B1K1b1"] {
        assert_eq!(
            ended(&bishops(one_color)),
            Some(Outcome::InsufficientMaterial)
        );
    }
    for others in ["2BBK3", "2B1Kb2", "2B1KN2"] {
        assert_eq!(ended(&bishops(others)), None);
    }
    assert_eq!(ended(&kings.replace("4K3", "2B1K1B1")), None);
}

#[test]
fn threefold_repetition_is_a_draw() {
    let mut at: Swim = position(Swim::GAME.start);
    let mut keys = Vec::new();
    for round in 0..2 {
        assert_eq!(outcome(&at, &keys), None, "{round}");
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            keys.push(at.key());
            at = at.make(parse_move(&at, text).unwrap()).unwrap();
        }
    }
    assert_eq!(outcome(&at, &keys), Some(Outcome::Repetition));
}

#[test]
fn null_move_resets_the_halfmove_clock() {
    let swim = "4k3/8/8/8/8/8/8/4K2R w - - 7 9";
    assert_eq!(position::<Swim>(swim).make_null().halfmove_clock(), 0);
    let cylinder = "8/8/8/8/4k3/8/8/8/8/8/8/4K3/8/8 w - - - 7 9";
    let null = position::<Cylinder>(cylinder).make_null();
    assert_eq!(null.halfmove_clock(), 0);
}

#[test]
fn transpositions_have_equal_keys() {
    let play = |moves| after::<Cylinder>(Cylinder::GAME.start, moves);
    let one = play("e3e1 d12d14 b4c6 b11c9 e5e6 e10e9");
    let other = play("e5e6 e10e9 e3e1 b11c9 b4c6 d12d14");
    assert_eq!(one.key(), other.key());
    assert_eq!(one.key(), position::<Cylinder>(&one.fen()).key());
    assert_ne!(one.key(), play("e3e2 d12d14 b4c6 b11c9 e5e6 e10e9").key());
}

/// Checks that the keys of positions are pairwise different.
fn check_keys_differ<R: Rules>(fens: &[String]) {
    let keys: HashSet<u64> = fens.iter().map(|fen| position::<R>(fen).key()).collect();
    assert_eq!(keys.len(), fens.len(), "{fens:#?}");
}

#[test]
fn keys_differ_by_planks() {
    let river = [1, 14].map(|rank| "abcdefgh".chars().map(move |file| format!("{file}{rank}")));
    let mut planks: Vec<String> = river.into_iter().flatten().collect();
    planks.push("-".to_owned());
    let fens: Vec<String> = planks
        .iter()
        .map(|plank| format!("8/8/8/4k3/8/8/8/8/8/8/4K3/8/8/8 w - - {plank} 0 1"))
        .collect();
    assert_eq!(fens.len(), 17);
    check_keys_differ::<Cylinder>(&fens);
}

#[test]
fn keys_differ_by_castling_rights() {
    let rights = (0..16).map(|bits| {
        let granted = "KQkq".chars().enumerate();
        let granted = granted.filter(|(bit, _)| bits >> bit & 1 == 1);
        let letters: String = granted.map(|(_, letter)| letter).collect();
        if bits == 0 { "-".to_owned() } else { letters }
    });
    let fens: Vec<String> = rights
        .map(|rights| format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1"))
        .collect();
    check_keys_differ::<Swim>(&fens);
}

#[test]
fn keys_differ_by_en_passant_square() {
    let fens = ["c6", "e6", "-"].map(|square| {
        format!("rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w KQkq {square} 0 4")
    });
    check_keys_differ::<Swim>(&fens);
}

#[test]
fn keys_differ_by_side_to_move() {
    let sides = |fen: &str| [fen.to_owned(), fen.replace(" w ", " b ")];
    check_keys_differ::<Swim>(&sides(Swim::GAME.start));
    check_keys_differ::<Cylinder>(&sides(Cylinder::GAME.start));
}

#[test]
fn chances_mirror_those_of_the_opponent() {
    for game in [Swim::GAME, Cylinder::GAME] {
        let half = game.curves.a;
        for score in [0, 1, half as i32, 5_000] {
            let (ours, theirs) = (game.curves.wdl(score), game.curves.wdl(-score));
            assert_eq!((ours.win, ours.loss), (theirs.loss, theirs.win), "{score}");
        }
        assert_eq!(game.curves.wdl(half as i32).win, 500);
        assert_eq!(game.curves.centipawns(half as i32), 100);
    }
}
