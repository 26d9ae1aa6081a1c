//! Every weight of the evaluation in one flat table.
//!
//! The values are Enroque's own: first reasoned, then fitted by logistic regression (Texel's method)
//! to the results and scores of games it played against itself.

use super::tapered::{Tapered, s};

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $count:literal = [$($value:expr),* $(,)?];)*) => {
        /// The weights, each a pair of middlegame and endgame centipawns.
        #[derive(Clone, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: [Tapered; $count],)*
        }

        /// The weights Enroque plays with.
        pub static WEIGHTS: Weights = Weights {
            $($name: [$($value),*],)*
        };

        impl Weights {
            /// Every table with its name, for tuning.
            #[allow(dead_code, reason = "tuners live outside the tree")]
            pub fn tables(&mut self) -> Vec<(&'static str, &mut [Tapered])> {
                vec![$((stringify!($name), self.$name.as_mut_slice())),*]
            }
        }
    };
}

weights! {
    /// The side to move may improve something first.
    tempo: 1 = [s(29, 21)];
    /// What a man is worth: pawn, knight, bishop, rook, queen; the king is never taken.
    material: 6 = [s(67, 123), s(302, 362), s(314, 384), s(402, 646), s(900, 1127), s(0, 0)];
    /// Pawns by square, a1 first; like all squares seen from the own side and mirrored so that the
    /// own king is on the files a to d.
    pawn_squares: 64 = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(2, -3), s(16, 6), s(14, 3), s(0, 6), s(-7, -1), s(-3, -2), s(-5, -4), s(-10, 6),
        s(-4, 2), s(9, 7), s(3, 1), s(8, 3), s(-6, -1), s(-1, -4), s(-6, -6), s(-5, 3),
        s(-6, 9), s(1, 16), s(7, 17), s(16, -1), s(9, 1), s(0, -10), s(-3, 0), s(-10, 4),
        s(-3, 15), s(9, 14), s(5, 13), s(16, 7), s(16, -10), s(-2, 4), s(-4, 13), s(5, 11),
        s(0, 29), s(-2, 24), s(3, 18), s(8, 8), s(3, 5), s(10, 9), s(3, 17), s(-3, 15),
        s(-4, 27), s(7, 31), s(6, 41), s(4, 22), s(4, 14), s(10, 5), s(10, 22), s(0, 19),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// Knights by square.
    knight_squares: 64 = [
        s(-45, -34), s(-32, -33), s(-28, -12), s(-19, -1), s(-21, -18), s(-25, -9), s(-38, -21), s(-45, -44),
        s(-32, -24), s(-18, -13), s(-9, -3), s(-5, 4), s(-9, -1), s(-20, -10), s(-21, -17), s(-35, -21),
        s(-17, -21), s(-4, -4), s(-1, 3), s(5, 13), s(2, 3), s(-9, 0), s(-12, -12), s(-26, -11),
        s(2, 4), s(2, 8), s(8, 11), s(12, 24), s(14, 12), s(9, 10), s(0, -8), s(-16, -15),
        s(5, -7), s(3, 7), s(13, 5), s(16, 15), s(22, 13), s(12, 5), s(-2, -1), s(-9, -2),
        s(-14, -19), s(-3, 4), s(8, -9), s(4, 12), s(7, 6), s(5, 4), s(-14, -13), s(-14, -8),
        s(-36, -26), s(-32, -1), s(-24, -10), s(1, -9), s(0, 7), s(-12, -3), s(-24, -16), s(-43, -20),
        s(-36, -27), s(-35, -30), s(-28, -15), s(-20, -9), s(-22, -8), s(-29, -20), s(-44, -14), s(-66, -34),
    ];
    /// Bishops by square.
    bishop_squares: 64 = [
        s(-16, -15), s(-20, -14), s(-18, -8), s(-9, -4), s(-9, 5), s(-14, -3), s(-10, -2), s(-8, -11),
        s(-2, -19), s(0, -5), s(3, 1), s(4, -5), s(-4, -2), s(-3, -2), s(-6, -4), s(-4, -12),
        s(-3, -17), s(5, 6), s(7, 6), s(9, 1), s(3, 4), s(1, -6), s(2, -12), s(-7, -1),
        s(1, -9), s(6, 4), s(6, -3), s(6, 12), s(8, 1), s(4, 7), s(6, -11), s(-1, -11),
        s(-3, 0), s(3, -1), s(-4, 13), s(5, -3), s(8, 8), s(1, 1), s(2, 2), s(-9, -14),
        s(-6, -5), s(-11, 4), s(7, -7), s(8, 7), s(7, 1), s(-1, 5), s(-15, -5), s(-7, -10),
        s(-21, -5), s(-10, -7), s(2, 2), s(-18, -3), s(3, 0), s(-19, 2), s(-8, -1), s(-8, 2),
        s(-14, -12), s(-5, -19), s(-14, -3), s(-15, -5), s(-4, -2), s(-9, -6), s(-26, -8), s(-8, -2),
    ];
    /// Rooks by square.
    rook_squares: 64 = [
        s(-13, -3), s(-10, 1), s(-1, -4), s(5, -7), s(1, -7), s(4, -5), s(-4, -1), s(-7, 2),
        s(-18, 2), s(-12, 4), s(-1, -5), s(-6, 0), s(2, -11), s(-9, 8), s(-2, -9), s(-6, 1),
        s(-8, -6), s(2, -1), s(-6, -3), s(-7, 4), s(-3, -9), s(-8, 1), s(-6, -8), s(-11, 8),
        s(-6, 6), s(-11, 4), s(-2, 4), s(-9, 12), s(-4, -3), s(-11, 3), s(-8, 3), s(-8, -3),
        s(-11, 6), s(-11, 8), s(-14, 11), s(-2, 3), s(-16, 13), s(-1, 9), s(-8, 11), s(-8, 13),
        s(-4, -2), s(-9, 4), s(14, 3), s(3, 1), s(2, -1), s(-8, 7), s(-5, 7), s(-2, 14),
        s(19, 4), s(17, 4), s(0, 12), s(9, 10), s(8, 12), s(21, 6), s(1, 11), s(5, 16),
        s(1, 14), s(5, 16), s(-7, 19), s(-5, 17), s(0, 10), s(3, 9), s(2, 13), s(-1, 15),
    ];
    /// Queens by square.
    queen_squares: 64 = [
        s(-10, -46), s(-12, -25), s(-1, -39), s(1, -17), s(-1, -27), s(-7, -4), s(-2, -22), s(2, -31),
        s(-8, -7), s(-6, -16), s(-3, -16), s(-4, 3), s(-6, -12), s(-4, -17), s(-4, -17), s(0, -10),
        s(-1, -21), s(-10, 3), s(-11, 6), s(-4, 7), s(-8, 0), s(-4, -1), s(-1, -9), s(-7, -10),
        s(-13, 3), s(3, 1), s(-5, 10), s(-11, 26), s(-6, 16), s(-10, 14), s(-21, 8), s(-3, -15),
        s(-4, -1), s(-10, 8), s(-7, 16), s(-15, 12), s(-6, 19), s(-14, 5), s(-11, 14), s(-3, -15),
        s(-11, -6), s(-10, -2), s(-2, 12), s(-13, 5), s(-3, 14), s(-10, 3), s(-16, 2), s(-19, 0),
        s(8, -16), s(12, -2), s(1, -12), s(2, 4), s(-1, -6), s(3, -8), s(-12, -1), s(-3, -14),
        s(6, -18), s(0, -2), s(4, -9), s(7, -1), s(-1, -5), s(4, -3), s(9, -15), s(-1, -20),
    ];
    /// Kings by square, four files only.
    king_squares: 32 = [
        s(27, -52), s(34, -38), s(5, -26), s(-10, -21),
        s(20, -32), s(12, -14), s(-8, -5), s(-32, 3),
        s(-12, -11), s(4, -8), s(-27, 8), s(-41, 11),
        s(-31, -12), s(-18, -2), s(-45, 14), s(-67, 21),
        s(-40, -10), s(-34, 1), s(-57, 15), s(-80, 18),
        s(-57, -6), s(-47, 5), s(-72, 10), s(-86, 15),
        s(-63, -29), s(-52, -1), s(-78, -2), s(-95, 3),
        s(-63, -48), s(-58, -28), s(-79, -22), s(-94, -12),
    ];
    /// Pawns by square once more, mirrored so that the enemy king is on the files a to d.
    pawn_facing: 64 = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(-6, 9), s(-3, 6), s(-4, 5), s(-6, 2), s(1, 11), s(2, 5), s(1, 3), s(0, 1),
        s(-4, -2), s(-2, -5), s(-4, -8), s(-7, 2), s(2, -1), s(-1, 4), s(-3, 5), s(2, 6),
        s(-3, -2), s(-1, -5), s(0, 3), s(-6, -7), s(-2, -6), s(4, -6), s(-5, 10), s(1, 5),
        s(6, 0), s(-1, 2), s(-7, 2), s(-5, -15), s(1, -9), s(5, -7), s(1, 3), s(5, 4),
        s(-2, 6), s(2, 2), s(-7, -1), s(1, -12), s(2, -7), s(12, -4), s(-9, 7), s(7, 7),
        s(9, -3), s(0, -3), s(7, 6), s(-9, 11), s(7, -17), s(-1, -3), s(7, 14), s(-6, 7),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// Knights by square, facing the enemy king.
    knight_facing: 64 = [
        s(2, -6), s(0, 3), s(1, -2), s(-5, -8), s(2, 5), s(1, 11), s(4, -13), s(-2, -14),
        s(6, 2), s(6, 3), s(-5, 4), s(0, 5), s(-3, 0), s(7, -1), s(3, -4), s(-8, -3),
        s(-4, 0), s(9, 2), s(-3, -1), s(0, -5), s(-5, 9), s(0, 6), s(-2, -2), s(3, -2),
        s(0, -8), s(6, 3), s(3, 9), s(0, 5), s(-10, 5), s(-4, 0), s(-4, -1), s(4, 13),
        s(8, -2), s(-7, 4), s(0, 0), s(-5, 8), s(1, -6), s(0, -2), s(2, 3), s(0, 9),
        s(-9, 3), s(-3, -4), s(6, -8), s(-8, 1), s(-10, 6), s(-5, 6), s(-8, 10), s(5, 0),
        s(-12, -14), s(-13, -4), s(-6, 1), s(8, -9), s(11, 9), s(5, 2), s(11, 17), s(6, 12),
        s(-12, -6), s(-1, 3), s(-7, -12), s(0, -1), s(-6, 0), s(3, 7), s(-5, -3), s(0, 2),
    ];
    /// Bishops by square, facing the enemy king.
    bishop_facing: 64 = [
        s(0, -4), s(-1, 1), s(-4, 7), s(0, 8), s(1, 1), s(1, -4), s(2, 2), s(13, 4),
        s(5, -5), s(2, 6), s(5, 0), s(-2, 0), s(2, -4), s(-1, 7), s(3, -1), s(5, -6),
        s(-2, -1), s(-1, 7), s(-3, -1), s(-1, 1), s(5, 1), s(8, 2), s(12, -5), s(2, -3),
        s(2, -4), s(8, -6), s(3, 0), s(3, -2), s(-2, 5), s(-1, -1), s(1, 1), s(2, -8),
        s(-2, -10), s(5, 2), s(-11, -1), s(-4, 2), s(2, -7), s(0, 11), s(-2, 1), s(-6, 4),
        s(5, 8), s(-7, 8), s(6, -4), s(6, -2), s(0, 7), s(-1, 3), s(-15, -1), s(-8, -9),
        s(10, -2), s(-13, -7), s(-13, 2), s(-5, -2), s(-13, 1), s(-1, 9), s(5, 13), s(-23, 19),
        s(0, 13), s(-19, -11), s(-13, 0), s(-3, 5), s(-11, -4), s(0, 5), s(4, 4), s(0, -1),
    ];
    /// Rooks by square, facing the enemy king.
    rook_facing: 64 = [
        s(-3, -7), s(0, -10), s(2, -4), s(2, -4), s(-1, -10), s(-2, -4), s(-5, 10), s(-9, 5),
        s(-8, -8), s(5, -3), s(-3, -2), s(10, -15), s(-6, 3), s(1, 4), s(-11, -2), s(-8, 11),
        s(-7, -3), s(11, -16), s(0, -8), s(2, -5), s(-5, 0), s(-7, 6), s(-7, 8), s(-4, 5),
        s(-5, -6), s(1, -5), s(-7, -1), s(-2, 4), s(-3, 5), s(2, 9), s(-12, 12), s(-1, 9),
        s(-5, 3), s(-6, 4), s(-7, 5), s(-2, 10), s(-8, 7), s(0, 15), s(-5, 16), s(-5, 16),
        s(-1, 0), s(-4, 1), s(2, 4), s(3, 3), s(9, -3), s(12, 7), s(-1, 9), s(3, 11),
        s(7, -8), s(0, -6), s(-8, -12), s(-2, -3), s(0, 2), s(9, 6), s(-2, -4), s(-4, 4),
        s(5, 3), s(3, -5), s(-9, -5), s(-5, 3), s(8, 0), s(12, 10), s(11, 10), s(3, 2),
    ];
    /// Queens by square, facing the enemy king.
    queen_facing: 64 = [
        s(-7, -23), s(-5, -6), s(0, -17), s(-3, -10), s(3, -22), s(-8, -4), s(-7, -9), s(-1, -12),
        s(1, 7), s(-5, -9), s(1, -7), s(1, -10), s(-7, 4), s(-4, -14), s(-1, -1), s(-5, 8),
        s(1, -16), s(2, 15), s(-3, -1), s(-7, 2), s(2, -4), s(-4, 7), s(-5, -9), s(-1, 7),
        s(6, 5), s(-4, 5), s(-5, 11), s(-2, 7), s(-4, 16), s(2, 6), s(-1, 6), s(-9, -5),
        s(3, -13), s(-4, -2), s(-5, 4), s(-4, 4), s(-1, 9), s(0, 10), s(-2, 26), s(6, 10),
        s(-10, 8), s(3, 5), s(1, 12), s(3, 6), s(2, 4), s(7, 5), s(-9, 7), s(0, 8),
        s(5, 9), s(-1, 4), s(-9, -10), s(-11, 7), s(12, -7), s(12, 2), s(1, 15), s(0, -7),
        s(3, 12), s(-3, 6), s(3, 3), s(6, 2), s(-1, 3), s(5, 6), s(12, 9), s(2, -8),
    ];
    /// Kings by square, facing the enemy king.
    king_facing: 64 = [
        s(-1, -1), s(-4, 5), s(-3, 2), s(-2, 0), s(-1, -12), s(-1, -8), s(5, -14), s(-2, -11),
        s(-2, 8), s(-4, 7), s(0, 7), s(-4, 1), s(-7, 3), s(-4, -2), s(-4, -1), s(6, -10),
        s(0, 6), s(7, 0), s(5, 2), s(0, 3), s(8, -6), s(-2, 2), s(3, -2), s(-2, -1),
        s(-1, -5), s(0, -5), s(4, 1), s(3, -3), s(-2, 0), s(0, 0), s(8, 0), s(1, -1),
        s(6, -2), s(2, -5), s(5, -1), s(1, -2), s(-3, -4), s(-2, 1), s(0, 2), s(-6, -2),
        s(0, 5), s(-1, -3), s(5, 2), s(0, -11), s(2, 12), s(-7, 4), s(0, 13), s(-6, 5),
        s(-3, -3), s(-1, 4), s(0, -1), s(-3, -12), s(7, 15), s(2, 9), s(5, 15), s(0, 4),
        s(-2, -2), s(-2, 4), s(-1, -1), s(1, -2), s(3, -1), s(2, -1), s(0, -2), s(0, -6),
    ];
    /// No, one or two castling rights.
    castling: 3 = [s(3, -2), s(15, -5), s(25, 7)];
    /// Knights by safe squares they attack.
    knight_mobility: 9 = [
        s(-29, -26), s(-27, -27), s(-15, -7), s(-11, 6), s(-6, 5), s(-1, 16), s(2, 17), s(8, 17),
        s(8, 13),
    ];
    /// Bishops by safe squares they attack.
    bishop_mobility: 14 = [
        s(-30, -24), s(-33, -39), s(-21, -27), s(-13, -4), s(-7, 3), s(-3, 8), s(0, 18), s(2, 24),
        s(3, 25), s(6, 29), s(13, 21), s(26, 14), s(21, 32), s(25, 15),
    ];
    /// Rooks by safe squares they attack.
    rook_mobility: 15 = [
        s(-37, -83), s(-30, -63), s(-18, -32), s(-10, -18), s(-6, -10), s(-3, 3), s(-3, 13), s(-1, 19),
        s(-1, 25), s(0, 31), s(2, 33), s(4, 38), s(7, 45), s(3, 48), s(27, 32),
    ];
    /// Queens by safe squares they attack.
    queen_mobility: 28 = [
        s(-28, -72), s(-46, -55), s(-42, -61), s(-26, -62), s(-24, -45), s(-16, -34), s(-10, -19), s(-7, -9),
        s(-4, -2), s(-2, 12), s(1, 3), s(3, 23), s(3, 21), s(5, 28), s(4, 38), s(4, 36),
        s(2, 38), s(3, 38), s(10, 35), s(8, 35), s(22, 31), s(28, 20), s(12, 20), s(16, 6),
        s(16, 26), s(9, 15), s(16, 39), s(15, 35),
    ];
    /// A knight that no enemy pawn can drive from a protected square on the fourth to sixth rank.
    knight_outpost: 1 = [s(24, 14)];
    /// The same for a bishop.
    bishop_outpost: 1 = [s(27, 11)];
    /// An outpost a knight can go to.
    reachable_outpost: 1 = [s(16, 8)];
    /// A knight or bishop right behind a pawn.
    minor_behind_pawn: 1 = [s(4, 10)];
    /// Bishops on both colours.
    bishop_pair: 1 = [s(21, 56)];
    /// Each own pawn on a bishop's colour.
    bishop_pawns: 1 = [s(0, -7)];
    /// A bishop in the own corner behind a pawn that can move, and behind one that cannot.
    cornered_bishop: 2 = [s(-20, -39), s(-76, -110)];
    /// A rook on a file without pawns.
    rook_open_file: 1 = [s(30, 2)];
    /// A rook on a file with enemy pawns only.
    rook_half_open_file: 1 = [s(14, 16)];
    /// A rook behind a blocked own pawn.
    rook_closed_file: 1 = [s(-1, -11)];
    /// A pawn without neighbours, on a file free of enemies or not.
    isolated: 2 = [s(-9, -10), s(-9, -4)];
    /// A pawn left behind that cannot step forward safely, on a file free of enemies or not.
    backward: 2 = [s(-17, -17), s(-4, -8)];
    /// A pawn behind another of its side, and one that is isolated as well.
    doubled: 2 = [s(-3, -14), s(-5, -13)];
    /// Pawns side by side, by rank.
    phalanx: 8 = [
        s(0, 0), s(3, 2), s(5, 3), s(8, 10), s(20, 28), s(57, 75), s(89, 108), s(0, 0),
    ];
    /// Pawns protected by pawns, by rank.
    protected: 8 = [
        s(0, 0), s(0, 0), s(11, 11), s(8, 11), s(20, 19), s(28, 54), s(70, 51), s(0, 0),
    ];
    /// Pawns with a free file that enough neighbours support to become passed, by rank.
    candidate: 8 = [
        s(0, 0), s(-4, -4), s(-5, 0), s(0, 8), s(-1, 21), s(20, 58), s(0, 0), s(0, 0),
    ];
    /// Passed pawns by rank.
    passed: 8 = [
        s(0, 0), s(-5, 11), s(-17, 19), s(-2, 34), s(5, 61), s(38, 104), s(103, 163), s(0, 0),
    ];
    /// Passed pawns protected by a pawn, by rank.
    passed_protected: 8 = [
        s(0, 0), s(0, 0), s(25, -15), s(11, -2), s(30, -3), s(33, -1), s(30, 41), s(0, 0),
    ];
    /// Advanced passed pawns with a man in front, by rank.
    passed_blocked: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(-7, -5), s(-3, -12), s(-16, -24), s(-29, -71), s(0, 0),
    ];
    /// Advanced passed pawns with nothing before them, occupied or attacked, by rank.
    passed_free: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(-34, 28), s(-24, 49), s(24, 101), s(54, 166), s(0, 0),
    ];
    /// Advanced passed pawns all of whose attacked squares ahead are guarded, by rank.
    passed_guarded: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(-7, 8), s(-3, 24), s(25, 48), s(35, 84), s(0, 0),
    ];
    /// The own king's distance from the square ahead of an advanced passed pawn, for each rank past
    /// the third.
    passed_own_king: 8 = [
        s(-2, 39), s(-20, 40), s(-4, 18), s(-10, 4), s(-1, -6), s(-1, -10), s(-3, -9), s(-1, -10),
    ];
    /// The same for the enemy king.
    passed_enemy_king: 8 = [
        s(-10, -14), s(5, -18), s(4, -10), s(-1, 7), s(-8, 22), s(-6, 29), s(-5, 29), s(-8, 27),
    ];
    /// A rook behind an advanced passed pawn of its side.
    rook_behind_passed: 1 = [s(6, 24)];
    /// A passed pawn that a lone king cannot catch.
    unstoppable: 1 = [s(-6, 240)];
    /// The own pawn nearest to the king by file (edge to centre) and rank, 0 for none.
    shelter: 32 = [
        s(-16, 1), s(14, -17), s(7, -4), s(4, -5), s(-15, 3), s(1, 3), s(-8, 23), s(0, 0),
        s(-14, 2), s(15, -2), s(4, -3), s(0, -14), s(-5, 4), s(-14, 13), s(-9, 19), s(0, 0),
        s(-10, 8), s(11, -4), s(9, 2), s(0, -8), s(-3, -4), s(-9, 3), s(-19, 3), s(0, 0),
        s(-7, -3), s(13, -5), s(8, -6), s(6, -10), s(-6, -6), s(-6, 2), s(-19, 10), s(0, 0),
    ];
    /// The enemy pawn nearest to the king's side by file and rank, 0 for none.
    storm: 32 = [
        s(-3, -3), s(-3, 0), s(-10, 1), s(-18, 12), s(-14, -1), s(-10, -2), s(-7, 0), s(0, 0),
        s(-14, 0), s(0, 0), s(-19, 23), s(-15, 12), s(-15, 1), s(-3, -4), s(-9, 2), s(0, 0),
        s(5, -8), s(-7, -1), s(-38, 11), s(-19, 0), s(-8, 15), s(-2, -13), s(-1, -6), s(0, 0),
        s(-6, 2), s(-2, 1), s(-19, 12), s(-13, -3), s(-9, -3), s(-2, 6), s(-7, 3), s(0, 0),
    ];
    /// The same by rank alone when an own pawn stops it.
    storm_blocked: 8 = [
        s(0, 0), s(9, 0), s(-2, -20), s(0, -14), s(-5, -7), s(1, -17), s(6, -15), s(0, 0),
    ];
    /// The danger every king is in; danger is squared and divided by 1,024.
    danger: 1 = [s(59, 67)];
    /// Danger when the attacker has no queen.
    no_queen: 1 = [s(-176, -66)];
    /// Danger from each kind of piece that attacks the king's ring.
    ring_attackers: 6 = [s(0, 0), s(39, 19), s(18, -21), s(52, -36), s(-3, 18), s(0, 0)];
    /// Danger from each attack of a kind on a square of the ring.
    ring_hits: 6 = [s(24, -4), s(12, -6), s(16, 2), s(-2, 5), s(13, 8), s(0, 0)];
    /// Danger from each attacked square of the ring that only king or queen guard.
    weak_ring: 1 = [s(33, -7)];
    /// Danger from squares attacked on the king's three files, and from those attacked twice.
    flank_attacks: 2 = [s(8, 4), s(7, 6)];
    /// Safety from squares guarded there.
    flank_defence: 1 = [s(-10, 11)];
    /// Danger from checks the enemy can give for free, by kind.
    safe_checks: 6 = [s(0, 0), s(126, 45), s(77, 69), s(141, 85), s(111, 117), s(0, 0)];
    /// Danger from checks that cost the piece.
    unsafe_checks: 6 = [s(0, 0), s(16, 5), s(19, 47), s(47, 17), s(11, 33), s(0, 0)];
    /// Enemy men attacked by a knight or bishop, by kind.
    minor_threats: 6 = [s(5, 25), s(24, 33), s(33, 36), s(62, 27), s(47, 66), s(43, 8)];
    /// Badly guarded enemy men attacked by a rook, by kind.
    rook_threats: 6 = [s(5, 22), s(21, 28), s(28, 25), s(5, 25), s(57, 30), s(19, 11)];
    /// Enemy pieces attacked by a safe pawn, by kind.
    pawn_threats: 6 = [s(0, 0), s(68, 42), s(66, 50), s(70, 32), s(61, 35), s(0, 0)];
    /// Enemy pieces a safe pawn step would attack.
    push_threat: 1 = [s(19, 14)];
    /// A badly guarded enemy man the king attacks.
    king_threat: 1 = [s(9, 29)];
    /// An enemy man that can be won.
    hanging: 1 = [s(15, 28)];
    /// A square the enemy attacks and we hold.
    restricted: 1 = [s(4, 0)];
    /// A central square safe from pawns, and one behind an own pawn that nobody attacks.
    space: 2 = [s(0, 1), s(2, 4)];
}
