//! Zobrist numbers for the keys of positions, generated at compile time.
//! <https://www.chessprogramming.org/Zobrist_Hashing>

use movegen::{Color, split_mix};

use crate::castling::Castling;
use crate::types::{FILES, Piece, Square};

/// Squares of the larger board, rounded up.
const SQUARES: usize = 128;
/// Squares that can become planks: two ranks of the cylinder.
const PLANKS: usize = 16;

struct Numbers {
    pieces: [[u64; SQUARES]; Piece::COUNT],
    castling: [u64; 16],
    en_passant: [u64; FILES],
    planks: [u64; PLANKS],
    black_to_move: u64,
}

const fn fill<const N: usize>(state: &mut u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = split_mix(state);
        i += 1;
    }
    numbers
}

static NUMBERS: Numbers = {
    let mut state = 0x4775_6164_616C_6574; // "Guadalet"
    let mut pieces = [[0; SQUARES]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        pieces[i] = fill(&mut state);
        i += 1;
    }
    let mut castling = fill(&mut state);
    castling[0] = 0;
    Numbers {
        pieces,
        castling,
        en_passant: fill(&mut state),
        planks: fill(&mut state),
        black_to_move: split_mix(&mut state),
    }
};

#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.index()][square.index() % SQUARES]
}

#[inline(always)]
pub(crate) fn castling(rights: Castling) -> u64 {
    NUMBERS.castling[rights.bits() % 16]
}

#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u64 {
    NUMBERS.en_passant[square.file()]
}

/// The number of the plank with this index, from 0 to 15.
#[inline(always)]
pub(crate) fn plank(index: usize) -> u64 {
    NUMBERS.planks[index % PLANKS]
}

#[inline(always)]
pub(crate) fn side(side: Color) -> u64 {
    match side {
        Color::White => 0,
        Color::Black => NUMBERS.black_to_move,
    }
}
