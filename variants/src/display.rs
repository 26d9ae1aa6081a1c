//! Diagrams of the board and of the evaluation, for people.

use movegen::Color;

use crate::rules::{Rules, Terrain};
use crate::types::{FILES, Kind, Piece, Square};

const RULE: &str = "\n +---+---+---+---+---+---+---+---+\n";

/// The board, with `~` for water and `=` for a plank; then the FEN, the key and hidden state.
pub fn board<R: Rules>(position: &R) -> String {
    let mut text = String::from(RULE);
    for rank in (0..R::GAME.ranks).rev() {
        let mut before = ' ';
        for file in 0..FILES {
            let square = Square::new(file, rank);
            let piece = position.piece_on(square).map(Piece::letter);
            let fill = match position.terrain(square) {
                Terrain::Land => ' ',
                Terrain::Water => '~',
                Terrain::Plank => '=',
            };
            let shown = piece.unwrap_or(fill);
            text += &format!("{before}|{fill}{shown}");
            before = fill;
        }
        text += &format!("{before}| {}{RULE}", rank + 1);
    }
    text += "   a   b   c   d   e   f   g   h\n\n";
    text += &format!("FEN: {}\nKey: {:016X}", position.fen(), position.key());
    let note = position.note();
    if note.is_empty() {
        text
    } else {
        text + "\n" + &note
    }
}

/// The network's evaluation, piece by piece and in total, from White's point of view, in pawns; +1.00
/// is a 50% chance of winning. The total is zero if neither side can mate.
pub fn evaluation<R: Rules>(position: &R) -> String {
    let score = for_white(position, position.score());
    format!(
        "{}\nEvaluation: {} for White ({score} internal units)",
        piece_values(position),
        pawns::<R>(score)
    )
}

/// The board with each piece's contribution to White's evaluation: the loss of its side if it were
/// captured.
fn piece_values<R: Rules>(position: &R) -> String {
    let rule = format!(" +{}\n", "-------+".repeat(FILES));
    let mut text = format!("\n{rule}");
    for rank in (0..R::GAME.ranks).rev() {
        let (mut letters, mut values) = (String::new(), String::new());
        for square in (0..FILES).map(|file| Square::new(file, rank)) {
            let piece = position.piece_on(square);
            letters += &format!(" |   {}  ", piece.map_or(' ', Piece::letter));
            let value = piece.filter(|piece| piece.kind() != Kind::King).map(|_| {
                let without = position.without(square);
                pawns::<R>(white_evaluation(position) - white_evaluation(&without))
            });
            values += &format!(" |{:>6}", value.unwrap_or_default());
        }
        text += &format!("{letters} |\n{values} | {}\n{rule}", rank + 1);
    }
    text + "     a       b       c       d       e       f       g       h\n"
}

fn white_evaluation<R: Rules>(position: &R) -> i32 {
    for_white(position, position.evaluate())
}

/// A score of the side to move from White's point of view.
fn for_white<R: Rules>(position: &R, score: i32) -> i32 {
    match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

/// A score in pawns, with its sign.
fn pawns<R: Rules>(score: i32) -> String {
    let pawns = f64::from(R::GAME.curves.centipawns(score)) / 100.0;
    format!("{pawns:+.2}")
}
