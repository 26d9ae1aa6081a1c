//! Every number the search is tuned by, one line each, with the range a tuner may try.
//!
//! Values are our own round ones: formulas reasoned out, then moved by matches. Reductions count in
//! 1024ths of a ply, scores in units of 1/400 logit (see `score`).

/// Declares parameters: constants as a rule, atomics that a tuner can set under `tune`.
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

        /// Name, value, least and greatest value of each parameter.
        #[cfg(feature = "tune")]
        pub const TUNABLE: &[(&str, i32, i32, i32)] = &[
            $((stringify!($name), $value, $min, $max),)*
        ];

        /// The current value of a parameter; `None` when there is none of that name.
        #[cfg(feature = "tune")]
        pub fn param(name: &str) -> Option<i32> {
            match name {
                $(stringify!($name) => Some($name()),)*
                _ => None,
            }
        }

        /// Sets a parameter, to any value: the tuner keeps to the range. False when there is none of
        /// that name.
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
    // What men are worth in exchanges.
    see_pawn = 170, 80..=350;
    see_knight = 520, 350..=850;
    see_bishop = 560, 350..=850;
    see_rook = 840, 600..=1300;
    see_queen = 1650, 1200..=2400;

    // Aspiration windows.
    aspiration_depth = 4, 2..=8;
    aspiration_delta = 20, 5..=60;
    aspiration_growth = 50, 20..=150;

    // Reverse futility: the evaluation is so good that the opponent will not let us have it.
    rfp_depth = 9, 5..=14;
    rfp_margin = 80, 40..=150;
    rfp_improving = 60, 0..=150;
    rfp_worsening = 15, 0..=60;

    // Razoring: the evaluation is so bad that only captures can help.
    razor_depth = 4, 2..=7;
    razor_base = 220, 100..=500;
    razor_margin = 180, 80..=400;

    // Null move.
    nmp_depth = 3, 2..=5;
    nmp_base = 4, 2..=6;
    nmp_divisor = 4, 3..=7;
    nmp_eval_divisor = 180, 80..=400;
    nmp_eval_slack = 150, 0..=400;
    nmp_depth_slack = 20, 0..=50;
    nmp_verify_depth = 14, 10..=20;

    // ProbCut.
    probcut_depth = 5, 3..=8;
    probcut_margin = 190, 80..=400;
    probcut_improving = 50, 0..=150;

    // Internal iterative reduction.
    iir_depth = 4, 2..=8;

    // Moves that come late at low depth.
    lmp_base = 6, 2..=12;
    futility_depth = 9, 5..=14;
    futility_base = 90, 30..=250;
    futility_margin = 90, 40..=200;
    futility_history = 100, 40..=400;
    see_quiet_margin = 42, 15..=100;
    see_noisy_margin = 170, 70..=340;
    see_noisy_history = 24, 6..=70;

    // Singular extensions.
    singular_depth = 7, 4..=10;
    singular_depth_slack = 3, 2..=5;
    singular_margin = 16, 4..=40;
    singular_pv_margin = 16, 0..=40;
    double_margin = 20, 0..=60;
    triple_margin = 100, 40..=200;

    // Late move reductions, in 1024ths of a ply.
    lmr_base = 700, 0..=1600;
    lmr_divisor = 2400, 1500..=4500;
    lmr_pv = 1024, 0..=2048;
    lmr_tt_pv = 900, 0..=2048;
    lmr_cut_node = 1700, 500..=3500;
    lmr_not_improving = 600, 0..=1500;
    lmr_tt_noisy = 900, 0..=2000;
    lmr_check = 1000, 0..=2000;
    lmr_cutoffs = 900, 0..=2000;
    lmr_history_divisor = 9, 4..=24;
    lmr_noisy_history_divisor = 9, 4..=24;
    lmr_correction = 8, 0..=30;
    lmr_noisy = 700, 0..=2000;
    // In the reduction that pruning expects, not in the real one.
    lmr_depth_tt_pv = 1000, 0..=2048;
    deeper_margin = 45, 15..=120;
    hindsight_reduction = 3, 2..=5;
    hindsight_margin = 150, 50..=300;

    // Quiescence.
    qs_futility = 180, 60..=400;
    qs_see = -50, -250..=0;
    qs_moves = 3, 2..=6;

    // Quiet moves out of or into attacks by less valuable pieces, on the scale of histories.
    danger_minor = 8000, 0..=30000;
    danger_rook = 12000, 0..=30000;
    danger_queen = 20000, 0..=40000;

    // Good captures: the weight of the material won beside the capture history, and how much
    // history makes up for a unit of score lost.
    noisy_gain = 10, 2..=40;
    noisy_forgiveness = 38, 10..=200;

    // History bonuses and penalties: factor by depth, offset, limit.
    quiet_bonus = 270, 50..=500;
    quiet_bonus_offset = 80, 0..=300;
    quiet_bonus_max = 2400, 600..=4500;
    quiet_malus = 255, 50..=500;
    quiet_malus_max = 2100, 500..=4500;
    noisy_bonus = 150, 50..=400;
    noisy_bonus_max = 1400, 500..=3500;
    noisy_malus = 150, 50..=400;
    noisy_malus_max = 1400, 500..=3500;
    prior_bonus = 120, 0..=400;
    prior_bonus_max = 1200, 300..=3000;
    eval_bonus = 4, 0..=16;
    eval_swing_limit = 250, 50..=1000;
    // What is left of the butterfly history at the start of a search, in 128ths.
    butterfly_keep = 90, 0..=128;

    // Correction history: weights in 128ths.
    correction_pawn = 128, 0..=256;
    correction_non_pawn = 128, 0..=256;
    correction_minor = 96, 0..=256;
    correction_major = 64, 0..=256;
    correction_continuation = 96, 0..=256;

    // Time: thousandths of what is left for the first move and, the more, the later the move is.
    // Then, in hundredths, how the course of the search scales that share.
    time_share_first = 18, 10..=50;
    time_share_growth = 45, 20..=90;
    time_share_moves = 25, 10..=50;
    time_increment = 70, 40..=100;
    time_hard_share = 60, 30..=80;
    time_hard_factor = 450, 200..=700;
    time_node_base = 215, 150..=280;
    time_node_factor = 150, 80..=220;
    time_stability_base = 125, 100..=180;
    time_stability_step = 5, 1..=12;
    time_change_factor = 15, 0..=80;
    // Thousandths for a unit of score that is lost since the last search, or in this one.
    time_game_drop = 12, 0..=40;
    time_drop = 12, 0..=40;
    time_trend_max = 165, 120..=250;
}
