//! Scores of quiet moves.

use movegen::attacks::piece_attacks;
use movegen::{Bitboard, Board, Move, PieceType};

use crate::order::history::QuietRows;
use crate::params;

const KINDS: usize = PieceType::ALL.len();

/// The scores of the quiet moves of one node: their histories, plus (after Stockfish) bonuses for
/// giving check and for leaving attacks of less valuable pieces, and a malus for entering these.
/// Bonuses and sets are computed once for each type of piece, then each move is scored on its own: a
/// branch that detects where the moves of the next piece begin would often be mispredicted.
pub(crate) struct QuietScores<'a> {
    board: &'a Board,
    rows: QuietRows<'a>,
    /// For each piece type, the squares attacked by less valuable pieces of the opponent.
    danger: [Bitboard; KINDS],
    /// For each piece type, the bonus for leaving and the malus for entering `danger`.
    bonuses: [i32; KINDS],
    /// For each piece type, the squares from which it gives check.
    checks: [Bitboard; KINDS],
}

impl<'a> QuietScores<'a> {
    pub(crate) fn new(board: &'a Board, rows: QuietRows<'a>) -> Self {
        Self {
            board,
            rows,
            danger: danger(board),
            bonuses: PieceType::ALL.map(danger_bonus),
            checks: checks(board),
        }
    }

    /// The score of a quiet move.
    #[inline(always)]
    pub(crate) fn score(&self, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.destination());
        let piece = self.board.piece_on(from).expect("a move starts on a piece");
        let kind = piece.kind().index();
        let danger = self.danger[kind];
        let left = i32::from(danger.contains(from)) - i32::from(danger.contains(to));
        let check = i32::from(self.checks[kind].contains(to));
        self.rows.score(self.board, piece, from, to)
            + self.bonuses[kind] * left
            + params::quiet_check() * check
    }
}

/// The bonus for a piece that leaves the attacks of less valuable ones.
fn danger_bonus(kind: PieceType) -> i32 {
    match kind {
        PieceType::Knight | PieceType::Bishop => params::danger_minor(),
        PieceType::Rook => params::danger_rook(),
        PieceType::Queen => params::danger_queen(),
        PieceType::Pawn | PieceType::King => 0,
    }
}

/// For each piece type, the squares attacked by less valuable pieces of the opponent.
fn danger(board: &Board) -> [Bitboard; KINDS] {
    let by_kind = board.attacks_by_kind(!board.side_to_move());
    let [by_pawns, by_knights, by_bishops, by_rooks, ..] = by_kind;
    let by_pawns_and_minors = by_pawns | by_knights | by_bishops;
    let by_all_but_queens = by_pawns_and_minors | by_rooks;
    PieceType::ALL.map(|kind| match kind {
        PieceType::Knight | PieceType::Bishop => by_pawns,
        PieceType::Rook => by_pawns_and_minors,
        PieceType::Queen => by_all_but_queens,
        PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
    })
}

/// True if `mv`, which is quiet, gives check with the piece that moves. Castling does not count.
pub(crate) fn gives_direct_check(board: &Board, mv: Move) -> bool {
    let kind = board.piece_on(mv.from()).map(|piece| piece.kind());
    kind.is_some_and(|kind| checking_squares(board, kind).contains(mv.destination()))
}

/// For each piece type, the squares from which it gives check directly.
fn checks(board: &Board) -> [Bitboard; KINDS] {
    let [bishop, rook] =
        [PieceType::Bishop, PieceType::Rook].map(|kind| checking_squares(board, kind));
    PieceType::ALL.map(|kind| match kind {
        PieceType::Bishop => bishop,
        PieceType::Rook => rook,
        PieceType::Queen => bishop | rook,
        _ => checking_squares(board, kind),
    })
}

/// The squares from which a piece of this type gives check directly: those that it would attack from
/// the king's square. A king never does.
#[inline(always)]
fn checking_squares(board: &Board, kind: PieceType) -> Bitboard {
    if kind == PieceType::King {
        return Bitboard::EMPTY;
    }
    let us = board.side_to_move();
    piece_attacks(kind, !us, board.king(!us), board.occupied())
}
