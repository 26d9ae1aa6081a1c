//! How long to think: a soft bound scaled by how the search goes, and a hard one.

use std::time::{Duration, Instant};

use crate::limits::{Clock, Limits};
use crate::params;

/// The bounds of what no plan touches on a clock. Between them it is a multiple of the [`Lag`].
const LEAST_SLACK: Duration = Duration::from_millis(80);
const MOST_SLACK: Duration = Duration::from_millis(400);
const MILLISECOND: Duration = Duration::from_millis(1);
/// Each of this many moves must still find its overhead, where increments do not pay for it: long
/// games without increment are lost by moves that take no thought.
const MOVES_TO_RESERVE: u32 = 40;

/// How much of the clock has lately been lost besides thinking: waiting for a processor, and on the
/// way between engine and clock. Next to nothing on a quiet machine, many times a move's due where
/// more games run than there are processors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lag(Duration);

impl Lag {
    /// More than this is no lag: it is another game, or somebody has set the clock.
    const MOST: Duration = Duration::from_secs(1);

    /// After a move on which `lost` was lost; earlier losses fade move by move.
    pub(crate) fn after(self, lost: Duration) -> Self {
        if lost > Self::MOST {
            return self;
        }
        Self(lost.max(self.0 * 15 / 16))
    }

    /// What may be lost on the next move: it can be more than ever before.
    fn feared(self) -> Duration {
        4 * self.0
    }

    /// What no plan touches on a clock.
    fn slack(self) -> Duration {
        self.feared().clamp(LEAST_SLACK, MOST_SLACK)
    }
}

/// What of the clock was lost on a move that took `thought`, by what it showed when we were asked
/// for that move and for the next one. `None` when the clock cannot tell, as after a time control.
pub(crate) fn lost(asked: Clock, thought: Duration, next: Clock) -> Option<Duration> {
    (asked.time + asked.increment)
        .checked_sub(next.time)?
        .checked_sub(thought)
}

/// The time bounds of one search, as durations since the clock started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

/// How the search goes, as far as time is concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// The share of nodes spent on the best move, from 0 to 1.
    pub(crate) node_share: f64,
    /// For how many iterations the best move has been the same.
    pub(crate) stability: u32,
    /// By how many units the score has dropped lately; negative when it rose.
    pub(crate) drop: i32,
}

impl TimeManager {
    pub(crate) fn new(limits: &Limits, legal_moves: usize, lag: Lag) -> Self {
        let mut bounds = Self {
            started: limits.started,
            soft: None,
            hard: None,
        };
        if let Some(time) = limits.move_time {
            let spare = move_time_margin(time, limits.overhead, lag);
            bounds.hard = Some((time - spare).max(MILLISECOND));
        }
        if let Some(clock) = limits.clock {
            let (soft, hard) = plan(clock, limits.overhead, lag.slack());
            // A forced move needs no thought: the first iteration gives score and reply.
            bounds.soft = Some(if legal_moves == 1 {
                Duration::ZERO
            } else {
                soft
            });
            bounds.hard = Some(bounds.hard.map_or(hard, |exact| exact.min(hard)));
        }
        bounds
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// True when a search must end at once that has taken `elapsed`.
    pub(crate) fn is_hard_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// True when no further iteration should begin.
    pub(crate) fn is_soft_over(&self, progress: Progress) -> bool {
        self.soft
            .is_some_and(|soft| self.elapsed() >= soft.mul_f64(scale(progress)))
    }
}

/// The part of a fixed time per move that is left unused: the overhead or the expected lag, whichever
/// is longer, but at most a fifth of `time`. Nothing where the overhead is zero.
fn move_time_margin(time: Duration, overhead: Duration, lag: Lag) -> Duration {
    if overhead.is_zero() {
        return Duration::ZERO;
    }
    overhead.max(lag.feared()).min(time / 5)
}

/// The soft and the hard bound on a clock. Both stay within what is left, less overhead and slack:
/// the increment comes only after the move.
fn plan(clock: Clock, overhead: Duration, slack: Duration) -> (Duration, Duration) {
    let left = clock.time.saturating_sub(overhead);
    let usable = left
        .saturating_sub(slack.min(left * 2 / 3))
        .max(MILLISECOND);
    let moves = clock.moves_to_go.map(|moves| moves.clamp(2, 40));
    // Overhead is lost on each move to come; half of an increment may go into paying for it.
    let unpaid = overhead.saturating_sub(clock.increment / 2);
    let reserved = unpaid * moves.unwrap_or(MOVES_TO_RESERVE);
    let shared = usable.saturating_sub(reserved).max(usable / 8);
    let divisor = moves.unwrap_or(params::time_divisor() as u32);
    // On a clock that has run low increments first fill it up again: who spends them as they come
    // lives from move to move, and one late wake-up loses the game.
    let cushion = (usable.as_secs_f64() / slack.as_secs_f64()).min(1.0);
    let increment = clock.increment.mul_f64(cushion) * params::time_increment() as u32 / 100;
    let soft = shared / divisor + increment;
    let hard = (usable * params::time_hard_share() as u32 / 100)
        .min(soft * params::time_hard_factor() as u32 / 100)
        .clamp(MILLISECOND, usable);
    (soft.min(hard), hard)
}

/// How much of the soft bound to use, 1 being usual: less when nearly all work went into one move
/// and it has long been the best one, more when the score falls.
fn scale(progress: Progress) -> f64 {
    let hundredths = |value: i32| f64::from(value) / 100.0;
    let nodes = hundredths(params::time_node_base())
        - hundredths(params::time_node_factor()) * progress.node_share;
    let stability = hundredths(params::time_stability_base())
        - hundredths(params::time_stability_step()) * f64::from(progress.stability.min(10));
    let drop = f64::from(progress.drop.clamp(-30, 80)) / 100.0;
    let trend = 1.0 + hundredths(params::time_drop_factor()) * drop;
    nodes * stability * trend
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
                        let (soft, hard) =
                            plan(clock(time, increment, moves), overhead, LEAST_SLACK);
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
    fn a_laggard_leaves_more() {
        let quiet = Lag::default().after(Duration::from_millis(1));
        let mut busy = quiet.after(Duration::from_millis(60));
        let usable =
            |lag: Lag| plan(clock(200, 10, None), Duration::from_millis(20), lag.slack()).1;
        assert!(usable(busy) < usable(quiet));
        for _ in 0..100 {
            busy = busy.after(Duration::from_millis(1));
        }
        assert_eq!(usable(busy), usable(quiet));
    }

    #[test]
    fn move_time_loses_at_most_a_fifth() {
        let ms = Duration::from_millis;
        let quiet = Lag::default();
        let busy = quiet.after(ms(200));
        for (time, overhead, lag, used) in [
            (1000, 20, quiet, 980),
            (50, 20, quiet, 40),
            (10, 20, quiet, 8),
            (500, 10_000, quiet, 400),
            (500, 20, busy, 400),
            (500, 0, busy, 500),
            (0, 20, quiet, 1),
        ] {
            let limits = Limits {
                overhead: ms(overhead),
                ..Limits::move_time(ms(time))
            };
            let bounds = TimeManager::new(&limits, 20, lag);
            assert_eq!(
                bounds.hard,
                Some(ms(used)),
                "{time} ms, overhead {overhead}"
            );
        }
    }

    #[test]
    fn clocks_tell_what_was_lost() {
        let ms = Duration::from_millis;
        let next = clock(960, 10, None);
        assert_eq!(lost(clock(1000, 10, None), ms(30), next), Some(ms(20)));
        assert_eq!(lost(clock(100, 10, None), ms(30), next), None);
    }

    #[test]
    fn doubt_takes_time() {
        let calm = Progress {
            node_share: 0.95,
            stability: 10,
            drop: 0,
        };
        let doubt = Progress {
            node_share: 0.3,
            stability: 0,
            drop: 40,
        };
        assert!(scale(calm) < 0.7 && scale(calm) > 0.2);
        assert!(scale(doubt) > 1.5 && scale(doubt) < 4.5);
    }
}
