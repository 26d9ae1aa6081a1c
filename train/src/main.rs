//! `train`: generates Enroque's data and trains its network. `train help` lists the commands.

#![forbid(unsafe_code)]

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use train::branch::{self, Branch};
use train::console::print_note;
use train::datagen::{self, Datagen};
use train::inspect::{self, Inspect};
use train::rescale::{self, Rescale};
use train::shuffle::{self, Shuffle};
use train::stop::Stop;
use train::trainer::{self, Learn};
use train::wdl::{self, FitWdl};

/// Generates Enroque's data and trains its network.
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
    /// Score positions that branch off games by random moves
    Branch(Branch),
    /// Summarize files of games
    Inspect(Inspect),
    /// Turn games into training positions in random order
    Shuffle(Shuffle),
    /// Train a network on shuffled positions
    Learn(Learn),
    /// Tune search parameters by self-play (SPSA)
    #[cfg(feature = "tune")]
    Tune(train::tune::Tune),
    /// Measure what each rule of the search contributes
    #[cfg(feature = "tune")]
    Rules(train::rules::Rules),
    #[cfg(feature = "tune")]
    #[command(hide = true)]
    PairWorker,
    /// Change the unit of a network's scores
    Rescale(Rescale),
    /// Fit the win, draw and loss model to games in PGN
    Wdl(FitWdl),
}

/// The request to stop that Ctrl-C makes; called once.
fn stop() -> Result<&'static Stop, ctrlc::Error> {
    static STOP: Stop = Stop::new();
    ctrlc::set_handler(|| STOP.interrupt())?;
    Ok(&STOP)
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_note(format_args!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Datagen(settings) => datagen::run(&settings, stop()?)?,
        Command::Branch(settings) => branch::run(&settings, stop()?)?,
        Command::Inspect(settings) => inspect::run(&settings)?,
        Command::Shuffle(settings) => shuffle::run(&settings)?,
        Command::Learn(settings) => trainer::run(&settings, stop()?)?,
        #[cfg(feature = "tune")]
        Command::Tune(settings) => train::tune::run(&settings, stop()?)?,
        #[cfg(feature = "tune")]
        Command::Rules(settings) => train::rules::run(&settings, stop()?)?,
        #[cfg(feature = "tune")]
        Command::PairWorker => train::pairs::run_worker()?,
        Command::Rescale(settings) => rescale::run(&settings)?,
        Command::Wdl(settings) => wdl::run(&settings)?,
    }
    Ok(())
}
