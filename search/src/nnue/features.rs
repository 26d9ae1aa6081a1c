//! The numbering of inputs and output buckets, shared by the engine and the trainer.

use movegen::{Color, Piece, Square};

/// A piece and its square.
pub type PieceAt = (Piece, Square);

/// True if a king on `king` mirrors its side's view left to right: on files e to h.
#[inline(always)]
pub const fn is_mirrored(king: Square) -> bool {
    king.index() & 4 != 0
}

/// The input, below [`INPUTS`](super::INPUTS), of a piece for `perspective`: own pieces first, then
/// the opponent's; pawn to king; squares from its own back rank up.
#[inline(always)]
pub fn feature(perspective: Color, mirrored: bool, (piece, square): PieceAt) -> usize {
    let theirs = usize::from(piece.color() != perspective);
    let square = square.relative_to(perspective).index() ^ (7 * usize::from(mirrored));
    (theirs * 6 + piece.kind().index()) * 64 + square
}

/// The output bucket, below `buckets`, for a number of pieces, kings included. With eight buckets
/// it is the usual `(pieces - 2) / 4`: the first covers 2 to 5 pieces, the last 30 to 32.
#[inline(always)]
pub const fn bucket(pieces: u32, buckets: usize) -> usize {
    let pieces = if pieces > 32 { 32 } else { pieces as usize };
    pieces.saturating_sub(2) * buckets / 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_buckets_serve_four_piece_counts_each() {
        for pieces in 2..=32 {
            assert_eq!(bucket(pieces, 8), (pieces as usize - 2) / 4);
            assert_eq!(bucket(pieces, 1), 0);
            assert!((1..=8).all(|buckets| bucket(pieces, buckets) < buckets));
        }
    }
}
