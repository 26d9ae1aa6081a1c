//! Scores of quiet moves. Shared parts are computed once for a node and once for a piece.

use movegen::attacks::piece_attacks;
use movegen::{Bitboard, Board, Move, PieceType, Square};

use crate::order::history::{PieceRows, QuietRows};
use crate::params;

const KINDS: usize = PieceType::ALL.len();

/// The scores of the quiet moves of one node: their histories, plus (after Stockfish) bonuses for
/// giving check and for leaving attacks of less valuable pieces, and a malus for entering these.
pub(crate) struct QuietScores<'a> {
    rows: QuietRows<'a>,
    /// For each piece type, the squares attacked by less valuable pieces of the opponent.
    danger: [Bitboard; KINDS],
    /// For each piece type, the squares from which it gives check.
    checks: [Bitboard; KINDS],
}

impl<'a> QuietScores<'a> {
    pub(crate) fn new(board: &Board, rows: QuietRows<'a>) -> Self {
        Self {
            rows,
            danger: danger(board),
            checks: checks(board),
        }
    }

    /// The scores of the moves of the piece on `from`.
    #[inline(always)]
    pub(crate) fn of_piece(&self, board: &Board, from: Square) -> PieceScores<'a> {
        let piece = board.piece_on(from).expect("a move starts on a piece");
        let danger = self.danger[piece.kind().index()];
        let bonus = danger_bonus(piece.kind());
        PieceScores {
            from,
            rows: self.rows.of_piece(board, piece, from),
            danger,
            checks: self.checks[piece.kind().index()],
            bonus,
            base: bonus * i32::from(danger.contains(from)),
        }
    }
}

/// The scores of one piece's quiet moves.
pub(crate) struct PieceScores<'a> {
    pub(crate) from: Square,
    rows: PieceRows<'a>,
    danger: Bitboard,
    checks: Bitboard,
    /// The bonus for leaving and the malus for entering `danger`.
    bonus: i32,
    /// The part of the score that does not depend on the target square.
    base: i32,
}

impl PieceScores<'_> {
    /// The score of one of the piece's moves.
    #[inline(always)]
    pub(crate) fn score(&self, mv: Move) -> i32 {
        let to = mv.destination();
        self.base + self.rows.score(to) - self.bonus * i32::from(self.danger.contains(to))
            + params::quiet_check() * i32::from(self.checks.contains(to))
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
