//! Lag: time that the clock loses besides thinking.

use std::time::Duration;

use crate::limits::Clock;

/// The bounds of the reserve that no search touches. Between them it is a multiple of the worst lag.
const LEAST_SLACK: Duration = Duration::from_millis(80);
const MOST_SLACK: Duration = Duration::from_millis(400);

/// How much of the clock has lately been lost besides thinking: waiting for a processor, and between
/// engine and clock. A millisecond or two on a quiet machine, many times a move's share where more
/// games run than there are processors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lag {
    /// The longest of the last moves; earlier ones fade.
    worst: Duration,
    /// Mean of what the clock lost on a move; `None` before the first measurement.
    mean: Option<Duration>,
}

impl Lag {
    /// More than this is no lag: it is another game, or somebody has set the clock.
    const MOST: Duration = Duration::from_secs(1);

    /// After a move on which the clock lost `lost`.
    pub fn after_move(self, lost: Duration) -> Self {
        if lost > Self::MOST {
            return self;
        }
        let mean = self.mean.map_or(lost, |mean| (7 * mean + lost) / 8);
        Self {
            mean: Some(mean),
            ..self.after_wait(lost)
        }
    }

    /// After a search whose main thread went for `wait` without looking at the clock.
    pub fn after_wait(self, wait: Duration) -> Self {
        if wait > Self::MOST {
            return self;
        }
        Self {
            worst: wait.max(self.worst * 15 / 16),
            ..self
        }
    }

    /// The most that the next move is expected to lose.
    pub fn feared(self) -> Duration {
        4 * self.worst
    }

    /// The part of the clock that no search touches.
    pub(super) fn slack(self) -> Duration {
        self.feared().clamp(LEAST_SLACK, MOST_SLACK)
    }

    /// The mean loss per move; a quarter of `overhead` before it is measured.
    pub(super) fn mean(self, overhead: Duration) -> Duration {
        self.mean.unwrap_or(overhead / 4)
    }
}

/// The time lost on a move that took `thought`, by the clock when that move was asked for and when
/// the next one is. `None` when the two do not say, as after a time control.
pub fn lost(asked: Clock, thought: Duration, next: Clock) -> Option<Duration> {
    (asked.time + asked.increment)
        .checked_sub(next.time)?
        .checked_sub(thought)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: u64) -> Clock {
        Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(10),
            moves_to_go: None,
        }
    }

    #[test]
    fn lag_is_measured_by_the_next_clock() {
        let ms = Duration::from_millis;
        assert_eq!(lost(clock(1000), ms(30), clock(960)), Some(ms(20)));
        assert_eq!(lost(clock(100), ms(30), clock(960)), None);
    }

    #[test]
    fn slack_follows_the_worst_lag_and_recovers() {
        let ms = Duration::from_millis;
        let quiet = Lag::default().after_move(ms(1));
        let mut busy = quiet.after_wait(ms(60));
        assert!(busy.slack() > quiet.slack());
        assert_eq!(busy.mean(ms(20)), ms(1));
        for _ in 0..100 {
            busy = busy.after_move(ms(1));
        }
        assert_eq!(busy.slack(), quiet.slack());
        assert_eq!(busy.after_move(ms(5000)).mean(ms(20)), ms(1));
    }
}
