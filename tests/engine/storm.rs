//! Random commands, valid, invalid and garbled: every search is answered by a legal move.

use std::collections::VecDeque;

use movegen::Board;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use support::size;

use crate::driver::Engine;

/// Sends random commands, and keeps the position of each search until it is answered.
struct Storm {
    rng: StdRng,
    engine: Engine,
    /// The positions of unanswered searches; `None` after a refused position.
    open: VecDeque<Option<Board>>,
    searches: usize,
}

impl Storm {
    fn new(seed: u64) -> Self {
        println!("command storm with seed {seed}");
        Self {
            rng: StdRng::seed_from_u64(seed),
            engine: Engine::start(),
            open: VecDeque::new(),
            searches: 0,
        }
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words.choose(&mut self.rng).expect("there are some")
    }

    /// Reads up to a line that starts with `start`.
    fn until(&mut self, start: &str) {
        while !self.next().starts_with(start) {}
    }

    /// Reads a line; a best move must be legal.
    fn next(&mut self) -> String {
        let line = self.engine.line();
        let line = line.unwrap_or_else(|error| panic!("no line: {error}"));
        if let Some(answer) = line.strip_prefix("bestmove ") {
            let board = self.open.pop_front();
            let board = board.unwrap_or_else(|| panic!("'bestmove {answer}' without a search"));
            match board {
                Some(board) => check_answer(&board, answer),
                None => assert_eq!(answer, "(none)"),
            }
        }
        line
    }

    /// The engine's position, if it has one.
    fn board(&mut self) -> Option<Board> {
        self.is_ready();
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
        self.engine.send("isready");
        self.until("readyok");
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
            // Never garbled: an extra digit would mean many threads or much memory.
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

    /// Replaces or inserts bytes, or cuts off or repeats the end.
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

/// Makes the bytes a single line other than `quit`.
fn bytes_of_a_line(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.retain(|&byte| byte != b'\n');
    if bytes.trim_ascii_start().starts_with(b"quit") {
        bytes.clear();
    }
    bytes
}

/// Checks that the best move and the move to ponder on are legal.
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
fn storm_of_commands_is_answered() {
    let mut storm = Storm::new(size("ENROQUE_STORM_SEED", 960));
    for _ in 0..size("ENROQUE_STORM_STEPS", 3000) {
        storm.step();
    }
    storm.send(b"stop");
    // A search that is stopped as it starts ends within its first iteration.
    while !storm.open.is_empty() {
        storm.until("bestmove");
    }
    storm.is_ready();
    println!("{} searches", storm.searches);
    storm.engine.quit();
}
