//! Board diagram and evaluation table, for people.

use movegen::{Board, CastlingMode, Color, File, Piece, Rank, Square};
use search::Score;
use search::nnue::Network;
use search::wdl::centipawns;

/// The board with FEN, the number of a Chess960 start position, key and the pieces that give check.
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
    let start = board.chess960_number();
    let start = start.map(|number| format!("Chess960: {number}\n"));
    text + "   a   b   c   d   e   f   g   h\n\n"
        + &format!("FEN: {}\n", board.fen(mode))
        + &start.unwrap_or_default()
        + &format!("Key: {:016X}\n", board.key())
        + &format!("Checkers: {}", checkers.join(" "))
}

/// The network's evaluation, piece by piece and in total, and the final evaluation, from White's
/// point of view, in pawns; +1.00 is a 50% chance of winning.
pub fn evaluation(board: &Board, network: &Network) -> String {
    let white = |score: Score| match board.side_to_move() {
        Color::White => pawns(score, board),
        Color::Black => pawns(-score, board),
    };
    let reason = match search::is_known_ending(board) {
        true => " (known ending)",
        false => "",
    };
    format!(
        "{}\n\nNetwork '{}': {}\nEvaluation: {} for White{reason}",
        piece_values(board, network),
        network.recipe(),
        white(network.evaluate(board)),
        white(search::evaluate(network, board)),
    )
}

/// The board with each piece's contribution to White's evaluation: the loss of its side if it were
/// removed.
fn piece_values(board: &Board, network: &Network) -> String {
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
            let value = piece
                .zip(network.piece_value(board, square))
                .map(|(piece, own)| {
                    let white = match piece.color() {
                        Color::White => own,
                        Color::Black => -own,
                    };
                    pawns(white, board)
                });
            text += &format!(" |{:>6}", value.unwrap_or_default());
        }
        text += &format!(" | {}\n{rule}", rank.index() + 1);
    }
    let files: String = File::ALL
        .map(|file| format!("{:>8}", file.letter()))
        .concat();
    text + &files[2..]
}

fn pawns(score: Score, board: &Board) -> String {
    format!("{:+.2}", f64::from(centipawns(score, board)) / 100.0)
}
