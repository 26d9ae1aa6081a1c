//! Playing below full strength like a human: fewer nodes, skipped moves, evaluation noise.
//!
//! The handicap depends on nothing but the position, its place in the search and the game's seed, so
//! that errors are consistent within a search and a game. They resemble human errors on a crowded
//! board, rather than a queen thrown away every tenth move.

use movegen::{Board, Color, Move, Square, mix};

use crate::score::Score;

/// A strength to play at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The rating to play at; below [`MIN_ELO`](Self::MIN_ELO) it counts as that, and above
    /// [`MAX_ELO`](Self::MAX_ELO) as that.
    pub elo: u32,
    /// The seed that makes one game's errors differ from another's.
    pub seed: u64,
}

impl Strength {
    /// The lowest rating.
    pub const MIN_ELO: u32 = LEVELS[0].elo;
    /// The highest rating below full strength.
    pub const MAX_ELO: u32 = LEVELS[LEVELS.len() - 1].elo;
}

/// The handicap of a rating.
struct Level {
    elo: u32,
    /// Nodes searched per move.
    nodes: u32,
    /// Standard deviation of the evaluation noise on a full board, in internal units.
    error: u32,
    /// Skipped moves per 1024 quiet moves that do not go back, far from the root.
    skip_rate: u32,
}

/// From weak to strong; values between two rows are interpolated, nodes logarithmically.
///
/// The ratings were measured in matches against Stockfish 15.1 and Fairy-Stockfish 11.1 at several of
/// their levels, whose published ratings are anchored to CCRL. `bench/README.md` has the results.
const LEVELS: [Level; 8] = [
    level(750, 96, 910, 780),
    level(920, 120, 800, 700),
    level(1130, 192, 569, 515),
    level(1470, 343, 342, 367),
    level(1890, 641, 229, 238),
    level(2165, 1_386, 155, 152),
    level(2485, 4_292, 83, 70),
    level(2800, 16_000, 35, 18),
];

const fn level(elo: u32, nodes: u32, error: u32, skip_rate: u32) -> Level {
    Level {
        elo,
        nodes,
        error,
        skip_rate,
    }
}

/// The ply from which the skip rate is constant; nearer to the root it is lower.
const FAR: usize = 4;

/// The limits of a weakened search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicap {
    nodes: u64,
    error: Score,
    skip_rate: u64,
    seed: u64,
}

impl Handicap {
    pub(crate) fn new(strength: Strength) -> Self {
        let elo = strength.elo.clamp(Strength::MIN_ELO, Strength::MAX_ELO);
        let above = LEVELS.iter().position(|level| level.elo >= elo);
        let above = above.unwrap_or(LEVELS.len() - 1).max(1);
        let (low, high) = (&LEVELS[above - 1], &LEVELS[above]);
        let share = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
        let blend = |low: f64, high: f64| low + share * (high - low);
        let between = |of: fn(&Level) -> u32| blend(f64::from(of(low)), f64::from(of(high)));
        let nodes = blend(f64::from(low.nodes).ln(), f64::from(high.nodes).ln()).exp();
        Self {
            nodes: nodes.round() as u64,
            error: between(|level| level.error).round() as Score,
            skip_rate: between(|level| level.skip_rate).round() as u64,
            seed: mix(strength.seed),
        }
    }

    /// The most nodes to search for `lines` variations.
    pub(crate) fn node_limit(&self, lines: usize) -> u64 {
        self.nodes * lines.max(1) as u64
    }

    /// The noise in the evaluation of `board`, in internal units for the side to move. Half of it
    /// depends on the pawns only, and so persists; the other half depends on the whole position. It
    /// shrinks with fewer pieces.
    pub(crate) fn eval_noise(&self, board: &Board) -> Score {
        let by_pawns = match board.side_to_move() {
            Color::White => bell(self.seed ^ board.pawn_key()),
            Color::Black => -bell(self.seed ^ board.pawn_key()),
        };
        let by_all = bell(self.seed ^ board.key());
        let pieces = i64::from(board.occupied().count());
        // The sum of two deviates is wider than each by the square root of two, 1414/1000.
        let error = i64::from(self.error) * (by_pawns + by_all) * pieces;
        (error * 1000 / (1414 * BELL_WIDTH * 32)) as Score
    }

    /// True if `mv` is skipped `ply` plies from the root. Recaptures on `recaptured` and promotions
    /// are never skipped. Other captures are skipped half as often as quiet moves, and backward
    /// quiet moves, the hardest for humans to see, one and a half times as often (in the weakest play
    /// always).
    pub(crate) fn skips_move(
        &self,
        board: &Board,
        mv: Move,
        recaptured: Option<Square>,
        ply: usize,
    ) -> bool {
        if Some(mv.to()) == recaptured || mv.promotion().is_some() {
            return false;
        }
        let weight = match (mv.is_noisy(), goes_back(board, mv)) {
            (true, _) => 1,
            (false, false) => 2,
            (false, true) => 3,
        };
        let odds = self.skip_rate * weight * ply.min(FAR) as u64 / (2 * FAR as u64);
        mix(self.seed ^ board.key() ^ u64::from(mv.bits())) >> 54 < odds
    }
}

fn goes_back(board: &Board, mv: Move) -> bool {
    let us = board.side_to_move();
    let rank = |square: Square| square.relative_to(us).rank().index();
    rank(mv.to()) < rank(mv.from())
}

/// The standard deviation of [`bell`]: 65,536 / √12 for one summand, twice that for four.
const BELL_WIDTH: i64 = 37_837;

/// An approximately normal deviate derived from `key`: the sum of four uniform ones.
const fn bell(key: u64) -> i64 {
    let x = mix(key);
    x as i16 as i64 + (x >> 16) as i16 as i64 + (x >> 32) as i16 as i64 + (x >> 48) as i16 as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handicap(elo: u32) -> Handicap {
        Handicap::new(Strength { elo, seed: 960 })
    }

    #[test]
    fn higher_rating_never_has_a_greater_handicap() {
        let mut last = handicap(0);
        for elo in Strength::MIN_ELO..=Strength::MAX_ELO + 1 {
            let next = handicap(elo);
            assert!(next.nodes >= last.nodes, "{elo}");
            assert!(next.error <= last.error, "{elo}");
            assert!(next.skip_rate <= last.skip_rate, "{elo}");
            last = next;
        }
        assert!(last.nodes > 50 * handicap(0).nodes);
    }

    #[test]
    fn noise_has_its_standard_deviation_and_no_bias() {
        let count = 40_000;
        let (mut sum, mut squares) = (0, 0);
        for key in 0..count {
            let deviate = bell(key);
            sum += deviate;
            squares += deviate * deviate;
        }
        let mean = sum / count as i64;
        let width = (squares as f64 / count as f64).sqrt() as i64;
        assert!(mean.abs() < BELL_WIDTH / 50, "{mean}");
        assert!((width - BELL_WIDTH).abs() < BELL_WIDTH / 50, "{width}");
    }

    /// The number of games, of 4,000 at a rating of 1470, in which `mv` is skipped.
    fn skips(board: &Board, mv: &str, recaptured: Option<Square>, ply: usize) -> u32 {
        let mv = board.parse_uci(mv).expect("a legal move");
        let is_skipped = |seed| {
            let handicap = Handicap::new(Strength { elo: 1470, seed });
            u32::from(handicap.skips_move(board, mv, recaptured, ply))
        };
        (0..4_000).map(is_skipped).sum()
    }

    #[test]
    fn hard_moves_are_skipped_more_often() {
        let white = "4k3/P7/8/3p4/4P3/5N2/8/4K3 w - - 0 1";
        let black = "4k3/8/5n2/4p3/3P4/8/p7/4K3 b - - 0 1";
        for (fen, [capture, quiet, backward, promotion]) in [
            (white, ["e4d5", "f3g5", "f3d2", "a7a8q"]),
            (black, ["e5d4", "f6g4", "f6d7", "a2a1q"]),
        ] {
            let board = support::board(fen);
            let count = |mv| skips(&board, mv, None, FAR);
            let half = count(quiet) / 2;
            for (mv, times) in [(capture, 1), (quiet, 2), (backward, 3)] {
                let (skipped, expected) = (count(mv), half * times);
                assert!(skipped.abs_diff(expected) < expected / 7, "{mv}: {skipped}");
            }
            assert_eq!(count(promotion), 0);
            let square = board.parse_uci(capture).expect("a legal move").to();
            assert_eq!(skips(&board, capture, Some(square), FAR), 0);
            assert_eq!(skips(&board, quiet, Some(square), FAR), count(quiet));
        }
    }

    #[test]
    fn moves_near_the_root_are_skipped_less_often() {
        let board = Board::default();
        let count = |ply| skips(&board, "g1f3", None, ply);
        assert_eq!(count(0), 0);
        let far = count(FAR);
        for ply in 1..FAR {
            let expected = far * ply as u32 / FAR as u32;
            let near = count(ply);
            assert!(near.abs_diff(expected) < far / 10, "ply {ply}: {near}");
        }
        assert_eq!(count(2 * FAR), far);
        assert!(far > 1_000, "{far}");
    }

    #[test]
    fn noise_differs_from_game_to_game_only() {
        let board = Board::default();
        let noise = |seed| Handicap::new(Strength { elo: 0, seed }).eval_noise(&board);
        assert_eq!(noise(1), noise(1));
        assert!((2..9).any(|seed| noise(seed) != noise(1)));
    }

    /// The root mean square of the noise in `first`, and the mean of its product with that in
    /// `second`, over 4,000 games at a rating of 1470.
    fn noise_statistics(first: &Board, second: &Board) -> (f64, f64) {
        const GAMES: u64 = 4_000;
        let (mut squares, mut products) = (0.0, 0.0);
        for seed in 0..GAMES {
            let handicap = Handicap::new(Strength { elo: 1470, seed });
            let [first, second] =
                [first, second].map(|board| f64::from(handicap.eval_noise(board)));
            squares += first * first;
            products += first * second;
        }
        let games = GAMES as f64;
        ((squares / games).sqrt(), products / games)
    }

    #[test]
    fn noise_shrinks_with_fewer_pieces() {
        let error = f64::from(handicap(1470).error);
        for (fen, pieces) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                32.0,
            ),
            ("2b1kbn1/pp6/8/8/8/8/1PPP4/4K3 w - - 0 1", 10.0),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", 3.0),
        ] {
            let board = support::board(fen);
            let expected = error * pieces / 32.0;
            let (measured, _) = noise_statistics(&board, &board);
            assert!(
                (measured / expected - 1.0).abs() < 0.05,
                "{measured} {expected}"
            );
        }
    }

    #[test]
    fn half_of_the_noise_favors_the_same_color_on_both_turns() {
        let white = Board::default();
        let mut black = white;
        black.make_null();
        let (width, covariance) = noise_statistics(&white, &black);
        // It has the opposite sign when the other side moves.
        let correlation = covariance / (width * width);
        assert!((-0.6..-0.4).contains(&correlation), "{correlation}");
    }
}
