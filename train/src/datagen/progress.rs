//! The display of a running datagen: a progress bar on a terminal, a line a minute in a log.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar};

use super::Goal;
use crate::console::{bar_style, print_note};

/// Time between two lines in a log.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The length of the bar, for a fraction of 1.
const FULL: f64 = 1000.0;

/// Numbers of games and positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) games: u64,
    /// Scored positions.
    pub(super) positions: u64,
}

/// The display of one run.
pub(super) struct Display {
    goal: Goal,
    started: Instant,
    /// Games and positions of earlier runs.
    before: Tally,
    bar: ProgressBar,
    logged: Instant,
}

impl Display {
    pub(super) fn new(goal: Goal, before: Tally) -> Self {
        let template = if goal == Goal::default() {
            "{spinner} {elapsed_precise} {msg}"
        } else {
            "{elapsed_precise} {bar:30} {percent}% {msg}"
        };
        let now = Instant::now();
        Self {
            goal,
            started: now,
            before,
            bar: ProgressBar::new(FULL as u64).with_style(bar_style(template)),
            logged: now,
        }
    }

    /// Time since the run began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Positions per second in this run.
    pub(super) fn speed(&self, now: Tally) -> f64 {
        let made = now.positions - self.before.positions;
        made as f64 / self.elapsed().as_secs_f64().max(1e-3)
    }

    /// Updates the bar or the log.
    pub(super) fn update(&mut self, now: Tally) {
        let fraction = self.fraction(now);
        self.bar.set_position((fraction * FULL) as u64);
        self.bar.set_message(self.describe(now, fraction));
        self.bar.tick();
        if !stderr().is_terminal() && self.logged.elapsed() >= LOG_INTERVAL {
            self.logged = Instant::now();
            print_note(self.describe(now, fraction));
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// The completed fraction of this run, from 0 to 1, by the nearest limit.
    fn fraction(&self, now: Tally) -> f64 {
        let fraction = |goal: Option<u64>, before: u64, now: u64| {
            let goal = goal?.saturating_sub(before);
            Some((now - before) as f64 / (goal as f64).max(1.0))
        };
        let Tally { games, positions } = self.before;
        let time = |limit: Duration| self.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-3);
        [
            fraction(self.goal.games, games, now.games),
            fraction(self.goal.positions, positions, now.positions),
            self.goal.time.map(time),
        ]
        .into_iter()
        .flatten()
        .fold(0.0, f64::max)
        .min(1.0)
    }

    fn describe(&self, now: Tally, fraction: f64) -> String {
        let games = HumanCount(now.games);
        let positions = HumanCount(now.positions);
        let speed = self.speed(now);
        let left = if fraction > 0.0 {
            let seconds = self.elapsed().as_secs_f64() * (1.0 - fraction) / fraction;
            let left = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            format!(", {} left", HumanDuration(left))
        } else {
            String::new()
        };
        format!("{games} games, {positions} positions, {speed:.0} positions/s{left}")
    }
}
