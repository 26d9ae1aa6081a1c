//! FEN of the swimming game.

use movegen::Color;

use super::{HOME_RANKS, LAST_RANKS, RIVER, Swim};
use crate::board::Board;
use crate::rules::Rules;
use crate::text::{
    FenError, check_counts, check_squares, excerpt, read_castling, read_counter, read_en_passant,
    read_placement, read_side, write_fen,
};
use crate::types::{Bits, Kind, Piece, Square};

impl Swim {
    /// Reads a FEN.
    pub(super) fn read(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut board = Board::empty();
        let placement = fields.next().ok_or(FenError::Missing("both"))?;
        read_placement(placement, &Self::GAME, &mut board)?;
        board.side = read_side(fields.next().ok_or(FenError::Missing("the side to move"))?)?;
        read_castling(fields.next().unwrap_or("-"), HOME_RANKS, &mut board)?;
        let en_passant = read_en_passant(fields.next().unwrap_or("-"), Self::GAME.ranks)?;
        board.halfmove_clock = read_counter("halfmove clock", fields.next().unwrap_or("0"))?;
        board.fullmove_number = read_counter("move number", fields.next().unwrap_or("1"))?.max(1);
        if let Some(field) = fields.next() {
            let field = excerpt(field);
            return Err(FenError::ExtraField { most: 6, field });
        }
        let mut position = Self { board };
        position.check()?;
        if let Some(square) = en_passant {
            position.read_en_passant(square)?;
        }
        Ok(position)
    }

    /// Writes the FEN.
    pub(super) fn write(&self) -> String {
        let board = &self.board;
        let (clock, number) = (board.halfmove_clock, board.fullmove_number);
        write_fen(board) + &format!(" {clock} {number}")
    }

    /// Checks the en passant square of a FEN, and drops it where no capture is legal.
    fn read_en_passant(&mut self, square: Square) -> Result<(), FenError> {
        let side = self.board.side;
        let at = |rank| Square::new(square.file(), rank);
        let (home, middle, pawn) = match side {
            Color::White => (at(6), at(5), at(4)),
            Color::Black => (at(1), at(2), at(3)),
        };
        let board = &self.board;
        let empty = [middle, home]
            .into_iter()
            .all(|square| board.piece_on(square).is_none());
        let jumped = square == middle
            && empty
            && board.piece_on(pawn) == Some(Piece::new(!side, Kind::Pawn));
        // A pawn that the current has carried along gives no right.
        if !jumped || self.drift(!side) > 0 {
            return Err(FenError::EnPassant(square.to_string()));
        }
        self.offer_en_passant(pawn);
        Ok(())
    }

    /// Checks what every legal position has.
    fn check(&self) -> Result<(), FenError> {
        let board = &self.board;
        check_counts(board, 64)?;
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
