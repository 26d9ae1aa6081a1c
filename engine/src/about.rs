//! What the program says of itself: version, compiler, licence.

/// Name and version, as `id name` gives them.
pub const VERSION: &str = concat!("Enroque ", env!("CARGO_PKG_VERSION"));

/// What may be done with the program.
pub const LICENSE: &str = "\
Enroque is free software: you can redistribute it and/or modify it under the terms of the GNU
General Public License as published by the Free Software Foundation, either version 3 of the
License, or (at your option) any later version. It comes without any warranty. The file LICENSE
beside its sources and https://www.gnu.org/licenses/ have the full text.";

/// Lists the features that this build may use of those named.
macro_rules! features {
    ($($name:literal),*) => {
        [$(($name, cfg!(target_feature = $name))),*]
    };
}

/// Of the instructions that make a difference to the engine, those that this build uses.
fn features() -> String {
    let all = features!(
        "popcnt",
        "bmi1",
        "bmi2",
        "ssse3",
        "sse4.1",
        "avx",
        "avx2",
        "avx512f",
        "avx512bw",
        "avx512vnni",
        "neon",
        "dotprod"
    );
    let used: Vec<_> = all
        .iter()
        .filter_map(|&(name, used)| used.then_some(name))
        .collect();
    match used.is_empty() {
        true => "the baseline only".to_owned(),
        false => used.join(" "),
    }
}

/// Platform and instruction set.
pub fn target() -> String {
    format!("{} with {}", env!("ENROQUE_TARGET"), features())
}

/// What the program was made with.
pub fn compiler() -> String {
    let checks = if cfg!(debug_assertions) { "on" } else { "off" };
    let tune = if cfg!(feature = "tune") {
        "tune"
    } else {
        "none"
    };
    format!(
        "{VERSION}\n\
         Compiler       {}\n\
         Target         {}\n\
         Instructions   {}\n\
         Optimisation   level {}, debug assertions {checks}\n\
         Features       {tune}",
        env!("ENROQUE_RUSTC"),
        env!("ENROQUE_TARGET"),
        features(),
        env!("ENROQUE_OPT_LEVEL"),
    )
}
