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
    tempo: 1 = [s(27, 18)];
    /// What a man is worth: pawn, knight, bishop, rook, queen; the king is never taken.
    material: 6 = [s(64, 124), s(310, 349), s(325, 371), s(414, 619), s(951, 1070), s(0, 0)];
    /// Pawns by square, a1 first; like all squares seen from the own side and mirrored so that the
    /// own king is on the files a to d.
    pawn_squares: 64 = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(1, -6), s(15, 4), s(13, -2), s(1, 2), s(-4, -2), s(-1, -7), s(-3, -4), s(-11, 7),
        s(-5, 1), s(9, 7), s(5, 0), s(8, 2), s(-5, -1), s(-3, -4), s(-5, -6), s(-6, 4),
        s(-5, 9), s(2, 11), s(8, 10), s(16, -2), s(10, 3), s(0, -8), s(-3, 2), s(-10, 4),
        s(-5, 14), s(6, 13), s(8, 15), s(19, 13), s(16, -6), s(1, 5), s(-3, 16), s(6, 9),
        s(-3, 25), s(3, 22), s(3, 18), s(6, 13), s(0, 10), s(15, 17), s(1, 19), s(-3, 18),
        s(0, 27), s(6, 26), s(6, 26), s(5, 22), s(4, 18), s(5, 18), s(8, 23), s(-2, 21),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// Knights by square.
    knight_squares: 64 = [
        s(-46, -29), s(-34, -26), s(-30, -18), s(-21, -4), s(-21, -10), s(-24, -9), s(-37, -23), s(-47, -36),
        s(-32, -23), s(-23, -15), s(-7, -3), s(-4, 2), s(-10, -1), s(-19, -9), s(-21, -15), s(-34, -21),
        s(-21, -16), s(-7, -8), s(-1, 1), s(4, 13), s(5, 3), s(-6, 0), s(-11, -9), s(-22, -12),
        s(0, -4), s(3, 3), s(7, 10), s(12, 21), s(17, 13), s(9, 10), s(-1, -4), s(-15, -11),
        s(1, -6), s(3, 5), s(10, 5), s(14, 12), s(25, 13), s(12, 3), s(0, -2), s(-5, -5),
        s(-12, -16), s(-1, -4), s(4, -3), s(8, 5), s(9, 4), s(7, 1), s(-8, -11), s(-11, -13),
        s(-38, -23), s(-28, -11), s(-19, -8), s(-7, -3), s(-5, 2), s(-16, -8), s(-23, -15), s(-37, -20),
        s(-43, -28), s(-35, -23), s(-27, -16), s(-17, -8), s(-19, -9), s(-28, -17), s(-36, -19), s(-51, -31),
    ];
    /// Bishops by square.
    bishop_squares: 64 = [
        s(-14, -16), s(-21, -12), s(-19, -8), s(-10, -5), s(-9, 5), s(-14, -1), s(-13, -7), s(-8, -10),
        s(-6, -12), s(0, -3), s(3, 0), s(2, -3), s(-1, -2), s(-7, -3), s(-6, -5), s(-7, -13),
        s(-1, -13), s(3, 4), s(5, 2), s(10, 2), s(1, 1), s(3, -2), s(-1, -7), s(-9, -6),
        s(0, -5), s(7, 3), s(3, 1), s(6, 9), s(7, 3), s(4, 4), s(3, -7), s(-2, -6),
        s(-4, -3), s(1, -4), s(0, 8), s(3, 2), s(7, 5), s(1, 0), s(3, 3), s(-7, -9),
        s(-3, -5), s(-11, -2), s(0, -5), s(5, 4), s(6, 3), s(3, 3), s(-10, -5), s(-7, -9),
        s(-13, -8), s(-6, -4), s(0, 0), s(-5, -4), s(1, 1), s(-5, -3), s(-5, -2), s(-11, -9),
        s(-13, -13), s(-8, -11), s(-7, -5), s(-4, -4), s(-3, -5), s(-4, -6), s(-10, -10), s(-14, -10),
    ];
    /// Rooks by square.
    rook_squares: 64 = [
        s(-13, 1), s(-10, 2), s(-1, -2), s(4, -3), s(-2, -5), s(3, -2), s(-5, 2), s(-9, 6),
        s(-18, 2), s(-8, 2), s(-3, -1), s(-3, -2), s(-3, -4), s(-6, 6), s(-6, -5), s(-10, 1),
        s(-9, -1), s(7, -2), s(-5, -3), s(-7, 0), s(-6, -2), s(-6, 1), s(-12, -3), s(-9, 3),
        s(-5, 2), s(-8, 1), s(-3, 1), s(-6, 5), s(-5, -1), s(-3, 1), s(-4, 3), s(-5, -3),
        s(-5, 4), s(-5, 2), s(-8, 3), s(-5, 2), s(-6, 5), s(0, 8), s(-2, 5), s(-1, 9),
        s(-3, -2), s(-5, 0), s(1, 4), s(-3, 0), s(-3, 0), s(0, 3), s(-3, 4), s(2, 8),
        s(14, 11), s(12, 9), s(6, 10), s(9, 12), s(7, 12), s(15, 10), s(6, 8), s(7, 14),
        s(-4, 13), s(-2, 15), s(-4, 13), s(-4, 13), s(-4, 11), s(-1, 13), s(-2, 11), s(-3, 13),
    ];
    /// Queens by square.
    queen_squares: 64 = [
        s(-12, -28), s(-11, -18), s(-1, -16), s(0, -10), s(0, -14), s(-5, -8), s(-2, -19), s(2, -24),
        s(-2, -13), s(-5, -12), s(-1, -9), s(-1, -1), s(-6, -4), s(-5, -8), s(-3, -14), s(2, -12),
        s(-2, -13), s(-7, -5), s(-12, 1), s(-5, 4), s(-5, 2), s(1, 0), s(-1, -6), s(-6, -11),
        s(-8, -4), s(3, 2), s(-7, 5), s(-7, 13), s(-6, 12), s(-4, 7), s(-15, 0), s(-6, -7),
        s(-3, -5), s(-8, 2), s(-4, 6), s(-10, 8), s(-5, 11), s(-13, 4), s(-7, 4), s(-4, -7),
        s(-13, -11), s(-7, -4), s(-4, 3), s(-10, 3), s(-5, 7), s(-7, 0), s(-11, -5), s(-14, -10),
        s(4, -15), s(6, -7), s(3, -6), s(1, -1), s(0, -2), s(3, -4), s(-4, -9), s(0, -16),
        s(2, -19), s(1, -13), s(2, -10), s(0, -6), s(-2, -7), s(0, -10), s(2, -15), s(-3, -21),
    ];
    /// Kings by square, four files only.
    king_squares: 32 = [
        s(27, -47), s(34, -37), s(8, -24), s(-8, -19),
        s(18, -30), s(10, -16), s(-8, -4), s(-29, 3),
        s(-8, -11), s(0, -7), s(-27, 7), s(-41, 13),
        s(-30, -9), s(-25, -1), s(-48, 15), s(-67, 23),
        s(-40, -7), s(-37, 1), s(-60, 13), s(-79, 20),
        s(-50, -11), s(-45, 1), s(-69, 8), s(-88, 14),
        s(-60, -29), s(-55, -15), s(-80, -7), s(-97, 2),
        s(-60, -41), s(-56, -29), s(-80, -20), s(-98, -10),
    ];
    /// Pawns by square once more, mirrored so that the enemy king is on the files a to d.
    pawn_facing: 64 = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(-7, 7), s(-2, 7), s(-2, 1), s(-3, -2), s(0, 9), s(2, -2), s(2, 1), s(1, 2),
        s(-5, -5), s(-2, -7), s(-6, -5), s(-6, 1), s(-1, -2), s(0, -1), s(-2, 5), s(2, 8),
        s(-4, -3), s(-1, -9), s(2, -3), s(-4, -7), s(-2, -4), s(2, -7), s(-4, 10), s(1, 3),
        s(6, -2), s(-2, -1), s(-2, 2), s(-3, -11), s(0, -4), s(5, -5), s(-2, 9), s(5, 3),
        s(-4, 8), s(-2, 2), s(0, 1), s(-3, -8), s(1, -2), s(9, 1), s(-1, 6), s(6, 2),
        s(2, 0), s(2, 1), s(1, 3), s(-1, 5), s(0, -6), s(0, -1), s(2, 6), s(1, 6),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// Knights by square, facing the enemy king.
    knight_facing: 64 = [
        s(3, -3), s(1, 2), s(-1, -4), s(-5, -1), s(-1, 2), s(0, 6), s(1, -6), s(-6, -4),
        s(4, 0), s(3, 0), s(-4, 5), s(1, 4), s(-3, -2), s(7, 0), s(1, -1), s(-4, 0),
        s(-2, 1), s(11, 2), s(-2, -4), s(2, -1), s(-5, 5), s(1, 7), s(-4, -3), s(1, 1),
        s(4, -3), s(8, 2), s(2, 6), s(1, 3), s(-9, 5), s(-4, 1), s(-5, -2), s(-1, 4),
        s(8, 2), s(-3, -1), s(-1, 0), s(-2, 5), s(-1, -6), s(-1, -4), s(0, 5), s(0, 3),
        s(-3, 0), s(0, -2), s(0, -4), s(-6, -1), s(-7, -2), s(-2, 4), s(-3, 3), s(4, 1),
        s(-4, -3), s(-2, 0), s(-1, 0), s(1, -2), s(4, 3), s(3, 0), s(5, 4), s(1, 4),
        s(-3, 0), s(0, 0), s(-1, -3), s(0, 0), s(-1, -1), s(0, 1), s(1, 1), s(-2, 0),
    ];
    /// Bishops by square, facing the enemy king.
    bishop_facing: 64 = [
        s(2, -6), s(-2, 2), s(-5, 9), s(1, 6), s(0, 2), s(-2, -5), s(-1, 0), s(14, 6),
        s(2, -1), s(4, 5), s(1, -1), s(-1, 1), s(1, -4), s(-1, 6), s(0, 0), s(1, -4),
        s(-2, -3), s(-1, 5), s(-2, 1), s(-3, -2), s(6, 2), s(8, 1), s(7, -1), s(2, -1),
        s(-2, -2), s(6, -3), s(1, -1), s(0, 1), s(-1, 2), s(-2, 3), s(2, 1), s(3, -1),
        s(-2, -4), s(4, 0), s(-6, -1), s(-3, 0), s(-1, -3), s(-1, 5), s(-3, 1), s(-6, -1),
        s(3, 4), s(-4, 3), s(0, -3), s(2, 1), s(1, 2), s(1, 3), s(-12, -2), s(-3, -4),
        s(2, 0), s(-4, 0), s(-3, 0), s(-1, -1), s(-5, 1), s(2, 4), s(3, 7), s(-10, 3),
        s(-2, 2), s(-4, -3), s(-2, 0), s(-1, 1), s(-3, -1), s(1, 3), s(2, 2), s(-3, 1),
    ];
    /// Rooks by square, facing the enemy king.
    rook_facing: 64 = [
        s(-6, 1), s(-2, -6), s(-2, -1), s(0, -1), s(-2, -7), s(0, -4), s(-5, 10), s(-8, 6),
        s(-11, -4), s(0, -2), s(-1, -2), s(3, -7), s(0, 1), s(-1, 6), s(-6, -1), s(-9, 8),
        s(-4, 0), s(7, -9), s(-1, -3), s(-2, -1), s(-2, 0), s(-2, 2), s(-4, 4), s(-7, 2),
        s(-4, -2), s(-1, 1), s(-3, -2), s(-1, 3), s(-1, 1), s(4, 5), s(-3, 2), s(3, 1),
        s(-1, 2), s(1, 0), s(-2, 1), s(0, 4), s(-3, 2), s(2, 9), s(0, 7), s(3, 11),
        s(2, 0), s(-2, 1), s(5, 3), s(1, 0), s(1, -1), s(5, 4), s(2, 4), s(6, 6),
        s(1, -2), s(0, -2), s(-4, -8), s(-3, -3), s(0, 3), s(4, 4), s(-2, -5), s(0, 3),
        s(2, 3), s(0, -1), s(-2, -3), s(-1, -1), s(1, 0), s(5, 5), s(3, 3), s(-1, -1),
    ];
    /// Queens by square, facing the enemy king.
    queen_facing: 64 = [
        s(-11, -5), s(-4, -2), s(0, -3), s(-3, -4), s(3, -7), s(-5, 0), s(-9, -2), s(1, -4),
        s(6, 3), s(-2, -2), s(0, -2), s(2, 0), s(-5, -2), s(-2, -3), s(-2, -1), s(-2, 4),
        s(-4, -2), s(4, 4), s(-1, 0), s(-6, 0), s(4, -1), s(-2, 3), s(-4, -3), s(3, 0),
        s(6, 3), s(0, 2), s(2, 3), s(0, 2), s(-2, 5), s(-1, 1), s(-1, 2), s(-8, -2),
        s(2, -3), s(0, 0), s(-1, -1), s(-2, -1), s(3, 2), s(0, 3), s(1, 7), s(7, 3),
        s(-6, 1), s(3, 1), s(4, 2), s(3, 2), s(1, 0), s(5, 2), s(-1, 1), s(-2, 1),
        s(3, 1), s(0, 0), s(-2, -1), s(-2, 0), s(3, -1), s(8, 3), s(2, 6), s(1, 0),
        s(1, 2), s(0, 1), s(0, 1), s(0, 0), s(-2, 0), s(2, 2), s(3, 3), s(-2, -1),
    ];
    /// Kings by square, facing the enemy king.
    king_facing: 64 = [
        s(-1, -1), s(-5, 4), s(-1, 0), s(0, 0), s(1, -9), s(-1, -4), s(5, -11), s(-2, -6),
        s(2, 3), s(-4, 4), s(2, 6), s(-2, -1), s(-5, 4), s(-6, 0), s(-7, 0), s(1, -4),
        s(1, 4), s(4, -2), s(4, 1), s(2, 0), s(5, -1), s(0, 2), s(2, 0), s(0, 1),
        s(-1, -4), s(-2, -6), s(1, 0), s(1, -1), s(-1, 0), s(0, 0), s(2, 1), s(1, 0),
        s(0, -1), s(0, -4), s(0, -3), s(0, -2), s(-1, -3), s(1, 1), s(0, 1), s(0, 0),
        s(0, 2), s(0, 1), s(1, 3), s(-1, -5), s(1, 4), s(0, 1), s(1, 7), s(0, 4),
        s(0, 1), s(0, 2), s(0, 0), s(0, -1), s(1, 3), s(0, 2), s(1, 4), s(0, 1),
        s(0, 0), s(0, 1), s(0, -1), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, -1),
    ];
    /// No, one or two castling rights.
    castling: 3 = [s(3, 0), s(13, -4), s(26, 4)];
    /// Knights by safe squares they attack.
    knight_mobility: 9 = [
        s(-31, -39), s(-27, -25), s(-12, -11), s(-9, 2), s(-5, 3), s(0, 14), s(3, 16), s(8, 15),
        s(9, 14),
    ];
    /// Bishops by safe squares they attack.
    bishop_mobility: 14 = [
        s(-34, -44), s(-31, -35), s(-21, -25), s(-12, -5), s(-5, -1), s(-1, 2), s(2, 14), s(5, 19),
        s(5, 22), s(11, 27), s(17, 20), s(25, 19), s(27, 31), s(28, 27),
    ];
    /// Rooks by safe squares they attack.
    rook_mobility: 15 = [
        s(-39, -72), s(-34, -50), s(-16, -33), s(-9, -18), s(-5, -15), s(-3, -1), s(-2, 5), s(0, 12),
        s(2, 19), s(2, 25), s(4, 27), s(6, 32), s(11, 40), s(11, 40), s(21, 31),
    ];
    /// Queens by safe squares they attack.
    queen_mobility: 28 = [
        s(-30, -73), s(-24, -52), s(-29, -45), s(-23, -40), s(-20, -32), s(-16, -29), s(-8, -21), s(-6, -15),
        s(-2, -13), s(1, -3), s(3, -5), s(4, 6), s(4, 6), s(7, 11), s(7, 17), s(7, 21),
        s(3, 23), s(6, 24), s(11, 24), s(8, 26), s(15, 28), s(14, 26), s(10, 27), s(12, 27),
        s(14, 33), s(14, 33), s(16, 39), s(17, 40),
    ];
    /// A knight that no enemy pawn can drive from a protected square on the fourth to sixth rank.
    knight_outpost: 1 = [s(25, 19)];
    /// The same for a bishop.
    bishop_outpost: 1 = [s(22, 12)];
    /// An outpost a knight can go to.
    reachable_outpost: 1 = [s(17, 9)];
    /// A knight or bishop right behind a pawn.
    minor_behind_pawn: 1 = [s(3, 10)];
    /// Bishops on both colours.
    bishop_pair: 1 = [s(17, 62)];
    /// Each own pawn on a bishop's colour.
    bishop_pawns: 1 = [s(0, -6)];
    /// A bishop in the own corner behind a pawn that can move, and behind one that cannot.
    cornered_bishop: 2 = [s(-23, -42), s(-83, -92)];
    /// A rook on a file without pawns.
    rook_open_file: 1 = [s(29, 8)];
    /// A rook on a file with enemy pawns only.
    rook_half_open_file: 1 = [s(13, 20)];
    /// A rook behind a blocked own pawn.
    rook_closed_file: 1 = [s(-3, -9)];
    /// A pawn without neighbours, on a file free of enemies or not.
    isolated: 2 = [s(-9, -7), s(-11, -5)];
    /// A pawn left behind that cannot step forward safely, on a file free of enemies or not.
    backward: 2 = [s(-20, -13), s(-4, -6)];
    /// A pawn behind another of its side, and one that is isolated as well.
    doubled: 2 = [s(-2, -14), s(-7, -15)];
    /// Pawns side by side, by rank.
    phalanx: 8 = [
        s(0, 0), s(3, 0), s(6, 2), s(9, 10), s(20, 27), s(53, 64), s(81, 101), s(0, 0),
    ];
    /// Pawns protected by pawns, by rank.
    protected: 8 = [
        s(0, 0), s(0, 0), s(12, 6), s(10, 8), s(22, 17), s(29, 37), s(70, 58), s(0, 0),
    ];
    /// Pawns with a free file that enough neighbours support to become passed, by rank.
    candidate: 8 = [
        s(0, 0), s(-4, -1), s(-5, 2), s(1, 7), s(2, 23), s(26, 49), s(0, 0), s(0, 0),
    ];
    /// Passed pawns by rank.
    passed: 8 = [
        s(0, 0), s(0, 12), s(-8, 15), s(-2, 32), s(9, 58), s(46, 101), s(98, 164), s(0, 0),
    ];
    /// Passed pawns protected by a pawn, by rank.
    passed_protected: 8 = [
        s(0, 0), s(0, 0), s(10, -6), s(9, 3), s(22, 6), s(22, 25), s(30, 48), s(0, 0),
    ];
    /// Advanced passed pawns with a man in front, by rank.
    passed_blocked: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(-6, -4), s(-5, -13), s(-12, -40), s(-27, -78), s(0, 0),
    ];
    /// Advanced passed pawns with nothing before them, occupied or attacked, by rank.
    passed_free: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(-4, 18), s(4, 36), s(27, 76), s(47, 124), s(0, 0),
    ];
    /// Advanced passed pawns all of whose attacked squares ahead are guarded, by rank.
    passed_guarded: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(3, 9), s(4, 20), s(18, 41), s(31, 73), s(0, 0),
    ];
    /// The own king's distance from the square ahead of an advanced passed pawn, for each rank past
    /// the third.
    passed_own_king: 8 = [
        s(5, 31), s(1, 36), s(3, 18), s(-4, 4), s(-1, -6), s(-2, -9), s(-7, -5), s(-3, -9),
    ];
    /// The same for the enemy king.
    passed_enemy_king: 8 = [
        s(-7, -15), s(6, -20), s(7, -9), s(1, 8), s(-5, 22), s(-1, 27), s(-5, 30), s(-4, 25),
    ];
    /// A rook behind an advanced passed pawn of its side.
    rook_behind_passed: 1 = [s(8, 21)];
    /// A passed pawn that a lone king cannot catch.
    unstoppable: 1 = [s(-1, 248)];
    /// The own pawn nearest to the king by file (edge to centre) and rank, 0 for none.
    shelter: 32 = [
        s(-15, 3), s(14, -12), s(10, -3), s(1, 0), s(-14, 2), s(-3, 3), s(-8, 8), s(0, 0),
        s(-16, 3), s(16, 1), s(2, 0), s(-2, -8), s(-8, 3), s(-7, 5), s(-9, 6), s(0, 0),
        s(-13, 6), s(15, 0), s(10, 1), s(-2, -5), s(-6, -5), s(-11, 0), s(-11, 2), s(0, 0),
        s(-9, 1), s(13, -4), s(7, -5), s(4, -5), s(-8, -5), s(-2, 2), s(-9, 4), s(0, 0),
    ];
    /// The enemy pawn nearest to the king's side by file and rank, 0 for none.
    storm: 32 = [
        s(0, -1), s(-4, 0), s(-23, 0), s(-18, 3), s(-11, -1), s(-7, -4), s(-5, 0), s(0, 0),
        s(-13, 2), s(-4, 0), s(-26, 7), s(-14, 11), s(-13, 2), s(1, -3), s(-6, 4), s(0, 0),
        s(2, -3), s(-4, 0), s(-32, 0), s(-18, 3), s(-8, 11), s(-3, -3), s(0, -2), s(0, 0),
        s(-6, 0), s(-4, 0), s(-31, 2), s(-16, -2), s(-9, -5), s(0, 6), s(-5, 3), s(0, 0),
    ];
    /// The same by rank alone when an own pawn stops it.
    storm_blocked: 8 = [
        s(0, 0), s(-1, 0), s(-6, -13), s(-3, -14), s(-3, -8), s(0, -6), s(3, -4), s(0, 0),
    ];
    /// The danger every king is in; danger is squared and divided by 1,024.
    danger: 1 = [s(45, 13)];
    /// Danger when the attacker has no queen.
    no_queen: 1 = [s(-214, -63)];
    /// Danger from each kind of piece that attacks the king's ring.
    ring_attackers: 6 = [s(0, 0), s(46, 12), s(26, 0), s(44, -2), s(15, 28), s(0, 0)];
    /// Danger from each attack of a kind on a square of the ring.
    ring_hits: 6 = [s(22, -1), s(12, 1), s(14, -6), s(6, -4), s(11, 15), s(0, 0)];
    /// Danger from each attacked square of the ring that only king or queen guard.
    weak_ring: 1 = [s(35, -1)];
    /// Danger from squares attacked on the king's three files, and from those attacked twice.
    flank_attacks: 2 = [s(7, 7), s(5, 8)];
    /// Safety from squares guarded there.
    flank_defence: 1 = [s(-9, 13)];
    /// Danger from checks the enemy can give for free, by kind.
    safe_checks: 6 = [s(0, 0), s(123, 30), s(82, 33), s(141, 69), s(120, 64), s(0, 0)];
    /// Danger from checks that cost the piece.
    unsafe_checks: 6 = [s(0, 0), s(18, 0), s(24, 17), s(38, 1), s(8, 7), s(0, 0)];
    /// Enemy men attacked by a knight or bishop, by kind.
    minor_threats: 6 = [s(4, 25), s(24, 28), s(30, 33), s(58, 37), s(45, 77), s(5, 1)];
    /// Badly guarded enemy men attacked by a rook, by kind.
    rook_threats: 6 = [s(3, 24), s(20, 29), s(28, 25), s(5, 21), s(49, 55), s(2, 1)];
    /// Enemy pieces attacked by a safe pawn, by kind.
    pawn_threats: 6 = [s(0, 0), s(67, 41), s(67, 51), s(81, 36), s(71, 38), s(0, 0)];
    /// Enemy pieces a safe pawn step would attack.
    push_threat: 1 = [s(18, 15)];
    /// A badly guarded enemy man the king attacks.
    king_threat: 1 = [s(13, 31)];
    /// An enemy man that can be won.
    hanging: 1 = [s(16, 28)];
    /// A square the enemy attacks and we hold.
    restricted: 1 = [s(4, -2)];
    /// A central square safe from pawns, and one behind an own pawn that nobody attacks.
    space: 2 = [s(-1, -3), s(3, 1)];
}
