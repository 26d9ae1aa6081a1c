//! Training against a plain reference implementation in `f64`, neuron by neuron.

mod runs;

use movegen::attacks::piece_attacks;
use movegen::{Board, Color, Piece, PieceType, Square};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use search::nnue::{FEATURE_LIMIT, HIDDEN, INPUTS, Network, NetworkFile, PLACES};

use super::export::{export, import, rounded};
use super::model::{Lane, ROWS, Shape, WIDTH, first_parameters, numbers, numbers_mut};
use super::optimizer::Moments;
use super::share::{Share, work};
use super::*;
use crate::format::record::{GameResult, Record};

/// Positions of random games from all kinds of starts.
fn random_boards(seed: u64, count: usize) -> Vec<Board> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = match boards.len() % 3 {
            0 => Board::default(),
            1 => Board::random_chess960(&mut rng),
            _ => Board::random_double_chess960(&mut rng),
        };
        for _ in 0..rng.random_range(8..160) {
            let moves = board.legal_moves();
            if moves.is_empty() || boards.len() == count {
                break;
            }
            board.make(moves[rng.random_range(0..moves.len())]);
            boards.push(board);
        }
    }
    boards
}

/// White's material minus Black's, in internal units of 100 per pawn.
fn material(board: &Board) -> i32 {
    let values = [100, 300, 300, 500, 900];
    let count = |color, kind| board.colored(color, kind).count() as i32;
    let sum = |color| -> i32 {
        let kinds = PieceType::ALL.into_iter().zip(values);
        kinds.map(|(kind, value)| value * count(color, kind)).sum()
    };
    sum(Color::White) - sum(Color::Black)
}

fn record(board: &Board) -> Record {
    let score = material(board);
    let result = GameResult::ALL[(score.signum() + 1) as usize];
    Record::new(board, score as i16, Some(result))
}

/// The index of a first-layer parameter; neurons are numbered across groups.
fn input_weight(input: usize, neuron: usize) -> usize {
    (neuron / WIDTH * ROWS + input) * WIDTH + neuron % WIDTH
}

fn output_weight(shape: Shape, bucket: usize, side: usize, neuron: usize) -> usize {
    shape.output(bucket, side, neuron / WIDTH) * WIDTH + neuron % WIDTH
}

/// The state of a piece, by the pieces that attack its square.
fn state(board: &Board, piece: Piece, square: Square) -> usize {
    if piece.kind() == PieceType::King {
        return king_state(board, piece.color(), square);
    }
    let attackers = board.attackers(square, board.occupied());
    let enemies = attackers & board.colors(!piece.color());
    let is_defended = attackers.intersects(board.colors(piece.color()));
    match (
        enemies.any(),
        enemies.intersects(board.pieces(PieceType::Pawn)),
    ) {
        (false, _) => 0,
        (true, false) => 1 + usize::from(is_defended),
        (true, true) => 3 + usize::from(is_defended),
    }
}

/// The state of a king, by the kinds of enemy pieces that can go to a square where they check it and
/// are not attacked.
fn king_state(board: &Board, color: Color, king: Square) -> usize {
    let checks_safely = |kind| {
        Square::ALL.into_iter().any(|square| {
            let attackers = board.attackers(square, board.occupied());
            let checked = piece_attacks(kind, !color, square, board.occupied());
            attackers.intersects(board.colored(!color, kind))
                && !attackers.intersects(board.colors(color))
                && !board.colors(!color).contains(square)
                && checked.contains(king)
        })
    };
    let minor = checks_safely(PieceType::Knight) || checks_safely(PieceType::Bishop);
    let rook = checks_safely(PieceType::Rook);
    match (checks_safely(PieceType::Queen), rook, minor) {
        (true, false, false) => 3,
        (true, _, _) => 4,
        (false, true, _) => 2,
        (false, false, minor) => minor.into(),
    }
}

/// The active inputs of a perspective.
fn inputs(board: &Board, perspective: Color) -> Vec<usize> {
    let flip_ranks = if perspective == Color::Black { 56 } else { 0 };
    let flip_files = if board.king(perspective).index() % 8 >= 4 {
        7
    } else {
        0
    };
    let pieces = board.occupied().into_iter();
    let input = |square: Square| {
        let piece = board.piece_on(square).expect("an occupied square");
        let theirs = usize::from(piece.color() != perspective);
        let piece_state = state(board, piece, square) * 6 + piece.kind().index();
        (piece_state * 2 + theirs) * 64 + (square.index() ^ flip_ranks ^ flip_files)
    };
    pieces.map(input).collect()
}

/// The network's output for the side to move, in logits.
fn reference_output(parameters: &[f64], recipe: &Recipe, board: &Board) -> f64 {
    let shape = Shape::of(recipe);
    let us = board.side_to_move();
    let pieces = board.occupied().count() as usize;
    let bucket = (pieces - 2) / (32 / recipe.buckets);
    let mut output = parameters[shape.output_biases() * WIDTH + bucket];
    for (side, color) in [us, !us].into_iter().enumerate() {
        let inputs = inputs(board, color);
        for neuron in 0..recipe.hidden {
            let weight = |&input: &usize| parameters[input_weight(input, neuron)];
            let bias = parameters[input_weight(INPUTS, neuron)];
            let value = (bias + inputs.iter().map(weight).sum::<f64>()).clamp(0.0, 1.0);
            output += value * value * parameters[output_weight(shape, bucket, side, neuron)];
        }
    }
    output
}

/// The squared error of a position, and its loss.
fn reference_losses(parameters: &[f64], recipe: &Recipe, board: &Board) -> [f64; 2] {
    let sign = match board.side_to_move() {
        Color::White => 1,
        Color::Black => -1,
    };
    let score = f64::from(sign * material(board));
    let sigmoid = |value: f64| 1.0 / (1.0 + (-value).exp());
    let result = f64::from(sign * material(board).signum() + 1) / 2.0;
    let target = recipe.wdl_weight * result + (1.0 - recipe.wdl_weight) * sigmoid(score / 400.0);
    let expected = sigmoid(reference_output(parameters, recipe, board));
    let squared_error = (expected - target).powi(2);
    let cross_entropy = -target * expected.ln() - (1.0 - target) * (1.0 - expected).ln();
    let share = recipe.cross_entropy;
    let loss = (1.0 - share) * squared_error + share * cross_entropy;
    [squared_error, loss]
}

fn flat(lanes: &[Lane]) -> Vec<f64> {
    let numbers = bytemuck::cast_slice::<_, f32>(lanes);
    numbers.iter().copied().map(f64::from).collect()
}

/// Initial parameters with non-zero biases.
fn random_parameters(recipe: &Recipe) -> Vec<Lane> {
    let mut rng = SmallRng::seed_from_u64(recipe.seed + 1);
    let mut parameters = first_parameters(recipe);
    let shape = Shape::of(recipe);
    let biases = (0..shape.groups).map(|group| group * ROWS + INPUTS);
    for place in biases.chain([shape.output_biases()]) {
        for bias in numbers_mut(&mut parameters[place]) {
            *bias = rng.random_range(-0.3..0.3);
        }
    }
    parameters
}

#[test]
fn without_a_result_the_score_is_the_target() {
    let recipe = Recipe {
        wdl_weight: 0.5,
        ..Recipe::default()
    };
    let target = |result| recipe.target(&Record::new(&Board::default(), 0, result));
    let lost = Some(GameResult::BlackWins);
    assert_eq!([None, lost].map(target), [0.5, 0.25]);
}

#[test]
fn gradients_equal_finite_differences() {
    // Small enough that hardly any neuron begins or ceases to be clipped.
    const STEP: f64 = 1e-6;
    for (hidden, buckets, cross_entropy) in [(64, 1, 0.0), (128, 4, 0.3)] {
        let recipe = Recipe {
            hidden,
            buckets,
            cross_entropy,
            ..Recipe::default()
        };
        let shape = Shape::of(&recipe);
        let parameters = random_parameters(&recipe);
        let boards = random_boards(hidden as u64, 160);
        // More than one chunk, and more than one share.
        let boards: Vec<Board> = boards.into_iter().step_by(10).collect();
        let records: Vec<Record> = boards.iter().map(record).collect();
        let mut shares = [Share::new(shape), Share::new(shape)];
        let error = work(&mut shares, &parameters, &recipe, &records, true);
        let mut numbers = flat(&parameters);
        let sums = |numbers: &[f64]| {
            let losses = boards.iter().map(|b| reference_losses(numbers, &recipe, b));
            losses.fold([0.0; 2], |sum, losses| [0, 1].map(|i| sum[i] + losses[i]))
        };
        let expected = sums(&numbers)[0] / boards.len() as f64;
        assert!((error - expected).abs() < 1e-5, "{error} for {expected}");
        let gradients: Vec<f64> = flat(&shares[0].gradient)
            .iter()
            .zip(flat(&shares[1].gradient))
            .map(|(a, b)| a + b)
            .collect();
        let mut rng = SmallRng::seed_from_u64(9);
        let first_layer = shape.groups * ROWS * WIDTH;
        let last = shape.output_biases() * WIDTH + buckets;
        // Parameters with and without a gradient, and the output biases.
        let (matter, idle): (Vec<usize>, Vec<usize>) =
            (0..last).partition(|&place| gradients[place] != 0.0);
        let mut draw = |places: &[usize]| places[rng.random_range(0..places.len())];
        let mut places: Vec<usize> = (last - buckets..last).collect();
        places.extend((0..200).map(|_| draw(&matter)));
        places.extend((0..50).map(|_| draw(&idle)));
        let outputs: Vec<usize> = matter
            .iter()
            .copied()
            .filter(|&p| p >= first_layer)
            .collect();
        places.extend((0..50).map(|_| draw(&outputs)));
        let mut alive = 0;
        for place in places {
            let value = numbers[place];
            let mut at = |offset: f64| {
                numbers[place] = value + offset;
                sums(&numbers)[1]
            };
            let derivative = (at(STEP) - at(-STEP)) / (2.0 * STEP);
            numbers[place] = value;
            let gradient = gradients[place];
            alive += usize::from(derivative != 0.0);
            let error = (gradient - derivative).abs();
            assert!(
                error < 2e-5 + 2e-3 * derivative.abs(),
                "parameter {place}: {gradient} instead of {derivative}"
            );
        }
        assert!(alive > 150, "only {alive} parameters have an effect");
    }
}

#[test]
fn exported_network_equals_the_trained_one() {
    for buckets in [1, 8] {
        let recipe = Recipe {
            buckets,
            ..Recipe::default()
        };
        let shape = Shape::of(&recipe);
        let parameters = random_parameters(&recipe);
        let file = export(&parameters, &recipe);
        let network = Network::try_from(&file).expect("a sound network");

        // The integers as real numbers.
        let raw = flat(&parameters);
        let mut rounded = vec![0.0; raw.len()];
        for neuron in 0..HIDDEN {
            for input in 0..INPUTS {
                let weight = file.feature_weights[input * HIDDEN + neuron];
                rounded[input_weight(input, neuron)] = f64::from(weight) / 255.0;
            }
            rounded[input_weight(INPUTS, neuron)] = f64::from(file.feature_biases[neuron]) / 255.0;
            for (bucket, side) in (0..2 * buckets).map(|n| (n / 2, n % 2)) {
                let weight = file.output_weights[(bucket * 2 + side) * HIDDEN + neuron];
                rounded[output_weight(shape, bucket, side, neuron)] = f64::from(weight) / 64.0;
            }
        }
        for (bucket, bias) in file.output_biases.iter().enumerate() {
            rounded[shape.output_biases() * WIDTH + bucket] = f64::from(*bias) / (255.0 * 64.0);
        }
        let used = shape.output_biases() * WIDTH + buckets;
        let half = 0.5 / 64.0 + 1e-6;
        for (place, (raw, rounded)) in raw.iter().zip(&rounded).enumerate().take(used) {
            assert!((raw - rounded).abs() <= half, "parameter {place}");
        }

        let boards = random_boards(5, 3000);
        let mut off = 0.0;
        for board in &boards {
            let value = f64::from(network.evaluate(board));
            let exact = 400.0 * reference_output(&rounded, &recipe, board);
            // Two divisions round toward zero, the second to one unit.
            assert!(
                (value - exact).abs() < 1.1,
                "{value} instead of {exact}: {board:#}"
            );
            off += (value - 400.0 * reference_output(&raw, &recipe, board)).abs();
        }
        let off = off / boards.len() as f64;
        // The rounding errors of the neurons are independent.
        let limit = 10.0 * (HIDDEN as f64 / 256.0).sqrt();
        assert!(off < limit, "{off} units from the floats on average");
    }
}

#[test]
fn import_inverts_export() {
    let recipe = Recipe {
        buckets: 4,
        ..Recipe::default()
    };
    let file = export(&random_parameters(&recipe), &recipe);
    assert_eq!(export(&import(&file), &recipe), file);
    // The last lane has unused numbers, too.
    let (values, expected) = (rounded(&random_parameters(&recipe), &recipe), import(&file));
    let weights = Shape::of(&recipe).output_biases();
    assert!(values[..weights] == expected[..weights]);
    let biases = [values, expected].map(|lanes| numbers(&lanes[weights])[..4].to_vec());
    assert_eq!(biases[0], biases[1]);
    let other_unit = NetworkFile {
        scale: 200,
        ..file.clone()
    };
    assert_eq!(export(&import(&other_unit), &recipe), file);
}

#[test]
fn the_last_steps_round() {
    let count = |rounded_share| {
        let recipe = Recipe {
            rounded_share,
            ..Recipe::default()
        };
        let rounds: Vec<bool> = (0..10).map(|step| recipe.rounds(step, 10)).collect();
        assert!(rounds.is_sorted());
        rounds.into_iter().filter(|&rounds| rounds).count()
    };
    assert_eq!([0.0, 0.3, 1.0].map(count), [0, 3, 10]);
}

#[test]
fn learning_rate_warms_up_and_decays() {
    let recipe = Recipe {
        warmup: 100,
        ..Recipe::default()
    };
    let rates: Vec<f64> = (0..10_000).map(|step| recipe.rate(step, 10_000)).collect();
    assert!(rates[0] < recipe.learning_rate / 50.0);
    assert!(rates[..100].is_sorted() && rates[101..].is_sorted_by(|a, b| a >= b));
    assert!(rates[101] > 0.99 * recipe.learning_rate);
    assert!(rates[9_999] < 1.01 * recipe.final_learning_rate);
    // At most a tenth of a short run.
    assert!(recipe.rate(10, 100) > 0.9 * recipe.learning_rate);
}

#[test]
fn steps_equal_adamw_in_f64() {
    const COUNT: usize = 7;
    const RATE: f64 = 0.01;
    let recipe = Recipe {
        hidden: 64,
        buckets: 1,
        weight_decay: 0.1,
        ..Recipe::default()
    };
    let shape = Shape::of(&recipe);
    let mut rng = SmallRng::seed_from_u64(3);
    let mut parameters = random_parameters(&recipe);
    // Two weights of each lane begin at their limits.
    for (place, lane) in parameters[..shape.output_biases()].iter_mut().enumerate() {
        let limit = shape.limit(place);
        numbers_mut(lane)[..2].copy_from_slice(&[limit, -limit]);
    }
    let mut expected = flat(&parameters);
    let mut first = vec![0.0; expected.len()];
    let mut second = first.clone();
    // The smallest gradients are of the size of epsilon.
    let sizes: Vec<f64> = (0..expected.len())
        .map(|_| [1.0, 1e-4, 1e-8][rng.random_range(0..3)])
        .collect();
    let mut moments = Moments::new(shape);
    let mut shares = [Share::new(shape), Share::new(shape)];
    for step in 1..=5 {
        for share in &mut shares {
            let gradients = share.gradient.iter_mut().flat_map(numbers_mut);
            for (gradient, size) in gradients.zip(&sizes) {
                *gradient = (size * rng.random_range(-7.0..7.0)) as f32;
            }
        }
        let gradients = [&shares[0], &shares[1]].map(|share| flat(&share.gradient));
        for (i, parameter) in expected.iter_mut().enumerate() {
            let gradient = (gradients[0][i] + gradients[1][i]) / COUNT as f64;
            first[i] = 0.9 * first[i] + 0.1 * gradient;
            second[i] = 0.999 * second[i] + 0.001 * gradient.powi(2);
            let mean = first[i] / (1.0 - 0.9_f64.powi(step));
            let square = second[i] / (1.0 - 0.999_f64.powi(step));
            let change = mean / (square.sqrt() + 1e-8) + 0.1 * *parameter;
            let limit = f64::from(shape.limit(i / WIDTH));
            *parameter = (*parameter - RATE * change).clamp(-limit, limit);
        }
        let step = step as u64;
        moments.step(&mut parameters, &mut shares, &recipe, COUNT, step, RATE);
        let mut gradients = shares.iter().flat_map(|share| flat(&share.gradient));
        assert!(gradients.all(|gradient| gradient == 0.0));
    }
    let found = [&parameters, &moments.first, &moments.second].map(|lanes| flat(lanes));
    for (i, &size) in sizes.iter().enumerate() {
        let found = [0, 1, 2].map(|k| found[k][i]);
        let expected = [expected[i], first[i], second[i]];
        let scales = [1.0 + expected[0].abs(), size, size * size];
        for k in 0..3 {
            let error = (found[k] - expected[k]).abs();
            assert!(
                error < 1e-5 * scales[k],
                "number {i}: {found:?} instead of {expected:?}"
            );
        }
    }
}

#[test]
fn states_decay_toward_their_mean_and_nothing_else_changes() {
    let recipe = Recipe {
        hidden: 64,
        buckets: 1,
        weight_decay: 0.0,
        state_decay: 0.5,
        ..Recipe::default()
    };
    let shape = Shape::of(&recipe);
    let mut parameters = random_parameters(&recipe);
    // In the third state, weights are 0.05 larger than in the others.
    for lane in &mut parameters[2 * PLACES..3 * PLACES] {
        for weight in numbers_mut(lane) {
            *weight += 0.05;
        }
    }
    let before = flat(&parameters);
    // Without gradients. Eight steps at a rate of 0.05 move a fifth of the way.
    let mut moments = Moments::new(shape);
    for step in 1..=8 {
        let shares = &mut [Share::new(shape)];
        moments.step(&mut parameters, shares, &recipe, 1, step, 0.05);
    }
    for (place, (before, after)) in before.iter().zip(flat(&parameters)).enumerate() {
        let expected = match place / WIDTH {
            row if row >= INPUTS => 0.0,
            row if row / PLACES == 2 => 0.2 * (0.01 - 0.05),
            _ => 0.2 * 0.01,
        };
        let moved = after - before;
        assert!((moved - expected).abs() < 1e-6, "{place}: {moved}");
    }
}

#[test]
fn exported_weights_are_within_the_engines_limits() {
    let recipe = Recipe::default();
    let mut parameters = first_parameters(&recipe);
    for lane in &mut parameters {
        for number in numbers_mut(lane) {
            *number = number.signum() * 9.0;
        }
    }
    let file: NetworkFile = export(&parameters, &recipe);
    file.to_bytes().expect("within the limits");
    assert!(file.feature_weights.contains(&FEATURE_LIMIT));
}
