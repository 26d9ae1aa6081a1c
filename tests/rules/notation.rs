//! Moves as text: UCI in both modes, and algebraic notation compared with an independent library.

use movegen::{Board, CastlingMode, Move, ParseMoveError, Square};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::san::SanPlus;
use shakmaty::{Position, uci::UciMove};
use support::board;
use support::shakmaty::shakmaty as oracle;

use CastlingMode::{Chess960, Standard};

fn uci(board: &Board, text: &str) -> Move {
    board
        .parse_uci(text)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn san(board: &Board, text: &str) -> Move {
    board
        .parse_san(text)
        .unwrap_or_else(|error| panic!("{error}"))
}

const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn uci_castling_is_written_in_the_spelling_of_the_mode() {
    let board = board(ROOKS);
    for (text, standard, chess960) in [("O-O", "e1g1", "e1h1"), ("O-O-O", "e1c1", "e1a1")] {
        let mv = uci(&board, text);
        assert_eq!(mv.uci(Standard).to_string(), standard);
        assert_eq!(mv.uci(Chess960).to_string(), chess960);
    }
}

#[test]
fn uci_castling_is_read_in_every_spelling() {
    let board = board(ROOKS);
    for spellings in [
        ["e1g1", "e1h1", "O-O", "0-0"],
        ["e1c1", "e1a1", "O-O-O", "0-0-0"],
    ] {
        let moves = spellings.map(|text| uci(&board, text));
        assert!(moves[0].is_castle());
        assert_eq!(moves, [moves[0]; 4]);
    }
}

#[test]
fn uci_king_move_takes_precedence_over_castling_by_destination() {
    let board = board("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert!(!uci(&board, "f1g1").is_castle());
    assert!(uci(&board, "f1h1").is_castle());
    assert!(uci(&board, "O-O").is_castle());
    // Written so that it reads back as the same move.
    assert_eq!(uci(&board, "O-O").uci(Standard).to_string(), "f1h1");
}

#[test]
fn uci_castling_without_king_move_is_king_takes_rook() {
    let board = board("4k3/8/8/8/8/8/8/6KR w K - 0 1");
    assert!(uci(&board, "g1h1").is_castle());
    assert!(uci(&board, "0-0").is_castle());
    assert!(!uci(&board, "g1f1").is_castle());
    assert!(matches!(
        board.parse_uci("g1g1"),
        Err(ParseMoveError::Illegal(_))
    ));
    assert_eq!(uci(&board, "O-O").uci(Standard).to_string(), "g1h1");
}

#[test]
fn uci_castling_reads_a_rook_on_the_destination_square() {
    let board = board("4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
    assert!(uci(&board, "f1g1").is_castle());
    assert_eq!(uci(&board, "O-O").uci(Standard).to_string(), "f1g1");
}

#[test]
fn uci_castling_needs_the_right() {
    let board = board("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
    assert!(matches!(
        board.parse_uci("e1g1"),
        Err(ParseMoveError::Illegal(_))
    ));
    assert!(matches!(
        board.parse_uci("e1h1"),
        Err(ParseMoveError::Illegal(_))
    ));
    assert!(matches!(
        board.parse_uci("O-O"),
        Err(ParseMoveError::Illegal(_))
    ));
    assert!(uci(&board, "e1c1").is_castle());
    // Castling is not a promotion.
    assert!(matches!(
        board.parse_uci("e1c1q"),
        Err(ParseMoveError::Illegal(_))
    ));
}

#[test]
fn uci_promotions_are_read_in_either_case() {
    let board = board("3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    for (text, written) in [
        ("e7e8q", "e7e8q"),
        ("e7e8N", "e7e8n"),
        ("e7d8R", "e7d8r"),
        ("e7d8b", "e7d8b"),
    ] {
        assert_eq!(uci(&board, text).uci(Standard).to_string(), written);
    }
    for text in ["e7e8", "e7e8k", "e7e8p", "e7e8qq", "e7e8="] {
        assert!(board.parse_uci(text).is_err(), "{text}");
    }
}

#[test]
fn uci_moves_are_read_with_spaces_around_and_capital_letters() {
    let board = board(ROOKS);
    for (text, written) in [
        (" a1a8\n", "a1a8"),
        ("\tA1A8 ", "a1a8"),
        (" O-O ", "e1h1"),
        ("E1g1", "e1h1"),
        ("o-o-o", "e1a1"),
    ] {
        assert_eq!(uci(&board, text).uci(Chess960).to_string(), written);
    }
}

#[test]
fn uci_errors_distinguish_syntax_from_illegal_moves() {
    let board = Board::default();
    for text in [
        "", "e2", "e2e", "e2e9", "i2e4", "e2-e4", "e2e4x", "e2e4qq", "é2e4", "e2é4", "O", "O-O-",
        "0000", "(none)", "e2 e4",
    ] {
        let error = board.parse_uci(text).unwrap_err();
        assert!(
            matches!(error, ParseMoveError::Syntax { .. }),
            "{text}: {error}"
        );
        let message = format!("'{text}' is not a move in UCI notation, such as e2e4");
        assert_eq!(error.to_string(), message);
    }
    for text in [
        "e2e5", "e7e5", "e4e5", "e1g1", "e1h1", "O-O-O", "e2e4q", "a1a1",
    ] {
        let error = board.parse_uci(text).unwrap_err();
        assert!(
            matches!(error, ParseMoveError::Illegal(_)),
            "{text}: {error}"
        );
        assert_eq!(
            error.to_string(),
            format!("'{text}' is not legal in {board}")
        );
    }
}

#[test]
fn san_castling_is_read_with_letters_and_zeros() {
    let board = board(ROOKS);
    for text in ["O-O", "0-0", "O-O+", "0-0!?", "O-O#", " O-O "] {
        assert_eq!(san(&board, text), uci(&board, "e1h1"));
    }
    for text in ["O-O-O", "0-0-0", "O-O-O!!"] {
        assert_eq!(san(&board, text), uci(&board, "e1a1"));
    }
    // A king move is never castling in algebraic notation.
    assert!(board.parse_san("Kg1").is_err());
    assert!(board.parse_san("Kxh1").is_err());
}

#[test]
fn san_moves_are_read_in_many_spellings() {
    let start = Board::default();
    for text in [
        "Nf3", "Nf3+", "Nf3#", "Nf3!?", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nxf3", " Nf3 ",
    ] {
        assert_eq!(san(&start, text), uci(&start, "g1f3"), "{text}");
    }
    for text in ["e4", "e2e4", "e2-e4", "ee4", "Pe4", "e4!"] {
        assert_eq!(san(&start, text), uci(&start, "e2e4"), "{text}");
    }
    let passing = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    for text in [
        "exd6",
        "exd6 e.p.",
        "exd6e.p.",
        "exd6ep",
        "ed6",
        "e5xd6",
        "exd6+",
        "exd6 e.p.!",
        "e:d6",
    ] {
        assert_eq!(san(&passing, text), uci(&passing, "e5d6"), "{text}");
    }
    let promotion = board("3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    for text in ["exd8=Q", "exd8Q", "ed8=q", "e7xd8=Q+"] {
        assert_eq!(san(&promotion, text), uci(&promotion, "e7d8q"), "{text}");
    }
    // A pawn's move to this square would be another one.
    assert!(passing.parse_san("d6").is_err());
    assert!(promotion.parse_san("d8=Q").is_err());
}

#[test]
fn format_width_applies_to_squares_moves_and_colors() {
    let board = board("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let promotion = uci(&board, "a7a8q").uci(Standard);
    let side = board.side_to_move();
    assert_eq!(
        format!("{:<3}|{promotion:>6}|{side:^3}|", Square::E4),
        "e4 | a7a8q| w |"
    );
}

#[test]
fn san_distinguishes_b_pawn_from_bishop() {
    let board = board("4k3/8/8/2p5/1P1B4/8/8/4K3 w - - 0 1");
    assert_eq!(san(&board, "bxc5"), uci(&board, "b4c5"));
    assert_eq!(san(&board, "Bxc5"), uci(&board, "d4c5"));
}

#[test]
fn san_disambiguation_is_minimal() {
    for (fen, mv, text) in [
        // File, rank, both.
        ("4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "b1d2", "Nd2"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1a3", "N1a3"),
        ("6k1/8/8/8/1Q2Q3/8/8/K3Q3 w - - 0 1", "b4b1", "Qbb1"),
        ("6k1/8/8/8/1Q2Q3/8/8/K3Q3 w - - 0 1", "e1b1", "Q1b1"),
        ("6k1/8/8/8/1Q2Q3/8/8/K3Q3 w - - 0 1", "e4b1", "Qe4b1"),
        ("7k/8/8/8/Q3Q3/8/8/K3Q3 w - - 0 1", "e4e3", "Q4e3"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        // A pinned piece does not count.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        // Castling does not make a king or rook move ambiguous.
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1f1", "Kf1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1f1", "Rf1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"),
        ("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("3k4/8/8/8/8/8/2R1R3/R3K3 w Q - 0 1", "e1a1", "O-O-O#"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ] {
        let board = board(fen);
        let mv = uci(&board, mv);
        assert_eq!(board.san(mv), text, "{fen}");
        assert_eq!(san(&board, text), mv, "{fen}");
    }
}

#[test]
fn san_errors_distinguish_syntax_illegal_and_ambiguous_moves() {
    let two = board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    let error = two.parse_san("Nd2").unwrap_err();
    assert!(matches!(error, ParseMoveError::Ambiguous { .. }));
    let message = error.to_string();
    assert!(message.starts_with("'Nd2' could be "), "{message}");
    assert!(
        message.contains("b1d2") && message.contains("f3d2"),
        "{message}"
    );

    let promotion = board("8/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    assert!(matches!(
        promotion.parse_san("e8"),
        Err(ParseMoveError::Ambiguous { .. })
    ));

    for text in ["Ne4", "e5", "Kd8", "O-O", "Nb1-f3", "Rd1"] {
        assert!(
            matches!(two.parse_san(text), Err(ParseMoveError::Illegal(_))),
            "{text}"
        );
    }
    for text in [
        "", "N", "Nx", "Nd", "Nd9", "Xd2", "d2=", "nd2", "Nb1b1d2", "e.p.", "+", "1.", "--", "é4",
        "Né4", "O-O-O-O", "d2=K",
    ] {
        assert!(
            matches!(two.parse_san(text), Err(ParseMoveError::Syntax { .. })),
            "{text}"
        );
    }
}

#[test]
fn san_of_an_illegal_move_is_uci() {
    let board = board(ROOKS);
    assert_eq!(board.san(uci(&Board::default(), "e2e4")), "e2e4");
    for bits in 1..=u16::MAX {
        let mv = Move::from_bits(bits).unwrap();
        let is_uci = board.san(mv) == mv.uci(Chess960).to_string();
        assert_ne!(is_uci, board.is_legal(mv), "{mv:?}");
    }
}

fn check_every_move(board: &Board) {
    let theirs = oracle(board);
    let moves = board.legal_moves();
    assert_eq!(moves.len(), theirs.legal_moves().len(), "{board:#}");
    for mv in moves {
        let text = mv.uci(Chess960).to_string();
        assert_eq!(board.parse_uci(&text), Ok(mv), "{board:#}");
        assert_eq!(
            board.parse_uci(&mv.uci(Standard).to_string()),
            Ok(mv),
            "{board:#}"
        );

        let their_mv = text.parse::<UciMove>().unwrap().to_move(&theirs).unwrap();
        assert_eq!(
            their_mv
                .to_uci(shakmaty::CastlingMode::Chess960)
                .to_string(),
            text
        );
        let their_san = SanPlus::from_move(theirs.clone(), their_mv).to_string();
        assert_eq!(board.san(mv), their_san, "{board:#}");
        assert_eq!(board.parse_san(&their_san), Ok(mv), "{board:#}");
    }
}

/// Plays games of random moves and checks every move of every position. Castling is preferred in a
/// quarter of the cases, because it is rare by chance.
fn walk(mut start: impl FnMut(&mut StdRng) -> Board, games: u32, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut castlings = 0;
    for _ in 0..games {
        let mut board = start(&mut rng);
        for _ in 0..120 {
            check_every_move(&board);
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let castling = moves
                .iter()
                .find(|mv| mv.is_castle() && rng.random_ratio(1, 4));
            castlings += u32::from(castling.is_some());
            board.make(*castling.unwrap_or(&moves[rng.random_range(0..moves.len())]));
        }
    }
    assert!(
        castlings > games / 4,
        "{castlings} castlings in {games} games"
    );
}

#[test]
fn orthodox_games_are_written_as_by_shakmaty() {
    walk(|_| Board::default(), 40, 518);
}

#[test]
fn chess960_games_are_written_as_by_shakmaty() {
    walk(Board::random_chess960, 60, 960);
}

#[test]
fn double_chess960_games_are_written_as_by_shakmaty() {
    walk(Board::random_double_chess960, 60, 921_600);
}
