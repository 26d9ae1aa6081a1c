//! Self-play games at a fixed number of nodes a move, and their quiet positions.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use search::parts::LARGEST_EVAL;
use variants::{Color, Rules, Searcher};

use crate::common::Playout;

/// The parameters of a run of games.
pub struct Plan {
    pub seconds: u64,
    pub nodes: u64,
    pub seed: u64,
    pub threads: u64,
}

/// Plays games on several threads and writes their quiet positions.
pub fn play<R: Rules>(plan: &Plan, out: &PathBuf) -> io::Result<()> {
    let file = Mutex::new(BufWriter::new(fs::File::create(out)?));
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
    let mut file = file.into_inner().expect("no thread panics while writing");
    file.flush()?;
    println!(
        "{} games, {} positions",
        games.into_inner(),
        positions.into_inner()
    );
    Ok(())
}

/// Plays a game and returns its quiet positions, a line each, with the result and the search score from
/// White's side.
fn play_game<R: Rules>(searcher: &mut Searcher<R>, random: &mut StdRng, nodes: u64) -> String {
    let mut playout = Playout::<R>::opening(random, 8);
    let mut quiet = Vec::new();
    searcher.clear();
    let finished = playout.finish(|playout| {
        let (best, score) = playout.search(searcher, nodes);
        let position = &playout.position;
        if !position.in_check() && !position.is_noisy(best) && score.abs() <= LARGEST_EVAL {
            let white = match position.side_to_move() {
                Color::White => score,
                Color::Black => -score,
            };
            quiet.push((position.fen(), white));
        }
        Ok::<_, Infallible>(best)
    });
    let Ok(points) = finished;
    let mut text = String::new();
    for (fen, score) in quiet {
        let _ = writeln!(text, "{fen};{points};{score}");
    }
    text
}
