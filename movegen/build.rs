//! Computes the slider attack table and writes it to the build directory.

use std::path::Path;
use std::{env, fs, io};

#[path = "src/attacks/magic.rs"]
mod magic;

use magic::{
    BISHOP_MAGICS, BISHOP_STEPS, Magic, ROOK_MAGICS, ROOK_STEPS, TABLE_SIZE, slow_attacks,
};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/attacks/magic.rs");

    let mut table = vec![0; TABLE_SIZE];
    fill(&mut table, &ROOK_MAGICS, &ROOK_STEPS);
    fill(&mut table, &BISHOP_MAGICS, &BISHOP_STEPS);

    let mut source = String::from("[");
    for attacks in table {
        source += &format!("{attacks:#x},");
    }
    source.push(']');
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("slider_attacks.rs"), source)
}

fn fill(table: &mut [u64], magics: &[Magic; 64], steps: &[(i8, i8); 4]) {
    for (square, magic) in magics.iter().enumerate() {
        // Carry-rippler trick: enumerates every subset of the mask.
        // <https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>
        let mut occupied = 0_u64;
        loop {
            let attacks = slow_attacks(square, occupied, steps);
            let entry = &mut table[magic.index(occupied)];
            assert!(
                *entry == 0 || *entry == attacks,
                "the magic factor of square {square} maps two attack sets to one index"
            );
            *entry = attacks;
            occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
            if occupied == 0 {
                break;
            }
        }
    }
}
