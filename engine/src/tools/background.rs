//! Work that runs beside the command loop and may take hours, while `isready`, `stop` and `quit` are
//! answered.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

/// As much as a search thread has, since some of the work is searching. It is only reserved, not
/// used.
const STACK_SIZE: usize = 64 << 20;

/// A running piece of work.
pub struct Task {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Task {
    /// Starts `work`, which should check the flag now and then and end when it is set.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(name: &str, work: impl FnOnce(&AtomicBool) + Send + 'static) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = Builder::new()
            .name(name.to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || work(&flag))?;
        Ok(Self { stop, thread })
    }

    /// Makes the work end without a result.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end of the work.
    pub fn wait(self) {
        // A panic has been reported on standard error.
        let _ = self.thread.join();
    }
}
