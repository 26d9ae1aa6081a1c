//! Scores averaged with those of the next plies.
//!
//! A search of a few hundred nodes misses what the next searches of the game may find, so their
//! scores make the target more accurate.
//! <https://www.chessprogramming.org/Temporal_Difference_Learning>

use search::is_decisive;

use crate::format::game::ScoredMove;

/// The weights of a ply's own score and those of the next two plies.
const WEIGHTS: [i32; 3] = [5, 3, 2];

/// The score of the first of `plies` for White, averaged with those of the next plies up to a mate
/// or tablebase score.
///
/// # Panics
/// If there is no ply.
pub fn averaged_score(plies: &[ScoredMove]) -> i16 {
    let scores = plies.iter().map(|ply| i32::from(ply.score)).zip(WEIGHTS);
    let scores = scores.take_while(|&(score, _)| !is_decisive(score));
    let (sum, weights) = scores.fold((0, 0), |(sum, weights), (score, weight)| {
        (sum + score * weight, weights + weight)
    });
    match weights {
        0 => plies[0].score,
        _ => (sum as f32 / weights as f32).round() as i16,
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Move, MoveKind, Square};
    use search::parts::mated_in;

    use super::*;

    fn average(scores: &[i16]) -> i16 {
        let mv = Move::new(Square::E2, Square::E4, MoveKind::DOUBLE_PUSH);
        let plies = scores.iter().map(|&score| ScoredMove { mv, score });
        averaged_score(&plies.collect::<Vec<_>>())
    }

    #[test]
    fn a_score_is_averaged_with_the_next_two() {
        assert_eq!(average(&[100, 200, -300, 4000]), 50);
        assert_eq!(average(&[100, 180]), 130);
        assert_eq!(average(&[-7]), -7);
    }

    #[test]
    fn a_mate_ends_the_average() {
        let mate = -mated_in(5) as i16;
        assert_eq!(average(&[100, mate, 100]), 100);
        assert_eq!(average(&[mate, 100]), mate);
    }
}
