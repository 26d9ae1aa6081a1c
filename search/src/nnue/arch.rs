//! The network's architecture: its sizes, fixed-point units and weight limits.

/// The places of a piece: two colors, six piece types, 64 squares.
pub const PLACES: usize = 768;

/// The number of states of a piece: not attacked; attacked, undefended or defended; attacked by a
/// pawn, undefended or defended. A king's depend on the enemy pieces with a safe check: none; only
/// knights or bishops; rooks, with or without these; only queens; queens and others.
pub const STATES: usize = 5;

/// Inputs per perspective: each place in each state.
pub const INPUTS: usize = STATES * PLACES;

/// Hidden neurons per perspective, a multiple of 128. Files of another width are rejected; to build
/// for one, change only this constant.
pub const HIDDEN: usize = 512;

/// The largest number of output buckets.
pub const MAX_BUCKETS: usize = 8;

/// First-layer quantization factor: the integer that stands for 1.0.
pub const QA: i16 = 255;
/// Output-layer quantization factor.
pub const QB: i16 = 64;

/// The limit on first-layer weights, in units of 1/[`QA`]: they fit in an `i8`.
pub const FEATURE_LIMIT: i16 = i8::MAX as i16;
/// The limit on first-layer biases, in units of 1/[`QA`]: 1.98, like that of output weights.
pub const BIAS_LIMIT: i16 = 505;
/// The limit on output weights, in units of 1/[`QB`]. Multiplied by [`QA`] they fit in an `i16`.
pub const OUTPUT_LIMIT: i16 = 127;

/// Neurons in one 512-bit vector, or in two of 256 bits.
pub(super) const LANES: usize = 32;
/// Neurons whose sums stay in registers while inputs are added.
pub(super) const TILE: usize = 128;

const _: () = assert!(HIDDEN > 0 && HIDDEN.is_multiple_of(TILE));
// An update adds up to 32 inputs to the sum of up to 32 and the bias before it removes any.
const _: () = assert!(64 * FEATURE_LIMIT as i32 + BIAS_LIMIT as i32 <= i16::MAX as i32);
const _: () = assert!(QA as i32 * OUTPUT_LIMIT as i32 <= i16::MAX as i32);

/// The largest term of the output layer's dot product.
const LARGEST_TERM: i64 = QA as i64 * QA as i64 * OUTPUT_LIMIT as i64;
// Each of sixteen `i32` lanes accumulates a sixteenth of a perspective's terms.
const _: () = assert!(HIDDEN as i64 / 16 * LARGEST_TERM <= i32::MAX as i64);
