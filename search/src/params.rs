//! Tunable parameters: every number of the tree search and its evaluation, with its tuning range.
//! Table sizes, format limits and units stay next to the code they belong to.
//!
//! The values are our own: set by formulas, then adjusted by matches. Scores and margins are in
//! units of 1/400 logit (see `score`), depths in plies, reductions in 1024ths of a ply.

/// Declares parameters: constants, or atomics that a tuner can set with the feature `tune`.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $min:literal..=$max:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(crate) const fn $name() -> i32 {
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            pub(crate) fn $name() -> i32 {
                tunable::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        mod tunable {
            use std::sync::atomic::AtomicI32;
            $(
                #[allow(non_upper_case_globals)]
                pub(super) static $name: AtomicI32 = AtomicI32::new($value);
            )*
        }

        /// Name, default, minimum and maximum of each parameter.
        #[cfg(any(test, feature = "tune"))]
        pub const TUNABLE: &[(&str, i32, i32, i32)] = &[
            $((stringify!($name), $value, $min, $max),)*
        ];

        /// The current value of a parameter, or `None` if the name is unknown.
        #[cfg(feature = "tune")]
        pub fn param(name: &str) -> Option<i32> {
            match name {
                $(stringify!($name) => Some($name()),)*
                _ => None,
            }
        }

        /// Sets a parameter without checking its range. Returns false if the name is unknown.
        #[cfg(feature = "tune")]
        pub fn set_param(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => {
                    tunable::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    true
                })*
                _ => false,
            }
        }
    };
}

params! {
    // Piece values for static exchange evaluation.
    see_pawn = 170, 80..=350;
    see_knight = 520, 350..=850;
    see_bishop = 560, 350..=850;
    see_rook = 840, 600..=1300;
    see_queen = 1650, 1200..=2400;

    // Aspiration windows: half their width, its increase for each helper thread, the squared score
    // that adds one, growth in percent, and the largest reduction after fail highs. The weight of
    // the old average in a root move's new one is in 128ths.
    aspiration_depth = 4, 2..=8;
    aspiration_delta = 28, 5..=60;
    aspiration_helper = 2, 0..=10;
    aspiration_score_divisor = 16_384, 4_096..=65_536;
    aspiration_growth = 50, 20..=150;
    aspiration_reduction = 3, 0..=6;
    aspiration_average = 64, 16..=112;

    // Transposition table: the halfmove clock from which there are no cutoffs, the depth added to
    // stored tablebase results, and the minimum depth for marking a fail-low child of a former PV
    // node as PV. Then the depth by which an entry of the same position may be deeper and is still
    // replaced, what a PV node adds to it, and the plies for which one search of age counts.
    tt_cutoff_clock = 90, 60..=100;
    tablebase_entry_depth = 6, 0..=12;
    tt_pv_depth = 4, 2..=8;
    tt_replace = 4, 0..=10;
    tt_replace_pv = 2, 0..=6;
    tt_age = 4, 0..=16;

    // Reverse futility: the evaluation is so good that the opponent will not let us have it. The
    // divisor applies to the part of the returned score above beta.
    rfp_depth = 9, 5..=14;
    rfp_margin = 72, 40..=150;
    rfp_improving = 65, 0..=150;
    rfp_worsening = 15, 0..=60;
    rfp_min_margin = 20, 0..=60;
    rfp_blend_divisor = 3, 1..=8;

    // Razoring: the evaluation is so bad that only captures can help.
    razor_depth = 4, 2..=7;
    razor_base = 237, 100..=500;
    razor_margin = 199, 80..=400;

    // Null-move pruning. During verification, null moves are disabled for a fraction, in quarters,
    // of the reduced depth.
    nmp_depth = 3, 2..=5;
    nmp_base = 4, 2..=6;
    nmp_divisor = 4, 3..=7;
    nmp_eval_divisor = 149, 80..=400;
    nmp_eval_max = 3, 1..=6;
    nmp_eval_margin = 163, 0..=400;
    nmp_depth_margin = 20, 0..=50;
    nmp_verify_depth = 14, 10..=20;
    nmp_verify_quarters = 3, 1..=4;

    // ProbCut.
    probcut_depth = 5, 3..=8;
    probcut_margin = 183, 80..=400;
    probcut_improving = 57, 0..=150;
    probcut_reduction = 4, 2..=6;

    // Internal iterative reduction.
    iir_depth = 4, 2..=8;

    // Move pruning at low depth: move count, futility, SEE.
    lmp_base = 7, 2..=12;
    futility_depth = 9, 5..=14;
    futility_base = 134, 30..=350;
    futility_margin = 92, 40..=200;
    futility_history = 62, 40..=400;
    // 1 if quiet checks are exempt from the move count and from futility.
    spare_checks = 1, 0..=1;
    see_quiet_margin = 39, 15..=100;
    see_noisy_margin = 190, 70..=340;
    see_noisy_history = 30, 6..=70;

    // Singular extensions. The margins to the TT score are in 16ths per ply of depth.
    singular_depth = 6, 4..=10;
    singular_tt_depth = 3, 2..=5;
    singular_ply_factor = 2, 1..=4;
    singular_depth_divisor = 2, 2..=3;
    singular_margin = 15, 4..=40;
    singular_tt_pv_margin = 15, 0..=40;
    // Added to the double and triple margins in PV nodes.
    singular_pv_margin = 200, 0..=400;
    double_margin = 16, 0..=60;
    triple_margin = 100, 40..=200;
    singular_reduction = 2, 0..=3;

    // Late move reductions, in 1024ths of a ply.
    lmr_min_depth = 2, 2..=4;
    lmr_full_moves = 1, 1..=3;
    lmr_base = 824, 0..=1600;
    lmr_divisor = 2431, 1500..=4500;
    lmr_pv = 1098, 0..=2048;
    lmr_tt_pv = 978, 0..=2048;
    lmr_cut_node = 2236, 500..=3500;
    lmr_not_improving = 649, 0..=1500;
    lmr_tt_noisy = 1020, 0..=2000;
    lmr_check = 1075, 0..=2000;
    lmr_cutoffs = 867, 0..=2000;
    lmr_cutoff_count = 3, 1..=6;
    lmr_history_divisor = 7, 4..=24;
    lmr_noisy_history_divisor = 10, 4..=24;
    lmr_correction = 10, 0..=30;
    lmr_noisy = 610, 0..=2000;
    // Only used by the estimate for move pruning.
    lmr_depth_tt_pv = 757, 0..=2048;

    // Depth adjustments: for the re-search after a reduction, in hindsight, and for the moves after
    // one that raised alpha.
    deeper_margin = 44, 15..=120;
    deeper_depth_margin = 2, 0..=8;
    shallower_depth_margin = 1, 0..=8;
    hindsight_reduction = 3, 2..=5;
    hindsight_depth = 2, 1..=4;
    hindsight_margin = 139, 50..=300;
    raise_min_depth = 3, 2..=6;
    raise_max_depth = 11, 8..=20;

    // The weight of beta in a fail-high score, relative to one for each ply of depth.
    fail_high_beta_weight = 1, 0..=4;

    // Quiescence search. The weight of beta in a fail-high score is in 128ths.
    qs_futility = 180, 60..=400;
    qs_see = -55, -250..=0;
    qs_moves = 3, 2..=6;
    qs_beta_weight = 64, 0..=128;

    // Ordering of quiet moves, on the scale of histories: the weight of the butterfly history, and
    // bonuses for leaving squares attacked by less valuable pieces and for giving check.
    quiet_butterfly = 2, 1..=4;
    danger_minor = 8238, 0..=30000;
    danger_rook = 14398, 0..=30000;
    danger_queen = 14705, 0..=40000;
    quiet_check = 11926, 0..=30000;

    // Ordering of noisy moves: the weight of the material won, added to the capture history, and
    // the history that offsets a loss of one SEE unit.
    noisy_gain = 11, 2..=40;
    noisy_see_history = 27, 10..=200;

    // History bonuses and penalties: factor per ply of depth, offset, maximum.
    quiet_bonus = 298, 50..=500;
    quiet_bonus_offset = 75, 0..=300;
    quiet_bonus_max = 2736, 600..=4500;
    quiet_malus = 310, 50..=500;
    quiet_malus_max = 1942, 500..=4500;
    // The decrease of the quiet malus from one move to the next, in 128ths of the first. At most 32
    // moves are penalized, so some of it is always left.
    quiet_malus_decay = 3, 0..=4;
    noisy_bonus = 132, 50..=400;
    noisy_bonus_max = 1363, 500..=3500;
    noisy_malus = 146, 50..=400;
    noisy_malus_max = 1400, 500..=3500;
    prior_bonus = 123, 0..=400;
    prior_bonus_max = 1332, 300..=3000;
    // The move number from which the prior bonus is larger, and by how much, in 128ths.
    prior_late_moves = 9, 4..=16;
    prior_late = 69, 0..=256;
    // The fraction of the quiet malus for a first move that is refuted, in 128ths.
    refuted_malus = 73, 0..=256;
    // The fraction of the quiet bonus after a TT cutoff, in 128ths.
    tt_cutoff_bonus = 75, 0..=128;
    // The minimum depth for a bonus if the best move is the first quiet move searched.
    first_quiet_depth = 3, 1..=5;
    // The margin over beta from which a best move counts as one ply deeper.
    clear_cutoff_margin = 33, 0..=400;
    // The plies added if the score is at least the static evaluation, which did not promise it (after
    // Stormphrax).
    surprise_depth = 1, 0..=3;
    eval_diff_bonus = 4, 0..=16;
    eval_diff_max = 250, 50..=1000;
    // The weight of a new evaluation difference in the running mean: 1/2^n.
    eval_diff_shift = 10, 6..=14;
    // The fraction of the butterfly history kept at the start of a search, in 128ths.
    butterfly_keep = 90, 0..=128;

    // Continuation history: weights of the tables by plies back, in quarters.
    continuation_1 = 4, 0..=8;
    continuation_2 = 4, 0..=8;
    continuation_4 = 2, 0..=8;
    continuation_6 = 2, 0..=8;

    // Correction history: weights in 128ths, then the update in 8ths of a unit: the divisor of
    // difference times depth, and its maximum.
    correction_pawn = 136, 0..=256;
    correction_non_pawn = 140, 0..=256;
    correction_minor = 101, 0..=256;
    correction_major = 36, 0..=256;
    correction_continuation = 116, 0..=256;
    correction_divisor = 8, 2..=32;
    correction_update_max = 224, 64..=1024;

    // Fifty-move scaling: each half-move on the clock takes this fraction (1/n) off the evaluation.
    fifty_move_divisor = 200, 120..=400;

    // Endings against a bare king: base score, then per pawn of material, per step of that king
    // toward a mating corner or the edge, and per step of the kings toward each other.
    ending_base = 5000, 3000..=8000;
    ending_material = 100, 50..=300;
    ending_corner = 75, 20..=200;
    ending_edge = 50, 10..=150;
    ending_kings = 25, 5..=100;

    // Time: the share of the clock for the first move and its growth with the move number, in
    // thousandths; then factors for the course of the search, in hundredths.
    time_share_first = 18, 10..=50;
    time_share_growth = 45, 20..=90;
    time_share_moves = 25, 10..=50;
    time_increment = 70, 40..=100;
    // The factor of the share without an increment.
    time_sudden_death = 48, 20..=120;
    time_hard_share = 60, 30..=80;
    time_hard_factor = 450, 200..=700;
    time_node_base = 215, 150..=280;
    time_node_factor = 150, 80..=220;
    time_stability_base = 125, 100..=180;
    time_stability_step = 5, 1..=12;
    time_stability_max = 10, 5..=20;
    time_change_factor = 15, 0..=80;
    time_change_decay = 50, 20..=90;
    // The weight of earlier iterations in the average score, relative to one for the last.
    time_average_weight = 3, 1..=8;
    // Thousandths per unit of score drop since the last search, and within this one.
    time_game_drop = 12, 0..=40;
    time_drop = 12, 0..=40;
    time_trend_max = 165, 120..=250;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_within_their_ranges() {
        for &(name, value, min, max) in TUNABLE {
            assert!(min < max, "{name}: empty range {min}..={max}");
            assert!(
                (min..=max).contains(&value),
                "{name} = {value} is outside {min}..={max}"
            );
        }
    }

    #[test]
    fn parameter_ranges_exclude_zero_divisors() {
        for &(name, _, min, _) in TUNABLE {
            assert!(!name.contains("divisor") || min > 0, "{name}: {min}");
        }
    }
}
