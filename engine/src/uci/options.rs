//! The options: one row declares, parses and prints each.

use std::time::Duration;

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
    Button(Setting),
    Text {
        default: &'static str,
        setting: fn(String) -> Setting,
    },
}

/// Default size of the transposition table, in mebibytes.
pub const DEFAULT_HASH: usize = 16;
/// Default of [`Setting::MoveOverhead`], in milliseconds.
pub const DEFAULT_OVERHEAD: u64 = 20;

/// How GUIs write a text of no letters.
const EMPTY: &str = "<empty>";

const OPTIONS: [UciOption; 11] = [
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
        name: "UCI_Chess960",
        kind: Kind::Check {
            default: false,
            setting: Setting::Chess960,
        },
    },
    UciOption {
        name: "SyzygyPath",
        kind: Kind::Text {
            default: EMPTY,
            setting: Setting::SyzygyPath,
        },
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
}

/// Reads an option's name and value. Case and spaces in names do not matter: `MoveOverhead` is
/// `Move Overhead`.
///
/// # Errors
/// [`OptionError`] for an unknown name or a value that will not do.
pub fn parse(name: &str, value: &str) -> Result<Setting, OptionError> {
    let plain = |name: &str| name.replace(' ', "").to_ascii_lowercase();
    let option = OPTIONS
        .iter()
        .find(|option| plain(option.name) == plain(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let name = option.name;
    match &option.kind {
        Kind::Spin {
            min, max, setting, ..
        } => match value.parse() {
            Ok(number) if (*min..=*max).contains(&number) => Ok(setting(number)),
            _ => Err(OptionError::Spin {
                name,
                min: *min,
                max: *max,
                value: value.to_owned(),
            }),
        },
        Kind::Check { setting, .. } => match value.to_ascii_lowercase().as_str() {
            "true" => Ok(setting(true)),
            "false" => Ok(setting(false)),
            _ => Err(OptionError::Check {
                name,
                value: value.to_owned(),
            }),
        },
        Kind::Button(setting) => Ok(setting.clone()),
        Kind::Text { setting, .. } => {
            let text = if value == EMPTY { "" } else { value };
            Ok(setting(text.to_owned()))
        }
    }
}

/// The lines that `uci` answers with.
pub fn declarations() -> impl Iterator<Item = String> {
    OPTIONS.iter().map(|UciOption { name, kind }| match kind {
        Kind::Spin {
            default, min, max, ..
        } => format!("option name {name} type spin default {default} min {min} max {max}"),
        Kind::Check { default, .. } => format!("option name {name} type check default {default}"),
        Kind::Text { default, .. } => format!("option name {name} type string default {default}"),
        Kind::Button(_) => format!("option name {name} type button"),
    })
}
