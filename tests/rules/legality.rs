//! Legal moves compared with two independent libraries, and `is_legal` for every value of a move.

use movegen::{Board, Move, MoveFilter, MoveList};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use support::cozy::{cozy, cozy_moves};
use support::shakmaty::{shakmaty, shakmaty_moves};
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
