//! The swimming game: orthodox chess with a river on ranks 4 and 5 whose current carries the pieces
//! that enter it.
//!
//! The current's strength for a side is the number of enemy pieces gone, captured or drowned. A
//! move from land into the river ends that many files farther to the right as White sees it.

mod fen;
mod inputs;
mod moves;

use movegen::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use movegen::{Bitboard, Color, Square as OrthodoxSquare};
use once_cell::sync::Lazy;
use search::wdl::Curves;

use crate::bits::Bits;
use crate::board::Board;
use crate::fen::FenError;
use crate::nnue::{Network, Reach};
use crate::rules::{GameInfo, MoveFilter, Rules, Terrain};
use crate::types::{FILES, Kind, Move, MoveList, Piece, Square};

/// Ranks 4 and 5.
pub(crate) const RIVER: u64 = 0x0000_00FF_FF00_0000;
/// Ranks 1 and 8, where pawns promote.
const LAST_RANKS: u64 = 0xFF00_0000_0000_00FF;
/// Pieces of a side at the start, and the maximum.
const PIECES: u32 = 16;
/// Ranks of kings and rooks that can castle.
const HOME_RANKS: [usize; 2] = [0, 7];
/// First ranks of the pawns of White and Black.
const PAWN_RANKS: [usize; 2] = [1, 6];

/// A position of the swimming game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swim {
    board: Board<u64>,
}

/// Converts a square to `movegen`'s type.
#[inline(always)]
fn orthodox(square: Square) -> OrthodoxSquare {
    OrthodoxSquare::from_index(square.index() as u8)
}

/// Shifts `set` to the right by `files`, dropping squares beyond the h-file.
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
        (PIECES - self.board.color(!color).count()) as usize
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

    /// The pawns of `color` on land whose step or double step ends on `entry`, an empty river square.
    fn steppers(&self, entry: Square, occupied: u64, color: Color) -> u64 {
        let up = color == Color::White;
        let one = entry.next(!up);
        let two = one.next(!up);
        let mut squares = u64::of(one);
        if two.rank() == PAWN_RANKS[color as usize] && !occupied.has(one) {
            squares |= u64::of(two);
        }
        squares & self.board.of(color, Kind::Pawn) & occupied & !RIVER
    }

    /// Sets the en passant square after a double step to `to`, if that makes a capture legal.
    fn offer_en_passant(&mut self, to: Square) {
        let side = self.board.side;
        let middle = to.next(side == Color::White);
        let takers = Self::attacks(Kind::Pawn, !side, middle, 0) & self.board.of(side, Kind::Pawn);
        self.board.en_passant = Some(middle);
        let mut captures = takers.squares().map(|from| Move::new(from, middle));
        if !captures.any(|mv| self.make(mv).is_some()) {
            self.board.en_passant = None;
        }
    }
}

/// The game's network.
static NETWORK: Lazy<Network> =
    Lazy::new(|| Network::read::<Swim>(include_bytes!("../networks/swim.nnue")));

impl Rules for Swim {
    const GAME: GameInfo = GameInfo {
        name: "guadalete-swim",
        ranks: 8,
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        fen_fields: 6,
        letters: "pnbrqk",
        pieces: 2 * PIECES as usize,
        is_symmetric: false,
        own_inputs: inputs::COUNT,
        scale: 1000,
        curves: Curves {
            a: 1120.0,
            b: 760.0,
        },
    };
    type Set = u64;

    fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::read(fen)
    }

    fn fen(&self) -> String {
        self.write()
    }

    #[inline(always)]
    fn board(&self) -> &Board<Self::Set> {
        &self.board
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

    fn generate(&self, filter: MoveFilter, list: &mut MoveList) {
        self.generate_moves(filter, list);
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
        if self.board.is_en_passant(mv) {
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

    /// The current does not affect moves to land squares, where kings are.
    #[inline]
    fn is_attacked(&self, square: Square, color: Color) -> bool {
        debug_assert!(!RIVER.has(square));
        let occupied = self.board.occupied();
        self.orthodox_attackers(square, occupied, color).any()
    }

    fn make_null(&self) -> Self {
        debug_assert!(!self.in_check());
        let mut next = *self;
        next.board.pass();
        next
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
        if self.board.is_en_passant(mv) {
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
        // The current does not affect attacks on land, where kings are.
        Self::attacks(kind, side, landing, occupied).has(self.board.king(!side))
    }

    /// Bare kings, or kings and one knight or bishop: no mate is possible.
    fn is_insufficient_material(&self) -> bool {
        let board = &self.board;
        let strong = board.kind(Kind::Pawn) | board.kind(Kind::Rook) | board.kind(Kind::Queen);
        !strong.any() && board.occupied().count() <= 3
    }

    /// Also with a single piece besides the kings if the river separates them: it cannot mate without its
    /// own.
    fn is_dead(&self) -> bool {
        let board = &self.board;
        let [white, black] =
            Color::ALL.map(|color| board.king(color).rank() < Self::GAME.ranks / 2);
        board.occupied().count() <= 3 && (white != black || self.is_insufficient_material())
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
            carried =
                carried & !self.board.kind(Kind::Pawn) | self.steppers(entry, occupied, color);
        }
        swimmers | carried
    }

    fn note(&self) -> String {
        let [white, black] = Color::ALL.map(|color| self.drift(color));
        format!("Current: {white} files for White, {black} for Black")
    }

    fn without(&self, square: Square) -> Self {
        let mut next = *self;
        next.board.lift(square);
        next
    }

    #[inline]
    fn reach(&self, color: Color) -> Reach<u64> {
        self.all_landings(color)
    }

    #[inline]
    fn for_each_own_input(&self, _flips: [usize; 2], add: impl FnMut([usize; 2])) {
        self.currents().into_iter().for_each(add);
    }

    fn network() -> &'static Network {
        Lazy::force(&NETWORK)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::SmallRng;
    use rand::seq::IndexedRandom;

    use super::*;

    #[test]
    fn attackers_are_the_pieces_whose_moves_capture() {
        let mut rng = SmallRng::seed_from_u64(1);
        let mut captures_by_steps = 0;
        for _ in 0..300 {
            let mut position = Swim::from_fen(Swim::GAME.start).unwrap();
            for _ in 0..120 {
                let mut moves = MoveList::new();
                position.generate(MoveFilter::All, &mut moves);
                let side = position.board.side;
                let victims = position.board.color(!side);
                for square in victims.squares() {
                    let captures = moves
                        .iter()
                        .filter(|&&mv| position.landing(mv) == Some(square));
                    let expected = captures.clone().fold(0, |set, mv| set | u64::of(mv.from()));
                    let occupied = position.board.occupied();
                    let found = position.attackers(square, occupied, side, 0);
                    assert_eq!(found, expected, "{square:?} in {}", position.fen());
                    let is_step = |mv: &&Move| {
                        position.board.kind(Kind::Pawn).has(mv.from())
                            && mv.from().file() == mv.to().file()
                    };
                    captures_by_steps += captures.filter(is_step).count();
                }
                let legal: Vec<_> = moves.iter().filter_map(|&mv| position.make(mv)).collect();
                let Some(&next) = legal.choose(&mut rng) else {
                    break;
                };
                position = next;
            }
        }
        assert!(captures_by_steps > 100, "{captures_by_steps}");
    }
}
