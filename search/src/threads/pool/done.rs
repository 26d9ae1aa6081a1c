//! The end of work on other threads.

use std::convert::Infallible;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded};

/// Unfinished work, which is done once all clones have been dropped.
#[derive(Clone)]
pub struct Pending {
    _sender: Sender<Infallible>,
}

/// The end of [`Pending`] work. Nothing is ever sent: the channel disconnects when the work is done.
#[derive(Clone)]
pub(super) struct Done(Receiver<Infallible>);

impl Pending {
    /// Unfinished work and its end.
    pub(super) fn new() -> (Self, Done) {
        let (_sender, receiver) = bounded(0);
        (Self { _sender }, Done(receiver))
    }
}

impl Done {
    /// Waits until the work is done.
    pub(super) fn wait(&self) {
        let _ = self.0.recv();
    }

    /// Waits until the work is done, but no longer than this; false if it is still not done.
    pub(super) fn wait_timeout(&self, timeout: Duration) -> bool {
        self.0.recv_timeout(timeout) == Err(RecvTimeoutError::Disconnected)
    }

    /// True if the work is done.
    pub(super) fn is_done(&self) -> bool {
        self.0.try_recv() == Err(TryRecvError::Disconnected)
    }
}
