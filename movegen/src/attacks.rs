//! Attacks of single pieces, and lines between squares. Those of all pieces of a side are in
//! [`Board::threats`](crate::Board::threats) and
//! [`Board::attacks_by_kind`](crate::Board::attacks_by_kind).
//!
//! ```
//! use movegen::attacks::{knight_attacks, rook_attacks};
//! use movegen::{Bitboard, Square};
//!
//! assert_eq!(knight_attacks(Square::A1), [Square::C2, Square::B3].into_iter().collect());
//! let blocked = rook_attacks(Square::A1, Bitboard::of(Square::A3) | Square::B1.into());
//! assert_eq!(blocked, [Square::A2, Square::A3, Square::B1].into_iter().collect());
//! ```

mod magic;
pub(crate) mod setwise;

use crate::bitboard::Bitboard;
use crate::types::{Color, PieceType, Square};
use magic::{BISHOP_MAGICS, BISHOP_STEPS, Magic, NUMBERS, ROOK_MAGICS, ROOK_STEPS, slow_attacks};

/// The attack sets of sliders, without repetitions: 4,900 of rooks and 1,428 of bishops.
static SLIDER_SETS: [u64; 6_328] = include!(concat!(env!("OUT_DIR"), "/slider_sets.rs"));
/// The numbers of sets in `SLIDER_SETS`, by [`Magic::index`].
static SLIDER_NUMBERS: [u16; NUMBERS] = include!(concat!(env!("OUT_DIR"), "/slider_numbers.rs"));
static ROOKS: [Magic; 64] = ROOK_MAGICS;
static BISHOPS: [Magic; 64] = BISHOP_MAGICS;

/// Knight moves as (file, rank) steps.
pub const KNIGHT_STEPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// King moves as (file, rank) steps: north first, then clockwise.
pub const KING_STEPS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

static KNIGHT_ATTACKS: [u64; 64] = leaper(&KNIGHT_STEPS);
static KING_ATTACKS: [u64; 64] = leaper(&KING_STEPS);
static PAWN_ATTACKS: [[u64; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static BETWEEN: [[u64; 64]; 64] = squares_between();

const fn leaper(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut attacks = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let file = (square % 8) as i8 + steps[i].0;
            let rank = (square / 8) as i8 + steps[i].1;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                attacks[square] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    attacks
}

/// For each pair of aligned squares, the squares strictly between them.
const fn squares_between() -> [[u64; 64]; 64] {
    let mut between = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            if slow_attacks(a, 0, &ROOK_STEPS) & 1 << b != 0 {
                between[a][b] = common(a, b, &ROOK_STEPS);
            } else if slow_attacks(a, 0, &BISHOP_STEPS) & 1 << b != 0 {
                between[a][b] = common(a, b, &BISHOP_STEPS);
            }
            b += 1;
        }
        a += 1;
    }
    between
}

/// The squares that sliders on `a` and `b`, which block each other, both attack.
const fn common(a: usize, b: usize, steps: &[(i8, i8); 4]) -> u64 {
    let occupied = 1 << a | 1 << b;
    slow_attacks(a, occupied, steps) & slow_attacks(b, occupied, steps)
}

#[inline(always)]
fn slider_attacks(magic: &Magic, occupied: Bitboard) -> Bitboard {
    let number = SLIDER_NUMBERS[magic.index(occupied.0)];
    Bitboard(SLIDER_SETS[usize::from(number)])
}

/// The squares a rook on `square` attacks, with `occupied` as blockers.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(&ROOKS[square.index()], occupied)
}

/// The squares a bishop on `square` attacks, with `occupied` as blockers.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(&BISHOPS[square.index()], occupied)
}

/// The squares a queen on `square` attacks, with `occupied` as blockers.
#[inline(always)]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

/// The squares a rook and a bishop on `square` attack, with `occupied` as blockers, computed without
/// the tables of [`rook_attacks`] and [`bishop_attacks`]: faster if they are not in the cache.
#[inline(always)]
pub fn rook_and_bishop_attacks(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    setwise::rook_and_bishop(square, !occupied)
}

/// The squares a knight on `square` attacks.
#[inline(always)]
pub fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(KNIGHT_ATTACKS[square.index()])
}

/// The squares a king on `square` attacks.
#[inline(always)]
pub fn king_attacks(square: Square) -> Bitboard {
    Bitboard(KING_ATTACKS[square.index()])
}

/// The squares a pawn of `color` on `square` attacks.
///
/// ```
/// use movegen::attacks::pawn_attacks;
/// use movegen::{Color, Square};
///
/// let attacks = pawn_attacks(Color::Black, Square::A7);
/// assert_eq!(attacks, Square::B6.into());
/// ```
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN_ATTACKS[color.index()][square.index()])
}

/// The squares attacked by a set of pawns of `color`.
#[inline(always)]
pub fn pawn_set_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = pawns.forward(color);
    forward.east() | forward.west()
}

/// The squares a piece of `kind` on `square` attacks, with `occupied` as blockers. `color` only
/// matters for pawns.
#[inline]
pub fn piece_attacks(
    kind: PieceType,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// The squares strictly between two squares on the same rank, file or diagonal; empty if they are
/// not aligned.
///
/// ```
/// use movegen::attacks::{between, line};
/// use movegen::{Bitboard, File, Square};
///
/// assert_eq!(between(Square::E1, Square::G1), Square::F1.into());
/// assert!(between(Square::E1, Square::F3).is_empty());
/// assert_eq!(line(Square::E1, Square::E2), Bitboard::file(File::E));
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The rank, file or diagonal through two squares, edge to edge; empty if they are not aligned. Only
/// pinned pieces need it, so it has no table.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    let axis = setwise::Rays::from(a).axis_through(b);
    axis.map_or(Bitboard::EMPTY, |axis| axis | a.into())
}

const fn slow_ray(square: usize, step: (i8, i8)) -> u64 {
    slow_attacks(square, 0, &[step; 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_the_steps_of_pieces() {
        for a in Bitboard::ALL {
            assert!(between(a, a).is_empty() && line(a, a).is_empty());
            for (file_step, rank_step) in KING_STEPS {
                let ray = slow_ray(a.index(), (file_step, rank_step));
                let back = slow_ray(a.index(), (-file_step, -rank_step));
                for b in Bitboard(ray) {
                    let beyond = slow_ray(b.index(), (file_step, rank_step)) | 1 << b.index();
                    assert_eq!(between(a, b).0, ray & !beyond, "{a}{b}");
                    assert_eq!(line(a, b).0, ray | back | 1 << a.index(), "{a}{b}");
                }
            }
        }
        assert!(between(Square::A1, Square::B3).is_empty());
    }
}
