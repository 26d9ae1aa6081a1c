//! Makes self-play positions and trains the network of a game on them.
//!
//! `fit play GAME -o FILE` plays games at a fixed number of nodes a move from random openings and
//! writes a line for each quiet position: FEN, White's points and the search score from White's side.
//! `fit learn GAME FILE… -o FILE` trains a network on averages of the scores, or on these and the results.
//! `fit wdl GAME FILE…` fits the win-rate model.

#[path = "../common/mod.rs"]
mod common;
mod learn;
mod model;
mod play;
mod samples;
mod wdl;

use std::io;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use variants::{Cylinder, Swim};

use common::Name;
use learn::{Recipe, learn};
use play::{Plan, play};
use wdl::wdl;

#[derive(Parser)]
#[command(about = "Train the networks of the river games on their own games")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games and write their quiet positions.
    Play {
        game: Name,
        #[arg(short, long)]
        out: PathBuf,
        /// Seconds to play for.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// Nodes a move.
        #[arg(long, default_value_t = 2000)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 2)]
        threads: u64,
    },
    /// Train a network on positions.
    Learn {
        game: Name,
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// File to write the network to.
        #[arg(short, long)]
        out: PathBuf,
        #[arg(long, default_value_t = 12)]
        epochs: usize,
        /// The highest learning rate.
        #[arg(long, default_value_t = 0.001)]
        rate: f32,
        /// Share of the search's score in the target; the rest is the result.
        #[arg(long, default_value_t = 1.0)]
        score_weight: f32,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fit the win-rate model to the evaluation of positions.
    Wdl {
        game: Name,
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

fn main() -> io::Result<()> {
    match Arguments::parse().command {
        Command::Play {
            game,
            out,
            seconds,
            nodes,
            seed,
            threads,
        } => {
            let plan = Plan {
                seconds,
                nodes,
                seed,
                threads,
            };
            match game {
                Name::Swim => play::<Swim>(&plan, &out),
                Name::Cylinder => play::<Cylinder>(&plan, &out),
            }
        }
        Command::Learn {
            game,
            files,
            out,
            epochs,
            rate,
            score_weight,
            seed,
        } => {
            let recipe = Recipe {
                epochs,
                rate,
                score_weight,
                seed,
            };
            match game {
                Name::Swim => learn::<Swim>(&files, &out, &recipe),
                Name::Cylinder => learn::<Cylinder>(&files, &out, &recipe),
            }
        }
        Command::Wdl { game, files } => match game {
            Name::Swim => wdl::<Swim>(&files),
            Name::Cylinder => wdl::<Cylinder>(&files),
        },
    }
}
