//! `train rules`: measures what each rule of the search contributes, all in one experiment.
//!
//! A factorial experiment: in every pair of games each player has a random subset of the rules
//! switched off, and a regression on the differences gives the effect of each rule. Effects are
//! averages over random mixtures of the other rules. Of the rules without any effect, one in twenty
//! differs from zero by more than two standard errors.

mod regression;
mod results;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use fs_err::{self as fs, OpenOptions};
use indicatif::ProgressBar;
use rand::RngExt;
use search::nnue::Network;
use search::param;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::console::{print_line, print_note};
use crate::differences::differences;
use crate::files::{FolderLock, write_atomically};
use crate::pairs::{
    Conditions, Experiment, Job, PairError, Playing, Purpose, Values, pairs_bar, run_pairs, stream,
};
use crate::stop::Stop;
use regression::Regression;
use results::{Pair, read_results};

/// Elo per expected point at equality: the slope of the logistic curve.
const ELO: f64 = 1600.0 / std::f64::consts::LN_10;
/// Standard deviation of the prior of an effect, in Elo.
const PRIOR: f64 = 60.0;

/// Settings of the experiment. The same settings continue an earlier run.
#[derive(Args, Clone, Debug)]
pub struct Rules {
    /// The rules: a TOML file with the parameters that switch each of them off
    #[arg(default_value = "train/rules.toml")]
    pub file: PathBuf,
    /// Folder for results and table
    #[arg(long)]
    pub out: PathBuf,
    /// Pairs of games, including those of earlier runs
    #[arg(long, default_value_t = 2000)]
    pub pairs: u64,
    /// Probability that a player has a rule switched off
    #[arg(long, default_value_t = 0.15)]
    pub probability: f64,
    /// Settings of the games.
    #[command(flatten)]
    pub playing: Playing,
}

/// A failed experiment.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum RulesError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Pairs(#[from] PairError),
    #[error("{}: {source}", path.display())]
    Toml {
        path: PathBuf,
        source: toml::de::Error,
    },
    #[error("rule '{rule}': there is no parameter '{parameter}'")]
    Parameter { rule: String, parameter: String },
    #[error("the probability must be between 0 and 1")]
    Probability,
    #[error(
        "{} has an experiment with other rules, settings or players: {differences}; \
         use another folder",
        folder.display()
    )]
    Differs {
        folder: PathBuf,
        differences: String,
    },
    #[error(
        "{} is missing: it describes the experiment of the pairs beside it; use another folder",
        .0.display()
    )]
    Missing(PathBuf),
    #[error("{}: line {line} is not a result of {rules} rules; use another folder", path.display())]
    Result {
        path: PathBuf,
        line: usize,
        rules: usize,
    },
}

/// A rule of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    name: String,
    /// One line of description.
    what: String,
    /// The source file of the search that contains it.
    file: String,
    /// The parameters that switch it off.
    off: BTreeMap<String, i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    rule: Vec<Rule>,
}

/// The conditions that an experiment shares with the earlier one that it continues.
#[derive(PartialEq, Serialize, Deserialize)]
struct Design {
    /// The commit of the players.
    commit: String,
    /// The checksum of their network.
    network: u32,
    probability: f64,
    seed: u64,
    conditions: Conditions,
    rule: Vec<Rule>,
}

impl Design {
    /// Writes the design to the folder if that has no results, or checks that the one there is the same.
    fn write_or_check(&self, folder: &Path, has_results: bool) -> Result<(), RulesError> {
        let path = folder.join("design.toml");
        let text = toml::to_string(self).expect("a table of plain values is TOML");
        if !path.exists() {
            return match has_results {
                true => Err(RulesError::Missing(path)),
                false => Ok(write_atomically(&path, text.as_bytes())?),
            };
        }
        match toml::from_str::<Self>(&fs::read_to_string(&path)?) {
            Ok(found) if found == *self => Ok(()),
            Ok(found) => Err(RulesError::Differs {
                folder: folder.to_owned(),
                differences: differences(&found, self),
            }),
            Err(source) => Err(RulesError::Toml { path, source }),
        }
    }
}

/// Plays the pairs and prints the table of effects.
///
/// # Errors
/// [`RulesError`]. Finished pairs are kept.
pub fn run(settings: &Rules, stop: &Stop) -> Result<(), RulesError> {
    let rules = read_rules(settings)?;
    fs::create_dir_all(&settings.out)?;
    let _lock = FolderLock::take(&settings.out)?;
    let path = settings.out.join("pairs.txt");
    let design = Design {
        commit: env!("ENROQUE_COMMIT").to_owned(),
        network: Network::embedded().checksum(),
        probability: settings.probability,
        seed: settings.playing.seed,
        conditions: settings.playing.conditions,
        rule: rules.clone(),
    };
    let has_results = fs::metadata(&path).is_ok_and(|file| file.len() > 0);
    design.write_or_check(&settings.out, has_results)?;
    let results = read_results(&path, rules.len())?;
    let file = OpenOptions::new().append(true).create(true).open(&path)?;
    let bar = pairs_bar(settings.pairs, results.len() as u64);
    let mut factorial = Factorial {
        settings,
        rules,
        played: results.iter().map(|pair| pair.number).collect(),
        next: 0,
        results,
        file,
        bar,
    };
    let result = run_pairs(&settings.playing, stop, &mut factorial);
    factorial.bar.finish_and_clear();
    result?;
    let played = factorial.results.len() as u64;
    if played < settings.pairs {
        print_note(format_args!(
            "stopped after {played} of {} pairs; the same command continues",
            settings.pairs
        ));
    }
    if played == 0 {
        return Ok(());
    }
    let table = factorial.table();
    write_atomically(&settings.out.join("rules.md"), table.as_bytes())?;
    print_line(table);
    Ok(())
}

fn read_rules(settings: &Rules) -> Result<Vec<Rule>, RulesError> {
    if !(settings.probability > 0.0 && settings.probability < 1.0) {
        return Err(RulesError::Probability);
    }
    let text = fs::read_to_string(&settings.file)?;
    let file: RuleFile = toml::from_str(&text).map_err(|source| RulesError::Toml {
        path: settings.file.clone(),
        source,
    })?;
    for rule in &file.rule {
        if let Some(parameter) = rule.off.keys().find(|name| param(name).is_none()) {
            return Err(RulesError::Parameter {
                rule: rule.name.clone(),
                parameter: parameter.clone(),
            });
        }
    }
    Ok(file.rule)
}

/// An experiment in progress.
struct Factorial<'a> {
    settings: &'a Rules,
    rules: Vec<Rule>,
    results: Vec<Pair>,
    /// The pairs of earlier runs, which may have ended in any order.
    played: BTreeSet<u64>,
    /// The next pair to be played, unless it is one of these.
    next: u64,
    file: fs_err::File,
    bar: ProgressBar,
}

impl Factorial<'_> {
    /// The rules that the players of a pair have switched off.
    fn subsets(&self, pair: u64) -> [Vec<bool>; 2] {
        let mut rng = stream(Purpose::Players, self.settings.playing.seed, pair);
        let mut draw = || {
            let draw = |_| rng.random_bool(self.settings.probability);
            (0..self.rules.len()).map(draw).collect()
        };
        [draw(), draw()]
    }

    /// A player's parameters: those of every rule, switched on or off.
    fn values(&self, off: &[bool]) -> Values {
        let mut values = BTreeMap::new();
        for rule in &self.rules {
            for name in rule.off.keys() {
                values.insert(name.clone(), param(name).unwrap_or_default());
            }
        }
        for (rule, _) in self.rules.iter().zip(off).filter(|(_, off)| **off) {
            values.extend(rule.off.clone());
        }
        values.into_iter().collect()
    }

    /// The table of effects in Markdown, largest first.
    fn table(&self) -> String {
        let mut regression = Regression::new(self.rules.len());
        for pair in &self.results {
            let [first, second] = &pair.off;
            let difference = |(&a, &b): (&bool, &bool)| f64::from(a) - f64::from(b);
            let differences: Vec<f64> = first.iter().zip(second).map(difference).collect();
            regression.add(&differences, f64::from(pair.half_points) / 4.0 - 0.5);
        }
        let effects = regression.solve(PRIOR / ELO);
        let mut rows: Vec<_> = self.rules.iter().zip(effects).collect();
        rows.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
        let games = 2 * self.results.len();
        let mut text = format!(
            "| rule | what it does | parameters | file | Elo when off ({games} games) |\n\
             |---|---|---|---|---|\n"
        );
        for (rule, effect) in rows {
            let Rule {
                name,
                what,
                file,
                off,
            } = rule;
            let parameters: Vec<_> = off.keys().map(|name| format!("`{name}`")).collect();
            let parameters = parameters.join(", ");
            // Adding 0 makes a negative zero positive.
            let elo = (effect.value * ELO).round() + 0.0;
            let elo = format!("{elo:+.0}").replace('-', "−");
            // 95% bounds.
            let error = 1.96 * effect.error * ELO;
            let _ = writeln!(
                text,
                "| {name} | {what} | {parameters} | `{file}` | {elo} ± {error:.0} |"
            );
        }
        text
    }
}

impl Experiment for Factorial<'_> {
    type Error = RulesError;

    fn name(&self) -> String {
        let probability = self.settings.probability;
        let rules = serde_json::to_vec(&self.rules).unwrap_or_default();
        let hash = crc32fast::hash(&rules);
        format!("rules {hash:08x} --probability {probability}")
    }

    fn next_job(&mut self) -> Option<Job> {
        while self.played.contains(&self.next) {
            self.next += 1;
        }
        if self.next >= self.settings.pairs {
            return None;
        }
        let job = Job {
            number: self.next,
            players: self.subsets(self.next).map(|off| self.values(&off)),
        };
        self.next += 1;
        Some(job)
    }

    fn add_result(&mut self, job: &Job, half_points: u8) -> Result<(), RulesError> {
        let pair = Pair {
            number: job.number,
            off: self.subsets(job.number),
            half_points,
        };
        self.file.write_all(pair.to_line().as_bytes())?;
        self.results.push(pair);
        self.bar.set_position(self.results.len() as u64);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;

    #[test]
    fn rules_of_the_repository_name_parameters() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/rules.toml");
        let settings = Rules {
            file: file.into(),
            out: PathBuf::new(),
            pairs: 1,
            probability: 0.15,
            playing: Playing::one_node(),
        };
        let rules = read_rules(&settings).expect("rules");
        assert!(rules.len() > 30);
    }

    #[test]
    fn rule_whose_absence_loses_has_a_negative_effect_when_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = Rules {
            file: PathBuf::new(),
            out: folder.path().to_owned(),
            pairs: 40,
            probability: 0.5,
            playing: Playing::one_node(),
        };
        let rule = Rule {
            name: "a rule".to_owned(),
            what: String::new(),
            file: String::new(),
            off: BTreeMap::from([("rfp_margin".to_owned(), 0)]),
        };
        let path = folder.path().join("pairs.txt");
        let mut factorial = Factorial {
            settings: &settings,
            rules: vec![rule],
            results: Vec::new(),
            played: BTreeSet::new(),
            next: 0,
            file: fs_err::File::create(&path).expect("a file"),
            bar: ProgressBar::hidden(),
        };
        while let Some(job) = factorial.next_job() {
            let [first, second] = job.players.clone().map(|values| values[0].1);
            let half_points = match first.cmp(&second) {
                Ordering::Less => 0,
                Ordering::Equal => 2,
                Ordering::Greater => 4,
            };
            factorial.add_result(&job, half_points).expect("a pair");
        }
        let table = factorial.table();
        let row = table.lines().last().expect("the rule");
        assert!(row.contains("| a rule |") && row.contains("| −"), "{row}");
        let results = read_results(&path, 1).expect("the results");
        assert_eq!(results.len(), 40);
    }

    #[test]
    fn results_without_their_design_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let design = Design {
            commit: String::new(),
            network: 0,
            probability: 0.5,
            seed: 1,
            conditions: Playing::one_node().conditions,
            rule: Vec::new(),
        };
        let check = |has_results| design.write_or_check(folder.path(), has_results);
        assert!(matches!(check(true), Err(RulesError::Missing(_))));
        check(false).expect("a new design");
        check(true).expect("the same design");
        let other = Design { seed: 2, ..design };
        let result = other.write_or_check(folder.path(), true);
        assert!(matches!(result, Err(RulesError::Differs { .. })));
    }
}
