//! The safety of kings: the pawns around them, and what the enemy's pieces can reach.

use movegen::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use movegen::{Bitboard, Color, File, PieceType, Rank, Side};

use super::scan::{Half, Scan, count, fill, widen};
use super::tapered::{Tapered, s};

/// Danger above this counts no further.
const MOST_DANGER: i32 = 1500;

/// What a danger costs: its square, so that attackers are worth more together than apart.
#[inline(always)]
pub(super) fn penalty(danger: Tapered) -> Tapered {
    let cost = |units: i32| {
        let units = units.clamp(0, MOST_DANGER);
        units * units / 1024
    };
    s(cost(danger.mg()), cost(danger.eg()))
}

/// For the king's file and its neighbours: the own pawn that shelters the king, and the enemy pawn
/// that comes to open the file.
#[inline(always)]
pub(super) fn shelter<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let (board, weights) = (scan.board, scan.weights);
    let king = board.king(us);
    let ahead = fill(us, Bitboard::rank(king.rank()));
    let own = board.colored(us, PieceType::Pawn) & ahead;
    let enemy = board.colored(them, PieceType::Pawn) & ahead;
    let centre = (king.file() as u8).clamp(1, 6);
    let mut total = Tapered::ZERO;
    for file in (centre - 1..=centre + 1).map(File::from_index) {
        let edge = file.index().min(7 - file.index());
        let shield = nearest(us, own & Bitboard::file(file));
        let storm = nearest(us, enemy & Bitboard::file(file));
        total += weights.shelter[edge * 8 + shield];
        total += if storm > 0 && storm == shield + 1 {
            weights.storm_blocked[storm]
        } else {
            weights.storm[edge * 8 + storm]
        };
    }
    total
}

/// The relative rank of the pawn nearest to `color`'s own side, 0 when there is none.
#[inline(always)]
fn nearest(color: Color, pawns: Bitboard) -> usize {
    let first = match color {
        Color::White => pawns.0.trailing_zeros(),
        Color::Black => pawns.0.leading_zeros(),
    };
    // An empty set has 64 zeros, which is rank 8.
    (first as usize / 8) & 7
}

/// How endangered the king of `S` is, before it is squared: attackers of its ring, squares nobody
/// guards, checks that are there to be given.
#[inline(always)]
pub(super) fn danger<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let (board, weights) = (scan.board, scan.weights);
    let (ours, theirs) = (scan.of(us), scan.of(them));
    let weak = weak_squares(ours, theirs);
    let pawn_hits = ours.ring & theirs.by[PieceType::Pawn.index()];
    let mut danger = ours.danger + weights.danger[0];
    if board.colored(them, PieceType::Queen).is_empty() {
        danger += weights.no_queen[0];
    }
    danger += weights.ring_hits[PieceType::Pawn.index()] * count(pawn_hits);
    danger += weights.weak_ring[0] * count(ours.ring & weak);
    danger += flank::<S>(scan);
    danger + checks::<S>(scan, weak)
}

/// Squares that are attacked and guarded by nothing but the king or the queen.
#[inline(always)]
fn weak_squares(ours: &Half, theirs: &Half) -> Bitboard {
    let guards = ours.by[PieceType::King.index()] | ours.by[PieceType::Queen.index()];
    (theirs.all - ours.twice) & (!ours.all | guards)
}

/// What is attacked and guarded on the king's three files, its own five ranks.
#[inline(always)]
fn flank<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let weights = scan.weights;
    let file = (scan.board.king(us).file() as u8).clamp(1, 6);
    let files = widen(Bitboard::file(File::from_index(file)));
    let far = fill(us, Bitboard::rank(Rank::Sixth.relative_to(us)));
    let camp = files - far;
    let (ours, theirs) = (scan.of(us), scan.of(them));
    weights.flank_attacks[0] * count(camp & theirs.all)
        + weights.flank_attacks[1] * count(camp & theirs.twice)
        + weights.flank_defence[0] * count(camp & ours.all)
}

#[inline(always)]
fn checks<S: Side>(scan: &Scan<'_>, weak: Bitboard) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let (board, weights) = (scan.board, scan.weights);
    let (ours, theirs) = (scan.of(us), scan.of(them));
    let king = board.king(us);
    let occupied = board.occupied() - board.colored(us, PieceType::Queen);
    let straight = rook_attacks(king, occupied);
    let diagonal = bishop_attacks(king, occupied);
    let safe = !board.colors(them) & (!ours.all | weak & theirs.twice);
    let mut total = Tapered::ZERO;
    for (kind, lines) in [
        (PieceType::Knight, knight_attacks(king)),
        (PieceType::Bishop, diagonal),
        (PieceType::Rook, straight),
        (PieceType::Queen, straight | diagonal),
    ] {
        let checks = lines & theirs.by[kind.index()];
        if (checks & safe).any() {
            total += weights.safe_checks[kind.index()];
        } else if (checks - board.colors(them)).any() {
            total += weights.unsafe_checks[kind.index()];
        }
    }
    total
}
