//! What people look at: the board as a picture, the evaluation as a table.

use movegen::{Board, CastlingMode, Color, File, Piece, Rank, Square};
use search::eval::{self, Tapered};

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

/// What the evaluation says of the position: each term for either side, and the sum from White's
/// view. In pawns.
pub fn evaluation(board: &Board) -> String {
    let value = eval::evaluate(board);
    let white = match board.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    };
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
    text + &format!("\nEvaluation: {} for White", pawns(white))
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
