//! Evaluation speed over the positions of random games: incremental update and output layer, the
//! output layer alone, and evaluation from scratch.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use movegen::{Board, Move};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use search::nnue::{AccumulatorStack, HIDDEN, INPUTS, Network, NetworkFile};

/// Plies of a game.
const PLIES: usize = 100;
/// Few enough that their accumulators stay in the second-level cache, as those of a search do.
const GAMES: usize = 5;

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

type Step = (Board, Move, Board);

/// A random game: each position, the move made there, and the position after it.
fn game(rng: &mut SmallRng) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut board = Board::random_chess960(rng);
    while steps.len() < PLIES {
        let moves = board.legal_moves();
        if moves.is_empty() {
            board = Board::random_chess960(rng);
            steps.clear();
            continue;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        let mut child = board;
        child.make(mv);
        steps.push((board, mv, child));
        board = child;
    }
    steps
}

fn measure(c: &mut Criterion) {
    let mut rng = SmallRng::seed_from_u64(1);
    let network = network(&mut rng);
    let games: Vec<Vec<Step>> = (0..GAMES).map(|_| game(&mut rng)).collect();
    let boards = || games.iter().flatten().map(|(_, _, child)| child);
    let mut group = c.benchmark_group(format!("nnue{HIDDEN}"));
    group.throughput(Throughput::Elements((GAMES * PLIES) as u64));

    let start = |board: &Board| {
        let mut stack = AccumulatorStack::new(Arc::clone(&network));
        stack.begin(board);
        stack
    };
    let mut stacks: Vec<_> = games.iter().map(|game| start(&game[0].0)).collect();
    group.bench_function("update_and_output", |b| {
        b.iter(|| {
            let mut sum = 0;
            for (stack, game) in stacks.iter_mut().zip(&games) {
                for (parent, mv, child) in game {
                    stack.make(parent, *mv, child);
                    sum += stack.evaluate(child);
                }
                game.iter().for_each(|_| stack.unmake());
            }
            sum
        });
    });
    let (parent, _, _) = &games[0][PLIES / 2];
    let mut stack = start(parent);
    group.bench_function("output_alone", |b| {
        b.iter(|| {
            let mut sum = 0;
            for _ in 0..GAMES * PLIES {
                sum += black_box(&mut stack).evaluate(black_box(parent));
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
