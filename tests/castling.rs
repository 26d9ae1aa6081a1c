//! Castling: the 84 ways to do it, and a test for every condition and consequence in the FIDE Laws
//! of Chess, article 3.8 (orthodox chess) and Guidelines II (Chess960). Each position is tried for
//! both colors, and every list of legal moves is compared with that of `cozy-chess`.

mod common;

use common::cozy_oracle::{cozy, cozy_moves};
use common::{data_lines, our_moves};
use movegen::chess960::ORTHODOX;
use movegen::{Board, CastleSide, Color, File, Move, Piece, PieceType, Rank, Setup, Square};

const TABLE: &str = include_str!("data/castling.txt");

/// Reads a FEN and compares its legal moves with the oracle's.
#[track_caller]
fn board(fen: &str) -> Board {
    let board = common::board(fen);
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
    let mut fields = fen.split(' ');
    let mut field = || fields.next().unwrap();
    let placement: Vec<_> = field().split('/').rev().collect();
    let side = if field() == "w" { "b" } else { "w" };
    let swapped: String = format!("{} {}", placement.join("/"), field())
        .chars()
        .map(|letter| match letter {
            'A'..='Z' => letter.to_ascii_lowercase(),
            _ => letter.to_ascii_uppercase(),
        })
        .collect();
    let (placement, rights) = swapped.split_once(' ').unwrap();
    format!("{placement} {side} {rights} - 0 1")
}

/// True if the side to move may castle, which must be the same for both colors. It must have the
/// right, so that castling is never illegal for lack of it.
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

/// Castling is illegal although the king is not in check.
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

/// The squares of king and rook before and after castling.
struct Case {
    color: Color,
    king: Square,
    rook: Square,
    king_after: Square,
    rook_after: Square,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for line in data_lines(TABLE) {
        let mut fields = line.split(';').map(|field| {
            let squares = field
                .split_whitespace()
                .map(|square| square.parse().unwrap());
            squares.collect::<Vec<Square>>()
        });
        let (king, rooks) = (fields.next().unwrap()[0], fields.next().unwrap());
        let after = fields.next().unwrap();
        let color = match king.rank() {
            Rank::First => Color::White,
            _ => Color::Black,
        };
        cases.extend(rooks.into_iter().map(|rook| Case {
            color,
            king,
            rook,
            king_after: after[0],
            rook_after: after[1],
        }));
    }
    cases
}

impl Case {
    fn side(&self) -> CastleSide {
        CastleSide::of(self.king, self.rook)
    }

    /// A board with king, rook and a row of pawns, and the other king out of reach.
    fn board(&self) -> Board {
        let mut setup = Setup::EMPTY;
        let mut put = |square: Square, color, kind| {
            setup.pieces[square.index()] = Some(Piece::new(color, kind));
        };
        for file in File::ALL {
            let rank = Rank::Second.relative_to(self.color);
            put(Square::new(file, rank), self.color, PieceType::Pawn);
        }
        put(self.king, self.color, PieceType::King);
        put(self.rook, self.color, PieceType::Rook);
        let far = Square::new(File::E, Rank::Sixth.relative_to(self.color));
        put(far, !self.color, PieceType::King);
        setup.side_to_move = self.color;
        setup
            .castling
            .set(self.color, self.side(), Some(self.rook.file()));
        Board::try_from(&setup).unwrap()
    }

    fn mv(&self, board: &Board) -> Move {
        board
            .parse_uci(&format!("{}{}", self.king, self.rook))
            .unwrap()
    }
}

#[test]
fn all_84_castlings_end_on_the_tabulated_squares() {
    let cases = cases();
    assert_eq!(cases.len(), 84);
    assert_eq!(
        cases
            .iter()
            .filter(|case| case.color == Color::White)
            .count(),
        42
    );
    for case in cases {
        let before = case.board();
        compare_moves(&before);
        let mv = case.mv(&before);
        assert!(mv.is_castle() && !mv.is_capture() && !mv.is_noisy());
        let mut after = before;
        after.make(mv);
        assert_eq!(
            squares_of(&after, case.color, PieceType::King),
            [case.king_after]
        );
        assert_eq!(
            squares_of(&after, case.color, PieceType::Rook),
            [case.rook_after]
        );
        assert_eq!(after.occupied().count(), before.occupied().count());
        assert_eq!(
            after.pieces(PieceType::Pawn),
            before.pieces(PieceType::Pawn)
        );
        assert!(after.castling().is_empty());
        assert_eq!(after.halfmove_clock(), 1);
        // The board equals one set up from its FEN, keys included.
        assert_eq!(format!("{after:#}").parse(), Ok(after));
    }
}

#[test]
fn all_84_castlings_match_cozy_chess() {
    for case in cases() {
        let mut board = case.board();
        let mut oracle = cozy(&board);
        board.make(case.mv(&board));
        oracle.play(format!("{}{}", case.king, case.rook).parse().unwrap());
        assert_eq!(format!("{board:#}"), format!("{oracle:#}"));
    }
}

#[test]
fn castling_text_finds_each_of_the_84() {
    for case in cases() {
        let board = case.board();
        let text = if case.side() == LONG { "0-0-0" } else { "0-0" };
        assert_eq!(board.parse_uci(text), Ok(case.mv(&board)));
    }
}

/// Double-move, transposition, king-move-only and rook-move-only castling (Guidelines II).
#[test]
fn castlings_are_of_four_kinds() {
    let (mut double, mut transposition, mut king_only, mut rook_only) = (0, 0, 0, 0);
    for case in cases() {
        match (case.king == case.king_after, case.rook == case.rook_after) {
            (true, false) => rook_only += 1,
            (false, true) => king_only += 1,
            (false, false) if case.king == case.rook_after && case.rook == case.king_after => {
                transposition += 1;
            }
            (false, false) => double += 1,
            (true, true) => panic!("neither king nor rook moves"),
        }
    }
    assert_eq!(
        [double, transposition, king_only, rook_only],
        [60, 4, 14, 6]
    );
}

#[test]
fn castling_may_exchange_king_and_rook() {
    let board = board("4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
    assert_eq!(
        play(board, "O-O").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let board = self::board("4k3/8/8/8/8/8/8/2RK4 w Q - 0 1");
    assert_eq!(
        play(board, "O-O-O").to_string(),
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    );
}

#[test]
fn castling_may_move_only_the_king() {
    let board = board("k7/8/8/8/8/8/8/1K3R2 w K - 0 1");
    assert_eq!(
        play(board, "O-O").to_string(),
        "k7/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let board = self::board("k7/8/8/8/8/8/8/3R2K1 w Q - 0 1");
    assert_eq!(
        play(board, "O-O-O").to_string(),
        "k7/8/8/8/8/8/8/2KR4 b - - 1 1"
    );
}

#[test]
fn castling_may_move_only_the_rook() {
    let board = board("4k3/8/8/8/8/8/8/6KR w K - 0 1");
    assert_eq!(
        play(board, "O-O").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let board = self::board("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1");
    assert_eq!(
        play(board, "O-O-O").to_string(),
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    );
}

/// Neither the king nor the rook captures on its target square.
#[test]
fn castling_captures_nothing() {
    may_not("4k3/8/8/8/8/8/8/4K1nR w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/2n2RK1 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/4Kb1R w K - 0 1", "O-O");
    // King and rook end beyond both of their squares.
    may_not("4k3/8/8/8/8/8/8/1KR2b2 w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/RK1n4 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/RKn5 w Q - 0 1", "O-O-O");
}

#[test]
fn castling_is_blocked_by_own_pieces() {
    may_not("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/1K1B3R w K - 0 1", "O-O");
}

#[test]
fn castling_is_blocked_by_enemy_pieces() {
    may_not("4k3/8/8/8/8/8/8/4K1nR w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/R1b1K3 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/1K1b3R w K - 0 1", "O-O");
}

/// The squares up to the king's target must be vacant, except for king and rook.
#[test]
fn castling_needs_a_vacant_king_path() {
    may("4k3/8/8/8/8/8/8/1KR5 w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/1KRN4 w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/1KR1N3 w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/1KR3N1 w K - 0 1", "O-O");
    may("4k3/8/8/8/8/8/8/1KR4N w K - 0 1", "O-O");
    may_not("4k3/8/8/8/8/8/8/2N2RK1 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/NN3RK1 w Q - 0 1", "O-O-O");
}

/// The squares up to the rook's target must be vacant, except for king and rook.
#[test]
fn castling_needs_a_vacant_rook_path() {
    may("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/RK1N4 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/RKN5 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/RK2N3 w Q - 0 1", "O-O-O");
    // The king stays on c1; the rook crosses b1.
    may_not("4k3/8/8/8/8/8/8/RNK5 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/R1KN4 w Q - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/5NKR w K - 0 1", "O-O");
}

/// The king's square must not be attacked.
#[test]
fn castling_out_of_check_is_illegal() {
    may_not_in_check("k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    may_not_in_check("7k/8/8/8/8/3n4/8/R3K3 w Q - 0 1", "O-O-O");
    may_not_in_check("7k/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "O-O-O");
    // Not even if the king stays on its square or steps out of the line.
    may_not_in_check("k5r1/8/8/8/8/8/8/6KR w K - 0 1", "O-O");
    may_not_in_check("2r4k/8/8/8/8/8/8/R1K5 w Q - 0 1", "O-O-O");
    may_not_in_check("k4r2/8/8/8/8/8/8/5KR1 w K - 0 1", "O-O");
}

/// The king's target square must not be attacked.
#[test]
fn castling_into_check_is_illegal() {
    may_not("k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    may_not("2r4k/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    may_not("k7/8/8/8/8/8/7p/4K2R w K - 0 1", "O-O");
    may_not("8/8/8/8/8/8/7k/4KR2 w K - 0 1", "O-O");
    may_not("7k/8/8/8/8/8/1p6/R3K3 w Q - 0 1", "O-O-O");
}

/// The squares the king crosses must not be attacked.
#[test]
fn castling_through_check_is_illegal() {
    may_not("k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    may_not("3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    for attacked in ["2r5", "3r4", "4r3", "5r2", "6r1"] {
        may_not(&format!("{attacked}/k7/8/8/8/8/8/1K5R w K - 0 1"), "O-O");
    }
    may("7r/k7/8/8/8/8/8/1K5R w K - 0 1", "O-O");
    may("r7/2k5/8/8/8/8/8/1K5R w K - 0 1", "O-O");
}

/// The rook's square is on the king's path like any other.
#[test]
fn castling_across_the_attacked_rook_is_illegal() {
    may_not("k4r2/8/8/8/8/8/8/1K3R2 w K - 0 1", "O-O");
    may_not("k1r5/8/8/8/8/8/8/1KR5 w K - 0 1", "O-O");
    may_not("k2r4/8/8/8/8/8/8/3R2K1 w Q - 0 1", "O-O-O");
    may_not("k5r1/8/8/8/8/8/8/5KR1 w K - 0 1", "O-O");
}

/// Squares off the king's path may be attacked, the rook's own included.
#[test]
fn castling_with_an_attacked_rook_is_legal() {
    may("4k3/1b6/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    may("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    may("k6r/8/8/8/8/8/8/6KR w K - 0 1", "O-O");
}

#[test]
fn castling_rook_may_cross_and_reach_attacked_squares() {
    may("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O");
    // The rook's target may be attacked if the king does not cross it.
    may("3r3k/8/8/8/8/8/8/R1K5 w Q - 0 1", "O-O-O");
    may("k4r2/8/8/8/8/8/8/6KR w K - 0 1", "O-O");
}

/// The king's path must be safe with king and rook lifted, not only with the rook in place.
#[test]
fn castling_with_a_pinned_rook_is_illegal() {
    for fen in [
        "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1",
        "4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1",
        "4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1",
        "4k3/8/8/8/8/8/8/rRK5 w Q - 0 1",
        "4k3/8/8/8/8/8/8/r1RK4 w Q - 0 1",
        "4k3/8/8/8/8/8/8/1qRK4 w Q - 0 1",
        "4k3/8/8/8/8/8/8/1r1R2K1 w Q - 0 1",
    ] {
        may_not(fen, "O-O-O");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/3K2Rr w K - 0 1",
        "4k3/8/8/8/8/8/8/4K1Rq w K - 0 1",
        "4k3/8/8/8/8/8/8/5KRr w K - 0 1",
        "4k3/8/8/8/8/8/8/1KR4r w K - 0 1",
    ] {
        may_not(fen, "O-O");
    }
    // The piece beside the rook does not attack along the rank.
    may("4k3/8/8/8/8/8/8/bR2K3 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/nR2K3 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/3K2Rn w K - 0 1", "O-O");
    // Another piece shields the king instead of the rook.
    may("4k3/8/8/8/8/8/8/rNR1K3 w Q - 0 1", "O-O-O");
}

/// The position after the whole move counts, not the one after half of it.
#[test]
fn castling_is_judged_as_a_whole_move() {
    let board = board("6k1/Q7/8/8/1B6/8/8/4K2R w K - 0 1");
    // With the king on g1 and the rook still on h1 Black would be stalemated.
    let half = self::board("6k1/Q7/8/8/1B6/8/8/6KR b - - 0 1");
    assert!(!half.has_legal_move() && !half.in_check());
    let castled = play(board, "O-O");
    assert_eq!(castled.count_moves(), 1);
    assert!(castled.parse_uci("g8h8").is_ok());
}

/// King and rook may also make their parts of it as ordinary moves.
#[test]
fn castling_differs_from_a_king_or_rook_move() {
    let start = board("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert_eq!(
        play(start, "f1g1").to_string(),
        "4k3/8/8/8/8/8/8/6KR b - - 1 1"
    );
    assert_eq!(
        play(start, "f1h1").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
    let start = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(
        play(start, "h1f1").to_string(),
        "4k3/8/8/8/8/8/8/4KR2 b - - 1 1"
    );
    assert_eq!(
        play(start, "e1h1").to_string(),
        "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    );
}

const FREE: &str = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";

#[test]
fn castling_rights_end_when_the_king_moves() {
    let moved = play(board(FREE), "e1e2 h7h6");
    for side in CastleSide::ALL {
        assert!(!right(&moved, Color::White, side));
        assert!(right(&moved, Color::Black, side));
    }
    let returned = play(moved, "e2e1 h6h5");
    assert!(returned.parse_uci("O-O").is_err());
    assert!(returned.parse_uci("O-O-O").is_err());
    let both = play(returned, "e1e2 e8e7 e2e1 e7e8");
    assert!(both.castling().is_empty());
}

/// Castling with the other rook stays possible.
#[test]
fn castling_right_ends_when_its_rook_moves() {
    let returned = play(board(FREE), "h1g1 h8g8 g1h1 g8h8");
    for color in Color::ALL {
        assert!(!right(&returned, color, SHORT));
        assert!(right(&returned, color, LONG));
    }
    assert!(returned.parse_uci("O-O").is_err());
    assert!(returned.parse_uci("O-O-O").is_ok());

    let returned = play(board(FREE), "a1b1 a8b8 b1a1 b8a8");
    for color in Color::ALL {
        assert!(right(&returned, color, SHORT));
        assert!(!right(&returned, color, LONG));
    }
    assert!(returned.parse_uci("O-O-O").is_err());
    assert!(returned.parse_uci("O-O").is_ok());
}

#[test]
fn castling_right_does_not_pass_to_another_rook() {
    let board = play(
        board("4k3/8/8/8/8/8/R7/R3K3 w Q - 0 1"),
        "a1b1 e8d8 a2a1 d8e8",
    );
    assert!(board.castling().is_empty());
    assert!(board.parse_uci("O-O-O").is_err());
}

#[test]
fn castling_right_ends_when_its_rook_is_captured() {
    let start = board("r3k2r/8/8/3bB3/8/8/8/R3K2R b KQkq - 0 1");
    let once = play(start, "d5h1");
    assert_eq!(format!("{once:#}").split(' ').nth(2), Some("Aha"));
    let twice = play(once, "e5h8");
    assert_eq!(format!("{twice:#}").split(' ').nth(2), Some("Aa"));
}

#[test]
fn castling_rights_of_both_sides_end_when_rook_takes_rook() {
    let board = play(board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "h1h8");
    assert_eq!(format!("{board:#}").split(' ').nth(2), Some("Aa"));
}

#[test]
fn castling_right_ends_when_a_promotion_captures_its_rook() {
    for piece in ["q", "r", "b", "n"] {
        let start = board("r3k2r/1P6/8/8/8/8/8/4K3 w kq - 0 1");
        let after = play(start, &format!("b7a8{piece}"));
        assert!(!right(&after, Color::Black, LONG));
        assert!(right(&after, Color::Black, SHORT));
    }
}

/// A promoted rook in the corner is not the unmoved rook.
#[test]
fn castling_with_a_promoted_rook_is_illegal() {
    let board = play(
        board("r3k3/1P6/8/8/8/8/1p6/R3K3 w Qq - 0 1"),
        "b7a8r e8e7 a8a7 e7e8",
    );
    let board = play(board, "a7h7 b2a1r e1e2 a1h1 h7h1 e8e7");
    assert!(board.castling().is_empty());
}

#[test]
fn castling_rights_survive_the_capture_of_another_rook() {
    let board = play(board("4k3/8/8/8/8/7n/8/R3K1RR b HA - 0 1"), "h3g1");
    assert_eq!(board.castling().rook(Color::White, SHORT), Some(File::H));
    assert_eq!(board.castling().rook(Color::White, LONG), Some(File::A));
}

/// King and rook can reach the castled squares without castling, which costs the right.
#[test]
fn castling_rights_end_when_the_king_walks_to_its_castled_square() {
    let start = board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let walked = play(start, "h1h2 e8d8 e1f1 d8e8 f1g1 e8d8 h2f2 d8e8 f2f1 e8d8");
    let castled = play(start, "O-O");
    assert_eq!(
        squares_of(&walked, Color::White, PieceType::King),
        squares_of(&castled, Color::White, PieceType::King)
    );
    assert_eq!(
        squares_of(&walked, Color::White, PieceType::Rook),
        squares_of(&castled, Color::White, PieceType::Rook)
    );
    // Neither has a right left: one has castled, the other's king has moved.
    assert!(walked.castling().is_empty() && castled.castling().is_empty());
    assert!(walked.parse_uci("O-O-O").is_err());
}

/// A king that starts on a castled square may still castle.
#[test]
fn castling_is_legal_for_a_king_on_its_target_square() {
    may("4k3/8/8/8/8/8/8/5RK1 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/2KR4 w K - 0 1", "O-O");
    // Unless the other rook stands between.
    may_not("4k3/8/8/8/8/8/8/R4RK1 w A - 0 1", "O-O-O");
    may_not("4k3/8/8/8/8/8/8/2KR3R w H - 0 1", "O-O");
}

#[test]
fn castling_happens_once_per_color() {
    let castled = play(board(FREE), "O-O a7a6");
    assert!(!right(&castled, Color::White, LONG) && !right(&castled, Color::White, SHORT));
    let moves = "f1f3 a6a5 g1f1 a5a4 f1e1 a4a3 f3g3 h7h6 g3g1 h6h5 g1h1 h5h4";
    let again = play(castled, moves);
    assert!(again.parse_uci("O-O").is_err());
    assert!(again.parse_uci("O-O-O").is_err());
    // Black is free to castle once as well.
    let again = play(again, "h2h3");
    assert!(again.parse_uci("O-O").is_ok() && again.parse_uci("O-O-O").is_ok());
}

#[test]
fn castling_is_legal_after_the_other_rook_leaves() {
    let start = board("4k3/8/8/8/8/8/8/RKR5 w KQ - 0 1");
    assert!(start.parse_uci("O-O-O").is_err());
    assert!(start.parse_uci("O-O").is_ok());
    let cleared = play(start, "c1c5 e8d8");
    assert!(right(&cleared, Color::White, LONG));
    assert!(!right(&cleared, Color::White, SHORT));
    assert_eq!(
        play(cleared, "O-O-O").to_string(),
        "3k4/8/8/2R5/8/8/8/2KR4 b - - 3 2"
    );

    let start = board("4k3/8/8/8/8/8/8/5RKR w KQ - 0 1");
    assert!(start.parse_uci("O-O").is_err());
    let cleared = play(start, "f1f5 e8d8");
    assert!(cleared.parse_uci("O-O").is_ok());
}

/// Only moves of king and rook end the right; other obstacles are temporary.
#[test]
fn castling_is_legal_after_an_answered_check() {
    let checked = board("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1");
    assert!(checked.parse_uci("O-O").is_err());
    let blocked = board("1k2r3/8/8/8/8/8/3N4/R3K2R w KQ - 0 1");
    assert!(blocked.parse_uci("O-O").is_err());
    let answered = play(blocked, "d2e4 b8b7");
    assert!(answered.parse_uci("O-O").is_ok());
    assert!(answered.parse_uci("O-O-O").is_ok());
}

#[test]
fn castling_long_allows_pieces_on_a_b_and_e() {
    let board = board("7k/8/8/8/8/8/8/NBRKQ3 w Q - 0 1");
    assert_eq!(
        play(board, "O-O-O").to_string(),
        "7k/8/8/8/8/8/8/NBKRQ3 b - - 1 1"
    );
    may("4k3/8/8/8/8/8/8/N1RK4 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/1BRK4 w Q - 0 1", "O-O-O");
    may("4k3/8/8/8/8/8/8/2RKN3 w Q - 0 1", "O-O-O");
}

#[test]
fn castling_short_allows_pieces_on_e_and_h() {
    let board = board("k7/8/8/8/8/8/8/4QKRN w K - 0 1");
    assert_eq!(
        play(board, "O-O").to_string(),
        "k7/8/8/8/8/8/8/4QRKN b - - 1 1"
    );
    may("4k3/8/8/8/8/8/8/4NKR1 w K - 0 1", "O-O");
    may("4k3/8/8/8/8/8/8/5KRB w K - 0 1", "O-O");
    // Enemy pieces too, if they do not attack the king's path.
    may("k7/8/8/8/8/8/8/5KRn w K - 0 1", "O-O");
}

/// Guidelines II: castling can take place on the first move from some start positions.
#[test]
fn castling_on_the_first_move_is_legal_from_162_starts() {
    let mut count = 0;
    for number in 0..960 {
        let start = Board::chess960(number).unwrap();
        compare_moves(&start);
        let stands = |file, kind| {
            let square = Square::new(file, Rank::First);
            start.piece_on(square) == Some(Piece::new(Color::White, kind))
        };
        let long = stands(File::C, PieceType::Rook) && stands(File::D, PieceType::King);
        let short = stands(File::F, PieceType::King) && stands(File::G, PieceType::Rook);
        assert_eq!(start.parse_uci("O-O-O").is_ok(), long, "{start:#}");
        assert_eq!(start.parse_uci("O-O").is_ok(), short, "{start:#}");
        count += u32::from(long || short);
    }
    // There are 72 starts with rook c1 and king d1, and 90 with king f1 and rook g1.
    assert_eq!(count, 162);
}

/// Orthodox castling is the Chess960 castling of start position 518.
#[test]
fn castling_from_start_518_is_orthodox() {
    let start = Board::chess960(ORTHODOX).unwrap();
    assert_eq!(start, Board::default());
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 d7d6 d2d3 c8g4 b1c3 d8d7 c1e3 g8f6 d1d2 f8e7";
    let open = play(start, moves);
    for (text, king, rook) in [
        ("e1g1", Square::G1, Square::F1),
        ("e1c1", Square::C1, Square::D1),
    ] {
        let castled = play(open, text);
        let kings = squares_of(&castled, Color::White, PieceType::King);
        assert_eq!(kings, [king]);
        let rooks = squares_of(&castled, Color::White, PieceType::Rook);
        assert!(rooks.contains(&rook));
        for text in ["e8g8", "e8c8"] {
            assert!(castled.parse_uci(text).is_ok_and(Move::is_castle));
        }
    }
}
