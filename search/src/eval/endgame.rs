//! What sums of weights get wrong: endings that are drawn in spite of extra material, and mates
//! against a bare king that the search alone would not find.

use movegen::{Bitboard, Board, Color, File, PieceType, Rank, Square};

use super::scan::{count, distance};

/// The scale of an ending that is worth what it seems to be.
pub const FULL_SCALE: i32 = 128;

/// How much of an endgame advantage `strong` can use, of 128; 0 for a dead draw.
pub fn scale(board: &Board, strong: Color) -> i32 {
    let pawns = board.colored(strong, PieceType::Pawn);
    if pawns.is_empty() {
        return pawnless(board, strong);
    }
    if only_wrong_bishop(board, strong, pawns) {
        return 0;
    }
    let base = if opposite_bishops(board) {
        let others = board.pieces(PieceType::Knight)
            | board.pieces(PieceType::Rook)
            | board.pieces(PieceType::Queen);
        (if others.is_empty() { 32 } else { 80 }) + 6 * count(pawns)
    } else {
        // Every pawn exchanged brings the defender nearer to a draw.
        96 + 8 * count(pawns)
    };
    base.min(FULL_SCALE)
}

/// Without pawns, a lead of one minor piece does not win.
fn pawnless(board: &Board, strong: Color) -> i32 {
    let lead = worth(board, strong) - worth(board, !strong);
    let knights = board.colored(strong, PieceType::Knight);
    let bare = board.colors(!strong).count() == 1;
    let two_knights = bare && board.colors(strong) == knights | board.king(strong).into();
    if two_knights && knights.count() == 2 || lead <= 3 && worth(board, strong) <= 3 {
        0
    } else if lead <= 3 {
        20
    } else {
        FULL_SCALE
    }
}

/// The pieces of a side in pawns, as beginners learn to count them.
fn worth(board: &Board, color: Color) -> i32 {
    let pieces = |kind| count(board.colored(color, kind));
    3 * (pieces(PieceType::Knight) + pieces(PieceType::Bishop))
        + 5 * pieces(PieceType::Rook)
        + 9 * pieces(PieceType::Queen)
}

/// True when each side has one bishop and they never meet.
fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(PieceType::Bishop);
    bishops.count() == 2
        && (bishops & Bitboard::DARK).count() == 1
        && (bishops & board.colors(Color::White)).count() == 1
}

/// Pawns of a rook's file and no piece, or only bishops that do not guard the promotion square,
/// while the enemy king holds it.
fn only_wrong_bishop(board: &Board, strong: Color, pawns: Bitboard) -> bool {
    let bishops = board.colored(strong, PieceType::Bishop);
    if board.colors(strong) != pawns | bishops | board.king(strong).into() {
        return false;
    }
    let rank = (!strong).back_rank();
    let holds = |file| {
        let goal = Square::new(file, rank);
        let wrong = if Bitboard::DARK.contains(goal) {
            !Bitboard::DARK
        } else {
            Bitboard::DARK
        };
        (pawns - Bitboard::file(file)).is_empty()
            && (bishops - wrong).is_empty()
            && distance(board.king(!strong), goal) <= 1
    };
    holds(File::A) || holds(File::H)
}

/// The value to White when one side has a bare king and the other can force mate with pieces:
/// drive the king to the edge, with bishop and knight to a corner of the bishop's colour.
pub(super) fn known_win(board: &Board) -> Option<i32> {
    let weak = Color::ALL
        .into_iter()
        .find(|&color| board.colors(color).count() == 1)?;
    if !can_mate(board, !weak) {
        return None;
    }
    let king = board.king(weak);
    let apart = distance(king, board.king(!weak)) as i32;
    let drive = match mating_corner(board, !weak) {
        Some(corners) => 30 * (7 - corner_distance(king, corners)),
        None => 20 * edge_closeness(king),
    };
    let material = 100 * (worth(board, !weak) + count(board.colored(!weak, PieceType::Pawn)));
    let value = 2000 + material + drive + 10 * (7 - apart);
    Some(if weak == Color::Black { value } else { -value })
}

fn can_mate(board: &Board, color: Color) -> bool {
    let majors = board.orthogonal_sliders(color);
    let bishops = board.colored(color, PieceType::Bishop);
    let knights = board.colored(color, PieceType::Knight);
    majors.any()
        || bishops.intersects(Bitboard::DARK) && bishops.intersects(!Bitboard::DARK)
        || bishops.any() && knights.any()
        || knights.count() > 2
}

/// The corners where the last two minor pieces mate, when one is a bishop and one a knight.
fn mating_corner(board: &Board, color: Color) -> Option<[Square; 2]> {
    let bishop = board.colored(color, PieceType::Bishop);
    let pieces = bishop | board.colored(color, PieceType::Knight) | board.king(color).into();
    if board.colors(color) != pieces || pieces.count() != 3 || bishop.count() != 1 {
        return None;
    }
    let dark = bishop.intersects(Bitboard::DARK);
    let (near, far) = if dark {
        (File::A, File::H)
    } else {
        (File::H, File::A)
    };
    Some([
        Square::new(near, Rank::First),
        Square::new(far, Rank::Eighth),
    ])
}

fn corner_distance(king: Square, corners: [Square; 2]) -> i32 {
    let steps = |corner: Square| {
        let files = king.file().index().abs_diff(corner.file().index());
        let ranks = king.rank().index().abs_diff(corner.rank().index());
        // Both count: the king has to go along the edge, too.
        (files + ranks) as i32
    };
    steps(corners[0]).min(steps(corners[1]))
}

/// 0 in the centre to 6 in a corner.
fn edge_closeness(king: Square) -> i32 {
    let out = |index: usize| 3 - index.min(7 - index) as i32;
    out(king.file().index()) + out(king.rank().index())
}
