//! FEN of the cylindrical game.

use movegen::excerpt;

use super::attacks::RANKS;
use super::{Cylinder, FRONT_RANKS, HOME_RANKS, PIECES, REAR_RANKS, RIVER, far_rank};
use crate::bits::Bits;
use crate::fen::{FenError, check_counts, check_squares, read_board, read_counters, write_fen};
use crate::rules::Rules;
use crate::types::{FILES, Kind, Square};

/// True if a square of the set other than `square` is on its file.
fn has_other_on_file(set: u128, square: Square) -> bool {
    set.squares()
        .any(|other| other != square && other.file() == square.file())
}

impl Cylinder {
    pub(super) fn read(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let (board, en_passant) = read_board(&mut fields, &Self::GAME, HOME_RANKS)?;
        let mut position = Self {
            board,
            planks: 0,
            plank_key: 0,
        };
        position.read_planks(fields.next().unwrap_or("-"))?;
        read_counters(&mut fields, Self::GAME.fen_fields, &mut position.board)?;
        position.check()?;
        if let Some(square) = en_passant {
            position.read_en_passant(square)?;
        }
        Ok(position)
    }

    pub(super) fn write(&self) -> String {
        let board = &self.board;
        let river = (0..FILES).flat_map(|file| [0, RANKS - 1].map(|rank| Square::new(file, rank)));
        let planks = river.filter(|&square| self.planks.has(square));
        let names: Vec<String> = planks.map(|square| square.to_string()).collect();
        let planks = if names.is_empty() {
            "-".to_owned()
        } else {
            names.join(",")
        };
        let (clock, number) = (board.halfmove_clock, board.fullmove_number);
        write_fen(board) + &format!(" {planks} {clock} {number}")
    }

    /// Checks the en passant square of a FEN and drops it if no capture is legal.
    fn read_en_passant(&mut self, square: Square) -> Result<(), FenError> {
        let home = FRONT_RANKS[!self.board.side as usize];
        let pawn = self.board.jumped_pawn(square, home);
        self.offer_en_passant(pawn.ok_or_else(|| FenError::EnPassant(square.to_string()))?);
        Ok(())
    }

    fn read_planks(&mut self, field: &str) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        for text in field.split(',') {
            let square = Square::parse(text, RANKS).filter(|&square| self.water().has(square));
            self.add_plank(square.ok_or_else(|| FenError::Plank(excerpt(text)))?);
        }
        Ok(())
    }

    /// Refuses pieces where they cannot be, too many pieces, and an opponent in check.
    fn check(&self) -> Result<(), FenError> {
        let board = &self.board;
        check_counts(board, PIECES)?;
        check_squares(board, "a king", Kind::King, |_, square| {
            RIVER.has(square).then_some("kings do not enter the river")
        })?;
        check_squares(board, "a front pawn", Kind::Pawn, |color, square| {
            let (home, far) = (FRONT_RANKS[color as usize], far_rank(color));
            if square.rank().abs_diff(far) > home.abs_diff(far) {
                Some("front pawns are never behind their first rank")
            } else if RIVER.has(square) {
                Some("it becomes an amazon on reaching the river")
            } else {
                None
            }
        })?;
        check_squares(board, "a rear pawn", Kind::RearPawn, |color, square| {
            let home = REAR_RANKS[color as usize];
            let river = Square::new(square.file(), far_rank(!color));
            if square.rank().abs_diff(far_rank(!color)) > home.abs_diff(far_rank(!color))
                || RIVER.has(square)
            {
                Some("rear pawns are on their first rank or one step nearer to the river")
            } else if has_other_on_file(board.of(color, Kind::RearPawn), square) {
                Some("another rear pawn of its color is on the same file")
            } else if self.planks.has(river) {
                Some("the river square of its file already has a plank")
            } else {
                None
            }
        })?;
        for (piece, kind) in [
            ("a knight", Kind::Knight),
            ("a bishop", Kind::Bishop),
            ("a rook", Kind::Rook),
            ("a queen", Kind::Queen),
        ] {
            check_squares(board, piece, kind, |_, square| {
                self.water()
                    .has(square)
                    .then_some("only amazons swim, and there is no plank")
            })?;
        }
        if self.is_attacked(board.king(!board.side), board.side) {
            return Err(FenError::OpponentInCheck);
        }
        Ok(())
    }
}
