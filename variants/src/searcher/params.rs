//! Search parameters. Scores are in the evaluation's units, about 100 to a pawn on a full board.

/// Half the first aspiration window.
pub(super) const ASPIRATION_DELTA: i32 = 40;
/// Depth from which iterations begin with a window.
pub(super) const ASPIRATION_DEPTH: i32 = 4;

/// Greatest depth for reverse futility pruning, and its margin per ply.
pub(super) const RFP_DEPTH: i32 = 7;
pub(super) const RFP_MARGIN: i32 = 110;

/// Greatest depth for razoring, and its margin per ply.
pub(super) const RAZOR_DEPTH: i32 = 3;
pub(super) const RAZOR_MARGIN: i32 = 350;

/// Least depth for a null move, its reduction, and the depth from which it is verified.
pub(super) const NMP_DEPTH: i32 = 3;
pub(super) const NMP_BASE: i32 = 3;
pub(super) const NMP_DIVISOR: i32 = 4;
pub(super) const NMP_EVAL_DIVISOR: i32 = 300;
pub(super) const NMP_VERIFY_DEPTH: i32 = 12;

/// Depth from which a node without a table move is reduced.
pub(super) const IIR_DEPTH: i32 = 4;

/// Greatest depth for late move pruning, and the base of its move count.
pub(super) const LMP_DEPTH: i32 = 8;
pub(super) const LMP_BASE: i32 = 4;

/// Greatest depth for futility pruning of quiet moves, its base and its margin per ply.
pub(super) const FUTILITY_DEPTH: i32 = 7;
pub(super) const FUTILITY_BASE: i32 = 130;
pub(super) const FUTILITY_MARGIN: i32 = 120;

/// Greatest depth for SEE pruning, and the loss per ply beyond which captures and quiet moves are
/// pruned.
pub(super) const SEE_DEPTH: i32 = 8;
pub(super) const SEE_NOISY_MARGIN: i32 = 110;
pub(super) const SEE_QUIET_MARGIN: i32 = 60;

/// Depth from which a table move is tested for being singular, and the margin per ply.
pub(super) const SINGULAR_DEPTH: i32 = 7;
pub(super) const SINGULAR_MARGIN: i32 = 3;

/// Late move reductions in 1024ths of a ply: a base, and a divisor of the product of logarithms.
pub(super) const LMR_BASE: f64 = 600.0;
pub(super) const LMR_DIVISOR: f64 = 2.1;
/// History that lowers a reduction by one ply.
pub(super) const LMR_HISTORY: i32 = 6000;

/// Delta pruning margin in quiescence, beyond the value of the captured piece.
pub(super) const QS_MARGIN: i32 = 180;

/// Piece values in exchanges, by kind.
pub(super) const SEE_VALUES: [i32; 8] = [100, 320, 330, 500, 950, 20_000, 1300, 60];
