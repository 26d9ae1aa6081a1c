//! Input as lines of text, each stamped with the time it was read.

use std::io::{BufRead, BufReader, Read};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::patient::Patient;

/// The longest line that is kept, in bytes: four times the moves of the longest possible game. The
/// rest of a longer line is dropped as it arrives.
pub const LONGEST: usize = 256 << 10;

/// Maximum number of bytes queued, so that a flood of input does not fill the memory.
const MOST_WAITING: usize = 16 << 20;

/// A line and the time at which its last byte was read, when the clock of a `go` starts.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text without its line ending. A line that is not UTF-8 is read as Latin-1, which Cute
    /// Chess writes.
    pub text: String,
    /// The line was longer than [`LONGEST`]; the rest is lost.
    pub is_cut: bool,
    /// The time at which it was read.
    pub read: Instant,
}

impl Line {
    /// A line from another source, read now.
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_cut: false,
            read: Instant::now(),
        }
    }
}

/// Sends the lines of `input`, read on a thread of its own, up to one that `is_last` or the end. Then
/// disconnects the channel and calls `at_end`.
pub fn read(
    input: impl Read + Send + 'static,
    is_last: fn(&str) -> bool,
    sender: Sender<Line>,
    at_end: impl FnOnce() + Send + 'static,
) {
    let reader = move || {
        let mut input = BufReader::new(Patient(input));
        let mut waiting = 0;
        // Reads ahead up to the limit, to find the end of input even while a command blocks.
        while let Some(line) = next(&mut input) {
            if sender.is_empty() {
                waiting = 0;
            }
            waiting += size_of::<Line>() + line.text.len();
            while waiting > MOST_WAITING && !sender.is_empty() {
                thread::sleep(Duration::from_millis(1));
            }
            let ends = is_last(&line.text);
            if sender.send(line).is_err() {
                return;
            }
            if ends {
                break;
            }
        }
        drop(sender);
        at_end();
    };
    // If the thread cannot start, the channel disconnects at once and the engine ends normally.
    let _ = thread::Builder::new().name("input".into()).spawn(reader);
}

/// The next line; `None` at the end of input or on a read error.
fn next(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    if input
        .by_ref()
        .take(limit)
        .read_until(b'\n', &mut bytes)
        .ok()?
        == 0
    {
        return None;
    }
    let is_cut = bytes.len() > LONGEST && bytes.last() != Some(&b'\n');
    if is_cut {
        skip_line(input);
    }
    let text = decode(&bytes);
    // Some programs on Windows begin their output with a byte order mark.
    let text = text.trim_start_matches('\u{feff}').trim();
    Some(Line {
        is_cut,
        ..Line::new(text)
    })
}

/// Decodes UTF-8, or else Latin-1, whose bytes are the first 256 characters of Unicode.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// Skips the rest of the line.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let (length, found) = match input.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(length);
        if found {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_line_is_cut_and_the_next_one_is_whole() {
        for (extra, is_cut) in [(0, false), (1, true), (9_999_999, true)] {
            let mut text = vec![b'x'; LONGEST + extra];
            text.extend(b"\nisready\r\nlast");
            let mut input = BufReader::new(text.as_slice());
            let long = next(&mut input).unwrap();
            assert_eq!((long.text.len() >= LONGEST, long.is_cut), (true, is_cut));
            assert_eq!(next(&mut input).unwrap().text, "isready");
            assert_eq!(next(&mut input).unwrap().text, "last");
            assert!(next(&mut input).is_none());
        }
    }

    #[test]
    fn lines_are_utf8_or_latin1() {
        let mut input: &[u8] = b"\xef\xbb\xbfuci\n\xc3\xa9\n/caf\xe9\n\xff\xfe\0\n";
        for text in ["uci", "é", "/café", "ÿþ\0"] {
            assert_eq!(next(&mut input).unwrap().text, text);
        }
    }
}
