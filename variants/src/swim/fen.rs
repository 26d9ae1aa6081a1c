//! FEN of the swimming game.

use super::{HOME_RANKS, LAST_RANKS, PAWN_RANKS, PIECES, RIVER, Swim};
use crate::bits::Bits;
use crate::fen::{FenError, check_counts, check_squares, read_board, read_counters, write_fen};
use crate::rules::Rules;
use crate::types::{Kind, Square};

impl Swim {
    pub(super) fn read(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let (mut board, en_passant) = read_board(&mut fields, &Self::GAME, HOME_RANKS)?;
        read_counters(&mut fields, Self::GAME.fen_fields, &mut board)?;
        let mut position = Self { board };
        position.check()?;
        if let Some(square) = en_passant {
            position.read_en_passant(square)?;
        }
        Ok(position)
    }

    pub(super) fn write(&self) -> String {
        let board = &self.board;
        let (clock, number) = (board.halfmove_clock, board.fullmove_number);
        write_fen(board) + &format!(" {clock} {number}")
    }

    /// Checks the en passant square of a FEN and drops it if no capture is legal.
    fn read_en_passant(&mut self, square: Square) -> Result<(), FenError> {
        let mover = !self.board.side;
        let pawn = self.board.jumped_pawn(square, PAWN_RANKS[mover as usize]);
        // A pawn that the current carried cannot be captured en passant.
        let pawn = pawn.filter(|_| self.drift(mover) == 0);
        self.offer_en_passant(pawn.ok_or_else(|| FenError::EnPassant(square.to_string()))?);
        Ok(())
    }

    /// Refuses pieces where they cannot be, too many pieces, and an opponent in check.
    fn check(&self) -> Result<(), FenError> {
        let board = &self.board;
        check_counts(board, PIECES)?;
        check_squares(board, "a king", Kind::King, |_, square| {
            RIVER.has(square).then_some("kings do not enter the river")
        })?;
        check_squares(board, "a pawn", Kind::Pawn, |_, square| {
            LAST_RANKS
                .has(square)
                .then_some("pawns are never on the first or last rank")
        })?;
        if self.is_attacked(board.king(!board.side), board.side) {
            return Err(FenError::OpponentInCheck);
        }
        Ok(())
    }
}
