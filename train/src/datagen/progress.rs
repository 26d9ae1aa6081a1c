//! What a run shows while it goes on: a bar in a terminal, a line a minute elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::Goal;
use crate::console::note;

/// How often a log gets a line.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The bar's length: it shows a share.
const FULL: f64 = 1000.0;

/// Games and positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Scored positions.
    pub positions: u64,
}

/// The progress of a run.
pub struct Progress {
    goal: Goal,
    started: Instant,
    /// What earlier runs left.
    before: Tally,
    bar: ProgressBar,
    logged: Instant,
}

impl Progress {
    /// Begins to show, `before` being what earlier runs left.
    pub fn new(goal: Goal, before: Tally) -> Self {
        let template = if goal == Goal::default() {
            "{spinner} {elapsed_precise} {msg}"
        } else {
            "{elapsed_precise} {bar:30} {percent}% {msg}"
        };
        let style = ProgressStyle::with_template(template);
        let now = Instant::now();
        Self {
            goal,
            started: now,
            before,
            bar: ProgressBar::new(FULL as u64)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
            logged: now,
        }
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Positions a second in this run.
    pub fn speed(&self, now: Tally) -> f64 {
        let made = now.positions - self.before.positions;
        made as f64 / self.elapsed().as_secs_f64().max(1e-3)
    }

    /// Shows how far the run is.
    pub fn show(&mut self, now: Tally) {
        let share = self.share(now);
        self.bar.set_position((share * FULL) as u64);
        self.bar.set_message(self.describe(now, share));
        self.bar.tick();
        if !stderr().is_terminal() && self.logged.elapsed() >= LOG_INTERVAL {
            self.logged = Instant::now();
            note(self.describe(now, share));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// How much of this run's work is done, from 0 to 1: by the limit that is nearest.
    fn share(&self, now: Tally) -> f64 {
        let share = |goal: Option<u64>, before: u64, now: u64| {
            let goal = goal?.saturating_sub(before);
            Some((now - before) as f64 / (goal as f64).max(1.0))
        };
        let Tally { games, positions } = self.before;
        let time = |limit: Duration| self.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-3);
        [
            share(self.goal.games, games, now.games),
            share(self.goal.positions, positions, now.positions),
            self.goal.time.map(time),
        ]
        .into_iter()
        .flatten()
        .fold(0.0, f64::max)
        .min(1.0)
    }

    fn describe(&self, now: Tally, share: f64) -> String {
        let games = HumanCount(now.games);
        let positions = HumanCount(now.positions);
        let speed = self.speed(now);
        let left = if share > 0.0 {
            let seconds = self.elapsed().as_secs_f64() * (1.0 - share) / share;
            let left = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            format!(", {} left", HumanDuration(left))
        } else {
            String::new()
        };
        format!("{games} games, {positions} positions, {speed:.0} positions/s{left}")
    }
}
