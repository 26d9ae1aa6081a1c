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
    /// Starts a new game: its first limits set the node clock, and tell nothing about lag.
    pub fn new_game(&mut self) {
        self.node_clock = None;
        self.last = None;
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
        // A search that was still pondering when it ended was for a move that never came.
        let clock = limits.clock.filter(|_| !search.is_pondering());
        if let (Some(left), Some(clock)) = (&mut self.node_clock, clock) {
            let spent = search.time.spent(|| search.nodes());
            *left = (*left + clock.increment).saturating_sub(spent);
        }
        let clock = clock.filter(|_| !limits.ponder);
        self.last = clock.zip(search.answered());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimeManager;

    #[test]
    fn the_first_move_of_a_game_measures_no_lag() {
        let ms = Duration::from_millis;
        let mut game = GameClock::default();
        let mut lag_after = |left: u64| {
            let clock = Clock {
                time: ms(left),
                increment: ms(0),
                moves_to_go: None,
            };
            let mut limits = Limits {
                clock: Some(clock),
                ..Limits::new()
            };
            let lag = game.start_move(&mut limits);
            let time = TimeManager::new(&limits, 1, 20, lag);
            let search = Control::new(limits, time, 1);
            search.record_answer();
            game.finish_move(&search);
            game.new_game();
            lag.mean(ms(20))
        };
        let first = lag_after(10_000);
        // Half a second less at the start of the next game was not lost in this one.
        assert_eq!(lag_after(9_500), first);
        assert_eq!(lag_after(9_500), first);
    }

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
        // The next search ponders on a move that does not come.
        let mut limits = Limits {
            ponder: true,
            ..first.limits.clone()
        };
        let lag = game.start_move(&mut limits);
        let time = TimeManager::new(&limits, 1, 20, lag);
        let missed = Control::new(limits, time, 1);
        missed.publish_counters(0, 5000, 0);
        game.finish_move(&missed);
        assert_eq!(left(&start(&mut game)), Some(ms(980)));
        game.new_game();
        assert_eq!(left(&start(&mut game)), Some(ms(1000)));
    }
}
