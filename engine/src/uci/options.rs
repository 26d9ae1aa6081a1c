//! The options: one row declares, parses and prints each.

use std::path::PathBuf;
use std::time::Duration;

use search::Strength;
use thiserror::Error;

/// What an option is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Size of the transposition table, in mebibytes.
    Hash(usize),
    /// Search threads.
    Threads(usize),
    /// Empty the table and forget the histories.
    ClearHash,
    /// How many best moves to show.
    MultiPv(usize),
    /// The GUI may let the engine think on the opponent's time.
    Ponder,
    /// Time lost on the way to the clock, per move.
    MoveOverhead(Duration),
    /// Evaluate with the network in this file; without one, by the embedded one.
    EvalFile(Option<PathBuf>),
    /// Castling is written as king takes rook.
    Chess960(bool),
    /// Directories with Syzygy tables, separated as the platform does it; empty for none.
    SyzygyPath(String),
    /// Least depth at which the largest tables are asked, in plies.
    SyzygyProbeDepth(u32),
    /// Most men of a position the tables are asked about.
    SyzygyProbeLimit(u32),
    /// The fifty-move rule holds in the tables too.
    Syzygy50MoveRule(bool),
    /// Castling is written as `O-O` and `O-O-O`.
    CastlingLetters(bool),
    /// Only the last line of each variation is printed.
    Minimal(bool),
    /// Where to write every line in and out.
    DebugLogFile(Option<PathBuf>),
    /// A parameter of the search.
    #[cfg(feature = "tune")]
    Param(&'static str, i32),
    /// Scores are told as chances to win, draw and lose, too.
    ShowWdl(bool),
    /// Play at the strength of [`Setting::Elo`].
    LimitStrength(bool),
    /// The rating to play at when strength is limited.
    Elo(u32),
}

/// A row of the table.
struct UciOption {
    name: &'static str,
    kind: Kind,
}

enum Kind {
    Spin {
        default: i64,
        min: i64,
        max: i64,
        setting: fn(i64) -> Setting,
    },
    Check {
        default: bool,
        setting: fn(bool) -> Setting,
    },
    /// One of several words; the first is the default.
    Combo {
        values: &'static [&'static str],
        setting: fn(&'static str) -> Setting,
    },
    /// Any text; empty unless set, which UCI writes as `<empty>`.
    Text(fn(&str) -> Setting),
    Button(Setting),
}

/// How UCI writes that a text is empty.
const EMPTY: &str = "<empty>";

/// Default size of the transposition table, in mebibytes.
pub const DEFAULT_HASH: usize = 16;
/// The value of `CastlingNotation` that stands for `O-O`.
const LETTERS: &str = "OO";
/// Default of [`Setting::MoveOverhead`], in milliseconds.
pub const DEFAULT_OVERHEAD: u64 = 20;
/// Default of [`Setting::Elo`]: a club player.
pub const DEFAULT_ELO: u32 = 1600;

static OPTIONS: &[UciOption] = &[
    UciOption {
        name: "Hash",
        kind: Kind::Spin {
            default: DEFAULT_HASH as i64,
            min: 1,
            max: 1 << 20,
            setting: |value| Setting::Hash(value as usize),
        },
    },
    UciOption {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 1024,
            setting: |value| Setting::Threads(value as usize),
        },
    },
    UciOption {
        name: "Clear Hash",
        kind: Kind::Button(Setting::ClearHash),
    },
    UciOption {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 256,
            setting: |value| Setting::MultiPv(value as usize),
        },
    },
    UciOption {
        name: "Ponder",
        kind: Kind::Check {
            default: false,
            setting: |_| Setting::Ponder,
        },
    },
    UciOption {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: DEFAULT_OVERHEAD as i64,
            min: 0,
            max: 10_000,
            setting: |value| Setting::MoveOverhead(Duration::from_millis(value as u64)),
        },
    },
    UciOption {
        name: "EvalFile",
        kind: Kind::Text(|path| Setting::EvalFile((!path.is_empty()).then(|| path.into()))),
    },
    UciOption {
        name: "UCI_Chess960",
        kind: Kind::Check {
            default: false,
            setting: Setting::Chess960,
        },
    },
    UciOption {
        name: "SyzygyPath",
        kind: Kind::Text(|list| Setting::SyzygyPath(list.to_owned())),
    },
    UciOption {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 100,
            setting: |value| Setting::SyzygyProbeDepth(value as u32),
        },
    },
    UciOption {
        name: "SyzygyProbeLimit",
        kind: Kind::Spin {
            default: 7,
            min: 0,
            max: 7,
            setting: |value| Setting::SyzygyProbeLimit(value as u32),
        },
    },
    UciOption {
        name: "Syzygy50MoveRule",
        kind: Kind::Check {
            default: true,
            setting: Setting::Syzygy50MoveRule,
        },
    },
    UciOption {
        name: "CastlingNotation",
        kind: Kind::Combo {
            values: &["auto", LETTERS],
            setting: |value| Setting::CastlingLetters(value == LETTERS),
        },
    },
    UciOption {
        name: "Minimal",
        kind: Kind::Check {
            default: false,
            setting: Setting::Minimal,
        },
    },
    UciOption {
        name: "Debug Log File",
        kind: Kind::Text(|path| Setting::DebugLogFile((!path.is_empty()).then(|| path.into()))),
    },
    UciOption {
        name: "UCI_ShowWDL",
        kind: Kind::Check {
            default: false,
            setting: Setting::ShowWdl,
        },
    },
    UciOption {
        name: "UCI_LimitStrength",
        kind: Kind::Check {
            default: false,
            setting: Setting::LimitStrength,
        },
    },
    UciOption {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: DEFAULT_ELO as i64,
            min: Strength::MIN_ELO as i64,
            max: Strength::MAX_ELO as i64,
            setting: |value| Setting::Elo(value as u32),
        },
    },
];

/// Why an option keeps its value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
}

/// Reads an option's name and value. Case and spaces in names do not matter: `MoveOverhead` is
/// `Move Overhead`.
///
/// # Errors
/// [`OptionError`] for an unknown name or a value that will not do.
pub fn parse(name: &str, value: &str) -> Result<Setting, OptionError> {
    let plain = |name: &str| name.replace(' ', "").to_ascii_lowercase();
    let wanted = plain(name);
    let Some(option) = OPTIONS.iter().find(|option| plain(option.name) == wanted) else {
        #[cfg(feature = "tune")]
        if let Some(setting) = tune::parse(&wanted, value) {
            return setting;
        }
        return Err(OptionError::Unknown(name.to_owned()));
    };
    let name = option.name;
    match &option.kind {
        &Kind::Spin {
            min, max, setting, ..
        } => spin(name, value, min, max).map(setting),
        Kind::Check { setting, .. } => match value.to_ascii_lowercase().as_str() {
            "true" => Ok(setting(true)),
            "false" => Ok(setting(false)),
            _ => Err(OptionError::Check {
                name,
                value: value.to_owned(),
            }),
        },
        Kind::Combo { values, setting } => values
            .iter()
            .find(|known| known.eq_ignore_ascii_case(value))
            .map(|known| setting(known))
            .ok_or_else(|| OptionError::Combo {
                name,
                values: values.join(", "),
                value: value.to_owned(),
            }),
        Kind::Text(setting) => Ok(setting(if value == EMPTY { "" } else { value })),
        Kind::Button(setting) => Ok(setting.clone()),
    }
}

fn spin(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionError> {
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

/// The lines that `uci` answers with.
pub fn declarations() -> impl Iterator<Item = String> {
    let rows = OPTIONS.iter().map(|UciOption { name, kind }| match kind {
        Kind::Spin {
            default, min, max, ..
        } => format!("option name {name} type spin default {default} min {min} max {max}"),
        Kind::Check { default, .. } => format!("option name {name} type check default {default}"),
        Kind::Combo { values, .. } => {
            let (default, all) = (values[0], values.join(" var "));
            format!("option name {name} type combo default {default} var {all}")
        }
        Kind::Text(_) => format!("option name {name} type string default {EMPTY}"),
        Kind::Button(_) => format!("option name {name} type button"),
    });
    #[cfg(feature = "tune")]
    let rows = rows.chain(tune::declarations());
    rows
}

/// The parameters of the search as options, for builds that a tuner works with.
#[cfg(feature = "tune")]
pub mod tune {
    use search::TUNABLE;

    use super::{OptionError, Setting, spin};

    pub(super) fn parse(name: &str, value: &str) -> Option<Result<Setting, OptionError>> {
        let &(name, _, min, max) = TUNABLE.iter().find(|param| param.0 == name)?;
        let number = spin(name, value, min.into(), max.into());
        Some(number.map(|number| Setting::Param(name, number as i32)))
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
