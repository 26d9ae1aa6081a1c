//! What people look at: the board as a picture, the evaluation as a table.

use movegen::{Board, CastlingMode, Color, File, Piece, Rank, Square};
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

/// What the network says of the position, man by man, and what the evaluation makes of it; from
/// White's view and in pawns.
pub fn evaluation(board: &Board, network: &Network) -> String {
    let white = |value: i32| match board.side_to_move() {
        Color::White => pawns(value),
        Color::Black => pawns(-value),
    };
    format!(
        "{}\n\nNetwork {}: {}\nEvaluation: {} for White",
        worths(board, network),
        network.recipe(),
        white(network.evaluate(board)),
        white(search::evaluate(network, board)),
    )
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
            let worth = piece
                .zip(network.piece_value(board, square))
                .map(|(piece, own)| {
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
    text + &files[2..]
}

fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}
