//! Attacks on a board of 8 files and 14 ranks whose last rank touches its first.
//!
//! Sliders: the board is rotated until the slider stands on the first rank. Each ray then has only
//! rising or only falling bits, and the first blocker is the lowest or the highest bit.

use movegen::attacks::{KING_STEPS, KNIGHT_STEPS};

use crate::bits::Bits;
use crate::types::{FILES, Square};

/// Number of ranks.
pub(crate) const RANKS: usize = u128::RANKS;
/// Number of squares.
const SQUARES: usize = RANKS * FILES;
/// Every square.
const BOARD: u128 = (1 << SQUARES) - 1;

static KNIGHT_ATTACKS: [u128; SQUARES] = leaper(&KNIGHT_STEPS);
static KING_ATTACKS: [u128; SQUARES] = leaper(&KING_STEPS);
static RAYS: [Rays; FILES] = rays();
/// The squares that a rook and a bishop attack on an empty board.
static LINES: [[u128; 2]; SQUARES] = lines();

/// Rays from a square of the first rank.
#[derive(Clone, Copy)]
struct Rays {
    /// North, east: bits rise with the distance.
    rook_up: [u128; 2],
    /// South, west: bits fall.
    rook_down: [u128; 2],
    /// North-east, north-west.
    bishop_up: [u128; 2],
    /// South-east, south-west.
    bishop_down: [u128; 2],
}

/// The square a step away; `None` beyond the a-file and the h-file.
const fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let file = (square % FILES) as isize + files as isize;
    let rank = ((square / FILES) as isize + ranks as isize).rem_euclid(RANKS as isize);
    if 0 <= file && file < FILES as isize {
        Some(rank as usize * FILES + file as usize)
    } else {
        None
    }
}

const fn leaper(steps: &[(i8, i8)]) -> [u128; SQUARES] {
    let mut attacks = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut i = 0;
        while i < steps.len() {
            if let Some(target) = step(square, steps[i]) {
                attacks[square] |= 1 << target;
            }
            i += 1;
        }
        square += 1;
    }
    attacks
}

/// The squares in one direction from `square`, until the board's edge or the square itself.
const fn ray(square: usize, direction: (i8, i8)) -> u128 {
    let mut ray = 0;
    let mut at = step(square, direction);
    while let Some(target) = at {
        if target == square {
            break;
        }
        ray |= 1 << target;
        at = step(target, direction);
    }
    ray
}

const fn rays() -> [Rays; FILES] {
    let mut all = [Rays {
        rook_up: [0; 2],
        rook_down: [0; 2],
        bishop_up: [0; 2],
        bishop_down: [0; 2],
    }; FILES];
    let mut file = 0;
    while file < FILES {
        all[file] = Rays {
            rook_up: [ray(file, (0, 1)), ray(file, (1, 0))],
            rook_down: [ray(file, (0, -1)), ray(file, (-1, 0))],
            bishop_up: [ray(file, (1, 1)), ray(file, (-1, 1))],
            bishop_down: [ray(file, (1, -1)), ray(file, (-1, -1))],
        };
        file += 1;
    }
    all
}

const fn lines() -> [[u128; 2]; SQUARES] {
    let mut all = [[0; 2]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut i = 0;
        while i < KING_STEPS.len() {
            let (files, ranks) = KING_STEPS[i];
            let oblique = files != 0 && ranks != 0;
            all[square][oblique as usize] |= ray(square, (files, ranks));
            i += 1;
        }
        square += 1;
    }
    all
}

/// `set` rotated upward by `ranks`, at most 14.
#[inline(always)]
const fn turned(set: u128, ranks: usize) -> u128 {
    (set << (FILES * ranks) | set >> (SQUARES - FILES * ranks)) & BOARD
}

/// The part of a ray of rising bits up to and including the first blocker.
#[inline(always)]
const fn rising(ray: u128, occupied: u128) -> u128 {
    let blockers = ray & occupied;
    ray & (blockers ^ blockers.wrapping_sub(1))
}

/// The part of a ray of falling bits up to and including the first blocker.
#[inline(always)]
const fn falling(ray: u128, occupied: u128) -> u128 {
    // Bit 0 as a sentinel blocker changes nothing: it can only be the end of a ray to the west.
    let blockers = ray & occupied | 1;
    ray & u128::MAX << (127 - blockers.leading_zeros())
}

#[inline(always)]
fn slide(up: &[u128; 2], down: &[u128; 2], occupied: u128) -> u128 {
    rising(up[0], occupied)
        | rising(up[1], occupied)
        | falling(down[0], occupied)
        | falling(down[1], occupied)
}

/// Squares a rook attacks on an empty board.
#[inline(always)]
pub(crate) fn rook_lines(square: Square) -> u128 {
    LINES[square.index() % SQUARES][0]
}

/// Squares a bishop attacks on an empty board.
#[inline(always)]
pub(crate) fn bishop_lines(square: Square) -> u128 {
    LINES[square.index() % SQUARES][1]
}

/// Squares a rook attacks, given the occupied squares.
#[inline]
pub(crate) fn rook_attacks(square: Square, occupied: u128) -> u128 {
    let rays = &RAYS[square.file()];
    let occupied = turned(occupied, RANKS - square.rank());
    turned(
        slide(&rays.rook_up, &rays.rook_down, occupied),
        square.rank(),
    )
}

/// Squares a bishop attacks, given the occupied squares.
#[inline]
pub(crate) fn bishop_attacks(square: Square, occupied: u128) -> u128 {
    let rays = &RAYS[square.file()];
    let occupied = turned(occupied, RANKS - square.rank());
    turned(
        slide(&rays.bishop_up, &rays.bishop_down, occupied),
        square.rank(),
    )
}

/// Squares a queen attacks, given the occupied squares.
#[inline]
pub(crate) fn queen_attacks(square: Square, occupied: u128) -> u128 {
    let rays = &RAYS[square.file()];
    let occupied = turned(occupied, RANKS - square.rank());
    let reached = slide(&rays.rook_up, &rays.rook_down, occupied)
        | slide(&rays.bishop_up, &rays.bishop_down, occupied);
    turned(reached, square.rank())
}

/// The squares a knight's jump away.
#[inline(always)]
pub(crate) fn knight_attacks(square: Square) -> u128 {
    KNIGHT_ATTACKS[square.index() % SQUARES]
}

/// The neighboring squares.
#[inline(always)]
pub(crate) fn king_attacks(square: Square) -> u128 {
    KING_ATTACKS[square.index() % SQUARES]
}

/// The two squares diagonally ahead, `up` the board or down.
#[inline(always)]
pub(crate) fn pawn_attacks(up: bool, square: Square) -> u128 {
    turned(u128::of(square).beside(), if up { 1 } else { RANKS - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference implementation: one step at a time.
    fn slow(square: Square, occupied: u128, directions: &[(i8, i8)]) -> u128 {
        let mut reached = 0;
        for &direction in directions {
            let mut at = step(square.index(), direction);
            while let Some(target) = at.filter(|&target| target != square.index()) {
                reached |= 1 << target;
                let blocked = occupied >> target & 1 != 0;
                at = if blocked {
                    None
                } else {
                    step(target, direction)
                };
            }
        }
        reached
    }

    #[test]
    fn sliders_agree_with_single_steps() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            u128::from(random)
        };
        for round in 0..400 {
            let mut occupied = (next() << 64 | next()) & BOARD;
            for _ in 0..round % 4 {
                occupied &= next() << 64 | next();
            }
            for square in (0..SQUARES).map(Square::from_index) {
                let [rook, bishop] = [0, 1].map(|first| {
                    let steps: Vec<_> = KING_STEPS.into_iter().skip(first).step_by(2).collect();
                    slow(square, occupied, &steps)
                });
                assert_eq!(rook_attacks(square, occupied), rook);
                assert_eq!(bishop_attacks(square, occupied), bishop);
                assert_eq!(queen_attacks(square, occupied), rook | bishop);
            }
        }
    }
}
