//! What is attacked and not well guarded, and who controls the ground.

use movegen::attacks::pawn_set_attacks;
use movegen::{Bitboard, Color, File, PieceType, Rank, Side};

use super::scan::{Scan, ahead, count};
use super::tapered::Tapered;

/// The threats of `S` against the other side's men, and its hold on the board.
#[inline(always)]
pub(super) fn threats<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let (board, weights) = (scan.board, scan.weights);
    let (ours, theirs) = (scan.of(us), scan.of(them));
    let enemies = board.colors(them);
    let pieces = enemies - board.pieces(PieceType::Pawn);
    // Trading on these squares does not pay.
    let strong = theirs.by[PieceType::Pawn.index()] | (theirs.twice - ours.twice);
    let weak = enemies & (ours.all - strong);
    let minors = ours.by[PieceType::Knight.index()] | ours.by[PieceType::Bishop.index()];
    let rooks = ours.by[PieceType::Rook.index()];
    let king = ours.by[PieceType::King.index()];
    let hanging = weak & (!theirs.all | pieces & ours.twice);
    let restricted = theirs.all & (ours.all - strong);
    of_kinds(scan, (weak | pieces) & minors, &weights.minor_threats)
        + of_kinds(scan, weak & rooks, &weights.rook_threats)
        + weights.king_threat[0] * count(weak & king)
        + weights.hanging[0] * count(hanging)
        + weights.restricted[0] * count(restricted)
        + pawn_threats::<S>(scan, pieces)
        + space::<S>(scan)
}

/// The sum of a table's weights for the kinds of men on some squares.
#[inline(always)]
fn of_kinds(scan: &Scan<'_>, squares: Bitboard, table: &[Tapered; 6]) -> Tapered {
    squares
        .into_iter()
        .filter_map(|square| scan.board.piece_on(square))
        .fold(Tapered::ZERO, |sum, piece| {
            sum + table[piece.kind().index()]
        })
}

/// Pieces attacked by safe pawns, now or after a step.
#[inline(always)]
fn pawn_threats<S: Side>(scan: &Scan<'_>, pieces: Bitboard) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let (board, weights) = (scan.board, scan.weights);
    let (ours, theirs) = (scan.of(us), scan.of(them));
    let pawns = board.colored(us, PieceType::Pawn);
    let safe = ours.all | !theirs.all;
    let attacked = pawn_set_attacks(us, pawns & safe) & pieces;
    let empty = !board.occupied();
    let once = pawns.forward(us) & empty;
    let third = Bitboard::rank(Rank::Third.relative_to(us));
    let steps = once | (once & third).forward(us) & empty;
    let safe_steps = steps & (safe - theirs.by[PieceType::Pawn.index()]);
    let pushes = pawn_set_attacks(us, safe_steps) & (pieces - attacked);
    of_kinds(scan, attacked, &weights.pawn_threats) + weights.push_threat[0] * count(pushes)
}

/// Safe squares behind the own pawns of the central files.
#[inline(always)]
fn space<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let pawns = scan.board.colored(us, PieceType::Pawn);
    let safe = ground(us) - pawns - scan.of(them).by[PieceType::Pawn.index()];
    let behind = safe & ahead(them, pawns);
    scan.weights.space[0] * count(safe) + scan.weights.space[1] * count(behind - scan.of(them).all)
}

/// The four central files on a side's second to fourth rank.
fn ground(color: Color) -> Bitboard {
    let files = [File::C, File::D, File::E, File::F]
        .into_iter()
        .fold(Bitboard::EMPTY, |set, file| set | Bitboard::file(file));
    let ranks = [Rank::Second, Rank::Third, Rank::Fourth]
        .into_iter()
        .fold(Bitboard::EMPTY, |set, rank| {
            set | Bitboard::rank(rank.relative_to(color))
        });
    files & ranks
}
