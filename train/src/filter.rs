//! Training filter: quiet positions that the engine would evaluate by its network.

use clap::Args;
use movegen::Board;
use search::{is_decisive, is_known_ending};

use crate::format::game::ScoredMove;

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

/// The ply of the game, from a board's move number and side to move; 0 in the start position.
pub(crate) fn ply_of(board: &Board) -> u16 {
    let moves = board.fullmove_number().saturating_sub(1);
    moves
        .saturating_mul(2)
        .saturating_add(board.side_to_move() as u16)
}

#[cfg(test)]
mod tests {
    use support::board;

    use super::*;

    fn keeps(filter: Filter, fen: &str, mv: &str, score: i16) -> bool {
        let board = board(fen);
        let mv = board.parse_uci(mv).expect("a legal move");
        filter.keeps(&board, ScoredMove { mv, score })
    }

    #[test]
    fn noisy_decisive_and_old_positions_are_dropped() {
        for (mv, score, clock, expected) in [
            ("b1c3", 30, 2, true),
            ("f3e5", 30, 2, false),
            ("b1c3", 31_990, 2, false),
            ("b1c3", -31_990, 2, false),
            ("b1c3", 30, 20, true),
            ("b1c3", 30, 21, false),
        ] {
            let pieces = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
            let fen = format!("{pieces} w KQkq - {clock} 12");
            let kept = keeps(Filter::default(), &fen, mv, score);
            assert_eq!(kept, expected, "{mv}, score {score}, clock {clock}");
        }
    }

    #[test]
    fn early_positions_checks_promotions_and_known_endings_are_dropped() {
        for (fen, mv, expected) in [
            // Plies 4 and 3.
            (
                "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
                "b1c3",
                true,
            ),
            (
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
                "b8c6",
                false,
            ),
            // In check.
            (
                "rnbqkbnr/ppp2ppp/8/1B1pp3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 3",
                "c7c6",
                false,
            ),
            ("8/P6k/8/8/8/8/6PP/6K1 w - - 0 40", "g2g3", true),
            ("8/P6k/8/8/8/8/6PP/6K1 w - - 0 40", "a7a8q", false),
            ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 40", "e1d2", true),
            ("8/8/8/8/8/5k2/8/1K1R4 w - - 0 40", "b1c2", false),
        ] {
            let kept = keeps(Filter::default(), fen, mv, 30);
            assert_eq!(kept, expected, "{fen} {mv}");
        }
    }

    #[test]
    fn positions_with_few_pieces_are_dropped() {
        for (min_pieces, expected) in [(3, true), (4, false)] {
            let filter = Filter {
                min_pieces,
                ..Filter::default()
            };
            let kept = keeps(filter, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 40", "e1d2", 30);
            assert_eq!(kept, expected, "at least {min_pieces} pieces");
        }
    }
}
