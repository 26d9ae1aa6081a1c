//! Standard input as lines of text, each stamped with the time it was read.

use std::io::{self, BufRead};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, bounded};

/// A line and when its last byte was read: a clock runs from there, not from when somebody gets
/// round to looking at it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text without its end. Bytes that are not UTF-8 (Cute Chess writes Latin-1) are replaced.
    pub text: String,
    /// When it was read.
    pub read: Instant,
}

impl Line {
    /// A line from elsewhere, read now.
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            read: Instant::now(),
        }
    }
}

/// Reads standard input on a thread of its own until its end, which disconnects the channel.
pub fn lines() -> Receiver<Line> {
    // Enough to read ahead without letting a flood of input fill the memory.
    let (sender, receiver) = bounded(256);
    let reader = move || {
        let mut stdin = io::stdin().lock();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match stdin.read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = Line::new(String::from_utf8_lossy(&bytes).trim());
            if sender.send(line).is_err() {
                return;
            }
        }
    };
    // Without a reader the channel is disconnected at once, which ends the engine in good order.
    let _reader = thread::Builder::new().name("input".into()).spawn(reader);
    receiver
}
