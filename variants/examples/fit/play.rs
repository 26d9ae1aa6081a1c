//! Self-play games at a fixed number of nodes a move, and their quiet positions.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use search::parts::LARGEST_EVAL;
use variants::{Color, Rules, Searcher};

use crate::common::{Playout, in_file};

/// The parameters of a run of games.
pub struct Plan {
    pub seconds: u64,
    pub nodes: u64,
    pub seed: u64,
    pub threads: u64,
}

/// Plays games on several threads and writes their quiet positions to a new file.
pub fn play<R: Rules>(plan: &Plan, out: &Path) -> io::Result<()> {
    let file = fs::File::create_new(out).map_err(|error| in_file(out, error))?;
    let file = Mutex::new(BufWriter::new(file));
    let (games, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let end = Instant::now() + Duration::from_secs(plan.seconds);
    let play_games = |thread| {
        let mut random = StdRng::seed_from_u64(plan.seed.wrapping_mul(1000).wrapping_add(thread));
        let mut searcher = Searcher::new(8).map_err(io::Error::other)?;
        while Instant::now() < end {
            let text = play_game::<R>(&mut searcher, &mut random, plan.nodes);
            games.fetch_add(1, Relaxed);
            positions.fetch_add(text.lines().count() as u64, Relaxed);
            let mut file = file.lock().expect("no thread panics while writing");
            let written = file.write_all(text.as_bytes());
            written.map_err(|error| in_file(out, error))?;
        }
        Ok(())
    };
    let played: io::Result<()> = std::thread::scope(|scope| {
        let threads = (0..plan.threads).map(|thread| scope.spawn(move || play_games(thread)));
        let threads: Vec<_> = threads.collect();
        let mut joined = threads.into_iter().map(|thread| thread.join());
        joined.try_for_each(|result| result.expect("no panic"))
    });
    let mut file = file.into_inner().expect("no thread panics while writing");
    played?;
    file.flush().map_err(|error| in_file(out, error))?;
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
