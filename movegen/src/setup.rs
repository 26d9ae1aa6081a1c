//! A position as somebody wrote it down, and the checks that make it a [`Board`].

use thiserror::Error;

use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastleSide, CastlingRights};
use crate::types::{Color, File, Piece, PieceType, Rank, Square};

/// A position without any promise of sense. [`Board::try_from`] makes a board of it or says what
/// is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The men by square, a1 first.
    pub pieces: [Option<Piece>; 64],
    /// Whose turn it is.
    pub side_to_move: Color,
    /// Which rooks may castle.
    pub castling: CastlingRights,
    /// The square a pawn has just passed over, whether or not it can be captured there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move about to be made; it goes up after Black's.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, White to move.
    pub const EMPTY: Self = Self {
        pieces: [None; 64],
        side_to_move: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The same position with the colours exchanged: the board upside down, every man in the other
    /// colour, the other side to move.
    pub fn colors_exchanged(&self) -> Self {
        let mut exchanged = Self {
            pieces: [None; 64],
            side_to_move: !self.side_to_move,
            castling: CastlingRights::NONE,
            en_passant: self.en_passant.map(Square::flip_rank),
            ..*self
        };
        for (square, piece) in Square::all().zip(self.pieces) {
            exchanged.pieces[square.flip_rank().index()] =
                piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        for (color, side, file) in self.castling.iter() {
            exchanged.castling.set(!color, side, Some(file));
        }
        exchanged
    }
}

/// Why a position cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum SetupError {
    #[error("{} must have exactly one king, not {count}", name(*color))]
    Kings { color: Color, count: u32 },
    #[error("{} has {count} men; a side has at most 16", name(*color))]
    TooManyMen { color: Color, count: u32 },
    #[error("{} has {count} pawns; a side has at most 8", name(*color))]
    TooManyPawns { color: Color, count: u32 },
    #[error("a pawn cannot stand on {0}")]
    PawnOnLastRank(Square),
    #[error("the kings stand next to each other")]
    KingsAdjacent,
    #[error("{} is in check, but it is the other side's turn", name(*color))]
    OpponentInCheck { color: Color },
    #[error("the king is attacked by {count} men at once; no move does that")]
    TooManyCheckers { count: u32 },
    #[error("{} cannot castle: its king on {king} is not on its first rank", name(*color))]
    CastlingKing { color: Color, king: Square },
    #[error("{} cannot castle with {rook}: it has no rook there", name(*color))]
    CastlingRook { color: Color, rook: Square },
    #[error("{} cannot castle with {rook}: the rook is on the wrong side of the king", name(*color))]
    CastlingSide { color: Color, rook: Square },
    #[error("the en passant square {0} is not behind a pawn that has just moved two squares")]
    EnPassant(Square),
    #[error(
        "the en passant square {0} does not go with the check: no two-square pawn move gives it"
    )]
    EnPassantCheck(Square),
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl TryFrom<&Setup> for Board {
    type Error = SetupError;

    /// # Errors
    /// A [`SetupError`] for the first rule of chess that the position breaks. A right or an en
    /// passant square that contradicts the men is an error too; an en passant square that nobody
    /// can legally capture on is dropped.
    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        let mut board = Self::empty(setup.side_to_move);
        for (square, piece) in Square::all().zip(setup.pieces) {
            if let Some(piece) = piece {
                board.add_piece(piece, square);
            }
        }
        check_men(&board)?;
        check_kings(&board)?;
        board.update_checks();
        if board.checkers().count() > 2 {
            let count = board.checkers().count();
            return Err(SetupError::TooManyCheckers { count });
        }
        for (color, side, file) in setup.castling.iter() {
            check_castling(&board, color, side, file)?;
        }
        board.set_castling(setup.castling);
        if let Some(square) = setup.en_passant {
            check_en_passant(&board, square)?;
            board.set_en_passant_if_capturable(square);
        }
        board.set_clocks(setup.halfmove_clock, setup.fullmove_number);
        Ok(board)
    }
}

fn check_men(board: &Board) -> Result<(), SetupError> {
    for color in Color::ALL {
        let count = board.colored(color, PieceType::King).count();
        if count != 1 {
            return Err(SetupError::Kings { color, count });
        }
        let count = board.colors(color).count();
        if count > 16 {
            return Err(SetupError::TooManyMen { color, count });
        }
        let count = board.colored(color, PieceType::Pawn).count();
        if count > 8 {
            return Err(SetupError::TooManyPawns { color, count });
        }
    }
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    match (board.pieces(PieceType::Pawn) & last_ranks).first() {
        Some(square) => Err(SetupError::PawnOnLastRank(square)),
        None => Ok(()),
    }
}

fn check_kings(board: &Board) -> Result<(), SetupError> {
    let color = !board.side_to_move();
    let attackers = board.attackers(board.king(color), board.occupied()) - board.colors(color);
    if attackers.intersects(board.pieces(PieceType::King)) {
        return Err(SetupError::KingsAdjacent);
    }
    if attackers.any() {
        return Err(SetupError::OpponentInCheck { color });
    }
    Ok(())
}

fn check_castling(
    board: &Board,
    color: Color,
    side: CastleSide,
    file: File,
) -> Result<(), SetupError> {
    let king = board.king(color);
    if king.rank() != color.back_rank() {
        return Err(SetupError::CastlingKing { color, king });
    }
    let rook = Square::new(file, color.back_rank());
    if !board.colored(color, PieceType::Rook).contains(rook) {
        return Err(SetupError::CastlingRook { color, rook });
    }
    if CastleSide::of(king, rook) != side {
        return Err(SetupError::CastlingSide { color, rook });
    }
    Ok(())
}

fn check_en_passant(board: &Board, square: Square) -> Result<(), SetupError> {
    let us = board.side_to_move();
    let origin = Square::new(square.file(), Rank::Seventh.relative_to(us));
    let pawn = Square::new(square.file(), Rank::Fifth.relative_to(us));
    if square.rank() != Rank::Sixth.relative_to(us)
        || board.occupied().contains(square)
        || board.occupied().contains(origin)
        || !board.colored(!us, PieceType::Pawn).contains(pawn)
    {
        return Err(SetupError::EnPassant(square));
    }
    // The pawn's move gives check itself or opens the line of a slider through its origin. Through
    // the square passed over no move opens a line, but composed positions have such checks, and a
    // capture there answers them.
    let path = Bitboard::of(origin) | square.into();
    let king = board.king(us);
    let explained = |checker| checker == pawn || between(checker, king).intersects(path);
    if board.checkers().into_iter().all(explained) {
        Ok(())
    } else {
        Err(SetupError::EnPassantCheck(square))
    }
}
