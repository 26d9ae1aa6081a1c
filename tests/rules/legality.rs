//! Legal moves compared with two independent libraries, and `is_legal` for every value of a move.

use movegen::{
    Board, CastleSide, Color, File, Move, MoveFilter, MoveList, Piece, PieceType, Rank, Setup,
    Square,
};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use support::cozy::{cozy, cozy_moves};
use support::shakmaty::{shakmaty, shakmaty_moves, try_shakmaty};
use support::{our_moves, perft_positions, random_game, size};

/// The number of random games to compare. For a long run:
/// `ENROQUE_ORACLE_GAMES=20000 cargo test --release -p movegen --test rules legality`
fn games() -> u64 {
    size("ENROQUE_ORACLE_GAMES", 300)
}

#[test]
fn legal_moves_equal_those_of_two_libraries() {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut positions = 0_u64;
    for _ in 0..games() {
        random_game(&mut rng, 200, |board, _| {
            let ours = our_moves(board);
            assert_eq!(ours, cozy_moves(&cozy(board)), "cozy-chess on {board:#}");
            assert_eq!(
                ours,
                shakmaty_moves(&shakmaty(board)),
                "shakmaty on {board:#}"
            );
            assert_subsets_make_all_moves(board);
            positions += 1;
        });
    }
    println!("{positions} positions in {} games", games());
}

/// Random placements, with kings and rooks that may castle, pins, checks and pawns that have jumped:
/// more of them than games have.
#[test]
fn random_placements_agree_with_two_libraries_and_round_trip() {
    let mut rng = SmallRng::seed_from_u64(3);
    let (mut with_cozy, mut with_shakmaty) = (0_u64, 0_u64);
    let (mut castlings, mut en_passants) = (0_u64, 0_u64);
    for _ in 0..40 * games() {
        let Ok(board) = Board::try_from(&random_setup(&mut rng)) else {
            continue;
        };
        let ours = our_moves(&board);
        // Both libraries refuse some positions that no game can reach.
        if let Ok(other) = cozy_chess::Board::from_fen(&format!("{board:#}"), true) {
            assert_eq!(ours, cozy_moves(&other), "cozy-chess on {board:#}");
            with_cozy += 1;
        }
        if let Ok(other) = try_shakmaty(&board) {
            assert_eq!(ours, shakmaty_moves(&other), "shakmaty on {board:#}");
            with_shakmaty += 1;
        }
        assert_subsets_make_all_moves(&board);
        assert_eq!(format!("{board:#}").parse(), Ok(board));
        assert_eq!(board.to_string().parse(), Ok(board));
        let exchanged = Board::try_from(&board.setup().colors_exchanged()).unwrap();
        assert_eq!(exchanged.count_moves() as usize, ours.len(), "{board:#}");
        castlings += u64::from(board.legal_moves().iter().any(|mv| mv.is_castle()));
        en_passants += u64::from(board.en_passant().is_some());
    }
    println!("{with_cozy} positions compared with cozy-chess, {with_shakmaty} with shakmaty");
    println!("{castlings} positions with castling, {en_passants} with en passant");
    assert!(with_cozy > 15 * games() && with_shakmaty > 15 * games());
    assert!(castlings > games() && en_passants > games());
}

/// Up to 26 random pieces besides the kings; often kings and rooks that may castle, and a pawn that
/// seems to have jumped. Most are legal positions.
fn random_setup(rng: &mut SmallRng) -> Setup {
    let mut setup = Setup {
        side_to_move: Color::ALL[rng.random_range(0..2)],
        ..Setup::EMPTY
    };
    for color in Color::ALL {
        let place = |file: u8| Square::new(File::from_index(file), color.back_rank()).index();
        let king = rng.random_range(1..7);
        let is_home = rng.random_ratio(2, 3);
        let square = match is_home {
            true => place(king),
            false => rng.random_range(0..64),
        };
        setup.pieces[square] = Some(Piece::new(color, PieceType::King));
        for (side, files) in [
            (CastleSide::Queen, 0..king),
            (CastleSide::King, king + 1..8),
        ] {
            if is_home && rng.random_ratio(2, 3) {
                let rook = rng.random_range(files);
                setup.pieces[place(rook)] = Some(Piece::new(color, PieceType::Rook));
                setup
                    .castling
                    .set(color, side, Some(File::from_index(rook)));
            }
        }
    }
    for _ in 0..rng.random_range(0..26) {
        // Pawns and knights more often than others, but no kings.
        let kind = PieceType::ALL[[0, 0, 0, 1, 1, 2, 3, 4][rng.random_range(0..8)]];
        let square = match kind {
            PieceType::Pawn => rng.random_range(8..56),
            _ => rng.random_range(0..64),
        };
        let piece = Piece::new(Color::ALL[rng.random_range(0..2)], kind);
        setup.pieces[square].get_or_insert(piece);
    }
    let (us, file) = (setup.side_to_move, rng.random_range(0..8));
    let place = |rank: Rank, file| Square::new(File::from_index(file), rank.relative_to(us));
    let path = [Rank::Fifth, Rank::Sixth, Rank::Seventh].map(|rank| place(rank, file).index());
    if path.iter().all(|&square| setup.pieces[square].is_none()) && rng.random() {
        setup.pieces[path[0]] = Some(Piece::new(!us, PieceType::Pawn));
        let beside = place(Rank::Fifth, (file + 1).min(6)).index();
        setup.pieces[beside].get_or_insert(Piece::new(us, PieceType::Pawn));
        setup.en_passant = Some(place(Rank::Sixth, file));
    }
    setup
}

fn assert_subsets_make_all_moves(board: &Board) {
    let all = board.legal_moves();
    let mut parts = MoveList::new();
    board.generate(MoveFilter::Noisy, &mut parts);
    assert!(parts.iter().all(|mv| mv.is_noisy()), "{board:#}");
    let noisy = parts.len();
    board.generate(MoveFilter::Quiet, &mut parts);
    assert!(parts[noisy..].iter().all(|mv| !mv.is_noisy()), "{board:#}");
    let bits = |moves: &MoveList| {
        let mut bits: Vec<_> = moves.iter().map(|mv| mv.bits()).collect();
        bits.sort_unstable();
        bits
    };
    assert_eq!(bits(&parts), bits(&all), "{board:#}");
    assert_eq!(board.count_moves() as usize, all.len(), "{board:#}");
}

#[test]
fn is_legal_agrees_with_the_generator_for_every_value() {
    let mut castling = 0;
    let mut positions: Vec<Board> = perft_positions().map(|(board, _)| board).collect();
    let mut rng = SmallRng::seed_from_u64(2);
    for _ in 0..20 {
        random_game(&mut rng, 150, |board, _| positions.push(*board));
    }
    for board in &positions {
        let generated = board.legal_moves();
        castling += u32::from(generated.iter().any(|mv| mv.is_castle()));
        let accepted: Vec<Move> = (0..=u16::MAX)
            .filter_map(Move::from_bits)
            .filter(|&mv| board.is_legal(mv))
            .collect();
        assert_eq!(accepted.len(), generated.len(), "{board:#}");
        assert!(
            accepted.iter().all(|mv| generated.contains(mv)),
            "{board:#}"
        );
    }
    println!("{} positions, {castling} with castling", positions.len());
    assert!(positions.len() > 2000 && castling > 50);
}
