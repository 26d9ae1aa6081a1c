//! Attacks of whole sets of pieces, computed for four axes in parallel.
//!
//! Two sliders moving in the same direction never attack the same square, and neither do two
//! knights jumping the same way. So the total number of moves is a sum of set sizes, and neither
//! this sum nor the set of attacked squares needs a loop over pieces: a vector of four 64-bit
//! lanes, one per axis, computes both without branches.

use wide::u64x4;

use super::slow_ray;
use crate::bitboard::Bitboard;
use crate::types::{File, Square};

/// The index of the axis along the files.
pub(crate) const FILE: usize = 0;
/// The index of the axis from south-west to north-east.
pub(crate) const DIAGONAL: usize = 1;
/// The index of the axis from south-east to north-west.
pub(crate) const ANTI_DIAGONAL: usize = 3;

const NOT_A: u64 = !Bitboard::file(File::A).0;
const NOT_H: u64 = !Bitboard::file(File::H).0;
const NOT_AB: u64 = NOT_A & NOT_A << 1;
const NOT_GH: u64 = NOT_H & NOT_H >> 1;

/// One step along each axis, in squares: north, north-east, east, north-west.
const STEP: u64x4 = u64x4::new([8, 9, 1, 7]);
const STEP_2: u64x4 = u64x4::new([16, 18, 2, 14]);
const STEP_4: u64x4 = u64x4::new([32, 36, 4, 28]);
/// The squares on which a step up an axis can end without wrapping around the board's edge.
const UP: u64x4 = u64x4::new([!0, NOT_A, NOT_A, NOT_H]);
/// The squares on which a step down an axis can end.
const DOWN: u64x4 = u64x4::new([!0, NOT_H, NOT_H, NOT_A]);
/// Ones in the lanes of the rook's axes, zeros in the bishop's.
const ROOK_LANES: u64x4 = u64x4::new([!0, 0, !0, 0]);
/// Ones in the lanes of the bishop's axes.
const BISHOP_LANES: u64x4 = u64x4::new([0, !0, 0, !0]);

/// A knight's jump along each of its four axes, in squares, and the squares it can end on.
const JUMP: u64x4 = u64x4::new([17, 10, 6, 15]);
const JUMP_UP: u64x4 = u64x4::new([NOT_A, NOT_AB, NOT_GH, NOT_H]);
const JUMP_DOWN: u64x4 = u64x4::new([NOT_H, NOT_GH, NOT_AB, NOT_A]);

/// The rays from a square up each axis and down each axis.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

/// One step up each axis, as file and rank: north, north-east, east, north-west.
const UP_STEPS: [(i8, i8); 4] = [(0, 1), (1, 1), (1, 0), (-1, 1)];

static RAYS: [Rays; 64] = {
    let mut rays = [Rays {
        up: [0; 4],
        down: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (file, rank) = UP_STEPS[axis];
            rays[square].up[axis] = slow_ray(square, (file, rank));
            rays[square].down[axis] = slow_ray(square, (-file, -rank));
            axis += 1;
        }
        square += 1;
    }
    rays
};

impl Rays {
    /// The rays from `square`.
    #[inline(always)]
    pub(crate) fn from(square: Square) -> &'static Self {
        &RAYS[square.index()]
    }

    /// Both rays on one axis: the line through the square without the square itself.
    #[inline(always)]
    pub(crate) fn axis(&self, axis: usize) -> Bitboard {
        Bitboard(self.up[axis] | self.down[axis])
    }

    /// Both rays on the axis through `other`; `None` if it is on none of the rays.
    #[inline(always)]
    pub(crate) fn axis_through(&self, other: Square) -> Option<Bitboard> {
        let mut axes = (0..4).map(|axis| self.axis(axis));
        axes.find(|axis| axis.contains(other))
    }
}

/// The knights and sliders of one side. Queens are in both slider sets.
#[derive(Clone, Copy)]
pub(crate) struct Pieces {
    pub(crate) knights: Bitboard,
    pub(crate) diagonal: Bitboard,
    pub(crate) orthogonal: Bitboard,
}

impl Pieces {
    /// The sliders of each axis, one axis to a lane.
    #[inline(always)]
    fn sliders(self) -> u64x4 {
        slider_lanes(self.orthogonal, self.diagonal)
    }
}

#[inline(always)]
fn slider_lanes(orthogonal: Bitboard, diagonal: Bitboard) -> u64x4 {
    u64x4::splat(orthogonal.0) & ROOK_LANES | u64x4::splat(diagonal.0) & BISHOP_LANES
}

/// Kogge-Stone fill: slider attacks up and down each axis through `empty` squares. Three doublings
/// reach seven squares. <https://www.chessprogramming.org/Kogge-Stone_Algorithm>
#[inline(always)]
fn slide(sliders: u64x4, empty: Bitboard) -> [u64x4; 2] {
    let empty = u64x4::splat(empty.0);
    let mut up = sliders;
    let mut down = sliders;
    let mut open_up = empty & UP;
    let mut open_down = empty & DOWN;
    up |= open_up & (up << STEP);
    down |= open_down & (down >> STEP);
    open_up &= open_up << STEP;
    open_down &= open_down >> STEP;
    up |= open_up & (up << STEP_2);
    down |= open_down & (down >> STEP_2);
    open_up &= open_up << STEP_2;
    open_down &= open_down >> STEP_2;
    up |= open_up & (up << STEP_4);
    down |= open_down & (down >> STEP_4);
    [(up << STEP) & UP, (down >> STEP) & DOWN]
}

/// The attacks of knights up and down each of their four axes.
#[inline(always)]
fn jump(knights: Bitboard) -> [u64x4; 2] {
    let knights = u64x4::splat(knights.0);
    [(knights << JUMP) & JUMP_UP, (knights >> JUMP) & JUMP_DOWN]
}

/// Returns the squares that `pieces` attack through `empty` squares, and the subset that a slider
/// attacks along a ray toward `king`: a piece of the king's side there is pinned if the squares
/// between it and the king are empty.
#[inline(always)]
pub(crate) fn attacks_facing(pieces: Pieces, empty: Bitboard, king: &Rays) -> (Bitboard, Bitboard) {
    let [up, down] = slide(pieces.sliders(), empty);
    let [jumps_up, jumps_down] = jump(pieces.knights);
    let facing = (down & u64x4::new(king.up)) | (up & u64x4::new(king.down));
    (union(up | down | jumps_up | jumps_down), union(facing))
}

/// Returns the squares attacked through `empty` squares by a rook and by a bishop on `square`.
#[inline(always)]
pub(crate) fn rook_and_bishop(square: Square, empty: Bitboard) -> (Bitboard, Bitboard) {
    by_axis(slide(u64x4::splat(1 << square.index()), empty))
}

/// Returns the squares attacked through `empty` squares by sets of bishops, rooks and queens, in this
/// order.
#[inline(always)]
pub(crate) fn sliders_by_kind(
    bishops: Bitboard,
    rooks: Bitboard,
    queens: Bitboard,
    empty: Bitboard,
) -> [Bitboard; 3] {
    let (by_rooks, by_bishops) = by_axis(slide(slider_lanes(rooks, bishops), empty));
    let [up, down] = slide(u64x4::splat(queens.0), empty);
    [by_bishops, by_rooks, union(up | down)]
}

/// Returns the squares that knights attack.
#[inline(always)]
pub(crate) fn knights(knights: Bitboard) -> Bitboard {
    let [up, down] = jump(knights);
    union(up | down)
}

/// Attacks along the rook's axes and along the bishop's, from those up and down each axis.
#[inline(always)]
fn by_axis([up, down]: [u64x4; 2]) -> (Bitboard, Bitboard) {
    let [north, north_east, east, north_west] = (up | down).to_array();
    (Bitboard(north | east), Bitboard(north_east | north_west))
}

#[inline(always)]
fn union(lanes: u64x4) -> Bitboard {
    let [a, b, c, d] = lanes.to_array();
    Bitboard(a | b | c | d)
}

/// The number of moves of `pieces` to squares in `targets`, with those in `pinned` restricted to
/// `king`'s rays.
#[inline(always)]
pub(crate) fn count_moves(
    pieces: Pieces,
    empty: Bitboard,
    targets: Bitboard,
    king: &Rays,
    pinned: Bitboard,
) -> u32 {
    let free = u64x4::splat(!pinned.0) | u64x4::new(king.up) | u64x4::new(king.down);
    let [up, down] = slide(pieces.sliders() & free, empty);
    let [jumps_up, jumps_down] = jump(pieces.knights - pinned);
    let targets = u64x4::splat(targets.0);
    let counts = [up, down, jumps_up, jumps_down].map(|moves| sizes(moves & targets));
    let [a, b, c, d] = ((counts[0] + counts[1]) + (counts[2] + counts[3])).to_array();
    (a + b + c + d) as u32
}

/// The number of squares in each lane.
#[inline(always)]
fn sizes(lanes: u64x4) -> u64x4 {
    u64x4::new(lanes.to_array().map(|lane| u64::from(lane.count_ones())))
}
