//! Clock bookkeeping from one move of a game to the next.

use std::time::Duration;

use movegen::Color;

use crate::limits::{Clock, Limits};
use crate::threads::control::Control;
use crate::time::Lag;

/// Clock state of a game: the lag measured so far, and the clocks of both colors, since one engine
/// may play both.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameClock {
    lag: Lag,
    colors: [ColorClock; 2],
    /// The index of the color to move.
    turn: usize,
}

/// The clock of one color.
#[derive(Clone, Copy, Debug, Default)]
struct ColorClock {
    /// The last timed move: the clock before it, and the time it took.
    last: Option<(Clock, Duration)>,
    /// The time left on a node clock, which measures time in nodes.
    node_clock: Option<Duration>,
}

impl GameClock {
    /// Starts a new game: its first move sets the node clock, and lag is measured from the second move
    /// on.
    pub fn new_game(&mut self) {
        self.colors = Default::default();
    }

    /// Starts a move of `turn` and returns the expected lag: measures the lag of its last move, and
    /// sets the time in `limits` to the time left on its node clock, if there is one.
    pub fn start_move(&mut self, limits: &mut Limits, turn: Color) -> Lag {
        self.turn = turn.index();
        let color = &mut self.colors[self.turn];
        if !limits.ponder
            && let (Some((clock, thought)), Some(now)) = (color.last.take(), limits.clock)
        {
            self.lag = self.lag.after_move(lost(clock, thought, now));
        }
        if limits.nodes_per_ms == 0 {
            return self.lag;
        }
        if let Some(clock) = &mut limits.clock {
            clock.time = *color.node_clock.get_or_insert(clock.time);
        }
        Lag::default()
    }

    /// Records a move whose search is over.
    pub fn finish_move<M>(&mut self, search: &Control<M>) {
        let limits = &search.limits;
        if limits.clock.is_some() || limits.move_time.is_some() {
            self.lag = self.lag.after_wait(search.longest_wait());
        }
        // A search that was still pondering when it ended was for a move that never came.
        if search.is_pondering() {
            return;
        }
        let color = &mut self.colors[self.turn];
        if let (Some(left), Some(clock)) = (&mut color.node_clock, limits.clock) {
            let spent = search.time.spent(|| search.nodes_on_clock());
            *left = left.saturating_add(clock.increment).saturating_sub(spent);
        }
        // The GUI's next clock is unrelated to a node clock.
        let is_real = !limits.ponder && limits.nodes_per_ms == 0;
        let clock = limits.clock.filter(|_| is_real);
        color.last = clock.zip(search.answered());
    }
}

/// The time lost on a move that took `thought`, in seconds, from the clock at that move and at the next
/// one. Negative if the clock is rounded, or after a time control.
fn lost(before: Clock, thought: Duration, next: Clock) -> f64 {
    let available = before.time.saturating_add(before.increment);
    available.as_secs_f64() - next.time.as_secs_f64() - thought.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimeManager;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(time: Duration, increment: Duration) -> Clock {
        Clock {
            time,
            increment,
            moves_to_go: None,
        }
    }

    fn limits(clock: Clock, nodes_per_ms: u64) -> Limits {
        Limits {
            clock: Some(clock),
            nodes_per_ms,
            ..Limits::new()
        }
    }

    /// Makes a move that takes no time; returns the expected lag.
    fn play(game: &mut GameClock, mut limits: Limits, turn: Color) -> Lag {
        let lag = game.start_move(&mut limits, turn);
        let time = TimeManager::new(&limits, 1, 20, lag);
        let search: Control = Control::new(limits, time, 1);
        search.record_answer();
        game.finish_move(&search);
        lag
    }

    #[test]
    fn lost_time_is_measured_by_the_next_clock() {
        let clock = |time| clock(ms(time), ms(10));
        let is = |lost: f64, expected: f64| (lost - expected).abs() < 1e-9;
        assert!(is(lost(clock(1000), ms(30), clock(960)), 0.02));
        assert!(is(lost(clock(100), ms(30), clock(960)), -0.88));
    }

    #[test]
    fn the_first_move_of_a_game_measures_no_lag() {
        let mut game = GameClock::default();
        let mut lag_after = |left| {
            let limits = limits(clock(ms(left), Duration::ZERO), 0);
            let lag = play(&mut game, limits, Color::White);
            game.new_game();
            lag.mean(ms(20))
        };
        let first = lag_after(10_000);
        // Half a second less at the start of the next game was not lost in this one.
        assert_eq!(lag_after(9_500), first);
        assert_eq!(lag_after(9_500), first);
    }

    #[test]
    fn a_clock_in_whole_seconds_shows_no_lag() {
        let mut game = GameClock::default();
        let limits = |left| limits(clock(Duration::from_secs(left), Duration::ZERO), 0);
        // Moves of 250 ms each: the clock in whole seconds drops by one every fourth move.
        for left in [30, 30, 30, 29, 29, 29, 29, 28, 28, 28] {
            let last = game.colors[0].last.as_mut();
            last.into_iter().for_each(|(_, thought)| *thought = ms(250));
            play(&mut game, limits(left), Color::White);
        }
        assert!(game.lag.mean(ms(20)) < ms(150), "{game:?}");
    }

    #[test]
    fn endless_clock_is_planned_without_overflow() {
        let most = Duration::MAX;
        for (nodes_per_ms, increment) in [(0, Duration::ZERO), (0, most), (100, most)] {
            let mut game = GameClock::default();
            for overhead in [Duration::ZERO, most] {
                let limits = Limits {
                    overhead,
                    ..limits(clock(most, increment), nodes_per_ms)
                };
                play(&mut game, limits, Color::White);
            }
        }
    }

    #[test]
    fn clocks_of_the_colors_are_independent() {
        let after = |nodes_per_ms| {
            let mut game = GameClock::default();
            for (left, turn) in [
                (6000, Color::White),
                (5500, Color::Black),
                (6000, Color::White),
            ] {
                let limits = limits(clock(ms(left), Duration::ZERO), nodes_per_ms);
                play(&mut game, limits, turn);
            }
            game
        };
        let left = after(100).colors.map(|color| color.node_clock);
        assert_eq!(left, [Some(ms(6000)), Some(ms(5500))]);
        // Half a second less on the other clock was not lost.
        let game = after(0);
        assert_eq!(game.lag.mean(ms(20)), Duration::ZERO, "{game:?}");
    }

    #[test]
    fn node_clock_measures_no_lag() {
        let mut game = GameClock::default();
        let mut lag_after = |left, nodes_per_ms| {
            let limits = limits(clock(ms(left), Duration::ZERO), nodes_per_ms);
            play(&mut game, limits, Color::White).mean(ms(20))
        };
        // Lag is measured only between two moves on a real clock.
        for left in [9_500, 9_000] {
            lag_after(left, 100);
        }
        let real = lag_after(8_500, 0);
        assert_eq!(real, Lag::default().mean(ms(20)));
        assert!(lag_after(8_000, 0) > real);
    }

    #[test]
    fn node_clock_runs_down_by_the_nodes_searched() {
        let mut game = GameClock::default();
        let start = |game: &mut GameClock| {
            let mut limits = limits(clock(ms(1000), ms(10)), 100);
            let lag = game.start_move(&mut limits, Color::White);
            let time = TimeManager::new(&limits, 1, 20, lag);
            Control::<movegen::Move>::new(limits, time, 1)
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
            ..first.limits
        };
        let lag = game.start_move(&mut limits, Color::White);
        let time = TimeManager::new(&limits, 1, 20, lag);
        let missed: Control = Control::new(limits, time, 1);
        missed.publish_counters(0, 5000, 0);
        missed.stop_and_release();
        // Ignored after a stop.
        missed.ponder_hit();
        game.finish_move(&missed);
        assert_eq!(left(&start(&mut game)), Some(ms(980)));
        // One that ponders on the right move spends only what it searches afterwards.
        let mut limits = missed.limits;
        game.start_move(&mut limits, Color::White);
        let hit: Control = Control::new(limits, missed.time, 1);
        hit.publish_counters(0, 5000, 0);
        hit.ponder_hit();
        hit.publish_counters(0, 7000, 0);
        game.finish_move(&hit);
        assert_eq!(left(&start(&mut game)), Some(ms(970)));
        game.new_game();
        assert_eq!(left(&start(&mut game)), Some(ms(1000)));
    }

    #[test]
    fn pondering_measures_no_lag() {
        let mut game = GameClock::default();
        let mut lag_after = |left, ponder| {
            let mut limits = limits(clock(ms(left), Duration::ZERO), 0);
            limits.ponder = ponder;
            let lag = game.start_move(&mut limits, Color::White);
            let time = TimeManager::new(&limits, 1, 20, lag);
            let search: Control = Control::new(limits, time, 1);
            if ponder {
                search.ponder_hit();
            }
            search.record_answer();
            game.finish_move(&search);
            lag.mean(ms(20))
        };
        let unmeasured = lag_after(9_500, false);
        // The clock of a pondering search is not running; the time of its start is unknown.
        for (left, ponder) in [(9_000, true), (8_500, true), (8_000, false)] {
            assert_eq!(lag_after(left, ponder), unmeasured, "{left}");
        }
        assert!(lag_after(7_500, false) > unmeasured);
    }

    #[test]
    fn stall_counts_as_lag_only_in_a_timed_search() {
        for (mut stalled, is_measured) in [
            (Limits::depth(8), false),
            (Limits::move_time(ms(500)), true),
            (limits(clock(ms(9_000), Duration::ZERO), 0), true),
        ] {
            let mut game = GameClock::default();
            let lag = game.start_move(&mut stalled, Color::White);
            let time = TimeManager::new(&stalled, 1, 20, lag);
            let search: Control = Control::new(stalled, time, 1);
            search.record_wait(ms(200));
            game.finish_move(&search);
            // After a stall, a fifth of a fixed time is left unused, otherwise only 20 ms.
            let mut next = Limits::move_time(ms(500));
            let lag = game.start_move(&mut next, Color::White);
            let time = TimeManager::new(&next, 1, 20, lag);
            assert_eq!(time.is_hard_over(ms(450)), is_measured, "{stalled:?}");
        }
    }
}
