//! Fits the win, draw and loss model of `src/wdl.rs` to games and prints it, ready to paste.
//!
//! `cargo run --release --example fit_wdl -- GAMES.pgn…`
//!
//! Reads games as fastchess and cutechess-cli write them, with `{+0.31/12 0.1s}` behind a move:
//! the mover's score of the position before it. Only moves of players called Enroque count, by
//! `White` or `EngineWhiteName`. Scores beyond ten pawns are left out: they say nothing about
//! where the curves lie, but a single accident there would weigh more than a hundred games.

use std::collections::BTreeMap;
use std::error::Error;
use std::{env, fs};

use movegen::{Board, Color};
use search::wdl::{MODEL, Model, material};

/// Scores are counted in steps of this many centipawns.
const STEP: i32 = 5;
const LARGEST: i32 = 1000;

/// How many positions with a score and an amount of material were won, drawn and lost.
type Counts = BTreeMap<(i32, u32), [f64; 3]>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut counts = Counts::new();
    let mut games = 0;
    for path in env::args().skip(1) {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        for game in text
            .replace("\r\n", "\n")
            .split("\n\n[")
            .filter(|game| !game.is_empty())
        {
            games += usize::from(read(game, &mut counts).map_err(|e| format!("{path}: {e}"))?);
        }
    }
    let positions: f64 = counts.values().flatten().sum();
    if positions == 0.0 {
        return Err("no game with scores of Enroque; name PGN files".into());
    }
    let model = fit(&counts);
    println!(
        "// {games} games, {positions} positions, {:.4} nats a position",
        cost(&model, &counts) / positions
    );
    for knot in model.0 {
        println!(
            "knot({:.1}, {:.1}, {:.1}),",
            knot.material, knot.even, knot.spread
        );
    }
    Ok(())
}

fn tag<'a>(game: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = game.split_once(&format!("{name} \""))?;
    rest.split('"').next()
}

/// Counts the positions of a game. False when there are none to count.
fn read(game: &str, counts: &mut Counts) -> Result<bool, Box<dyn Error>> {
    let white_result = match tag(game, "Result") {
        Some("1-0") => 0,
        Some("1/2-1/2") => 1,
        Some("0-1") => 2,
        _ => return Ok(false),
    };
    let ours =
        [("White", "EngineWhiteName"), ("Black", "EngineBlackName")].map(|(name, engine)| {
            [tag(game, name), tag(game, engine)]
                .into_iter()
                .flatten()
                .any(|name| name.to_lowercase().starts_with("enroque"))
        });
    let mut board: Board = tag(game, "FEN").map_or(Ok(Board::default()), str::parse)?;
    let Some((_, moves)) = game.split_once("]\n\n") else {
        return Ok(false);
    };
    let mut counted = false;
    let mut before = None;
    for token in tokens(moves) {
        if let Some(comment) = token.strip_prefix('{') {
            if let Some((side, material)) = before.take()
                && ours[Color::index(side)]
                && let Some(score) = score(comment)
            {
                let result = if side == Color::White {
                    white_result
                } else {
                    2 - white_result
                };
                counts.entry((score, material)).or_default()[result] += 1.0;
                counted = true;
            }
        } else if token.starts_with(char::is_alphabetic) {
            before = Some((board.side_to_move(), material(&board)));
            board.make(board.parse_san(token)?);
        }
    }
    Ok(counted)
}

/// Words, and comments with the brace they begin with.
fn tokens(moves: &str) -> impl Iterator<Item = &str> {
    let mut rest = moves.trim_start();
    std::iter::from_fn(move || {
        let end = match rest.chars().next()? {
            '{' => rest.find('}').unwrap_or(rest.len()),
            _ => rest.find([' ', '\n']).unwrap_or(rest.len()),
        };
        let token = &rest[..end];
        rest = rest[end..].trim_start_matches(['}', ' ', '\n']);
        Some(token)
    })
}

/// The score a comment begins with, rounded; `None` for mates and what is too large.
fn score(comment: &str) -> Option<i32> {
    let (pawns, _) = comment.split_once('/')?;
    let score = pawns.parse::<f64>().ok()? * 100.0 / f64::from(STEP);
    Some(score.round() as i32 * STEP).filter(|score| score.abs() <= LARGEST)
}

/// The surprise of the results, in nats.
fn cost(model: &Model, counts: &Counts) -> f64 {
    let surprise = |(&(score, material), results): (&(i32, u32), &[f64; 3])| {
        let chances = model.chances(score, material);
        let pairs = chances.iter().zip(results);
        pairs
            .map(|(chance, count)| -count * chance.max(1e-9).ln())
            .sum::<f64>()
    };
    counts.iter().map(surprise).sum()
}

/// Moves one number at a time, as long as that helps, by ever smaller steps.
fn fit(counts: &Counts) -> Model {
    let mut best = MODEL;
    let mut least = cost(&best, counts);
    let mut step = 32.0;
    while step > 0.05 {
        let before = least;
        for number in 0..2 * best.0.len() {
            for change in [step, -step] {
                let mut model = best;
                let knot = &mut model.0[number / 2];
                let value = if number % 2 == 0 {
                    &mut knot.even
                } else {
                    &mut knot.spread
                };
                *value = (*value + change).max(1.0);
                let cost = cost(&model, counts);
                if cost < least {
                    (best, least) = (model, cost);
                }
            }
        }
        if least == before {
            step /= 2.0;
        }
    }
    best
}
