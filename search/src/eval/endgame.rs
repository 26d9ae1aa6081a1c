//! Endings where rules know better than a network, which sees too few of them to learn from: mates
//! against a bare king that the search alone would not find, and dead draws.

use movegen::{Bitboard, Board, Color, File, PieceType, Rank, Square};

use crate::score::Score;

/// The value to White in internal units where the rules have one.
#[inline]
pub(super) fn value(board: &Board) -> Option<Score> {
    let bare = |&color: &Color| board.colors(color).count() == 1;
    if let Some(weak) = Color::ALL.into_iter().find(bare) {
        return against_bare_king(board, weak);
    }
    // A minor piece each.
    let is_drawn = board.occupied().count() == 4
        && Color::ALL.into_iter().all(|color| worth(board, color) == 3);
    is_drawn.then_some(0)
}

/// A win when the pieces can force mate, a draw when neither they nor the pawns can get anywhere.
fn against_bare_king(board: &Board, weak: Color) -> Option<Score> {
    let pawns = board.colored(!weak, PieceType::Pawn);
    if can_mate(board, !weak) {
        let win = win(board, weak);
        Some(if weak == Color::Black { win } else { -win })
    } else {
        (pawns.is_empty() || only_wrong_bishop(board, !weak, pawns)).then_some(0)
    }
}

fn count(men: Bitboard) -> i32 {
    men.count() as i32
}

/// Steps of a king on an empty board.
fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as i32
}

/// The pieces of a side in pawns, as beginners learn to count them.
fn worth(board: &Board, color: Color) -> i32 {
    let pieces = |kind| count(board.colored(color, kind));
    3 * (pieces(PieceType::Knight) + pieces(PieceType::Bishop))
        + 5 * pieces(PieceType::Rook)
        + 9 * pieces(PieceType::Queen)
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

/// What it is worth that `weak` has a bare king and the other side can force mate with pieces:
/// drive the king to the edge, with bishop and knight to a corner of the bishop's colour.
fn win(board: &Board, weak: Color) -> Score {
    let king = board.king(weak);
    let apart = distance(king, board.king(!weak));
    let drive = match mating_corner(board, !weak) {
        Some(corners) => 75 * (7 - corner_distance(king, corners)),
        None => 50 * edge_closeness(king),
    };
    let material = 100 * (worth(board, !weak) + count(board.colored(!weak, PieceType::Pawn)));
    5000 + material + drive + 25 * (7 - apart)
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
