//! Search parameters. Scores are in the evaluation's internal units; depths and reductions are in
//! plies.

/// Half the first aspiration window.
pub(super) const ASPIRATION_DELTA: i32 = 62;
/// Depth from which iterations begin with a window.
pub(super) const ASPIRATION_DEPTH: i32 = 4;

/// The halfmove clock from which table entries cause no cutoffs.
pub(super) const TT_CUTOFF_CLOCK: u16 = 90;

/// Maximum depth for reverse futility pruning.
pub(super) const RFP_DEPTH: i32 = 9;
/// Its margin per ply of depth.
pub(super) const RFP_MARGIN: i32 = 88;

/// Maximum depth for razoring.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// Its margin per ply of depth.
pub(super) const RAZOR_MARGIN: i32 = 450;

/// Minimum depth for a null move.
pub(super) const NMP_DEPTH: i32 = 3;
/// Its reduction at depth 0 and an evaluation of beta.
pub(super) const NMP_BASE: i32 = 3;
/// Plies of depth that reduce it one ply more.
pub(super) const NMP_DIVISOR: i32 = 3;
/// Score over beta that reduces it one ply more.
pub(super) const NMP_EVAL_DIVISOR: i32 = 330;
/// The largest reduction by that score.
pub(super) const NMP_EVAL_MAX: i32 = 3;
/// Depth from which it is verified.
pub(super) const NMP_VERIFY_DEPTH: i32 = 12;
/// The part of the reduced depth, in quarters, in which verification searches make no null moves.
pub(super) const NMP_VERIFY_QUARTERS: i32 = 3;

/// Depth from which a node without a table move is reduced.
pub(super) const IIR_DEPTH: i32 = 4;

/// Maximum depth for late move pruning.
pub(super) const LMP_DEPTH: i32 = 8;
/// The base of its move count.
pub(super) const LMP_BASE: i32 = 6;

/// Maximum depth for futility pruning of quiet moves.
pub(super) const FUTILITY_DEPTH: i32 = 7;
/// Its margin at depth 0.
pub(super) const FUTILITY_BASE: i32 = 112;
/// Its margin per ply of depth.
pub(super) const FUTILITY_MARGIN: i32 = 84;

/// Maximum depth for SEE pruning.
pub(super) const SEE_DEPTH: i32 = 8;
/// The loss per ply of depth beyond which captures are pruned.
pub(super) const SEE_NOISY_MARGIN: i32 = 101;
/// The loss per ply of depth beyond which quiet moves are pruned.
pub(super) const SEE_QUIET_MARGIN: i32 = 58;

/// Depth from which a table move is tested for being singular.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// The plies by which the table entry may be less deep.
pub(super) const SINGULAR_TT_DEPTH: i32 = 3;
/// The ply, in multiples of the iteration's depth, from which no move is tested.
pub(super) const SINGULAR_PLY_FACTOR: i32 = 2;
/// The margin below the table's score, per ply of depth.
pub(super) const SINGULAR_MARGIN: i32 = 3;

/// Minimum depth for late move reductions.
pub(super) const LMR_DEPTH: i32 = 3;
/// Moves that are searched at full depth; one more at the root.
pub(super) const LMR_FULL_MOVES: usize = 1;
/// The constant of the reduction, in 1024ths of a ply.
pub(super) const LMR_BASE: f64 = 880.0;
/// The divisor of the product of the logarithms of depth and move number.
pub(super) const LMR_DIVISOR: f64 = 2.24;
/// History that takes a ply off the reduction.
pub(super) const LMR_HISTORY: i32 = 4800;
/// Taken off in PV nodes, in 1024ths of a ply.
pub(super) const LMR_PV: i32 = 1100;
/// Taken off for moves that give check.
pub(super) const LMR_CHECK: i32 = 1190;
/// Taken off for captures and promotions.
pub(super) const LMR_NOISY: i32 = 1050;
/// Added in expected cut nodes.
pub(super) const LMR_CUT_NODE: i32 = 270;
/// Added if we are not improving.
pub(super) const LMR_NOT_IMPROVING: i32 = 555;

/// Delta pruning margin in quiescence, beyond the value of the captured piece.
pub(super) const QS_MARGIN: i32 = 202;
/// Captures and promotions searched in quiescence.
pub(super) const QS_MOVES: usize = 3;

/// History bonus per ply of depth.
pub(super) const BONUS: i32 = 191;
/// Taken off the bonus at any depth, and its minimum.
pub(super) const BONUS_OFFSET: i32 = 88;
/// Its maximum.
pub(super) const BONUS_MAX: i32 = 2110;

/// Piece values in exchanges, by kind.
pub(super) const SEE_VALUES: [i32; 8] = [100, 320, 330, 500, 950, 20_000, 1300, 60];
