//! The position: who stands where, whose turn it is, and what follows from that at once.

mod changes;
mod generate;
mod legality;
mod make;
mod node;
mod position;

use crate::bitboard::Bitboard;
use crate::castling::CastlingRights;
use crate::setup::Setup;
use crate::types::{Black, Color, Piece, PieceType, Square, White};
use crate::zobrist::Keys;

use position::{Checks, Position};

pub use changes::Changes;
pub use generate::Moves;
pub(crate) use node::Node;

/// A legal position. Small and `Copy`: to make a move, copy the board and
/// [`make`](Self::make) it on the copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    position: Position,
    checks: Checks,
    mailbox: [Option<Piece>; 64],
    keys: Keys,
    side_to_move: Color,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Board {
    /// No man on the board: where [`Setup`] begins.
    pub(crate) fn empty(side_to_move: Color) -> Self {
        let mut board = Self {
            position: Position::EMPTY,
            checks: Checks::NONE,
            mailbox: [None; 64],
            keys: Keys::default(),
            side_to_move,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        board.update_state_key();
        board
    }

    /// The position in writing.
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

    /// Every man of a kind, of both colours.
    #[inline(always)]
    pub const fn pieces(&self, kind: PieceType) -> Bitboard {
        self.position.pieces[kind.index()]
    }

    /// Every man of a colour.
    #[inline(always)]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.position.colors[color.index()]
    }

    /// Every man of a colour and a kind.
    #[inline(always)]
    pub fn colored(&self, color: Color, kind: PieceType) -> Bitboard {
        self.position.colored(color, kind)
    }

    /// The bishops and queens of a colour.
    #[inline(always)]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        self.colors(color) & (self.pieces(PieceType::Bishop) | self.pieces(PieceType::Queen))
    }

    /// The rooks and queens of a colour.
    #[inline(always)]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        self.colors(color) & (self.pieces(PieceType::Rook) | self.pieces(PieceType::Queen))
    }

    /// Every man.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.position.occupied()
    }

    /// Where the king of a colour stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.position.king(color)
    }

    /// The man on a square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Which rooks may still castle.
    #[inline(always)]
    pub const fn castling(&self) -> CastlingRights {
        self.position.castling
    }

    /// The square where a pawn can legally be captured in passing.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.position.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move about to be made, from 1; it goes up after Black's.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The men that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checks.checkers
    }

    /// True when the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checks.checkers.any()
    }

    /// The men of the side to move that may only move along a line to their king.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.checks.pinned
    }

    /// The squares the opponent attacks, its own men's and those behind the king included: where
    /// the king of the side to move may not go.
    #[inline(always)]
    pub const fn threats(&self) -> Bitboard {
        self.checks.threats
    }

    /// The 64-bit Zobrist key of the position: men, side to move, castling rooks, and the en
    /// passant file if a capture is legal there.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.keys.position()
    }

    /// The key of the pawns of both colours.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawns()
    }

    /// The key of a colour's men other than pawns.
    #[inline(always)]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.keys.non_pawns(color)
    }

    /// The key of knights, bishops and kings of both colours.
    #[inline(always)]
    pub fn minor_key(&self) -> u64 {
        self.keys.minors()
    }

    /// The key of rooks and queens of both colours.
    #[inline(always)]
    pub fn major_key(&self) -> u64 {
        self.keys.majors()
    }

    /// The men of both colours that attack `square` when the squares of `occupied` are taken.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.position.attackers(square, occupied)
    }

    /// Puts a man on an empty square.
    pub(crate) fn add_piece(&mut self, piece: Piece, square: Square) {
        self.position.pieces[piece.kind().index()] |= square.into();
        self.position.colors[piece.color().index()] |= square.into();
        self.mailbox[square.index()] = Some(piece);
        self.keys.toggle_piece(piece, square);
    }

    /// Sets the castling rights, which the caller has checked.
    pub(crate) fn set_castling(&mut self, rights: CastlingRights) {
        self.position.castling = rights;
        self.update_state_key();
    }

    /// Remembers that a pawn of the opponent has just passed over `square`, if that matters.
    pub(crate) fn set_en_passant_if_capturable(&mut self, square: Square) {
        self.position.en_passant = self
            .position
            .capturable_in_passing(self.side_to_move, square);
        self.update_state_key();
    }

    pub(crate) fn set_clocks(&mut self, halfmove_clock: u16, fullmove_number: u16) {
        self.halfmove_clock = halfmove_clock;
        self.fullmove_number = fullmove_number;
    }

    /// Works out checkers, pins and threats anew.
    pub(crate) fn update_checks(&mut self) {
        self.checks = match self.side_to_move {
            Color::White => self.position.checks::<White>(),
            Color::Black => self.position.checks::<Black>(),
        };
    }

    /// Works out the part of the key that does not come from men.
    #[inline(always)]
    fn update_state_key(&mut self) {
        let Position {
            castling,
            en_passant,
            ..
        } = self.position;
        self.keys.set_state(self.side_to_move, castling, en_passant);
    }
}
