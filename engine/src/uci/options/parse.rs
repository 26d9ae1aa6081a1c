//! Parsing and validation of option values.

use std::path::PathBuf;

use movegen::excerpt;
use thiserror::Error;

use crate::error::EngineError;

/// An option that cannot be set; it keeps its value.
#[derive(Debug, Error)]
pub enum OptionError {
    #[error("there is no option '{0}'; 'uci' lists the options")]
    Unknown(String),
    #[error("the word 'value' is missing after '{name}': setoption name {name} value {value}")]
    NoValue { name: &'static str, value: String },
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

/// The path in an option's value; `None` if it is empty.
pub fn path(value: &str) -> Option<PathBuf> {
    (!value.is_empty()).then(|| value.into())
}

pub fn parse_spin(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionError> {
    match value.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(OptionError::Spin {
            name,
            min,
            max,
            value: excerpt(value),
        }),
    }
}

pub fn parse_check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    value
        .to_ascii_lowercase()
        .parse()
        .map_err(|_| OptionError::Check {
            name,
            value: excerpt(value),
        })
}

pub fn parse_combo(
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
        value: excerpt(value),
    })
}
