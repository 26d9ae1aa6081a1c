//! FEN in its dialects, read and written, and errors for text that is not a legal position.

use std::str::FromStr;
use std::sync::LazyLock;

use movegen::{Board, CastleSide, CastlingMode, Color, FenError, File, Setup, SetupError, Square};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use support::{board, data_lines};

const GOOD: &str = include_str!("../data/fen-good.txt");
const BAD: &str = include_str!("../data/fen-bad.txt");

/// The input and the two outputs of every line of valid FENs.
fn good() -> impl Iterator<Item = [&'static str; 3]> {
    data_lines(GOOD).map(|line| {
        let mut fields = line.split(';');
        let input = fields.next().unwrap();
        let mut output = || match fields.next().unwrap().trim() {
            "=" => input.trim(),
            text => text,
        };
        [input, output(), output()]
    })
}

/// The name of an error as in the data file, with its rank if it has one.
fn kind(error: &FenError) -> String {
    let debug = match error {
        FenError::Setup(error) => format!("Setup {error:?}"),
        error => format!("{error:?}"),
    };
    let name = debug.split([' ', '(', '{']);
    let words = if matches!(error, FenError::Setup(_)) {
        2
    } else {
        1
    };
    let name = name.take(words).collect::<Vec<_>>().join(" ");
    match error {
        FenError::RankLength { rank, .. } | FenError::Placement { rank, .. } => {
            format!("{name} {rank}")
        }
        _ => name,
    }
}

#[test]
fn fen_of_every_dialect_is_written_in_both_modes() {
    for [input, standard, chess960] in good() {
        let board = board(input);
        assert_eq!(board.fen(CastlingMode::Standard).to_string(), standard);
        assert_eq!(board.fen(CastlingMode::Chess960).to_string(), chess960);
        assert_eq!(format!("{board}"), standard);
        assert_eq!(format!("{board:#}"), chess960);
    }
}

#[test]
fn fen_output_reads_back_as_the_same_board() {
    for [input, standard, chess960] in good() {
        let expected = board(input);
        assert_eq!(board(standard), expected, "{standard}");
        assert_eq!(board(chess960), expected, "{chess960}");
    }
}

#[test]
fn fen_errors_have_the_expected_kind() {
    for line in data_lines(BAD) {
        let (expected, fen) = line.split_once(';').unwrap();
        let error = Board::from_str(fen).expect_err(line);
        assert_eq!(kind(&error), expected.trim(), "{line}: {error}");
    }
}

#[test]
fn fen_errors_name_fault_and_place() {
    for (fen, message) in [
        ("4k3/8/8/8/8/7/8/4K3 w", "rank 3 has 7 squares instead of 8"),
        (
            "4k3/8/8/8/8/8/8/4K3 x",
            "the side to move must be 'w' or 'b', not 'x'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w Q",
            "castling right 'Q': there is no rook on that side of the king",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w E",
            "castling right 'E': the king is on that file",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w K-kq",
            "'-' is not a castling right (KQkq, A-H, a-h, or '-' alone for none)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "the halfmove clock must be a whole number from 0 to 65535, not '-1'",
        ),
        (
            "4k3/8/8/8/8/8/8/8 w",
            "White must have exactly one king, not 0",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - \u{1b}[31m",
            "en passant: '\\u{1b}[31m' is not a square (a1 to h8)",
        ),
    ] {
        assert_eq!(Board::from_str(fen).unwrap_err().to_string(), message);
    }
}

#[test]
fn fen_errors_quote_long_input_in_part() {
    let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {} 1", "9".repeat(1_000_000));
    assert!(Board::from_str(&fen).unwrap_err().to_string().len() < 200);
}

#[test]
fn default_board_is_the_orthodox_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Board::default(), board(start));
}

#[test]
fn setup_is_read_without_validation() {
    let setup: Setup = "8/8/8/8/8/8/8/P7 b - e3 4 9".parse().unwrap();
    assert_eq!(setup.en_passant, Some(Square::E3));
    assert_eq!((setup.halfmove_clock, setup.fullmove_number), (4, 9));
    assert!(Board::try_from(&setup).is_err());
}

#[test]
fn castling_rights_without_their_king_or_rook_are_refused() {
    let (color, rook) = (Color::White, Square::H1);
    for (pieces, expected) in [
        (
            "4k3/8/8/8/8/8/4K3/7R",
            SetupError::CastlingKing {
                color,
                king: Square::E2,
            },
        ),
        (
            "4k3/8/8/8/8/8/8/4K3",
            SetupError::CastlingRook { color, rook },
        ),
    ] {
        let mut setup: Setup = format!("{pieces} w - - 0 1").parse().unwrap();
        setup.castling.set(color, CastleSide::King, Some(File::H));
        assert_eq!(Board::try_from(&setup), Err(expected));
    }
    let mut setup: Setup = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse().unwrap();
    setup.castling.set(color, CastleSide::Queen, Some(File::H));
    let expected = SetupError::CastlingSide { color, rook };
    assert_eq!(Board::try_from(&setup), Err(expected));
}

#[test]
fn moves_are_numbered_from_one() {
    let setup = Setup {
        fullmove_number: 0,
        ..Board::default().setup()
    };
    assert_eq!(Board::try_from(&setup), Ok(Board::default()));
}

/// Reads a text as a position and as a move, to check that nothing panics.
fn read_everything(text: &str, boards: &[Board]) {
    if let Ok(board) = text.parse::<Board>() {
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            assert_eq!(board.fen(mode).to_string().parse(), Ok(board), "{text}");
        }
        board.legal_moves();
    }
    for board in boards {
        for mv in [board.parse_uci(text), board.parse_san(text)] {
            match mv {
                Ok(mv) => assert!(board.is_legal(mv)),
                Err(error) => assert!(error.to_string().len() < 400),
            }
        }
    }
}

static BOARDS: LazyLock<Vec<Board>> =
    LazyLock::new(|| good().step_by(7).map(|[fen, ..]| board(fen)).collect());

/// A valid FEN with characters replaced, inserted and removed.
fn mutated_fen() -> impl Strategy<Value = String> {
    let fens: Vec<_> = good().map(|[fen, ..]| fen.to_owned()).collect();
    let letter = prop_oneof![
        8 => proptest::sample::select("pnbrqkPNBRQK12345678/ wbkqhaKQHA-e3d6019".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    let edit = (any::<prop::sample::Index>(), 0..3_u8, letter);
    (
        proptest::sample::select(fens),
        prop::collection::vec(edit, 1..6),
    )
        .prop_map(|(fen, edits)| {
            let mut letters: Vec<char> = fen.chars().collect();
            for (at, how, letter) in edits {
                let at = at.index(letters.len());
                match how {
                    0 => letters[at] = letter,
                    1 => letters.insert(at, letter),
                    _ if letters.len() > 1 => drop(letters.remove(at)),
                    _ => {}
                }
            }
            letters.into_iter().collect()
        })
}

proptest! {
    // With a seed, so that a failure can be repeated.
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(960),
        ..ProptestConfig::default()
    })]

    #[test]
    fn parsers_accept_any_text_without_panic(text in "\\PC*") {
        read_everything(&text, &BOARDS);
    }

    #[test]
    fn parsers_accept_any_bytes_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        read_everything(&String::from_utf8_lossy(&bytes), &BOARDS);
    }

    #[test]
    fn fen_parser_accepts_mutated_fens_without_panic(text in mutated_fen()) {
        read_everything(&text, &[]);
    }

    #[test]
    fn move_parsers_accept_move_like_text_without_panic(
        text in "[NBRQKPnbrqkpO0oa-h1-8x=+#!?:. é-]{0,9}",
    ) {
        read_everything(&text, &BOARDS);
    }
}
