//! The game on the board: sets up positions, plays moves and takes them back.

use movegen::Board;

use super::Engine;
use crate::error::EngineError;
use crate::io::output::print_note;
use crate::position::{PositionError, Record, Start, read_move};

impl Engine {
    /// Clears the transposition table and histories. Running work is stopped first.
    pub fn new_game(&mut self) {
        self.finish();
        self.strength.new_game();
        self.clear();
    }

    /// Sets up a position; a running search continues with its own.
    ///
    /// # Errors
    /// [`PositionError`]. A GUI is then left without a position; a person at a terminal, who reads
    /// the error, keeps the current one.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        let result = match &mut self.river {
            Some(river) => river.set_position(start, moves).map_err(EngineError::from),
            None => self
                .read_position(start, moves)
                .map(|record| self.record = record),
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

    fn read_position(&self, start: &Start, moves: &[String]) -> Result<Record, EngineError> {
        let (board, repairs) = start.board()?;
        let mut record = Record::new(board);
        record.play_all(moves, self.mode(), Board::parse_uci)?;
        if let Some(repairs) = repairs {
            print_note(repairs);
        }
        if start.is_random() {
            print_note(board.fen(self.mode()));
        }
        Ok(record)
    }

    /// Exchanges the colors: the same position, seen from the other side.
    ///
    /// # Errors
    /// When there is no position.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        self.check_chess("flip")?;
        self.check_position()?;
        let flipped = self.record.game().board().setup().colors_exchanged();
        let board = Board::try_from(&flipped).map_err(PositionError::from)?;
        self.record = Record::new(board);
        Ok(())
    }

    /// Plays moves in UCI or algebraic notation (river games: UCI only); without any, the move of
    /// the last search, if that was of this position.
    ///
    /// # Errors
    /// When there is none or one is illegal; none is played then.
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
        let mut record = self.record.clone();
        if moves.is_empty() {
            let key = record.game().board().key();
            let last = self.best.lock().filter(|&(searched, _)| searched == key);
            let (_, best) = last.ok_or(EngineError::NoMove)?;
            record.play(best).map_err(|_| EngineError::NoMove)?;
        } else {
            record.play_all(moves, self.mode(), read_move)?;
        }
        self.record = record;
        if let Some(outcome) = self.record.game().outcome() {
            print_note(outcome);
        }
        Ok(())
    }

    /// Takes back the last `count` moves.
    ///
    /// # Errors
    /// When there is none.
    pub fn undo(&mut self, count: usize) -> Result<(), EngineError> {
        self.check_position()?;
        if let Some(river) = &mut self.river {
            return if river.undo(count)? {
                Ok(())
            } else {
                Err(EngineError::NothingToUndo)
            };
        }
        match self.record.undo(count) {
            0 => Err(EngineError::NothingToUndo),
            _ => Ok(()),
        }
    }
}
