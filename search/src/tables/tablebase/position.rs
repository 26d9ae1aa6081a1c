//! `Board` as a `shakmaty::Position`, so that `shakmaty-syzygy` probes with our move generator.
//!
//! `shakmaty::Chess` would link a second set of attack tables, 710 KB.

use std::num::NonZeroU32;

use movegen::{Board, Color, Move, MoveFilter, MoveKind, MoveList, PieceType, Square};
use shakmaty::{
    Bitboard, ByColor, ByRole, Castles, CastlingMode, Chess, Color as TableColor,
    Move as TableMove, MoveList as TableMoves, Outcome, Position, RemainingChecks, Role,
    Square as TableSquare,
};
use shakmaty_syzygy::{Syzygy, TableType};

static NO_CASTLING: Castles = Castles::empty(CastlingMode::Chess960);

/// A position without castling rights. The tables contain no others.
#[derive(Clone, Debug)]
pub(super) struct TablePosition {
    board: Board,
    /// The pieces of `board`, kept because the trait returns a reference.
    pieces: shakmaty::Board,
}

impl TablePosition {
    pub(super) fn new(board: &Board) -> Self {
        debug_assert!(board.castling().is_empty());
        Self {
            board: *board,
            pieces: table_pieces(board),
        }
    }

    /// The legal moves of a subset.
    fn moves(&self, filter: MoveFilter) -> TableMoves {
        let mut moves = MoveList::new();
        self.board.generate(filter, &mut moves);
        moves.iter().map(|&mv| self.table_move(mv)).collect()
    }

    /// A legal move, converted.
    fn table_move(&self, mv: Move) -> TableMove {
        let (from, to) = (table_square(mv.from()), table_square(mv.to()));
        if mv.is_en_passant() {
            return TableMove::EnPassant { from, to };
        }
        let mover = self.board.piece_on(mv.from()).expect("a piece moves");
        TableMove::Normal {
            role: role(mover.kind()),
            from,
            capture: self.board.captured(mv).map(|piece| role(piece.kind())),
            to,
            promotion: mv.promotion().map(role),
        }
    }
}

impl Position for TablePosition {
    fn board(&self) -> &shakmaty::Board {
        &self.pieces
    }

    fn promoted(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    fn pockets(&self) -> Option<&ByColor<ByRole<u8>>> {
        None
    }

    fn turn(&self) -> TableColor {
        TableColor::from_white(self.board.side_to_move() == Color::White)
    }

    fn castles(&self) -> &Castles {
        &NO_CASTLING
    }

    fn maybe_ep_square(&self) -> Option<TableSquare> {
        self.board.en_passant().map(table_square)
    }

    fn remaining_checks(&self) -> Option<&ByColor<RemainingChecks>> {
        None
    }

    fn halfmoves(&self) -> u32 {
        self.board.halfmove_clock().into()
    }

    fn fullmoves(&self) -> NonZeroU32 {
        NonZeroU32::new(self.board.fullmove_number().into()).unwrap_or(NonZeroU32::MIN)
    }

    fn legal_moves(&self) -> TableMoves {
        self.moves(MoveFilter::All)
    }

    fn capture_moves(&self) -> TableMoves {
        let mut moves = self.moves(MoveFilter::Noisy);
        moves.retain(|mv| mv.is_capture());
        moves
    }

    /// Overridden because the default uses the attack tables of `shakmaty`.
    fn king_attackers(
        &self,
        square: TableSquare,
        attacker: TableColor,
        occupied: Bitboard,
    ) -> Bitboard {
        let occupied = movegen::Bitboard(occupied.0);
        let attackers = self.board.attackers(our_square(square), occupied);
        Bitboard(attackers.0) & self.pieces.by_color(attacker)
    }

    fn is_variant_end(&self) -> bool {
        false
    }

    /// Recognizes lone kings and dead positions. Unused by probes.
    fn has_insufficient_material(&self, color: TableColor) -> bool {
        self.pieces.by_color(color).count() == 1 || self.board.is_insufficient_material()
    }

    fn variant_outcome(&self) -> Outcome {
        Outcome::Unknown
    }

    fn play_unchecked(&mut self, mv: TableMove) {
        self.board.make(our_move(mv));
        self.pieces = table_pieces(&self.board);
    }
}

impl Syzygy for TablePosition {
    const TBW: TableType = Chess::TBW;
    const TBZ: TableType = Chess::TBZ;
    const ONE_KING: bool = Chess::ONE_KING;
    const CONNECTED_KINGS: bool = Chess::CONNECTED_KINGS;
    const CAPTURES_COMPULSORY: bool = Chess::CAPTURES_COMPULSORY;
    const MAX_PIECES: usize = Chess::MAX_PIECES;
}

/// The pieces, copied as bitboards.
fn table_pieces(board: &Board) -> shakmaty::Board {
    let kind = |kind| Bitboard(board.pieces(kind).0);
    let color = |color| Bitboard(board.colors(color).0);
    let pieces = shakmaty::Board::try_from_bitboards(
        ByRole {
            pawn: kind(PieceType::Pawn),
            knight: kind(PieceType::Knight),
            bishop: kind(PieceType::Bishop),
            rook: kind(PieceType::Rook),
            queen: kind(PieceType::Queen),
            king: kind(PieceType::King),
        },
        ByColor {
            black: color(Color::Black),
            white: color(Color::White),
        },
    );
    pieces.expect("every piece has one kind and one color")
}

fn table_square(square: Square) -> TableSquare {
    TableSquare::new(square.index() as u32)
}

fn our_square(square: TableSquare) -> Square {
    Square::from_index(square.into())
}

fn role(kind: PieceType) -> Role {
    Role::ALL[kind.index()]
}

/// The inverse of [`role`]; roles are numbered from 1, the pawn.
fn kind(role: Role) -> PieceType {
    PieceType::ALL[role as usize - 1]
}

/// The inverse of [`TablePosition::table_move`]. Without castling rights no move castles.
fn our_move(mv: TableMove) -> Move {
    let (from, to) = (mv.from().expect("no drops in chess"), mv.to());
    let kind = match mv.promotion() {
        Some(role) => MoveKind::promotion(kind(role), mv.is_capture()),
        None if mv.is_en_passant() => MoveKind::EN_PASSANT,
        None if mv.is_capture() => MoveKind::CAPTURE,
        None if mv.role() == Role::Pawn && from.abs_diff(to) == 16 => MoveKind::DOUBLE_PUSH,
        None => MoveKind::QUIET,
    };
    Move::new(our_square(from), our_square(to), kind)
}

#[cfg(test)]
mod tests;
