//! Data generation from start to end: games are played, stopped, resumed and turned into positions.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Parser;
use movegen::Board;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use search::Searcher;
use tempfile::TempDir;
use train::average::averaged_score;
use train::batches::{BatchError, Batches, count_records};
use train::branch::{self, Branch, BranchError};
use train::datagen::{
    Datagen, DatagenError, GameSeed, GameSettings, NodeLimits, OutputError, SearchSettings, play,
    run,
};
use train::filter::Filter;
use train::format::game::GameRecord;
use train::format::reader::GameReader;
use train::format::record::{RECORD_BYTES, Record};
use train::inspect::summarize;
use train::shuffle::{Shuffle, ShuffleError, shuffle};
use train::stop::Stop;

use crate::game_format::random_game;

const SETTINGS: GameSettings = GameSettings {
    limits: NodeLimits {
        nodes: 100,
        kept_nodes: 0,
    },
    opening_limit: 1000,
    max_plies: 120,
};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Settings with the defaults of the command line.
#[derive(Parser)]
struct Arguments<T: clap::Args> {
    #[command(flatten)]
    settings: T,
}

/// Settings for a few short games.
fn settings(folder: &Path, games: u64, threads: usize) -> Datagen {
    Datagen {
        games: Some(games),
        search: SearchSettings {
            limits: SETTINGS.limits,
            hash: 1,
            network: None,
            threads: NonZeroUsize::new(threads),
        },
        max_plies: SETTINGS.max_plies,
        seed: 5,
        ..Arguments::parse_from(["datagen".as_ref(), "--out".as_ref(), folder.as_os_str()]).settings
    }
}

fn make(settings: &Datagen) {
    run(settings, &Stop::new()).expect("games");
}

fn read(path: &Path) -> Vec<GameRecord> {
    let bytes = fs::read(path).expect("a file of games");
    let games: Result<_, _> = GameReader::new(&bytes[..]).collect();
    games.expect("whole games")
}

fn seed(number: u64) -> GameSeed {
    GameSeed {
        seed: 1,
        thread: 0,
        number,
    }
}

#[test]
fn seed_determines_the_game() {
    let mut searcher = Searcher::new(1).expect("a small table");
    let mut game = |number| play(&mut searcher, SETTINGS, seed(number), || false).expect("a game");
    let first = game(0);
    let second = game(1);
    assert_ne!(first, second);
    // Independent of earlier games of the same searcher.
    assert_eq!(game(0), first);
    assert!(first.plies.len() <= SETTINGS.max_plies);
}

#[test]
fn decisive_games_end_with_the_winners_score() {
    let settings = GameSettings {
        limits: NodeLimits {
            nodes: 1,
            kept_nodes: 0,
        },
        max_plies: 400,
        ..SETTINGS
    };
    let mut searcher = Searcher::new(1).expect("a small table");
    // Adjudication follows the scores: only checkmates test their sign.
    let mut checkmates = [0; 2];
    for number in 0..60 {
        let game = play(&mut searcher, settings, seed(number), || false).expect("a game");
        let (mut board, last) = game.positions().last().expect("a move");
        let sign = game.result as i16 - 1;
        if sign != 0 {
            assert_eq!(last.score.signum(), sign, "game {number}");
        }
        board.make(last.mv);
        if board.in_check() && board.legal_moves().is_empty() {
            let winner = !board.side_to_move();
            assert_eq!(sign, [1, -1][winner.index()], "game {number}");
            checkmates[winner.index()] += 1;
        }
    }
    assert!(checkmates.iter().all(|&count| count > 0), "{checkmates:?}");
}

#[test]
fn kept_positions_are_searched_longer() {
    let mut searcher = Searcher::new(1).expect("a small table");
    let mut game = |kept_nodes| {
        let limits = NodeLimits {
            kept_nodes,
            ..SETTINGS.limits
        };
        let settings = GameSettings { limits, ..SETTINGS };
        play(&mut searcher, settings, seed(0), || false).expect("a game")
    };
    let (usual, longer) = (game(0), game(1000));
    assert_eq!(game(SETTINGS.limits.nodes), usual);
    // The first position that is kept is the first with another score or move.
    let kept = usual
        .positions()
        .position(|(board, ply)| Filter::default().keeps(&board, ply));
    let kept = kept.expect("a training position");
    assert_eq!(longer.plies[..kept], usual.plies[..kept]);
    assert_ne!(longer.plies[kept], usual.plies[kept]);
}

#[test]
fn branches_leave_games_by_a_quiet_move() {
    let (games, branches) = (folder(), folder());
    let settings = settings(games.path(), 6, 1);
    make(&settings);
    let branch = |threads: &str, out: &Path| {
        let arguments = [
            "branch",
            "--kept-nodes",
            "200",
            "--hash",
            "1",
            "--threads",
            threads,
        ];
        let mut arguments: Vec<_> = arguments.map(OsStr::new).into();
        let file = settings.file(0);
        arguments.extend([file.as_os_str(), "--out".as_ref(), out.as_os_str()]);
        let branch = Arguments::<Branch>::parse_from(arguments).settings;
        branch::run(&branch, &Stop::new())
    };
    branch("1", branches.path()).expect("branches");
    let file = |folder: &Path| folder.join(settings.file(0).file_name().expect("a name"));
    let found = read(&file(branches.path()));
    let games = read(&settings.file(0));
    let positions: Vec<Board> = games
        .iter()
        .flat_map(GameRecord::positions)
        .filter(|&(board, ply)| Filter::default().keeps(&board, ply))
        .map(|(board, _)| board)
        .collect();
    assert!(found.len() > positions.len() / 5, "{}", found.len());
    let slots: HashSet<_> = games.iter().map(GameRecord::holdout_slot).collect();
    let all: Vec<Board> = games
        .iter()
        .flat_map(GameRecord::positions)
        .map(|(board, _)| board)
        .collect();
    for branch in &found {
        assert!((1..=2).contains(&branch.plies.len()));
        assert!(slots.contains(&branch.holdout_slot()));
        assert!(!all.contains(&branch.start), "{:?}", branch.start);
        let is_parent = |board: &Board| {
            let moves = board.legal_moves().into_iter();
            moves.filter(|mv| !mv.is_noisy()).any(|mv| {
                let mut child = *board;
                child.make(mv);
                child == branch.start
            })
        };
        assert!(positions.iter().any(is_parent), "{:?}", branch.start);
    }
    // The number of threads makes no difference.
    let again = folder();
    branch("2", again.path()).expect("branches");
    assert_eq!(read(&file(again.path())), found);
    // Their results do not count, not even without the side file.
    let side_file = file(again.path()).with_extension("toml");
    for has_side_file in [true, false] {
        if !has_side_file {
            fs::remove_file(&side_file).expect("a side file");
        }
        let shuffling = shuffle_into(vec![file(again.path())], again.path(), 1);
        shuffle(&shuffling).expect("positions");
        let records = records(&shuffling.out);
        assert!(!records.is_empty() && records.iter().all(|record| record.result.is_none()));
    }
    fs::write(side_file, "engine = 1").expect("a file");
    let shuffling = shuffle_into(vec![file(again.path())], again.path(), 1);
    let error = shuffle(&shuffling)
        .expect_err("an unreadable side file")
        .to_string();
    assert!(error.contains("-t0.toml cannot be read"), "{error}");
    // Existing branches are not mixed with others.
    let occupied = branch("1", branches.path());
    assert!(matches!(occupied, Err(BranchError::Occupied(_))));
    // A file that is not a side file, or is that of other games, is not replaced either.
    let own_side_file = file(branches.path()).with_extension("toml");
    let own_side_file = fs::read_to_string(own_side_file).expect("a side file");
    for text in ["name = 'own'", &own_side_file] {
        let other = folder();
        let in_the_way = file(other.path()).with_extension("toml");
        fs::write(&in_the_way, text).expect("a file");
        branch("1", other.path()).expect_err("a file in the way");
        assert_eq!(fs::read_to_string(in_the_way).expect("a file"), text);
    }
}

#[test]
fn abandoned_game_is_dropped() {
    let mut searcher = Searcher::new(1).expect("a small table");
    let left = std::cell::Cell::new(5);
    let abandon = || left.replace(left.get() - 1) == 0;
    assert_eq!(play(&mut searcher, SETTINGS, seed(0), abandon), None);
}

#[test]
fn killed_run_is_resumed() {
    let (whole, broken) = (folder(), folder());
    let straight = settings(whole.path(), 6, 1);
    make(&straight);
    make(&settings(broken.path(), 3, 1));
    let resumed = settings(broken.path(), 6, 1);
    // A kill during a write leaves an incomplete game.
    let half = &fs::read(straight.file(0)).expect("games")[..77];
    let file = OpenOptions::new().append(true).open(resumed.file(0));
    file.and_then(|mut file| file.write_all(half))
        .expect("a longer file");
    let broken_file = fs::read(resumed.file(0)).expect("games");
    let mut other = resumed.clone();
    other.search.hash = 2;
    run(&other, &Stop::new()).expect_err("another origin");
    assert_eq!(fs::read(resumed.file(0)).expect("games"), broken_file);
    make(&resumed);
    let bytes = |settings: &Datagen| fs::read(settings.file(0)).expect("games");
    assert_eq!(bytes(&resumed), bytes(&straight));
    assert_eq!(read(&resumed.file(0)).len(), 6);
    // Nothing is left to do.
    make(&resumed);
    assert_eq!(bytes(&resumed), bytes(&straight));
}

#[test]
fn games_of_another_origin_are_refused() {
    let folder = folder();
    let first = settings(folder.path(), 2, 1);
    make(&first);
    let games = fs::read(first.file(0)).expect("games");
    let refused = |settings: &Datagen, reason: &str| {
        let error = run(settings, &Stop::new()).expect_err("another origin");
        assert!(error.to_string().contains(reason), "{error}");
        assert_eq!(fs::read(first.file(0)).expect("games"), games);
    };
    let more = settings(folder.path(), 3, 1);
    let mut other = more.clone();
    other.opening_limit = 400;
    other.search.hash = 2;
    refused(
        &other,
        "hash was 1 and is 2, opening_limit was 300 and is 400",
    );
    let mut faster = more.clone();
    faster.search.limits.nodes = 50;
    refused(&faster, "nodes was 100 and is 50");
    let side_file = first.file(0).with_extension("toml");
    let text = fs::read_to_string(&side_file).expect("a side file");
    let commit = text.lines().find(|line| line.starts_with("commit"));
    let older = text.replace(commit.expect("a commit"), "commit = \"older\"");
    fs::write(&side_file, older).expect("a file");
    refused(&more, "commit was \"older\" and is");
    fs::remove_file(&side_file).expect("a file");
    refused(&more, "s5-t0.toml is missing");
    fs::write(&side_file, text).expect("a file");
    make(&more);
    assert_eq!(read(&first.file(0)).len(), 3);
}

#[test]
fn threads_play_different_games() {
    let folder = folder();
    let settings = settings(folder.path(), 8, 3);
    make(&settings);
    let games: Vec<_> = (0..3)
        .flat_map(|thread| read(&settings.file(thread)))
        .collect();
    assert_eq!(games.len(), 8);
    for (index, game) in games.iter().enumerate() {
        assert!(!games[..index].contains(game));
        assert!(game.kind.is_some() && !game.plies.is_empty());
    }
}

#[test]
fn foreign_files_are_left_alone() {
    let folder = folder();
    let settings = settings(folder.path(), 1, 1);
    let nonsense = [7; 100];
    let mut bytes = nonsense.to_vec();
    bytes.extend([0; 4]);
    fs::write(settings.file(0), &bytes).expect("a file");
    let error = run(&settings, &Stop::new()).expect_err("no games");
    assert!(
        matches!(error, DatagenError::Output(OutputError::Damaged { .. })),
        "{error}"
    );
    assert_eq!(fs::read(settings.file(0)).expect("the file"), bytes);

    fs::write(settings.file(0), "notes").expect("a file");
    let error = run(&settings, &Stop::new()).expect_err("no games");
    assert!(
        matches!(error, DatagenError::Output(OutputError::NoGames(_))),
        "{error}"
    );
    assert_eq!(fs::read(settings.file(0)).expect("the file"), b"notes");
}

#[test]
fn interrupted_run_leaves_whole_games() {
    let folder = folder();
    let endless = Datagen {
        games: None,
        ..settings(folder.path(), 0, 2)
    };
    let stop = Stop::new();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| run(&endless, &stop));
        let size = || fs::metadata(endless.file(0)).map_or(0, |metadata| metadata.len());
        while size() == 0 && !running.is_finished() {
            std::thread::yield_now();
        }
        stop.interrupt();
        running.join().expect("no panic").expect("games");
    });
    assert!(!read(&endless.file(0)).is_empty());
    // Fails if there is a part of a game.
    read(&endless.file(1));
}

fn shuffle_into(files: Vec<PathBuf>, folder: &Path, memory: u64) -> Shuffle {
    Shuffle {
        files,
        out: folder.join("training.rec"),
        held_out: Some(folder.join("held-out.rec")),
        held_out_permille: 300,
        seed: 1,
        memory,
        filter: Filter::default(),
    }
}

fn records(path: &Path) -> Vec<Record> {
    let batches = Batches::open(&[path.to_owned()], 100, 0).expect("a file of positions");
    let batches: Result<Vec<_>, _> = batches.collect();
    batches.expect("positions").concat()
}

/// The records of the positions that the default filter keeps.
fn filtered(games: &[GameRecord]) -> Vec<[u8; RECORD_BYTES]> {
    let mut records = Vec::new();
    for game in games {
        for (index, (board, ply)) in game.positions().enumerate() {
            if Filter::default().keeps(&board, ply) {
                let score = averaged_score(&game.plies[index..]);
                records.push(Record::new(&board, score, Some(game.result)).to_bytes());
            }
        }
    }
    records
}

#[test]
fn shuffle_writes_the_filtered_positions() {
    let folder = folder();
    let settings = settings(folder.path(), 12, 1);
    make(&settings);
    let games = read(&settings.file(0));
    let mut expected = filtered(&games);
    // An incomplete last game is skipped, and so are repeated games.
    let bytes = fs::read(settings.file(0)).expect("games");
    let cut = folder.path().join("cut.viri");
    fs::write(&cut, [&bytes[..], &bytes[..50]].concat()).expect("a file");
    let shuffling = shuffle_into(vec![cut.clone(), settings.file(0)], folder.path(), 1);
    let report = shuffle(&shuffling).expect("positions");
    assert_eq!((report.games, report.repeated, report.damaged), (12, 12, 1));
    let held_out = folder.path().join("held-out.rec");
    let (training, held_out) = (records(&shuffling.out), records(&held_out));
    assert_eq!(training.len() as u64, report.training);
    assert_eq!(held_out.len() as u64, report.held_out);
    assert!(!training.is_empty() && !held_out.is_empty());
    let in_order: Vec<_> = training.iter().map(Record::to_bytes).collect();
    assert_ne!(in_order[..], expected[..in_order.len()]);
    let mut all: Vec<_> = [training, held_out]
        .concat()
        .iter()
        .map(Record::to_bytes)
        .collect();
    all.sort_unstable();
    expected.sort_unstable();
    assert_eq!(all, expected);
    let summary = summarize(&cut, Filter::default(), |_| true).expect("a file of games");
    assert_eq!((summary.games, summary.damage.len()), (12, 1));
    assert_eq!(summary.kept, expected.len() as u64);
    assert_eq!(summary.positions, report.positions);
}

#[test]
fn shuffle_in_little_memory_keeps_each_position_once() {
    let folder = folder();
    let mut rng = SmallRng::seed_from_u64(8);
    let games: Vec<GameRecord> = (0..800).map(|_| random_game(&mut rng)).collect();
    let bytes: Vec<u8> = games.iter().flat_map(GameRecord::to_bytes).collect();
    assert!(bytes.len() > 200_000, "too few for several shards");
    let file = folder.path().join("games.viri");
    fs::write(&file, bytes).expect("a file");
    let shuffling = Shuffle {
        held_out: None,
        ..shuffle_into(vec![file], folder.path(), 1)
    };
    shuffle(&shuffling).expect("positions");
    let mut found: Vec<_> = records(&shuffling.out)
        .iter()
        .map(Record::to_bytes)
        .collect();
    let mut expected = filtered(&games);
    found.sort_unstable();
    expected.sort_unstable();
    assert!(found == expected);
}

#[test]
fn held_out_games_do_not_depend_on_other_files() {
    let folder = folder();
    let files = [5, 6].map(|seed| {
        let settings = Datagen {
            seed,
            ..settings(folder.path(), 12, 1)
        };
        make(&settings);
        settings.file(0)
    });
    let both = shuffle_into(files.to_vec(), folder.path(), 1);
    shuffle(&both).expect("positions");
    let held_out = folder.path().join("held-out.rec");
    let of_both = records(&held_out);
    let one = shuffle_into(vec![files[1].clone()], folder.path(), 1);
    shuffle(&one).expect("positions");
    let of_one = records(&held_out);
    assert!(!of_one.is_empty() && of_one.len() < of_both.len());
    assert!(of_one.iter().all(|record| of_both.contains(record)));
}

#[test]
fn outputs_do_not_replace_games_or_each_other() {
    let folder = folder();
    let games = settings(folder.path(), 3, 1);
    make(&games);
    let file = games.file(0);
    let before = fs::read(&file).expect("a file of games");
    let good = shuffle_into(vec![file.clone()], folder.path(), 1);
    let other = folder.path().join("other.viri");
    fs::write(&other, "").expect("a writable temporary folder");
    for out in [file.clone(), file.with_extension("toml"), other] {
        let replacing = Shuffle {
            out,
            ..good.clone()
        };
        let error = shuffle(&replacing).unwrap_err();
        assert!(matches!(error, ShuffleError::Overwrite(_)), "{error}");
    }
    let into_folder = Shuffle {
        out: folder.path().to_owned(),
        ..good.clone()
    };
    let error = shuffle(&into_folder).unwrap_err();
    assert!(matches!(error, ShuffleError::NotRegular(_)), "{error}");
    let same = Shuffle {
        held_out: Some(folder.path().join(".").join("training.rec")),
        ..good.clone()
    };
    let error = shuffle(&same).unwrap_err();
    assert!(matches!(error, ShuffleError::SameFile), "{error}");
    let empty = folder.path().join("empty.viri");
    fs::write(&empty, []).expect("a file");
    let error = shuffle(&shuffle_into(vec![empty], folder.path(), 1)).unwrap_err();
    assert!(matches!(error, ShuffleError::NoGames), "{error}");

    let branch = |files: Vec<PathBuf>, out: &Path| {
        let settings = Branch {
            files,
            out: out.to_owned(),
            share: 100,
            seed: 1,
            search: games.search.clone(),
        };
        branch::run(&settings, &Stop::new()).unwrap_err()
    };
    let error = branch(vec![file.clone()], folder.path());
    assert!(matches!(error, BranchError::Overwrite(_)), "{error}");
    let error = branch(vec![file.clone(), file.clone()], &folder.path().join("out"));
    assert!(matches!(error, BranchError::Shared(_)), "{error}");
    assert_eq!(fs::read(&file).expect("a file of games"), before);
}

#[test]
fn batches_span_files_and_start_anywhere() {
    let folder = folder();
    let board = Board::default();
    let record = |score| Record::new(&board, score, None);
    let paths: Vec<_> = ["a", "b", "c"].map(|name| folder.path().join(name)).into();
    // The second file is empty.
    for (path, scores) in paths.iter().zip([0..10, 10..10, 10..25]) {
        let bytes: Vec<_> = scores.flat_map(|score| record(score).to_bytes()).collect();
        fs::write(path, bytes).expect("a file");
    }
    for skip in 0..=26 {
        let batches = Batches::open(&paths, 7, skip).expect("files of positions");
        assert_eq!(batches.total(), 25);
        let batches: Vec<_> = batches.map(|batch| batch.expect("positions")).collect();
        let scores: Vec<_> = batches.concat().iter().map(|record| record.score).collect();
        assert_eq!(scores, (skip.min(25) as i16..25).collect::<Vec<_>>());
        let full = batches.split_last().map_or(&[][..], |(_, full)| full);
        assert!(full.iter().all(|batch| batch.len() == 7));
    }
    fs::write(&paths[1], [1; RECORD_BYTES]).expect("a file");
    let read: Vec<_> = Batches::open(&paths, 7, 0).expect("files").collect();
    assert!(matches!(
        read[..],
        [Ok(_), Err(BatchError::Record { index: 0, .. })]
    ));
    fs::write(&paths[1], [1; RECORD_BYTES + 1]).expect("a file");
    assert!(matches!(
        count_records(&paths[1]),
        Err(BatchError::Length { .. })
    ));
}
