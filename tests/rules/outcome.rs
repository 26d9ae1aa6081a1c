//! Results of games: checkmate, stalemate, repetition, fifty moves, insufficient material.

use movegen::{Board, Color, FIFTY_MOVES, Game, Outcome, Piece, PieceType, Setup};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::Position;
use support::board;
use support::shakmaty::try_shakmaty;

fn game(fen: &str) -> Game {
    Game::new(board(fen))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.board().parse_uci(text).unwrap();
        game.play(mv).unwrap();
    }
}

#[test]
fn start_has_no_outcome() {
    assert_eq!(Game::new(Board::default()).outcome(), None);
}

#[test]
fn checkmate_names_the_winner() {
    let mut fool = Game::new(Board::default());
    play(&mut fool, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(
        fool.outcome(),
        Some(Outcome::Checkmate {
            winner: Color::Black
        })
    );
    assert_eq!(fool.outcome().and_then(Outcome::winner), Some(Color::Black));

    let smothered = board("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(
        smothered.outcome(),
        Some(Outcome::Checkmate {
            winner: Color::White
        })
    );
}

#[test]
fn checkmate_by_castling() {
    let mut game = game("3k4/8/8/8/8/8/2R1R3/R3K3 w Q - 0 1");
    play(&mut game, "e1c1");
    assert_eq!(
        game.outcome(),
        Some(Outcome::Checkmate {
            winner: Color::White
        })
    );
}

#[test]
fn no_legal_move_without_check_is_stalemate() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "k7/P7/K7/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    ] {
        assert_eq!(board(fen).outcome(), Some(Outcome::Stalemate), "{fen}");
    }
    assert_eq!(Outcome::Stalemate.winner(), None);
}

#[test]
fn stalemate_is_avoided_by_an_en_passant_capture() {
    let mut game = game("4k3/3p4/4p3/4P3/8/6q1/8/7K b - - 0 1");
    play(&mut game, "d7d5");
    assert_eq!(game.board().count_moves(), 1);
    assert_eq!(game.outcome(), None);
    let too_late = board("4k3/8/4p3/3pP3/8/6q1/8/7K w - - 0 2");
    assert_eq!(too_late.outcome(), Some(Outcome::Stalemate));
}

#[test]
fn threefold_is_the_third_occurrence() {
    let mut game = Game::new(Board::default());
    play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(game.outcome(), None);
    play(&mut game, "b1c3 b8c6 c3b1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "c6b8");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn history_counts_every_occurrence() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    for times in 0..4 {
        let mut game = Game::new(Board::default());
        play(&mut game, &shuffle.repeat(times));
        assert_eq!(game.history().count(game.board()), times);
    }
    let mut game = Game::new(Board::default());
    play(&mut game, "e2e4 g8f6 g1f3 f6g8 f3g1");
    assert_eq!(game.history().count(game.board()), 1);
}

#[test]
fn threefold_occurrences_need_not_be_consecutive() {
    let mut game = game("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    play(
        &mut game,
        "a1a2 e8d8 a2a1 d8e8 a1a3 e8e7 a3a4 e7e8 a4a1 e8d8 a1b1 d8e8",
    );
    assert_eq!(game.outcome(), None);
    play(&mut game, "b1a1");
    // Black to move now: the same pieces, but not the same position.
    assert_eq!(game.outcome(), None);
    play(&mut game, "e8f8 h1h2 f8e8 h2h1 e8f8 h1h2 f8e8");
    assert_eq!(game.outcome(), None);
    play(&mut game, "h2h1");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn threefold_distinguishes_castling_rights() {
    let mut game = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // The first position has all rights; White loses one with the rook's first move.
    play(&mut game, "h1g1 e8e7 g1h1 e7e8 h1g1 e8e7 g1h1 e7e8");
    assert_eq!(game.outcome(), None);
    play(&mut game, "h1g1 e8e7 g1h1");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn keys_distinguish_castling_rooks() {
    let (outer, inner) = (
        "4k3/8/8/8/8/8/8/4K1RR w H - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
    );
    assert_ne!(board(outer).key(), board(inner).key());
}

#[test]
fn threefold_distinguishes_en_passant_captures() {
    let mut game = game("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut game, "d7d5 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8");
    // The capture was possible the first time only.
    assert_eq!(game.outcome(), None);
    play(&mut game, "e1d1 e8d8 d1e1 d8e8");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn threefold_ignores_impossible_en_passant_captures() {
    // White cannot capture on d6 after d7d5: the pawn on e5 is pinned to its king.
    let mut game = game("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut game, "d7d5 e1d1 g8f8 d1e1 f8g8 e1d1 g8f8 d1e1 f8g8");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn fifty_moves_of_each_side_are_a_draw() {
    let mut game = game("4k3/8/8/8/8/8/8/R3K3 w - - 98 80");
    play(&mut game, "a1a2");
    assert_eq!(game.outcome(), None);
    play(&mut game, "e8d8");
    assert_eq!(game.board().halfmove_clock(), FIFTY_MOVES);
    assert_eq!(game.outcome(), Some(Outcome::FiftyMoves));
}

#[test]
fn fifty_moves_restart_with_captures_and_pawn_moves() {
    let mut game = game("4k3/8/8/8/8/8/r3P3/R3K3 w - - 99 80");
    play(&mut game, "a1a2");
    assert_eq!(game.board().halfmove_clock(), 0);
    let mut game = self::game("4k3/8/8/8/8/8/r3P3/R3K3 w - - 99 80");
    play(&mut game, "e2e4");
    assert_eq!(game.outcome(), None);
}

#[test]
fn fifty_moves_include_castling() {
    let mut game = game("4k3/8/8/8/8/8/8/4K2R w K - 99 80");
    play(&mut game, "e1h1");
    assert_eq!(game.outcome(), Some(Outcome::FiftyMoves));
}

#[test]
fn checkmate_takes_precedence_over_fifty_moves() {
    let mut game = game("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
    play(&mut game, "a1a8");
    assert_eq!(game.board().halfmove_clock(), FIFTY_MOVES);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Checkmate {
            winner: Color::White
        })
    );
}

#[test]
fn stalemate_takes_precedence_over_fifty_moves() {
    let mut game = game("7k/8/6K1/8/8/8/5Q2/8 w - - 99 80");
    play(&mut game, "f2f7");
    assert_eq!(game.outcome(), Some(Outcome::Stalemate));
}

#[test]
fn game_is_unchanged_by_an_illegal_move() {
    let mut game = Game::new(Board::default());
    let mv = board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        .parse_uci("e1d1")
        .unwrap();
    let error = game.play(mv).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("'e1d1' is not legal in {}", Board::default())
    );
    assert_eq!(*game.board(), Board::default());
}

#[test]
fn insufficient_material_of_known_positions() {
    for (fen, insufficient) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("4k3/8/8/8/1B6/B7/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", false),
    ] {
        let board = board(fen);
        assert_eq!(board.is_insufficient_material(), insufficient, "{fen}");
        let outcome = insufficient.then_some(Outcome::InsufficientMaterial);
        assert_eq!(board.outcome(), outcome, "{fen}");
    }
}

/// Two kings and up to four other pieces anywhere; `None` if the position is illegal.
fn sparse_board(rng: &mut StdRng) -> Option<Board> {
    let mut setup = Setup::EMPTY;
    let mut put = |color, kind, rng: &mut StdRng| {
        setup.pieces[rng.random_range(0..64)] = Some(Piece::new(color, kind));
    };
    for color in Color::ALL {
        put(color, PieceType::King, rng);
    }
    for _ in 0..rng.random_range(0..5) {
        let color = Color::ALL[rng.random_range(0..2)];
        // Mostly minor pieces, because the other kinds are always sufficient.
        let kind = [
            PieceType::Bishop,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
            PieceType::Pawn,
        ];
        let kind = kind[rng.random_range(0..6).min(rng.random_range(0..6))];
        put(color, kind, rng);
    }
    Board::try_from(&setup).ok()
}

#[test]
fn insufficient_material_matches_shakmaty() {
    let mut rng = StdRng::seed_from_u64(50);
    let mut counts = [0; 2];
    for _ in 0..50_000 {
        let Some(board) = sparse_board(&mut rng) else {
            continue;
        };
        let Ok(oracle) = try_shakmaty(&board) else {
            continue;
        };
        let ours = board.is_insufficient_material();
        assert_eq!(ours, oracle.is_insufficient_material(), "{board}");
        assert_eq!(
            matches!(board.outcome(), Some(Outcome::Checkmate { .. })),
            oracle.is_checkmate(),
            "{board}"
        );
        assert_eq!(
            board.outcome() == Some(Outcome::Stalemate),
            oracle.is_stalemate(),
            "{board}"
        );
        counts[usize::from(ours)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 3_000), "{counts:?}");
}

#[test]
fn outcomes_are_displayed() {
    let words = Outcome::Checkmate {
        winner: Color::White,
    }
    .to_string();
    assert_eq!(words, "White wins by checkmate");
    assert_eq!(
        Outcome::Threefold.to_string(),
        "draw by threefold repetition"
    );
}
