//! Work that runs beside the command loop: counts and measurements that may take hours, while
//! `isready`, `stop` and `quit` are answered.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

/// As much as a search thread has, for some tasks search. It is only reserved, not used.
const STACK_SIZE: usize = 64 << 20;

/// A piece of work on its way.
pub struct Task {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Task {
    /// Starts `work`, which should look at the flag now and then, and end when it is set.
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

    /// Tells it to end without a result.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for it to end.
    pub fn wait(self) {
        // A panic has been reported on standard error.
        let _ended = self.thread.join();
    }
}
