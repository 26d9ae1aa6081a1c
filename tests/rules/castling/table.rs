//! The 84 castlings of the data file: squares, kinds and text.

use movegen::{File, Move, Piece, Rank, Setup};

use super::*;
use support::data_lines;

const TABLE: &str = include_str!("../../data/castling.txt");

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
fn castling_with_zeros_parses_for_all_84() {
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
        let mut after = case.board();
        after.make(case.mv(&after));
        let king = after.king(case.color);
        let rooks = after.colored(case.color, PieceType::Rook);
        match (case.king == king, rooks.contains(case.rook)) {
            (true, false) => rook_only += 1,
            (false, true) => king_only += 1,
            (false, false) if king == case.rook && rooks.contains(case.king) => transposition += 1,
            (false, false) => double += 1,
            (true, true) => panic!("neither king nor rook moves"),
        }
    }
    assert_eq!(
        [double, transposition, king_only, rook_only],
        [60, 4, 14, 6]
    );
}
