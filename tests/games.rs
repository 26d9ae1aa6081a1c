//! Whole games over real pipes, refereed by an independent library: every `bestmove` is legal,
//! every variation can be played, and games end as the rules say.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use movegen::Board;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

/// Games are called off here; by then castling, promotions and endings have all come up.
const MOST_PLIES: usize = 240;

struct Player {
    process: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Player {
    fn start(options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_enroque"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdin = process.stdin.take().expect("stdin is piped");
        let stdout = process.stdout.take().expect("stdout is piped");
        let lines = BufReader::new(stdout).lines();
        let mut player = Self {
            process,
            stdin,
            lines,
        };
        for option in options {
            player.send(&format!("setoption name {option}"));
        }
        player
    }

    fn send(&mut self, text: &str) {
        writeln!(self.stdin, "{text}").expect("the engine reads");
    }

    fn line(&mut self) -> String {
        let line = self.lines.next().expect("the engine has not gone");
        line.expect("the engine writes UTF-8")
    }

    /// Thinks and returns the move, having replayed every variation on the way.
    fn think(&mut self, position: &Chess, mode: CastlingMode, go: &str) -> UciMove {
        self.send(go);
        let mut promised = None;
        loop {
            let line = self.line();
            assert!(!line.contains("error"), "{line}");
            let words: Vec<_> = line.split_whitespace().collect();
            if let ["bestmove", best, ..] = words[..] {
                assert_eq!(
                    promised.as_deref(),
                    Some(best),
                    "the last variation begins with it"
                );
                return read(best);
            }
            if let Some(start) = words.iter().position(|&word| word == "pv") {
                replay(position.clone(), mode, &words[start + 1..], &line);
                if !line.contains("bound") {
                    promised = Some(words[start + 1].to_owned());
                }
            }
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

fn read(text: &str) -> UciMove {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a move, which must be legal and spelt as the mode asks.
fn play(position: &mut Chess, mode: CastlingMode, uci: &UciMove, line: &str) {
    let mv = uci
        .to_move(position)
        .unwrap_or_else(|error| panic!("{uci} in {line}: {error}"));
    assert_eq!(mv.to_uci(mode), *uci, "the spelling of castling in {line}");
    position.play_unchecked(mv);
}

fn replay(mut position: Chess, mode: CastlingMode, moves: &[&str], line: &str) {
    for text in moves {
        play(&mut position, mode, &read(text), line);
    }
}

/// The engine against itself from `start`; `go` says how it thinks.
fn game(player: &mut Player, start: &Board, mode: CastlingMode, go: &str) -> usize {
    let fen = format!("{start:#}");
    let setup: Fen = fen.parse().expect("a start position");
    let mut position: Chess = setup
        .into_position(CastlingMode::Chess960)
        .expect("a start position");
    let mut moves = String::new();
    player.send("ucinewgame");
    for ply in 0..MOST_PLIES {
        player.send(&format!("position fen {fen} moves{moves}"));
        if position.legal_moves().is_empty() {
            player.send(go);
            let lines = std::iter::repeat_with(|| player.line());
            let answer = lines.into_iter().find(|line| line.starts_with("bestmove"));
            assert_eq!(answer.as_deref(), Some("bestmove (none)"));
            return ply;
        }
        let uci = player.think(&position, mode, go);
        play(&mut position, mode, &uci, &moves);
        moves += &format!(" {uci}");
    }
    MOST_PLIES
}

#[test]
fn orthodox_games_are_legal_to_the_end() {
    let mut player = Player::start(&["Hash value 4"]);
    for go in ["go nodes 200", "go depth 4", "go movetime 25"] {
        game(&mut player, &Board::default(), CastlingMode::Standard, go);
    }
}

#[test]
fn chess960_and_double_games_are_legal_to_the_end() {
    let mut rng = SmallRng::seed_from_u64(960);
    let mut player = Player::start(&["Hash value 4", "UCI_Chess960 value true", "Threads value 2"]);
    for _ in 0..3 {
        let mode = CastlingMode::Chess960;
        game(
            &mut player,
            &Board::random_chess960(&mut rng),
            mode,
            "go nodes 300",
        );
        game(
            &mut player,
            &Board::random_double_chess960(&mut rng),
            mode,
            "go wtime 500 btime 500",
        );
    }
}
