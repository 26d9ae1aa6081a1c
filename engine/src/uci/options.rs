//! The options: one row declares, parses and applies each.

use std::time::Duration;

use search::Strength;
use thiserror::Error;

use crate::build_info;
use crate::engine::{DEFAULT_HASH, DEFAULT_OVERHEAD, Engine, EngineError, path};
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
        apply: fn(&mut Engine, &str),
    },
    /// The game, by name.
    Variant,
    /// Any text; [`EMPTY`] stands for none.
    Text {
        default: &'static str,
        apply: fn(&mut Engine, &str) -> Result<(), EngineError>,
    },
    Button(fn(&mut Engine)),
}

/// Options that mean nothing in the river games.
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
/// The most `Threads`.
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
    // `go ponder` is enough.
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
    UciOption {
        name: "UCI_Variant",
        kind: Kind::Variant,
    },
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
        engine.options().probing.fifty_moves = on;
    }),
    UciOption {
        name: "CastlingNotation",
        kind: Kind::Combo {
            values: &["auto", LETTERS],
            apply: |engine, value| engine.output().moves.letters = value == LETTERS,
        },
    },
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
    // Part of the protocol, of no use to this engine.
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

const fn button(name: &'static str, apply: fn(&mut Engine)) -> UciOption {
    let kind = Kind::Button(apply);
    UciOption { name, kind }
}

/// An error of an option, which keeps its value.
#[derive(Debug, Error)]
pub enum OptionError {
    #[error("there is no option '{0}'; 'uci' lists them")]
    Unknown(String),
    #[error("{name} must be a whole number from {min} to {max}, not '{value}'; it stays as it is")]
    Spin {
        name: &'static str,
        min: i64,
        max: i64,
        value: String,
    },
    #[error("{name} must be 'true' or 'false', not '{value}'; it stays as it is")]
    Check { name: &'static str, value: String },
    #[error("{name} must be one of {values}, not '{value}'; it stays as it is")]
    Combo {
        name: &'static str,
        values: String,
        value: String,
    },
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Sets an option. A running search is stopped first, unless the value is refused. Case and spaces
/// in names are ignored: `MoveOverhead` is `Move Overhead`.
///
/// # Errors
/// [`OptionError`] for an unknown name or a value that is refused.
pub fn set(engine: &mut Engine, name: &str, value: &str) -> Result<(), OptionError> {
    let plain = |name: &str| name.replace(' ', "").to_ascii_lowercase();
    let wanted = plain(name);
    let Some(option) = OPTIONS.iter().find(|option| plain(option.name) == wanted) else {
        #[cfg(feature = "tune")]
        if let Some(result) = tune::set(engine, &wanted, value) {
            return result;
        }
        return Err(OptionError::Unknown(name.to_owned()));
    };
    option.set(engine, value)?;
    if engine.variant() != ORTHODOX && ORTHODOX_ONLY.contains(&option.name) {
        print_note(format_args!(
            "{} has no effect on {}",
            option.name,
            engine.variant()
        ));
    }
    Ok(())
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
                apply(engine, known);
            }
            Kind::Variant => {
                let known = parse_combo(name, value, &NAMES)?;
                engine.finish();
                engine.set_variant(known)?;
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
            Kind::Combo { values, .. } => combo(name, values),
            Kind::Variant => combo(name, &NAMES),
            Kind::Text { default, .. } => {
                format!("option name {name} type string default {default}")
            }
            Kind::Button(_) => format!("option name {name} type button"),
        }
    }
}

fn combo(name: &str, values: &[&str]) -> String {
    let (default, all) = (values[0], values.join(" var "));
    format!("option name {name} type combo default {default} var {all}")
}

fn parse_spin(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionError> {
    match value.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(OptionError::Spin {
            name,
            min,
            max,
            value: value.to_owned(),
        }),
    }
}

fn parse_check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    value
        .to_ascii_lowercase()
        .parse()
        .map_err(|_| OptionError::Check {
            name,
            value: value.to_owned(),
        })
}

fn parse_combo(
    name: &'static str,
    value: &str,
    values: &[&'static str],
) -> Result<&'static str, OptionError> {
    let known = values
        .iter()
        .find(|known| known.eq_ignore_ascii_case(value));
    known.copied().ok_or_else(|| OptionError::Combo {
        name,
        values: values.join(", "),
        value: value.to_owned(),
    })
}

/// The lines that `uci` answers with.
pub fn declarations() -> impl Iterator<Item = String> {
    let rows = OPTIONS.iter().map(UciOption::declaration);
    #[cfg(feature = "tune")]
    let rows = rows.chain(tune::declarations());
    rows
}

/// The parameters of the search as options, for builds that a tuner works with.
#[cfg(feature = "tune")]
pub mod tune {
    use search::{TUNABLE, set_param};

    use super::{Engine, OptionError, parse_spin};

    pub(super) fn set(
        engine: &mut Engine,
        name: &str,
        value: &str,
    ) -> Option<Result<(), OptionError>> {
        let &(name, _, min, max) = TUNABLE.iter().find(|param| param.0 == name)?;
        Some(
            parse_spin(name, value, min.into(), max.into()).map(|number| {
                engine.finish();
                // The name is in the list and the number in its range.
                let _ = set_param(name, number as i32);
            }),
        )
    }

    pub(super) fn declarations() -> impl Iterator<Item = String> {
        TUNABLE.iter().map(|(name, value, min, max)| {
            format!("option name {name} type spin default {value} min {min} max {max}")
        })
    }

    /// The lines that OpenBench takes for a tuning run: name, type, value, least and greatest
    /// value, the step at the end (a twentieth of the range) and the learning rate at the end.
    pub fn spsa() -> impl Iterator<Item = String> {
        TUNABLE.iter().map(|(name, value, min, max)| {
            let step = (f64::from(max - min) / 20.0).max(0.5);
            format!("{name}, int, {value}, {min}, {max}, {step}, 0.002")
        })
    }
}
