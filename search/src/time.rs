//! Time management: a soft bound scaled by the course of the search, and a hard one.

use std::time::{Duration, Instant};

use crate::limits::{Clock, Limits};
use crate::params;

mod lag;
mod pace;

pub use lag::Lag;
pub use pace::{Iteration, Pace};

const MILLISECOND: Duration = Duration::from_millis(1);
/// The time that ranking the root moves by the tablebases may take even if the search is to end
/// sooner: unless the disk is slow it takes much less, and without ranks a hasty move could throw away
/// a won ending.
pub(crate) const RANKING_TIME: Duration = Duration::from_millis(100);
/// The longest time and increment that are planned for, 136 years, so that multiples do not overflow.
const LONGEST: Duration = Duration::from_secs(1 << 32);
/// The planning horizon, in moves.
pub(crate) const MOVES_AHEAD: u32 = 40;

/// The time bounds of one search, as durations since the clock started.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// The time for ranking the root moves by the tablebases.
    ranking: Option<Duration>,
    /// Nodes that count as a millisecond; 0 to use the clock.
    nodes_per_ms: u64,
}

impl TimeManager {
    /// The bounds that `limits` set for move `move_number` of a game, given the number of moves to
    /// choose from.
    pub fn new(limits: &Limits, move_number: u16, root_moves: usize, lag: Lag) -> Self {
        let mut bounds = Self {
            started: limits.started.unwrap_or_else(Instant::now),
            soft: None,
            hard: None,
            ranking: None,
            nodes_per_ms: limits.nodes_per_ms,
        };
        if let Some(time) = limits.move_time {
            let spare = move_time_margin(time, limits.overhead, lag);
            bounds.hard = Some((time - spare).max(MILLISECOND));
        }
        bounds.ranking = bounds.hard;
        if let Some(clock) = limits.clock {
            let (soft, hard) = plan(clock, limits.overhead, lag, move_number);
            // A single move needs no time: the first iterations give its score and the reply.
            bounds.soft = Some(if root_moves == 1 {
                Duration::ZERO
            } else {
                soft
            });
            bounds.hard = Some(bounds.hard.map_or(hard, |exact| exact.min(hard)));
            let left = clock.time.saturating_sub(limits.overhead);
            let ranking = hard.max(RANKING_TIME.min(left / 4));
            bounds.ranking = Some(bounds.ranking.map_or(ranking, |exact| exact.min(ranking)));
        }
        bounds
    }

    /// Time since the clock started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that counts against the bounds after `nodes`, counted only for a node clock.
    pub(crate) fn spent(&self, nodes: impl FnOnce() -> u64) -> Duration {
        match self.nodes_per_ms {
            0 => self.elapsed(),
            per_ms => node_time(nodes(), per_ms),
        }
    }

    /// True if a search that has spent `elapsed` must end at once.
    pub(crate) fn is_hard_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// True if ranking the root moves must end after `elapsed`. On a clock it may take longer than a
    /// move, since opening the tables takes time only once.
    pub(crate) fn is_ranking_over(&self, elapsed: Duration) -> bool {
        self.ranking.is_some_and(|ranking| elapsed >= ranking)
    }

    /// True if no further iteration should begin after `nodes`.
    pub(crate) fn is_soft_over<M>(&self, pace: &Pace<M>, nodes: u64) -> bool {
        self.soft
            .is_some_and(|soft| self.spent(|| nodes) >= soft.mul_f64(pace.scale()))
    }
}

/// The time that `nodes` take on a clock that counts them, at `per_ms` per millisecond; see
/// [`Limits::nodes_per_ms`].
pub fn node_time(nodes: u64, per_ms: u64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / per_ms as f64 / 1000.0)
}

/// The part of a fixed time per move that is left unused: the overhead or the worst expected lag,
/// whichever is longer, but at most a fifth of `time`. Zero if the overhead is zero.
fn move_time_margin(time: Duration, overhead: Duration, lag: Lag) -> Duration {
    if overhead.is_zero() {
        return Duration::ZERO;
    }
    overhead.max(lag.worst_case()).min(time / 5)
}

/// The soft and hard bounds for a clock. Both stay within the time left, less overhead and slack,
/// because the increment comes only after the move. The soft bound is a share of the clock that
/// grows with the move number, plus most of the increment.
fn plan(clock: Clock, overhead: Duration, lag: Lag, move_number: u16) -> (Duration, Duration) {
    let [time, increment, overhead] =
        [clock.time, clock.increment, overhead].map(|time| time.min(LONGEST));
    let slack = lag.margin();
    let left = time.saturating_sub(overhead);
    let usable = left
        .saturating_sub(slack.min(left * 2 / 3))
        .max(MILLISECOND);
    // Time left over by the last move before a time control is added to the next period.
    let moves = clock.moves_to_go.map(|moves| moves.clamp(2, MOVES_AHEAD));
    // The measured lag is lost on each future move, minus what the increment covers.
    let loss = lag.mean(overhead);
    let reserve = loss.saturating_sub(increment) * moves.unwrap_or(MOVES_AHEAD);
    let shared = usable.saturating_sub(reserve).max(usable / 8);
    let share = moves.map_or_else(
        || share(move_number, increment),
        |moves| 1.0 / f64::from(moves),
    );
    // When short of time, bank increments: if each is spent at once, a single scheduling delay
    // loses on time.
    let cushion = (usable.as_secs_f64() / slack.as_secs_f64()).min(1.0);
    let gain = increment.saturating_sub(loss).mul_f64(cushion);
    let soft = shared.mul_f64(share) + gain * params::time_increment() as u32 / 100;
    let hard = (usable * params::time_hard_share() as u32 / 100)
        .min(soft * params::time_hard_factor() as u32 / 100)
        .clamp(MILLISECOND, usable);
    (soft.min(hard), hard)
}

/// The share of the clock for a move: small in the opening, with most moves still to come, and near
/// its limit from move 60 on (same curve as in Reckless). Smaller without an increment, when all
/// later moves must be made in what is left.
fn share(move_number: u16, increment: Duration) -> f64 {
    let thousandths = |value: i32| f64::from(value) / 1000.0;
    let grown = 1.0 - (-f64::from(move_number) / f64::from(params::time_share_moves())).exp();
    let share =
        thousandths(params::time_share_first()) + thousandths(params::time_share_growth()) * grown;
    if increment.is_zero() {
        share * f64::from(params::time_sudden_death()) / 100.0
    } else {
        share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn plans_stay_within_the_clock() {
        for time in [0, 1, 5, 20, 21, 50, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 20, 5000] {
                        let overhead = Duration::from_millis(overhead);
                        let clock = clock(time, increment, moves);
                        let (soft, hard) = plan(clock, overhead, Lag::default(), 20);
                        let usable = Duration::from_millis(time)
                            .saturating_sub(overhead)
                            .max(MILLISECOND);
                        assert!(soft <= hard, "{soft:?} {hard:?}");
                        assert!(hard <= usable, "{hard:?} of {usable:?}");
                        assert!(hard >= MILLISECOND);
                    }
                }
            }
        }
    }

    #[test]
    fn move_time_loses_at_most_a_fifth() {
        let ms = Duration::from_millis;
        let quiet = Lag::default();
        let busy = quiet.after_wait(ms(200));
        for (time, overhead, lag, used) in [
            (1000, 20, quiet, 980),
            (50, 20, quiet, 40),
            (10, 20, quiet, 8),
            (500, 10_000, quiet, 400),
            (500, 20, busy, 400),
            (500, 0, busy, 500),
            (0, 20, quiet, 1),
        ] {
            let limits: Limits = Limits {
                overhead: ms(overhead),
                ..Limits::move_time(ms(time))
            };
            let bounds = TimeManager::new(&limits, 20, 20, lag);
            assert_eq!(
                bounds.hard,
                Some(ms(used)),
                "{time} ms, overhead {overhead}"
            );
        }
    }

    #[test]
    fn ranking_may_take_a_quarter_of_a_short_clock() {
        let ms = Duration::from_millis;
        for (time, ranking) in [(20, 1), (220, 50), (1020, 100)] {
            let limits: Limits = Limits {
                clock: Some(clock(time, 0, None)),
                overhead: ms(20),
                ..Limits::default()
            };
            let bounds = TimeManager::new(&limits, 60, 5, Lag::default());
            assert!(bounds.hard <= bounds.ranking, "{bounds:?}");
            assert_eq!(bounds.ranking, Some(ms(ranking)), "{time} ms");
        }
    }

    /// The milliseconds left after each of 80 moves of a game.
    fn game(time: u64, increment: u64) -> Vec<u64> {
        let ms = Duration::from_millis;
        let lag = Lag::default().after_move(0.002);
        let mut left = time;
        let play = |number| {
            let (soft, _) = plan(clock(left, increment, None), ms(20), lag, number);
            // The mean scale of soft bounds in games is about 1.4.
            let spent = soft.mul_f64(1.4) + ms(2);
            left = left + increment - spent.as_millis() as u64;
            left
        };
        (1..=80).map(play).collect()
    }

    #[test]
    fn a_game_with_increment_uses_its_clock() {
        let left = game(2000, 20);
        assert!((1000..1500).contains(&left[9]), "{left:?}");
        assert!((150..400).contains(&left[39]), "{left:?}");
    }

    #[test]
    fn a_game_without_increment_leaves_time_for_a_long_ending() {
        let left = game(600_000, 0);
        assert!((150_000..250_000).contains(&left[39]), "{left:?}");
        assert!((60_000..120_000).contains(&left[59]), "{left:?}");
    }

    #[test]
    fn shorter_of_move_time_and_clock_bounds_the_search() {
        for (move_time, left) in [(100, 60_000), (60_000, 100)] {
            let limits: Limits = Limits {
                clock: Some(clock(left, 0, None)),
                ..Limits::move_time(Duration::from_millis(move_time))
            };
            let bounds = TimeManager::new(&limits, 20, 20, Lag::default());
            assert!(bounds.hard < Some(Duration::from_millis(100)), "{bounds:?}");
        }
    }

    #[test]
    fn soft_bound_is_scaled_by_the_pace() {
        let limits: Limits = Limits {
            clock: Some(clock(100_000, 0, None)),
            nodes_per_ms: 1,
            ..Limits::default()
        };
        let bounds = TimeManager::new(&limits, 20, 20, Lag::default());
        let soft = bounds.soft.expect("a clock").as_millis() as u64;
        let pace = |moves: &[u8], node_share, best_move_changes| {
            let mut pace = Pace::new(None);
            for &best in moves {
                pace.finish_iteration(Iteration {
                    best,
                    score: 0,
                    node_share,
                    best_move_changes,
                });
            }
            pace
        };
        let (stable, unstable) = (pace(&[0; 12], 0.95, 0), pace(&[0, 1, 0], 0.3, 1));
        for (pace, percent, is_over) in [
            (stable, 20, false),
            (stable, 75, true),
            (unstable, 125, false),
            (unstable, 600, true),
        ] {
            let nodes = soft * percent / 100;
            assert_eq!(bounds.is_soft_over(&pace, nodes), is_over, "{percent}%");
        }
    }

    #[test]
    fn forced_move_has_no_soft_time() {
        let limits: Limits = Limits {
            clock: Some(clock(60_000, 1000, None)),
            ..Limits::default()
        };
        let soft = |legal_moves| TimeManager::new(&limits, 20, legal_moves, Lag::default()).soft;
        assert_eq!(soft(1), Some(Duration::ZERO));
        assert!(soft(2) > Some(Duration::from_millis(1000)));
    }

    #[test]
    fn last_move_before_a_time_control_leaves_time_over() {
        let soft = |moves| {
            let clock = clock(10_000, 0, Some(moves));
            plan(clock, Duration::ZERO, Lag::default(), 40).0
        };
        assert_eq!(soft(1), soft(2));
        assert!(soft(3) < soft(2));
    }

    #[test]
    fn safety_margin_follows_the_worst_lag_but_leaves_a_third_of_the_clock() {
        let ms = Duration::from_millis;
        let hard = |lag| plan(clock(300, 0, Some(2)), Duration::ZERO, lag, 20).1;
        let quiet = hard(Lag::default());
        let busy = hard(Lag::default().after_wait(ms(100)));
        assert!(busy < quiet.mul_f64(0.7), "{busy:?} {quiet:?}");
        assert!((ms(20)..ms(100)).contains(&busy), "{busy:?}");
    }

    /// The soft bounds with a mean lag of `lag` milliseconds and without any, both with the safety
    /// margin for that lag.
    fn soft_with_and_without(lag: u64, clock: Clock) -> [Duration; 2] {
        let without = Lag::default().after_wait(Duration::from_millis(lag));
        let with = Lag::default().after_move(lag as f64 / 1000.0);
        [with, without].map(|lag| plan(clock, Duration::ZERO, lag, 20).0)
    }

    #[test]
    fn time_manager_reserves_the_mean_lag_of_future_moves() {
        // The lag of 40 moves is two fifths of the clock.
        let [soft, without] = soft_with_and_without(200, clock(20_000, 0, None));
        let share = soft.as_secs_f64() / without.as_secs_f64();
        assert!((0.5..0.7).contains(&share), "{share}");
    }

    #[test]
    fn increment_pays_for_the_mean_lag_first() {
        // The lag reduces the gain from the increment; no time needs to be reserved for it.
        let [soft, without] = soft_with_and_without(50, clock(10_000, 100, None));
        let difference = without.saturating_sub(soft).as_millis();
        assert!((20..=50).contains(&difference), "{soft:?} {without:?}");
    }

    #[test]
    fn increments_are_banked_when_short_of_time() {
        let soft = |time| plan(clock(time, 20, None), Duration::ZERO, Lag::default(), 20).0;
        assert!(soft(100) < Duration::from_millis(10), "{:?}", soft(100));
        assert!(soft(10_000) > Duration::from_millis(20));
    }
}
