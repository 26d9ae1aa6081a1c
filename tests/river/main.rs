//! The river games: the rules, tested against the book and a second generator, and the searcher.

mod assumptions;
mod book;
mod oracle;
mod plain;
mod rules;
mod search;
mod text;

use variants::{Rules, Square, parse_move};

fn position<R: Rules>(fen: &str) -> R {
    R::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
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
