//! Runs perft suites and compares every count.
//!
//! `cargo run --release -p movegen --example perft_suite -- [--most NODES] FILE…`
//!
//! Reads two formats: one line per position, `FEN ;D1 20 ;D2 400`, and `epd FEN` followed by lines
//! `perft 2 400`. Counts above `--most` are skipped. Positions are counted in parallel. Exits with
//! failure if a count differs, a file has no counts, or no file is given.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

use movegen::Board;
use movegen::perft::{MAX_DEPTH, perft};
use rayon::prelude::*;

/// A position and its counts by depth.
struct Case {
    fen: String,
    counts: Vec<(u32, u64)>,
}

const USAGE: &str = "usage: perft_suite [--most NODES] FILE...";

fn main() -> ExitCode {
    match compare_all() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the suites on the command line; true if all counts agree.
fn compare_all() -> Result<bool, Box<dyn Error>> {
    let mut arguments = env::args().skip(1).peekable();
    let mut most = u64::MAX;
    if arguments.next_if(|argument| argument == "--most").is_some() {
        most = arguments.next().ok_or(USAGE)?.parse().map_err(|_| USAGE)?;
    }
    if arguments.peek().is_none_or(|path| path.starts_with('-')) {
        return Err(USAGE.into());
    }
    let mut all_agree = true;
    for path in arguments {
        let in_file = |error: &dyn Error| format!("{path}: {error}");
        let text = fs::read_to_string(&path).map_err(|error| in_file(&error))?;
        let cases = cases(&text).map_err(|error| in_file(&*error))?;
        all_agree &= run(&path, &cases, most);
    }
    Ok(all_agree)
}

/// Parses either format.
fn cases(text: &str) -> Result<Vec<Case>, Box<dyn Error>> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some((fen, counts)) = line.split_once(';') {
            let counts = counts
                .split(';')
                .map(|count| pair(count.trim().trim_start_matches('D')));
            cases.push(Case {
                fen: fen.trim().to_owned(),
                counts: counts.collect::<Result<_, _>>()?,
            });
        } else if let Some(fen) = line.strip_prefix("epd ") {
            cases.push(Case {
                fen: fen.to_owned(),
                counts: Vec::new(),
            });
        } else if let (Some(count), Some(case)) = (line.strip_prefix("perft "), cases.last_mut()) {
            case.counts.push(pair(count)?);
        }
    }
    Ok(cases)
}

/// Parses a depth and a count.
fn pair(text: &str) -> Result<(u32, u64), String> {
    let pair = text
        .split_once(' ')
        .and_then(|(depth, count)| Some((depth.parse().ok()?, count.trim().parse().ok()?)));
    pair.filter(|&(depth, _)| depth <= MAX_DEPTH)
        .ok_or_else(|| format!("'{text}' is not a depth from 0 to {MAX_DEPTH} and a count"))
}

/// Compares all counts of a suite and reports those that differ.
fn run(path: &str, cases: &[Case], most: u64) -> bool {
    let start = Instant::now();
    let results: Vec<_> = cases
        .par_iter()
        .flat_map(|case| match case.fen.parse::<Board>() {
            Ok(board) => case
                .counts
                .par_iter()
                .filter(|&&(_, expected)| expected <= most)
                .map(|&(depth, expected)| compare(case, &board, depth, expected))
                .collect::<Vec<_>>(),
            Err(error) => vec![Err(format!("{} is not a position: {error}", case.fen))],
        })
        .collect();
    for wrong in results.iter().filter_map(|result| result.as_ref().err()) {
        println!("{wrong}");
    }
    let nodes: u64 = results.iter().flatten().sum();
    let right = results.iter().filter(|result| result.is_ok()).count();
    println!(
        "{path}: {right} counts agree, {} differ, {nodes} nodes in {:.1} s",
        results.len() - right,
        start.elapsed().as_secs_f64()
    );
    right == results.len() && right > 0
}

fn compare(case: &Case, board: &Board, depth: u32, expected: u64) -> Result<u64, String> {
    let count = perft(board, depth);
    if count == expected {
        Ok(count)
    } else {
        Err(format!(
            "{} depth {depth}: {count}, not {expected}",
            case.fen
        ))
    }
}
