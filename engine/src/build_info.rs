//! Version, compiler and license of this build.

use std::fmt::Write;

/// Name and version.
pub const VERSION: &str = concat!(
    "Enroque ",
    env!("CARGO_PKG_VERSION"),
    env!("ENROQUE_COMMIT")
);

/// The authors, for `id author`.
pub const AUTHORS: &str = "the Enroque developers";

/// A line about the program, for `UCI_EngineAbout`.
pub const ABOUT: &str = concat!(
    "Enroque ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine with native support for Chess960, free software under GPL-3.0-or-later"
);

/// The license notice.
pub const LICENSE: &str = "\
Enroque is free software: you can redistribute it and/or modify it under the terms of the GNU
General Public License as published by the Free Software Foundation, either version 3 of the
License, or (at your option) any later version. It comes without any warranty. The file LICENSE
beside its sources and https://www.gnu.org/licenses/ have the full text.";

/// Pairs the name of each target feature with whether this build uses it.
macro_rules! features {
    ($($name:literal),*) => {
        [$(($name, cfg!(target_feature = $name))),*]
    };
}

/// The instruction sets in use, among those that affect the engine's speed.
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
        "avx512vbmi2",
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

/// Build information, one item per line.
pub fn compiler() -> String {
    let checks = if cfg!(debug_assertions) { "on" } else { "off" };
    let tune = if cfg!(feature = "tune") {
        "tune"
    } else {
        "none"
    };
    let mut text = VERSION.to_owned();
    for (name, value) in [
        ("Compiler", env!("ENROQUE_RUSTC")),
        ("Target", env!("ENROQUE_TARGET")),
        ("Instructions", &features()),
        ("Optimization", concat!("level ", env!("ENROQUE_OPT_LEVEL"))),
        ("Assertions", checks),
        ("Features", tune),
    ] {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{name:<14} {value}");
    }
    text
}
