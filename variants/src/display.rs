//! Board diagrams and evaluation tables, for people.

use movegen::Color;

use crate::rules::{Rules, Terrain};
use crate::types::{FILES, Piece, Square};

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

/// A line for each block of terms with its contribution for White and for Black, in internal
/// units, and their difference; then the evaluation.
pub fn evaluation<R: Rules>(position: &R) -> String {
    // White's and Black's count for each weight.
    let mut counts = vec![[0; 2]; R::WEIGHTS.len()];
    let phase = position.add_terms(&mut |color, index, count| {
        counts[index][color as usize] += count;
    });
    let mut text = format!("\n{:<18}{:>8}{:>8}{:>8}\n", "term", "White", "Black", "sum");
    let mut weights = R::WEIGHTS.iter().zip(&counts);
    for term in R::TERMS {
        let mut sums = [0; 2];
        for (&[full, empty], counts) in weights.by_ref().take(term.size) {
            let weight = full * phase + empty * (crate::FULL - phase);
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += weight * count;
            }
        }
        let [white, black] = sums.map(|sum| sum / crate::FULL);
        let name = term.name.to_ascii_lowercase().replace('_', " ");
        text += &format!("{name:<18}{white:>8}{black:>8}{:>8}\n", white - black);
    }
    let white = match position.side_to_move() {
        Color::White => position.evaluate(),
        Color::Black => -position.evaluate(),
    };
    let pawns = f64::from(R::GAME.curves.centipawns(white)) / 100.0;
    text + &format!("\nEvaluation: {pawns:+.2} for White ({white} internal units)")
}
