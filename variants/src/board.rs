//! The part of a position that both games share: pieces, castling rights, clocks and key.

use movegen::{CastleSide, Color};

use crate::bits::Bits;
use crate::castling::{Castling, KING_FILE, king_target, rook_files};
use crate::types::{FILES, Kind, Move, MoveList, Piece, Square};
use crate::zobrist;

/// Pieces, side to move, castling rights and clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<B: Bits> {
    pieces: B::Mailbox,
    kinds: [B; Kind::COUNT],
    colors: [B; 2],
    /// The side to move.
    pub(crate) side: Color,
    pub(crate) castling: Castling,
    /// The target square of an en passant capture; only set if such a capture is legal.
    pub(crate) en_passant: Option<Square>,
    /// Plies since the last irreversible move.
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    /// The part of the key that comes from the pieces.
    piece_key: u64,
}

impl<B: Bits> Board<B> {
    /// Number of squares.
    const SQUARES: usize = B::RANKS * FILES;

    /// No pieces, White to move.
    pub(crate) const fn empty() -> Self {
        Self {
            pieces: B::NO_PIECES,
            kinds: [B::EMPTY; Kind::COUNT],
            colors: [B::EMPTY; 2],
            side: Color::White,
            castling: Castling::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            piece_key: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces.as_ref()[square.index() % Self::SQUARES]
    }

    #[inline(always)]
    pub(crate) fn color(&self, color: Color) -> B {
        self.colors[color as usize]
    }

    #[inline(always)]
    pub(crate) fn kind(&self, kind: Kind) -> B {
        self.kinds[kind as usize]
    }

    #[inline(always)]
    pub(crate) fn of(&self, color: Color, kind: Kind) -> B {
        self.colors[color as usize] & self.kinds[kind as usize]
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> B {
        self.colors[0] | self.colors[1]
    }

    /// The square of a king.
    ///
    /// # Panics
    /// If there is none; reading a FEN refuses such a position.
    #[inline(always)]
    pub(crate) fn king(&self, color: Color) -> Square {
        let king = self.of(color, Kind::King).first();
        king.expect("both kings are on the board")
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.pieces.as_mut()[square.index() % Self::SQUARES] = Some(piece);
        self.toggle(square, piece);
    }

    /// Takes the piece off a square, if there is one.
    #[inline]
    pub(crate) fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.pieces.as_mut()[square.index() % Self::SQUARES].take()?;
        self.toggle(square, piece);
        Some(piece)
    }

    #[inline(always)]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = B::of(square);
        self.kinds[piece.kind() as usize] ^= bit;
        self.colors[piece.color() as usize] ^= bit;
        self.piece_key ^= zobrist::piece(piece, square);
    }

    /// The key of pieces, rights, en passant file and side to move.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        let en_passant = self.en_passant.map_or(0, zobrist::en_passant);
        self.piece_key ^ zobrist::castling(self.castling) ^ en_passant ^ zobrist::side(self.side)
    }

    /// The same key, computed from scratch.
    pub(crate) fn rebuilt_key(&self) -> u64 {
        let pieces = (0..Self::SQUARES)
            .map(Square::from_index)
            .filter_map(|square| {
                let piece = self.piece_on(square)?;
                Some(zobrist::piece(piece, square))
            });
        Self {
            piece_key: pieces.fold(0, |key, number| key ^ number),
            ..*self
        }
        .key()
    }

    /// Ends a turn: updates the clocks and switches the side to move.
    #[inline]
    pub(crate) fn end_turn(&mut self, irreversible: bool) {
        self.halfmove_clock = if irreversible {
            0
        } else {
            self.halfmove_clock.saturating_add(1)
        };
        if self.side == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side = !self.side;
    }

    /// Passes the turn without a move. No repetition reaches back beyond it.
    pub(crate) fn pass(&mut self) {
        self.en_passant = None;
        self.end_turn(true);
    }

    /// True if `mv` captures en passant.
    #[inline(always)]
    pub(crate) fn is_en_passant(&self, mv: Move) -> bool {
        Some(mv.to()) == self.en_passant
            && mv.from().file() != mv.to().file()
            && self.kind(Kind::Pawn).has(mv.from())
    }

    /// The pawn that passed over `square` on the last move, by a double step from the rank `home`,
    /// if the pieces are consistent with that.
    pub(crate) fn jumped_pawn(&self, square: Square, home: usize) -> Option<Square> {
        let up = self.side == Color::Black;
        let first = Square::new(square.file(), home);
        let middle = first.next(up);
        let pawn = middle.next(up);
        let jumped = middle == square
            && self.piece_on(pawn) == Some(Piece::new(!self.side, Kind::Pawn))
            && [first, middle]
                .iter()
                .all(|&square| self.piece_on(square).is_none());
        jumped.then_some(pawn)
    }

    /// Removes the rights that end when a king or rook leaves `square` or is captured there.
    /// `ranks` are the home ranks of White and Black.
    #[inline]
    pub(crate) fn update_castling(&mut self, square: Square, ranks: [usize; 2]) {
        for color in Color::ALL {
            if self.castling.bits() == 0 || square.rank() != ranks[color as usize] {
                continue;
            }
            for side in Castling::SIDES {
                let (rook, _) = rook_files(side);
                if square.file() == KING_FILE || square.file() == rook {
                    self.castling.revoke(color, side);
                }
            }
        }
    }

    /// True if `mv` moves the king two files: nothing but castling does.
    #[inline(always)]
    pub(crate) fn is_castling(&self, mv: Move) -> bool {
        mv.from().file().abs_diff(mv.to().file()) == 2 && self.kind(Kind::King).has(mv.from())
    }

    /// Moves the rook of a castling move.
    pub(crate) fn castle_rook(&mut self, mv: Move) {
        let side = if mv.to().file() < KING_FILE {
            CastleSide::Queen
        } else {
            CastleSide::King
        };
        let (from, to) = rook_files(side);
        let rank = mv.from().rank();
        if let Some(rook) = self.lift(Square::new(from, rank)) {
            self.put(Square::new(to, rank), rook);
        }
    }

    /// Adds castling moves of the side to move, whose king is not in check. `attacked` tests the
    /// squares the king crosses; the square it arrives on is tested when the move is made.
    pub(crate) fn generate_castling(
        &self,
        rank: usize,
        attacked: impl Fn(Square) -> bool,
        list: &mut MoveList,
    ) {
        let occupied = self.occupied();
        let empty = |mut files: std::ops::RangeInclusive<usize>| {
            files.all(|file| !occupied.has(Square::new(file, rank)))
        };
        for side in Castling::SIDES {
            if !self.castling.has(self.side, side) {
                continue;
            }
            let way = match side {
                CastleSide::King => 5..=6,
                CastleSide::Queen => 1..=3,
            };
            let (_, crossed) = rook_files(side);
            if empty(way) && !attacked(Square::new(crossed, rank)) {
                let king = Square::new(KING_FILE, rank);
                list.push(Move::new(king, Square::new(king_target(side), rank)));
            }
        }
    }
}
