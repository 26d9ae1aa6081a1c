//! Start positions: numbers, pairs, dice and random draws.

use std::collections::BTreeSet;

use movegen::chess960::{DiceError, ORTHODOX, START_POSITIONS, StartNumberError, number_by_dice};
use movegen::{Board, CastlingMode, Color};
use rand::SeedableRng;
use rand::rngs::StdRng;

fn start(number: u16) -> Board {
    Board::chess960(number).unwrap()
}

fn white_back_rank(board: &Board) -> String {
    let fen = board.to_string();
    let placement = fen.split(' ').next().unwrap();
    placement.rsplit('/').next().unwrap().to_owned()
}

#[test]
fn start_positions_match_cozy_chess() {
    for number in 0..START_POSITIONS {
        let oracle = cozy_chess::Board::chess960_startpos(u32::from(number));
        assert_eq!(format!("{:#}", start(number)), format!("{oracle:#}"));
    }
}

#[test]
fn start_number_is_recovered_from_the_board() {
    for number in 0..START_POSITIONS {
        let board = start(number);
        assert_eq!(board.chess960_number(), Some(number));
        for color in Color::ALL {
            assert_eq!(board.back_rank_number(color), Some(number));
        }
    }
}

#[test]
fn start_positions_differ_and_satisfy_the_rules() {
    let ranks: BTreeSet<_> = (0..START_POSITIONS)
        .map(|number| white_back_rank(&start(number)))
        .collect();
    assert_eq!(ranks.len(), 960);
    for rank in ranks {
        let places = |letter| {
            let places = rank
                .char_indices()
                .filter(move |&(_, piece)| piece == letter);
            places.map(|(place, _)| place).collect::<Vec<_>>()
        };
        let (king, rooks, bishops) = (places('K')[0], places('R'), places('B'));
        assert!(rooks[0] < king && king < rooks[1], "{rank}");
        assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{rank}");
        assert_eq!((places('N').len(), places('Q').len()), (2, 1), "{rank}");
    }
}

#[test]
fn start_numbers_match_published_ones() {
    assert_eq!(start(ORTHODOX), Board::default());
    for (number, back_rank) in [
        (0, "BBQNNRKR"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (792, "RBQKBNRN"),
        (959, "RKRNNQBB"),
    ] {
        assert_eq!(white_back_rank(&start(number)), back_rank);
    }
}

#[test]
fn start_numbers_above_959_are_errors() {
    for number in [960, u16::MAX] {
        assert_eq!(Board::chess960(number), Err(StartNumberError(number)));
        assert_eq!(
            Board::double_chess960(0, number),
            Err(StartNumberError(number))
        );
        assert_eq!(
            Board::double_chess960(number, 0),
            Err(StartNumberError(number))
        );
    }
}

#[test]
fn start_number_is_none_for_other_positions() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1",
    ] {
        let board: Board = fen.parse().unwrap();
        assert_eq!(board.chess960_number(), None, "{fen}");
        assert_eq!(board.back_rank_number(Color::Black), Some(518), "{fen}");
    }
    for back_rank in ["RNBQKB1R", "KRBQNBNR", "RBNBKQNR", "RNBQKBNr", "RNBQKBNN"] {
        let fen = format!("4k3/8/8/8/8/8/1PPPPPPn/{back_rank} w - - 0 1");
        let board: Board = fen.parse().unwrap();
        assert_eq!(board.back_rank_number(Color::White), None, "{fen}");
    }
}

#[test]
fn double_start_takes_whites_number_first() {
    let board = Board::double_chess960(0, 959).unwrap();
    let fen = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFca - 0 1";
    assert_eq!(board.fen(CastlingMode::Chess960).to_string(), fen);
    assert_eq!(board.back_rank_number(Color::White), Some(0));
    assert_eq!(board.back_rank_number(Color::Black), Some(959));
    assert_eq!(board.chess960_number(), None);
    for number in [0, 1, 517, 518, 959] {
        assert_eq!(
            Board::double_chess960(number, number).unwrap(),
            start(number)
        );
    }
}

#[test]
fn double_starts_match_cozy_chess() {
    for white in (0..960).step_by(31) {
        for black in (0..960).step_by(37) {
            let oracle = cozy_chess::Board::double_chess960_startpos(white, black);
            let board = Board::double_chess960(white as u16, black as u16).unwrap();
            assert_eq!(format!("{board:#}"), format!("{oracle:#}"));
        }
    }
}

/// Bodlaender's method step by step on a row of squares.
fn by_hand(rolls: [u8; 5]) -> String {
    let [
        dark_bishop,
        light_bishop,
        queen,
        first_knight,
        second_knight,
    ] = rolls;
    let mut row = [' '; 8];
    let place = |row: &mut [char; 8], piece, roll: u8| {
        let free: Vec<_> = (0..8).filter(|&file| row[file] == ' ').collect();
        row[free[usize::from(roll) - 1]] = piece;
    };
    row[[0, 2, 4, 6][usize::from(dark_bishop) - 1]] = 'B';
    row[[1, 3, 5, 7][usize::from(light_bishop) - 1]] = 'B';
    place(&mut row, 'Q', queen);
    place(&mut row, 'N', first_knight);
    place(&mut row, 'N', second_knight);
    for piece in ['R', 'K', 'R'] {
        place(&mut row, piece, 1);
    }
    row.into_iter().collect()
}

fn all_rolls() -> impl Iterator<Item = [u8; 5]> {
    (0..4 * 4 * 6 * 5 * 4).map(|mut rest: u16| {
        [4, 4, 6, 5, 4].map(|highest| {
            let roll = rest % highest + 1;
            rest /= highest;
            roll as u8
        })
    })
}

#[test]
fn dice_give_each_position_twice() {
    let mut times = [0; 960];
    for rolls in all_rolls() {
        let number = number_by_dice(rolls).unwrap();
        assert_eq!(white_back_rank(&start(number)), by_hand(rolls), "{rolls:?}");
        times[usize::from(number)] += 1;
    }
    assert_eq!(times, [2; 960]);
}

#[test]
fn dice_place_the_first_bishop_on_a_dark_square() {
    // a1 is dark, b1 is light.
    assert_eq!(number_by_dice([1; 5]), Ok(0));
    let second = start(number_by_dice([2, 1, 1, 1, 1]).unwrap());
    assert_eq!(white_back_rank(&second), "QBBNNRKR");
}

#[test]
fn dice_errors_name_piece_roll_and_range() {
    let good = [4, 4, 6, 5, 4];
    assert!(number_by_dice(good).is_ok());
    for (index, piece, roll, highest) in [
        (0, "dark bishop", 5, 4),
        (1, "light bishop", 6, 4),
        (2, "queen", 7, 6),
        (3, "first knight", 6, 5),
        (4, "second knight", 0, 4),
    ] {
        let mut rolls = good;
        rolls[index] = roll;
        let error = DiceError {
            piece,
            roll,
            highest,
        };
        assert_eq!(number_by_dice(rolls), Err(error));
    }
}

/// Pearson's chi-squared statistic of counts that should be equal.
fn chi_squared(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let terms = counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2));
    terms.sum::<f64>() / expected
}

// With 959 degrees of freedom the statistic is 959 ± 44; the seed makes the tests repeatable.
const SUSPICIOUS: f64 = 1_180.0;

#[test]
fn random_starts_are_uniform() {
    let mut rng = StdRng::seed_from_u64(518);
    let mut counts = [0; 960];
    for _ in 0..19_200 {
        let board = Board::random_chess960(&mut rng);
        counts[usize::from(board.chess960_number().unwrap())] += 1;
    }
    assert!(chi_squared(&counts) < SUSPICIOUS);
}

#[test]
fn random_double_starts_are_uniform_and_independent() {
    let mut rng = StdRng::seed_from_u64(1996);
    let mut counts = [[0; 960]; 2];
    let mut same = 0;
    for _ in 0..19_200 {
        let board = Board::random_double_chess960(&mut rng);
        let numbers = Color::ALL.map(|color| board.back_rank_number(color).unwrap());
        same += u32::from(numbers[0] == numbers[1]);
        for (counts, number) in counts.iter_mut().zip(numbers) {
            counts[usize::from(number)] += 1;
        }
    }
    assert!(counts.iter().all(|counts| chi_squared(counts) < SUSPICIOUS));
    // One pair in 960 has equal numbers.
    assert!((5..=40).contains(&same), "{same}");
}
