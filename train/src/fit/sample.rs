//! A position as the network sees it, and what it should say of it.

use movegen::PieceType;
use search::nnue::{bucket, feature, is_mirrored};

use super::Recipe;
use crate::data::Record;

/// Inputs of both perspectives, the mover's first, with the output layer and the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    features: [[u16; 32]; 2],
    men: u8,
    /// Which output layer.
    pub(super) bucket: u8,
    /// The share of the point that the mover should be given, from 0 to 1.
    pub(super) target: f32,
}

impl Sample {
    pub(super) fn new(record: &Record, recipe: &Recipe) -> Self {
        let mut mirrored = [false; 2];
        for (square, piece) in record.men() {
            if piece.kind() == PieceType::King {
                mirrored[piece.color().index()] = is_mirrored(square);
            }
        }
        let mut sample = Self {
            features: [[0; 32]; 2],
            men: 0,
            bucket: bucket(record.occupancy.count_ones(), recipe.buckets) as u8,
            target: target(record, recipe),
        };
        for (square, piece) in record.men().take(32) {
            for (side, color) in [record.stm, !record.stm].into_iter().enumerate() {
                let input = feature(color, mirrored[color.index()], (piece, square));
                sample.features[side][usize::from(sample.men)] = input as u16;
            }
            sample.men += 1;
        }
        sample
    }

    /// The inputs that are on for the mover (0) or the opponent (1).
    #[inline(always)]
    pub(super) fn features(&self, side: usize) -> &[u16] {
        &self.features[side][..usize::from(self.men).min(32)]
    }
}

fn target(record: &Record, recipe: &Recipe) -> f32 {
    let score = recipe.share_of_score(record.stm_score().into());
    let result = f64::from(record.stm_result()) / 2.0;
    (recipe.result_share * result + (1.0 - recipe.result_share) * score) as f32
}
