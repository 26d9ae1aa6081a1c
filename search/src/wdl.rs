//! Win/draw/loss model: expected results for a score in the engine's games, and the normalized
//! score shown to users.

use movegen::{Board, Outcome, PieceType};

use crate::score::{Score, TABLEBASE_WIN, is_decisive, is_loss, is_win};

/// The win, draw and loss chances of the side to move, in permille; the sum is 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Permille of games won.
    pub win: u16,
    /// Permille of games drawn.
    pub draw: u16,
    /// Permille of games lost.
    pub loss: u16,
}

impl Wdl {
    /// A certain draw.
    pub const DRAW: Self = Self {
        win: 0,
        draw: 1000,
        loss: 0,
    };

    /// The chances for `score`, in internal units for the side to move, on `board`. Mates, tablebase
    /// wins, stalemate and draws by material are certain.
    pub fn new(score: Score, board: &Board) -> Self {
        if let Some(Outcome::Stalemate | Outcome::InsufficientMaterial) = board.outcome() {
            return Self::DRAW;
        }
        MODEL.at(material(board)).wdl(score)
    }
}

/// A tablebase win at the root or a mate, in centipawns: the usual value in other engines, above every
/// evaluation.
const WIN_CENTIPAWNS: i32 = 20_000;
/// The largest evaluation shown, in centipawns.
const MOST_CENTIPAWNS: i32 = 15_000;

/// The internal score shown as `centipawns` with `material` on the board: the inverse of
/// [`centipawns`], except for mates and tablebase wins.
pub fn from_centipawns(centipawns: i32, material: u32) -> Score {
    let pawn = MODEL.at(material).a.max(1.0);
    (f64::from(centipawns) * pawn / 100.0).round() as Score
}

/// `score` as shown to users: +100 is a 50% chance of winning with the material on `board` (after
/// Stockfish 16). Mates are 20,000, tablebase wins up to 254 less; for the moves to mate see
/// [`mate_in`](crate::mate_in).
pub fn centipawns(score: Score, board: &Board) -> i32 {
    MODEL.at(material(board)).centipawns(score)
}

/// The score, or 0 for that of a draw, which the search varies by one unit.
const fn settled(score: Score) -> Score {
    if score.abs() <= 1 { 0 } else { score }
}

/// The material of both sides, counted 1, 3, 3, 5 and 9: 78 at the start.
pub fn material(board: &Board) -> u32 {
    let count = |kind| board.pieces(kind).count();
    count(PieceType::Pawn)
        + 3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}

/// Two logistic curves over the score: the chance of winning crosses a half at `a`, the chance
/// of losing at `-a`, and the rest is draws (after Stockfish's model of 2020).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curves {
    /// The score with a 50% chance of winning, in internal units; not negative.
    pub a: f64,
    /// Internal units per e-fold change of the odds; positive.
    pub b: f64,
}

impl Curves {
    /// The win, draw and loss chances for `score`.
    pub fn chances(self, score: f64) -> [f64; 3] {
        let chance = |score: f64| 1.0 / (1.0 + ((self.a - score) / self.b).exp());
        let (win, loss) = (chance(score), chance(-score));
        [win, 1.0 - win - loss, loss]
    }

    /// `score` as shown to users, like [`centipawns`].
    pub fn centipawns(self, score: Score) -> i32 {
        if is_decisive(score) {
            let distance = (TABLEBASE_WIN - score.abs()).max(0);
            return score.signum() * (WIN_CENTIPAWNS - distance);
        }
        let value = (100.0 * f64::from(settled(score)) / self.a.max(1.0)).round() as i32;
        value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS)
    }

    /// The chances for `score` in permille; decisive scores are certain.
    pub fn wdl(self, score: Score) -> Wdl {
        let [win, _, loss] = match score {
            _ if is_win(score) => [1.0, 0.0, 0.0],
            _ if is_loss(score) => [0.0, 0.0, 1.0],
            _ => self.chances(f64::from(settled(score))),
        };
        let [win, loss] = [win, loss].map(|chance| (chance * 1000.0).round() as u16);
        // Win and loss never sum to more than 1, but both may be rounded up.
        let loss = loss.min(1000 - win);
        Wdl {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }
}

/// The curves at several amounts of [`material`], interpolated linearly in between: with fewer
/// pieces, a win takes a higher score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model(pub [Segment; 4]);

/// The curves at one amount of material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Material of both sides, as counted by [`material`].
    pub material: f64,
    /// The curves for that material.
    pub curves: Curves,
}

/// Fitted by `cargo run --release -p train -- wdl GAMES.pgn…` to 247,853 positions scored by the
/// embedded network in 4,000 games of orthodox chess against its predecessor, at 5,000 nodes per
/// move.
pub const MODEL: Model = Model([
    segment(10.0, 574.7, 129.1),
    segment(30.0, 309.7, 182.4),
    segment(55.0, 218.3, 195.1),
    segment(78.0, 190.7, 231.3),
]);

const fn segment(material: f64, a: f64, b: f64) -> Segment {
    let curves = Curves { a, b };
    Segment { material, curves }
}

impl Model {
    /// The win, draw and loss chances for `score` with `material` on the board.
    pub fn chances(&self, score: Score, material: u32) -> [f64; 3] {
        self.at(material).chances(f64::from(score))
    }

    /// The curves at an amount of material; constant beyond the first and the last segment.
    fn at(&self, material: u32) -> Curves {
        let material = f64::from(material);
        let segments = &self.0;
        let above = segments
            .iter()
            .position(|segment| segment.material >= material);
        match above {
            Some(0) => segments[0].curves,
            None => segments[segments.len() - 1].curves,
            Some(above) => {
                let (low, high) = (segments[above - 1], segments[above]);
                let share = (material - low.material) / (high.material - low.material);
                let blend = |low: f64, high: f64| low + share * (high - low);
                let (low, high) = (low.curves, high.curves);
                Curves {
                    a: blend(low.a, high.a),
                    b: blend(low.b, high.b),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{MATE, MATE_BOUND, WIN_BOUND, mated_in};

    const BOARDS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r4rk1/pp3ppp/2n5/8/8/2N5/PP3PPP/R4RK1 b - - 0 1",
        "8/5pk1/6p1/8/8/6P1/5PK1/3R4 w - - 0 1",
        "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
    ];

    #[test]
    fn chances_sum_to_a_thousand_and_rise_with_the_score() {
        for fen in BOARDS {
            let board = fen.parse().unwrap();
            let mut last = Wdl::new(mated_in(0), &board);
            for score in mated_in(0)..=MATE {
                let wdl = Wdl::new(score, &board);
                assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{score}: {wdl:?}");
                assert!(wdl.win >= last.win && wdl.loss <= last.loss, "{score}");
                let mirrored = Wdl::new(-score, &board);
                assert_eq!((wdl.win, wdl.loss), (mirrored.loss, mirrored.win));
                last = wdl;
            }
        }
    }

    #[test]
    fn score_of_100_centipawns_wins_half_of_the_games() {
        for fen in BOARDS {
            let board: Board = fen.parse().unwrap();
            let score = (0..).find(|&score| Wdl::new(score, &board).win >= 500);
            let value = centipawns(score.unwrap(), &board);
            assert!((99..=101).contains(&value), "{value} on {fen}");
        }
    }

    #[test]
    fn centipawns_rise_with_the_score_and_draws_are_zero() {
        for fen in BOARDS {
            let board: Board = fen.parse().unwrap();
            let mut last = centipawns(1 - MATE_BOUND, &board);
            assert_eq!(last, -WIN_CENTIPAWNS);
            for score in 2 - MATE_BOUND..MATE_BOUND {
                let value = centipawns(score, &board);
                assert!(value >= last, "{score} on {fen}");
                assert_eq!(value, -centipawns(-score, &board));
                last = value;
            }
            assert_eq!([-1, 0, 1].map(|score| centipawns(score, &board)), [0; 3]);
            assert!(centipawns(WIN_BOUND - 1, &board) < centipawns(WIN_BOUND, &board));
        }
    }

    #[test]
    fn decisive_scores_are_certain_and_draws_are_likeliest_at_zero() {
        let board: Board = BOARDS[0].parse().unwrap();
        let of = |score| {
            let Wdl { win, draw, loss } = Wdl::new(score, &board);
            (win, draw, loss)
        };
        assert_eq!(of(MATE - 1), (1000, 0, 0));
        assert_eq!(of(WIN_BOUND), (1000, 0, 0));
        assert_eq!(of(-WIN_BOUND), (0, 0, 1000));
        let (win, draw, loss) = of(0);
        assert!(win == loss && draw > of(100).1, "{win} {draw} {loss}");
        assert!(of(900).0 > 900);
        assert_eq!([-1, 1].map(of), [of(0); 2]);
        for fen in [
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        ] {
            let wdl = Wdl::new(1, &fen.parse().unwrap());
            assert_eq!((wdl.win, wdl.draw, wdl.loss), (0, 1000, 0), "{fen}");
        }
    }
}
