//! A training position as network inputs, with its target.

use movegen::PieceType;
use search::nnue::{Attacks, bucket, feature, is_mirrored};

use super::Recipe;
use crate::format::record::Record;

/// The inputs of both perspectives (0: side to move, 1: opponent), output bucket and target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    features: [[u16; 32]; 2],
    pieces: u8,
    /// The output bucket.
    pub(super) bucket: u8,
    /// The expected result for the side to move, from 0 to 1.
    pub(super) target: f32,
}

impl Sample {
    pub(super) fn new(record: &Record, recipe: &Recipe) -> Self {
        let mut mirrored = [false; 2];
        for (square, piece) in record.pieces() {
            if piece.kind() == PieceType::King {
                mirrored[piece.color().index()] = is_mirrored(square);
            }
        }
        let mut sample = Self {
            features: [[0; 32]; 2],
            pieces: 0,
            bucket: bucket(record.occupancy.count_ones(), recipe.buckets) as u8,
            target: recipe.target(record) as f32,
        };
        let pieces = record.pieces().map(|(square, piece)| (piece, square));
        let attacks = Attacks::by(pieces.clone());
        for piece in pieces.take(32) {
            for (side, color) in [record.stm, !record.stm].into_iter().enumerate() {
                let input = feature(color, mirrored[color.index()], &attacks, piece);
                sample.features[side][usize::from(sample.pieces)] = input as u16;
            }
            sample.pieces += 1;
        }
        sample
    }

    /// The active inputs of the side to move (0) or the opponent (1).
    #[inline(always)]
    pub(super) fn features(&self, side: usize) -> &[u16] {
        &self.features[side][..usize::from(self.pieces).min(32)]
    }
}
