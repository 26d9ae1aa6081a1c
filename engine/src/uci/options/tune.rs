//! Search parameters as options, for tuning builds.

use search::{TUNABLE, set_param};

use super::parse::parse_spin;
use super::{Engine, OptionError};

pub(super) fn set(engine: &mut Engine, name: &str, value: &str) -> Option<Result<(), OptionError>> {
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

/// The lines of an OpenBench SPSA run: name, type, value, minimum, maximum, final step `C_end` (a
/// twentieth of the range, at least 0.5) and final learning rate `R_end`.
pub fn spsa() -> impl Iterator<Item = String> {
    TUNABLE.iter().map(|(name, value, min, max)| {
        let step = (f64::from(max - min) / 20.0).max(0.5);
        format!("{name}, int, {value}, {min}, {max}, {step}, 0.002")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_an_option_and_a_line_for_the_tuner() {
        let mut engine = Engine::new().unwrap();
        assert_eq!(spsa().count(), declarations().count());
        for (line, option) in spsa().zip(declarations()) {
            let fields: Vec<_> = line.split(", ").collect();
            let [name, "int", value, min, max, step, _] = fields[..] else {
                panic!("{line}")
            };
            let expected =
                format!("option name {name} type spin default {value} min {min} max {max}");
            assert_eq!(option, expected);
            assert!(step.parse::<f64>().unwrap() >= 0.5, "{line}");
            assert!(set(&mut engine, name, value).unwrap().is_ok(), "{line}");
            let beyond = (max.parse::<i64>().unwrap() + 1).to_string();
            assert!(set(&mut engine, name, &beyond).unwrap().is_err(), "{line}");
        }
    }
}
