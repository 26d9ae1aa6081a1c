//! Unvalidated positions, and their validation into a [`Board`].

use thiserror::Error;

use super::Board;
use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::castling::{CastleSide, CastlingRights};
use crate::types::{Color, File, Piece, PieceType, Rank, Square};

/// An unvalidated position. [`Board::try_from`] checks it against the rules of chess.
///
/// ```
/// use movegen::{Board, Piece, Setup, SetupError, Square};
///
/// let mut setup = Setup::EMPTY;
/// setup.pieces[Square::E1.index()] = Some(Piece::WhiteKing);
/// setup.pieces[Square::E2.index()] = Some(Piece::BlackKing);
/// assert_eq!(Board::try_from(&setup), Err(SetupError::KingsAdjacent));
///
/// setup.pieces.swap(Square::E2.index(), Square::E8.index());
/// assert!(Board::try_from(&setup).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces by square, a1 first.
    pub pieces: [Option<Piece>; 64],
    /// The side to move.
    pub side_to_move: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// The square a pawn has just passed over, capturable or not.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The full move number: starts at 1 and increases after Black's move.
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

    /// The position with the colors exchanged: ranks mirrored, piece colors and the side to move
    /// swapped.
    ///
    /// ```
    /// use movegen::Setup;
    ///
    /// let setup: Setup = "k7/8/8/8/8/8/P7/K7 w - - 0 1".parse()?;
    /// assert_eq!("k7/p7/8/8/8/8/8/K7 b - - 0 1".parse(), Ok(setup.colors_exchanged()));
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    pub fn colors_exchanged(&self) -> Self {
        let mut exchanged = Self {
            pieces: [None; 64],
            side_to_move: !self.side_to_move,
            castling: CastlingRights::NONE,
            en_passant: self.en_passant.map(Square::flip_rank),
            ..*self
        };
        for (square, piece) in Square::ALL.into_iter().zip(self.pieces) {
            exchanged.pieces[square.flip_rank().index()] =
                piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        for (color, side, file) in self.castling.iter() {
            exchanged.castling.set(!color, side, Some(file));
        }
        exchanged
    }
}

/// The reason a [`Setup`] is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side without a king or with several.
    #[error("{} must have exactly one king, not {count}", color.name())]
    Kings {
        /// The side.
        color: Color,
        /// The number of its kings.
        count: u32,
    },
    /// A side with more than 16 pieces, pawns and king included.
    #[error("{} has {count} pieces; a side has at most 16", color.name())]
    TooManyPieces {
        /// The side.
        color: Color,
        /// The number of its pieces.
        count: u32,
    },
    /// A side with more than 8 pawns.
    #[error("{} has {count} pawns; a side has at most 8", color.name())]
    TooManyPawns {
        /// The side.
        color: Color,
        /// The number of its pawns.
        count: u32,
    },
    /// A pawn of either color on the first or the eighth rank.
    #[error("a pawn cannot stand on {0}")]
    PawnOnLastRank(Square),
    /// Kings on neighboring squares.
    #[error("the kings are adjacent")]
    KingsAdjacent,
    /// A check to the side that is not to move.
    #[error("{} is in check, but it is the other side's turn", color.name())]
    OpponentInCheck {
        /// The side in check.
        color: Color,
    },
    /// More than two pieces that give check.
    #[error("{count} pieces give check at once; a move can give at most a double check")]
    TooManyCheckers {
        /// The number of pieces that give check.
        count: u32,
    },
    /// A castling right of a side whose king is not on its back rank.
    #[error("{} cannot castle: its king on {king} is not on its first rank", color.name())]
    CastlingKing {
        /// The side with the right.
        color: Color,
        /// The square of its king.
        king: Square,
    },
    /// A castling right without its rook.
    #[error("{} cannot castle with {rook}: it has no rook on that square", color.name())]
    CastlingRook {
        /// The side with the right.
        color: Color,
        /// The square where the rook is missing.
        rook: Square,
    },
    /// A queenside right with a rook on the king's side, or the reverse.
    #[error("{} cannot castle with {rook}: the rook is on the wrong side of the king", color.name())]
    CastlingSide {
        /// The side with the right.
        color: Color,
        /// The square of the rook.
        rook: Square,
    },
    /// An en passant square that no pawn can just have passed over.
    #[error("the en passant square {0} is not behind a pawn that has just moved two squares")]
    EnPassant(Square),
    /// An en passant square beside a check that no two-square pawn move gives.
    #[error("the en passant square {0} contradicts the check: no two-square pawn move gives it")]
    EnPassantCheck(Square),
}

impl TryFrom<&Setup> for Board {
    type Error = SetupError;

    /// Validates a position. An en passant square without a legal capture is dropped.
    ///
    /// # Errors
    /// A [`SetupError`] for the first rule that the position breaks. Castling rights and en passant
    /// squares that contradict the pieces are errors.
    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        let mut board = Self::empty(setup.side_to_move);
        for (square, piece) in Square::ALL.into_iter().zip(setup.pieces) {
            if let Some(piece) = piece {
                board.add_piece(piece, square);
            }
        }
        check_pieces(&board)?;
        check_kings(&board)?;
        board.update_checks();
        if board.checkers().count() > 2 {
            let count = board.checkers().count();
            return Err(SetupError::TooManyCheckers { count });
        }
        for (color, side, file) in setup.castling.iter() {
            check_castling(&board, color, side, file)?;
        }
        board.core.castling = setup.castling;
        if let Some(square) = setup.en_passant {
            check_en_passant(&board, square)?;
            board.core.en_passant = board.core.capturable_en_passant(board.side_to_move, square);
        }
        board.halfmove_clock = setup.halfmove_clock;
        board.fullmove_number = setup.fullmove_number.max(1);
        board.update_state_key();
        Ok(board)
    }
}

fn check_pieces(board: &Board) -> Result<(), SetupError> {
    for color in Color::ALL {
        let count = board.colored(color, PieceType::King).count();
        if count != 1 {
            return Err(SetupError::Kings { color, count });
        }
        let count = board.colors(color).count();
        if count > 16 {
            return Err(SetupError::TooManyPieces { color, count });
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
    // The pawn's move must account for every check, given by the pawn or by a slider through the
    // pawn's origin. A check through the square passed over cannot arise in a game, but composed
    // positions have it, and the en passant capture resolves it.
    let path = Bitboard::of(origin) | square.into();
    let king = board.king(us);
    let explained = |checker| checker == pawn || between(checker, king).intersects(path);
    if board.checkers().into_iter().all(explained) {
        Ok(())
    } else {
        Err(SetupError::EnPassantCheck(square))
    }
}
