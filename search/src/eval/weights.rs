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
    tempo: 1 = [s(18, 13)];
    /// What a man is worth: pawn, knight, bishop, rook, queen; the king is never taken.
    material: 6 = [s(71, 117), s(331, 333), s(339, 354), s(453, 590), s(972, 1059), s(0, 0)];
    /// Pawns by square, a1 first; like all squares seen from the own side and mirrored so that the
    /// own king is on the files a to d.
    pawn_squares: 64 = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(2, -3), s(14, -3), s(13, -4), s(-2, 1), s(-2, -7), s(0, -5), s(-1, -7), s(-9, 2),
        s(-3, 3), s(4, 3), s(8, 2), s(9, 2), s(-2, -1), s(0, -2), s(-1, -7), s(-3, 0),
        s(-6, 12), s(0, 10), s(6, 12), s(14, 3), s(15, 8), s(2, -5), s(1, 2), s(-7, 0),
        s(-5, 12), s(2, 15), s(3, 14), s(15, 9), s(18, 7), s(1, 6), s(3, 13), s(1, 14),
        s(-3, 21), s(0, 20), s(3, 18), s(3, 11), s(6, 13), s(14, 14), s(1, 16), s(-6, 19),
        s(-1, 24), s(5, 24), s(6, 24), s(6, 23), s(5, 20), s(5, 20), s(4, 22), s(-3, 19),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// Knights by square.
    knight_squares: 64 = [
        s(-46, -27), s(-31, -21), s(-32, -17), s(-19, -9), s(-16, -11), s(-22, -14), s(-34, -25), s(-44, -31),
        s(-34, -22), s(-26, -15), s(-8, -1), s(-3, 1), s(-8, 0), s(-18, -8), s(-22, -13), s(-35, -23),
        s(-18, -15), s(-8, -10), s(-2, 4), s(3, 6), s(6, 3), s(-8, -6), s(-11, -10), s(-25, -11),
        s(-3, -7), s(2, 3), s(4, 7), s(13, 20), s(15, 12), s(12, 6), s(0, -3), s(-11, -12),
        s(-6, -5), s(3, 3), s(9, 2), s(19, 10), s(24, 11), s(8, 8), s(5, -3), s(-6, -6),
        s(-13, -17), s(-1, -5), s(5, -1), s(14, 8), s(14, 5), s(4, -2), s(-5, -9), s(-9, -12),
        s(-34, -22), s(-28, -14), s(-19, -9), s(-11, -2), s(-7, 1), s(-14, -6), s(-26, -13), s(-37, -23),
        s(-46, -30), s(-36, -21), s(-27, -17), s(-18, -9), s(-18, -8), s(-26, -15), s(-36, -21), s(-44, -28),
    ];
    /// Bishops by square.
    bishop_squares: 64 = [
        s(-16, -11), s(-22, -12), s(-16, -8), s(-10, -6), s(-10, -2), s(-12, -8), s(-13, -4), s(-13, -14),
        s(-9, -14), s(-2, -3), s(2, -4), s(7, -2), s(-3, -4), s(-2, 0), s(-4, -6), s(-9, -11),
        s(-3, -6), s(-3, -2), s(3, 1), s(3, 0), s(6, 3), s(0, -5), s(0, -6), s(-5, -7),
        s(0, -2), s(1, -3), s(-1, -2), s(7, 8), s(8, 2), s(4, 2), s(3, -2), s(-5, -7),
        s(-2, -5), s(4, -3), s(2, 5), s(2, 3), s(7, 7), s(2, 0), s(3, 3), s(-2, -7),
        s(-8, -8), s(-1, -3), s(1, -1), s(3, 5), s(5, 2), s(3, 4), s(-4, -1), s(-6, -7),
        s(-9, -8), s(-6, -7), s(-3, -2), s(-3, -1), s(1, 2), s(-1, -4), s(-5, -3), s(-12, -9),
        s(-13, -13), s(-9, -10), s(-6, -7), s(-2, -3), s(-2, -3), s(-5, -6), s(-9, -9), s(-12, -13),
    ];
    /// Rooks by square.
    rook_squares: 64 = [
        s(-6, 1), s(-4, 0), s(4, 0), s(7, -4), s(2, -1), s(6, -1), s(-3, 1), s(-4, 1),
        s(-10, -3), s(0, 3), s(-3, 0), s(-10, 1), s(1, 2), s(-1, 2), s(-5, -4), s(-8, 2),
        s(-6, -2), s(0, 2), s(-4, 2), s(-5, -1), s(-9, 1), s(-6, 3), s(-8, -1), s(-7, 1),
        s(-3, 3), s(-5, 1), s(-5, 2), s(-4, 3), s(-5, 0), s(-2, 2), s(-3, 1), s(-5, -2),
        s(-4, 2), s(-5, 3), s(-3, 3), s(-4, 2), s(-5, 3), s(-1, 3), s(-5, 3), s(-6, 3),
        s(-5, -2), s(-5, 0), s(-1, 1), s(-4, -2), s(-3, 2), s(-4, 0), s(-2, 3), s(-2, 2),
        s(11, 10), s(8, 10), s(9, 10), s(9, 11), s(8, 12), s(11, 8), s(9, 8), s(10, 11),
        s(-4, 15), s(-4, 12), s(-4, 13), s(-3, 12), s(-5, 10), s(-3, 9), s(-5, 9), s(-4, 12),
    ];
    /// Queens by square.
    queen_squares: 64 = [
        s(-12, -24), s(-10, -18), s(0, -14), s(4, -6), s(0, -9), s(-6, -10), s(0, -15), s(7, -22),
        s(3, -14), s(-5, -12), s(0, -6), s(2, 1), s(-6, -3), s(-5, -8), s(-6, -12), s(0, -15),
        s(-2, -12), s(-4, -5), s(-6, 1), s(-8, 5), s(-3, 3), s(-2, -2), s(-4, -5), s(-5, -13),
        s(-3, -5), s(-4, -1), s(-5, 4), s(-1, 11), s(-7, 9), s(-2, 5), s(-7, -1), s(-7, -5),
        s(-5, -5), s(-8, -1), s(-4, 5), s(-5, 9), s(-10, 9), s(-9, 3), s(-8, 0), s(-4, -5),
        s(-14, -11), s(-10, -4), s(-6, 1), s(-10, 4), s(-8, 3), s(-11, -2), s(-11, -6), s(-11, -11),
        s(-4, -16), s(2, -11), s(-1, -7), s(1, 0), s(1, -1), s(2, -5), s(1, -10), s(-2, -16),
        s(1, -20), s(1, -15), s(3, -9), s(0, -6), s(1, -5), s(1, -10), s(-1, -17), s(-1, -22),
    ];
    /// Kings by square, four files only.
    king_squares: 32 = [
        s(31, -45), s(36, -35), s(9, -21), s(-5, -11),
        s(18, -29), s(16, -20), s(-4, -7), s(-24, 1),
        s(-10, -13), s(-8, -6), s(-30, 5), s(-48, 14),
        s(-29, -6), s(-27, 1), s(-49, 12), s(-68, 21),
        s(-40, -4), s(-36, 5), s(-61, 12), s(-79, 19),
        s(-50, -12), s(-45, -2), s(-70, 8), s(-87, 16),
        s(-60, -28), s(-56, -18), s(-80, -10), s(-98, 2),
        s(-60, -42), s(-56, -31), s(-80, -21), s(-98, -10),
    ];
    /// Pawns by square once more, mirrored so that the enemy king is on the files a to d.
    pawn_facing: 64 = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(-4, 5), s(-1, -1), s(-3, 0), s(0, -1), s(-4, 2), s(4, -1), s(2, -2), s(1, 1),
        s(-1, -2), s(-3, -5), s(0, 2), s(-4, 1), s(0, -2), s(0, -4), s(-2, -1), s(3, 3),
        s(-1, -3), s(0, -5), s(2, -3), s(0, 0), s(-3, -1), s(2, -2), s(-3, 5), s(0, 4),
        s(2, -1), s(-1, 1), s(0, 2), s(-5, -4), s(0, -3), s(-2, -3), s(0, 6), s(5, 5),
        s(2, 4), s(-1, 4), s(5, 1), s(4, -2), s(-3, -5), s(5, -2), s(-5, 1), s(-3, 3),
        s(0, -2), s(0, -2), s(0, 0), s(3, 7), s(-1, -6), s(1, 3), s(0, 7), s(3, 4),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// Knights by square, facing the enemy king.
    knight_facing: 64 = [
        s(0, 0), s(4, 3), s(-1, -2), s(-1, -2), s(2, -2), s(0, 2), s(3, -5), s(0, 0),
        s(1, 0), s(-1, 0), s(-2, 0), s(2, 0), s(0, 3), s(6, 6), s(1, 3), s(-4, -1),
        s(-3, 0), s(12, -1), s(-3, 0), s(1, -3), s(-5, 0), s(0, 1), s(-7, -3), s(2, 3),
        s(2, -3), s(-1, 2), s(1, 2), s(-3, 2), s(-5, 4), s(-3, -2), s(3, 0), s(2, -1),
        s(-1, 3), s(-3, -1), s(-4, 0), s(-2, 0), s(3, -5), s(-3, -2), s(6, 3), s(1, 2),
        s(0, -2), s(0, 3), s(-1, -4), s(-4, 0), s(1, 1), s(-1, 3), s(0, -1), s(2, 3),
        s(0, -2), s(0, 1), s(1, 2), s(-1, -1), s(1, 2), s(2, -1), s(0, 1), s(1, 1),
        s(0, -1), s(0, 0), s(0, -1), s(-1, -2), s(0, 0), s(1, -1), s(0, 2), s(1, 0),
    ];
    /// Bishops by square, facing the enemy king.
    bishop_facing: 64 = [
        s(5, 0), s(-6, -1), s(-2, 1), s(2, 1), s(-1, -1), s(1, -3), s(3, 5), s(4, 0),
        s(-3, -4), s(5, 6), s(3, 1), s(0, -1), s(2, -3), s(2, 3), s(-1, -2), s(1, -2),
        s(2, 0), s(0, 1), s(-1, 2), s(-3, -4), s(4, 2), s(3, -4), s(2, -1), s(0, 1),
        s(-4, -3), s(2, -3), s(-2, -3), s(-1, -1), s(2, 1), s(-3, -1), s(0, 0), s(3, 2),
        s(-4, -4), s(4, 1), s(-6, -5), s(-1, 3), s(-4, -3), s(2, 6), s(0, 2), s(4, 0),
        s(2, 2), s(2, 4), s(2, 1), s(-1, -2), s(1, 5), s(1, 4), s(-3, 0), s(-6, -3),
        s(0, 1), s(0, 2), s(-1, 0), s(0, 2), s(-3, 1), s(1, 3), s(0, 3), s(-4, 2),
        s(-1, 0), s(-1, 0), s(-1, 0), s(0, 0), s(0, 2), s(0, 1), s(-1, 1), s(-2, 0),
    ];
    /// Rooks by square, facing the enemy king.
    rook_facing: 64 = [
        s(-1, 1), s(5, -5), s(3, 0), s(3, 0), s(3, -6), s(3, -1), s(-4, 6), s(-1, 0),
        s(-10, -5), s(2, 0), s(2, 0), s(1, 0), s(-3, 2), s(2, 2), s(1, -1), s(1, 4),
        s(0, -3), s(1, -3), s(1, 3), s(-1, 1), s(-5, 0), s(-2, 2), s(-1, 4), s(-5, 2),
        s(-1, 1), s(0, -1), s(0, 2), s(-1, 2), s(0, 1), s(1, 1), s(-1, 3), s(1, 0),
        s(-2, 1), s(-1, 4), s(1, 0), s(1, 5), s(-1, 0), s(3, 5), s(-1, 2), s(0, 3),
        s(0, 3), s(0, 2), s(1, 0), s(0, -1), s(0, 1), s(2, 1), s(1, 0), s(1, -2),
        s(2, -3), s(-2, -3), s(-2, -5), s(-2, -2), s(-1, 1), s(2, 0), s(-1, -4), s(0, 0),
        s(1, 4), s(-2, -6), s(-2, -6), s(-1, -1), s(0, -1), s(3, 4), s(1, 3), s(-1, -1),
    ];
    /// Queens by square, facing the enemy king.
    queen_facing: 64 = [
        s(-4, -3), s(-4, -1), s(0, -2), s(-1, -2), s(5, -2), s(-5, -1), s(-6, 0), s(-1, -1),
        s(4, 1), s(-4, -2), s(2, -1), s(2, 1), s(-2, -1), s(-3, -1), s(-2, -1), s(3, 2),
        s(-2, -3), s(1, 0), s(0, 2), s(-4, -1), s(1, 1), s(0, -1), s(-1, 2), s(4, 0),
        s(3, 0), s(2, 0), s(5, 2), s(5, 1), s(-1, 1), s(1, 0), s(0, 0), s(0, 2),
        s(1, 0), s(-3, -1), s(2, -1), s(0, -1), s(1, 2), s(1, 1), s(4, 2), s(6, 2),
        s(-2, 1), s(1, 1), s(0, 0), s(2, 0), s(1, -1), s(2, 2), s(-2, 1), s(-2, 0),
        s(-2, 0), s(1, -1), s(-2, -1), s(1, 0), s(1, 1), s(3, 1), s(2, 2), s(-4, 0),
        s(1, 1), s(0, 0), s(1, 1), s(0, 0), s(1, 1), s(3, 2), s(0, -1), s(-1, -1),
    ];
    /// Kings by square, facing the enemy king.
    king_facing: 64 = [
        s(3, -3), s(0, 1), s(-2, 0), s(-1, 4), s(4, -5), s(1, -1), s(2, -6), s(-2, -2),
        s(2, 6), s(-2, 2), s(2, 2), s(-3, -2), s(2, 4), s(-2, 1), s(-3, -2), s(0, -5),
        s(1, 5), s(-1, 0), s(1, 0), s(0, 0), s(0, 0), s(-1, 1), s(-1, 0), s(-1, -2),
        s(0, 0), s(-1, -4), s(0, -1), s(0, -2), s(0, -1), s(0, -1), s(0, 0), s(1, 0),
        s(-1, -1), s(1, 1), s(-1, -2), s(-1, -3), s(0, -2), s(0, 0), s(-1, 0), s(1, 3),
        s(0, 2), s(0, -1), s(0, 1), s(0, -3), s(1, 5), s(0, 3), s(1, 5), s(0, 2),
        s(0, 1), s(0, 0), s(0, 0), s(0, 0), s(0, 2), s(0, 0), s(0, 1), s(0, 1),
        s(0, -2), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, -1), s(0, -1), s(0, 0),
    ];
    /// No, one or two castling rights.
    castling: 3 = [s(2, 4), s(15, -3), s(25, -1)];
    /// Knights by safe squares they attack.
    knight_mobility: 9 = [
        s(-39, -40), s(-28, -26), s(-13, -10), s(-7, -5), s(-1, 0), s(4, 12), s(8, 14), s(19, 12),
        s(14, 17),
    ];
    /// Bishops by safe squares they attack.
    bishop_mobility: 14 = [
        s(-44, -44), s(-26, -35), s(-16, -21), s(-8, -5), s(-3, -1), s(1, 2), s(5, 9), s(7, 16),
        s(6, 17), s(11, 22), s(22, 18), s(20, 20), s(25, 28), s(27, 28),
    ];
    /// Rooks by safe squares they attack.
    rook_mobility: 15 = [
        s(-35, -71), s(-27, -47), s(-15, -32), s(-8, -16), s(-7, -13), s(-1, -7), s(1, 2), s(2, 12),
        s(3, 16), s(5, 19), s(9, 23), s(14, 29), s(11, 33), s(16, 37), s(21, 27),
    ];
    /// Queens by safe squares they attack.
    queen_mobility: 28 = [
        s(-30, -73), s(-19, -51), s(-24, -43), s(-23, -37), s(-18, -29), s(-13, -24), s(-8, -20), s(-5, -15),
        s(-1, -10), s(-2, -5), s(3, -3), s(4, 3), s(6, 3), s(8, 7), s(8, 12), s(7, 15),
        s(7, 17), s(8, 18), s(11, 22), s(11, 28), s(10, 25), s(10, 25), s(11, 28), s(13, 30),
        s(14, 34), s(14, 35), s(16, 39), s(17, 40),
    ];
    /// A knight that no enemy pawn can drive from a protected square on the fourth to sixth rank.
    knight_outpost: 1 = [s(30, 15)];
    /// The same for a bishop.
    bishop_outpost: 1 = [s(27, 15)];
    /// An outpost a knight can go to.
    reachable_outpost: 1 = [s(17, 7)];
    /// A knight or bishop right behind a pawn.
    minor_behind_pawn: 1 = [s(5, 7)];
    /// Bishops on both colours.
    bishop_pair: 1 = [s(25, 58)];
    /// Each own pawn on a bishop's colour.
    bishop_pawns: 1 = [s(0, -6)];
    /// A bishop in the own corner behind a pawn that can move, and behind one that cannot.
    cornered_bishop: 2 = [s(-39, -44), s(-90, -91)];
    /// A rook on a file without pawns.
    rook_open_file: 1 = [s(30, 8)];
    /// A rook on a file with enemy pawns only.
    rook_half_open_file: 1 = [s(12, 15)];
    /// A rook behind a blocked own pawn.
    rook_closed_file: 1 = [s(-5, -4)];
    /// A pawn without neighbours, on a file free of enemies or not.
    isolated: 2 = [s(-15, -13), s(-10, -10)];
    /// A pawn left behind that cannot step forward safely, on a file free of enemies or not.
    backward: 2 = [s(-18, -17), s(-5, -3)];
    /// A pawn behind another of its side, and one that is isolated as well.
    doubled: 2 = [s(1, -12), s(-8, -10)];
    /// Pawns side by side, by rank.
    phalanx: 8 = [
        s(0, 0), s(3, 2), s(5, 0), s(11, 5), s(23, 22), s(51, 56), s(80, 99), s(0, 0),
    ];
    /// Pawns protected by pawns, by rank.
    protected: 8 = [
        s(0, 0), s(0, 0), s(13, 6), s(9, 6), s(24, 12), s(34, 35), s(70, 60), s(0, 0),
    ];
    /// Pawns with a free file that enough neighbours support to become passed, by rank.
    candidate: 8 = [
        s(0, 0), s(-2, -3), s(-2, 4), s(2, 7), s(10, 22), s(26, 47), s(0, 0), s(0, 0),
    ];
    /// Passed pawns by rank.
    passed: 8 = [
        s(0, 0), s(1, 9), s(-1, 15), s(1, 32), s(17, 57), s(46, 99), s(94, 159), s(0, 0),
    ];
    /// Passed pawns protected by a pawn, by rank.
    passed_protected: 8 = [
        s(0, 0), s(0, 0), s(4, -3), s(11, 3), s(19, 15), s(21, 27), s(30, 50), s(0, 0),
    ];
    /// Advanced passed pawns with a man in front, by rank.
    passed_blocked: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(-3, -8), s(-7, -17), s(-13, -45), s(-26, -73), s(0, 0),
    ];
    /// Advanced passed pawns with nothing before them, occupied or attacked, by rank.
    passed_free: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(-1, 10), s(7, 28), s(22, 60), s(42, 108), s(0, 0),
    ];
    /// Advanced passed pawns all of whose attacked squares ahead are guarded, by rank.
    passed_guarded: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(1, 8), s(4, 15), s(18, 43), s(30, 70), s(0, 0),
    ];
    /// The own king's distance from the square ahead of an advanced passed pawn, for each rank past
    /// the third.
    passed_own_king: 8 = [
        s(2, 18), s(1, 24), s(2, 13), s(-2, 3), s(-3, -5), s(-2, -7), s(-3, -5), s(0, -7),
    ];
    /// The same for the enemy king.
    passed_enemy_king: 8 = [
        s(-6, -14), s(2, -20), s(5, -11), s(0, 4), s(-5, 17), s(-2, 17), s(-1, 24), s(1, 24),
    ];
    /// A rook behind an advanced passed pawn of its side.
    rook_behind_passed: 1 = [s(7, 19)];
    /// A passed pawn that a lone king cannot catch.
    unstoppable: 1 = [s(-1, 244)];
    /// The own pawn nearest to the king by file (edge to centre) and rank, 0 for none.
    shelter: 32 = [
        s(-9, 2), s(13, -6), s(3, 0), s(4, 0), s(-11, 1), s(-5, 1), s(-9, 4), s(0, 0),
        s(-19, 1), s(15, -3), s(6, 1), s(-5, -5), s(-2, 1), s(-11, 5), s(-9, 5), s(0, 0),
        s(-11, 6), s(16, -2), s(7, 2), s(-1, -4), s(-8, -3), s(-11, -1), s(-10, 2), s(0, 0),
        s(-9, -2), s(16, -5), s(9, 0), s(1, -4), s(-6, 0), s(-7, 1), s(-9, 4), s(0, 0),
    ];
    /// The enemy pawn nearest to the king's side by file and rank, 0 for none.
    storm: 32 = [
        s(3, -2), s(-4, 0), s(-27, -1), s(-20, 2), s(-8, 1), s(-6, -4), s(-4, 0), s(0, 0),
        s(-4, 3), s(-4, 0), s(-28, 0), s(-13, 3), s(-13, 4), s(-2, -1), s(-4, 0), s(0, 0),
        s(5, -3), s(-4, 0), s(-32, 2), s(-22, 3), s(-12, 4), s(-1, -2), s(-1, -1), s(0, 0),
        s(0, -2), s(-4, 0), s(-30, 3), s(-16, -3), s(-9, -1), s(2, 8), s(-4, 3), s(0, 0),
    ];
    /// The same by rank alone when an own pawn stops it.
    storm_blocked: 8 = [
        s(0, 0), s(0, 0), s(-14, -12), s(-8, -14), s(-1, 1), s(-5, -5), s(1, 0), s(0, 0),
    ];
    /// The danger every king is in; danger is squared and divided by 1,024.
    danger: 1 = [s(42, 5)];
    /// Danger when the attacker has no queen.
    no_queen: 1 = [s(-221, -60)];
    /// Danger from each kind of piece that attacks the king's ring.
    ring_attackers: 6 = [s(0, 0), s(49, 10), s(35, 5), s(45, 4), s(24, 21), s(0, 0)];
    /// Danger from each attack of a kind on a square of the ring.
    ring_hits: 6 = [s(18, 4), s(13, 0), s(12, -4), s(6, -1), s(15, 10), s(0, 0)];
    /// Danger from each attacked square of the ring that only king or queen guard.
    weak_ring: 1 = [s(26, 0)];
    /// Danger from squares attacked on the king's three files, and from those attacked twice.
    flank_attacks: 2 = [s(9, 3), s(3, -1)];
    /// Safety from squares guarded there.
    flank_defence: 1 = [s(-7, 12)];
    /// Danger from checks the enemy can give for free, by kind.
    safe_checks: 6 = [s(0, 0), s(122, 22), s(76, 21), s(137, 54), s(109, 45), s(0, 0)];
    /// Danger from checks that cost the piece.
    unsafe_checks: 6 = [s(0, 0), s(18, -1), s(24, 6), s(32, 1), s(11, 3), s(0, 0)];
    /// Enemy men attacked by a knight or bishop, by kind.
    minor_threats: 6 = [s(3, 23), s(21, 27), s(33, 30), s(53, 38), s(43, 77), s(1, 0)];
    /// Badly guarded enemy men attacked by a rook, by kind.
    rook_threats: 6 = [s(1, 20), s(18, 28), s(23, 27), s(4, 21), s(44, 56), s(0, 0)];
    /// Enemy pieces attacked by a safe pawn, by kind.
    pawn_threats: 6 = [s(0, 0), s(70, 42), s(63, 49), s(87, 38), s(75, 39), s(0, 0)];
    /// Enemy pieces a safe pawn step would attack.
    push_threat: 1 = [s(18, 16)];
    /// A badly guarded enemy man the king attacks.
    king_threat: 1 = [s(6, 33)];
    /// An enemy man that can be won.
    hanging: 1 = [s(19, 19)];
    /// A square the enemy attacks and we hold.
    restricted: 1 = [s(4, -1)];
    /// A central square safe from pawns, and one behind an own pawn that nobody attacks.
    space: 2 = [s(0, -2), s(4, 2)];
}
