//! The cylindrical game: 14 ranks of 8 files, the last rank touching the first, and a river on the
//! seam.
//!
//! Only amazons swim. Rear pawns move back to the river and become planks, on which every piece
//! except a king may stand. Front pawns move forward and become amazons on the far river rank.

mod attacks;
mod fen;
mod inputs;
mod moves;

use movegen::Color;
use once_cell::sync::Lazy;
use search::wdl::Curves;

use crate::bits::Bits;
use crate::board::Board;
use crate::fen::FenError;
use crate::nnue::{Network, Reach};
use crate::rules::{GameInfo, MoveFilter, Rules, Terrain};
use crate::types::{FILES, Kind, Move, MoveList, Piece, Square};
use crate::zobrist;
use attacks::{
    RANKS, bishop_attacks, bishop_lines, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
    rook_attacks, rook_lines,
};

const fn rank_set(rank: usize) -> u128 {
    0xFF << (FILES * rank)
}

/// Ranks 1 and 14.
pub(crate) const RIVER: u128 = rank_set(0) | rank_set(RANKS - 1);

/// The squares of the color of a1.
const DARK: u128 = u128::MAX / 0xFFFF * 0xAA55;

/// Pieces of a side at the start, and the maximum.
const PIECES: u32 = 24;
/// Ranks of kings and rooks that can castle.
const HOME_RANKS: [usize; 2] = [3, 10];
/// First ranks of the front pawns of White and Black.
const FRONT_RANKS: [usize; 2] = [4, 9];
/// First ranks of the rear pawns.
const REAR_RANKS: [usize; 2] = [2, 11];

/// The river rank where front pawns of `color` promote and the enemy's rear pawns become planks.
const fn far_rank(color: Color) -> usize {
    match color {
        Color::White => RANKS - 1,
        Color::Black => 0,
    }
}

/// A position of the cylindrical game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cylinder {
    board: Board<u128>,
    /// River squares with a plank.
    planks: u128,
    plank_key: u64,
}

/// Index of a river square among the planks: rank 1, then rank 14.
fn plank_index(square: Square) -> usize {
    square.file() + FILES * usize::from(square.rank() > 0)
}

impl Cylinder {
    /// River squares without a plank.
    #[inline(always)]
    fn water(&self) -> u128 {
        RIVER & !self.planks
    }

    #[inline(always)]
    fn add_plank(&mut self, square: Square) {
        self.planks |= u128::of(square);
        self.plank_key ^= zobrist::plank(plank_index(square));
    }

    /// Squares that a piece other than a pawn may go to, those of its own side's pieces included.
    /// Water blocks sliders, except amazons.
    #[inline(always)]
    fn reach(kind: Kind, from: Square, occupied: u128, water: u128) -> u128 {
        let dry = occupied | water;
        match kind {
            Kind::Knight => knight_attacks(from) & !water,
            Kind::Bishop => bishop_attacks(from, dry) & !water,
            Kind::Rook => rook_attacks(from, dry) & !water,
            Kind::Queen => queen_attacks(from, dry) & !water,
            Kind::King => king_attacks(from) & !RIVER,
            Kind::Amazon => queen_attacks(from, occupied) | knight_attacks(from),
            Kind::Pawn | Kind::RearPawn => 0,
        }
    }

    /// The pieces of `color` that attack `square`.
    #[inline]
    fn attackers_to(&self, square: Square, occupied: u128, color: Color) -> u128 {
        let board = &self.board;
        let ours = board.color(color) & occupied;
        let amazons = board.kind(Kind::Amazon) & ours;
        let mut attackers = pawn_attacks(color == Color::Black, square) & board.kind(Kind::Pawn);
        if amazons.any() {
            attackers |= Self::reach(Kind::Amazon, square, occupied, 0) & amazons;
        }
        let water = self.water();
        if water.has(square) {
            return attackers & ours;
        }
        if !RIVER.has(square) {
            attackers |= king_attacks(square) & board.kind(Kind::King);
        }
        let queens = board.kind(Kind::Queen);
        let straight = (board.kind(Kind::Rook) | queens) & ours & rook_lines(square);
        let oblique = (board.kind(Kind::Bishop) | queens) & ours & bishop_lines(square);
        attackers |= knight_attacks(square) & board.kind(Kind::Knight);
        if straight.any() {
            attackers |= rook_attacks(square, occupied | water) & straight;
        }
        if oblique.any() {
            attackers |= bishop_attacks(square, occupied | water) & oblique;
        }
        attackers & ours
    }

    /// True if `mv` turns a rear pawn into a plank.
    #[inline(always)]
    fn is_plank(&self, mv: Move) -> bool {
        RIVER.has(mv.to()) && self.board.kind(Kind::RearPawn).has(mv.from())
    }

    /// Sets the en passant square after a double step to `to`, if that makes a capture legal.
    fn offer_en_passant(&mut self, to: Square) {
        let side = self.board.side;
        let up = side == Color::White;
        let middle = to.next(up);
        let takers = pawn_attacks(!up, middle) & self.board.of(side, Kind::Pawn);
        self.board.en_passant = Some(middle);
        let mut captures = takers.squares().map(|from| Move::new(from, middle));
        if !captures.any(|mv| self.make(mv).is_some()) {
            self.board.en_passant = None;
        }
    }
}

/// The game's network.
static NETWORK: Lazy<Network> =
    Lazy::new(|| Network::read::<Cylinder>(include_bytes!("../networks/cylinder.nnue")));

impl Rules for Cylinder {
    const GAME: GameInfo = GameInfo {
        name: "guadalete-cylinder",
        ranks: RANKS,
        start: "8/8/ssssssss/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/SSSSSSSS/8/8 \
                w KQkq - - 0 1",
        fen_fields: 7,
        letters: "pnbrqkas",
        pieces: 2 * PIECES as usize,
        is_symmetric: true,
        own_inputs: inputs::COUNT,
        scale: 800,
        curves: Curves { a: 360.0, b: 740.0 },
    };
    type Set = u128;

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
        if self.planks.has(square) {
            Terrain::Plank
        } else if RIVER.has(square) {
            Terrain::Water
        } else {
            Terrain::Land
        }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.key() ^ self.plank_key
    }

    fn rebuilt_key(&self) -> u64 {
        let planks = self.planks.squares().map(plank_index);
        planks.fold(self.board.rebuilt_key(), |key, index| {
            key ^ zobrist::plank(index)
        })
    }

    fn generate(&self, filter: MoveFilter, list: &mut MoveList) {
        self.generate_moves(filter, list);
    }

    #[inline]
    fn make(&self, mv: Move) -> Option<Self> {
        let side = self.board.side;
        let mut next = *self;
        let board = &mut next.board;
        let piece = board.lift(mv.from())?;
        let mut irreversible = matches!(piece.kind(), Kind::Pawn | Kind::RearPawn);
        if self.board.is_en_passant(mv) {
            board.lift(Square::new(mv.to().file(), mv.from().rank()));
        }
        board.en_passant = None;
        board.update_castling(mv.from(), HOME_RANKS);
        if board.lift(mv.to()).is_some() {
            irreversible = true;
            board.update_castling(mv.to(), HOME_RANKS);
        }
        if self.is_plank(mv) {
            next.add_plank(mv.to());
        } else {
            let kind = self.promotion(mv).unwrap_or(piece.kind());
            board.put(mv.to(), Piece::new(side, kind));
            if self.board.is_castling(mv) {
                board.castle_rook(mv);
            }
        }
        if next.is_attacked(next.board.king(side), !side) {
            return None;
        }
        next.board.end_turn(irreversible);
        let double_step = mv.from().rank().abs_diff(mv.to().rank()) == 2;
        if double_step && piece.kind() == Kind::Pawn {
            next.offer_en_passant(mv.to());
        }
        Some(next)
    }

    #[inline]
    fn is_attacked(&self, square: Square, color: Color) -> bool {
        self.attackers_to(square, self.board.occupied(), color)
            .any()
    }

    fn make_null(&self) -> Self {
        debug_assert!(!self.in_check());
        let mut next = *self;
        next.board.pass();
        next
    }

    #[inline]
    fn landing(&self, mv: Move) -> Option<Square> {
        (!self.is_plank(mv)).then(|| mv.to())
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<Kind> {
        if self.board.is_en_passant(mv) {
            return Some(Kind::Pawn);
        }
        self.board.piece_on(mv.to()).map(Piece::kind)
    }

    #[inline]
    fn promotion(&self, mv: Move) -> Option<Kind> {
        let promotes = RIVER.has(mv.to()) && self.board.kind(Kind::Pawn).has(mv.from());
        promotes.then_some(Kind::Amazon)
    }

    #[inline]
    fn gives_direct_check(&self, mv: Move) -> bool {
        let (side, to) = (self.board.side, mv.to());
        let king = self.board.king(!side);
        let Some(piece) = self.board.piece_on(mv.from()) else {
            return false;
        };
        if piece.kind() == Kind::Pawn && self.promotion(mv).is_none() {
            return pawn_attacks(side == Color::White, to).has(king);
        }
        let kind = self.promotion(mv).unwrap_or(piece.kind());
        let occupied = self.board.occupied() & !u128::of(mv.from());
        Self::reach(kind, to, occupied, self.water()).has(king)
    }

    /// Kings with nothing but rear pawns, which never give check; or with a single knight, or with
    /// bishops on squares of one color, which cannot mate. A bishop stays on its color here too, since
    /// the number of ranks is even.
    fn is_insufficient_material(&self) -> bool {
        let board = &self.board;
        let (knights, bishops) = (board.kind(Kind::Knight), board.kind(Kind::Bishop));
        let (minor, rear) = (knights | bishops, board.kind(Kind::RearPawn));
        let strong = board.occupied() & !(board.kind(Kind::King) | rear | minor);
        let is_weak = match knights.count() {
            0 => !(bishops & DARK).any() || !(bishops & !DARK).any(),
            1 => !bishops.any(),
            _ => false,
        };
        !strong.any() && is_weak && !(minor.any() && rear.any())
    }

    fn attackers(&self, square: Square, occupied: u128, color: Color, _captures: usize) -> u128 {
        self.attackers_to(square, occupied, color)
    }

    fn without(&self, square: Square) -> Self {
        let mut next = *self;
        next.board.lift(square);
        next
    }

    #[inline]
    fn reach(&self, color: Color) -> Reach<u128> {
        self.all_attacks(color)
    }

    #[inline]
    fn for_each_own_input(&self, flips: [usize; 2], add: impl FnMut([usize; 2])) {
        self.plank_inputs(flips).for_each(add);
    }

    fn network() -> &'static Network {
        Lazy::force(&NETWORK)
    }
}
