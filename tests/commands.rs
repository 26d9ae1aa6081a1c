//! The commands beside the protocol, and the options that change what is printed.

mod driver;

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use driver::{Engine, last, run};
use movegen::{Board, CastlingMode};

/// A file of this test's own that is gone when the test is over.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> Self {
        let name = format!("enroque test {} {name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _gone = fs::remove_file(&self.0);
    }
}

fn fen(engine: &mut Engine) -> String {
    let lines = engine.ask("d", "Checkers");
    let line = lines.iter().find_map(|line| line.strip_prefix("FEN: "));
    line.expect("d shows the FEN").to_owned()
}

#[test]
fn options_are_declared_with_all_that_guis_want() {
    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    for line in [
        "option name CastlingNotation type combo default auto var auto var OO",
        "option name Minimal type check default false",
        "option name Debug Log File type string default <empty>",
        "option name Clear Hash type button",
    ] {
        assert!(lines.iter().any(|found| found == line), "{line}");
    }
    for line in lines.iter().filter(|line| line.contains("type spin")) {
        for word in [" default ", " min ", " max "] {
            assert!(line.contains(word), "{line}");
        }
    }
    let complaint = engine.ask("setoption name CastlingNotation value x", "info string");
    assert!(last(&complaint).contains("one of auto, OO"));
}

#[test]
fn bench_prints_its_count_last_and_repeats_it() {
    let count = |arguments: &[&str]| {
        let (success, text) = run(arguments);
        let line = text.lines().last().unwrap_or_default().to_owned();
        let words: Vec<_> = line.split(' ').collect();
        assert!(
            success && words[1] == "nodes" && words[3] == "nps",
            "{line}"
        );
        words[0].parse::<u64>().expect("a number of nodes")
    };
    assert_eq!(
        count(&["bench", "3"]),
        count(&["bench", "3", "1", "4", "quit"])
    );
    assert!(count(&["bench 2 2 2"]) > 0);
    for arguments in [&["bench", "0"][..], &["bench", "1", "1", "1", "x"]] {
        assert!(!run(arguments).0, "{arguments:?}");
    }
}

#[test]
fn the_speed_test_reports() {
    let (success, text) = run(&["speedtest", "2", "4", "1"]);
    for line in [
        "Threads",
        "Hash",
        "In huge pages",
        "Average depth",
        "Nodes/second",
    ] {
        assert!(success && text.contains(line), "{line} in {text}");
    }
}

#[test]
fn what_the_program_says_of_itself() {
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
    let license = engine.ask("license", "License").join(" ");
    assert!(license.contains("GNU"), "{license}");
}

#[test]
fn start_positions_go_by_number() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Chess960 value true");
    let shown = |board: Board| board.fen(CastlingMode::Chess960).to_string();
    for (command, board) in [
        ("position frc 518", Board::default()),
        ("position frc 0", Board::chess960(0).unwrap()),
        (
            "position dfrc 12 959",
            Board::double_chess960(12, 959).unwrap(),
        ),
    ] {
        engine.send(command);
        assert_eq!(fen(&mut engine), shown(board), "{command}");
    }
    let before = fen(&mut engine);
    for command in [
        "position frc 960",
        "position dfrc 1",
        "position dfrc 1 960",
        "position frc -1",
        "position frc x",
        "position frc",
    ] {
        engine.ask(command, "info string error");
        assert_eq!(fen(&mut engine), before, "{command}");
    }
    let mut drawn = HashSet::new();
    for command in ["position frc random", "position dfrc random"].repeat(4) {
        engine.ask(command, "info string ");
        let text = fen(&mut engine);
        let board: Board = text.parse().expect("a position");
        assert!(board.back_rank_number(movegen::Color::Black).is_some());
        drawn.insert(text);
    }
    // All alike once in 960 to the seventh.
    assert!(drawn.len() > 1);
}

#[test]
fn a_fen_alone_is_a_position_and_flip_turns_it() {
    let mut engine = Engine::start();
    engine.send("rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3");
    engine.send("flip");
    let flipped = "rnbqkb1r/pppp1ppp/5n2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3";
    assert_eq!(fen(&mut engine), flipped);
    engine.send("flip");
    assert!(fen(&mut engine).ends_with("b KQkq e3 0 3"));
    engine.ask("8/8/8/8/8/8/8/8 w - - 0 1", "info string error");
    assert!(fen(&mut engine).ends_with("b KQkq e3 0 3"));
}

#[test]
fn the_evaluation_is_shown_man_by_man() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1");
    let lines = engine.ask("eval", "Evaluation");
    let mut men = lines.iter().filter(|line| line.contains('N'));
    assert!(
        men.clone().any(|line| line.matches('N').count() == 2),
        "{lines:#?}"
    );
    assert!(
        men.next_back()
            .is_some_and(|line| line.starts_with("Network "))
    );
    // Two knights cannot mate, whatever the network says.
    assert_eq!(
        lines.last().map(String::as_str),
        Some("Evaluation: +0.00 for White")
    );
}

#[test]
fn minimal_leaves_the_last_word_on_each_variation() {
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
fn castling_can_be_written_with_letters() {
    let mut engine = Engine::start();
    engine.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (value, short, long) in [("OO", "O-O", "O-O-O"), ("auto", "e1g1", "e1c1")] {
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
fn everything_said_and_heard_goes_to_the_log() {
    let file = TempFile::new("debug log.txt");
    let path = file.0.display();
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Debug Log File value {path}"));
    engine.ask("isready", "readyok");
    let nowhere = "setoption name Debug Log File value /no such folder/log";
    assert!(last(&engine.ask(nowhere, "info string")).contains("stays as it was"));
    engine.ask("isready", "readyok");
    engine.send("setoption name Debug Log File value <empty>");
    engine.ask("uci", "uciok");
    let text = fs::read_to_string(&file.0).expect("there is a log");
    let lines: Vec<_> = text.lines().collect();
    assert!(
        lines[0].ends_with(" >> isready") && lines[0].starts_with("20"),
        "{text}"
    );
    assert!(lines[1].ends_with(" << readyok"), "{text}");
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
fn openings_are_legal_open_and_repeat_with_their_seed() {
    let first = openings(&["genfens 6 seed 7 book None", "quit"]);
    assert_eq!(first, openings(&["genfens 6 seed 7 book None", "quit"]));
    assert_ne!(first, openings(&["genfens 6 seed 8 book None", "quit"]));
    assert_eq!(first.len(), 6);
    for board in &first {
        assert_eq!(board.outcome(), None);
        assert!((5..=6).contains(&board.fullmove_number()) || board.fullmove_number() == 4);
    }
    let shuffled = openings(&["genfens", "4", "seed", "1", "book", "None", "dfrc", "quit"]);
    assert_eq!(shuffled.len(), 4);

    let file = TempFile::new("FRC_book.epd");
    let start = Board::chess960(17).unwrap();
    fs::write(&file.0, format!("nonsense\n{start:#}\n")).unwrap();
    // The name has spaces in it, which only a path of one word may not have.
    let plain = std::env::temp_dir().join(format!("enroque_{}_FRC.epd", std::process::id()));
    fs::rename(&file.0, &plain).unwrap();
    let plain = TempFile(plain);
    let command = format!("genfens 3 seed 1 book {}", plain.0.display());
    for board in openings(&[&command, "quit"]) {
        assert!(board.fullmove_number() <= 2);
    }
    let (success, text) = run(&["genfens 1 seed 1 book no_such_book.epd", "quit"]);
    assert!(!success && text.contains("no_such_book.epd"), "{text}");
}

#[test]
fn a_mate_is_looked_for_and_only_among_the_moves_named() {
    let mut engine = Engine::start();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K2R3R w - - 0 1");
    let lines = engine.ask("go mate 1", "bestmove");
    assert!(last(&lines).starts_with("bestmove d1d8"));
    assert!(lines.iter().any(|line| line.contains("score mate 1 ")));
    let lines = engine.ask("go searchmoves h1h2 a1b1 depth 4", "bestmove");
    let best = last(&lines);
    assert!(best.contains("h1h2") || best.contains("a1b1"), "{best}");
}
