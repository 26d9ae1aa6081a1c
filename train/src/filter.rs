//! The choice of positions for training: quiet ones that the network would evaluate.

use clap::Args;
use movegen::Board;
use search::{is_decisive, is_known_ending};

use crate::data::ply_of;
use crate::games::ScoredMove;

/// Limits on the positions for training. Besides, positions are left out in check, with a capture or
/// promotion as the best move, or with a mate or tablebase score, since the search sees there what
/// an evaluation cannot; and endings that the engine evaluates by rules instead of the network.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Leave out positions before this ply of the game
    #[arg(long, default_value_t = 16, value_name = "PLY")]
    pub min_ply: u16,
    /// Leave out positions with fewer men than this, kings included
    #[arg(long, default_value_t = 4, value_name = "MEN")]
    pub min_men: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            min_ply: 16,
            min_men: 4,
        }
    }
}

impl Filter {
    /// True for a position to train on, where the search found `best`.
    pub fn keeps(&self, board: &Board, best: ScoredMove) -> bool {
        ply_of(board) >= self.min_ply
            && !best.mv.is_noisy()
            && !board.in_check()
            && !is_decisive(best.score.into())
            && board.occupied().count() >= self.min_men
            && !is_known_ending(board)
    }
}
