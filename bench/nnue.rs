//! Evaluation speed over the positions of random games: incremental update and output layer, the
//! output layer alone, and evaluation from scratch.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use movegen::Board;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use search::nnue::{AccumulatorStack, HIDDEN, INPUTS, Network, NetworkFile};

/// Plies of a game.
const PLIES: usize = 100;
/// Few enough that their accumulators stay in the second-level cache, as those of a search do.
const GAMES: usize = 2;

/// Random weights: speed does not depend on their values.
fn network(rng: &mut SmallRng) -> Arc<Network> {
    let mut weights = |count: usize| -> Vec<i16> {
        let draw = |_| rng.random_range(-100..=100);
        (0..count).map(draw).collect()
    };
    let file = NetworkFile {
        recipe: "random".to_owned(),
        hidden: HIDDEN,
        buckets: 1,
        scale: 400,
        feature_weights: weights(INPUTS * HIDDEN),
        feature_biases: weights(HIDDEN),
        output_weights: weights(2 * HIDDEN),
        output_biases: vec![0],
    };
    Arc::new(Network::try_from(&file).expect("a sound network"))
}

/// The positions of a random game.
fn game(rng: &mut SmallRng) -> Vec<Board> {
    let mut boards = vec![Board::random_chess960(rng)];
    while boards.len() <= PLIES {
        let mut board = boards[boards.len() - 1];
        let moves = board.legal_moves();
        if moves.is_empty() {
            boards = vec![Board::random_chess960(rng)];
            continue;
        }
        board.make(moves[rng.random_range(0..moves.len())]);
        boards.push(board);
    }
    boards
}

fn measure(c: &mut Criterion) {
    let mut rng = SmallRng::seed_from_u64(1);
    let network = network(&mut rng);
    let games: Vec<Vec<Board>> = (0..GAMES).map(|_| game(&mut rng)).collect();
    let boards = || games.iter().flat_map(|game| &game[1..]);
    let mut group = c.benchmark_group(format!("nnue{HIDDEN}"));
    group.throughput(Throughput::Elements((GAMES * PLIES) as u64));

    let start = |board: &Board| {
        let mut stack = AccumulatorStack::new(Arc::clone(&network));
        stack.begin(board);
        stack
    };
    let mut stacks: Vec<_> = games.iter().map(|game| start(&game[0])).collect();
    group.bench_function("update_and_output", |b| {
        b.iter(|| {
            let mut sum = 0;
            for (stack, game) in stacks.iter_mut().zip(&games) {
                for board in &game[1..] {
                    stack.push(board);
                    sum += stack.evaluate();
                }
                (0..PLIES).for_each(|_| stack.pop());
            }
            sum
        });
    });
    let board = &games[0][PLIES / 2];
    let mut stack = start(board);
    group.bench_function("output_alone", |b| {
        b.iter(|| {
            let mut sum = 0;
            for _ in 0..GAMES * PLIES {
                sum += black_box(&mut stack).evaluate();
            }
            sum
        });
    });
    group.bench_function("from_scratch", |b| {
        b.iter(|| boards().map(|board| network.evaluate(board)).sum::<i32>());
    });
    group.finish();
}

criterion_group!(benches, measure);
criterion_main!(benches);
