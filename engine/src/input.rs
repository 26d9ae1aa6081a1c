//! Input as lines of text, each stamped with the time it was read.

use std::io::{BufRead, BufReader, Read};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, bounded};

/// The longest line that is kept, in bytes: four times what the moves of the longest possible game
/// take. What comes after it up to the line's end is thrown away as it arrives.
pub const LONGEST: usize = 256 << 10;

/// Lines that may wait. Enough to read ahead without letting a flood of input fill the memory.
const AHEAD: usize = 64;

/// A line and when its last byte was read: a clock runs from there, not from when somebody gets
/// round to looking at it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text without its end. Bytes that are not UTF-8 (Cute Chess writes Latin-1) are replaced.
    pub text: String,
    /// The line was longer than [`LONGEST`]; its rest is lost.
    pub is_cut: bool,
    /// When it was read.
    pub read: Instant,
}

impl Line {
    /// A line from elsewhere, read now.
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_cut: false,
            read: Instant::now(),
        }
    }
}

/// Reads on a thread of its own until the end of `input`, which disconnects the channel.
pub fn lines(input: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = bounded(AHEAD);
    let reader = move || {
        let mut input = BufReader::new(input);
        while let Some(line) = next(&mut input) {
            if sender.send(line).is_err() {
                return;
            }
        }
    };
    // Without a reader the channel is disconnected at once, which ends the engine in good order.
    let _reader = thread::Builder::new().name("input".into()).spawn(reader);
    receiver
}

/// The next line; `None` at the end, or when nothing more can be read.
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
    // Some programs on Windows begin what they write with a byte order mark.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    Some(Line {
        is_cut,
        ..Line::new(text)
    })
}

/// Reads to the end of the line and keeps nothing of it.
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
    fn long_lines_are_cut_and_the_next_one_is_whole() {
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
    fn bytes_that_are_no_text_are_replaced() {
        let mut input: &[u8] = b"\xef\xbb\xbfuci\n\xff\xfe\0\n";
        assert_eq!(next(&mut input).unwrap().text, "uci");
        assert_eq!(next(&mut input).unwrap().text, "\u{fffd}\u{fffd}\0");
    }
}
