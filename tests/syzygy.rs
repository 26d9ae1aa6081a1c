//! Endgame tables: their values, their use in the search, and their options.
//!
//! Most tests need the complete tables of three and four pieces in the directories that the variable
//! `ENROQUE_SYZYGY` names. Without it they print that they did not run.

mod driver;

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use driver::{Engine, last, run};
use movegen::{Board, Game, Move, Outcome};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use search::{
    Event, Limits, Options, Pool, Probing, Request, SearchInfo, SearchResult, Searcher, Tablebase,
    Wdl, mate_in,
};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::Dtz;
use tempfile::TempDir;

const TRUTH: &str = include_str!("data/syzygy.txt");
/// Enough to order moves, far too little to win these endings without tables.
const FEW_NODES: u64 = 200;
/// Endings that one side wins as a rule, the bare or weaker king being Black's.
const ENDINGS: [&str; 8] = ["Qvk", "Rvk", "Pvk", "BNvk", "BBvk", "Qvkr", "Qvkp", "RNvk"];

/// The directories with tables; `None`, and a line that cannot be missed, when none are given.
fn directories(test: &str) -> Option<String> {
    let given = env::var("ENROQUE_SYZYGY")
        .ok()
        .filter(|list| !list.is_empty());
    if given.is_none() {
        // Straight to stderr: what is printed by a test that passes is not shown.
        let line = format!("syzygy: '{test}' DID NOT RUN: ENROQUE_SYZYGY names no tables\n");
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
    given
}

/// The tables for us, and again for the opponent by the library's own path.
struct Tables {
    ours: Arc<Tablebase>,
    theirs: shakmaty_syzygy::Tablebase<Chess>,
}

impl Tables {
    fn open(test: &str) -> Option<Self> {
        let directories = directories(test)?;
        let mut theirs = shakmaty_syzygy::Tablebase::new();
        for directory in env::split_paths(&directories) {
            theirs.add_directory(directory).expect("a directory");
        }
        Some(Self {
            ours: Arc::new(Tablebase::open(&directories).expect("tables")),
            theirs,
        })
    }

    fn searcher(&self) -> Searcher {
        let mut searcher = Searcher::new(1).expect("a small table");
        searcher.set_tablebase(Some(Arc::clone(&self.ours)));
        searcher
    }

    fn dtz(&self, board: &Board) -> Dtz {
        let probe = self.theirs.probe_dtz(&theirs(board));
        probe.expect("a table").ignore_rounding()
    }

    /// The best move by the tables, any move while castling is possible.
    fn best_defence(&self, board: &Board) -> Move {
        if !board.castling().is_empty() {
            return board.legal_moves()[0];
        }
        let best = self.theirs.best_move(&theirs(board));
        let (mv, _) = best.expect("a table").expect("a legal move");
        let text = mv.to_uci(CastlingMode::Standard).to_string();
        board.parse_uci(&text).expect("a legal move")
    }
}

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The board as `shakmaty` reads it.
fn theirs(board: &Board) -> Chess {
    let fen: Fen = format!("{board:#}").parse().expect("a FEN");
    let position = fen.into_position(CastlingMode::Chess960);
    position.unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// A legal position with the pieces of an ending, "Qvkr" being king and queen against king and rook.
fn random_ending(rng: &mut SmallRng, ending: &str) -> Board {
    let pieces: Vec<char> = "K"
        .chars()
        .chain(ending.chars().filter(|&c| c != 'v'))
        .collect();
    loop {
        let mut squares: Vec<usize> = (0..64).collect();
        squares.shuffle(rng);
        let mut rows = [['1'; 8]; 8];
        for (&piece, &square) in pieces.iter().zip(&squares) {
            rows[square / 8][square % 8] = piece;
        }
        let rows = rows.map(|row| row.iter().collect::<String>()).join("/");
        let turn = ["w", "b"].choose(rng).expect("one of two");
        if let Ok(board) = format!("{rows} {turn} - - 0 1").parse::<Board>()
            && board.outcome().is_none()
        {
            return board;
        }
    }
}

/// Searches, checks every variation and returns the reports with the result.
fn search(
    searcher: &mut Searcher,
    board: &Board,
    keys: &[u64],
    limits: Limits,
    options: Options,
) -> (SearchResult, Vec<SearchInfo>) {
    let mut infos = Vec::new();
    let request = Request::new(*board, limits)
        .after(keys)
        .with_options(options);
    let result = searcher.search(request, |event| {
        if let Event::Info(info) = event {
            let mut end = *board;
            for &mv in &info.pv {
                assert!(end.is_legal(mv), "{mv:?} of {:?} on {board}", info.pv);
                end.make(mv);
            }
            infos.push(info);
        }
    });
    (result, infos)
}

fn best_move(searcher: &mut Searcher, board: &Board, keys: &[u64]) -> Move {
    let limits = Limits::nodes(FEW_NODES);
    let (result, _) = search(searcher, board, keys, limits, Options::default());
    assert_eq!(result.best, result.pv.first().copied());
    result.best.expect("a legal move")
}

/// A win by the tables, and not a mate that nobody has seen.
fn is_table_win(score: i32) -> bool {
    score > 30_000 && mate_in(score).is_none()
}

#[test]
fn values_match_the_reference_reader() {
    let Some(tables) = Tables::open("values") else {
        return;
    };
    for line in TRUTH.lines().filter(|line| !line.starts_with('#')) {
        let (fen, value) = line.split_once(" ; ").expect("a position and its value");
        let found = tables.ours.wdl(&board(fen)).map(i32::from);
        assert_eq!(found, value.parse().ok(), "{fen}");
    }
}

#[test]
fn positions_with_castling_rights_are_not_probed() {
    let Some(tables) = Tables::open("castling") else {
        return;
    };
    for (pieces, rights) in [
        ("4k3/8/8/8/8/8/8/4K2R", ["K", "H"]),
        ("8/8/8/8/8/5k2/8/1K1R4", ["K", "D"]),
        ("r1k5/8/8/8/8/8/8/2K5", ["q", "a"]),
    ] {
        let turn = if pieces.contains('R') { "w" } else { "b" };
        for rights in rights {
            let castling = board(&format!("{pieces} {turn} {rights} - 0 1"));
            assert_eq!(tables.ours.wdl(&castling), None, "{pieces} {rights}");
        }
        let settled = board(&format!("{pieces} {turn} - - 0 1"));
        assert_eq!(tables.ours.wdl(&settled), Some(Wdl::Win), "{pieces}");
    }
}

/// From random won positions, and some where the winner may still castle, orthodox and Chess960,
/// against the longest defence.
#[test]
fn won_endings_are_won_within_fifty_moves() {
    let Some(tables) = Tables::open("winning") else {
        return;
    };
    let mut rng = SmallRng::seed_from_u64(50);
    let mut starts = [
        "8/8/8/4k3/8/8/8/4K2R w K - 0 1",
        "8/8/8/8/2k5/8/8/1K1R4 w D - 0 1",
        "8/8/8/8/5k2/8/8/R5K1 w A - 10 1",
    ]
    .map(board)
    .to_vec();
    for ending in ENDINGS {
        let won = (0..)
            .map(|_| random_ending(&mut rng, ending))
            .filter(|board| {
                let value = tables.ours.wdl(board);
                board.side_to_move() == movegen::Color::White && value == Some(Wdl::Win)
            });
        starts.extend(won.take(6));
    }
    let mut searcher = tables.searcher();
    for start in starts {
        searcher.clear();
        let winner = start.side_to_move();
        let mut game = Game::new(start);
        while game.outcome().is_none() {
            let keys = game.history().keys();
            let mv = if game.board().side_to_move() == winner {
                best_move(&mut searcher, game.board(), keys)
            } else {
                tables.best_defence(game.board())
            };
            game.play(mv).expect("a legal move");
        }
        let outcome = game.outcome();
        assert_eq!(outcome, Some(Outcome::Checkmate { winner }), "{start}");
    }
}

/// No move gives anything away, whatever the position is worth and however little time there is.
#[test]
fn best_moves_keep_the_value_of_the_position() {
    let Some(tables) = Tables::open("holding") else {
        return;
    };
    let mut rng = SmallRng::seed_from_u64(4);
    let mut searcher = tables.searcher();
    let mut pool = Pool::new(2, 1).expect("two threads");
    pool.set_tablebase(Some(Arc::clone(&tables.ours)));
    let mut values = [0; 5];
    for ending in ENDINGS
        .into_iter()
        .chain(["Rvkr", "Rvkb", "Pvkp", "Bvkp", "NPvk"])
    {
        for _ in 0..20 {
            let board = random_ending(&mut rng, ending);
            let value = tables.ours.wdl(&board).expect("a table");
            values[(i32::from(value) + 2) as usize] += 1;
            let (sender, moves) = std::sync::mpsc::channel();
            let limits = Limits::nodes(FEW_NODES);
            pool.go(Request::new(board, limits), move |event| {
                if let Event::Done { best, .. } = event {
                    let _ = sender.send(best);
                }
            });
            let by_threads = moves.recv().expect("an answer").expect("a move");
            for mv in [best_move(&mut searcher, &board, &[]), by_threads] {
                let mut after = board;
                after.make(mv);
                let kept = tables.ours.wdl(&after).map(|wdl| -wdl);
                assert_eq!(kept, Some(value), "{mv:?} on {board}");
            }
        }
    }
    let [lost, _, drawn, _, won] = values;
    assert!(lost > 30 && drawn > 30 && won > 30, "{values:?}");
}

/// The tables know no clock; the root does. Without the fifty-move rule it does not matter.
#[test]
fn halfmove_clock_turns_wins_into_draws() {
    let Some(tables) = Tables::open("clock") else {
        return;
    };
    let mut searcher = tables.searcher();
    // Lost in 59 plies; won in 25.
    for (pieces, clock, fifty_moves, sign) in [
        ("8/3b4/8/8/k2n4/8/5K2/8 w - -", 30, true, -1),
        ("8/3b4/8/8/k2n4/8/5K2/8 w - -", 45, true, 0),
        ("8/3b4/8/8/k2n4/8/5K2/8 w - -", 45, false, -1),
        ("8/3R4/K7/8/8/8/5k2/8 w - -", 70, true, 1),
        ("8/3R4/K7/8/8/8/5k2/8 w - -", 80, true, 0),
        ("8/3R4/K7/8/8/8/5k2/8 w - -", 80, false, 1),
    ] {
        let board = board(&format!("{pieces} {clock} 80"));
        let options = Options {
            probing: Probing {
                fifty_moves,
                ..Probing::default()
            },
            ..Options::default()
        };
        searcher.clear();
        let limits = Limits::nodes(FEW_NODES);
        let (result, _) = search(&mut searcher, &board, &[], limits, options);
        let shown = match result.score {
            score if is_table_win(score) => 1,
            score if is_table_win(-score) => -1,
            score => {
                assert!(score.abs() <= 2, "{board}: {result:?}");
                0
            }
        };
        assert_eq!(shown, sign, "{board}: {result:?}");
    }
}

#[test]
fn fastest_progress_is_chosen_after_a_repetition() {
    let Some(tables) = Tables::open("repetition") else {
        return;
    };
    let mut searcher = tables.searcher();
    let mut game = Game::new(board("8/3R4/K7/8/8/8/5k2/8 w - - 0 1"));
    for text in ["d7d8", "f2f3", "d8d7", "f3f2"] {
        let mv = game.board().parse_uci(text).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    let best = best_move(&mut searcher, game.board(), game.history().keys());
    let distance = |mv: Move| {
        let mut after = *game.board();
        after.make(mv);
        -tables.dtz(&after).0
    };
    let moves = game.board().legal_moves();
    let wins = moves
        .iter()
        .map(|&mv| distance(mv))
        .filter(|&plies| plies > 0);
    assert_eq!(Some(distance(best)), wins.min());
}

#[test]
fn multi_pv_lines_are_ordered_by_value() {
    let Some(tables) = Tables::open("MultiPV") else {
        return;
    };
    let mut searcher = tables.searcher();
    let options = Options {
        multi_pv: 256,
        ..Options::default()
    };
    // The first: capturing the queen wins, all else loses. The last has wins, draws and losses.
    for fen in [
        "8/6Kq/R7/8/8/7k/8/8 w - - 0 1",
        "8/8/8/8/8/2k5/1p6/1K1R4 w D - 0 1",
        "8/8/3k4/1Q6/K6p/8/8/8 w - - 0 1",
        "8/8/8/8/4k3/8/4P2r/4K3 w - - 3 1",
        "4R3/8/8/8/8/k5b1/4K3/8 w - - 7 1",
    ] {
        let root = board(fen);
        searcher.clear();
        let (result, infos) = search(&mut searcher, &root, &[], Limits::depth(5), options);
        let moves = root.legal_moves();
        let last = &infos[infos.len() - moves.len()..];
        assert_eq!(last[0].pv.first().copied(), result.best, "{fen}");
        let mut worst = i32::MAX;
        let mut seen = Vec::new();
        for (rank, info) in (1..).zip(last) {
            assert_eq!(info.multipv, rank, "{fen}");
            assert!(info.score <= worst, "{fen}: {last:#?}");
            worst = info.score;
            let mv = info.pv[0];
            assert!(!seen.contains(&mv), "{fen}");
            seen.push(mv);
            if !root.castling().is_empty() {
                continue;
            }
            let mut after = root;
            after.make(mv);
            let shown = i32::from(info.score > 30_000) - i32::from(info.score < -30_000);
            let value = tables.ours.wdl(&after).expect("a table");
            assert_eq!(shown, -value.signum(), "{mv:?} in {fen}");
        }
    }
}

#[test]
fn searchmoves_are_ranked_among_themselves() {
    let Some(tables) = Tables::open("searchmoves") else {
        return;
    };
    let mut searcher = tables.searcher();
    let root = board("8/6Kq/R7/8/8/7k/8/8 w - - 0 1");
    let capture = root.parse_uci("g7h7").expect("a legal move");
    let losing = root.parse_uci("g7f6").expect("a legal move");
    for (moves, best, sign) in [
        (vec![losing], losing, -1),
        (vec![losing, capture], capture, 1),
    ] {
        let limits = Limits {
            search_moves: moves,
            ..Limits::nodes(FEW_NODES)
        };
        let (result, _) = search(&mut searcher, &root, &[], limits, Options::default());
        assert_eq!(result.best, Some(best));
        assert_eq!(result.score.signum(), sign, "{result:?}");
    }
}

/// Five pieces, which are not in the tables before one is captured.
#[test]
fn search_probes_after_captures() {
    let Some(tables) = Tables::open("search") else {
        return;
    };
    let mut searcher = tables.searcher();
    let mut hits = |fen: &str, probing| {
        let options = Options {
            probing,
            ..Options::default()
        };
        searcher.clear();
        let (result, infos) = search(&mut searcher, &board(fen), &[], Limits::depth(8), options);
        (
            infos.last().expect("a report").counters.tb_hits,
            result.score,
        )
    };
    let open = Probing::default();
    // Rook takes rook and wins; the other captures are drawn.
    let rooks = "8/8/8/3r3R/8/1k6/1p6/1K6 w - - 0 1";
    assert!(hits(rooks, open).0 > 0);
    assert_eq!(hits(rooks, Probing { limit: 0, ..open }).0, 0);
    let three = hits(rooks, Probing { limit: 3, ..open }).0;
    let four = hits(rooks, open).0;
    assert!(three < four, "{three} {four}");
    let shallow = hits(rooks, Probing { depth: 6, ..open }).0;
    assert!(shallow < four, "{shallow} {four}");
    // The knight takes the last pawn: two knights win nothing.
    let (found, score) = hits("8/8/8/8/4p3/8/2NN1k2/K7 w - - 0 1", open);
    assert!(found > 0 && score.abs() < 2_000, "{found} {score}");
}

fn copy_tables(from: &str, to: &Path, wanted: impl Fn(&str) -> bool) {
    for directory in env::split_paths(from) {
        for entry in fs::read_dir(directory).expect("a directory") {
            let name = entry.as_ref().expect("a file").file_name();
            if wanted(name.to_str().expect("a table")) {
                fs::copy(entry.expect("a file").path(), to.join(name)).expect("room");
            }
        }
    }
}

/// Without DTZ tables the moves are ranked by value alone and the search finds the way.
#[test]
fn wdl_tables_are_used_without_dtz_tables() {
    let Some(directories) = directories("WDL only") else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    copy_tables(&directories, folder.path(), |name| name.ends_with(".rtbw"));
    let tables = Tablebase::open(folder.path().to_str().expect("UTF-8")).expect("tables");
    let tables = Arc::new(tables);
    let mut searcher = Searcher::new(1).expect("a small table");
    searcher.set_tablebase(Some(Arc::clone(&tables)));
    let mut rng = SmallRng::seed_from_u64(3);
    for ending in ENDINGS {
        for _ in 0..10 {
            let board = random_ending(&mut rng, ending);
            let mut after = board;
            after.make(best_move(&mut searcher, &board, &[]));
            let kept = tables.wdl(&after).map(|wdl| -wdl);
            assert_eq!(kept, tables.wdl(&board), "{board}");
        }
    }
}

#[test]
fn damaged_table_is_reported_once() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, size| {
        fs::write(folder.path().join(name), vec![0x5A; size]).expect("room");
    };
    // The size of a table, but not its contents; and not even that.
    file("KQvK.rtbw", 16 + 64);
    file("KRvK.rtbw", 100);
    let tables = Tablebase::open(folder.path().to_str().expect("UTF-8")).expect("one table");
    let found = tables.to_string();
    assert!(found.contains("1 WDL and 0 DTZ"), "{found}");
    assert!(found.contains("KRvK.rtbw"), "{found}");
    let mut searcher = Searcher::new(1).expect("a small table");
    searcher.set_tablebase(Some(Arc::new(tables)));
    let root = board("8/8/8/8/8/4k3/8/K2Q4 w - - 0 1");
    let mut warnings = Vec::new();
    for _ in 0..2 {
        let listener = |event| {
            if let Event::Warning(text) = event {
                warnings.push(text);
            }
        };
        let limits = Limits::nodes(FEW_NODES);
        let result = searcher.search(Request::new(root, limits), listener);
        assert!(result.best.is_some());
    }
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("KQvK"), "{warnings:?}");
}

/// Whatever the bytes of a table are, the worst they do is to say something wrong.
#[test]
fn random_bytes_in_tables_are_survived() {
    let Some(directories) = directories("nonsense") else {
        return;
    };
    let mut rng = SmallRng::seed_from_u64(0xBAD);
    let kinds = ["KQvK.", "KPvK.", "KBNvK.", "KQvKR."];
    for round in 0..40 {
        let folder = TempDir::new().expect("a folder");
        copy_tables(&directories, folder.path(), |name| {
            kinds.iter().any(|kind| name.starts_with(kind))
        });
        for file in fs::read_dir(folder.path()).expect("the folder") {
            let path = file.expect("a file").path();
            let mut bytes = fs::read(&path).expect("a table");
            // Behind the magic number, mostly where a table describes itself.
            let end = bytes
                .len()
                .min(if round % 2 == 0 { 120 } else { usize::MAX });
            for _ in 0..rng.random_range(1..40) {
                bytes[rng.random_range(4..end)] = rng.random();
            }
            fs::write(&path, bytes).expect("room");
        }
        let tables = Tablebase::open(folder.path().to_str().expect("UTF-8")).expect("tables");
        let mut searcher = Searcher::new(1).expect("a small table");
        searcher.set_tablebase(Some(Arc::new(tables)));
        for ending in ["Qvk", "Pvk", "BNvk", "Qvkr"] {
            for _ in 0..5 {
                best_move(&mut searcher, &random_ending(&mut rng, ending), &[]);
            }
        }
    }
}

/// The number after `word` in the last line that has it.
fn last_number(text: &str, word: &str) -> Option<u64> {
    let words: Vec<_> = text.split_whitespace().collect();
    let at = words.iter().rposition(|&other| other == word)?;
    words.get(at + 1)?.parse().ok()
}

#[test]
fn options_are_declared() {
    let (_, text) = run(&["uci"]);
    for line in [
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
    ] {
        assert!(
            text.lines().any(|printed| printed == line),
            "{line}: {text}"
        );
    }
}

#[test]
fn engine_uses_the_tables_of_its_option() {
    let Some(directories) = directories("engine") else {
        return;
    };
    let folder = TempDir::with_prefix("tables with spaces ").expect("a folder");
    copy_tables(&directories, folder.path(), |name| {
        name.len() == "KQvK.rtbw".len()
    });
    let list = env::join_paths(
        [folder.path()]
            .into_iter()
            .map(Path::to_owned)
            .chain(env::split_paths(&directories)),
    )
    .expect("paths");
    let list = list.to_str().expect("UTF-8");
    let spaced = folder.path().display().to_string();
    for path in [list, spaced.as_str()] {
        for position in [
            "position fen 8/8/8/8/8/5k2/8/1K1R4 w - - 0 1",
            "position fen 8/8/8/8/8/5k2/5p2/1K1R4 w - - 0 1",
        ] {
            let set = format!("setoption name SyzygyPath value {path}");
            let (_, text) = run(&[&set, position, "go depth 8"]);
            assert!(text.contains("info string found "), "{text}");
            assert!(text.contains("bestmove "), "{text}");
            assert!(
                last_number(&text, "tbhits").is_some_and(|hits| hits > 0),
                "{text}"
            );
            let off = "setoption name SyzygyPath value <empty>";
            let (_, text) = run(&[&set, off, position, "go depth 8"]);
            assert_eq!(last_number(&text, "tbhits"), Some(0), "{text}");
        }
    }
}

#[test]
fn missing_directory_is_named_and_the_tables_stay() {
    let missing = "setoption name SyzygyPath value /no such/place";
    let mut engine = Engine::start();
    let lines = engine.ask(missing, "info string error");
    assert!(last(&lines).contains("/no such/place"), "{lines:?}");
    let Some(directories) = directories("missing directory") else {
        return;
    };
    engine.ask(
        &format!("setoption name SyzygyPath value {directories}"),
        "info string found",
    );
    let lines = engine.ask(missing, "info string error");
    assert!(last(&lines).contains("the tables in use stay"), "{lines:?}");
    engine.send("position fen 8/8/8/8/8/5k2/8/1K1R4 w - - 0 1");
    let text = engine.ask("go depth 1", "bestmove").join("\n");
    assert!(
        last_number(&text, "tbhits").is_some_and(|hits| hits > 0),
        "{text}"
    );
}

#[test]
fn missing_directory_is_named_and_the_others_are_used() {
    let Some(directories) = directories("missing directory among others") else {
        return;
    };
    let good = env::split_paths(&directories);
    let list = env::join_paths(good.chain(["/no such place".into()])).expect("paths");
    let set = format!("setoption name SyzygyPath value {}", list.display());
    let (_, text) = run(&[
        &set,
        "position fen 8/8/8/8/8/5k2/8/1K1R4 w - - 0 1",
        "go depth 1",
    ]);
    assert!(text.contains("info string found "), "{text}");
    assert!(text.contains("cannot read the directory '/no such place'"));
    assert!(last_number(&text, "tbhits").is_some_and(|hits| hits > 0));
}
