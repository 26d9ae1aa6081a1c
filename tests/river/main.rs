//! The river games: the rules, tested against the book and a second generator, and the searcher.

mod book;
mod oracle;
mod plain;
mod rules;
mod search;
mod text;

use variants::{Rules, parse_move};

fn position<R: Rules>(fen: &str) -> R {
    R::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after<R: Rules>(fen: &str, text: &str) -> R {
    let before: R = position(fen);
    let mv = parse_move(&before, text).unwrap();
    before.make(mv).unwrap()
}
