//! Tunable parameters: every number of the tree search, its evaluation and its time factors, with its
//! tuning range. Table sizes, format limits, units and allowances for the system's delays stay next to
//! the code they belong to.
//!
//! The values are our own: set by formulas, then adjusted by matches. Scores and margins are in
//! units of 1/400 logit (see `score`), depths and reductions in plies, except late move reductions,
//! which are in 1024ths of a ply.

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
    // Static exchange evaluation: piece values, in units.
    /// A pawn.
    see_pawn = 170, 80..=350;
    /// A knight.
    see_knight = 520, 350..=850;
    /// A bishop.
    see_bishop = 560, 350..=850;
    /// A rook.
    see_rook = 840, 600..=1300;
    /// A queen.
    see_queen = 1650, 1200..=2400;

    // Aspiration windows.
    /// The first iteration with a window, in plies.
    aspiration_depth = 4, 2..=8;
    /// Half the width at an average score of 0, in units.
    aspiration_delta = 28, 5..=60;
    /// The increase per helper thread, counted modulo 8, in units.
    aspiration_helper = 2, 0..=10;
    /// The squared average score that adds one unit.
    aspiration_score_divisor = 16_384, 4_096..=65_536;
    /// The growth of the width after each fail low or high, in percent.
    aspiration_growth = 50, 20..=150;
    /// The largest reduction after repeated fail highs, in plies.
    aspiration_reduction = 3, 0..=6;
    /// The weight of the old average in a root move's new one, in 128ths.
    aspiration_average = 64, 16..=112;

    // Transposition table.
    /// The halfmove clock from which entries cause no cutoffs outside quiescence.
    tt_cutoff_clock = 90, 60..=100;
    /// The plies added to the node's depth in a TT entry for a tablebase score.
    tablebase_entry_depth = 6, 0..=12;
    /// The minimum depth for marking a fail-low child of a former PV node as PV, in plies.
    tt_pv_depth = 4, 2..=8;
    /// The plies by which an entry of the same position must be deeper to be kept.
    tt_replace = 4, 0..=10;
    /// The increase of that for a new PV entry, in plies.
    tt_replace_pv = 2, 0..=6;
    /// The plies of depth by which each later search lowers an entry's value for replacement.
    tt_age = 4, 0..=16;

    // Reverse futility pruning: the evaluation is so far above beta that a move will keep it there.
    /// The maximum depth, in plies.
    rfp_depth = 9, 5..=14;
    /// The margin over beta per ply of depth, in units.
    rfp_margin = 72, 40..=150;
    /// The decrease if we are improving, in units.
    rfp_improving = 65, 0..=150;
    /// The decrease if the opponent's last move lowered its evaluation, in units.
    rfp_opponent_worsening = 15, 0..=60;
    /// The smallest margin, in units.
    rfp_min_margin = 20, 0..=60;
    /// The divisor of the evaluation's surplus over beta in the returned score.
    rfp_blend_divisor = 3, 1..=8;

    // Razoring: the evaluation is so bad that only captures can help. The margin below alpha grows
    // with the square of the depth.
    /// The maximum depth, in plies.
    razor_depth = 4, 2..=7;
    /// The margin at depth 0, in units.
    razor_base = 237, 100..=500;
    /// The increase, in units per squared ply.
    razor_margin = 199, 80..=400;

    // Null-move pruning.
    /// The minimum depth, in plies.
    nmp_depth = 3, 2..=5;
    /// The reduction at depth 0 and an evaluation of beta, in plies.
    nmp_base = 4, 2..=6;
    /// The plies of depth for each further ply of reduction.
    nmp_divisor = 4, 3..=7;
    /// The units of evaluation over beta for each further ply of reduction.
    nmp_eval_divisor = 149, 80..=400;
    /// The largest reduction by the evaluation, in plies.
    nmp_eval_max = 3, 1..=6;
    /// The margin of the static evaluation over beta at depth 0, in units.
    nmp_eval_margin = 163, 0..=400;
    /// The decrease of that margin, in units per ply of depth.
    nmp_depth_margin = 20, 0..=50;
    /// The minimum depth for verification, in plies.
    nmp_verify_depth = 14, 10..=20;
    /// The part of the reduced depth, in quarters, in which verification searches make no null
    /// moves.
    nmp_verify_quarters = 3, 1..=4;

    // ProbCut.
    /// The minimum depth, in plies.
    probcut_depth = 5, 3..=8;
    /// The margin over beta that a capture has to reach, in units.
    probcut_margin = 183, 80..=400;
    /// The decrease if we are improving, in units.
    probcut_improving = 57, 0..=150;
    /// The reduction of the verifying search, in plies.
    probcut_reduction = 4, 2..=6;

    // Internal iterative reduction.
    /// The minimum depth, in plies.
    iir_depth = 4, 2..=8;

    // Late move pruning, from a move count of the base plus the squared depth, halved if we are not
    // improving.
    /// The base, in moves.
    lmp_base = 7, 2..=12;

    // Futility pruning of quiet moves, with the depth after an estimated reduction.
    /// The depth from which no move is pruned, in plies.
    futility_depth = 9, 5..=14;
    /// The margin to alpha at depth 0 and a history of 0, in units.
    futility_base = 134, 30..=350;
    /// The increase, in units per ply of depth.
    futility_margin = 92, 40..=200;
    /// The history that adds one unit.
    futility_history = 62, 40..=400;
    /// 1 if a quiet move that gives direct check does not start late move and futility pruning.
    spare_checks = 1, 0..=1;

    // SEE pruning.
    /// The loss that a quiet move may make, in units per squared ply of estimated depth.
    see_quiet_margin = 39, 15..=100;
    /// The loss that another move may make, in units per ply of depth.
    see_noisy_margin = 190, 70..=340;
    /// The history that adds one unit to that.
    see_noisy_history = 30, 6..=70;

    // Singular extensions.
    /// The minimum depth, in plies.
    singular_depth = 6, 4..=10;
    /// The plies by which the TT entry may be shallower than the node.
    singular_tt_depth = 3, 2..=5;
    /// The ply, in multiples of the iteration's depth, from which no move is extended.
    singular_ply_factor = 2, 1..=4;
    /// The divisor of the depth for the singular search.
    singular_depth_divisor = 2, 2..=3;
    /// The margin below the TT score, in 16ths of a unit per ply of depth.
    singular_margin = 15, 4..=40;
    /// The increase in former PV nodes, in 16ths of a unit per ply of depth.
    singular_tt_pv_margin = 15, 0..=40;
    /// The increase of the next two margins in PV nodes, in units.
    singular_pv_margin = 200, 0..=400;
    /// The margin for an extension by two plies, in units.
    double_margin = 16, 0..=60;
    /// The margin for an extension by three plies, of quiet moves only, in units.
    triple_margin = 100, 40..=200;
    /// The reduction of TT moves that are not singular, in plies.
    singular_reduction = 2, 0..=3;

    // Late move reductions, in 1024ths of a ply: base + log(depth) × log(moves) / divisor, with
    // logarithms in 1024ths, adjusted by the other parameters.
    /// The minimum depth, in plies.
    lmr_min_depth = 2, 2..=4;
    /// The moves that are searched at full depth; one more at the root.
    lmr_full_moves = 1, 1..=3;
    /// The constant.
    lmr_base = 824, 0..=1600;
    /// The divisor.
    lmr_divisor = 2431, 1500..=4500;
    /// Less in PV nodes.
    lmr_pv = 1098, 0..=2048;
    /// Less where a PV is or has been.
    lmr_tt_pv = 978, 0..=2048;
    /// More in expected cut nodes.
    lmr_cut_node = 2236, 500..=3500;
    /// More if we are not improving.
    lmr_not_improving = 649, 0..=1500;
    /// More if the TT move is a capture or promotion.
    lmr_tt_noisy = 1020, 0..=2000;
    /// Less for moves that give check.
    lmr_check = 1075, 0..=2000;
    /// More if the children have failed high often.
    lmr_cutoffs = 867, 0..=2000;
    /// The number of fail highs above which that is often.
    lmr_cutoff_count = 3, 1..=6;
    /// The history of a quiet move that takes off one 1024th.
    lmr_history_divisor = 7, 4..=24;
    /// The history of another move that takes off one 1024th.
    lmr_noisy_history_divisor = 10, 4..=24;
    /// Less per unit of correction of the evaluation.
    lmr_correction = 10, 0..=30;
    /// The maximum of that. Without it, trees explode where the correction is large, as in chess
    /// problems.
    lmr_correction_max = 2048, 256..=4096;
    /// Less for captures and promotions.
    lmr_noisy = 610, 0..=2000;
    /// Less where a PV is or has been, in the estimate for pruning.
    lmr_depth_tt_pv = 757, 0..=2048;

    // Depth adjustments: of the re-search after a late move reduction, in hindsight, and of the
    // moves after one that raised alpha.
    /// The margin over the best score for one ply more, at depth 0, in units.
    deeper_margin = 44, 15..=120;
    /// The increase of that margin, in units per ply.
    deeper_depth_margin = 2, 0..=8;
    /// The margin over the best score below which it is a ply less, in units per ply.
    shallower_depth_margin = 1, 0..=8;
    /// The reduction of the last move from which a node gets a ply more, in plies.
    hindsight_reduction = 3, 2..=5;
    /// The minimum depth for a ply less, in plies.
    hindsight_depth = 2, 2..=4;
    /// The sum of both sides' evaluations above which it is a ply less, in units.
    hindsight_margin = 139, 50..=300;
    /// The minimum depth for a ply less after alpha was raised, in plies.
    raise_min_depth = 3, 2..=6;
    /// The maximum depth for it, in plies.
    raise_max_depth = 11, 8..=20;

    /// The weight of beta in a fail-high score, relative to one for each ply of depth.
    fail_high_beta_weight = 1, 0..=4;

    // Quiescence search.
    /// The margin of delta pruning, in units.
    qs_futility = 180, 60..=400;
    /// The smallest exchange value of a move that is searched, in units.
    qs_see = -55, -250..=0;
    /// The moves after which only recaptures and promotions are searched.
    qs_moves = 3, 2..=6;
    /// The weight of beta in a fail-high score, in 128ths.
    qs_beta_weight = 64, 0..=128;

    // Ordering of quiet moves, on the scale of histories.
    /// The weight of the butterfly history.
    quiet_butterfly = 2, 1..=4;
    /// The bonus for a knight or bishop that leaves squares attacked by less valuable pieces, and
    /// the malus for entering them.
    danger_minor = 8238, 0..=30000;
    /// The same for a rook.
    danger_rook = 14398, 0..=30000;
    /// The same for a queen.
    danger_queen = 14705, 0..=40000;
    /// The bonus for giving check.
    quiet_check = 11926, 0..=30000;

    // Ordering of captures and promotions.
    /// The history that one unit of material won is worth.
    noisy_gain = 11, 2..=40;
    /// The history that makes up for one unit of material lost.
    noisy_see_history = 27, 10..=200;

    // History updates, on the scale of histories.
    /// The bonus of a quiet move per ply of depth.
    quiet_bonus = 298, 50..=500;
    /// The decrease of it at any depth.
    quiet_bonus_offset = 75, 0..=300;
    /// Its maximum.
    quiet_bonus_max = 2736, 600..=4500;
    /// The malus of a quiet move per ply of depth.
    quiet_malus = 310, 50..=500;
    /// Its maximum.
    quiet_malus_max = 1942, 500..=4500;
    /// The decrease of the malus from one quiet move to the next, in 128ths of the first. At most
    /// 32 moves are penalized, so some of it is always left.
    quiet_malus_decay = 3, 0..=4;
    /// The bonus of a capture or promotion per ply of depth.
    noisy_bonus = 132, 50..=400;
    /// Its maximum.
    noisy_bonus_max = 1363, 500..=3500;
    /// The malus of a capture or promotion per ply of depth.
    noisy_malus = 146, 50..=400;
    /// Its maximum.
    noisy_malus_max = 1400, 500..=3500;
    /// The bonus of the opponent's last move after a fail low, per ply of depth.
    prior_bonus = 123, 0..=400;
    /// Its maximum.
    prior_bonus_max = 1332, 300..=3000;
    /// The number of that move from which the bonus is larger.
    prior_late_moves = 9, 4..=16;
    /// The increase, in 128ths of the bonus.
    prior_late = 69, 0..=256;
    /// The malus for a first move that is refuted, in 128ths of the quiet malus.
    refuted_malus = 73, 0..=256;
    /// The bonus after a TT cutoff, in 128ths of the quiet bonus.
    tt_cutoff_bonus = 75, 0..=128;
    /// The minimum depth for a bonus if the best move is the first quiet move searched, in plies,
    /// including those added for clear and surprising fail highs.
    first_quiet_depth = 3, 1..=5;
    /// The margin over beta above which a best move counts as one ply deeper, in units.
    clear_cutoff_margin = 33, 0..=400;
    /// The plies added if the score is at least the static evaluation (after Stormphrax).
    surprise_depth = 1, 0..=3;
    /// The bonus of a quiet move per unit by which its side's evaluation rose more than usual.
    eval_diff_bonus = 4, 0..=16;
    /// The largest change of the evaluation that counts, in units.
    eval_diff_max = 250, 50..=1000;
    /// The weight of a new change in the running mean: 1/2^n.
    eval_diff_shift = 10, 6..=14;
    /// The part of the butterfly history kept at the start of a search, in 128ths.
    butterfly_keep = 90, 0..=128;

    // Continuation histories: their weights by plies back, in quarters for updates and in halves for
    // move ordering, whose scores are twice as large.
    /// One ply back.
    continuation_1 = 4, 0..=8;
    /// Two plies back.
    continuation_2 = 4, 0..=8;
    /// Four plies back.
    continuation_4 = 2, 0..=8;
    /// Six plies back.
    continuation_6 = 2, 0..=8;

    // Correction history: weights in 128ths.
    /// The table by pawns.
    correction_pawn = 136, 0..=256;
    /// The tables by one side's pieces, each.
    correction_non_pawn = 140, 0..=256;
    /// The table by minor pieces and kings.
    correction_minor = 101, 0..=256;
    /// The table by major pieces.
    correction_major = 36, 0..=256;
    /// The table by the last two moves.
    correction_continuation = 116, 0..=256;
    /// The divisor of an update, in 8ths of a unit: the difference in units times the depth in
    /// plies, over this.
    correction_divisor = 8, 2..=32;
    /// The largest update, in 8ths of a unit.
    correction_update_max = 224, 64..=1024;

    /// Fifty-move scaling: each half-move on the clock takes off this part (1/n) of the evaluation,
    /// except in known endings other than bishop and knight.
    fifty_move_divisor = 200, 120..=400;

    // Known endings, in units: mates against a bare king, and queen against rook.
    /// The score of a win.
    ending_base = 5000, 3000..=8000;
    /// The increase for each unit of material, counted 1-3-3-5-9.
    ending_material = 100, 50..=300;
    /// The decrease for each step of the bare king from a corner where bishop and knight can mate.
    ending_corner = 400, 100..=1000;
    /// The decrease for each step of the bare king from the edge, against bishop and knight.
    ending_corner_edge = 100, 20..=400;
    /// For each step of the bare king toward the edge.
    ending_edge = 50, 10..=150;
    /// For each step of the kings toward each other.
    ending_kings = 25, 5..=100;
    /// The score of queen against rook. Its driving terms are those for the edge and the kings.
    ending_queen_rook = 3000, 1500..=5000;
    /// The increase for each step between that king and its rook.
    ending_rook = 15, 0..=60;

    // Time: the share of the clock for a move, and the hard bound.
    /// The share at the start of a game, in thousandths.
    time_share_first = 18, 10..=50;
    /// The increase in a long game, in thousandths.
    time_share_growth = 45, 20..=90;
    /// The moves after which 63% of that increase is reached.
    time_share_moves = 25, 10..=50;
    /// The part of the increment that is added, in hundredths.
    time_increment = 70, 40..=100;
    /// The factor of the share without an increment, in hundredths.
    time_sudden_death = 48, 20..=120;
    /// The hard bound as a part of the time left, in hundredths.
    time_hard_share = 60, 30..=80;
    /// The hard bound as a multiple of the soft one, in hundredths; the smaller one applies.
    time_hard_factor = 450, 200..=700;

    // Time: factors of the soft bound for the course of a search.
    /// The factor if the best move took no nodes, in hundredths.
    time_node_base = 215, 150..=280;
    /// The decrease if the best move took all nodes, in hundredths.
    time_node_factor = 150, 80..=220;
    /// The factor right after a change of the best move, in hundredths.
    time_stability_base = 125, 100..=180;
    /// The decrease with each iteration without a change, in hundredths.
    time_stability_step = 5, 1..=12;
    /// The largest number of iterations that count.
    time_stability_max = 10, 5..=20;
    /// The increase of a factor of 1 for each recent change of the best move, in hundredths.
    time_change_factor = 15, 0..=80;
    /// The part of those changes that counts in the next iteration, in hundredths.
    time_change_decay = 50, 20..=90;
    /// The weight of earlier iterations in the average score, relative to one for the last.
    time_average_weight = 3, 1..=8;
    /// The increase of a factor of 1 for each unit of score lost since the last search, in
    /// thousandths.
    time_game_drop = 12, 0..=40;
    /// The increase for each unit below the average of this search, in thousandths.
    time_drop = 12, 0..=40;
    /// The largest value of that factor, and the inverse of the smallest, in hundredths.
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
