//! The numbering of inputs and output buckets, shared by the engine and the trainer.

use movegen::attacks::{knight_attacks, piece_attacks, rook_and_bishop_attacks};
use movegen::{Bitboard, Board, Color, Piece, PieceType, Square};

use super::arch::PLACES;

/// A piece and its square.
pub type PieceAt = (Piece, Square);

/// The squares that each color attacks, with any piece and with pawns, from which the states of
/// pieces follow, and the states of the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacks {
    pub(super) all: [Bitboard; 2],
    pub(super) pawns: [Bitboard; 2],
    pub(super) kings: [u8; 2],
}

impl Attacks {
    /// The attacks on a board.
    #[inline(always)]
    pub(super) fn of(board: &Board) -> Self {
        // `Color::ALL.map` would be compiled to a function call.
        let [white, black] = [Color::White, Color::Black];
        Self::new(
            [board.attacks_by_kind(white), board.attacks_by_kind(black)],
            [board.colors(white), board.colors(black)],
            [Some(board.king(white)), Some(board.king(black))],
        )
    }

    /// The attacks of pieces that need not be those of a legal position.
    pub fn by(pieces: impl Iterator<Item = PieceAt> + Clone) -> Self {
        let occupied = pieces.clone().map(|(_, square)| square).collect();
        let mut attacks = [[Bitboard::EMPTY; PieceType::ALL.len()]; 2];
        let mut colors = [Bitboard::EMPTY; 2];
        let mut kings = [None; 2];
        for (piece, square) in pieces {
            let (color, kind) = (piece.color().index(), piece.kind());
            let squares = piece_attacks(kind, piece.color(), square, occupied);
            attacks[color][kind.index()] |= squares;
            colors[color] |= square.into();
            if kind == PieceType::King {
                kings[color] = Some(square);
            }
        }
        Self::new(attacks, colors, kings)
    }

    /// Combines the squares attacked by each color and type of piece with the pieces of each color and
    /// the squares of the kings.
    #[inline(always)]
    fn new(
        kinds: [[Bitboard; PieceType::ALL.len()]; 2],
        colors: [Bitboard; 2],
        kings: [Option<Square>; 2],
    ) -> Self {
        let all = kinds.map(|[p, n, b, r, q, k]| p | n | b | r | q | k);
        let occupied = colors[0] | colors[1];
        let state = |us: usize, them: usize| {
            let safe = all[them] - all[us] - colors[them];
            kings[us].map_or(0, |king| king_state(king, occupied, safe, &kinds[them]))
        };
        Self {
            all,
            pawns: kinds.map(|[pawns, ..]| pawns),
            kings: [state(0, 1), state(1, 0)],
        }
    }

    /// The state of a piece, below [`STATES`](super::STATES). For a king, see [`king_state`]. For
    /// any other piece: 0 if not attacked, 1 or 2 if attacked but not by a pawn, 3 or 4 if attacked
    /// by a pawn; the lower number of each pair if undefended, the higher if defended.
    #[inline(always)]
    pub(super) fn state(&self, (piece, square): PieceAt) -> usize {
        let (own, other) = (piece.color().index(), (!piece.color()).index());
        if piece.kind() == PieceType::King {
            return self.kings[own].into();
        }
        let attacked = usize::from(self.all[other].contains(square));
        let by_pawn = usize::from(self.pawns[other].contains(square));
        let defended = usize::from(self.all[own].contains(square));
        attacked * (1 + 2 * by_pawn + defended)
    }

    /// The squares where a piece of `color`, whose king is on `king`, would be in another state
    /// under `other`.
    #[inline(always)]
    pub(super) fn differences(&self, other: &Self, color: Color, king: Square) -> Bitboard {
        let (us, them) = (color.index(), (!color).index());
        let pieces = (self.all[them] ^ other.all[them])
            | (self.pawns[them] ^ other.pawns[them])
            | ((self.all[us] ^ other.all[us]) & self.all[them]);
        if self.kings[us] == other.kings[us] {
            pieces - king.into()
        } else {
            pieces | king.into()
        }
    }
}

/// The state of a king, by the enemy pieces with a safe check: 0 for none, 1 for only knights or
/// bishops, 2 for rooks with or without these, 3 for only queens and 4 for queens and others. A
/// check is safe on the squares in `safe`: attacked by the enemy but not by the king's side, and
/// without an enemy piece. `by` has the squares that each kind of enemy piece attacks.
#[inline(always)]
fn king_state(king: Square, occupied: Bitboard, safe: Bitboard, by: &[Bitboard; 6]) -> u8 {
    let (straight, diagonal) = rook_and_bishop_attacks(king, occupied);
    let (straight, diagonal) = (straight & safe, diagonal & safe);
    let jumps = knight_attacks(king) & safe;
    let [_, knights, bishops, rooks, queens, _] = by;
    let by_minor = u8::from((*knights & jumps | *bishops & diagonal).any());
    let by_rook = u8::from((*rooks & straight).any());
    if (*queens & (straight | diagonal)).any() {
        3 + (by_rook | by_minor)
    } else {
        by_minor.max(2 * by_rook)
    }
}

/// True if a king on `king` mirrors its side's view left to right: on files e to h.
#[inline(always)]
pub const fn is_mirrored(king: Square) -> bool {
    king.index() & 4 != 0
}

/// The number of a piece's input, below [`INPUTS`](super::INPUTS), for White, not mirrored: ordered
/// by the piece's state, kind from pawn to king, color (White first) and square.
#[inline(always)]
pub(super) fn input(attacks: &Attacks, (piece, square): PieceAt) -> u16 {
    let place = piece.index() * 64 + square.index();
    (attacks.state((piece, square)) * PLACES + place) as u16
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

/// The number of a piece's input, below [`INPUTS`](super::INPUTS), for `perspective`, whose king
/// [is mirrored](is_mirrored) or not.
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
    fn states_distinguish_attacked_and_defended_pieces() {
        let board: Board = "6k1/8/3p4/rbN1R2n/8/3B4/2P5/4K3 w - - 0 1"
            .parse()
            .expect("a legal position");
        let attacks = Attacks::of(&board);
        let state = |square| attacks.state((board.piece_on(square).expect("a piece"), square));
        let squares = [Square::A5, Square::H5, Square::D3, Square::E5, Square::C5];
        assert_eq!(squares.map(state), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn states_of_kings_distinguish_safe_checks() {
        for (fen, states) in [
            ("r3k3/8/8/8/8/8/5PPP/R2Q2K1 w - - 0 1", [0, 4]),
            ("4k3/8/8/8/3n4/8/PPP5/2K5 w - - 0 1", [1, 0]),
            ("4k3/8/8/6b1/8/1P6/P1P5/1K4N1 w - - 0 1", [0, 0]),
            ("4k3/r7/8/8/8/8/5PPP/6K1 w - - 0 1", [2, 0]),
            ("4k3/8/8/8/q7/8/5PPP/6K1 w - - 0 1", [3, 0]),
        ] {
            let board: Board = fen.parse().expect("a legal position");
            let attacks = Attacks::of(&board);
            let pieces = board.occupied().into_iter();
            let pieces = pieces.filter_map(|square| Some((board.piece_on(square)?, square)));
            assert_eq!(attacks, Attacks::by(pieces), "{fen}");
            assert_eq!(attacks.kings, states, "{fen}");
        }
    }
}
