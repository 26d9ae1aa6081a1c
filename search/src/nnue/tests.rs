//! Incremental evaluation against evaluation from scratch, network files, mirrored positions.

use std::sync::Arc;

use movegen::{Board, CastleSide, Color, File, Move, Piece, PieceType, Rank, Setup, Square};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use support::random_start;

use super::packing::{compress, decompress};
use super::*;
use crate::{Limits, Request, Searcher};

/// A network with random weights over the whole range.
fn random_file(rng: &mut SmallRng, hidden: usize, buckets: usize) -> NetworkFile {
    let mut weights = |count: usize, limit: i16| -> Vec<i16> {
        let draw = |_| rng.random_range(-limit..=limit);
        (0..count).map(draw).collect()
    };
    NetworkFile {
        recipe: "random".to_owned(),
        hidden,
        buckets,
        scale: 400,
        feature_weights: weights(INPUTS * hidden, FEATURE_LIMIT),
        feature_biases: weights(hidden, BIAS_LIMIT),
        output_weights: weights(2 * buckets * hidden, OUTPUT_LIMIT),
        output_biases: weights(buckets, 9999).into_iter().map(i32::from).collect(),
    }
}

fn random_network(seed: u64, buckets: usize) -> Arc<Network> {
    let file = random_file(&mut SmallRng::seed_from_u64(seed), HIDDEN, buckets);
    Arc::new(Network::try_from(&file).expect("a valid network"))
}

/// Castles whenever possible, so that games have enough castling; otherwise picks any move.
fn choose(rng: &mut SmallRng, board: &Board) -> Option<Move> {
    let moves = board.legal_moves();
    let castling = moves.iter().copied().find(|mv| mv.is_castle());
    castling.or_else(|| moves.get(rng.random_range(0..moves.len().max(1))).copied())
}

/// Random games with null moves and unmade moves, evaluated only at some positions, so that updates
/// span several plies.
#[test]
fn accumulators_equal_a_refresh_from_scratch() {
    let mut rng = SmallRng::seed_from_u64(1);
    let networks: Vec<_> = (1..=8).map(|n| random_network(n, n as usize)).collect();
    for network in networks.iter().cycle().take(300) {
        let mut line = vec![random_start(&mut rng)];
        let mut accumulators = AccumulatorStack::new(Arc::clone(network));
        accumulators.begin(&line[0]);
        for _ in 0..300 {
            let board = line[line.len() - 1];
            match rng.random_range(0..10) {
                0 | 1 if line.len() > 1 => {
                    line.pop();
                    accumulators.pop();
                }
                2 if !board.in_check() && line.len() < 250 => {
                    let mut child = board;
                    child.make_null();
                    accumulators.push(&child);
                    line.push(child);
                }
                3..6 => {
                    let value = accumulators.evaluate();
                    assert_eq!(value, network.evaluate(&board), "{board:#}");
                }
                _ => {
                    let Some(mv) = choose(&mut rng, &board) else {
                        break;
                    };
                    if line.len() < 250 {
                        let mut child = board;
                        child.make(mv);
                        accumulators.push(&child);
                        line.push(child);
                    }
                }
            }
        }
    }
}

/// All castling moves, including those where the king stays or king and rook swap squares.
#[test]
fn accumulators_follow_every_castling() {
    let network = random_network(7, 1);
    let mut castlings = 0;
    for (king, rook, color) in (0..8 * 8 * 2).map(|n| (n / 16, n / 2 % 8, Color::ALL[n % 2])) {
        if king == rook {
            continue;
        }
        let square = |file: usize, rank: Rank| Square::new(File::ALL[file], rank);
        let (king, rook) = (
            square(king, color.back_rank()),
            square(rook, color.back_rank()),
        );
        let mut setup = Setup::EMPTY;
        setup.side_to_move = color;
        setup.pieces[king.index()] = Some(Piece::new(color, PieceType::King));
        setup.pieces[rook.index()] = Some(Piece::new(color, PieceType::Rook));
        // The other king is out of the way behind its own pawns.
        for file in 0..8 {
            let pawn = square(file, Rank::Seventh.relative_to(color));
            setup.pieces[pawn.index()] = Some(Piece::new(!color, PieceType::Pawn));
        }
        let other = square(0, (!color).back_rank());
        setup.pieces[other.index()] = Some(Piece::new(!color, PieceType::King));
        let side = CastleSide::of(king, rook);
        setup.castling.set(color, side, Some(rook.file()));
        let board = Board::try_from(&setup).expect("a legal position");
        for mv in board.legal_moves().iter().filter(|mv| mv.is_castle()) {
            castlings += 1;
            let mut child = board;
            child.make(*mv);
            let mut stack = AccumulatorStack::new(Arc::clone(&network));
            stack.begin(&board);
            stack.push(&child);
            assert_eq!(stack.evaluate(), network.evaluate(&child), "{mv:?}");
        }
    }
    // No castling is blocked on an empty rank, even with the king in a corner.
    assert_eq!(castlings, 2 * 8 * 7);
}

/// In debug builds every evaluation of a search is compared with one from scratch.
#[test]
fn accumulators_stay_correct_in_searches() {
    for (seed, fen) in (0..).zip([
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ]) {
        let board: Board = fen.parse().expect("a legal position");
        let mut searcher =
            Searcher::with_network(4, random_network(seed, 1)).expect("a small table");
        let request = Request::new(board, Limits::nodes(20_000));
        let result = searcher.search(request);
        assert!(result.best.is_some_and(|mv| board.is_legal(mv)), "{fen}");
    }
}

#[test]
fn evaluation_is_symmetric_in_color_and_wing() {
    let network = random_network(3, 4);
    let mut rng = SmallRng::seed_from_u64(2);
    for _ in 0..200 {
        let mut board = random_start(&mut rng);
        for _ in 0..rng.random_range(20..80) {
            let Some(mv) = choose(&mut rng, &board) else {
                break;
            };
            board.make(mv);
        }
        let setup = board.setup();
        let moved = |to: fn(Square) -> Square, recolor: bool| {
            let mut other = Setup {
                side_to_move: setup.side_to_move,
                ..Setup::EMPTY
            };
            if recolor {
                other.side_to_move = !setup.side_to_move;
            }
            for square in Square::ALL {
                other.pieces[to(square).index()] = setup.pieces[square.index()].map(|piece| {
                    let color = piece.color();
                    let color = if recolor { !color } else { color };
                    Piece::new(color, piece.kind())
                });
            }
            Board::try_from(&other).expect("as legal as before")
        };
        let value = network.evaluate(&board);
        assert_eq!(network.evaluate(&moved(Square::flip_rank, true)), value);
        let flip_file = |square: Square| Square::from_index(square.index() as u8 ^ 7);
        assert_eq!(network.evaluate(&moved(flip_file, false)), value);
    }
}

#[test]
fn queens_have_a_positive_value_for_their_side_on_either_turn() {
    let network = Network::embedded();
    let white = Board::default();
    let mut black = white;
    black.make_null();
    for board in [white, black] {
        for color in Color::ALL {
            let value = |file| {
                let square = Square::new(file, color.back_rank());
                network.piece_value(&board, square)
            };
            let queen = value(File::D).expect("a queen");
            assert!(queen > 300, "{color:?} {queen}: {board:#}");
            assert_eq!(value(File::E), None, "a king");
        }
    }
    let empty = Square::new(File::E, Rank::Fourth);
    assert_eq!(network.piece_value(&white, empty), None);
}

#[test]
fn scale_multiplies_the_score() {
    let mut file = random_file(&mut SmallRng::seed_from_u64(6), HIDDEN, 1);
    let board = Board::default();
    let evaluate = |file: &NetworkFile| {
        let network = Network::try_from(file).expect("a valid network");
        network.evaluate(&board)
    };
    let before = evaluate(&file);
    file.scale *= 5;
    assert!(before != 0 && (evaluate(&file) - 5 * before).abs() < 5);
}

#[test]
fn network_file_round_trips() {
    let mut rng = SmallRng::seed_from_u64(4);
    for (hidden, buckets) in [(1, 1), (7, 3), (HIDDEN, 8)] {
        let file = random_file(&mut rng, hidden, buckets);
        let bytes = file.to_bytes().expect("a valid network");
        assert_eq!(NetworkFile::from_bytes(&bytes).expect("the same"), file);
    }
}

/// The file of an older version, with `inputs` as first-layer weights.
fn old_file(version: u8, file: &NetworkFile, inputs: &[i16]) -> Vec<u8> {
    let mut old = file.to_bytes().expect("a valid network")[..64].to_vec();
    old[8] = version;
    let weights = [inputs, &file.feature_biases, &file.output_weights];
    for &weight in weights.into_iter().flatten() {
        match version {
            2 => old.extend(weight.to_le_bytes()),
            _ if (-64..64).contains(&weight) => old.push(weight as u8 & 0x7F),
            _ => old.extend([weight as u8 | 0x80, (weight >> 7) as u8 & 0x7F]),
        }
    }
    let biases = file.output_biases.iter();
    old.extend(biases.flat_map(|bias| bias.to_le_bytes()));
    let checksum = crc32fast::hash(&old[24..]);
    old[20..24].copy_from_slice(&checksum.to_le_bytes());
    old
}

#[test]
fn networks_without_differences_or_states_of_kings_are_read() {
    let file = random_file(&mut SmallRng::seed_from_u64(8), HIDDEN, 8);
    let uncompressed = old_file(4, &file, &file.feature_weights);
    let compressed = |version| {
        let (header, weights) = uncompressed.split_at(64);
        let mut old = header.to_vec();
        old[8] = version;
        old.extend(compress(weights).expect("a vector has room"));
        old
    };
    let read = |old: &[u8]| NetworkFile::from_bytes(old).expect("an old network");
    assert_eq!(read(&compressed(6)), file);
    let mut without = file.clone();
    for state in 1..STATES {
        let kings = 640 * HIDDEN..768 * HIDDEN;
        let same = (state * 768 + 640) * HIDDEN;
        without.feature_weights.copy_within(kings, same);
    }
    assert_eq!(read(&compressed(5)), without);
    assert_eq!(read(&uncompressed), without);
}

/// Side files identify networks by the checksum, whatever the version of the file.
#[test]
fn checksum_is_the_same_in_all_versions() {
    let file = random_file(&mut SmallRng::seed_from_u64(12), HIDDEN, 8);
    let checksum = file.checksum().expect("a valid network").to_le_bytes();
    let bytes = file.to_bytes().expect("a valid network");
    assert_eq!(bytes[20..24], checksum);
    assert_eq!(old_file(4, &file, &file.feature_weights)[20..24], checksum);
}

#[test]
fn network_files_without_states_are_read() {
    let mut file = random_file(&mut SmallRng::seed_from_u64(7), HIDDEN, 8);
    let mut state = file.feature_weights[..INPUTS / STATES * HIDDEN].to_vec();
    state[0] = FEATURE_LIMIT;
    file.feature_weights = state.repeat(STATES);
    // They have all own pieces before the opponent's.
    let row = |row: usize| {
        let (theirs, kind, square) = (row / 384, row / 64 % 6, row % 64);
        let start = (kind * 128 + theirs * 64 + square) * HIDDEN;
        &state[start..start + HIDDEN]
    };
    let mut inputs: Vec<i16> = (0..768).flat_map(row).copied().collect();
    // A weight from before the present limit is clamped.
    inputs[0] = 505;
    for version in [2, 3] {
        let old = old_file(version, &file, &inputs);
        let read = NetworkFile::from_bytes(&old).expect("an old network");
        assert_eq!(read, file, "version {version}");
    }
    // Differences between equal states are zeros.
    let bytes = file.to_bytes().expect("a valid network");
    assert!(bytes.len() < old_file(3, &file, &inputs).len());
}

#[test]
fn damaged_network_files_are_refused() {
    let mut rng = SmallRng::seed_from_u64(5);
    // Few neurons, because each of many files is decompressed.
    let file = random_file(&mut rng, 2, 2);
    let bytes = file.to_bytes().expect("a valid network");
    for length in [0, 7, 8, 63, 64, 65, 69, bytes.len() - 1] {
        assert!(
            NetworkFile::from_bytes(&bytes[..length]).is_err(),
            "{length}"
        );
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(NetworkFile::from_bytes(&longer).is_err());
    // The checksum does not cover the sizes.
    for buckets in [1, 3] {
        let mut resized = bytes.clone();
        resized[16] = buckets;
        let error = NetworkFile::from_bytes(&resized).expect_err("other sizes");
        assert!(error.to_string().contains("do not fit"), "{error}");
    }
    // Every bit of the first and last bytes, which include the compressor's overhead, and others.
    let ends = (0..80).chain(bytes.len() - 20..bytes.len());
    let ends = ends.flat_map(|at| (0..8).map(move |bit| (at, bit)));
    let draw = |_| (rng.random_range(0..bytes.len()), rng.random_range(0..8));
    for (at, bit) in ends.chain((0..2000).map(draw)) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << bit;
        assert!(NetworkFile::from_bytes(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn weights_that_expand_too_much_are_refused() {
    let packed = compress(&[0; 100_000]).expect("compressible");
    assert!(packed.len() < 200);
    assert_eq!(decompress(&packed, 100_000).expect("as long"), [0; 100_000]);
    let error = decompress(&packed, 99_999).expect_err("too long");
    assert!(error.to_string().contains("more weights"), "{error}");

    let file = random_file(&mut SmallRng::seed_from_u64(9), 1, 1);
    let mut bytes = file.to_bytes().expect("a valid network");
    bytes.truncate(64);
    bytes.extend(compress(&vec![0; 1 << 25]).expect("compressible"));
    assert!(bytes.len() < 10_000);
    let error = NetworkFile::from_bytes(&bytes).expect_err("32 MiB of weights");
    assert!(error.to_string().contains("more weights"), "{error}");
}

#[test]
fn unusable_networks_are_refused() {
    let file = random_file(&mut SmallRng::seed_from_u64(10), HIDDEN, 2);
    let wide = NetworkFile {
        hidden: 2 * HIDDEN,
        feature_weights: vec![0; INPUTS * 2 * HIDDEN],
        feature_biases: vec![0; 2 * HIDDEN],
        output_weights: vec![0; 8 * HIDDEN],
        ..file.clone()
    };
    let error = Network::try_from(&wide).expect_err("another width");
    assert!(error.to_string().contains("built for"), "{error}");
    let flat = NetworkFile { scale: 0, ..file };
    let error = flat.to_bytes().expect_err("no scale");
    assert!(error.to_string().contains("scale is 0"), "{error}");
}

#[test]
fn weights_beyond_their_limits_are_refused() {
    type Layer = fn(&mut NetworkFile) -> &mut Vec<i16>;
    let layers: [(Layer, i16); 3] = [
        (|file| &mut file.feature_weights, FEATURE_LIMIT),
        (|file| &mut file.feature_biases, BIAS_LIMIT),
        (|file| &mut file.output_weights, OUTPUT_LIMIT),
    ];
    let mut file = random_file(&mut SmallRng::seed_from_u64(11), HIDDEN, 1);
    for (layer, limit) in layers {
        for limit in [limit, -limit] {
            layer(&mut file)[3] = limit;
            assert!(Network::try_from(&file).is_ok(), "{limit}");
            layer(&mut file)[3] += limit.signum();
            let read = Network::try_from(&file).map(|_| ());
            for result in [read, file.to_bytes().map(|_| ())] {
                let error = result.expect_err("it would overflow");
                assert!(error.to_string().contains("beyond"), "{limit}: {error}");
            }
        }
        layer(&mut file)[3] = 0;
    }
}
