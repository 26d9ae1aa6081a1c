//! Evaluation: what a position is worth without looking ahead.

use movegen::{Board, Color, PieceType};

/// What the position is worth to the side to move, in centipawns.
pub fn evaluate(board: &Board) -> i32 {
    const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];
    let mut total = 0;
    for kind in PieceType::ALL {
        for color in Color::ALL {
            let sign = if color == board.side_to_move() { 1 } else { -1 };
            for square in board.colored(color, kind) {
                let square = square.relative_to(color);
                let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
                let centre = 6 - (2 * file - 7).abs() / 2 - (2 * rank - 7).abs() / 2;
                let place = match kind {
                    PieceType::King => -5 * centre,
                    PieceType::Pawn => 2 * centre + 4 * rank,
                    PieceType::Rook => 0,
                    _ => 5 * centre,
                };
                total += sign * (VALUES[kind.index()] + place);
            }
        }
    }
    total
}
