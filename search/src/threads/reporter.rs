//! The reporter that sends the events of a search to its listener, and decides when some are due.

use std::time::Duration;

use movegen::Move;

use crate::report::Event;
use crate::threads::control::Control;

/// The search time from which current moves, aspiration bounds and lines of unfinished iterations are
/// reported.
const LONG_SEARCH: Duration = Duration::from_secs(3);

/// The shortest time from a report with counters to one within an iteration of several lines, which
/// could otherwise print more than a GUI can read.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);

/// The longest time between reports with counters.
const LONGEST_SILENCE: Duration = Duration::from_secs(1);

/// Sends events from a thread to the listener of a search; only the main thread has one.
pub struct Reporter<'a, M = Move> {
    control: &'a Control<M>,
    listener: Option<&'a mut dyn FnMut(Event<M>)>,
    /// The last check of the clock, counted from the start of the clock.
    polled: Duration,
    /// The last report with counters, counted from the start of the clock.
    reported: Duration,
}

impl<'a, M> Reporter<'a, M> {
    /// A reporter at the start of a search. `prepared` is the time from the start of the clock that
    /// does not count as lag, because the engine waited for its table or ranked the root moves.
    pub fn new(
        control: &'a Control<M>,
        listener: Option<&'a mut dyn FnMut(Event<M>)>,
        prepared: Duration,
    ) -> Self {
        Self {
            control,
            listener,
            polled: prepared,
            reported: Duration::ZERO,
        }
    }

    /// True if there is a listener; without one, no report need be made.
    pub fn has_listener(&self) -> bool {
        self.listener.is_some()
    }

    /// Sends an event to the listener.
    pub fn report(&mut self, event: Event<M>) {
        if let Some(listener) = &mut self.listener {
            if matches!(event, Event::Info(_) | Event::Counters(_)) {
                self.reported = self.control.time.elapsed();
            }
            listener(event);
        }
    }

    /// Records a clock check of the main thread. Returns true if the counters are due: none have
    /// been reported for a second.
    pub fn poll(&mut self) -> bool {
        let elapsed = self.control.time.elapsed();
        self.control
            .record_wait(elapsed.saturating_sub(self.polled));
        self.polled = elapsed;
        elapsed.saturating_sub(self.reported) >= LONGEST_SILENCE
    }

    /// True once the search has taken long enough for reports within its iterations.
    pub fn is_long(&self) -> bool {
        self.polled >= LONG_SEARCH
    }

    /// True if a report within an iteration of several lines is due.
    pub fn is_due(&self) -> bool {
        self.is_long()
            && self.control.time.elapsed().saturating_sub(self.reported) >= SHORTEST_PAUSE
    }

    /// Reports the root move that is searched next, if the search has taken long. `pv_index` counts
    /// the lines from 0, `move_count` the moves of this line's search from 1.
    pub fn report_current_move(&mut self, depth: u32, mv: M, pv_index: usize, move_count: usize) {
        let is_due = match pv_index {
            0 => self.is_long(),
            _ => self.is_due(),
        };
        if is_due {
            self.report(Event::CurrentMove {
                depth,
                mv,
                number: pv_index + move_count,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::limits::Limits;
    use crate::time::{Lag, TimeManager};

    #[test]
    fn time_before_the_search_is_not_lag() {
        let second = Duration::from_secs(1);
        let limits = Limits {
            started: Some(Instant::now() - second),
            ..Limits::default()
        };
        let time = TimeManager::new(&limits, 1, 20, Lag::default());
        let control: Control = Control::new(limits, time, 1);
        assert!(control.begun >= second);
        Reporter::new(&control, None, control.begun).poll();
        assert!(control.longest_wait() < second);
    }
    #[test]
    fn reports_within_an_iteration_are_due_in_long_searches_after_a_pause() {
        let limits = Limits {
            started: Some(Instant::now() - LONG_SEARCH),
            ..Limits::default()
        };
        let time = TimeManager::new(&limits, 1, 20, Lag::default());
        let control = Control::new(limits, time, 1);
        let mut reporter: Reporter = Reporter::new(&control, None, Duration::ZERO);
        assert!(!reporter.is_due());
        reporter.polled = LONG_SEARCH;
        assert!(reporter.is_due());
        // As if just now, even on a machine that stands still for an hour.
        reporter.reported = control.time.elapsed() + Duration::from_secs(3600);
        assert!(!reporter.is_due());
    }
}
