//! Legal move generation, and counting legal moves without a list.
//!
//! The board already holds checkers, pins and threats, so every generated move is legal. Only en
//! passant captures, which remove two pawns from one rank, are tested individually.

use super::Board;
use super::core::{CheckInfo, Core};
use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, queen_attacks, rook_attacks,
    setwise,
};
use crate::bitboard::Bitboard;
use crate::castling::{CastlePath, CastleSide};
use crate::moves::{Move, MoveKind, MoveList, MoveSink};
use crate::types::{Black, Color, ConstColor, PieceType, Rank, Square, White};

/// A subset of the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFilter {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Noisy,
    /// All moves that are not noisy, including castling.
    Quiet,
}

impl Board {
    /// The legal moves.
    ///
    /// ```
    /// use movegen::Board;
    ///
    /// assert_eq!(Board::default().legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(MoveFilter::All, &mut list);
        list
    }

    /// Appends a subset of the legal moves to `list`. [`MoveFilter::Noisy`] and
    /// [`MoveFilter::Quiet`] together give [`MoveFilter::All`].
    ///
    /// # Panics
    /// If the list has too little room. An empty one always has enough; any other needs room for 32
    /// moves more than are appended.
    ///
    /// ```
    /// use movegen::{Board, MoveFilter, MoveList};
    ///
    /// let board: Board = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let mut captures = MoveList::new();
    /// board.generate(MoveFilter::Noisy, &mut captures);
    /// assert_eq!(captures.as_slice(), [board.parse_uci("e4d5")?]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn generate(&self, filter: MoveFilter, list: &mut MoveList) {
        match (self.side_to_move, filter) {
            (Color::White, MoveFilter::All) => self.generate_as::<White, true, true>(list),
            (Color::White, MoveFilter::Noisy) => self.generate_as::<White, true, false>(list),
            (Color::White, MoveFilter::Quiet) => self.generate_as::<White, false, true>(list),
            (Color::Black, MoveFilter::All) => self.generate_as::<Black, true, true>(list),
            (Color::Black, MoveFilter::Noisy) => self.generate_as::<Black, true, false>(list),
            (Color::Black, MoveFilter::Quiet) => self.generate_as::<Black, false, true>(list),
        }
    }

    /// The number of legal moves, counted without building a list.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        match self.side_to_move {
            Color::White => self.core.count_moves::<White>(&self.checks),
            Color::Black => self.core.count_moves::<Black>(&self.checks),
        }
    }

    /// True if the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_moves() != 0
    }

    /// [`generate`](Self::generate) with the side and subset known at compile time.
    #[inline(always)]
    fn generate_as<S: ConstColor, const NOISY: bool, const QUIET: bool>(
        &self,
        list: &mut MoveList,
    ) {
        self.core.generate::<S, NOISY, QUIET>(&self.checks, list);
    }
}

impl Core {
    /// Sends the legal moves of the subset to `sink`.
    #[inline(always)]
    pub(super) fn generate<S: ConstColor, const NOISY: bool, const QUIET: bool>(
        &self,
        checks: &CheckInfo,
        sink: &mut impl MoveSink,
    ) {
        let us = S::COLOR;
        let theirs = self.colors[(!us).index()];
        let occupied = self.occupied();
        let mut wanted = Bitboard::EMPTY;
        if NOISY {
            wanted |= theirs;
        }
        if QUIET {
            wanted |= !occupied;
        }
        let king = self.king(us);
        // Only a list of all moves mixes captures with others.
        let captures = match (NOISY, QUIET) {
            (true, true) => theirs,
            (true, false) => Bitboard::ALL,
            (false, _) => Bitboard::EMPTY,
        };

        let safe = wanted - checks.threats;
        sink.piece(PieceType::King, king, king_attacks(king) & safe, captures);
        if checks.checkers.more_than_one() {
            return;
        }
        let targets = wanted & self.check_mask::<S>(checks);
        let allowed = |from| {
            if checks.pinned.contains(from) {
                targets & line(king, from)
            } else {
                targets
            }
        };
        // A pinned knight has no move: none of its targets lies on the line to the king.
        for from in self.colored(us, PieceType::Knight) - checks.pinned {
            let reach = knight_attacks(from);
            sink.piece(PieceType::Knight, from, reach & targets, captures);
        }
        for from in self.colored(us, PieceType::Bishop) {
            let reach = bishop_attacks(from, occupied);
            sink.piece(PieceType::Bishop, from, reach & allowed(from), captures);
        }
        for from in self.colored(us, PieceType::Rook) {
            let reach = rook_attacks(from, occupied);
            sink.piece(PieceType::Rook, from, reach & allowed(from), captures);
        }
        for from in self.colored(us, PieceType::Queen) {
            let reach = queen_attacks(from, occupied);
            sink.piece(PieceType::Queen, from, reach & allowed(from), captures);
        }
        self.generate_pawns::<S, NOISY, QUIET>(checks, sink);
        if QUIET && checks.checkers.is_empty() {
            for side in CastleSide::ALL {
                if let Some(path) = self.legal_castle(checks, us, side) {
                    let mv = Move::new(path.king_from, path.rook_from, MoveKind::CASTLE);
                    sink.single(PieceType::King, mv);
                }
            }
        }
    }

    /// Sends the legal pawn moves of the subset to `sink`.
    #[inline(always)]
    fn generate_pawns<S: ConstColor, const NOISY: bool, const QUIET: bool>(
        &self,
        checks: &CheckInfo,
        sink: &mut impl MoveSink,
    ) {
        let us = S::COLOR;
        let pawns = self.pawn_moves::<S>(checks);
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));
        let [north, west, east] = match us {
            Color::White => [8, 7, 9],
            Color::Black => [-8, -9, -7],
        };
        let from = |to: Square, step: i8| Square::from_index((to.index() as i8 - step) as u8);
        for (targets, step, is_capture) in [
            (pawns.single, north, false),
            (pawns.west, west, true),
            (pawns.east, east, true),
        ] {
            if NOISY {
                for to in targets & last {
                    for kind in PieceType::PROMOTIONS {
                        let kind = MoveKind::promotion(kind, is_capture);
                        let mv = Move::new(from(to, step), to, kind);
                        sink.single(PieceType::Pawn, mv);
                    }
                }
            }
            let (is_wanted, move_kind) = if is_capture {
                (NOISY, MoveKind::CAPTURE)
            } else {
                (QUIET, MoveKind::QUIET)
            };
            if is_wanted {
                sink.pawns(step, targets - last, move_kind);
            }
        }
        if QUIET {
            sink.pawns(2 * north, pawns.double, MoveKind::DOUBLE_PUSH);
        }
        if NOISY && let Some(to) = self.en_passant {
            for from in self.en_passant_capturers(us, to) {
                sink.single(PieceType::Pawn, Move::new(from, to, MoveKind::EN_PASSANT));
            }
        }
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(super) fn count_moves<S: ConstColor>(&self, checks: &CheckInfo) -> u32 {
        if checks.are_none() {
            // By far the most common case, compiled without the code for checks and pins.
            let threats = checks.threats;
            self.sum_moves::<S>(&CheckInfo {
                threats,
                ..CheckInfo::NONE
            })
        } else {
            self.count_restricted_moves::<S>(checks)
        }
    }

    #[inline(never)]
    fn count_restricted_moves<S: ConstColor>(&self, checks: &CheckInfo) -> u32 {
        self.sum_moves::<S>(checks)
    }

    /// The number of legal moves as a sum of the sizes of target sets.
    #[inline(always)]
    fn sum_moves<S: ConstColor>(&self, checks: &CheckInfo) -> u32 {
        let us = S::COLOR;
        let own = self.colors[us.index()];
        let king = self.king(us);
        let mut count = (king_attacks(king) - own - checks.threats).count();
        if checks.checkers.more_than_one() {
            return count;
        }
        let targets = self.check_mask::<S>(checks) - own;
        let rays = setwise::Rays::from(king);
        let pieces = self.knights_and_sliders(us);
        count += setwise::count_moves(pieces, !self.occupied(), targets, rays, checks.pinned);

        let pawns = self.pawn_moves::<S>(checks);
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));
        count += pawns.double.count();
        count += pawns.single.count() + pawns.west.count() + pawns.east.count();
        if self
            .colored(us, PieceType::Pawn)
            .intersects(Bitboard::rank(Rank::Seventh.relative_to(us)))
        {
            // A pawn that reaches the last rank has four moves instead of one.
            for targets in [pawns.single, pawns.west, pawns.east] {
                count += 3 * (targets & last).count();
            }
        }
        if let Some(to) = self.en_passant {
            count += self.en_passant_capturers(us, to).count();
        }
        if checks.checkers.is_empty() {
            for side in CastleSide::ALL {
                count += u32::from(self.legal_castle(checks, us, side).is_some());
            }
        }
        count
    }

    /// The target squares that resolve a single check: all squares if there is no check.
    #[inline(always)]
    pub(super) fn check_mask<S: ConstColor>(&self, checks: &CheckInfo) -> Bitboard {
        match checks.checkers.first() {
            Some(checker) => between(self.king(S::COLOR), checker) | checker.into(),
            None => Bitboard::ALL,
        }
    }

    /// The target squares of the pawns' legal moves, as sets.
    #[inline(always)]
    fn pawn_moves<S: ConstColor>(&self, checks: &CheckInfo) -> PawnMoves {
        let us = S::COLOR;
        let pawns = self.colored(us, PieceType::Pawn);
        let empty = !self.occupied();
        let mask = self.check_mask::<S>(checks);
        let captures = self.colors[(!us).index()] & mask;
        let rays = setwise::Rays::from(self.king(us));
        // The axis of a pawn's captures depends on its color; a pinned pawn stays on the pin axis.
        let (west_axis, east_axis) = match us {
            Color::White => (setwise::ANTI_DIAGONAL, setwise::DIAGONAL),
            Color::Black => (setwise::DIAGONAL, setwise::ANTI_DIAGONAL),
        };
        let free = |axis| pawns & (!checks.pinned | rays.axis(axis));

        let single = free(setwise::FILE).forward(us) & empty;
        let third = Bitboard::rank(Rank::Third.relative_to(us));
        PawnMoves {
            single: single & mask,
            double: (single & third).forward(us) & empty & mask,
            west: free(west_axis).forward(us).west() & captures,
            east: free(east_axis).forward(us).east() & captures,
        }
    }

    /// The path of king and rook if `us`, to move and not in check, may castle on `side`.
    ///
    /// The king's path must be safe with king and rook lifted. The threats already have the king
    /// lifted, and lifting the rook opens an attack along the rank exactly when the rook is pinned,
    /// so it is enough to test the path against the threats and the rook for a pin.
    #[inline(always)]
    pub(super) fn legal_castle(
        &self,
        checks: &CheckInfo,
        us: Color,
        side: CastleSide,
    ) -> Option<CastlePath> {
        let rook = Square::new(self.castling.rook(us, side)?, us.back_rank());
        let path = CastlePath::new(self.king(us), rook, side, us.back_rank());
        let king_path = between(path.king_from, path.king_to) | path.king_to.into();
        let rook_path = between(path.rook_from, path.rook_to) | path.rook_to.into();
        let others = self.occupied() ^ path.king_from.into() ^ path.rook_from.into();
        let legal = !others.intersects(king_path | rook_path)
            && !checks.threats.intersects(king_path)
            && !checks.pinned.contains(path.rook_from);
        legal.then_some(path)
    }
}

/// The target squares of pawn moves, promotions included, en passant excluded.
struct PawnMoves {
    single: Bitboard,
    double: Bitboard,
    /// Captures toward the a-file.
    west: Bitboard,
    /// Captures toward the h-file.
    east: Bitboard,
}
