//! UCI options: one table row declares, parses and applies each.

mod parse;
#[cfg(feature = "tune")]
pub mod tune;

use std::time::Duration;

use movegen::excerpt;
use search::Strength;

pub use parse::OptionError;
use parse::{parse_check, parse_combo, parse_spin, path};

use crate::build_info;
use crate::engine::{DEFAULT_HASH, DEFAULT_OVERHEAD, Engine};
use crate::error::EngineError;
use crate::io::output::print_note;
use crate::river::{NAMES, ORTHODOX};
use crate::strength::{DEFAULT_ELO, FULL_SKILL};

/// A row of the table.
struct UciOption {
    name: &'static str,
    kind: Kind,
}

/// The type of an option and the function that applies a value.
enum Kind {
    Spin {
        default: i64,
        min: i64,
        max: i64,
        apply: fn(&mut Engine, u64) -> Result<(), EngineError>,
    },
    Check {
        default: bool,
        apply: fn(&mut Engine, bool),
    },
    /// One of several words; the first is the default.
    Combo {
        values: &'static [&'static str],
        apply: fn(&mut Engine, &str) -> Result<(), EngineError>,
    },
    /// Any text; [`EMPTY`] stands for none.
    Text {
        default: &'static str,
        apply: fn(&mut Engine, &str) -> Result<(), EngineError>,
    },
    Button(fn(&mut Engine)),
}

/// Options without effect in the river games.
const ORTHODOX_ONLY: [&str; 10] = [
    "UCI_Chess960",
    "EvalFile",
    "CastlingNotation",
    "SyzygyPath",
    "SyzygyProbeDepth",
    "SyzygyProbeLimit",
    "Syzygy50MoveRule",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Skill Level",
];
/// The value that stands for an empty text.
const EMPTY: &str = "<empty>";
/// The value of `CastlingNotation` that stands for `O-O`.
const LETTERS: &str = "OO";
/// The largest `Hash`, in mebibytes.
pub const MAX_HASH: usize = 1 << 20;
/// The largest `Threads`.
pub const MAX_THREADS: usize = 1024;

static OPTIONS: &[UciOption] = &[
    spin(
        "Hash",
        DEFAULT_HASH as i64,
        1,
        MAX_HASH as i64,
        |engine, mebibytes| engine.set_hash(mebibytes as usize),
    ),
    spin("Threads", 1, 1, MAX_THREADS as i64, |engine, threads| {
        engine.set_threads(threads as usize)
    }),
    button("Clear Hash", Engine::clear),
    spin("MultiPV", 1, 1, 256, |engine, lines| {
        engine.options().multi_pv = lines as usize;
        Ok(())
    }),
    // Nothing to set: `go ponder` is enough.
    check("Ponder", false, |_, _| ()),
    spin(
        "Move Overhead",
        DEFAULT_OVERHEAD as i64,
        0,
        10_000,
        |engine, time| {
            engine.set_overhead(Duration::from_millis(time));
            Ok(())
        },
    ),
    text("EvalFile", EMPTY, |engine, file| {
        engine.load_network(path(file).as_deref())
    }),
    check("UCI_Chess960", false, |engine, on| {
        engine.output().moves.set_chess960(on);
    }),
    combo("UCI_Variant", &NAMES, Engine::set_variant),
    text("SyzygyPath", EMPTY, Engine::open_tablebase),
    spin("SyzygyProbeDepth", 1, 1, 100, |engine, depth| {
        engine.options().probing.depth = depth as u32;
        Ok(())
    }),
    spin("SyzygyProbeLimit", 7, 0, 7, |engine, pieces| {
        engine.options().probing.limit = pieces as u32;
        Ok(())
    }),
    check("Syzygy50MoveRule", true, |engine, on| {
        engine.set_fifty_moves(on);
    }),
    combo("CastlingNotation", &["auto", LETTERS], |engine, value| {
        engine.output().moves.letters = value == LETTERS;
        Ok(())
    }),
    check("Minimal", false, |engine, on| engine.output().minimal = on),
    text("Debug Log File", EMPTY, |engine, file| {
        engine.log_to(path(file).as_deref())
    }),
    check("UCI_ShowWDL", false, |engine, on| engine.output().wdl = on),
    check("UCI_LimitStrength", false, |engine, on| {
        engine.set_strength(|limit| limit.set_limited(on));
    }),
    spin(
        "UCI_Elo",
        DEFAULT_ELO as i64,
        Strength::MIN_ELO as i64,
        Strength::MAX_ELO as i64,
        |engine, elo| {
            engine.set_strength(|limit| limit.set_elo(elo as u32));
            Ok(())
        },
    ),
    spin(
        "Skill Level",
        FULL_SKILL as i64,
        0,
        FULL_SKILL as i64,
        |engine, skill| {
            engine.set_strength(|limit| limit.set_skill(skill as u32));
            Ok(())
        },
    ),
    spin("nodestime", 0, 0, 10_000, |engine, nodes| {
        engine.set_nodes_per_ms(nodes);
        Ok(())
    }),
    // Part of the protocol, not used by this engine.
    text("UCI_Opponent", EMPTY, |_, _| Ok(())),
    text("UCI_EngineAbout", build_info::ABOUT, |_, _| Ok(())),
];

const fn spin(
    name: &'static str,
    default: i64,
    min: i64,
    max: i64,
    apply: fn(&mut Engine, u64) -> Result<(), EngineError>,
) -> UciOption {
    let kind = Kind::Spin {
        default,
        min,
        max,
        apply,
    };
    UciOption { name, kind }
}

const fn check(name: &'static str, default: bool, apply: fn(&mut Engine, bool)) -> UciOption {
    let kind = Kind::Check { default, apply };
    UciOption { name, kind }
}

const fn text(
    name: &'static str,
    default: &'static str,
    apply: fn(&mut Engine, &str) -> Result<(), EngineError>,
) -> UciOption {
    let kind = Kind::Text { default, apply };
    UciOption { name, kind }
}

const fn combo(
    name: &'static str,
    values: &'static [&'static str],
    apply: fn(&mut Engine, &str) -> Result<(), EngineError>,
) -> UciOption {
    UciOption {
        name,
        kind: Kind::Combo { values, apply },
    }
}

const fn button(name: &'static str, apply: fn(&mut Engine)) -> UciOption {
    let kind = Kind::Button(apply);
    UciOption { name, kind }
}

/// Sets an option. Running work [ends](Engine::end) first, unless the name is unknown or the value is
/// not of its type and range. Case and spaces in names are ignored: `MoveOverhead` is `Move Overhead`.
///
/// # Errors
/// If the name is unknown or the value is refused.
pub fn set(engine: &mut Engine, name: &str, value: &str) -> Result<(), OptionError> {
    let plain = |name: &str| name.replace(' ', "").to_ascii_lowercase();
    let wanted = plain(name);
    let Some(option) = OPTIONS.iter().find(|option| plain(option.name) == wanted) else {
        #[cfg(feature = "tune")]
        if let Some(result) = tune::set(engine, &wanted, value) {
            return result;
        }
        return Err(unknown(name));
    };
    option.set(engine, value)?;
    if engine.variant() != ORTHODOX && ORTHODOX_ONLY.contains(&option.name) {
        print_note(format_args!(
            "{} has no effect in {}",
            option.name,
            engine.variant()
        ));
    }
    Ok(())
}

/// The error for a name that is not an option's: perhaps one with its value.
fn unknown(name: &str) -> OptionError {
    let lower = name.to_ascii_lowercase();
    let with_value = OPTIONS.iter().find_map(|option| {
        let value = lower.strip_prefix(&option.name.to_ascii_lowercase())?;
        let has_value = value.starts_with(' ') && !matches!(option.kind, Kind::Button(_));
        has_value.then(|| OptionError::NoValue {
            name: option.name,
            value: excerpt(&name[name.len() - value.len() + 1..]),
        })
    });
    with_value.unwrap_or_else(|| OptionError::Unknown(excerpt(name)))
}

impl UciOption {
    fn set(&self, engine: &mut Engine, value: &str) -> Result<(), OptionError> {
        let name = self.name;
        match self.kind {
            Kind::Spin {
                min, max, apply, ..
            } => {
                let number = parse_spin(name, value, min, max)?;
                engine.finish();
                apply(engine, number as u64)?;
            }
            Kind::Check { apply, .. } => {
                let on = parse_check(name, value)?;
                engine.finish();
                apply(engine, on);
            }
            Kind::Combo { values, apply } => {
                let known = parse_combo(name, value, values)?;
                engine.finish();
                apply(engine, known)?;
            }
            Kind::Text { apply, .. } => {
                engine.finish();
                apply(engine, if value == EMPTY { "" } else { value })?;
            }
            Kind::Button(apply) => {
                engine.finish();
                apply(engine);
            }
        }
        Ok(())
    }

    /// The line that declares the option.
    fn declaration(&self) -> String {
        let name = self.name;
        match &self.kind {
            Kind::Spin {
                default, min, max, ..
            } => format!("option name {name} type spin default {default} min {min} max {max}"),
            Kind::Check { default, .. } => {
                format!("option name {name} type check default {default}")
            }
            Kind::Combo { values, .. } => {
                let (default, all) = (values[0], values.join(" var "));
                format!("option name {name} type combo default {default} var {all}")
            }
            Kind::Text { default, .. } => {
                format!("option name {name} type string default {default}")
            }
            Kind::Button(_) => format!("option name {name} type button"),
        }
    }
}

/// The option lines that `uci` prints.
pub fn declarations() -> impl Iterator<Item = String> {
    let rows = OPTIONS.iter().map(UciOption::declaration);
    #[cfg(feature = "tune")]
    let rows = rows.chain(tune::declarations());
    rows
}
