//! Ending a run from outside, as by Ctrl-C: gently the first time, at once the second.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A wish to end a run, which any thread may utter.
#[derive(Debug, Default)]
pub struct Stop(AtomicU8);

impl Stop {
    const FINISH: u8 = 1;
    const ABANDON: u8 = 2;

    /// Nobody wishes to end.
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// The first time, what is being done (a game, an epoch) is finished; the second time, it is
    /// abandoned.
    pub fn interrupt(&self) {
        let next = |level: u8| Some((level + 1).min(Self::ABANDON));
        // The closure never refuses.
        let _before = self.0.fetch_update(Relaxed, Relaxed, next);
    }

    /// Nothing new is to begin.
    pub(crate) fn finish(&self) {
        self.0.fetch_max(Self::FINISH, Relaxed);
    }

    pub(crate) fn is_finishing(&self) -> bool {
        self.0.load(Relaxed) >= Self::FINISH
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.0.load(Relaxed) >= Self::ABANDON
    }
}
