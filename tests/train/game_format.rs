//! Games on disk: compared with the library of the format's author, truncated and damaged.

use std::io::Cursor;

use movegen::{Board, CastlingMode, Color, Game};
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};
use support::random_start;
use train::format::game::{GameRecord, ScoredMove};
use train::format::reader::{GameReader, ReadError};
use train::format::record::GameResult;
use viriformat::chess::board as oracle;
use viriformat::dataformat::Game as OracleGame;

/// A random game, recorded from a random ply on.
pub(crate) fn random_game(rng: &mut SmallRng) -> GameRecord {
    let board = random_start(rng);
    let mut game = Game::new(board);
    let skip = rng.random_range(0..60);
    let mut start = board;
    let mut plies = Vec::new();
    for ply in 0..rng.random_range(1..200) {
        let moves = game.board().legal_moves();
        if ply == skip {
            start = *game.board();
            plies.clear();
        }
        if moves.is_empty() {
            break;
        }
        // Castling and en passant are rare: play them whenever they are legal.
        let rare = moves.iter().find(|mv| mv.is_castle() || mv.is_en_passant());
        let mv = *rare.unwrap_or(&moves[rng.random_range(0..moves.len())]);
        let score = rng.random();
        plies.push(ScoredMove { mv, score });
        game.play(mv).expect("a generated move");
    }
    GameRecord {
        start,
        kind: None,
        result: GameResult::ALL[rng.random_range(0..3)],
        parent_slot: None,
        plies,
    }
}

/// The same game in the other library, by FEN and UCI moves.
fn oracle_game(record: &GameRecord) -> (OracleGame, oracle::Board) {
    let mut board = oracle::Board::new();
    // Castling rights as rook files.
    let fen = record.start.fen(CastlingMode::Chess960).to_string();
    board.set_from_fen(&fen, true).expect("a legal position");
    let mut game = OracleGame::new(&board);
    for ply in &record.plies {
        let uci = ply.mv.uci(CastlingMode::Chess960).to_string();
        let mv = board.parse_uci(&uci).expect("a legal move");
        game.add_move(mv, ply.score);
        board.make_move_simple(mv);
    }
    game.set_outcome(match record.result {
        GameResult::WhiteWins => oracle::GameOutcome::WhiteWin(oracle::WinType::Mate),
        GameResult::BlackWins => oracle::GameOutcome::BlackWin(oracle::WinType::Mate),
        GameResult::Draw => oracle::GameOutcome::Draw(oracle::DrawType::FiftyMoves),
    });
    (game, board)
}

#[test]
fn bytes_equal_those_of_the_viriformat_crate() {
    let mut rng = SmallRng::seed_from_u64(7);
    let (mut castlings, mut en_passants, mut promotions, mut marked) = (0, 0, 0, 0);
    for _ in 0..2000 {
        let record = random_game(&mut rng);
        let (oracle, _) = oracle_game(&record);
        let mut expected = Vec::new();
        oracle.serialise_into(&mut expected).expect("memory");
        let bytes = record.to_bytes();
        assert_eq!(bytes, expected, "{record:?}");
        // Both libraries read the bytes back; theirs checks each move in debug builds.
        assert_eq!(GameRecord::from_bytes(&bytes), Ok(record.clone()));
        let back = OracleGame::deserialise_from(&mut Cursor::new(&bytes), Vec::new());
        assert_eq!(back.expect("a game"), oracle);
        castlings += record.plies.iter().filter(|ply| ply.mv.is_castle()).count();
        en_passants += record
            .plies
            .iter()
            .filter(|ply| ply.mv.is_en_passant())
            .count();
        promotions += record
            .plies
            .iter()
            .filter(|ply| ply.mv.promotion().is_some())
            .count();
        marked += usize::from(record.start.en_passant().is_some());
    }
    println!(
        "{castlings} castlings, {en_passants} en passant, {promotions} promotions, {marked} starts with an en passant square"
    );
    assert!(castlings > 500 && en_passants > 300 && promotions > 500 && marked > 10);
}

#[test]
fn specification_example_is_read() {
    let bytes = [
        0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0, 0x88, 0x88, 0x88,
        0x88, 0x9e, 0xca, 0xad, 0xe9, 0x40, 0, 1, 0, 0, 0, 2,
        0, // 1. e4 e5 2. Qh5 Ke7 3. Qxe5#
        0x0c, 0x07, 10, 0, 0x34, 0x09, 20, 0, 0xc3, 0x09, 0xe2, 0xff, 0x3c, 0x0d, 0xff, 0x7f, 0x27,
        0x09, 0xff, 0x7f, 0, 0, 0, 0,
    ];
    let game = GameRecord::from_bytes(&bytes).expect("a game");
    assert_eq!(game.start, Board::default());
    assert_eq!(game.result, GameResult::WhiteWins);
    let scores: Vec<_> = game.plies.iter().map(|ply| ply.score).collect();
    assert_eq!(scores, [10, 20, -30, 32767, 32767]);
    let (last, ply) = game.positions().last().expect("five plies");
    let mut end = last;
    end.make(ply.mv);
    let outcome = end.outcome().expect("the game is over");
    assert_eq!(outcome.winner(), Some(Color::White));
    assert_eq!(game.to_bytes(), bytes);
}

fn file_of(games: &[GameRecord]) -> Vec<u8> {
    games.iter().flat_map(GameRecord::to_bytes).collect()
}

#[test]
fn truncated_file_keeps_its_whole_games() {
    let mut rng = SmallRng::seed_from_u64(8);
    let games: Vec<_> = (0..3).map(|_| random_game(&mut rng)).collect();
    let bytes = file_of(&games);
    let mut ends = vec![0];
    for game in &games {
        ends.push(ends[ends.len() - 1] + game.to_bytes().len());
    }
    for cut in 0..=bytes.len() {
        let whole = ends.iter().filter(|&&end| end <= cut && end > 0).count();
        let mut reader = GameReader::new(&bytes[..cut]);
        for game in &games[..whole] {
            assert_eq!(reader.next().expect("a game").expect("whole"), *game);
        }
        match reader.next() {
            None => assert_eq!(cut, ends[whole]),
            Some(Err(ReadError::Truncated { end })) => {
                assert_eq!(end, ends[whole] as u64);
                assert!(cut > ends[whole]);
            }
            other => panic!("cut at {cut}: {other:?}"),
        }
        assert!(reader.next().is_none());
    }
}

#[test]
fn invalid_game_does_not_hide_the_next() {
    let mut rng = SmallRng::seed_from_u64(9);
    let games: Vec<_> = (0..3).map(|_| random_game(&mut rng)).collect();
    let mut bytes = file_of(&games);
    let second = games[0].to_bytes().len();
    bytes[second + 30] = 3;
    let read: Vec<_> = GameReader::new(&bytes[..]).collect();
    assert_eq!(read.len(), 3);
    assert!(read[0].is_ok() && read[2].is_ok());
    match &read[1] {
        Err(ReadError::Game { start, .. }) => assert_eq!(*start, second as u64),
        other => panic!("{other:?}"),
    }
}

#[test]
fn garbage_is_refused_without_panic() {
    let mut rng = SmallRng::seed_from_u64(10);
    for _ in 0..20_000 {
        let mut bytes = vec![0; rng.random_range(0..400)];
        rng.fill_bytes(&mut bytes);
        assert!(GameRecord::from_bytes(&bytes).is_err());
        let read = GameReader::new(&bytes[..]).filter(Result::is_ok).count();
        assert_eq!(read, 0);
    }
    // A file without an end marker is not read to its end.
    let endless = vec![1; 10 << 20];
    let read: Vec<_> = GameReader::new(&endless[..]).collect();
    assert!(matches!(read[..], [Err(ReadError::Endless { start: 0 })]));
    // Nearly valid bytes are harder than random ones: accepted games must replay and round-trip.
    for _ in 0..2000 {
        let mut bytes = random_game(&mut rng).to_bytes();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..bytes.len().min(80));
            bytes[at] ^= 1 << rng.random_range(0..8);
        }
        for game in GameReader::new(&bytes[..]).flatten() {
            assert_eq!(game.positions().count(), game.plies.len());
            assert_eq!(GameRecord::from_bytes(&game.to_bytes()), Ok(game));
        }
    }
}
