//! Nothing on standard input knocks the engine over: it neither panics nor hangs nor leaves except
//! by `quit` and at the end of input, and every `go` has exactly one `bestmove`.

mod driver;

use std::collections::VecDeque;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use driver::{Engine, PATIENCE, last};
use movegen::Board;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
const ONE_MOVE: &str = "position fen k7/8/1K6/8/8/8/8/1R6 b - - 0 1";
const MOST_MOVES: &str = "position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

/// The promise for `isready` and for leaving.
const SECOND: Duration = Duration::from_secs(1);

/// All lines up to `readyok`, among them everything printed before it.
fn sync(engine: &mut Engine) -> Vec<String> {
    engine.ask("isready", "readyok")
}

fn bestmoves(lines: &[String]) -> usize {
    lines
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .count()
}

fn quit(mut engine: Engine) {
    engine.send("quit");
    assert_eq!(engine.exit_code(), Some(0));
}

#[test]
fn bytes_that_are_not_text_are_not_a_command() {
    let mut engine = Engine::start();
    let all: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n').collect();
    for line in [
        &all[..],
        b"\0\0\0",
        b"\xff\xfe\x00u\x00c\x00i",
        b"position startpos moves \xe9\xe8",
        b"setoption name \xf1 value \xf1",
        b"\r",
        b"   \t ",
    ] {
        engine.send_bytes(line);
        engine.send_bytes(b"\n");
    }
    let lines = sync(&mut engine);
    assert!(
        lines[..lines.len() - 1]
            .iter()
            .all(|line| line.starts_with("info string error"))
    );
    // Latin-1 in an option's value, carriage returns, a byte order mark: all as usual.
    engine.send_bytes(b"\xef\xbb\xbfposition startpos\r\ngo depth 2\r\n");
    engine.until("bestmove");
    quit(engine);
}

/// Memory in use at most so far, in MiB, where the system reports it.
fn peak_memory(engine: &Engine) -> Option<u64> {
    let path = format!("/proc/{}/status", engine.process.id());
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}

#[test]
fn giant_lines_take_no_memory() {
    let mut engine = Engine::start();
    sync(&mut engine);
    let before = peak_memory(&engine);
    let mut go = b"go depth 1 ".to_vec();
    go.resize(10 << 20, b'x');
    let mut position = b"position startpos moves e2e4".to_vec();
    position.extend(b" e7e5 e2e4".repeat(1 << 20));
    for bytes in [vec![b'x'; 10 << 20], b"\n".repeat(1 << 16), position, go] {
        engine.send_bytes(&bytes);
        engine.send_bytes(b"\n");
    }
    let lines = engine.until("bestmove");
    assert!(lines[0].contains("a line of more than"), "{lines:#?}");
    assert_eq!(bestmoves(&lines), 1);
    // The position that was cut is none, and nobody searches the one before it.
    assert_eq!(last(&lines), "bestmove (none)");
    engine.send("position startpos");
    if let (Some(before), Some(after)) = (before, peak_memory(&engine)) {
        assert!(after < before + 20, "from {before} to {after} MiB");
    }
    engine.send_bytes(&vec![b'y'; 10 << 20]);
    engine.stdin = None;
    assert_eq!(engine.exit_code(), Some(0));
}

#[test]
fn xboard_before_uci_is_ignored() {
    let mut engine = Engine::start();
    engine.send("xboard");
    let lines = engine.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name"), "{lines:#?}");
    assert_eq!(last(&lines), "uciok");
}

#[test]
fn a_stop_with_nothing_to_stop_does_not_end_the_next_search() {
    let mut engine = Engine::start();
    for command in ["stop", "ponderhit", "stop"] {
        engine.send(command);
    }
    assert_eq!(sync(&mut engine), ["readyok"]);
    let lines = engine.ask("go depth 5", "bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")));
}

#[test]
fn every_search_answers_once() {
    let mut engine = Engine::start();
    for end in [
        "stop",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name MultiPV value 2",
        "setoption name UCI_Chess960 value true",
        "go depth 1",
        "go infinite",
        "go perft 1",
        "perft 1 hash 1",
        "bench 1",
        "genfens 1 seed 1 book None",
    ] {
        for start in ["go infinite", "go ponder wtime 1 btime 1", "go depth 255"] {
            engine.send(start);
            engine.send(end);
            engine.send("stop");
            let mut answers = bestmoves(&engine.until("bestmove"));
            if end.starts_with("go") && !end.contains("perft") {
                answers += bestmoves(&engine.until("bestmove"));
            }
            engine.send("stop");
            answers += bestmoves(&sync(&mut engine));
            let wanted = 1 + usize::from(end == "go depth 1" || end == "go infinite");
            assert_eq!(answers, wanted, "{start}, then {end}");
        }
    }
    quit(engine);
}

#[test]
fn a_wrong_command_does_not_end_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for command in [
        "fly",
        "setoption name Hash value 0",
        "position fen x",
        "position startpos",
        "d",
        "eval",
        "flip",
        "perft x",
        "bench 0",
        "uci",
    ] {
        engine.send(command);
    }
    assert_eq!(bestmoves(&sync(&mut engine)), 0);
    engine.ask("stop", "bestmove");
}

#[test]
fn long_games_are_read() {
    let mut engine = Engine::start();
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(325);
    engine.send(&format!("position startpos moves{moves}"));
    let lines = engine.ask("d", "FEN");
    assert!(last(&lines).ends_with(" 1300 651"), "{lines:#?}");
    let lines = engine.ask("go depth 4", "bestmove");
    assert!(!last(&lines).contains("none"));
    // Clocks that are as far as they go.
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 65535 65535 moves h1h2 e8e7 h2h3");
    assert!(!last(&engine.ask("go depth 3", "bestmove")).contains("none"));
}

#[test]
fn more_memory_than_there_is_is_refused() {
    let mut engine = Engine::start();
    for command in [
        "setoption name Hash value 1048576",
        "perft 2 hash 1048576",
        "bench 1 1 1048576",
        "speedtest 1 1048576 1",
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains("does not fit"), "{lines:?}");
    }
    let lines = engine.ask("setoption name Hash value 1048576", "info string error");
    assert!(last(&lines).contains("stays at 16 MiB"), "{lines:?}");
    engine.ask("go depth 3", "bestmove");
    quit(engine);
}

#[test]
fn variations_and_moves_wanted_may_be_more_than_there_are() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 256");
    engine.send(ONE_MOVE);
    let lines = engine.ask("go depth 2", "bestmove");
    assert!(last(&lines).starts_with("bestmove a8") && !lines.join(" ").contains("multipv 2 "));
    engine.send(MOST_MOVES);
    let lines = engine.ask("go depth 1", "bestmove");
    assert!(lines.join("\n").contains("multipv 218 "), "{lines:#?}");
    engine.send("setoption name MultiPV value 1");
    engine.send("position startpos");
    for go in [
        "go searchmoves e2e5 0000 a1a1 depth 2",
        "go searchmoves depth 2",
        "go searchmoves movetime 20",
        "go depth 2 searchmoves O-O",
    ] {
        assert!(!last(&engine.ask(go, "bestmove")).contains("none"), "{go}");
    }
    let lines = engine.ask("go searchmoves a2a3 b2b3 movetime 30", "bestmove");
    assert!(
        ["bestmove a2a3", "bestmove b2b3"]
            .iter()
            .any(|&best| last(&lines).starts_with(best))
    );
}

#[test]
fn odd_limits_still_bring_a_move() {
    let mut engine = Engine::start();
    for go in [
        "go wtime -100 btime -100",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go wtime 100",
        "go btime 100",
        "go winc 10 wtime 50 binc 10 btime 50",
        "go wtime 100 btime 100 movestogo 0",
        "go wtime 100 btime 100 movestogo 1",
        "go wtime 100 btime 100 movestogo -5",
        "go wtime 100 btime 100 movestogo 99999999999",
        "go wtime 9223372036854775807 winc 9223372036854775807 depth 2",
        "go wtime 99999999999999999999999 infinite",
        "go wtime",
        "go movetime -1",
        "go movetime 0",
        "go movetime x",
        "go depth 0",
        "go depth -3",
        "go depth 1.5",
        "go nodes 0",
        "go nodes -1",
        "go nodes 1",
        "go mate 0 depth 3",
        "go mate -1 depth 3",
        "go mate 999999 depth 2",
        "go depth movetime 20",
        "go depth depth 2",
        "go banana",
        "go ponder infinite depth 1 \0",
    ] {
        engine.send(go);
        if go.contains("infinite") {
            engine.send("stop");
        }
        let lines = engine.until("bestmove");
        assert!(!last(&lines).contains("none"), "{go}: {lines:#?}");
    }
    quit(engine);
}

#[test]
fn finished_game_is_answered_only_after_stop_or_ponderhit() {
    let mut engine = Engine::start();
    for (position, is_over) in [(MATED, true), (STALEMATE, true), (MATE_IN_ONE, false)] {
        engine.send(position);
        for (go, end) in [
            ("go infinite", "stop"),
            ("go infinite depth 2", "stop"),
            ("go ponder wtime 100 btime 100", "ponderhit"),
            ("go ponder wtime 100 btime 100", "stop"),
        ] {
            engine.send(go);
            std::thread::sleep(Duration::from_millis(60));
            assert_eq!(bestmoves(&sync(&mut engine)), 0, "{position}, {go}");
            let lines = engine.ask(end, "bestmove");
            assert_eq!(
                last(&lines) == "bestmove (none)",
                is_over,
                "{position}, {go}"
            );
            assert_eq!(sync(&mut engine), ["readyok"]);
        }
        let lines = engine.ask("go depth 3", "bestmove");
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("info") && line.contains(" score "))
        );
    }
}

/// Thirty queens: the captures after a single move are more than can be searched.
#[test]
fn a_search_that_explodes_can_be_ended() {
    let mut engine = Engine::start();
    engine.send("position fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1");
    for threads in [1, 2] {
        engine.send(&format!("setoption name Threads value {threads}"));
        for (go, end) in [
            ("go movetime 50", ""),
            ("go wtime 500 btime 500", ""),
            ("go infinite", "stop"),
            ("go depth 5", "stop"),
        ] {
            let asked = Instant::now();
            engine.send(go);
            engine.send(end);
            let lines = engine.until("bestmove");
            let best = last(&lines).split(' ').nth(1).expect("a move");
            assert!(asked.elapsed() < 4 * SECOND, "{go}: {:?}", asked.elapsed());
            let reported = lines.iter().rev().find(|line| line.contains(" pv "));
            let reported = reported.expect("a variation before the move");
            assert!(
                reported.contains(&format!(" pv {best}")),
                "{go}: {lines:#?}"
            );
            let score = reported
                .split(" cp ")
                .nth(1)
                .and_then(|rest| rest.split(' ').next());
            let score = score.map_or(0, |score| score.parse().expect("a score"));
            assert!(score < 20_000 && score > -20_000, "{reported}");
        }
    }
    engine.send("go infinite");
    quit(engine);
}

#[test]
fn the_deepest_search_ends() {
    let mut engine = Engine::start();
    for position in [
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "position fen k7/p7/P7/8/8/7p/7P/7K w - - 0 1",
    ] {
        engine.send(position);
        engine.ask("go depth 255 movetime 2000", "bestmove");
        engine.ask("go depth 999999 movetime 300", "bestmove");
    }
    let lines = engine.ask("perft 1000", "info string error");
    assert!(last(&lines).contains("from 0 to 64"), "{lines:?}");
    quit(engine);
}

#[test]
fn isready_is_answered_during_all_work() {
    let mut engine = Engine::start();
    for work in [
        "go infinite",
        "go perft 9",
        "perft 9 hash 16 threads 2",
        "bench 40",
        "speedtest 1 1 60",
        "genfens 1000000 seed 1 book None",
    ] {
        engine.send(work);
        for _ in 0..3 {
            let asked = Instant::now();
            sync(&mut engine);
            assert!(
                asked.elapsed() < 4 * SECOND,
                "{work}: {:?}",
                asked.elapsed()
            );
        }
        engine.send("stop");
    }
    quit(engine);
}

#[test]
fn quit_and_end_of_input_end_all_work() {
    for work in [
        "go infinite",
        "perft 9 hash 16",
        "bench 40",
        "speedtest 1 1 60",
        "genfens 1000000 seed 1 book None",
    ] {
        for end in ["quit", ""] {
            let mut engine = Engine::start();
            engine.send(work);
            sync(&mut engine);
            let sent = Instant::now();
            if end == "quit" {
                engine.send(end);
            } else {
                engine.stdin = None;
            }
            assert_eq!(engine.exit_code(), Some(0), "{work}");
            assert!(sent.elapsed() < 4 * SECOND, "{work}: {:?}", sent.elapsed());
        }
    }
}

/// Random commands, good, bad and garbled. Searches are remembered until they are answered.
struct Storm {
    rng: StdRng,
    engine: Engine,
    /// The positions of the searches that have not answered yet; none after a refused one.
    open: VecDeque<Option<Board>>,
    searches: usize,
    answers: usize,
    slow: usize,
    asked: usize,
}

impl Storm {
    fn new(seed: u64) -> Self {
        println!("command storm with seed {seed}");
        Self {
            rng: StdRng::seed_from_u64(seed),
            engine: Engine::start(),
            open: VecDeque::new(),
            searches: 0,
            answers: 0,
            slow: 0,
            asked: 0,
        }
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words.choose(&mut self.rng).expect("there are some")
    }

    /// Reads up to a line that starts with `start`.
    fn until(&mut self, start: &str) {
        while !self.next().starts_with(start) {}
    }

    /// Reads a line; a move must be a legal answer.
    fn next(&mut self) -> String {
        let line = self.engine.lines.recv_timeout(PATIENCE);
        let line = line.unwrap_or_else(|error| panic!("no line: {error}"));
        if let Some(answer) = line.strip_prefix("bestmove ") {
            let board = self.open.pop_front();
            let board = board.unwrap_or_else(|| panic!("nobody asked for {answer}"));
            self.answers += 1;
            match board {
                Some(board) => check_answer(&board, answer),
                None => assert_eq!(answer, "(none)"),
            }
        }
        line
    }

    /// The engine's position, if it has one.
    fn board(&mut self) -> Option<Board> {
        self.engine.send("isready");
        self.until("readyok");
        self.engine.send("d");
        self.engine.send("isready");
        let mut board = None;
        loop {
            let line = self.next();
            if let Some(fen) = line.strip_prefix("FEN: ") {
                board = Some(fen.parse().expect("d shows a position"));
            }
            if line == "readyok" {
                return board;
            }
        }
    }

    fn is_ready(&mut self) {
        let asked = Instant::now();
        self.engine.send("isready");
        self.until("readyok");
        self.asked += 1;
        self.slow += usize::from(asked.elapsed() > SECOND);
    }

    fn send(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let words: Vec<_> = text.split_whitespace().collect();
        if words.first() == Some(&"go") && !words.contains(&"perft") {
            let board = self.board();
            self.open.push_back(board);
            self.searches += 1;
        }
        self.engine.send_bytes(line);
        self.engine.send_bytes(b"\n");
    }

    fn step(&mut self) {
        let line = match self.rng.random_range(0..20) {
            0..=4 => self.position(),
            5..=10 => self.go(),
            11 | 12 => self.option(),
            13 => return self.is_ready(),
            14 => {
                let length = self.rng.random_range(0..80);
                let bytes = (0..length)
                    .map(|_| self.rng.random_range(11..=255))
                    .collect();
                return self.send(&bytes_of_a_line(bytes));
            }
            // Never garbled: a digit more would mean many threads or much memory.
            15 => {
                let (hash, threads) = (self.rng.random_range(1..5), self.rng.random_range(1..4));
                let option = self.pick(&["Hash", "Threads"]);
                let value = if option == "Hash" { hash } else { threads };
                return self.send(format!("setoption name {option} value {value}").as_bytes());
            }
            16 => self.work(),
            _ => self.word(),
        };
        let mut line = line.into_bytes();
        if self.rng.random_ratio(1, 5) {
            self.garble(&mut line);
        }
        self.send(&bytes_of_a_line(line));
    }

    fn position(&mut self) -> String {
        let start = match self.rng.random_range(0..4) {
            0 => "startpos".to_owned(),
            1 => format!("frc {}", self.rng.random_range(0..1000)),
            2 => format!("dfrc {} 7", self.rng.random_range(0..1000)),
            _ => format!("fen {:#}", Board::random_double_chess960(&mut self.rng)),
        };
        // Some of these moves are illegal.
        let mut board: Board = match start.strip_prefix("fen ") {
            Some(fen) => fen.parse().expect("our own"),
            None => Board::default(),
        };
        let mut text = format!("position {start}");
        if self.rng.random_ratio(3, 4) {
            text += " moves";
            for _ in 0..self.rng.random_range(0..60) {
                let moves = board.legal_moves();
                let Some(&mv) = moves.choose(&mut self.rng) else {
                    break;
                };
                board.make(mv);
                text += &format!(" {}", mv.uci(movegen::CastlingMode::Chess960));
            }
        }
        text
    }

    fn go(&mut self) -> String {
        let number = self.rng.random_range(-2..40);
        let mut text = String::from("go");
        for _ in 0..self.rng.random_range(1..3) {
            let depth = number.min(4);
            text += &match self.rng.random_range(0..9) {
                0 | 1 => format!(" depth {depth}"),
                2 => format!(" nodes {}", number * 20),
                3 => format!(" movetime {number}"),
                4 => format!(" wtime {number} btime {number} winc 1 binc 1"),
                5 => format!(" mate {} depth {depth}", number.min(2)),
                6 => " infinite".to_owned(),
                7 => format!(" ponder wtime {number} btime {number}"),
                _ => format!(
                    " searchmoves e2e4 {} depth {depth}",
                    self.pick(&["a7a8q", "x", ""])
                ),
            };
        }
        text
    }

    fn option(&mut self) -> String {
        let name = self.pick(&[
            "MultiPV",
            "move overhead",
            "UCI_Chess960",
            "Minimal",
            "CastlingNotation",
            "Clear Hash",
            "Ponder",
            "UCI_ShowWDL",
            "UCI_LimitStrength",
            "Skill Level",
            "nodestime",
            "UCI_Opponent",
            "Nonsense",
        ]);
        let value = self.pick(&[
            "1", "3", "300", "-1", "true", "false", "OO", "auto", "", "é",
        ]);
        format!("setoption name {name} value {value}")
    }

    fn work(&mut self) -> String {
        self.pick(&[
            "go perft 2",
            "perft 3 hash 1",
            "perft 2 threads 2",
            "perft 2 fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "bench 1",
            "genfens 2 seed 3 book None",
            "genfens 1 seed 3 book None dfrc",
        ])
        .to_owned()
    }

    fn word(&mut self) -> String {
        self.pick(&[
            "stop",
            "stop",
            "stop",
            "ponderhit",
            "ucinewgame",
            "uci",
            "eval",
            "flip",
            "help",
            "compiler",
            "license",
            "debug on",
            "register later",
            "xboard",
            "",
            "banana",
            "position frc random",
            "position dfrc random",
            "move e4",
            "move",
            "undo",
            "undo 3",
            "version",
            "export_net /",
        ])
        .to_owned()
    }

    /// Changes, inserts, removes or repeats something.
    fn garble(&mut self, line: &mut Vec<u8>) {
        for _ in 0..self.rng.random_range(1..4) {
            let at = self.rng.random_range(0..=line.len());
            let byte = self.rng.random_range(11..=255);
            match self.rng.random_range(0..4) {
                0 => line.insert(at, byte),
                1 => line.truncate(at),
                2 if at < line.len() => line[at] = byte,
                _ => {
                    let part = line[at..].to_vec();
                    line.extend(part);
                }
            }
        }
    }
}

/// A line that is no command to leave, and only one line.
fn bytes_of_a_line(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.retain(|&byte| byte != b'\n');
    if bytes.trim_ascii_start().starts_with(b"quit") {
        bytes.clear();
    }
    bytes
}

/// The move must be legal, and the reply to it too.
fn check_answer(board: &Board, answer: &str) {
    let words: Vec<_> = answer.split_whitespace().collect();
    if words == ["(none)"] {
        assert!(!board.has_legal_move(), "no move in {board}");
        return;
    }
    let mut after = *board;
    let mv = after.parse_uci(words[0]);
    after.make(mv.unwrap_or_else(|error| panic!("{answer}: {error}")));
    if let ["ponder", reply] = words[1..] {
        after
            .parse_uci(reply)
            .unwrap_or_else(|error| panic!("{answer}: {error}"));
    }
}

#[test]
fn storm_of_commands_is_survived() {
    let seed = std::env::var("ENROQUE_STORM_SEED").ok();
    let seed = seed.map_or(960, |seed| {
        seed.parse().expect("ENROQUE_STORM_SEED is a number")
    });
    let steps = std::env::var("ENROQUE_STORM_STEPS").ok();
    let steps = steps.map_or(3000, |steps| {
        steps.parse().expect("ENROQUE_STORM_STEPS is a number")
    });
    let mut storm = Storm::new(seed);
    for _ in 0..steps {
        storm.step();
    }
    storm.send(b"stop");
    // A search that begins when it was told to stop ends within its first iteration.
    while !storm.open.is_empty() {
        storm.until("bestmove");
    }
    storm.is_ready();
    println!(
        "{} searches; {} of {} answers to isready took more than a second",
        storm.searches, storm.slow, storm.asked
    );
    assert_eq!(storm.searches, storm.answers);
    // One in fifty may be the machine's.
    assert!(storm.slow * 50 <= storm.asked, "isready is answered late");
    quit(storm.engine);
}

/// No page of the table is to be had from the system while a clock runs.
#[cfg(target_os = "linux")]
#[test]
fn isready_waits_until_a_new_table_is_backed_with_memory() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 256");
    sync(&mut engine);
    let used = peak_memory(&engine).expect("Linux reports it");
    assert!(used >= 256, "{used} MiB");
    quit(engine);
}

/// While a large table is being cleared, commands take effect at once.
#[test]
fn clearing_a_large_table_delays_nothing() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1024");
    for command in ["go depth 3", "go infinite", "go movetime 100"] {
        engine.ask("go depth 1", "bestmove");
        engine.send("ucinewgame");
        let asked = Instant::now();
        engine.send(command);
        if command == "go infinite" {
            engine.send("stop");
        }
        engine.until("bestmove");
        assert!(
            asked.elapsed() < 4 * SECOND,
            "{command}: {:?}",
            asked.elapsed()
        );
    }
    engine.send("ucinewgame");
    let lines = engine.ask("isready", "readyok");
    assert_eq!(lines, ["readyok"]);
    engine.ask("go depth 1", "bestmove");
    engine.send("ucinewgame");
    let sent = Instant::now();
    quit(engine);
    assert!(sent.elapsed() < 4 * SECOND, "{:?}", sent.elapsed());
}

#[test]
fn perft_uses_no_more_threads_than_processors_and_ends_at_once() {
    let mut engine = Engine::start();
    engine.send("perft 3 threads 1024");
    let lines = engine.until("Nodes/second");
    assert!(lines.contains(&"\nNodes searched: 8902".trim().to_owned()));
    engine.send("perft 9 threads 1024");
    let sent = Instant::now();
    quit(engine);
    assert!(sent.elapsed() < 4 * SECOND, "{:?}", sent.elapsed());
}

/// A client that does not read blocks the command loop, but not the end of input.
#[test]
fn unread_output_does_not_keep_the_process_alive() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_enroque"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = process.stdin.take().expect("stdin is piped");
    stdin
        .write_all("help\n".repeat(400).as_bytes())
        .expect("the engine reads ahead");
    drop(stdin);
    let deadline = Instant::now() + PATIENCE;
    while process.try_wait().expect("the process is ours").is_none() {
        assert!(Instant::now() < deadline, "the engine does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
}
