//! Background work, which may take hours while the command loop answers `isready`, `stop` and
//! `quit`.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};

/// As large as a search thread's, since some of the work is searching. It is only reserved, not
/// committed.
const STACK_SIZE: usize = 64 << 20;

/// The request to end a piece of work without a result: a flag for loops to check, and a channel
/// for waits.
pub struct Stop {
    flag: Arc<AtomicBool>,
    signal: Receiver<()>,
}

impl Stop {
    /// Set once the work is to end.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Receives when the flag is set.
    pub const fn signal(&self) -> &Receiver<()> {
        &self.signal
    }
}

/// A running piece of work.
pub struct Task {
    flag: Arc<AtomicBool>,
    signal: Sender<()>,
    thread: JoinHandle<()>,
}

impl Task {
    /// Starts `work`, which should end soon after a stop is requested.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(name: &str, work: impl FnOnce(&Stop) + Send + 'static) -> io::Result<Self> {
        let flag = Arc::new(AtomicBool::new(false));
        let (sender, signal) = bounded(1);
        let stop = Stop {
            flag: Arc::clone(&flag),
            signal,
        };
        let thread = Builder::new()
            .name(name.to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || work(&stop))?;
        Ok(Self {
            flag,
            signal: sender,
            thread,
        })
    }

    /// Requests that the work end without a result.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
        let _ = self.signal.try_send(());
    }

    /// Waits for the end of the work.
    pub fn wait(self) {
        // A panic has already been reported on standard error.
        let _ = self.thread.join();
    }
}
