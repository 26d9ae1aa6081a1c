//! Castling: all 84 castlings, and a test for every condition and consequence in the FIDE Laws of
//! Chess, article 3.8 (orthodox chess) and Guidelines II (Chess960). Conditions are tested for both
//! colors, and every list of legal moves is compared with `cozy-chess`.

mod conditions;
mod rights;
mod table;

use movegen::{Board, CastleSide, CastlingMode, Color, PieceType, Setup, Square};
use support::cozy::{cozy, cozy_moves};
use support::our_moves;

/// Reads a FEN and compares its legal moves with the oracle's.
#[track_caller]
fn board(fen: &str) -> Board {
    let board = support::board(fen);
    compare_moves(&board);
    board
}

fn compare_moves(board: &Board) {
    assert_eq!(our_moves(board), cozy_moves(&cozy(board)), "{board:#}");
}

/// Plays moves in UCI notation.
fn play(board: Board, moves: &str) -> Board {
    moves.split_whitespace().fold(board, |mut board, text| {
        let mv = board
            .parse_uci(text)
            .unwrap_or_else(|error| panic!("{error}"));
        board.make(mv);
        compare_moves(&board);
        board
    })
}

/// The FEN with the colors exchanged.
fn mirror(fen: &str) -> String {
    let setup: Setup = fen.parse().unwrap();
    let mirrored = setup.colors_exchanged();
    mirrored.fen(CastlingMode::Standard).to_string()
}

/// True if the side to move may castle; the result must be the same for both colors. The right must
/// exist, so that castling is never illegal for lack of it.
#[track_caller]
fn is_castling_legal(fen: &str, castling: &str) -> bool {
    let [white, black] = [fen, &mirror(fen)].map(|fen| {
        let board = board(fen);
        let side = if castling == "O-O" { SHORT } else { LONG };
        assert!(right(&board, board.side_to_move(), side), "{fen}");
        board.parse_uci(castling).is_ok()
    });
    assert_eq!(white, black, "{fen}");
    white
}

#[track_caller]
fn may(fen: &str, castling: &str) {
    assert!(
        is_castling_legal(fen, castling),
        "{castling} should be legal: {fen}"
    );
}

/// Checks that castling is illegal although the king is not in check.
#[track_caller]
fn may_not(fen: &str, castling: &str) {
    assert!(!board(fen).in_check(), "{fen}");
    assert!(
        !is_castling_legal(fen, castling),
        "{castling} should be illegal: {fen}"
    );
}

#[track_caller]
fn may_not_in_check(fen: &str, castling: &str) {
    assert!(board(fen).in_check(), "{fen}");
    assert!(
        !is_castling_legal(fen, castling),
        "{castling} should be illegal: {fen}"
    );
}

fn squares_of(board: &Board, color: Color, kind: PieceType) -> Vec<Square> {
    board.colored(color, kind).into_iter().collect()
}

/// True if the right to castle on a side exists, usable now or not.
fn right(board: &Board, color: Color, side: CastleSide) -> bool {
    board.castling().rook(color, side).is_some()
}

const LONG: CastleSide = CastleSide::Queen;
const SHORT: CastleSide = CastleSide::King;
