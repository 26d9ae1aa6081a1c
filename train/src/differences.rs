//! Differences between the settings of an earlier run and those of a new one, for error messages.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

/// The number of differences that are described.
const SHOWN: usize = 6;

/// The settings that differ, with both values; of many, only the first.
pub(crate) fn differences<T: Serialize>(before: &T, now: &T) -> String {
    let [before, now] = [before, now].map(settings);
    let keys: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let differences = keys
        .into_iter()
        .map(|key| (key, before.get(key), now.get(key)))
        .filter(|(_, before, now)| before != now)
        .map(|(key, before, now)| {
            let [before, now] = [before, now].map(|value| value.map_or("not set", String::as_str));
            format!("{key} was {before} and is {now}")
        });
    let mut differences: Vec<_> = differences.collect();
    let more = differences.len().saturating_sub(SHOWN);
    differences.truncate(SHOWN);
    if more > 0 {
        differences.push(format!("and {more} more"));
    }
    differences.join(", ")
}

/// Settings as text, by their tables and key; tables of an array are numbered from one, those of arrays
/// within it through all of them. Read from the text of a TOML file because that can hold larger numbers
/// than a TOML value.
fn settings<T: Serialize>(value: &T) -> BTreeMap<String, String> {
    let text = toml::to_string(value).expect("a table of plain values is TOML");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut table = String::new();
    let mut settings = BTreeMap::new();
    for line in text.lines() {
        if let Some((key, value)) = line.split_once(" = ") {
            settings.insert(format!("{table}{key}"), value.to_owned());
        } else if let Some(name) = header(line, "[[", "]]") {
            *counts.entry(name).or_default() += 1;
            table = format!("{}.", numbered(name, &counts));
        } else if let Some(name) = header(line, "[", "]") {
            table = format!("{}.", numbered(name, &counts));
        }
    }
    settings
}

/// The name in the header of a table.
fn header<'a>(line: &'a str, open: &str, close: &str) -> Option<&'a str> {
    line.strip_prefix(open)?.strip_suffix(close)
}

/// The name of a table, with the number of the current one for each array in it.
fn numbered(name: &str, counts: &BTreeMap<&str, usize>) -> String {
    let ends = name.match_indices('.').map(|(at, _)| at);
    let mut numbered = String::new();
    let mut begin = 0;
    for end in ends.chain([name.len()]) {
        numbered += &name[begin..end];
        if let Some(count) = counts.get(&name[..end]) {
            numbered += &format!("[{count}]");
        }
        begin = end;
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Inner {
        size: u32,
    }

    #[derive(Serialize)]
    struct Nest {
        list: Vec<Inner>,
    }

    #[derive(Serialize)]
    struct Item {
        inner: Inner,
    }

    #[derive(Serialize)]
    struct Outer {
        seed: u64,
        inner: Inner,
        list: Vec<Item>,
        nest: Nest,
    }

    #[test]
    fn differences_name_the_table_and_its_number() {
        let item = |size| Item {
            inner: Inner { size },
        };
        let outer = |seed, size: u32, sizes: &[u32]| Outer {
            seed,
            inner: Inner { size },
            list: sizes.iter().map(|&size| item(size)).collect(),
            nest: Nest {
                list: [size, 9].map(|size| Inner { size }).into(),
            },
        };
        let before = outer(1, 2, &[3, 4]);
        assert_eq!(differences(&before, &before), "");
        assert_eq!(
            differences(&before, &outer(u64::MAX, 5, &[3, 6, 7])),
            "inner.size was 2 and is 5, list[2].inner.size was 4 and is 6, \
             list[3].inner.size was not set and is 7, nest.list[1].size was 2 and is 5, \
             seed was 1 and is 18446744073709551615"
        );
        let many = differences(&before, &outer(u64::MAX, 5, &[5, 6, 7, 8]));
        let end = "nest.list[1].size was 2 and is 5, and 1 more";
        assert!(many.ends_with(end), "{many}");
    }
}
