//! Pawns: where they stand, how they stand together, and those that will become queens.

use movegen::{Bitboard, PieceType, Rank, Side, Square};

use super::scan::{Scan, ahead, count, distance, fill, rank_of, widen};
use super::tapered::Tapered;

/// Everything about the pawns of one side.
#[inline(always)]
pub(super) fn pawns<S: Side>(scan: &Scan<'_>) -> Tapered {
    squares::<S>(scan) + structure::<S>(scan) + passed::<S>(scan)
}

#[inline(always)]
fn squares<S: Side>(scan: &Scan<'_>) -> Tapered {
    let pawns = scan.board.colored(S::COLOR, PieceType::Pawn);
    let weights = scan.weights;
    let squares = [&weights.pawn_squares, &weights.pawn_facing];
    let mut total = weights.material[PieceType::Pawn.index()] * count(pawns);
    for square in pawns {
        total += scan.placed(S::COLOR, square, squares);
    }
    total
}

/// Weak and strong formations, counted set by set.
#[inline(always)]
fn structure<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let weights = scan.weights;
    let pawns = scan.board.colored(us, PieceType::Pawn);
    let enemies = scan.board.colored(them, PieceType::Pawn);
    let attacks = scan.of(us).by[PieceType::Pawn.index()];
    let enemy_attacks = scan.of(them).by[PieceType::Pawn.index()];
    let files = fill(us, fill(them, pawns));
    let isolated = pawns - (files.east() | files.west());
    // A pawn whose next step is attacked and can never be protected by another pawn.
    let stops = (pawns.forward(us) & enemy_attacks) - fill(us, attacks);
    let backward = stops.forward(them) - isolated;
    let opposed = ahead(them, enemies);
    let doubled = pawns & ahead(us, pawns);
    let phalanx = pawns & (pawns.east() | pawns.west());
    let mut total = weights.isolated[0] * count(isolated - opposed)
        + weights.isolated[1] * count(isolated & opposed)
        + weights.backward[0] * count(backward - opposed)
        + weights.backward[1] * count(backward & opposed)
        + weights.doubled[0] * count(doubled)
        + weights.doubled[1] * count(doubled & isolated);
    for square in phalanx {
        total += weights.phalanx[rank_of(us, square)];
    }
    for square in pawns & attacks {
        total += weights.protected[rank_of(us, square)];
    }
    total
}

/// Pawns that no enemy pawn can stop, and those that may become so.
#[inline(always)]
fn passed<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let weights = scan.weights;
    let pawns = scan.board.colored(us, PieceType::Pawn);
    let enemies = scan.board.colored(them, PieceType::Pawn);
    let attacks = scan.of(us).by[PieceType::Pawn.index()];
    let enemy_attacks = scan.of(them).by[PieceType::Pawn.index()];
    let first = pawns - ahead(them, pawns);
    let free = first - ahead(them, enemies);
    let passed = first - ahead(them, widen(enemies));
    let contested = (enemy_attacks - attacks).forward(them);
    let mut total = Tapered::ZERO;
    for square in free - passed - contested {
        total += weights.candidate[rank_of(us, square)];
    }
    for square in passed {
        let rank = rank_of(us, square);
        total += weights.passed[rank];
        if attacks.contains(square) {
            total += weights.passed_protected[rank];
        }
        if rank >= Rank::Fourth.index() {
            total += advanced::<S>(scan, square, rank);
        }
    }
    total
}

/// A passed pawn on the fourth rank or further: kings and the way to the last rank.
fn advanced<S: Side>(scan: &Scan<'_>, square: Square, rank: usize) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let (board, weights) = (scan.board, scan.weights);
    let path = ahead(us, square.into());
    let stop = Bitboard::of(square).forward(us);
    let Some(stop_square) = stop.first() else {
        return Tapered::ZERO;
    };
    let steps = rank as i32 - 2;
    let mut total = weights.passed_own_king[distance(board.king(us), stop_square)] * steps
        + weights.passed_enemy_king[distance(board.king(them), stop_square)] * steps;
    let danger = (scan.of(them).all - scan.of(us).all) | board.colors(them);
    if board.occupied().intersects(stop) {
        total += weights.passed_blocked[rank];
    } else if !path.intersects(scan.of(them).all | board.occupied()) {
        total += weights.passed_free[rank];
    } else if !path.intersects(danger) {
        total += weights.passed_guarded[rank];
    }
    if (ahead(them, square.into()) & board.colored(us, PieceType::Rook)).any() {
        total += weights.rook_behind_passed[0];
    }
    if outruns::<S>(scan, path, rank) {
        total += weights.unstoppable[0];
    }
    total
}

/// The rule of the square: no enemy piece is left and the enemy king comes too late.
fn outruns<S: Side>(scan: &Scan<'_>, path: Bitboard, rank: usize) -> bool {
    let them = S::Opponent::COLOR;
    let board = scan.board;
    let men = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    if (board.colors(them) - men).any() || path.intersects(board.occupied()) {
        return false;
    }
    let last = path & Bitboard::rank(S::Opponent::COLOR.back_rank());
    let late = usize::from(board.side_to_move() == them);
    last.first()
        .is_some_and(|goal| distance(board.king(them), goal) > 7 - rank + late)
}
