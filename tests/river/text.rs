//! Positions and moves of the river games as text, valid and invalid.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::{Limits, Request};
use variants::{Cylinder, Rules, Searcher, Swim, parse_move, write_move};

use crate::book::{FIGURE_7, FIGURE_8};
use crate::{position, turned};

#[test]
fn invalid_fens_are_refused_with_the_reason() {
    let swim = |fen: &str| Swim::from_fen(fen).unwrap_err().to_string();
    assert!(swim("").contains("missing"));
    assert!(swim("8/8 w").contains("8 ranks"));
    assert!(swim("4k3/8/8/4K3/8/8/8/8 w").contains("e5"));
    assert!(swim("4k3/8/8/8/8/8/8/A3K3 w").contains("'A'"));
    assert!(swim("4k3/8/8/8/8/1P6/PPPPPPPP/RNBQKBNR w").contains("17"));
    assert!(swim("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w").contains("9 pawns"));
    assert!(swim("4k2P/8/8/8/8/8/8/4K3 w").contains("h8"));
    assert!(swim("4k3/8/8/8/8/8/8/4K3 w K").contains("the king or the rook"));
    assert!(swim("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1").contains("in check"));
    assert!(swim("4k3/8/8/8/8/8/8/4K3 w - e4").contains("e4"));
    assert!(swim("4k3/8/8/8/8/8/8/4K3 w - - x 1").contains("halfmove clock"));
    assert!(swim("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1").contains("one too many"));
    let cylinder = |fen: &str| Cylinder::from_fen(fen).unwrap_err().to_string();
    assert!(cylinder("8/8/8/8/4k3/8/8/8/8/8/8/4K3/8/N7 w").contains("a1"));
    assert!(cylinder("8/8/8/8/4k3/8/8/8/8/8/8/4K3/S7/8 w - - a1").contains("already has a plank"));
    assert!(cylinder("8/8/8/8/4k3/8/8/8/8/S7/8/4K3/8/8 w").contains("a5"));
    assert!(cylinder("8/8/8/4k3/8/8/8/8/8/8/4K3/4S3/4S3/8 w").contains("same file"));
    assert!(cylinder("8/8/8/8/4k3/8/8/8/8/8/8/4K3/8/8 w - - a2").contains("'a2'"));
    assert!(cylinder("8/8/8/8/4k3/8/8/8/8/8/8/4K3/8/8 w - - a1,a1").contains("'a1'"));
    assert!(cylinder("8/8/8/8/4k3/8/8/8/P7/PPPPPPPP/4K3/8/8/8 w").contains("9 pawns"));
    assert!(cylinder("8/8/8/8/8/8/8/8/8/8/8/4K3/8/8 w").contains("Black has 0 kings"));
    let pawn = |rank: usize, letter: &str| {
        let mut ranks = ["8"; 14];
        (ranks[14 - 6], ranks[14 - 9]) = ("3K4", "3k4");
        let row = format!("7{letter}");
        ranks[14 - rank] = &row;
        let position = Cylinder::from_fen(&(ranks.join("/") + " w"));
        position.err().map(|error| error.to_string())
    };
    let behind = "front pawns are never behind their first rank";
    for (letter, ranks) in [("P", 1..5), ("p", 11..15)] {
        for rank in ranks {
            let error = pawn(rank, letter).unwrap();
            assert!(error.contains(&format!("h{rank}: {behind}")), "{error}");
        }
    }
    for (letter, rank) in [("P", 5), ("P", 13), ("p", 10), ("p", 2)] {
        assert_eq!(pawn(rank, letter), None);
    }
    assert!(pawn(14, "P").unwrap().contains("amazon"));
    assert!(pawn(1, "p").unwrap().contains("amazon"));
}

#[test]
fn moves_are_read_in_many_spellings_and_refused_with_the_reason() {
    let castling: Swim = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for (text, plain) in [
        ("O-O", "e1g1"),
        ("0-0-0", "e1c1"),
        ("o-o", "e1g1"),
        ("e1h1", "e1g1"),
    ] {
        let mv = parse_move(&castling, text).unwrap();
        assert_eq!(write_move(&castling, mv), plain);
    }
    let refused = |text| parse_move(&castling, text).unwrap_err().to_string();
    for nonsense in ["", "e1", "e1e9", "hello", "é1e2", "e1e2x", "e14e15"] {
        assert!(refused(nonsense).contains("not a move"), "{nonsense}");
    }
    assert!(refused("e1e3").contains("not legal"));
    let pawn: Swim = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(
        parse_move(&pawn, "a7a8").is_err(),
        "four promotions are possible"
    );
    for text in ["a7a8n", "a7a8N"] {
        let mv = parse_move(&pawn, text).unwrap();
        assert_eq!(write_move(&pawn, mv), "a7a8n");
    }
    let error = parse_move(&pawn, "O-O-O").unwrap_err().to_string();
    assert!(error.contains("not legal"), "{error}");
}

/// A FEN with a few characters replaced, removed or doubled.
fn mutated(fen: &str, random: &mut StdRng) -> String {
    const PIECES: &[u8] = b"pnbrqasPNBRQASKk";
    const OTHERS: &[u8] = b"pnbrqkasPNBRQKAS12345678/ -wKQkqabcdefgh,0";
    let mut text = fen.as_bytes().to_vec();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..text.len());
        let other = OTHERS[random.random_range(0..OTHERS.len())];
        match random.random_range(0..12) {
            0 => text.insert(at, other),
            1 if text.len() > 2 => drop(text.remove(at)),
            2 => text[at] = other,
            // Replacing a piece or a single empty square keeps the ranks whole.
            _ if text[at].is_ascii_alphabetic() || text[at] == b'1' => {
                text[at] = PIECES[random.random_range(0..PIECES.len())];
            }
            _ => {}
        }
    }
    String::from_utf8(text).unwrap()
}

/// Any text is a position or an error; a position can be written, read, played and searched.
fn check_mutations<R: Rules>(fens: &[&str]) {
    let mut random = StdRng::seed_from_u64(1);
    let mut searcher = Searcher::new(1).unwrap();
    let (mut good, mut bad) = (0, 0);
    for round in 0..6_000 {
        let fen = mutated(fens[round % fens.len()], &mut random);
        let Ok(position) = R::from_fen(&fen) else {
            bad += 1;
            continue;
        };
        good += 1;
        let written = position.fen();
        assert_eq!(R::from_fen(&written), Ok(position), "{fen}");
        assert_eq!(turned(&position).evaluate(), position.evaluate(), "{fen}");
        for mv in position.legal_moves() {
            let text = write_move(&position, mv);
            assert_eq!(parse_move(&position, &text), Ok(mv), "{fen}");
            let next = position.make(mv).unwrap();
            assert_eq!(next.key(), next.rebuilt_key(), "{fen} {text}");
            assert_eq!(R::from_fen(&next.fen()), Ok(next), "{fen} {text}");
        }
        let found = searcher.search(Request::new(position, Limits::nodes(300)));
        assert_eq!(found.best.is_some(), position.has_legal_move(), "{fen}");
    }
    assert!(good > 500 && bad > 500, "{good} good, {bad} bad");
}

#[test]
fn mutated_fens_are_positions_or_errors() {
    check_mutations::<Swim>(&[
        Swim::GAME.start,
        FIGURE_7,
        FIGURE_8,
        "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 4",
    ]);
    check_mutations::<Cylinder>(&[
        Cylinder::GAME.start,
        "6r1/7P/8/4k3/8/8/8/8/8/8/4K3/8/8/8 w - - g14 0 1",
        "7A/8/3k4/8/8/8/8/8/8/8/4K3/4S3/8/4a3 w - - d1,f14 0 1",
    ]);
}
