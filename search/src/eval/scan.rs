//! What every term needs to know: who attacks what, where the kings' rings are, which pieces are
//! pinned. Also the set-wise steps that pawn and king terms share.

use movegen::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_set_attacks, rook_attacks,
};
use movegen::{Bitboard, Board, Color, File, PieceType, Rank, Square};

use super::tapered::Tapered;
use super::weights::Weights;

/// One side's half of a [`Scan`].
pub(super) struct Half {
    /// The squares attacked by each kind of piece.
    pub(super) by: [Bitboard; 6],
    /// The squares attacked at all.
    pub(super) all: Bitboard,
    /// The squares attacked twice or more.
    pub(super) twice: Bitboard,
    /// The king's square and those around it, moved inwards at the edge of the board.
    pub(super) ring: Bitboard,
    /// The squares that count for mobility.
    pub(super) area: Bitboard,
    /// Men that may only move along a line to their king.
    pinned: Bitboard,
    /// What the other side's pieces add to the danger of this side's king.
    pub(super) danger: Tapered,
    /// Mirrors files so that this side's king is on one of the files a to d.
    mirror: usize,
}

impl Half {
    /// Adds the attacks of one man, or of a set of men none of which share a target.
    #[inline(always)]
    fn add(&mut self, kind: PieceType, attacks: Bitboard) {
        self.by[kind.index()] |= attacks;
        self.twice |= self.all & attacks;
        self.all |= attacks;
    }
}

/// The board with its attacks. Those of pawns and kings are there from the start; pieces add
/// theirs as they are counted.
pub(super) struct Scan<'a> {
    pub(super) board: &'a Board,
    pub(super) weights: &'a Weights,
    pub(super) halves: [Half; 2],
}

impl<'a> Scan<'a> {
    #[inline(always)]
    pub(super) fn new(weights: &'a Weights, board: &'a Board) -> Self {
        let halves = Color::ALL.map(|color| half(board, color));
        Self {
            board,
            weights,
            halves,
        }
    }

    #[inline(always)]
    pub(super) fn of(&self, color: Color) -> &Half {
        &self.halves[color.index()]
    }

    /// The index of a square in a piece-square table of `color` that is mirrored for `king`'s king.
    #[inline(always)]
    pub(super) fn place(&self, color: Color, king: Color, square: Square) -> usize {
        square.relative_to(color).index() ^ self.of(king).mirror
    }

    /// What a square is worth to `color` by a table for its own and one for the enemy's king.
    #[inline(always)]
    pub(super) fn placed(
        &self,
        color: Color,
        square: Square,
        [own, facing]: [&[Tapered; 64]; 2],
    ) -> Tapered {
        own[self.place(color, color, square)] + facing[self.place(color, !color, square)]
    }

    /// Notes what the piece on `square` attacks and returns it. Sliders see through the pieces
    /// that would follow them along the line.
    #[inline(always)]
    pub(super) fn look(&mut self, color: Color, kind: PieceType, square: Square) -> Bitboard {
        let board = self.board;
        let queens = board.pieces(PieceType::Queen);
        let attacks = match kind {
            PieceType::Knight => knight_attacks(square),
            PieceType::Bishop => bishop_attacks(square, board.occupied() - queens),
            PieceType::Rook => {
                let rooks = board.colored(color, PieceType::Rook);
                rook_attacks(square, board.occupied() - queens - rooks)
            }
            _ => {
                let occupied = board.occupied();
                bishop_attacks(square, occupied) | rook_attacks(square, occupied)
            }
        };
        let half = &mut self.halves[color.index()];
        let attacks = if half.pinned.contains(square) {
            attacks & line(board.king(color), square)
        } else {
            attacks
        };
        half.add(kind, attacks);
        attacks
    }
}

fn half(board: &Board, color: Color) -> Half {
    let king = board.king(color);
    let pawns = board.colored(color, PieceType::Pawn);
    let enemy_pawns = board.colored(!color, PieceType::Pawn);
    let blocked = pawns & board.occupied().forward(!color);
    let mut half = Half {
        by: [Bitboard::EMPTY; 6],
        all: Bitboard::EMPTY,
        twice: Bitboard::EMPTY,
        ring: ring(king),
        area: !(pawn_set_attacks(!color, enemy_pawns) | blocked | king.into()),
        pinned: pinned(board, color),
        danger: Tapered::ZERO,
        mirror: if king.file() > File::D { 7 } else { 0 },
    };
    let ahead = pawns.forward(color);
    half.add(PieceType::Pawn, ahead.east());
    half.add(PieceType::Pawn, ahead.west());
    half.add(PieceType::King, king_attacks(king));
    half
}

/// Nine squares wherever the king stands: at the edge they are those of the next square inwards.
fn ring(king: Square) -> Bitboard {
    let file = (king.file() as u8).clamp(1, 6);
    let rank = (king.rank() as u8).clamp(1, 6);
    let centre = Square::new(File::from_index(file), Rank::from_index(rank));
    king_attacks(centre) | centre.into()
}

fn pinned(board: &Board, color: Color) -> Bitboard {
    let king = board.king(color);
    let snipers = bishop_attacks(king, Bitboard::EMPTY) & board.diagonal_sliders(!color)
        | rook_attacks(king, Bitboard::EMPTY) & board.orthogonal_sliders(!color);
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = between(king, sniper) & board.occupied();
        if !blockers.has_many() {
            pinned |= blockers & board.colors(color);
        }
    }
    pinned
}

/// The set and every square ahead of it on its files.
#[inline(always)]
pub(super) fn fill(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => {
            let set = set | set << 8;
            let set = set | set << 16;
            set | set << 32
        }
        Color::Black => {
            let set = set | set >> 8;
            let set = set | set >> 16;
            set | set >> 32
        }
    }
}

/// Every square ahead of the set on its files.
#[inline(always)]
pub(super) fn ahead(color: Color, set: Bitboard) -> Bitboard {
    fill(color, set.forward(color))
}

/// The set and its neighbours to the left and right.
#[inline(always)]
pub(super) fn widen(set: Bitboard) -> Bitboard {
    set | set.east() | set.west()
}

/// How many king moves apart two squares are.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks)
}

/// The number of squares in a set as a factor for a weight.
#[inline(always)]
pub(super) fn count(set: Bitboard) -> i32 {
    set.count() as i32
}

/// A square's rank as `color` counts it, 0 to 7.
#[inline(always)]
pub(super) fn rank_of(color: Color, square: Square) -> usize {
    square.rank().relative_to(color).index()
}
