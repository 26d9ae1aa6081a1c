//! Known endings, too rare in training data for the network: mates against a bare king and queen
//! against rook, which search alone may not win, and dead draws. <https://www.chessprogramming.org/Endgame>

use movegen::{Bitboard, Board, Color, File, PieceType, Rank, Square};

use crate::params;
use crate::score::Score;

/// The score of a known ending for White, in internal units.
#[inline]
pub(super) fn value(board: &Board) -> Option<Score> {
    let bare = |&color: &Color| board.colors(color).count() == 1;
    if let Some(weak) = Color::ALL.into_iter().find(bare) {
        return against_bare_king(board, weak);
    }
    if board.occupied().count() != 4 {
        return None;
    }
    match Color::ALL.map(|color| material(board, color)) {
        // One minor piece each.
        [3, 3] => Some(0),
        [9, 5] => Some(queen_against_rook(board, Color::White)),
        [5, 9] => Some(-queen_against_rook(board, Color::Black)),
        _ => None,
    }
}

/// A win if the pieces can force mate, a draw if neither they nor the pawns can make progress.
fn against_bare_king(board: &Board, weak: Color) -> Option<Score> {
    let pawns = board.colored(!weak, PieceType::Pawn);
    if can_mate(board, !weak) {
        let win = win_score(board, weak);
        Some(if weak == Color::Black { win } else { -win })
    } else {
        (pawns.is_empty() || only_wrong_bishop(board, !weak, pawns)).then_some(0)
    }
}

fn count(pieces: Bitboard) -> i32 {
    pieces.count() as i32
}

/// King steps between two squares on an empty board (Chebyshev distance).
fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as i32
}

/// A side's material apart from its pawns, counted 3-3-5-9.
fn material(board: &Board, color: Color) -> i32 {
    let pieces = |kind| count(board.colored(color, kind));
    3 * (pieces(PieceType::Knight) + pieces(PieceType::Bishop))
        + 5 * pieces(PieceType::Rook)
        + 9 * pieces(PieceType::Queen)
}

/// Wrong bishop: pawns on one rook file, with no piece or only bishops that do not control the
/// promotion square, which the enemy king holds.
/// <https://www.chessprogramming.org/Wrong_Color_Bishop_and_Rook_Pawn>
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

/// The score of a forced mate against the bare king of `weak`. It grows as that king is driven to
/// the edge and, by bishop and knight, on to a corner of the bishop's color.
fn win_score(board: &Board, weak: Color) -> Score {
    let king = board.king(weak);
    let king_distance = distance(king, board.king(!weak));
    let drive = match mating_corner(board, !weak) {
        // Never positive, so that the search never prefers this ending, the hardest, to an easier win.
        Some(corners) => {
            -params::ending_corner() * corner_distance(king, corners)
                - params::ending_corner_edge() * (MAX_EDGE_CLOSENESS - edge_closeness(king))
        }
        None => params::ending_edge() * edge_closeness(king),
    };
    let material = params::ending_material()
        * (material(board, !weak) + count(board.colored(!weak, PieceType::Pawn)));
    params::ending_base() + material + drive + params::ending_kings() * (7 - king_distance)
}

/// The score of queen against rook for the side with the queen. The king is driven to the edge, where
/// it has to leave its rook. <https://www.chessprogramming.org/KQKR>
fn queen_against_rook(board: &Board, strong: Color) -> Score {
    let king = board.king(!strong);
    let rook = board.colored(!strong, PieceType::Rook).first();
    params::ending_queen_rook()
        + params::ending_edge() * edge_closeness(king)
        + params::ending_kings() * (7 - distance(king, board.king(strong)))
        + params::ending_rook() * rook.map_or(0, |rook| distance(king, rook))
}

/// True if the pieces of `color` can force mate against a bare king.
fn can_mate(board: &Board, color: Color) -> bool {
    let majors = board.colored(color, PieceType::Rook) | board.colored(color, PieceType::Queen);
    let bishops = board.colored(color, PieceType::Bishop);
    let knights = board.colored(color, PieceType::Knight);
    majors.any()
        || bishops.intersects(Bitboard::DARK) && bishops.intersects(!Bitboard::DARK)
        || bishops.any() && knights.any()
        || knights.count() > 2
}

/// True if one side has bishop and knight against a bare king.
pub(super) fn is_bishop_and_knight(board: &Board) -> bool {
    let has_both = |color| mating_corner(board, color).is_some();
    board.occupied().count() == 4 && Color::ALL.into_iter().any(has_both)
}

/// The corners where bishop and knight can force mate, if they are the only pieces.
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

/// The distance to the nearer corner, in files plus ranks.
fn corner_distance(king: Square, corners: [Square; 2]) -> i32 {
    let steps = |corner: Square| {
        let files = king.file().index().abs_diff(corner.file().index());
        let ranks = king.rank().index().abs_diff(corner.rank().index());
        // Manhattan distance, because the king must also be driven along the edge.
        (files + ranks) as i32
    };
    steps(corners[0]).min(steps(corners[1]))
}

/// The value of [`edge_closeness`] in a corner.
const MAX_EDGE_CLOSENESS: i32 = 6;

/// The distance from the center: 0 in the center, 6 in a corner.
fn edge_closeness(king: Square) -> i32 {
    let out = |index: usize| 3 - index.min(7 - index) as i32;
    out(king.file().index()) + out(king.rank().index())
}
