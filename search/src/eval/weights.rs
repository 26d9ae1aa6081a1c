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
    tempo: 1 = [
        s(18, 10),
    ];
    /// What a man is worth: pawn, knight, bishop, rook, queen; the king is never taken.
    material: 6 = [
        s(80, 110), s(330, 320), s(345, 335), s(460, 570), s(960, 1050), s(0, 0),
    ];
    /// Pawns by square, a1 first; like all squares seen from the own side and mirrored so that the
    /// own king is on the files a to d.
    pawn_squares: 64 = [
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        s(4, -4), s(12, -4), s(12, -4), s(0, -4), s(0, -4), s(0, -4), s(0, -4), s(-8, -4),
        s(-1, 1), s(7, 1), s(7, 1), s(5, 1), s(5, 1), s(1, 1), s(1, 1), s(-7, 1),
        s(-6, 6), s(2, 6), s(2, 6), s(16, 6), s(16, 6), s(2, 6), s(2, 6), s(-6, 6),
        s(-5, 11), s(3, 11), s(3, 11), s(19, 11), s(19, 11), s(3, 11), s(3, 11), s(-5, 11),
        s(-4, 16), s(4, 16), s(4, 16), s(4, 16), s(4, 16), s(4, 16), s(4, 16), s(-4, 16),
        s(-3, 21), s(5, 21), s(5, 21), s(5, 21), s(5, 21), s(5, 21), s(5, 21), s(-3, 21),
        s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// Knights by square.
    knight_squares: 64 = [
        s(-45, -29), s(-36, -22), s(-27, -15), s(-18, -8), s(-18, -8), s(-27, -15), s(-36, -22), s(-45, -29),
        s(-33, -22), s(-24, -15), s(-15, -8), s(-6, -1), s(-6, -1), s(-15, -8), s(-24, -15), s(-33, -22),
        s(-21, -15), s(-12, -8), s(-3, -1), s(6, 6), s(6, 6), s(-3, -1), s(-12, -8), s(-21, -15),
        s(-9, -8), s(0, -1), s(9, 6), s(18, 13), s(18, 13), s(9, 6), s(0, -1), s(-9, -8),
        s(-6, -8), s(3, -1), s(12, 6), s(21, 13), s(21, 13), s(12, 6), s(3, -1), s(-6, -8),
        s(-12, -15), s(-3, -8), s(6, -1), s(15, 6), s(15, 6), s(6, -1), s(-3, -8), s(-12, -15),
        s(-36, -22), s(-27, -15), s(-18, -8), s(-9, -1), s(-9, -1), s(-18, -8), s(-27, -15), s(-36, -22),
        s(-45, -29), s(-36, -22), s(-27, -15), s(-18, -8), s(-18, -8), s(-27, -15), s(-36, -22), s(-45, -29),
    ];
    /// Bishops by square.
    bishop_squares: 64 = [
        s(-19, -13), s(-16, -10), s(-13, -7), s(-10, -4), s(-10, -4), s(-13, -7), s(-16, -10), s(-19, -13),
        s(-8, -10), s(-5, -7), s(-2, -4), s(1, -1), s(1, -1), s(-2, -4), s(-5, -7), s(-8, -10),
        s(-5, -7), s(-2, -4), s(1, -1), s(4, 2), s(4, 2), s(1, -1), s(-2, -4), s(-5, -7),
        s(-2, -4), s(1, -1), s(4, 2), s(7, 5), s(7, 5), s(4, 2), s(1, -1), s(-2, -4),
        s(-2, -4), s(1, -1), s(4, 2), s(7, 5), s(7, 5), s(4, 2), s(1, -1), s(-2, -4),
        s(-5, -7), s(-2, -4), s(1, -1), s(4, 2), s(4, 2), s(1, -1), s(-2, -4), s(-5, -7),
        s(-8, -10), s(-5, -7), s(-2, -4), s(1, -1), s(1, -1), s(-2, -4), s(-5, -7), s(-8, -10),
        s(-11, -13), s(-8, -10), s(-5, -7), s(-2, -4), s(-2, -4), s(-5, -7), s(-8, -10), s(-11, -13),
    ];
    /// Rooks by square.
    rook_squares: 64 = [
        s(-4, 0), s(-4, 0), s(2, 0), s(2, 0), s(2, 0), s(2, 0), s(-4, 0), s(-4, 0),
        s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0),
        s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0),
        s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0),
        s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0),
        s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0), s(-4, 0),
        s(10, 12), s(10, 12), s(10, 12), s(10, 12), s(10, 12), s(10, 12), s(10, 12), s(10, 12),
        s(-4, 12), s(-4, 12), s(-4, 12), s(-4, 12), s(-4, 12), s(-4, 12), s(-4, 12), s(-4, 12),
    ];
    /// Queens by square.
    queen_squares: 64 = [
        s(0, -21), s(0, -16), s(0, -11), s(0, -6), s(0, -6), s(0, -11), s(0, -16), s(0, -21),
        s(-2, -16), s(-2, -11), s(-2, -6), s(-2, -1), s(-2, -1), s(-2, -6), s(-2, -11), s(-2, -16),
        s(-4, -11), s(-4, -6), s(-4, -1), s(-4, 4), s(-4, 4), s(-4, -1), s(-4, -6), s(-4, -11),
        s(-6, -6), s(-6, -1), s(-6, 4), s(-6, 9), s(-6, 9), s(-6, 4), s(-6, -1), s(-6, -6),
        s(-8, -6), s(-8, -1), s(-8, 4), s(-8, 9), s(-8, 9), s(-8, 4), s(-8, -1), s(-8, -6),
        s(-10, -11), s(-10, -6), s(-10, -1), s(-10, 4), s(-10, 4), s(-10, -1), s(-10, -6), s(-10, -11),
        s(0, -16), s(0, -11), s(0, -6), s(0, -1), s(0, -1), s(0, -6), s(0, -11), s(0, -16),
        s(0, -21), s(0, -16), s(0, -11), s(0, -6), s(0, -6), s(0, -11), s(0, -16), s(0, -21),
    ];
    /// Kings by square, four files only.
    king_squares: 32 = [
        s(30, -40), s(34, -30), s(10, -20), s(-8, -10),
        s(16, -30), s(20, -20), s(-4, -10), s(-22, 0),
        s(-10, -16), s(-6, -6), s(-30, 4), s(-48, 14),
        s(-30, -6), s(-26, 4), s(-50, 14), s(-68, 24),
        s(-40, -6), s(-36, 4), s(-60, 14), s(-78, 24),
        s(-50, -16), s(-46, -6), s(-70, 4), s(-88, 14),
        s(-60, -30), s(-56, -20), s(-80, -10), s(-98, 0),
        s(-60, -40), s(-56, -30), s(-80, -20), s(-98, -10),
    ];
    /// No, one or two castling rights.
    castling: 3 = [
        s(0, 0), s(16, 0), s(26, 0),
    ];
    /// Knights by safe squares they attack.
    knight_mobility: 9 = [
        s(-52, -48), s(-26, -24), s(-15, -14), s(-7, -6), s(0, 0), s(6, 6), s(12, 11), s(17, 15),
        s(22, 20),
    ];
    /// Bishops by safe squares they attack.
    bishop_mobility: 14 = [
        s(-49, -54), s(-27, -30), s(-18, -20), s(-11, -12), s(-5, -6), s(0, 0), s(5, 5), s(9, 10),
        s(13, 14), s(17, 18), s(20, 22), s(24, 26), s(27, 29), s(30, 33),
    ];
    /// Rooks by safe squares they attack.
    rook_mobility: 15 = [
        s(-37, -69), s(-22, -41), s(-16, -29), s(-11, -20), s(-7, -13), s(-3, -6), s(0, 0), s(3, 5),
        s(6, 11), s(8, 15), s(11, 20), s(13, 24), s(15, 28), s(17, 32), s(19, 36),
    ];
    /// Queens by safe squares they attack.
    queen_mobility: 28 = [
        s(-30, -73), s(-21, -51), s(-17, -42), s(-14, -35), s(-12, -29), s(-10, -24), s(-8, -19), s(-6, -15),
        s(-4, -11), s(-3, -7), s(-1, -3), s(0, 0), s(1, 3), s(3, 6), s(4, 9), s(5, 12),
        s(6, 15), s(7, 18), s(8, 20), s(9, 23), s(10, 25), s(11, 28), s(12, 30), s(13, 33),
        s(14, 35), s(15, 37), s(16, 39), s(17, 41),
    ];
    /// A knight that no enemy pawn can drive from a protected square on the fourth to sixth rank.
    knight_outpost: 1 = [
        s(32, 22),
    ];
    /// The same for a bishop.
    bishop_outpost: 1 = [
        s(26, 12),
    ];
    /// An outpost a knight can go to.
    reachable_outpost: 1 = [
        s(14, 8),
    ];
    /// A knight or bishop right behind a pawn.
    minor_behind_pawn: 1 = [
        s(8, 4),
    ];
    /// Bishops on both colours.
    bishop_pair: 1 = [
        s(28, 60),
    ];
    /// Each own pawn on a bishop's colour.
    bishop_pawns: 1 = [
        s(-3, -6),
    ];
    /// A bishop in the own corner behind a pawn that can move, and behind one that cannot.
    cornered_bishop: 2 = [
        s(-45, -45), s(-90, -90),
    ];
    /// A rook on a file without pawns.
    rook_open_file: 1 = [
        s(36, 10),
    ];
    /// A rook on a file with enemy pawns only.
    rook_half_open_file: 1 = [
        s(16, 8),
    ];
    /// A rook behind a blocked own pawn.
    rook_closed_file: 1 = [
        s(-10, -4),
    ];
    /// A pawn without neighbours, on a file free of enemies or not.
    isolated: 2 = [
        s(-14, -16), s(-6, -10),
    ];
    /// A pawn left behind that cannot step forward safely, on a file free of enemies or not.
    backward: 2 = [
        s(-16, -14), s(-8, -8),
    ];
    /// A pawn behind another of its side, and one that is isolated as well.
    doubled: 2 = [
        s(-6, -16), s(-4, -8),
    ];
    /// Pawns side by side, by rank.
    phalanx: 8 = [
        s(0, 0), s(3, 0), s(6, 2), s(12, 8), s(26, 24), s(50, 55), s(80, 100), s(0, 0),
    ];
    /// Pawns protected by pawns, by rank.
    protected: 8 = [
        s(0, 0), s(0, 0), s(12, 6), s(10, 8), s(16, 16), s(34, 36), s(70, 60), s(0, 0),
    ];
    /// Pawns with a free file that enough neighbours support to become passed, by rank.
    candidate: 8 = [
        s(0, 0), s(0, 4), s(2, 6), s(6, 12), s(14, 26), s(28, 46), s(0, 0), s(0, 0),
    ];
    /// Passed pawns by rank.
    passed: 8 = [
        s(0, 0), s(-4, 8), s(-4, 14), s(2, 32), s(22, 58), s(50, 100), s(90, 150), s(0, 0),
    ];
    /// Passed pawns protected by a pawn, by rank.
    passed_protected: 8 = [
        s(0, 0), s(0, 0), s(2, 4), s(6, 8), s(14, 18), s(24, 34), s(30, 50), s(0, 0),
    ];
    /// Advanced passed pawns with a man in front, by rank.
    passed_blocked: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(-2, -10), s(-6, -24), s(-14, -46), s(-30, -80), s(0, 0),
    ];
    /// Advanced passed pawns with nothing before them, occupied or attacked, by rank.
    passed_free: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(2, 10), s(10, 26), s(22, 56), s(40, 100), s(0, 0),
    ];
    /// Advanced passed pawns all of whose attacked squares ahead are guarded, by rank.
    passed_guarded: 8 = [
        s(0, 0), s(0, 0), s(0, 0), s(2, 6), s(8, 18), s(16, 40), s(30, 70), s(0, 0),
    ];
    /// The own king's distance from the square ahead of an advanced passed pawn, for each rank past
    /// the third.
    passed_own_king: 8 = [
        s(0, 8), s(0, 7), s(0, 3), s(0, 0), s(0, -2), s(0, -4), s(0, -5), s(0, -6),
    ];
    /// The same for the enemy king.
    passed_enemy_king: 8 = [
        s(0, -16), s(0, -14), s(0, -5), s(0, 2), s(0, 7), s(0, 10), s(0, 12), s(0, 13),
    ];
    /// A rook behind an advanced passed pawn of its side.
    rook_behind_passed: 1 = [
        s(4, 14),
    ];
    /// A passed pawn that a lone king cannot catch.
    unstoppable: 1 = [
        s(0, 250),
    ];
    /// The own pawn nearest to the king by file (edge to centre) and rank, 0 for none.
    shelter: 32 = [
        s(-14, 0), s(16, 0), s(8, 0), s(0, 0), s(-6, 0), s(-8, 0), s(-10, 0), s(0, 0),
        s(-22, 0), s(16, 0), s(8, 0), s(0, 0), s(-6, 0), s(-8, 0), s(-10, 0), s(0, 0),
        s(-18, 0), s(16, 0), s(8, 0), s(0, 0), s(-6, 0), s(-8, 0), s(-10, 0), s(0, 0),
        s(-8, 0), s(16, 0), s(8, 0), s(0, 0), s(-6, 0), s(-8, 0), s(-10, 0), s(0, 0),
    ];
    /// The enemy pawn nearest to the king's side by file and rank, 0 for none.
    storm: 32 = [
        s(0, 0), s(-4, 0), s(-30, 0), s(-22, 0), s(-10, 0), s(-2, 0), s(0, 0), s(0, 0),
        s(0, 0), s(-4, 0), s(-30, 0), s(-22, 0), s(-10, 0), s(-2, 0), s(0, 0), s(0, 0),
        s(0, 0), s(-4, 0), s(-30, 0), s(-22, 0), s(-10, 0), s(-2, 0), s(0, 0), s(0, 0),
        s(0, 0), s(-4, 0), s(-30, 0), s(-22, 0), s(-10, 0), s(-2, 0), s(0, 0), s(0, 0),
    ];
    /// The same by rank alone when an own pawn stops it.
    storm_blocked: 8 = [
        s(0, 0), s(0, 0), s(-12, -10), s(-4, -4), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
    ];
    /// The danger every king is in; danger is squared and divided by 1,024.
    danger: 1 = [
        s(40, 0),
    ];
    /// Danger when the attacker has no queen.
    no_queen: 1 = [
        s(-220, -60),
    ];
    /// Danger from each kind of piece that attacks the king's ring.
    ring_attackers: 6 = [
        s(0, 0), s(50, 10), s(36, 10), s(44, 10), s(30, 20), s(0, 0),
    ];
    /// Danger from each attack of a kind on a square of the ring.
    ring_hits: 6 = [
        s(16, 0), s(16, 4), s(14, 4), s(16, 4), s(14, 8), s(0, 0),
    ];
    /// Danger from each attacked square of the ring that only king or queen guard.
    weak_ring: 1 = [
        s(36, 8),
    ];
    /// Danger from squares attacked on the king's three files, and from those attacked twice.
    flank_attacks: 2 = [
        s(7, 0), s(7, 0),
    ];
    /// Safety from squares guarded there.
    flank_defence: 1 = [
        s(-6, 0),
    ];
    /// Danger from checks the enemy can give for free, by kind.
    safe_checks: 6 = [
        s(0, 0), s(120, 20), s(80, 20), s(140, 40), s(110, 40), s(0, 0),
    ];
    /// Danger from checks that cost the piece.
    unsafe_checks: 6 = [
        s(0, 0), s(20, 0), s(20, 0), s(20, 0), s(10, 0), s(0, 0),
    ];
    /// Enemy men attacked by a knight or bishop, by kind.
    minor_threats: 6 = [
        s(4, 14), s(24, 28), s(30, 32), s(56, 50), s(48, 80), s(0, 0),
    ];
    /// Badly guarded enemy men attacked by a rook, by kind.
    rook_threats: 6 = [
        s(2, 16), s(22, 34), s(24, 34), s(4, 20), s(50, 60), s(0, 0),
    ];
    /// Enemy pieces attacked by a safe pawn, by kind.
    pawn_threats: 6 = [
        s(0, 0), s(68, 44), s(68, 50), s(90, 40), s(80, 40), s(0, 0),
    ];
    /// Enemy pieces a safe pawn step would attack.
    push_threat: 1 = [
        s(18, 14),
    ];
    /// A badly guarded enemy man the king attacks.
    king_threat: 1 = [
        s(10, 40),
    ];
    /// An enemy man that can be won.
    hanging: 1 = [
        s(30, 20),
    ];
    /// A square the enemy attacks and we hold.
    restricted: 1 = [
        s(5, 5),
    ];
    /// A central square safe from pawns, and one behind an own pawn that nobody attacks.
    space: 2 = [
        s(2, 0), s(3, 0),
    ];
}
