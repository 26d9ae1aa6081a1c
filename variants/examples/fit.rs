//! Makes self-play positions and fits the weights of an evaluation to them.
//!
//! `fit play GAME -o FILE` plays games at a fixed number of nodes a move from random openings and
//! writes a line for each quiet position: FEN and White's points. `fit learn GAME FILE…` finds the
//! weights by logistic regression ("Texel's tuning method" in the Chess Programming Wiki) with a
//! pull towards the present weights, and writes the game's `weights.rs`. `fit wdl GAME FILE…` fits
//! the chances to win that go with a score.

mod common;

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand, ValueEnum};
use common::Line;
use rand::SeedableRng;
use rand::rngs::StdRng;
use search::{Limits, is_decisive};
use variants::{Color, Cylinder, FULL, Rules, Searcher, Sink, Swim};

#[derive(Parser)]
#[command(about = "Fit the evaluations of the river games to their own games")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    Swim,
    Cylinder,
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
        #[arg(long, default_value_t = 400)]
        epochs: usize,
        /// Pull towards the present weights.
        #[arg(long, default_value_t = 3e-7)]
        pull: f64,
    },
    /// Fit the chances to win to the evaluation of positions.
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
        } => match game {
            Name::Swim => learn::<Swim>(&files, &out, epochs, pull),
            Name::Cylinder => learn::<Cylinder>(&files, &out, epochs, pull),
        },
        Command::Wdl { game, files } => match game {
            Name::Swim => wdl::<Swim>(&files),
            Name::Cylinder => wdl::<Cylinder>(&files),
        },
    }
}

struct Plan {
    seconds: u64,
    nodes: u64,
    seed: u64,
    threads: u64,
}

fn play<R: Rules>(plan: &Plan, out: &PathBuf) -> io::Result<()> {
    let file = std::sync::Mutex::new(BufWriter::new(fs::File::create(out)?));
    let (games, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let end = Instant::now() + Duration::from_secs(plan.seconds);
    std::thread::scope(|scope| {
        for thread in 0..plan.threads {
            let (file, games, positions) = (&file, &games, &positions);
            scope.spawn(move || {
                let mut random = StdRng::seed_from_u64(plan.seed * 1000 + thread);
                let mut searcher = Searcher::new(8).expect("memory for a small table");
                while Instant::now() < end {
                    let text = play_game::<R>(&mut searcher, &mut random, plan.nodes);
                    games.fetch_add(1, Relaxed);
                    positions.fetch_add(text.lines().count() as u64, Relaxed);
                    let mut file = file.lock().expect("no thread panics while writing");
                    file.write_all(text.as_bytes()).expect("the disk has room");
                }
            });
        }
    });
    println!(
        "{} games, {} positions",
        games.into_inner(),
        positions.into_inner()
    );
    Ok(())
}

/// The quiet positions of a game, a line each, with its result.
fn play_game<R: Rules>(searcher: &mut Searcher, random: &mut StdRng, nodes: u64) -> String {
    let mut line = Line::<R>::opening(random, 8);
    let mut fens = Vec::new();
    searcher.clear();
    let points = line.finish(|line| {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let found = searcher.search(&line.position, &line.keys, limits);
        let best = found.best.expect("the game goes on, so there is a move");
        let position = &line.position;
        if !position.in_check() && !position.is_noisy(best) && !is_decisive(found.score) {
            fens.push(position.fen());
        }
        best
    });
    let mut text = String::new();
    for fen in fens {
        let _written = writeln!(text, "{fen};{points}");
    }
    text
}

/// A position as the regression reads it.
struct Sample {
    /// Index of a term, and how many more times White has it than Black.
    terms: Vec<(u16, i16)>,
    /// Share of the weights for a full board, from 0 to 1.
    full: f32,
    /// White's points.
    points: f32,
}

#[derive(Default)]
struct Trace {
    counts: Vec<i16>,
    phase: i32,
}

impl Sink for Trace {
    fn add(&mut self, color: Color, index: usize, count: i32) {
        self.counts[index] += match color {
            Color::White => count as i16,
            Color::Black => -count as i16,
        };
    }

    fn phase(&mut self, phase: i32) {
        self.phase = phase.clamp(0, FULL);
    }
}

fn read<R: Rules>(files: &[PathBuf]) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            let bad = || io::Error::new(io::ErrorKind::InvalidData, line.to_owned());
            let (fen, points) = line.split_once(';').ok_or_else(bad)?;
            let position = R::from_fen(fen).map_err(io::Error::other)?;
            let mut trace = Trace {
                counts: vec![0; R::WEIGHTS.len()],
                phase: 0,
            };
            position.describe(&mut trace);
            let used = (0..).zip(trace.counts).filter(|&(_, count)| count != 0);
            samples.push(Sample {
                terms: used.collect(),
                full: trace.phase as f32 / FULL as f32,
                points: points.parse().map_err(io::Error::other)?,
            });
        }
    }
    Ok(samples)
}

/// White's expected points, with so many units to a logit.
fn expected(score: f64, unit: f64) -> f64 {
    1.0 / (1.0 + (-score / unit).exp())
}

/// The number of units to a logit that fits the present weights best: it stays, so that the weights
/// keep the scale to which the search's margins belong.
fn fit_unit(samples: &[Sample], weights: &[[f64; 2]]) -> f64 {
    let candidates = (10..=100).map(|step| 10.0 * 1.07_f64.powi(step));
    let loss = |unit: &f64| loss(samples, weights, *unit);
    candidates
        .min_by(|a, b| loss(a).total_cmp(&loss(b)))
        .unwrap_or(400.0)
}

fn score(sample: &Sample, weights: &[[f64; 2]]) -> f64 {
    let full = f64::from(sample.full);
    let blend = |[on_full, on_empty]: [f64; 2]| full * on_full + (1.0 - full) * on_empty;
    let terms = sample.terms.iter();
    terms
        .map(|&(index, count)| f64::from(count) * blend(weights[usize::from(index)]))
        .sum()
}

/// Mean cross entropy in nats.
fn loss(samples: &[Sample], weights: &[[f64; 2]], unit: f64) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| {
            let chance = expected(score(sample, weights), unit).clamp(1e-9, 1.0 - 1e-9);
            let points = f64::from(sample.points);
            -points * chance.ln() - (1.0 - points) * (1.0 - chance).ln()
        })
        .sum();
    sum / samples.len().max(1) as f64
}

/// Adam (Kingma and Ba 2014) over the whole set.
fn learn<R: Rules>(files: &[PathBuf], out: &PathBuf, epochs: usize, pull: f64) -> io::Result<()> {
    let mut samples = read::<R>(files)?;
    // The last games are not learned from: positions of one game are too much alike.
    let check = samples.split_off(samples.len() * 9 / 10);
    let prior: Vec<[f64; 2]> = R::WEIGHTS.iter().map(|w| w.map(f64::from)).collect();
    let mut weights = prior.clone();
    let (mut mean, mut square) = (vec![[0.0; 2]; weights.len()], vec![[0.0; 2]; weights.len()]);
    let unit = fit_unit(&samples, &weights);
    println!(
        "{} positions, {} to check; {unit:.0} units to a logit",
        samples.len(),
        check.len()
    );
    for epoch in 0..=epochs {
        if epoch % 50 == 0 {
            let [learned, checked] = [&samples, &check].map(|set| loss(set, &weights, unit));
            println!("epoch {epoch}: loss {learned:.5}, check {checked:.5}");
        }
        let gradient = gradient(&samples, &weights, unit);
        let rate = 4.0 * (1.0 - epoch as f64 / (epochs + 1) as f64);
        for i in 0..weights.len() {
            for phase in 0..2 {
                let slope = gradient[i][phase] + pull * (weights[i][phase] - prior[i][phase]);
                mean[i][phase] = 0.9 * mean[i][phase] + 0.1 * slope;
                square[i][phase] = 0.999 * square[i][phase] + 0.001 * slope * slope;
                let step = epoch as i32 + 1;
                let first = mean[i][phase] / (1.0 - 0.9_f64.powi(step));
                let second = square[i][phase] / (1.0 - 0.999_f64.powi(step));
                weights[i][phase] -= rate * first / (second.sqrt() + 1e-9);
            }
        }
    }
    fs::write(out, weights_file::<R>(&weights))
}

/// Slope of the loss per unit of each weight.
fn gradient(samples: &[Sample], weights: &[[f64; 2]], unit: f64) -> Vec<[f64; 2]> {
    let mut gradient = vec![[0.0; 2]; weights.len()];
    for sample in samples {
        let error = expected(score(sample, weights), unit) - f64::from(sample.points);
        let full = f64::from(sample.full);
        for &(index, count) in &sample.terms {
            let slope = error * f64::from(count) / unit;
            gradient[usize::from(index)][0] += slope * full;
            gradient[usize::from(index)][1] += slope * (1.0 - full);
        }
    }
    let count = samples.len().max(1) as f64;
    gradient
        .iter()
        .map(|pair| pair.map(|slope| slope / count))
        .collect()
}

fn weights_file<R: Rules>(weights: &[[f64; 2]]) -> String {
    let mut text = String::from(
        "//! Weights of the evaluation, on a full board and on an empty one, in units of\n\
         //! about a hundredth of a pawn.\n\
         //! Written by `cargo run --release -p variants --example fit -- learn`; do not edit.\n\n\
         use super::eval::COUNT;\nuse crate::eval::Weight;\n\n\
         #[rustfmt::skip]\npub(super) static WEIGHTS: [Weight; COUNT] = [\n",
    );
    let mut rest = weights;
    for term in R::TERMS {
        let (block, after) = rest.split_at(term.size);
        rest = after;
        text += &format!("    // {}\n", term.name);
        for row in block.chunks(8) {
            let row: Vec<String> = row
                .iter()
                .map(|[full, empty]| {
                    format!("[{}, {}],", full.round() as i64, empty.round() as i64)
                })
                .collect();
            text += &format!("    {}\n", row.join(" "));
        }
    }
    text + "];\n"
}

/// Fits the two numbers of [`variants::Game::wdl`] by trying a grid of them.
fn wdl<R: Rules>(files: &[PathBuf]) -> io::Result<()> {
    let samples = read::<R>(files)?;
    let weights: Vec<[f64; 2]> = R::WEIGHTS.iter().map(|w| w.map(f64::from)).collect();
    let scored: Vec<(f64, f32)> = samples
        .iter()
        .map(|sample| (score(sample, &weights), sample.points))
        .collect();
    let mut best = (f64::MAX, [0.0; 2]);
    for half in (20..=3000).step_by(20).map(f64::from) {
        for width in (60..=1500).step_by(20).map(f64::from) {
            let chance = |score: f64| 1.0 / (1.0 + ((half - score) / width).exp());
            let cost = |&(score, points): &(f64, f32)| {
                let (win, loss) = (chance(score), chance(-score));
                let likely = match points {
                    1.0 => win,
                    0.0 => loss,
                    _ => 1.0 - win - loss,
                };
                -likely.max(1e-9).ln()
            };
            let total: f64 = scored.iter().map(cost).sum();
            if total < best.0 {
                best = (total, [half, width]);
            }
        }
    }
    let draws = scored.iter().filter(|(_, points)| *points == 0.5).count();
    println!(
        "wdl: {:?}, {} draws of {} positions",
        best.1,
        draws,
        scored.len()
    );
    Ok(())
}
