//! What each piece attacks, and the lines between squares.

use crate::bitboard::Bitboard;
use crate::magic::{BISHOP_MAGICS, Magic, ROOK_MAGICS, TABLE_SIZE, slow_attacks};
use crate::magic::{BISHOP_STEPS, ROOK_STEPS};
use crate::types::{Color, File, PieceType, Square};

static SLIDER_ATTACKS: [u64; TABLE_SIZE] = include!(concat!(env!("OUT_DIR"), "/slider_attacks.rs"));
static ROOKS: [Magic; 64] = ROOK_MAGICS;
static BISHOPS: [Magic; 64] = BISHOP_MAGICS;

const KNIGHT_STEPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

const KING_STEPS: [(i8, i8); 8] = [
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
static BETWEEN: [[u64; 64]; 64] = lines(false);
static LINES: [[u64; 64]; 64] = lines(true);

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

/// For each pair of aligned squares the squares strictly between them or, with `whole`, the whole
/// line through them from edge to edge.
const fn lines(whole: bool) -> [[u64; 64]; 64] {
    let mut lines = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let ends = 1 << a | 1 << b;
            if a == b {
                // A square has no line to itself.
            } else if slow_attacks(a, 0, &ROOK_STEPS) & 1 << b != 0 {
                lines[a][b] = common(a, b, ends, whole, &ROOK_STEPS);
            } else if slow_attacks(a, 0, &BISHOP_STEPS) & 1 << b != 0 {
                lines[a][b] = common(a, b, ends, whole, &BISHOP_STEPS);
            }
            b += 1;
        }
        a += 1;
    }
    lines
}

const fn common(a: usize, b: usize, ends: u64, whole: bool, steps: &[(i8, i8); 4]) -> u64 {
    if whole {
        slow_attacks(a, 0, steps) & slow_attacks(b, 0, steps) | ends
    } else {
        slow_attacks(a, ends, steps) & slow_attacks(b, ends, steps)
    }
}

/// The squares a rook on `square` attacks when the squares of `occupied` are taken.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(SLIDER_ATTACKS[ROOKS[square.index()].index(occupied.0)])
}

/// The squares a bishop on `square` attacks when the squares of `occupied` are taken.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(SLIDER_ATTACKS[BISHOPS[square.index()].index(occupied.0)])
}

/// The squares a queen on `square` attacks when the squares of `occupied` are taken.
#[inline(always)]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
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
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN_ATTACKS[color.index()][square.index()])
}

/// The squares attacked by any of `pawns`, all of `color`.
#[inline(always)]
pub fn pawn_set_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = pawns.forward(color);
    forward.east() | forward.west()
}

/// The squares a piece of `kind`, of `color` if it is a pawn, attacks from `square`.
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

/// The squares strictly between two squares of one rank, file or diagonal; otherwise none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The rank, file or diagonal through two squares, from edge to edge; none if there is no such line.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINES[a.index()][b.index()])
}

/// Attacks of whole sets of pieces, worked out for four axes side by side.
///
/// Two sliders moving in the same direction never attack the same square, and neither do two
/// knights jumping the same way. So the number of moves of all of them is a sum of set sizes, and
/// neither it nor the set of attacked squares needs a loop over pieces: a vector of four 64-bit
/// lanes, one lane to an axis, does it without a branch.
pub(crate) mod sets {
    use wide::u64x4;

    use super::{Bitboard, File, KING_STEPS, Square, slow_ray};

    /// The axis of the files.
    pub(crate) const VERTICAL: usize = 0;
    /// The axis from south-west to north-east.
    pub(crate) const RISING: usize = 1;
    /// The axis from south-east to north-west.
    pub(crate) const FALLING: usize = 3;

    const NOT_A: u64 = !Bitboard::file(File::A).0;
    const NOT_H: u64 = !Bitboard::file(File::H).0;
    const NOT_AB: u64 = NOT_A & NOT_A << 1;
    const NOT_GH: u64 = NOT_H & NOT_H >> 1;

    /// One step along each axis, in squares: north, north-east, east, north-west.
    const STEP: u64x4 = u64x4::new([8, 9, 1, 7]);
    const STEP_2: u64x4 = u64x4::new([16, 18, 2, 14]);
    const STEP_4: u64x4 = u64x4::new([32, 36, 4, 28]);
    /// Where a step up an axis may arrive without having crossed the board's edge.
    const UP: u64x4 = u64x4::new([!0, NOT_A, NOT_A, NOT_H]);
    /// The same for a step down.
    const DOWN: u64x4 = u64x4::new([!0, NOT_H, NOT_H, NOT_A]);
    /// All ones on the axes of a rook, zero on those of a bishop.
    const ORTHOGONAL: u64x4 = u64x4::new([!0, 0, !0, 0]);
    const DIAGONAL: u64x4 = u64x4::new([0, !0, 0, !0]);

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

    static RAYS: [Rays; 64] = {
        let mut rays = [Rays {
            up: [0; 4],
            down: [0; 4],
        }; 64];
        let mut square = 0;
        while square < 64 {
            // King steps run clockwise from north; the fourth axis, north-west, is the last step.
            let up = [0, 1, 2, 7];
            let mut axis = 0;
            while axis < 4 {
                rays[square].up[axis] = slow_ray(square, KING_STEPS[up[axis]]);
                rays[square].down[axis] = slow_ray(square, KING_STEPS[(up[axis] + 4) % 8]);
                axis += 1;
            }
            square += 1;
        }
        rays
    };

    impl Rays {
        #[inline(always)]
        pub(crate) fn from(square: Square) -> &'static Self {
            &RAYS[square.index()]
        }

        /// The whole line on one axis, without the square itself.
        #[inline(always)]
        pub(crate) fn axis(&self, axis: usize) -> Bitboard {
            Bitboard(self.up[axis] | self.down[axis])
        }
    }

    /// The pieces whose attacks are wanted. Queens are in both slider sets.
    #[derive(Clone, Copy)]
    pub(crate) struct Pieces {
        pub(crate) knights: Bitboard,
        pub(crate) diagonal: Bitboard,
        pub(crate) orthogonal: Bitboard,
    }

    impl Pieces {
        /// The sliders that move on each axis.
        #[inline(always)]
        fn sliders(self) -> u64x4 {
            u64x4::splat(self.orthogonal.0) & ORTHOGONAL | u64x4::splat(self.diagonal.0) & DIAGONAL
        }
    }

    /// Sliders going up and down each axis until they meet what is not `empty`, by Kogge and
    /// Stone's parallel prefix: three doublings reach seven squares.
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

    /// Knights jumping up and down each of their four axes.
    #[inline(always)]
    fn jump(knights: Bitboard) -> [u64x4; 2] {
        let knights = u64x4::splat(knights.0);
        [(knights << JUMP) & JUMP_UP, (knights >> JUMP) & JUMP_DOWN]
    }

    /// The squares `pieces` attack through `empty` squares, and those of them on a ray from `king`
    /// that a slider reaches while coming down that ray: a man of the king's side there is pinned
    /// if nothing stands between it and the king.
    #[inline(always)]
    pub(crate) fn attacks(pieces: Pieces, empty: Bitboard, king: &Rays) -> (Bitboard, Bitboard) {
        let [up, down] = slide(pieces.sliders(), empty);
        let [jumps_up, jumps_down] = jump(pieces.knights);
        let facing = (down & u64x4::new(king.up)) | (up & u64x4::new(king.down));
        (union(up | down | jumps_up | jumps_down), union(facing))
    }

    #[inline(always)]
    fn union(lanes: u64x4) -> Bitboard {
        let [a, b, c, d] = lanes.to_array();
        Bitboard(a | b | c | d)
    }

    /// The number of moves `pieces` have to squares of `targets` when the `pinned` among them may
    /// only move along `king`'s lines.
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
}

const fn slow_ray(square: usize, (file_step, rank_step): (i8, i8)) -> u64 {
    let step = (file_step, rank_step);
    slow_attacks(square, 0, &[step, step, step, step])
}
