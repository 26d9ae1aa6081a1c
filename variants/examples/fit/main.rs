//! Makes self-play positions and fits the weights of an evaluation to them.
//!
//! `fit play GAME -o FILE` plays games at a fixed number of nodes a move from random openings and
//! writes a line for each quiet position: FEN, White's points and the search score from White's side.
//! `fit learn GAME FILE…` fits the weights to scores and results by logistic regression ("Texel's
//! tuning method" in the Chess Programming Wiki), regularized toward the current weights, and writes
//! the game's `weights.rs`.
//! `fit wdl GAME FILE…` fits the win-rate model.

#[path = "../common/mod.rs"]
mod common;
mod learn;
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
#[command(about = "Fit the evaluations of the river games to their own games")]
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
    /// Fit weights to positions.
    Learn {
        game: Name,
        files: Vec<PathBuf>,
        /// File to write the weights to.
        #[arg(short, long)]
        out: PathBuf,
        #[arg(long, default_value_t = 500)]
        epochs: usize,
        /// Strength of the regularization toward the current weights.
        #[arg(long, default_value_t = 1e-9)]
        pull: f64,
        /// Share of the search's score in the target; the rest is the result.
        #[arg(long, default_value_t = 0.7)]
        score_weight: f64,
    },
    /// Fit the win-rate model to the evaluation of positions.
    Wdl { game: Name, files: Vec<PathBuf> },
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
            pull,
            score_weight,
        } => {
            let recipe = Recipe {
                epochs,
                pull,
                score_weight,
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
