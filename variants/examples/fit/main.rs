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
use std::process::ExitCode;

use clap::{Parser, Subcommand, value_parser};
use variants::{Cylinder, Swim};

use common::{Name, exit_code, seconds};
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
        /// New file to write the positions to.
        #[arg(short, long)]
        out: PathBuf,
        /// Seconds to play for.
        #[arg(long, default_value_t = 60, value_parser = seconds())]
        seconds: u64,
        /// Nodes a move.
        #[arg(long, default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 2, value_parser = value_parser!(u64).range(1..=1000))]
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
        #[arg(long, default_value_t = 12, value_parser = value_parser!(u16).range(1..))]
        epochs: u16,
        /// The highest learning rate.
        #[arg(long, default_value_t = 0.001, value_parser = zero_to_one)]
        rate: f32,
        /// Share of the search's score in the target; the rest is the result.
        #[arg(long, default_value_t = 1.0, value_parser = zero_to_one)]
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

/// Parses a number from 0 to 1.
fn zero_to_one(text: &str) -> Result<f32, String> {
    let number = text.parse().map_err(|error| format!("{error}"))?;
    match (0.0..=1.0).contains(&number) {
        true => Ok(number),
        false => Err("must be from 0 to 1".to_owned()),
    }
}

fn main() -> ExitCode {
    exit_code(run(Arguments::parse().command))
}

fn run(command: Command) -> io::Result<()> {
    match command {
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
                epochs: epochs.into(),
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
