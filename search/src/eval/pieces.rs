//! Material, squares and mobility of the pieces, and what knights, bishops and rooks like.

use movegen::{Bitboard, CastleSide, Color, PieceType, Rank, Side};

use super::scan::{Scan, ahead, count, fill};
use super::tapered::Tapered;

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// All that is counted piece by piece, pawns left out, and the king's square.
#[inline(always)]
pub(super) fn pieces<S: Side>(scan: &mut Scan<'_>) -> Tapered {
    knights::<S>(scan)
        + bishops::<S>(scan)
        + rooks::<S>(scan)
        + queens::<S>(scan)
        + king_square::<S>(scan)
        + minors::<S>(scan)
        + bishop_pawns::<S>(scan)
        + rook_files::<S>(scan)
}

#[inline(always)]
pub(super) fn knights<S: Side>(scan: &mut Scan<'_>) -> Tapered {
    let weights = scan.weights;
    let squares = [&weights.knight_squares, &weights.knight_facing];
    each::<S>(scan, PieceType::Knight, squares, &weights.knight_mobility)
}

#[inline(always)]
pub(super) fn bishops<S: Side>(scan: &mut Scan<'_>) -> Tapered {
    let weights = scan.weights;
    let squares = [&weights.bishop_squares, &weights.bishop_facing];
    each::<S>(scan, PieceType::Bishop, squares, &weights.bishop_mobility)
}

#[inline(always)]
pub(super) fn rooks<S: Side>(scan: &mut Scan<'_>) -> Tapered {
    let weights = scan.weights;
    let squares = [&weights.rook_squares, &weights.rook_facing];
    each::<S>(scan, PieceType::Rook, squares, &weights.rook_mobility)
}

#[inline(always)]
pub(super) fn queens<S: Side>(scan: &mut Scan<'_>) -> Tapered {
    let weights = scan.weights;
    let squares = [&weights.queen_squares, &weights.queen_facing];
    each::<S>(scan, PieceType::Queen, squares, &weights.queen_mobility)
}

#[inline(always)]
fn each<S: Side>(
    scan: &mut Scan<'_>,
    kind: PieceType,
    squares: [&[Tapered; 64]; 2],
    mobility: &[Tapered],
) -> Tapered {
    let weights = scan.weights;
    let mut total = Tapered::ZERO;
    for square in scan.board.colored(S::COLOR, kind) {
        let attacks = scan.look(S::COLOR, kind, square);
        let moves = (attacks & scan.of(S::COLOR).area).count() as usize;
        total += weights.material[kind.index()];
        total += scan.placed(S::COLOR, square, squares);
        total += mobility[moves.min(mobility.len() - 1)];
        let target = &mut scan.halves[S::Opponent::COLOR.index()];
        let hits = attacks & target.ring;
        if hits.any() {
            target.danger += weights.ring_attackers[kind.index()];
            target.danger += weights.ring_hits[kind.index()] * count(hits);
        }
    }
    total
}

#[inline(always)]
pub(super) fn king_square<S: Side>(scan: &Scan<'_>) -> Tapered {
    let weights = scan.weights;
    let king = scan.board.king(S::COLOR);
    let place = scan.place(S::COLOR, S::COLOR, king);
    // Mirrored, the king is always on one of four files.
    let index = (place >> 3) * 4 + (place & 3);
    let rights = scan.board.castling();
    let castling = CastleSide::ALL
        .into_iter()
        .filter(|&side| rights.rook(S::COLOR, side).is_some())
        .count();
    let facing = scan.place(S::COLOR, S::Opponent::COLOR, king);
    weights.king_squares[index] + weights.king_facing[facing] + weights.castling[castling]
}

/// Knights and bishops: outposts that no enemy pawn can attack, and cover behind a pawn.
#[inline(always)]
pub(super) fn minors<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let (board, weights) = (scan.board, scan.weights);
    let knights = board.colored(us, PieceType::Knight);
    let bishops = board.colored(us, PieceType::Bishop);
    let pawn_attacks = scan.of(us).by[PieceType::Pawn.index()];
    let enemy_span = fill(them, scan.of(them).by[PieceType::Pawn.index()]);
    let outposts = outpost_ranks(us) & (pawn_attacks - enemy_span);
    let reachable = (outposts & scan.of(us).by[PieceType::Knight.index()]) - board.colors(us);
    let covered = board.pieces(PieceType::Pawn).forward(them);
    weights.knight_outpost[0] * count(knights & outposts)
        + weights.bishop_outpost[0] * count(bishops & outposts)
        + weights.reachable_outpost[0] * count(reachable)
        + weights.minor_behind_pawn[0] * count((knights | bishops) & covered)
}

fn outpost_ranks(color: Color) -> Bitboard {
    [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(Bitboard::EMPTY, |set, rank| {
            set | Bitboard::rank(rank.relative_to(color))
        })
}

/// The pair, own pawns on the bishop's colour, and the corner that Chess960 bishops start in.
#[inline(always)]
pub(super) fn bishop_pawns<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (board, weights) = (scan.board, scan.weights);
    let bishops = board.colored(S::COLOR, PieceType::Bishop);
    let pawns = board.colored(S::COLOR, PieceType::Pawn);
    let light = !Bitboard::DARK;
    let pair = bishops.intersects(Bitboard::DARK) && bishops.intersects(light);
    let same_color = count(bishops & Bitboard::DARK) * count(pawns & Bitboard::DARK)
        + count(bishops & light) * count(pawns & light);
    let mut total = weights.bishop_pair[0] * i32::from(pair) + weights.bishop_pawns[0] * same_color;
    if (bishops & CORNERS).any() {
        total += cornered::<S>(scan, bishops & CORNERS, pawns);
    }
    total
}

/// A bishop behind the own pawn of b2 or g2, which may be blocked in its turn.
fn cornered<S: Side>(scan: &Scan<'_>, bishops: Bitboard, pawns: Bitboard) -> Tapered {
    let them = S::Opponent::COLOR;
    let home = Bitboard::rank(S::COLOR.back_rank());
    let shut_by = |pawns: Bitboard| {
        let behind = pawns.forward(them);
        count(bishops & home & (behind.east() | behind.west()))
    };
    let blocked = pawns & scan.board.occupied().forward(them);
    scan.weights.cornered_bishop[0] * shut_by(pawns - blocked)
        + scan.weights.cornered_bishop[1] * shut_by(blocked)
}

/// Rooks on files without pawns, without own pawns, or behind a blocked own pawn.
#[inline(always)]
pub(super) fn rook_files<S: Side>(scan: &Scan<'_>) -> Tapered {
    let (us, them) = (S::COLOR, S::Opponent::COLOR);
    let (board, weights) = (scan.board, scan.weights);
    let rooks = board.colored(us, PieceType::Rook);
    let own = files(board.colored(us, PieceType::Pawn));
    let enemy = files(board.colored(them, PieceType::Pawn));
    let blocked = board.colored(us, PieceType::Pawn) & board.occupied().forward(them);
    weights.rook_open_file[0] * count(rooks - own - enemy)
        + weights.rook_half_open_file[0] * count((rooks - own) & enemy)
        + weights.rook_closed_file[0] * count(rooks & ahead(them, blocked))
}

fn files(set: Bitboard) -> Bitboard {
    fill(Color::White, fill(Color::Black, set))
}
