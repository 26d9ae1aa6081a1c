//! Whole games over real pipes, refereed by `shakmaty`: every `bestmove` and every variation is
//! legal, and games end by the rules.

use movegen::Board;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};
use support::shakmaty::shakmaty as referee;

use crate::driver::Engine;

/// The length at which a game is stopped: long enough for castling, promotions and endings.
const MAX_PLIES: usize = 240;

/// The engine that plays both sides.
struct Player(Engine);

impl Player {
    fn start(options: &[&str]) -> Self {
        let mut engine = Engine::start();
        for option in options {
            engine.send(&format!("setoption name {option}"));
        }
        Self(engine)
    }

    fn send(&mut self, text: &str) {
        self.0.send(text);
    }

    fn line(&mut self) -> String {
        self.0.line().expect("the engine writes a line")
    }

    /// Searches and returns the best move; replays every variation on the way.
    fn search(&mut self, position: &Chess, mode: CastlingMode, go: &str) -> UciMove {
        self.send(go);
        let mut expected = None;
        loop {
            let line = self.line();
            assert!(!line.contains("error"), "{line}");
            let words: Vec<_> = line.split_whitespace().collect();
            if let ["bestmove", best, ..] = words[..] {
                assert_eq!(
                    expected.as_deref(),
                    Some(best),
                    "the best move begins the last variation"
                );
                return read(best);
            }
            if let Some(start) = words.iter().position(|&word| word == "pv") {
                replay(position.clone(), mode, &words[start + 1..], &line);
                expected = Some(words[start + 1].to_owned());
            }
        }
    }
}

fn read(text: &str) -> UciMove {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a move, which must be legal and in the spelling of the mode.
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

/// Plays a game of the engine against itself and returns its length in plies.
fn game(player: &mut Player, start: &Board, mode: CastlingMode, go: &str) -> usize {
    let fen = format!("{start:#}");
    let mut position = referee(start);
    let mut moves = String::new();
    player.send("ucinewgame");
    for ply in 0..MAX_PLIES {
        player.send(&format!("position fen {fen} moves{moves}"));
        if position.legal_moves().is_empty() {
            player.send(go);
            let lines = std::iter::repeat_with(|| player.line());
            let answer = lines.into_iter().find(|line| line.starts_with("bestmove"));
            assert_eq!(answer.as_deref(), Some("bestmove (none)"));
            return ply;
        }
        let uci = player.search(&position, mode, go);
        play(&mut position, mode, &uci, &moves);
        moves += &format!(" {uci}");
    }
    MAX_PLIES
}

#[test]
fn orthodox_self_play_is_legal() {
    let mut player = Player::start(&["Hash value 4"]);
    let plies = ["go nodes 200", "go depth 4", "go movetime 5"]
        .map(|go| game(&mut player, &Board::default(), CastlingMode::Standard, go));
    let is_finished = |&plies: &usize| plies < MAX_PLIES;
    assert!(plies.iter().any(is_finished), "{plies:?}");
}

#[test]
fn chess960_and_double_self_play_is_legal() {
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
            "go wtime 200 btime 200",
        );
    }
}
