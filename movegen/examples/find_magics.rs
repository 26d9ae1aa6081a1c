//! Finds the multipliers for `src/attacks/magic.rs` and prints them, ready to paste.
//!
//! `cargo run --release -p movegen --example find_magics [SEED]`

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

#[path = "../src/attacks/magic.rs"]
#[allow(dead_code, reason = "only the geometry is needed to find magics")]
mod magic;

use magic::{BISHOP_STEPS, ROOK_STEPS, relevant_squares, slow_attacks};

fn main() {
    let seed = std::env::args().nth(1).map_or(960, |seed| {
        seed.parse().expect("the seed must be a whole number")
    });
    let mut rng = SmallRng::seed_from_u64(seed);
    for (name, steps) in [("ROOK", ROOK_STEPS), ("BISHOP", BISHOP_STEPS)] {
        println!("const {name}_FACTORS: [u64; 64] = [");
        for square in 0..64 {
            let factor = find(square, &steps, &mut rng);
            let [a, b, c, d] = [48, 32, 16, 0].map(|shift| factor >> shift & 0xFFFF);
            println!("    0x{a:04X}_{b:04X}_{c:04X}_{d:04X},");
        }
        println!("];");
    }
}

fn find(square: usize, steps: &[(i8, i8); 4], rng: &mut SmallRng) -> u64 {
    let mask = relevant_squares(square, steps);
    let mut cases = Vec::new();
    let mut occupied = 0_u64;
    loop {
        cases.push((occupied, slow_attacks(square, occupied, steps)));
        occupied = occupied.wrapping_sub(mask) & mask;
        if occupied == 0 {
            break;
        }
    }
    loop {
        // Sparse numbers make good multipliers. Numbers that do not spread the mask into the top
        // byte are skipped: they seldom work.
        let factor = rng.next_u64() & rng.next_u64() & rng.next_u64();
        if (mask.wrapping_mul(factor) >> 56).count_ones() >= 6 && fits(&cases, mask, factor) {
            return factor;
        }
    }
}

fn fits(cases: &[(u64, u64)], mask: u64, factor: u64) -> bool {
    let mut table = vec![0; cases.len()];
    cases.iter().all(|&(occupied, attacks)| {
        let index = occupied.wrapping_mul(factor) >> (64 - mask.count_ones());
        let entry = &mut table[index as usize];
        let free = *entry == 0 || *entry == attacks;
        *entry = attacks;
        free
    })
}
