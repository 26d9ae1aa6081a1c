//! Computes the slider attack tables and writes them to the build directory.

use std::path::Path;
use std::{env, fs, io};

#[path = "src/attacks/magic.rs"]
mod magic;

use magic::{BISHOP_MAGICS, BISHOP_STEPS, Magic, NUMBERS, ROOK_MAGICS, ROOK_STEPS, slow_attacks};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/attacks/magic.rs");

    let mut sets = Vec::new();
    let mut numbers = vec![None; NUMBERS];
    fill(&mut sets, &mut numbers, &ROOK_MAGICS, &ROOK_STEPS);
    fill(&mut sets, &mut numbers, &BISHOP_MAGICS, &BISHOP_STEPS);
    let numbers: Vec<_> = numbers.into_iter().map(Option::unwrap_or_default).collect();

    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let folder = Path::new(&folder);
    fs::write(folder.join("slider_sets.rs"), format!("{sets:?}"))?;
    fs::write(folder.join("slider_numbers.rs"), format!("{numbers:?}"))
}

/// Appends the attack sets of a slider and enters their numbers.
fn fill(
    sets: &mut Vec<u64>,
    numbers: &mut [Option<usize>],
    magics: &[Magic; 64],
    steps: &[(i8, i8); 4],
) {
    for (square, magic) in magics.iter().enumerate() {
        let first = sets.len();
        // Carry-rippler trick: enumerates every subset of the mask.
        // <https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>
        let mut occupied = 0_u64;
        loop {
            let attacks = slow_attacks(square, occupied, steps);
            let known = sets[first..].iter().position(|&set| set == attacks);
            let number = known.map_or(sets.len(), |known| first + known);
            if known.is_none() {
                sets.push(attacks);
            }
            let entry = &mut numbers[magic.index(occupied)];
            assert!(
                entry.is_none_or(|other| other == number),
                "the magic factor of square {square} maps two attack sets to one index"
            );
            *entry = Some(number);
            occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
            if occupied == 0 {
                break;
            }
        }
    }
}
