//! What people look at: the board as a picture, the evaluation as a table.

use movegen::{Board, CastlingMode, Color, File, Piece, Rank, Square};
use search::eval::{self, Tapered};
use search::nnue::Network;

/// The board with FEN, key and the men that give check.
pub fn board(board: &Board, mode: CastlingMode) -> String {
    let mut text = String::from("\n +---+---+---+---+---+---+---+---+\n");
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = board.piece_on(Square::new(file, rank));
            text += &format!(" | {}", piece.map_or(' ', Piece::letter));
        }
        text += &format!(
            " | {}\n +---+---+---+---+---+---+---+---+\n",
            rank.index() + 1
        );
    }
    let checkers: Vec<_> = board
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    text + "   a   b   c   d   e   f   g   h\n\n"
        + &format!("FEN: {}\n", board.fen(mode))
        + &format!("Key: {:016X}\n", board.key())
        + &format!("Checkers: {}", checkers.join(" "))
}

/// What the evaluation says of the position, from White's view and in pawns. A network says what
/// each man is worth, the built-in evaluation what each of its terms is.
pub fn evaluation(board: &Board, network: Option<&Network>) -> String {
    let (table, value) = match network {
        Some(network) => (worths(board, network), network.evaluate(board)),
        None => (terms(board), eval::evaluate(board)),
    };
    let white = match board.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    };
    format!("{table}\nEvaluation: {} for White", pawns(white))
}

/// The board with what each man is worth to White by a network: how much poorer its side is without
/// it.
fn worths(board: &Board, network: &Network) -> String {
    let rule = format!(" +{}\n", "-------+".repeat(8));
    let mut text = format!("\n{rule}");
    for rank in Rank::ALL.into_iter().rev() {
        let squares = File::ALL.map(|file| Square::new(file, rank));
        for square in squares {
            let piece = board.piece_on(square).map_or(' ', Piece::letter);
            text += &format!(" |   {piece}  ");
        }
        text += " |\n";
        for square in squares {
            let piece = board.piece_on(square);
            let worth = piece.zip(network.worth(board, square)).map(|(piece, own)| {
                let white = match piece.color() {
                    Color::White => own,
                    Color::Black => -own,
                };
                pawns(white)
            });
            text += &format!(" |{:>6}", worth.unwrap_or_default());
        }
        text += &format!(" | {}\n{rule}", rank.index() + 1);
    }
    let files: String = File::ALL
        .map(|file| format!("{:>8}", file.letter()))
        .concat();
    format!("{text}{}\n\nNetwork: {}\n", &files[2..], network.recipe())
}

/// Each term of the built-in evaluation, for either side.
fn terms(board: &Board) -> String {
    let breakdown = eval::breakdown(board);
    let mut text = String::from("\n");
    text += &row("", &["White", "Black", "White - Black"].map(str::to_owned));
    text += &row("Term", &["mg      eg "; 3].map(str::to_owned));
    let rule = format!(" {:-<14}-+-{:-<15}-+-{:-<15}-+-{:-<15}\n", "", "", "", "");
    text += &rule;
    let mut total = Tapered::ZERO;
    for (name, [white, black]) in breakdown.terms {
        let difference = white - black;
        total += difference;
        text += &row(name, &[pair(white), pair(black), pair(difference)]);
    }
    text += &rule;
    text += &row("Total", &[String::new(), String::new(), pair(total)]);
    text += &format!(
        "\n Middlegame {} of {}, endgame scale {} of {}\n",
        breakdown.phase, breakdown.full_phase, breakdown.scale, breakdown.full_scale
    );
    if breakdown.is_known_win {
        text += " A known win: the terms do not count.\n";
    }
    text
}

fn row(name: &str, cells: &[String; 3]) -> String {
    let [white, black, difference] = cells;
    format!(" {name:<14} | {white:>15} | {black:>15} | {difference:>15}\n")
}

fn pair(value: Tapered) -> String {
    format!("{:>7} {:>7}", pawns(value.mg()), pawns(value.eg()))
}

fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}
