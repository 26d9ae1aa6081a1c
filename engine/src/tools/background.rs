//! Background work, which may take hours while the command loop answers `isready` and `stop`.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

use crate::error::EngineError;
use crate::io::output::print_error;

/// Stack size in bytes, that of a search thread, since some of the work is a search. It is only
/// reserved, not committed.
const STACK_SIZE: usize = 64 << 20;

/// A running piece of work.
pub struct Task {
    stop: Arc<AtomicBool>,
    /// Returns true if the work succeeded.
    thread: JoinHandle<bool>,
}

impl Task {
    /// Starts `work`, which should end soon, without a result, once its flag is set. Its error is
    /// printed.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(
        name: &str,
        work: impl FnOnce(&AtomicBool) -> Result<(), EngineError> + Send + 'static,
    ) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = Builder::new()
            .name(name.to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || work(&flag).map_err(print_error).is_ok())?;
        Ok(Self { stop, thread })
    }

    /// Requests that the work end without a result.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end of the work; true if it succeeded or was stopped.
    pub fn wait(self) -> bool {
        // A panic has already been reported on standard error.
        self.thread.join().unwrap_or(false)
    }
}
