//! Pieces as both formats store them: a bitboard of occupied squares and a 4-bit code for each
//! piece in ascending order of squares, the low half of a byte first.

use movegen::{Board, Piece, Square};

/// The bit of a code that marks a black piece. The lower three bits are its kind.
pub(super) const BLACK: u8 = 8;

/// The occupied squares and piece codes of a board, where `kind` gives a code's lower three bits.
pub(super) fn pack(board: &Board, kind: impl Fn(Square, Piece) -> u8) -> (u64, [u8; 16]) {
    let mut codes = [0; 16];
    let pieces = board
        .occupied()
        .into_iter()
        .filter_map(|square| Some((square, board.piece_on(square)?)));
    for (index, (square, piece)) in pieces.enumerate() {
        let code = kind(square, piece) | (BLACK * piece.color() as u8);
        codes[index / 2] |= code << (index % 2 * 4);
    }
    (board.occupied().0, codes)
}

/// The code at an index; zero beyond the last.
#[inline]
pub(super) fn code(codes: &[u8; 16], index: usize) -> u8 {
    codes
        .get(index / 2)
        .map_or(0, |byte| byte >> (index % 2 * 4) & 15)
}
