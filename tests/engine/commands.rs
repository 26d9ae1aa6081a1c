//! Commands outside the protocol, and options that change the output.

use std::collections::HashSet;
use std::fs;
use std::time::Instant;

use movegen::{Board, Color};

use crate::driver::{Engine, PATIENCE, bench_nodes, last, number, number_in, run, run_apart};

const README: &str = include_str!("../../README.md");

#[test]
#[cfg_attr(
    feature = "tune",
    ignore = "the README has the options of usual builds"
)]
fn options_are_those_of_the_readme() {
    let (_, section) = README.split_once("\n## Options\n").expect("a section");
    let rows = section.lines().skip_while(|line| !line.starts_with("| `"));
    let documented = rows.take_while(|line| line.starts_with("| `")).map(|line| {
        let cells: Vec<_> = line
            .split(" | ")
            .map(|cell| cell.trim_matches(['|', ' ', '`']))
            .collect();
        let [name, kind, default, range, ..] = cells[..] else {
            panic!("{line}")
        };
        let start = format!("option name {name} type {kind}");
        match kind {
            "button" => start,
            "spin" => {
                let (min, max) = range.split_once('–').expect("a range");
                format!("{start} default {default} min {min} max {max}")
            }
            "combo" => {
                let values = range.replace(", ", " var ");
                format!("{start} default {default} var {values}")
            }
            _ => format!("{start} default {default}"),
        }
    });
    let documented: Vec<_> = documented.collect();
    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    let options: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("option "))
        .collect();
    assert_eq!(options.len(), documented.len());
    for (option, documented) in options.into_iter().zip(documented) {
        // Its default, the only one that is a text, is described.
        if !option.contains("UCI_EngineAbout") {
            assert_eq!(*option, documented);
        }
    }
    let error = engine.ask("setoption name CastlingNotation value x", "info string");
    assert!(last(&error).contains("one of auto, OO"));
}

#[test]
fn board_shows_its_key_and_the_number_of_a_start_position() {
    let mut engine = Engine::start();
    for (position, number) in [
        ("frc 17", Some("17")),
        ("startpos", Some("518")),
        ("dfrc 17 518", None),
        ("startpos moves e2e4", None),
    ] {
        engine.send(&format!("position {position}"));
        let lines = engine.ask("d", "Checkers");
        let field = |name| lines.iter().find_map(|line| line.strip_prefix(name));
        assert_eq!(field("Chess960: "), number, "{position}");
        let board: Board = field("FEN: ").expect("a FEN").parse().expect("a position");
        let key = format!("{:016X}", board.key());
        assert_eq!(field("Key: "), Some(&*key), "{position}");
    }
}

#[test]
fn bench_prints_a_reproducible_count_last() {
    assert_eq!(
        bench_nodes(&["bench", "3"]),
        bench_nodes(&["bench", "3", "1", "4", "quit"])
    );
    assert!(bench_nodes(&["bench 2 2 2"]) > 0);
    for arguments in [&["bench", "0"][..], &["bench", "1", "1", "1", "x"]] {
        assert!(!run(arguments).0, "{arguments:?}");
    }
}

#[test]
fn speedtest_reports_threads_hash_depth_and_speed() {
    let (success, text) = run(&["speedtest", "2", "4", "1"]);
    for title in ["In huge pages", "Average depth", "Nodes/second"] {
        assert!(success && text.contains(title), "{title} in {text}");
    }
    for (title, value) in [("Threads", "2"), ("Hash", "4 MiB")] {
        let row = |line: &str| line.starts_with(title) && line[title.len()..].trim() == value;
        assert!(text.lines().any(row), "{title} {value} in {text}");
    }
}

#[test]
fn help_version_compiler_and_license_are_printed() {
    let mut engine = Engine::start();
    let help = engine.ask("help", "'uci' lists").join("\n");
    for name in ["position", "genfens", "speedtest", "ponderhit", "license"] {
        assert!(help.contains(&format!("\n  {name}")), "{name} in {help}");
    }
    let compiler = engine.ask("compiler", "Features").join("\n");
    assert!(
        compiler.contains("Enroque ") && compiler.contains("rustc 1."),
        "{compiler}"
    );
    let (success, version, errors) = run_apart(&["--version"]);
    assert!(success && version.starts_with("Enroque ") && errors.is_empty());
    for flag in ["-v", "-V", "version"] {
        assert_eq!(run_apart(&[flag]), (true, version.clone(), String::new()));
    }
    for flag in ["--help", "-h", "help"] {
        let (success, text, _) = run_apart(&[flag]);
        assert!(success && text.contains(&help), "{flag}: {text}");
    }
    let license = engine.ask("license", "License").join(" ");
    assert!(license.contains("GNU"), "{license}");
}

#[test]
fn board_shows_the_pieces_that_give_check() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/7b/8/3n4/4K2r w - - 0 1");
    let lines = engine.ask("d", "Checkers");
    assert_eq!(last(&lines), "Checkers: h1 h4");
    engine.send("position startpos");
    assert_eq!(last(&engine.ask("d", "Checkers")).trim(), "Checkers:");
}

#[test]
fn evaluation_is_shown_piece_by_piece() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1");
    let lines = engine.ask("eval", "Evaluation");
    let mut rows = lines.iter().filter(|line| line.contains('N'));
    assert!(
        rows.clone().any(|line| line.matches('N').count() == 2),
        "{lines:#?}"
    );
    assert!(
        rows.next_back()
            .is_some_and(|line| line.starts_with("Network "))
    );
    // A black piece counts against White.
    engine.send("position fen 4k3/8/8/3q4/8/8/8/4K3 w - - 0 1");
    let black = engine.ask("eval", "Evaluation");
    let row = black.iter().position(|line| line.contains("  q  "));
    let values = &black[row.expect("the queen") + 1];
    assert!(values.contains('-') && !values.contains('+'), "{values}");
    // Two knights cannot force mate: a draw, whatever the network's output.
    assert_eq!(
        lines.last().map(String::as_str),
        Some("Evaluation: +0.00 for White (known ending)")
    );
}

#[test]
fn minimal_prints_the_last_line_of_each_variation() {
    let mut engine = Engine::start();
    engine.send("setoption name Minimal value true");
    engine.send("setoption name MultiPV value 3");
    let lines = engine.ask("go depth 6", "bestmove");
    assert_eq!(lines.len(), 4, "{lines:#?}");
    for (rank, line) in (1..).zip(&lines[..3]) {
        let start = "info depth 6 seldepth ";
        let rank = format!(" multipv {rank} ");
        assert!(line.starts_with(start) && line.contains(&rank), "{line}");
    }
    let first = lines[0].split(" pv ").nth(1).expect("a variation");
    assert!(lines[3].starts_with(&format!("bestmove {}", &first[..4])));
}

#[test]
fn long_iterations_report_each_line_with_those_of_the_iteration_before() {
    const GAMES: [&str; 2] = ["chess", "guadalete-swim"];
    /// A line for each move of the start position.
    const LINES: usize = 20;
    let mut engines = GAMES.map(|game| {
        let mut engine = Engine::of_game(game);
        engine.send("position startpos");
        engine.send(&format!("setoption name MultiPV value {LINES}"));
        engine.send("go infinite");
        engine
    });
    let deadline = Instant::now() + PATIENCE;
    for (engine, game) in engines.iter_mut().zip(GAMES) {
        // The depth and the first move of each line, until these are of two iterations.
        let mut lines: Vec<(u64, String)> = Vec::new();
        while lines.len() < LINES || lines[0].0 == lines[LINES - 1].0 {
            assert!(Instant::now() < deadline, "{game}: {lines:?}");
            let line = engine.line().expect("lines of two iterations");
            let Some((numbers, pv)) = line.split_once(" pv ") else {
                continue;
            };
            let rank = number_in(numbers, "multipv").expect("a line's rank");
            let depth = number_in(numbers, "depth").expect("a line's depth");
            lines.truncate(rank as usize - 1);
            let first = pv.split(' ').next().expect("a move");
            lines.push((depth, first.to_owned()));
        }
        assert_eq!(lines[0].0, lines[LINES - 1].0 + 1, "{game}: {lines:?}");
        let moves: HashSet<_> = lines.iter().map(|(_, mv)| mv).collect();
        assert_eq!(moves.len(), LINES, "{game}: {lines:?}");
        engine.ask("stop", "bestmove");
    }
}

#[test]
fn castling_notation_option_writes_letters() {
    let mut engine = Engine::start();
    engine.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (value, chess960, short, long) in [
        ("OO", true, "O-O", "O-O-O"),
        ("OO", false, "O-O", "O-O-O"),
        ("auto", true, "e1h1", "e1a1"),
        ("auto", false, "e1g1", "e1c1"),
    ] {
        engine.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        engine.send(&format!("setoption name castlingnotation value {value}"));
        for (mv, text) in [("e1g1", short), ("e1c1", long)] {
            let lines = engine.ask(&format!("go depth 1 searchmoves {mv}"), "bestmove");
            let words: Vec<_> = last(&lines).split(' ').collect();
            assert_eq!(words[1], text);
            assert!(lines[0].contains(&format!(" pv {text}")), "{lines:?}");
        }
    }
}

#[test]
fn debug_log_has_all_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("debug log.txt");
    let path = file.display();
    fs::write(&file, "an earlier log\n").expect("a file");
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Debug Log File value {path}"));
    engine.sync();
    let nowhere = "setoption name Debug Log File value /no such folder/log";
    assert!(last(&engine.ask(nowhere, "info string")).contains("stays as it was"));
    engine.sync();
    engine.send("setoption name Debug Log File value <empty>");
    engine.ask("uci", "uciok");
    let text = fs::read_to_string(&file).expect("there is a log");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "an earlier log");
    assert!(
        lines[1].ends_with(" >> isready") && lines[1].starts_with("20"),
        "{text}"
    );
    assert!(lines[2].ends_with(" << readyok"), "{text}");
    assert_eq!(text.matches("readyok").count(), 2, "{text}");
    assert!(!text.contains("uciok"), "{text}");
}

fn openings(arguments: &[&str]) -> Vec<Board> {
    let (success, text) = run(arguments);
    assert!(success, "{text}");
    let fens = text.lines().map(|line| {
        let fen = line.strip_prefix("info string genfens ");
        fen.unwrap_or_else(|| panic!("{line}"))
    });
    fens.map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
        .collect()
}

#[test]
fn genfens_openings_are_legal_and_reproducible() {
    let first = openings(&["genfens 6 seed 7 book None", "quit"]);
    assert_eq!(first, openings(&["genfens 6 seed 7 book None", "quit"]));
    assert_ne!(first, openings(&["genfens 6 seed 8 book None", "quit"]));
    assert_eq!(first.len(), 6);
    for board in &first {
        assert_eq!(board.outcome(), None);
        assert!((4..=6).contains(&board.fullmove_number()));
    }
    let shuffled = openings(&["genfens", "4", "seed", "1", "book", "None", "dfrc", "quit"]);
    assert_eq!(shuffled.len(), 4);
    let kings = |board: &Board| Color::ALL.map(|color| board.king(color).file());
    assert!(
        shuffled
            .iter()
            .map(kings)
            .any(|[white, black]| white != black)
    );

    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a book of FRC.epd");
    let start = Board::chess960(17).unwrap();
    fs::write(&path, format!("nonsense\n{start:#}\n")).unwrap();
    let command = format!("genfens 3 seed 1 book {}", path.display());
    for board in openings(&[&command, "quit"]) {
        assert!(board.fullmove_number() <= 2);
    }
    // A byte order mark, and a castling right that does not exist.
    let faulty = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBga - 0 1";
    fs::write(&path, format!("\u{feff}{faulty}\n")).unwrap();
    let mut boards = openings(&[&command, "quit"]).into_iter();
    assert!(boards.any(|board| !board.castling().is_empty()));
    let (success, text) = run(&["genfens 1 seed 1 book no_such_book.epd", "quit"]);
    assert!(!success && text.contains("no_such_book.epd"), "{text}");
}

#[test]
fn genfens_openings_differ_and_either_side_is_to_move() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("book.epd");
    // Two plies lead to only 25 positions.
    fs::write(&path, "4k3/8/8/1p6/1P6/8/8/4K3 w - - 0 1\n").expect("a file");
    for (book, plies) in [("None".to_owned(), 8), (path.display().to_string(), 2)] {
        let boards = openings(&[&format!("genfens 30 seed 1 book {book}"), "quit"]);
        let keys: HashSet<_> = boards.iter().map(Board::key).collect();
        assert_eq!((keys.len(), boards.len()), (30, 30), "{book}");
        let played = |board: &Board| {
            let is_black = board.side_to_move() == Color::Black;
            2 * (u32::from(board.fullmove_number()) - 1) + u32::from(is_black)
        };
        let played: HashSet<_> = boards.iter().map(played).collect();
        assert_eq!(played, HashSet::from([plies, plies + 1]), "{book}");
    }
}

#[test]
fn go_mate_and_searchmoves_restrict_the_search() {
    let mut engine = Engine::start();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K2R3R w - - 0 1");
    let lines = engine.ask("go mate 1", "bestmove");
    assert!(last(&lines).starts_with("bestmove d1d8"));
    assert!(lines.iter().any(|line| line.contains("score mate 1 ")));
    let lines = engine.ask("go searchmoves h1h2 a1b1 depth 4", "bestmove");
    let best = last(&lines);
    assert!(best.contains("h1h2") || best.contains("a1b1"), "{best}");
}

#[test]
fn forced_move_is_answered_with_a_reply_to_ponder_on() {
    let mut engine = Engine::start();
    for fen in [
        "rnb1kB2/p5pr/1p2n2p/2p2p2/4P1P1/PPP4P/5P2/RNbqKBNR w KQq - 1 20",
        "7k/8/8/8/8/8/1q6/K4R2 w - - 0 1",
    ] {
        engine.send("ucinewgame");
        engine.send(&format!("position fen {fen}"));
        let lines = engine.ask("go wtime 60000 btime 60000", "bestmove");
        assert!(last(&lines).contains(" ponder "), "{lines:?}");
    }
}

#[test]
fn perft_of_a_fen_ignores_epd_and_refuses_moves() {
    let mut engine = Engine::start();
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let error = engine.ask(
        &format!("perft 2 fen {fen} moves e1g1"),
        "info string error",
    );
    assert!(
        last(&error).contains("'moves' cannot follow the FEN"),
        "{error:?}"
    );
    for fen in [fen, "4k3/8/8/8/8/8/8/4K2R w K - c0 \"two moves\";"] {
        let counts = engine.ask(&format!("perft 2 fen {fen}"), "Nodes searched");
        assert_eq!(last(&counts), "Nodes searched: 66");
    }
}

#[test]
fn options_that_keep_their_value_keep_the_table() {
    let second_search = |options: &[&str]| {
        let mut engine = Engine::start();
        engine.ask("go depth 9", "bestmove");
        for option in options {
            engine.send(&format!("setoption name {option}"));
        }
        number(&engine.ask("go depth 9", "bestmove"), "nodes")
    };
    let same = [
        "nodestime value 0",
        "Syzygy50MoveRule value true",
        "Skill Level value 20",
        "UCI_Elo value 1500",
        "UCI_LimitStrength value false",
        "MultiPV value 1",
        "SyzygyPath value <empty>",
        "Threads value 1",
        "UCI_Variant value chess",
        "Hash value 16",
        "EvalFile value <empty>",
    ];
    assert_eq!(second_search(&same), second_search(&[]));
    assert_ne!(second_search(&["Clear Hash"]), second_search(&[]));
}

#[test]
fn errors_of_the_command_line_go_to_standard_error() {
    for arguments in [
        &["nonsense"][..],
        &["--nonsense"],
        &["position", "startpos", "foo", "d"],
        &["bench", "x"],
        &["go infinite"],
        &["go ponder wtime 1000"],
        &["go mate 3"],
        &["go"],
    ] {
        let (success, out, errors) = run_apart(arguments);
        assert!(!success && out.is_empty(), "{arguments:?}: {out}");
        assert!(errors.starts_with("enroque: "), "{arguments:?}: {errors}");
    }
    let (success, out, errors) = run_apart(&["go depht 3"]);
    assert!(!success && out.contains("'depht'") && out.contains("bestmove"));
    assert!(errors.contains("printed an error"), "{errors}");
    let (success, out, errors) = run_apart(&["genfens 1 seed 1 book missing.epd", "compiler"]);
    assert!(!success && out.contains("cannot read 'missing.epd'") && out.lines().count() == 1);
    assert!(errors.contains("printed an error"), "{errors}");
    let (_, _, errors) = run_apart(&["position", "startpos", "foo", "d"]);
    assert!(errors.contains("unknown word 'foo'"), "{errors}");
}

#[cfg(target_os = "linux")]
#[test]
fn lost_output_of_the_command_line_is_an_error() {
    let full = fs::File::create("/dev/full").expect("a full device");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_enroque"))
        .arg("version")
        .stdout(full)
        .output()
        .expect("the engine starts");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"));
}

#[test]
fn embedded_network_is_exported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("my network.nnue");
    let mut engine = Engine::start();
    let embedded = engine.ask("eval", "Evaluation");
    let command = format!("export_net {}", path.display());
    assert!(last(&engine.ask(&command, "info string")).contains("written to"));
    let load = format!("setoption name EvalFile value {}", path.display());
    engine.ask(&load, "info string network");
    assert_eq!(engine.ask("eval", "Evaluation"), embedded);
    let lines = engine.ask("export_net /no/such/folder/net", "info string error");
    assert!(last(&lines).contains("cannot write"), "{lines:?}");
}

#[test]
fn paths_in_latin1_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("café.log");
    let mut engine = Engine::start();
    let mut command = b"setoption name Debug Log File value ".to_vec();
    command.extend(folder.path().as_os_str().as_encoded_bytes());
    command.extend(b"/caf\xe9.log\n");
    engine.send_bytes(&command);
    assert_eq!(engine.sync(), ["readyok"]);
    assert!(path.is_file());
}

#[cfg(unix)]
#[test]
fn pipes_are_refused_as_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut engine = Engine::start();
    for command in [
        "setoption name EvalFile value",
        "setoption name Debug Log File value",
        "genfens 1 seed 1 book",
        "export_net",
    ] {
        for path in [pipe.as_path(), folder.path()] {
            let lines = engine.ask(
                &format!("{command} {}", path.display()),
                "info string error",
            );
            assert!(last(&lines).contains("is not a regular file"), "{lines:?}");
        }
    }
}
