//! A cooperative stop flag: the first request finishes the current unit of work, the second, or the
//! first after a limit was reached, abandons it.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A stop flag shared between threads.
#[derive(Debug, Default)]
pub struct Stop(AtomicU8);

impl Stop {
    const FINISH: u8 = 1;
    const ABANDON: u8 = 2;

    /// A flag that is not set.
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Requests a stop, as for Ctrl-C: the first call finishes the current game or epoch, the
    /// second abandons it, as does the first if no new one begins anyway.
    pub fn interrupt(&self) {
        let next = |level: u8| Some((level + 1).min(Self::ABANDON));
        let _ = self.0.fetch_update(Relaxed, Relaxed, next);
    }

    /// Requests that no new unit of work begins.
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
