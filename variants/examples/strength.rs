//! Matches that measure the gain from more nodes and the strength against a simple player.
//!
//! `strength GAME nodes 10000 1000 --games 200` plays 10,000 nodes a move against 1,000;
//! `strength GAME material 10000 --games 200` plays against a player that maximizes material two
//! plies deep. Each random opening is played twice, with colors exchanged.

mod common;

use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use common::{Name, Playout};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use variants::{Bits, Color, Cylinder, Kind, Move, Rules, Searcher, Swim};

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
    /// Seconds after which no game is started.
    #[arg(long, default_value_t = 540, global = true)]
    seconds: u64,
}

#[derive(Clone, Copy, Subcommand)]
enum Opponent {
    /// The same engine at fewer nodes.
    Nodes { strong: u64, weak: u64 },
    /// A player that maximizes material two plies deep.
    Material { strong: u64 },
}

fn main() {
    let arguments = Arguments::parse();
    match arguments.game {
        Name::Swim => play::<Swim>(&arguments),
        Name::Cylinder => play::<Cylinder>(&arguments),
    }
}

fn play<R: Rules>(arguments: &Arguments) {
    let mut random = StdRng::seed_from_u64(arguments.seed);
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let mut players = [(); 2].map(|()| Searcher::new(8).expect("memory for a small table"));
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    'pairs: for _ in 0..arguments.games.div_ceil(2) {
        let opening = Playout::<R>::opening(&mut random, arguments.plies);
        for color in Color::ALL {
            if Instant::now() >= end {
                break 'pairs;
            }
            let mut playout = Playout {
                position: opening.position,
                keys: opening.keys.clone(),
            };
            players.iter_mut().for_each(Searcher::clear);
            let white = playout.finish(|playout| {
                let ours = playout.position.side_to_move() == color;
                match (ours, arguments.opponent) {
                    (true, Opponent::Nodes { strong, .. } | Opponent::Material { strong }) => {
                        playout.search(&mut players[0], strong).0
                    }
                    (false, Opponent::Nodes { weak, .. }) => {
                        playout.search(&mut players[1], weak).0
                    }
                    (false, Opponent::Material { .. }) => greedy(&playout.position, &mut random),
                }
            });
            let points = if color == Color::White {
                white
            } else {
                1.0 - white
            };
            match points {
                1.0 => wins += 1,
                0.0 => losses += 1,
                _ => draws += 1,
            }
        }
    }
    let games = wins + draws + losses;
    let score = 100.0 * (f64::from(wins) + 0.5 * f64::from(draws)) / f64::from(games.max(1));
    println!(
        "{} seed {}: {games} games, {wins} won, {draws} drawn, {losses} lost: {score:.1}%",
        R::GAME.name,
        arguments.seed
    );
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
