//! The results of pairs, one line each.

use std::path::Path;

use fs_err as fs;

use super::RulesError;
use crate::files::read_if_any;

/// The result of a pair.
pub(super) struct Pair {
    /// Its number, which determines opening and subsets.
    pub(super) number: u64,
    /// The rules that the first and the second player had switched off.
    pub(super) off: [Vec<bool>; 2],
    /// The first player's half points, 0 to 4.
    pub(super) half_points: u8,
}

impl Pair {
    /// The pair as a line of text: its number, two rows of zeros and ones, and the half points.
    pub(super) fn to_line(&self) -> String {
        let bits = |off: &[bool]| -> String {
            off.iter().map(|&off| if off { '1' } else { '0' }).collect()
        };
        let [first, second] = self.off.each_ref().map(|off| bits(off));
        format!("{} {first} {second} {}\n", self.number, self.half_points)
    }

    fn from_line(line: &str, rules: usize) -> Option<Self> {
        let mut words = line.split(' ');
        let number = words.next()?.parse().ok()?;
        let mut off = || {
            let word = words.next().filter(|word| word.len() == rules)?;
            word.chars()
                .map(|bit| ['0', '1'].iter().position(|&known| known == bit))
                .map(|bit| Some(bit? == 1))
                .collect::<Option<Vec<bool>>>()
        };
        let off = [off()?, off()?];
        let half_points = words.next()?.parse().ok().filter(|&points| points <= 4)?;
        words.next().is_none().then_some(Self {
            number,
            off,
            half_points,
        })
    }
}

/// Reads the results of earlier runs; none if there is no file. An incomplete last line, as a full disk
/// leaves it, is cut off.
///
/// # Errors
/// If the file cannot be read, or has results of other rules.
pub(super) fn read_results(path: &Path, rules: usize) -> Result<Vec<Pair>, RulesError> {
    let text = read_if_any(path)?.unwrap_or_default();
    let complete = text.rfind('\n').map_or(0, |end| end + 1);
    if complete < text.len() {
        let file = fs::OpenOptions::new().write(true).open(path)?;
        file.set_len(complete as u64)?;
    }
    let read = |(index, line): (usize, &str)| {
        Pair::from_line(line, rules).ok_or_else(|| RulesError::Result {
            path: path.to_owned(),
            line: index + 1,
            rules,
        })
    };
    text[..complete].lines().enumerate().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_last_line_is_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pairs.txt");
        for end in ["1 01", "1 01 10 4"] {
            fs::write(&path, format!("0 00 11 2\n{end}")).expect("a file");
            let numbers = read_results(&path, 2).expect("a pair");
            let numbers: Vec<_> = numbers.iter().map(|pair| pair.number).collect();
            assert_eq!(numbers, [0]);
            assert_eq!(fs::read_to_string(&path).expect("a file"), "0 00 11 2\n");
        }
    }

    #[test]
    fn pairs_round_trip() {
        let line = "7 010 110 3";
        let pair = Pair::from_line(line, 3).expect("a pair");
        assert_eq!(pair.number, 7);
        assert_eq!(
            pair.off,
            [vec![false, true, false], vec![true, true, false]]
        );
        assert_eq!(pair.to_line(), format!("{line}\n"));
        for line in [
            "7 01 110 3",
            "010 110 3",
            "7 010 110",
            "7 010 110 5",
            "7 010 110 3 1",
            "7 012 110 1",
            "",
        ] {
            assert!(Pair::from_line(line, 3).is_none(), "{line}");
        }
    }
}
