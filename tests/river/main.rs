//! The river games: the rules, tested against the book and a second generator, and the searcher.

mod assumptions;
mod book;
mod evaluation;
mod oracle;
mod plain;
mod rules;
mod search;
mod signature;
mod text;

use variants::{Rules, Square, parse_move};

fn position<R: Rules>(fen: &str) -> R {
    R::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position seen from the other side: the ranks in reverse order, the colors exchanged.
fn turned<R: Rules>(position: &R) -> R {
    let exchanged = |letter: char| {
        if letter.is_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    let flipped = |name: &str| match Square::parse(name, R::GAME.ranks) {
        Some(square) => {
            let rank = R::GAME.ranks - 1 - square.rank();
            Square::new(square.file(), rank).to_string()
        }
        None => name.to_owned(),
    };
    let fen = position.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    fields[0] = ranks.join("/").chars().map(exchanged).collect();
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    fields[2] = fields[2].chars().map(exchanged).collect();
    let clocks = R::GAME.fen_fields - 2;
    // The en passant square and, in the cylindrical game, the planks.
    for field in &mut fields[3..clocks] {
        *field = field.split(',').map(flipped).collect::<Vec<_>>().join(",");
    }
    self::position(&fields.join(" "))
}

/// The position after moves separated by spaces.
fn after<R: Rules>(fen: &str, moves: &str) -> R {
    moves.split_whitespace().fold(position(fen), |at: R, text| {
        let mv = parse_move(&at, text).unwrap();
        at.make(mv).unwrap()
    })
}

/// Legal moves from a square, sorted: `b4~e4*` goes to b4, is carried to e4 and captures there;
/// `~x` drowns.
fn moves_from<R: Rules>(fen: &str, from: &str) -> Vec<String> {
    let position: R = position(fen);
    let mut moves: Vec<String> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.from().to_string() == from)
        .map(|mv| {
            let mut text = mv.to().to_string();
            match position.landing(mv) {
                None => text += "~x",
                Some(square) if square != mv.to() => text += &format!("~{square}"),
                Some(_) => {}
            }
            if position.captured(mv).is_some() {
                text.push('*');
            }
            text
        })
        .collect();
    moves.sort();
    moves
}

fn sorted(list: &str) -> Vec<String> {
    let mut list: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
    list.sort();
    list
}

fn square(name: &str) -> Square {
    Square::parse(name, 14).unwrap()
}
