//! The swimming game: orthodox chess with a river on ranks 4 and 5 whose current carries along
//! whatever enters it.
//!
//! The current's strength for a side is the number of enemy pieces gone, captured or drowned. A
//! move from land into the river ends that many files farther to the right as White sees it.

mod eval;
mod fen;
mod weights;

use movegen::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use movegen::{Bitboard, Color, Square as OrthodoxSquare};

use crate::board::Board;
use crate::eval::{Sink, Term, Weight};
use crate::rules::{Game, Rules, Terrain, Which};
use crate::text::FenError;
use crate::types::{Bits, FILES, Kind, Move, MoveList, Piece, Square};

/// Ranks 4 and 5.
pub(crate) const RIVER: u64 = 0x0000_00FF_FF00_0000;
/// Ranks 1 and 8, where pawns promote.
const LAST_RANKS: u64 = 0xFF00_0000_0000_00FF;
/// Pieces of a side at the start.
const PIECES: u32 = 16;
/// Ranks of kings and rooks that can castle.
const HOME_RANKS: [usize; 2] = [0, 7];

/// A position of the swimming game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swim {
    board: Board<u64, 64>,
}

/// A square as `movegen` writes it.
#[inline(always)]
fn orthodox(square: Square) -> OrthodoxSquare {
    OrthodoxSquare::from_index(square.index() as u8)
}

/// Squares `files` to the right of those in `set`; those that leave the board are gone.
#[inline(always)]
fn carried(set: u64, files: usize) -> u64 {
    (set & remaining(files)) << files.min(FILES)
}

/// Squares from which the current does not carry a piece off the board.
#[inline(always)]
fn remaining(files: usize) -> u64 {
    (0xFF >> files.min(FILES)) * 0x0101_0101_0101_0101
}

impl Swim {
    /// Number of files that the current carries a piece of `color`.
    #[inline(always)]
    pub fn drift(&self, color: Color) -> usize {
        PIECES.saturating_sub(self.board.color(!color).count()) as usize
    }

    /// Attacks by the orthodox rules.
    #[inline(always)]
    fn attacks(kind: Kind, color: Color, from: Square, occupied: u64) -> u64 {
        let (square, occupied) = (orthodox(from), Bitboard(occupied));
        match kind {
            Kind::Pawn | Kind::RearPawn => pawn_attacks(color, square),
            Kind::Knight => knight_attacks(square),
            Kind::Bishop => bishop_attacks(square, occupied),
            Kind::Rook => rook_attacks(square, occupied),
            Kind::Queen | Kind::Amazon => queen_attacks(square, occupied),
            Kind::King => king_attacks(square),
        }
        .0
    }

    /// The pieces of `color` that attack `square` by the orthodox rules.
    #[inline(always)]
    fn orthodox_attackers(&self, square: Square, occupied: u64, color: Color) -> u64 {
        let board = &self.board;
        let attacks = |kind| Self::attacks(kind, !color, square, occupied);
        let queens = board.kind(Kind::Queen);
        let attackers = attacks(Kind::Pawn) & board.kind(Kind::Pawn)
            | attacks(Kind::Knight) & board.kind(Kind::Knight)
            | attacks(Kind::Bishop) & (board.kind(Kind::Bishop) | queens)
            | attacks(Kind::Rook) & (board.kind(Kind::Rook) | queens)
            | attacks(Kind::King) & board.kind(Kind::King);
        attackers & board.color(color) & occupied
    }

    /// True when `color` attacks a square on land. The current alters no such move.
    #[inline]
    fn is_attacked(&self, square: Square, color: Color) -> bool {
        debug_assert!(!RIVER.has(square));
        let occupied = self.board.occupied();
        self.orthodox_attackers(square, occupied, color).any()
    }

    /// Nominal destinations of a pawn: pushes to empty squares, captures of what stands there.
    #[inline]
    fn pawn_targets(&self, from: Square) -> u64 {
        let side = self.board.side;
        let empty = !self.board.occupied();
        let (forward, home) = match side {
            Color::White => (8, 1),
            Color::Black => (-8, 6),
        };
        let ahead = |square: Square| {
            let index = square.index() as isize + forward;
            Square::from_index((index & 63) as usize)
        };
        let one = ahead(from);
        let mut targets = u64::of(one) & empty;
        if targets.any() && from.rank() == home {
            targets |= u64::of(ahead(one)) & empty;
        }
        let en_passant = self.board.en_passant.map_or(0, u64::of);
        let victims = self.board.color(!side) | en_passant;
        targets | Self::attacks(Kind::Pawn, side, from, 0) & victims
    }

    /// The part of the nominal destinations `targets` that may be moved to, by the current and the
    /// own pieces; for [`Which::Noisy`] only captures and squares of `also`.
    #[inline]
    fn allowed(&self, from: Square, targets: u64, which: Which, also: u64) -> u64 {
        let side = self.board.side;
        let wanted = match which {
            Which::All => !self.board.color(side),
            Which::Noisy => self.board.color(!side) | also,
        };
        let drift = self.drift(side);
        let targets = targets & !self.board.color(side);
        let entering = targets & RIVER;
        if drift == 0 || RIVER.has(from) || !entering.any() {
            return targets & wanted;
        }
        let landing = carried(entering, drift) & wanted;
        // `landing` is empty from eight files on.
        let landed = landing >> drift.min(FILES);
        let drowned = match which {
            Which::All => entering & !remaining(drift),
            Which::Noisy => 0,
        };
        targets & !RIVER & wanted | landed | drowned
    }

    fn generate_pawns(&self, which: Which, list: &mut MoveList) {
        let side = self.board.side;
        let en_passant = self.board.en_passant.map_or(0, u64::of);
        for from in self.board.of(side, Kind::Pawn).squares() {
            let targets = self.pawn_targets(from);
            for to in self
                .allowed(from, targets, which, LAST_RANKS | en_passant)
                .squares()
            {
                let mv = Move::new(from, to);
                list.push(mv);
                if LAST_RANKS.has(to) {
                    list.extend((1..Move::PROMOTIONS.len()).map(|choice| mv.promoting(choice)));
                }
            }
        }
    }

    /// True when `mv` captures en passant.
    #[inline(always)]
    fn is_en_passant(&self, mv: Move) -> bool {
        Some(mv.to()) == self.board.en_passant
            && mv.from().file() != mv.to().file()
            && self.board.kind(Kind::Pawn).has(mv.from())
    }

    /// Sets the en passant square after a double step to `to`, if that makes a capture legal.
    fn offer_en_passant(&mut self, to: Square) {
        let side = self.board.side;
        let middle = match side {
            Color::White => Square::new(to.file(), to.rank() + 1),
            Color::Black => Square::new(to.file(), to.rank() - 1),
        };
        let takers = Self::attacks(Kind::Pawn, !side, middle, 0) & self.board.of(side, Kind::Pawn);
        self.board.en_passant = Some(middle);
        let mut captures = takers.squares().map(|from| Move::new(from, middle));
        if !captures.any(|mv| self.make(mv).is_some()) {
            self.board.en_passant = None;
        }
    }
}

impl Rules for Swim {
    const GAME: Game = Game {
        name: "guadalete-swim",
        ranks: 8,
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        letters: "pnbrqk",
        wdl: [1500.0, 620.0],
    };
    const TERMS: &'static [Term] = eval::TERMS;
    const WEIGHTS: &'static [Weight] = &weights::WEIGHTS;
    type Set = u64;

    fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::read(fen)
    }

    fn fen(&self) -> String {
        self.write()
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.board.side
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u16 {
        self.board.halfmove_clock
    }

    fn fullmove_number(&self) -> u16 {
        self.board.fullmove_number
    }

    #[inline(always)]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    #[inline(always)]
    fn pieces(&self, color: Color, kind: Kind) -> u64 {
        self.board.of(color, kind)
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.board.occupied()
    }

    fn terrain(&self, square: Square) -> Terrain {
        if RIVER.has(square) {
            Terrain::Water
        } else {
            Terrain::Land
        }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.key()
    }

    fn rebuilt_key(&self) -> u64 {
        self.board.rebuilt_key()
    }

    fn generate(&self, which: Which, list: &mut MoveList) {
        let board = &self.board;
        let (side, occupied) = (board.side, board.occupied());
        self.generate_pawns(which, list);
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for from in board.of(side, kind).squares() {
                let targets = Self::attacks(kind, side, from, occupied);
                let allowed = self.allowed(from, targets, which, 0).squares();
                list.extend(allowed.map(|to| Move::new(from, to)));
            }
        }
        let king = board.king(side);
        let targets = Self::attacks(Kind::King, side, king, occupied) & !RIVER;
        let allowed = self.allowed(king, targets, which, 0).squares();
        list.extend(allowed.map(|to| Move::new(king, to)));
        if which == Which::All && board.castling.bits() != 0 && !self.in_check() {
            let attacked = |square| self.is_attacked(square, !side);
            board.generate_castling(HOME_RANKS[side as usize], attacked, list);
        }
    }

    #[inline]
    fn make(&self, mv: Move) -> Option<Self> {
        let side = self.board.side;
        let landing = self.landing(mv);
        let mut next = *self;
        let board = &mut next.board;
        let piece = board.lift(mv.from())?;
        let pawn = piece.kind() == Kind::Pawn;
        let mut irreversible = pawn || landing.is_none();
        if self.is_en_passant(mv) {
            board.lift(Square::new(mv.to().file(), mv.from().rank()));
        }
        board.en_passant = None;
        board.update_castling(mv.from(), HOME_RANKS);
        if let Some(square) = landing {
            if board.lift(square).is_some() {
                irreversible = true;
                board.update_castling(square, HOME_RANKS);
            }
            let placed = match self.promotion(mv) {
                Some(kind) => Piece::new(side, kind),
                None => piece,
            };
            board.put(square, placed);
        }
        if self.board.is_castling(mv) {
            board.castle_rook(mv);
        }
        if next.is_attacked(next.board.king(side), !side) {
            return None;
        }
        next.board.end_turn(irreversible);
        let double_step = pawn && mv.from().rank().abs_diff(mv.to().rank()) == 2;
        if double_step && landing == Some(mv.to()) {
            next.offer_en_passant(mv.to());
        }
        Some(next)
    }

    fn make_null(&self) -> Self {
        let mut next = *self;
        next.board.en_passant = None;
        next.board.end_turn(false);
        next
    }

    #[inline]
    fn in_check(&self) -> bool {
        let side = self.board.side;
        self.is_attacked(self.board.king(side), !side)
    }

    #[inline]
    fn landing(&self, mv: Move) -> Option<Square> {
        let (from, to) = (mv.from(), mv.to());
        if !RIVER.has(to) || RIVER.has(from) {
            return Some(to);
        }
        let file = to.file() + self.drift(self.board.side);
        (file < FILES).then(|| Square::new(file, to.rank()))
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<Kind> {
        if self.is_en_passant(mv) {
            return Some(Kind::Pawn);
        }
        self.board.piece_on(self.landing(mv)?).map(Piece::kind)
    }

    #[inline]
    fn promotion(&self, mv: Move) -> Option<Kind> {
        let promotes = LAST_RANKS.has(mv.to()) && self.board.kind(Kind::Pawn).has(mv.from());
        promotes.then(|| Move::PROMOTIONS[mv.choice()])
    }

    #[inline]
    fn gives_direct_check(&self, mv: Move) -> bool {
        let (side, from) = (self.board.side, u64::of(mv.from()));
        let Some((piece, landing)) = self.board.piece_on(mv.from()).zip(self.landing(mv)) else {
            return false;
        };
        let kind = self.promotion(mv).unwrap_or(piece.kind());
        let occupied = self.board.occupied() & !from;
        // The current alters no attack on land, where kings are.
        Self::attacks(kind, side, landing, occupied).has(self.board.king(!side))
    }

    /// Bare kings, or a single knight or bishop besides: no mate exists with these, river or not.
    fn is_insufficient_material(&self) -> bool {
        let board = &self.board;
        let strong = board.kind(Kind::Pawn) | board.kind(Kind::Rook) | board.kind(Kind::Queen);
        !strong.any() && board.occupied().count() <= 3
    }

    fn attackers(&self, square: Square, occupied: u64, color: Color, captures: usize) -> u64 {
        let direct = self.orthodox_attackers(square, occupied, color);
        if !RIVER.has(square) {
            return direct;
        }
        let direct = direct & !self.board.kind(Kind::King);
        let drift = self.drift(color) + captures;
        if drift == 0 {
            return direct;
        }
        let swimmers = direct & RIVER;
        if square.file() < drift {
            return swimmers;
        }
        let entry = Square::new(square.file() - drift, square.rank());
        if (self.board.color(color) & occupied).has(entry) {
            return swimmers;
        }
        let kings = self.board.kind(Kind::King);
        let mut carried = self.orthodox_attackers(entry, occupied, color) & !RIVER & !kings;
        if !occupied.has(entry) {
            carried &= !self.board.kind(Kind::Pawn);
        }
        swimmers | carried
    }

    fn note(&self) -> String {
        let [white, black] = Color::ALL.map(|color| self.drift(color));
        format!("Current: {white} files for White, {black} for Black")
    }

    fn describe<S: Sink>(&self, sink: &mut S) {
        eval::describe(self, sink);
    }
}
