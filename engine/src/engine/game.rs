//! The game on the board: sets up positions, plays moves and takes them back.

use movegen::Board;

use super::Engine;
use crate::error::EngineError;
use crate::io::output::print_note;
use crate::position::{PlayedGame, PositionError, Start, read_move};

impl Engine {
    /// Clears the transposition table and histories. Running work ends first.
    pub fn new_game(&mut self) {
        self.finish();
        self.strength.new_game();
        self.restart();
    }

    /// Sets up a position; a running search continues with its own.
    ///
    /// # Errors
    /// If the position is invalid or a move illegal. A GUI is then left without a position; a person
    /// at a terminal, who reads the error, keeps the current one.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        let result = match &mut self.river {
            Some(river) => river.set_position(start, moves).map_err(EngineError::from),
            None => self
                .read_position(start, moves)
                .map(|played| self.played = played),
        };
        match result {
            Ok(()) => {
                self.refused = None;
                Ok(())
            }
            Err(error) => Err(self.refuse(error)),
        }
    }

    /// Records that a position was refused, unless a person typed it; returns `error`.
    pub fn refuse<E: ToString>(&mut self, error: E) -> E {
        if !self.is_interactive {
            self.refused = Some(error.to_string());
        }
        error
    }

    fn read_position(&self, start: &Start, moves: &[String]) -> Result<PlayedGame, EngineError> {
        let (board, repairs) = start.board(self.castling_mode())?;
        // First, because a move may be illegal due to a repair.
        repairs.iter().for_each(print_note);
        let mut played = PlayedGame::new(board);
        played.play_all(moves, self.castling_mode(), Board::parse_uci)?;
        if start.is_random() {
            print_note(board.fen(self.castling_mode()));
        }
        Ok(played)
    }

    /// Exchanges the colors: the same position, seen from the other side.
    ///
    /// # Errors
    /// If there is no position, or the game is a river game.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        self.check_chess("flip")?;
        self.check_position()?;
        let flipped = self.played.game().board().setup().colors_exchanged();
        let board = Board::try_from(&flipped).map_err(PositionError::from)?;
        self.played = PlayedGame::new(board);
        Ok(())
    }

    /// Plays moves in UCI or algebraic notation (river games: UCI only); without any, the move of
    /// the last search, if that was of this position.
    ///
    /// # Errors
    /// If there is none or one is illegal; none is played then.
    pub fn play(&mut self, moves: &[String]) -> Result<(), EngineError> {
        self.check_position()?;
        self.finish();
        if let Some(river) = &mut self.river {
            return if river.play(moves)? {
                Ok(())
            } else {
                Err(EngineError::NoMove)
            };
        }
        let mut played = self.played.clone();
        if moves.is_empty() {
            let key = played.game().board().key();
            let last = self.best.lock().filter(|&(searched, _)| searched == key);
            let (_, best) = last.ok_or(EngineError::NoMove)?;
            played.play(best).map_err(|_| EngineError::NoMove)?;
        } else {
            played.play_all(moves, self.castling_mode(), read_move)?;
        }
        self.played = played;
        if let Some(outcome) = self.played.game().outcome() {
            print_note(outcome);
        }
        Ok(())
    }

    /// Takes back the last `count` moves.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self, count: usize) -> Result<(), EngineError> {
        self.check_position()?;
        let is_undone = match &mut self.river {
            Some(river) => river.undo(count),
            None => self.played.undo(count),
        };
        if is_undone {
            Ok(())
        } else {
            Err(EngineError::NothingToUndo)
        }
    }
}
