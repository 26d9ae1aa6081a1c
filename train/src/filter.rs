//! Which positions of a game teach anything: quiet ones, whose score the network can be asked for.

use clap::Args;
use movegen::Board;
use search::is_decisive;

use crate::data::ply_of;
use crate::games::ScoredMove;

/// What a position must have to be trained on. Besides, it is never one in check, with a capture or
/// a promotion as the best move, or with a mate or tablebase score: there the search sees what an
/// evaluation cannot.
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
    /// Whether to train on a position, `best` being what the search found there.
    pub fn keeps(&self, board: &Board, best: ScoredMove) -> bool {
        ply_of(board) >= self.min_ply
            && !best.mv.is_noisy()
            && !board.in_check()
            && !is_decisive(best.score.into())
            && board.occupied().count() >= self.min_men
    }
}
