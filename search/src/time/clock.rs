//! Clock bookkeeping from one move of a game to the next.

use std::time::Duration;

use super::lag::{Lag, lost};
use crate::limits::{Clock, Limits};
use crate::threads::control::Control;

/// Clock state of a game: the lag measured so far, and the time left if time is measured in nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameClock {
    lag: Lag,
    /// The last timed move: the clock before it, and the time it took.
    last: Option<(Clock, Duration)>,
    /// The time left on a node clock, which measures time in nodes.
    node_clock: Option<Duration>,
}

impl GameClock {
    /// Starts a new game: the next limits set the node clock.
    pub fn new_game(&mut self) {
        self.node_clock = None;
    }

    /// Starts a move and returns the expected lag: measures the lag of the last move, and sets the
    /// time in `limits` to the time left on the node clock, if there is one.
    pub fn start_move<M>(&mut self, limits: &mut Limits<M>) -> Lag {
        if let (Some((clock, thought)), Some(now)) = (self.last.take(), limits.clock)
            && !limits.ponder
            && let Some(lost) = lost(clock, thought, now)
        {
            self.lag = self.lag.after_move(lost);
        }
        if limits.nodes_per_ms == 0 {
            return self.lag;
        }
        if let Some(clock) = &mut limits.clock {
            clock.time = *self.node_clock.get_or_insert(clock.time);
        }
        Lag::default()
    }

    /// Records a move whose search is over.
    pub fn finish_move<M>(&mut self, search: &Control<M>) {
        let limits = &search.limits;
        self.lag = self.lag.after_wait(search.longest_wait());
        if let (Some(left), Some(clock)) = (&mut self.node_clock, limits.clock) {
            let spent = search.time.spent(search.nodes());
            *left = (*left + clock.increment).saturating_sub(spent);
        }
        let clock = limits.clock.filter(|_| !limits.ponder);
        self.last = clock.zip(search.answered());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimeManager;

    #[test]
    fn node_clock_runs_down_by_the_nodes_searched() {
        let ms = Duration::from_millis;
        let mut game = GameClock::default();
        let start = |game: &mut GameClock| {
            let clock = Clock {
                time: ms(1000),
                increment: ms(10),
                moves_to_go: None,
            };
            let mut limits = Limits {
                clock: Some(clock),
                nodes_per_ms: 100,
                ..Limits::new()
            };
            let lag = game.start_move(&mut limits);
            let time = TimeManager::new(&limits, 1, 20, lag);
            Control::new(limits, time, 1)
        };
        let left = |search: &Control| search.limits.clock.map(|clock| clock.time);
        let first = start(&mut game);
        assert_eq!(left(&first), Some(ms(1000)));
        first.publish_counters(0, 3000, 0);
        game.finish_move(&first);
        assert_eq!(left(&start(&mut game)), Some(ms(980)));
        game.new_game();
        assert_eq!(left(&start(&mut game)), Some(ms(1000)));
    }
}
