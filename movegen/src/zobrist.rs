//! Zobrist numbers and the keys built from them. <https://www.chessprogramming.org/Zobrist_Hashing>
//!
//! The numbers are computed at compile time by our own generator, so that no dependency upgrade can
//! change a key and, through the transposition table, the node count of a search.

use crate::castling::{CastleSide, CastlingRights};
use crate::types::{Color, File, Piece, Square};

/// Advances `state` and returns the next pseudo-random number, by SplitMix64 (Steele, Lea, Flood
/// 2014): it passes the usual test batteries and can be a `const fn`.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mix(*state)
}

/// Hashes `x` with the finalizer of [SplitMix64](split_mix).
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

struct Numbers {
    /// The thirteenth row is zero and stands for an empty square.
    pieces: [[u64; 64]; 13],
    /// By color and the castling rook's file: the same right can belong to different rooks in
    /// double Fischer random and in X-FEN. The ninth number is zero and stands for no right.
    castling: [[u64; 9]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static NUMBERS: Numbers = {
    let mut state = 0x0045_6E72_6F71_7565; // "Enroque"
    let mut numbers = Numbers {
        pieces: [[0; 64]; 13],
        castling: [[0; 9]; 2],
        en_passant: [0; 8],
        black_to_move: split_mix(&mut state),
    };
    let mut i = 0;
    while i < 12 * 64 {
        numbers.pieces[i / 64][i % 64] = split_mix(&mut state);
        i += 1;
    }
    let mut i = 0;
    while i < 8 {
        numbers.castling[0][i] = split_mix(&mut state);
        numbers.castling[1][i] = split_mix(&mut state);
        numbers.en_passant[i] = split_mix(&mut state);
        i += 1;
    }
    numbers
};

/// The number of a piece on a square, zero for an empty square.
#[inline(always)]
pub(crate) fn piece_number(piece: Option<Piece>, square: Square) -> u64 {
    NUMBERS.pieces[piece.map_or(12, Piece::index)][square.index()]
}

/// The number of the file of an en passant square, zero if there is none.
#[inline(always)]
pub(crate) fn en_passant_number(square: Option<Square>) -> u64 {
    square.map_or(0, |square| NUMBERS.en_passant[square.file().index()])
}

/// The XOR difference in [`Board::key`](crate::Board::key) when only the side to move changes.
#[inline(always)]
pub const fn turn_difference() -> u64 {
    NUMBERS.black_to_move
}

/// The incremental keys of a position.
///
/// A piece's number is XORed into the key of its color and the key of its group; every key in use
/// is one of these or the XOR of two or three of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    colors: [u64; 2],
    groups: [u64; 4],
    /// Castling rights, en passant file and side to move.
    state: u64,
}

/// The index of each piece in [`Keys::groups`]: White's pawns, Black's pawns, minor pieces and
/// kings, major pieces.
const GROUP: [u8; 12] = [0, 1, 2, 2, 2, 2, 3, 3, 3, 3, 2, 2];

impl Keys {
    /// Adds or removes a piece.
    #[inline(always)]
    pub(crate) fn toggle_piece(&mut self, piece: Piece, square: Square) {
        let number = NUMBERS.pieces[piece.index()][square.index()];
        self.colors[piece.color().index()] ^= number;
        self.groups[GROUP[piece.index()] as usize & 3] ^= number;
    }

    /// Updates the key for a change of turn that leaves castling rights and en passant square
    /// unchanged.
    #[inline(always)]
    pub(crate) fn pass_turn(&mut self) {
        self.state ^= NUMBERS.black_to_move;
    }

    /// Recomputes the part of the key that does not depend on the pieces.
    #[inline(always)]
    pub(crate) fn set_state(
        &mut self,
        side_to_move: Color,
        castling: CastlingRights,
        en_passant: Option<Square>,
    ) {
        self.state = match side_to_move {
            Color::White => 0,
            Color::Black => NUMBERS.black_to_move,
        };
        for color in Color::ALL {
            for side in CastleSide::ALL {
                let file = castling.rook(color, side).map_or(8, File::index);
                self.state ^= NUMBERS.castling[color.index()][file];
            }
        }
        self.state ^= en_passant_number(en_passant);
    }

    #[inline(always)]
    pub(crate) fn position(&self) -> u64 {
        self.colors[0] ^ self.colors[1] ^ self.state
    }

    #[inline(always)]
    pub(crate) fn pawns(&self) -> u64 {
        self.groups[0] ^ self.groups[1]
    }

    #[inline(always)]
    pub(crate) fn non_pawns(&self, color: Color) -> u64 {
        self.colors[color.index()] ^ self.groups[color.index()]
    }

    #[inline(always)]
    pub(crate) fn minors(&self) -> u64 {
        self.groups[2]
    }

    #[inline(always)]
    pub(crate) fn majors(&self) -> u64 {
        self.groups[3]
    }
}

/// The XOR difference in [`Board::key`](crate::Board::key) when a piece moves between two squares,
/// in either direction, and the side to move changes.
///
/// ```
/// use movegen::{Board, Piece, Square, key_difference};
///
/// let board = Board::default();
/// let mut next = board;
/// next.make(board.parse_uci("g1f3")?);
/// let difference = key_difference(Piece::WhiteKnight, Square::F3, Square::G1);
/// assert_eq!(board.key() ^ next.key(), difference);
/// # Ok::<_, movegen::ParseMoveError>(())
/// ```
#[inline]
pub fn key_difference(piece: Piece, from: Square, to: Square) -> u64 {
    piece_number(Some(piece), from) ^ piece_number(Some(piece), to) ^ turn_difference()
}
