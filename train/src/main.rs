//! `train`: makes the data and the network of Enroque. `train help` lists its commands.

#![forbid(unsafe_code)]

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use train::console::note;
use train::datagen::{self, Datagen};
use train::fit::{self, Fit};
use train::inspect::{self, Inspect};
use train::rescale::{self, Rescale};
use train::shuffle::{self, Shuffle};
use train::stop::Stop;

/// Makes the data and the network of Enroque.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games of the engine against itself
    Datagen(Datagen),
    /// Replay games and show what is in them
    Inspect(Inspect),
    /// Make training positions of games, in random order
    Shuffle(Shuffle),
    /// Train a network on shuffled positions
    Fit(Fit),
    /// Give a network another unit of scores
    Rescale(Rescale),
}

static STOP: Stop = Stop::new();

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            note(format_args!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Datagen(settings) => {
            ctrlc::set_handler(|| STOP.interrupt())?;
            datagen::run(&settings, &STOP)?;
        }
        Command::Inspect(settings) => inspect::run(&settings)?,
        Command::Shuffle(settings) => shuffle::run(&settings)?,
        Command::Rescale(settings) => rescale::run(&settings)?,
        Command::Fit(settings) => {
            ctrlc::set_handler(|| STOP.interrupt())?;
            fit::run(&settings, &STOP)?;
        }
    }
    Ok(())
}
