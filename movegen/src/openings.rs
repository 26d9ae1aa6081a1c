//! Random openings: a few random moves from a start position, for matches and self-play games.

use rand::{Rng, RngExt};

use crate::{Board, CastlingMode, Game};

/// The kind of start position of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StartKind {
    /// The orthodox start position.
    #[default]
    Orthodox,
    /// A Chess960 start position.
    Chess960,
    /// A double Fischer random start position: each side has its own arrangement.
    DoubleChess960,
}

impl StartKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Orthodox, Self::Chess960, Self::DoubleChess960];

    /// A random start position of this kind.
    pub fn board<R: Rng + ?Sized>(self, rng: &mut R) -> Board {
        match self {
            Self::Orthodox => Board::default(),
            Self::Chess960 => Board::random_chess960(rng),
            Self::DoubleChess960 => Board::random_double_chess960(rng),
        }
    }

    /// The castling notation that other programs expect for this kind.
    pub const fn castling_mode(self) -> CastlingMode {
        match self {
            Self::Orthodox => CastlingMode::Standard,
            Self::Chess960 | Self::DoubleChess960 => CastlingMode::Chess960,
        }
    }
}

/// Plays `plies` random legal moves from `start`; `None` if a position on the way has no legal
/// move, or if the game is over after the last move.
///
/// ```
/// use movegen::openings::{StartKind, random_opening};
/// use rand::{SeedableRng, rngs::StdRng};
///
/// let mut rng = StdRng::seed_from_u64(1);
/// let start = StartKind::Chess960.board(&mut rng);
/// let opening = random_opening(start, 8, &mut rng).expect("eight moves seldom end a game");
/// assert_eq!(opening.board().fullmove_number(), 5);
/// ```
pub fn random_opening<R: Rng + ?Sized>(start: Board, plies: u32, rng: &mut R) -> Option<Game> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = game.board().legal_moves();
        let mv = *moves.get(rng.random_range(0..moves.len().max(1)))?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}
