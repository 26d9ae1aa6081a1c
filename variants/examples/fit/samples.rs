//! Positions with the result of their game and the score of a search.

use std::error::Error;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

use rayon::prelude::*;
use variants::nnue::{bucket, for_each_input};
use variants::{Color, Rules};

use crate::common::in_file;

/// Lines that a thread reads at a time.
const CHUNK: usize = 20_000;
/// The weights of a score and those of the next two plies in their average.
const WEIGHTS: [f32; 3] = [5.0, 3.0, 2.0];

/// A position, seen by the side to move.
pub struct Sample {
    /// The places of the first input of the side to move, the first of the opponent, and the end.
    bounds: [usize; 3],
    pub bucket: u8,
    /// The points of the side to move.
    pub points: f32,
    /// The score of a search for the side to move, in internal units, averaged with those of the
    /// next plies.
    pub score: f32,
    /// Increases by one with each ply of a game.
    ply: u32,
}

/// Samples, with all their inputs in one list.
#[derive(Default)]
pub struct Samples {
    pub samples: Vec<Sample>,
    inputs: Vec<u16>,
}

impl Samples {
    /// Reads the positions of all files.
    ///
    /// # Errors
    /// If a file cannot be read, or one of its lines is not a position with points and score.
    pub fn read<R: Rules>(files: &[PathBuf]) -> io::Result<Self> {
        let mut all = Self::default();
        for file in files {
            let text = fs::read_to_string(file).map_err(|error| in_file(file, error))?;
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let chunks = lines.par_chunks(CHUNK).enumerate().map(|(number, lines)| {
                let mut chunk = Self::default();
                for (index, line) in lines.iter().enumerate() {
                    chunk.add::<R>(line).map_err(|error| {
                        let line = number * CHUNK + index + 1;
                        io::Error::other(format!("{}, line {line}: {error}", file.display()))
                    })?;
                }
                Ok(chunk)
            });
            let chunks: Vec<Self> = chunks.collect::<io::Result<_>>()?;
            let first = all.samples.len();
            chunks.into_iter().for_each(|chunk| all.append(chunk));
            average_scores(&mut all.samples[first..]);
        }
        Ok(all)
    }

    fn add<R: Rules>(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        let line = line.strip_suffix('\n').ok_or("the line is incomplete")?;
        let line = line.trim_end();
        let fields: Vec<&str> = line.split(';').collect();
        let &[fen, points, score] = fields.as_slice() else {
            return Err("not a FEN, points and a score with semicolons between".into());
        };
        let position = R::from_fen(fen)?;
        let (points, score): (f32, f32) = (points.parse()?, score.parse()?);
        if !score.is_finite() || ![0.0, 0.5, 1.0].contains(&points) {
            return Err("the points must be 0, 0.5 or 1, and the score a number".into());
        }
        let (us, points, score) = match position.side_to_move() {
            Color::White => (0, points, score),
            Color::Black => (1, 1.0 - points, -score),
        };
        let begin = self.inputs.len();
        let mut opponent = Vec::new();
        for_each_input(&position, |inputs| {
            self.inputs.push(inputs[us] as u16);
            opponent.push(inputs[1 - us] as u16);
        });
        let middle = self.inputs.len();
        self.inputs.extend(opponent);
        self.samples.push(Sample {
            bounds: [begin, middle, self.inputs.len()],
            bucket: bucket(&position) as u8,
            points,
            score,
            ply: 2 * u32::from(position.fullmove_number()) + us as u32,
        });
        Ok(())
    }

    fn append(&mut self, other: Self) {
        let offset = self.inputs.len();
        self.inputs.extend(other.inputs);
        let moved = other.samples.into_iter().map(|sample| Sample {
            bounds: sample.bounds.map(|bound| bound + offset),
            ..sample
        });
        self.samples.extend(moved);
    }

    /// The inputs of a sample's side to move and opponent.
    pub fn inputs(&self, sample: &Sample) -> [&[u16]; 2] {
        let [begin, middle, end] = sample.bounds;
        [begin..middle, middle..end].map(|range: Range<usize>| &self.inputs[range])
    }
}

/// Averages each score with those of the next two plies of the game, as far as they follow in the
/// list, which must be in the order of the games: a search of a few hundred nodes is inaccurate.
fn average_scores(samples: &mut [Sample]) {
    for index in 0..samples.len() {
        let Sample { ply, points, .. } = samples[index];
        let (mut sum, mut total) = (0.0, 0.0);
        let mut next = 0;
        for sample in samples[index..].iter().take(WEIGHTS.len()) {
            let distance = sample.ply.wrapping_sub(ply) as usize;
            let [score, result] = match distance {
                1 => [-sample.score, 1.0 - sample.points],
                _ => [sample.score, sample.points],
            };
            // Another game begins.
            if distance < next || distance >= WEIGHTS.len() || result != points {
                break;
            }
            sum += WEIGHTS[distance] * score;
            total += WEIGHTS[distance];
            next = distance + 1;
        }
        samples[index].score = sum / total;
    }
}
