//! The numbering of inputs and output buckets, shared by the engine and the trainer.

use movegen::attacks::piece_attacks;
use movegen::{Bitboard, Board, Color, Piece, PieceType, Square};

use super::arch::PLACES;

/// A piece and its square.
pub type PieceAt = (Piece, Square);

/// The squares that each color attacks, with any piece and with pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacks {
    all: [Bitboard; 2],
    pawns: [Bitboard; 2],
}

impl Attacks {
    /// The attacks on a board.
    #[inline(always)]
    pub fn of(board: &Board) -> Self {
        // `Color::ALL.map` would be compiled to a function call.
        Self {
            all: [board.attacks(Color::White), board.attacks(Color::Black)],
            pawns: [
                board.pawn_attacks(Color::White),
                board.pawn_attacks(Color::Black),
            ],
        }
    }

    /// The attacks of pieces that need not be those of a legal position.
    pub fn by(pieces: impl Iterator<Item = PieceAt> + Clone) -> Self {
        let occupied = pieces.clone().map(|(_, square)| square).collect();
        let mut attacks = Self {
            all: [Bitboard::EMPTY; 2],
            pawns: [Bitboard::EMPTY; 2],
        };
        for (piece, square) in pieces {
            let color = piece.color();
            let squares = piece_attacks(piece.kind(), color, square, occupied);
            attacks.all[color.index()] |= squares;
            if piece.kind() == PieceType::Pawn {
                attacks.pawns[color.index()] |= squares;
            }
        }
        attacks
    }

    /// The state of a piece, below [`STATES`](super::STATES): 0 if it is not attacked, then 1 and 2
    /// if it is attacked, and 3 and 4 if a pawn attacks it, each undefended or defended.
    #[inline(always)]
    pub(super) fn state(&self, (piece, square): PieceAt) -> usize {
        let (own, other) = (piece.color().index(), (!piece.color()).index());
        let attacked = usize::from(self.all[other].contains(square));
        let by_pawn = usize::from(self.pawns[other].contains(square));
        let defended = usize::from(self.all[own].contains(square));
        attacked * (1 + 2 * by_pawn + defended)
    }

    /// The squares where a piece of `color` would be in another state under `other`.
    #[inline(always)]
    pub(super) fn differences(&self, other: &Self, color: Color) -> Bitboard {
        let (us, them) = (color.index(), (!color).index());
        (self.all[them] ^ other.all[them])
            | (self.pawns[them] ^ other.pawns[them])
            | ((self.all[us] ^ other.all[us]) & self.all[them])
    }
}

/// True if a king on `king` mirrors its side's view left to right: on files e to h.
#[inline(always)]
pub const fn is_mirrored(king: Square) -> bool {
    king.index() & 4 != 0
}

/// The input, below [`INPUTS`](super::INPUTS), of a piece for White, not mirrored: by the piece's
/// state, kind from pawn to king, color (White first) and square.
#[inline(always)]
pub(super) fn input(attacks: &Attacks, piece: PieceAt) -> u16 {
    let (kind, square) = piece;
    let place = kind.index() * 64 + square.index();
    (attacks.state(piece) * PLACES + place) as u16
}

/// The bits in which [`input`] differs for `perspective`, which puts its own pieces first and its
/// own back rank down, and may be mirrored left to right.
#[inline(always)]
pub(super) fn flips(perspective: Color, mirrored: bool) -> u16 {
    const COLOR: u16 = 64;
    const RANK: u16 = 56;
    const FILE: u16 = 7;
    let sides = match perspective {
        Color::White => 0,
        Color::Black => COLOR | RANK,
    };
    sides | if mirrored { FILE } else { 0 }
}

/// The input, below [`INPUTS`](super::INPUTS), of a piece for `perspective`.
#[inline(always)]
pub fn feature(perspective: Color, mirrored: bool, attacks: &Attacks, piece: PieceAt) -> usize {
    usize::from(input(attacks, piece) ^ flips(perspective, mirrored))
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

    #[test]
    fn states_tell_attacked_and_defended_pieces_apart() {
        let board: Board = "6k1/8/3p4/rbN1R2n/8/3B4/2P5/4K3 w - - 0 1"
            .parse()
            .expect("a legal position");
        let attacks = Attacks::of(&board);
        let state = |square| attacks.state((board.piece_on(square).expect("a piece"), square));
        let squares = [Square::A5, Square::H5, Square::D3, Square::E5, Square::C5];
        assert_eq!(squares.map(state), [0, 1, 2, 3, 4]);
    }
}
