//! Training filter: quiet positions that the engine would evaluate by its network.

use clap::Args;
use movegen::Board;
use search::{is_decisive, is_known_ending};

use crate::format::game::ScoredMove;
use crate::format::record::ply_of;

/// Limits on training positions. The filter also drops positions in check, positions whose best
/// move is a capture or promotion or whose score is a mate or tablebase score (results of search,
/// not of static features), and endings that the engine evaluates by rules.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Drop positions before this ply of the game
    #[arg(long, default_value_t = Self::DEFAULT.min_ply, value_name = "PLY")]
    pub min_ply: u16,
    /// Drop positions with fewer pieces than this, kings included
    #[arg(long, default_value_t = Self::DEFAULT.min_pieces, value_name = "PIECES")]
    pub min_pieces: u32,
    /// Drop positions with more plies than this since the last capture or pawn move: the search
    /// scales their scores toward a draw
    #[arg(long, default_value_t = Self::DEFAULT.max_clock, value_name = "PLIES")]
    pub max_clock: u16,
}

impl Filter {
    const DEFAULT: Self = Self {
        min_ply: 4,
        min_pieces: 3,
        max_clock: 20,
    };

    /// True for a training position, where `best` is the search's move and score.
    pub fn keeps(&self, board: &Board, best: ScoredMove) -> bool {
        ply_of(board) >= self.min_ply
            && !best.mv.is_noisy()
            && !board.in_check()
            && !is_decisive(best.score.into())
            && board.occupied().count() >= self.min_pieces
            && board.halfmove_clock() <= self.max_clock
            && !is_known_ending(board)
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self::DEFAULT
    }
}
