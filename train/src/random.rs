//! Random streams determined by numbers.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// The random stream of three numbers, the same in every run.
pub(crate) fn rng_of(numbers: [u64; 3]) -> StdRng {
    let mut seed = [0; 32];
    for (bytes, number) in seed.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
        *bytes = number.to_le_bytes();
    }
    StdRng::from_seed(seed)
}
