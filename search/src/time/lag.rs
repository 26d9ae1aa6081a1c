//! Lag: time lost on the clock beyond thinking, and the safety margin derived from it.

use std::time::Duration;

/// Limits of the safety margin.
const MIN_MARGIN: Duration = Duration::from_millis(80);
const MAX_MARGIN: Duration = Duration::from_millis(400);

/// Recent time losses beyond thinking: waiting for a processor, and communication between engine
/// and clock. A millisecond or two on an idle machine, many times the time per move if more games
/// run than there are processors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lag {
    /// The longest recent loss; earlier ones decay.
    worst: Duration,
    /// The mean loss per move in seconds, negative if a rounded clock has gained time; `None`
    /// before the first measurement.
    mean: Option<f64>,
}

impl Lag {
    /// The longest loss that is plausible.
    const MAX: Duration = Duration::from_secs(1);

    /// Records that the clock lost `lost` seconds on a move, or gained them if negative. More than
    /// a plausible number is ignored: the clock was adjusted, or a new game began.
    pub(crate) fn after_move(self, lost: f64) -> Self {
        if lost.abs() > Self::MAX.as_secs_f64() {
            return self;
        }
        let mean = self.mean.map_or(lost, |mean| (7.0 * mean + lost) / 8.0);
        Self {
            mean: Some(mean),
            ..self.after_wait(Duration::from_secs_f64(lost.max(0.0)))
        }
    }

    /// Records the longest time, `wait`, between two clock checks of the main thread.
    pub(crate) fn after_wait(self, wait: Duration) -> Self {
        Self {
            worst: wait.min(Self::MAX).max(self.worst * 15 / 16),
            ..self
        }
    }

    /// The worst expected loss on the next move.
    pub(super) fn worst_case(self) -> Duration {
        4 * self.worst
    }

    /// The safety margin: the part of the clock that no search may use.
    pub(super) fn margin(self) -> Duration {
        self.worst_case().clamp(MIN_MARGIN, MAX_MARGIN)
    }

    /// The mean loss per move, or a quarter of `overhead` before the first measurement.
    pub(crate) fn mean(self, overhead: Duration) -> Duration {
        self.mean
            .map_or(overhead / 4, |mean| Duration::from_secs_f64(mean.max(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_margin_follows_the_worst_lag_and_recovers() {
        let ms = Duration::from_millis;
        let quiet = Lag::default().after_move(0.001);
        let mut busy = quiet.after_wait(ms(60));
        assert!(busy.margin() > quiet.margin());
        assert_eq!(busy.mean(ms(20)), ms(1));
        for _ in 0..100 {
            busy = busy.after_move(0.001);
        }
        assert_eq!(busy.margin(), quiet.margin());
        assert_eq!(busy.after_move(5.0).mean(ms(20)), ms(1));
        assert_eq!(busy.after_move(5.0).margin(), busy.margin());
        assert_eq!(busy.after_wait(ms(5000)).margin(), MAX_MARGIN);
    }
}
