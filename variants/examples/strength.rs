//! Matches that measure the strength of the present engine at fixed nodes.
//!
//! `strength GAME nodes 10000 1000` plays 10,000 nodes a move against 1,000; `strength GAME material
//! 10000` plays against a player that maximizes material two plies deep; `strength GAME engine 4000
//! PATH` plays against another build at the same number of nodes. Each random opening is played
//! twice, with colors exchanged.

mod common;

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand, value_parser};
use common::{Name, Playout, exit_code, in_file, seconds};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use variants::{Bits, Color, Cylinder, Kind, Move, Rules, Searcher, Swim, parse_move, write_move};

/// Size of each player's transposition table, in MiB.
const HASH: usize = 8;

#[derive(Parser)]
#[command(about = "Matches of the river games at fixed nodes")]
struct Arguments {
    game: Name,
    #[command(subcommand)]
    opponent: Opponent,
    #[arg(long, default_value_t = 200, global = true)]
    games: usize,
    #[arg(long, default_value_t = 1, global = true)]
    seed: u64,
    /// Random plies of the openings.
    #[arg(long, default_value_t = 6, global = true)]
    plies: usize,
    /// Seconds after which no pair of games is started.
    #[arg(long, default_value_t = 540, global = true, value_parser = seconds())]
    seconds: u64,
}

#[derive(Subcommand)]
enum Opponent {
    /// The same engine with fewer nodes a move.
    Nodes {
        #[arg(value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        #[arg(value_parser = value_parser!(u64).range(1..))]
        fewer: u64,
    },
    /// A player that maximizes material two plies deep.
    Material {
        #[arg(value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
    },
    /// Another build at the same number of nodes a move.
    Engine {
        #[arg(value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        path: PathBuf,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    exit_code(match arguments.game {
        Name::Swim => play::<Swim>(&arguments),
        Name::Cylinder => play::<Cylinder>(&arguments),
    })
}

/// The opponent of the present engine, with its nodes a move.
enum Player<R: Rules> {
    Search(Searcher<R>, u64),
    Material(Box<StdRng>),
    Engine(Engine, u64),
}

impl<R: Rules> Player<R> {
    fn new_game(&mut self) -> io::Result<()> {
        match self {
            Self::Search(searcher, _) => searcher.clear(),
            Self::Material(_) => {}
            Self::Engine(engine, _) => engine.new_game()?,
        }
        Ok(())
    }

    fn choose(&mut self, playout: &Playout<R>) -> io::Result<Move> {
        match self {
            Self::Search(searcher, nodes) => Ok(playout.search(searcher, *nodes).0),
            Self::Material(random) => Ok(greedy(&playout.position, random)),
            Self::Engine(engine, nodes) => engine.search(playout, *nodes),
        }
    }
}

/// Another build of the engine, over UCI.
struct Engine {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(path: &Path, game: &str) -> io::Result<Self> {
        let mut process = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| in_file(path, error))?;
        let output = process.stdout.take().expect("its output is a pipe");
        let output = BufReader::new(output);
        let mut engine = Self { process, output };
        engine.send(&format!("setoption name UCI_Variant value {game}"))?;
        engine.send(&format!("setoption name Hash value {HASH}"))?;
        Ok(engine)
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        let input = self.process.stdin.as_mut();
        writeln!(input.expect("its input is a pipe"), "{line}")
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.send("ucinewgame")
    }

    fn search<R: Rules>(&mut self, playout: &Playout<R>, nodes: u64) -> io::Result<Move> {
        let mut position = Playout::<R>::start().position;
        let mut moves = String::new();
        for &mv in &playout.moves {
            moves += &format!(" {}", write_move(&position, mv));
            position = position.make(mv).expect("a legal move");
        }
        self.send(&format!("position startpos moves{moves}"))?;
        self.send(&format!("go nodes {nodes}"))?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the engine ended"));
            }
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let word = words.next().unwrap_or_default();
                return parse_move(&position, word).map_err(io::Error::other);
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The engine ends with its input.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

fn play<R: Rules>(arguments: &Arguments) -> io::Result<()> {
    let mut random = StdRng::seed_from_u64(arguments.seed);
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let searcher = || Searcher::new(HASH).expect("memory for a small table");
    let mut present = searcher();
    let (nodes, mut opponent) = match &arguments.opponent {
        Opponent::Nodes { nodes, fewer } => (*nodes, Player::Search(searcher(), *fewer)),
        Opponent::Material { nodes } => {
            let random = StdRng::seed_from_u64(arguments.seed);
            (*nodes, Player::Material(Box::new(random)))
        }
        Opponent::Engine { nodes, path } => {
            let engine = Engine::start(path, R::GAME.name)?;
            (*nodes, Player::Engine(engine, *nodes))
        }
    };
    // Pairs of games that gave 0, 0.5, 1, 1.5 and 2 points.
    let mut pairs = [0_u32; 5];
    let (mut wins, mut losses) = (0, 0);
    for _ in 0..arguments.games.div_ceil(2) {
        if Instant::now() >= end {
            break;
        }
        let opening = Playout::<R>::opening(&mut random, arguments.plies);
        let mut half_points = 0;
        for color in Color::ALL {
            let mut playout = opening.clone();
            present.clear();
            opponent.new_game()?;
            let white = playout.finish(|playout| {
                if playout.position.side_to_move() == color {
                    Ok(playout.search(&mut present, nodes).0)
                } else {
                    opponent.choose(playout)
                }
            })?;
            let points = if color == Color::White {
                white
            } else {
                1.0 - white
            };
            wins += u32::from(points == 1.0);
            losses += u32::from(points == 0.0);
            half_points += (2.0 * points) as usize;
        }
        pairs[half_points] += 1;
    }
    let [score, bound] = score(pairs);
    let games = 2 * pairs.iter().sum::<u32>();
    let draws = games - wins - losses;
    println!(
        "{} seed {}: {games} games, {wins} won, {draws} drawn, {losses} lost: {:.1} ± {:.1}%",
        R::GAME.name,
        arguments.seed,
        100.0 * score,
        100.0 * bound,
    );
    Ok(())
}

/// The mean points of a game and their 95% bound, from pairs of games by half points.
fn score(pairs: [u32; 5]) -> [f64; 2] {
    let count = f64::from(pairs.iter().sum::<u32>().max(1));
    let values = || {
        (0..)
            .map(|half_points| f64::from(half_points) / 4.0)
            .zip(pairs)
    };
    let mean = values()
        .map(|(value, pairs)| value * f64::from(pairs))
        .sum::<f64>()
        / count;
    let squares = values().map(|(value, pairs)| (value - mean).powi(2) * f64::from(pairs));
    let variance = squares.sum::<f64>() / (count - 1.0).max(1.0);
    [mean, 1.96 * (variance / count).sqrt()]
}

/// The move after which the opponent's best reply leaves the most material; one of the best at
/// random.
fn greedy<R: Rules>(position: &R, random: &mut StdRng) -> Move {
    let us = position.side_to_move();
    let rate = |mv: &Move| {
        let next = position.make(*mv).expect("a legal move");
        let replies = next.legal_moves();
        if replies.is_empty() {
            return if next.in_check() { 1_000_000 } else { 0 };
        }
        let after = replies.iter().filter_map(|&reply| next.make(reply));
        after
            .map(|position| material(&position, us))
            .min()
            .unwrap_or(0)
    };
    let rated: Vec<(i32, Move)> = position
        .legal_moves()
        .iter()
        .map(|mv| (rate(mv), *mv))
        .collect();
    let most = rated.iter().map(|&(value, _)| value).max().unwrap_or(0);
    let best: Vec<Move> = rated.iter().filter(|r| r.0 == most).map(|r| r.1).collect();
    best[random.random_range(0..best.len())]
}

fn material<R: Rules>(position: &R, color: Color) -> i32 {
    let values = [1, 3, 3, 5, 9, 0, 12, 1];
    let count = |color, kind| position.pieces(color, kind).count() as i32;
    let kinds = Kind::ALL.into_iter().zip(values);
    kinds
        .map(|(kind, value)| value * (count(color, kind) - count(!color, kind)))
        .sum()
}
