//! Games: a board with its position history, and the results that depend on it.

mod history;
mod outcome;

pub use history::KeyHistory;
pub use outcome::{FIFTY_MOVES, Outcome};

use crate::board::Board;
use crate::castling::CastlingMode;
use crate::moves::Move;
use crate::notation::IllegalMove;

/// A board with the keys of the positions that led to it.
///
/// ```
/// use movegen::{Board, Game, Outcome};
///
/// let mut game = Game::new(Board::default());
/// for text in "g1f3 g8f6 f3g1 f6g8 ".repeat(2).split_whitespace() {
///     game.play(game.board().parse_uci(text)?)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Threefold));
/// # Ok::<_, movegen::ParseMoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    history: KeyHistory,
}

impl Game {
    /// Starts a game from a position.
    pub const fn new(board: Board) -> Self {
        Self {
            board,
            history: KeyHistory::new(),
        }
    }

    /// The current position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The keys of the positions before the current one.
    pub const fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not [legal](Board::is_legal), its kind included; the game is left
    /// unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.board.is_legal(mv) {
            let text = mv.uci(CastlingMode::Chess960).to_string();
            return Err(IllegalMove::new(&self.board, &text));
        }
        self.history.push(self.board.key());
        self.board.make(mv);
        Ok(())
    }

    /// The result of the game at the current position; `None` if it is not over.
    /// [`play`](Self::play) allows moves after a draw.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.board.outcome() {
            // With two earlier occurrences the current one is the third.
            None | Some(Outcome::FiftyMoves) if self.history.count(&self.board) >= 2 => {
                Some(Outcome::Threefold)
            }
            outcome => outcome,
        }
    }
}
