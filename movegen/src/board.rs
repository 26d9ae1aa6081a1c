//! The board: pieces, side to move, castling rights and counters, and the state derived from them
//! (keys, checkers, pins, threats).
//!
//! [`core`] holds the state that legal moves depend on; [`generate`] lists the legal moves and
//! [`make`] plays one.

mod core;
mod effects;
mod generate;
mod legality;
mod make;
#[cfg(feature = "perft")]
mod perft_node;
mod setup;

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::bitboard::Bitboard;
use crate::castling::CastlingRights;
use crate::types::{Black, Color, Piece, PieceType, Square, White};
use crate::zobrist::Keys;

use self::core::{CheckInfo, Core};

pub use generate::MoveFilter;
#[cfg(feature = "perft")]
pub(crate) use perft_node::PerftNode;
pub use setup::{Setup, SetupError};

/// A legal position with both kings on the board.
///
/// A board is small and `Copy`. There is no unmake: copy the board and [`make`](Self::make) the
/// move on the copy. `==` also compares the counters; to detect a repetition, compare
/// [`key`](Self::key)s.
///
/// ```
/// use movegen::{Board, Color, Piece, Square};
///
/// let mut board = Board::default();
/// let mv = board.parse_uci("e2e4")?;
/// board.make(mv);
/// assert_eq!(board.piece_on(Square::E4), Some(Piece::WhitePawn));
/// assert_eq!(board.side_to_move(), Color::Black);
/// # Ok::<_, movegen::ParseMoveError>(())
/// ```
// In this order the mailbox fills the first cache line and the bitboards begin the second, so that
// vector loads line up with the vector stores of the last copy. A load that spans several recent
// stores has to wait for them.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    mailbox: [Option<Piece>; 64],
    core: Core,
    keys: Keys,
    checks: CheckInfo,
    halfmove_clock: u16,
    fullmove_number: u16,
    side_to_move: Color,
}

impl Board {
    /// An empty board for [`Setup`] to fill.
    fn empty(side_to_move: Color) -> Self {
        Self {
            core: Core::EMPTY,
            checks: CheckInfo::NONE,
            mailbox: [None; 64],
            keys: Keys::default(),
            side_to_move,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The position as an unvalidated [`Setup`], whose fields are public and can be edited.
    ///
    /// ```
    /// use movegen::{Board, Piece, Square};
    ///
    /// let mut setup = Board::default().setup();
    /// setup.pieces[Square::D8.index()] = None;
    /// let odds = Board::try_from(&setup)?;
    /// assert!(!odds.occupied().contains(Square::D8));
    /// # Ok::<_, movegen::SetupError>(())
    /// ```
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.mailbox,
            side_to_move: self.side_to_move,
            castling: self.castling(),
            en_passant: self.en_passant(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The pieces of one kind, both colors.
    #[inline(always)]
    pub const fn pieces(&self, kind: PieceType) -> Bitboard {
        self.core.pieces[kind.index()]
    }

    /// The pieces of a color.
    #[inline(always)]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.core.colors[color.index()]
    }

    /// The pieces of one color and kind.
    #[inline(always)]
    pub fn colored(&self, color: Color, kind: PieceType) -> Bitboard {
        self.core.colored(color, kind)
    }

    /// The occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.core.occupied()
    }

    /// The square of a color's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.core.king(color)
    }

    /// The pieces on all squares, from a1 to h8.
    #[inline(always)]
    pub const fn mailbox(&self) -> &[Option<Piece>; 64] {
        &self.mailbox
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The castling rights.
    #[inline(always)]
    pub const fn castling(&self) -> CastlingRights {
        self.core.castling
    }

    /// The square a pawn has just passed over, if a legal en passant capture exists there.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.core.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The full move number: starts at 1 and increases after Black's move.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checks.checkers
    }

    /// True if the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checks.checkers.any()
    }

    /// The pieces of the side to move that are pinned to their king: they may only move along the
    /// line through king and pinner.
    ///
    /// ```
    /// use movegen::{Board, Square};
    ///
    /// let board: Board = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(board.pinned(), Square::E2.into());
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.checks.pinned
    }

    /// The squares the opponent attacks, to which the king of the side to move may not go. Includes
    /// defended pieces and squares behind the king on the line of a checking slider.
    ///
    /// ```
    /// use movegen::{Board, Square};
    ///
    /// let board: Board = "r5k1/8/8/8/K7/8/8/8 w - - 0 1".parse()?;
    /// assert!(board.threats().contains(Square::A3));
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn threats(&self) -> Bitboard {
        self.checks.threats
    }

    /// The squares that a color attacks, occupied ones included, with each kind of piece from pawn
    /// to king.
    ///
    /// ```
    /// use movegen::{Board, Color, PieceType, Square};
    ///
    /// let board: Board = "r5k1/8/8/8/K7/8/8/8 w - - 0 1".parse()?;
    /// let rooks = board.attacks_by_kind(Color::Black)[PieceType::Rook.index()];
    /// assert!(rooks.contains(Square::A4));
    /// assert!(!rooks.contains(Square::A3));
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    #[inline(always)]
    pub fn attacks_by_kind(&self, color: Color) -> [Bitboard; 6] {
        self.core.attacks_by_kind(color)
    }

    /// The 64-bit Zobrist key of the position: pieces, side to move, castling rooks, and the en
    /// passant file if a capture is legal there. Equal positions have equal keys whatever the move
    /// order; the counters are not included.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.keys.position()
    }

    /// The key of the pawns of both colors.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawns()
    }

    /// The key of a color's pieces other than pawns.
    #[inline(always)]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.keys.non_pawns(color)
    }

    /// The key of the knights, bishops and kings of both colors.
    #[inline(always)]
    pub fn minor_key(&self) -> u64 {
        self.keys.minors()
    }

    /// The key of the rooks and queens of both colors.
    #[inline(always)]
    pub fn major_key(&self) -> u64 {
        self.keys.majors()
    }

    /// The pieces of both colors that attack `square`, with `occupied` as blockers, which need not
    /// be the board's [`occupied`](Self::occupied) squares. Pieces outside `occupied` block nothing,
    /// but are included in the result.
    ///
    /// ```
    /// use movegen::{Board, Square};
    ///
    /// let board: Board = "3k4/8/8/8/8/8/4R3/4R1K1 w - - 0 1".parse()?;
    /// let attackers = board.attackers(Square::E5, board.occupied());
    /// assert_eq!(attackers, Square::E2.into());
    /// // With the front rook removed, the one behind it attacks the square.
    /// let rest = board.occupied() - attackers;
    /// assert_eq!(board.attackers(Square::E5, rest) & rest, Square::E1.into());
    /// # Ok::<_, movegen::FenError>(())
    /// ```
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.core.attackers(square, occupied)
    }

    /// Adds a piece on an empty square.
    fn add_piece(&mut self, piece: Piece, square: Square) {
        self.core.pieces[piece.kind().index()] |= square.into();
        self.core.colors[piece.color().index()] |= square.into();
        self.place(piece, square);
    }

    /// Recomputes checkers, pins and threats.
    fn update_checks(&mut self) {
        self.checks = match self.side_to_move {
            Color::White => self.core.check_info::<White>(),
            Color::Black => self.core.check_info::<Black>(),
        };
    }

    /// Recomputes the part of the key that does not depend on the pieces.
    #[inline(always)]
    fn update_state_key(&mut self) {
        let Core {
            castling,
            en_passant,
            ..
        } = self.core;
        self.keys.set_state(self.side_to_move, castling, en_passant);
    }
}

impl fmt::Debug for Board {
    /// Writes the FEN, the key, and the pieces that give check or are pinned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board")
            .field("fen", &self.to_string())
            .field("key", &format_args!("{:#018x}", self.key()))
            .field("checkers", &self.checkers())
            .field("pinned", &self.pinned())
            .finish_non_exhaustive()
    }
}

impl Hash for Board {
    /// Hashes the [`key`](Self::key) alone: positions that differ only in their counters have equal
    /// hashes, though they are not equal.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
