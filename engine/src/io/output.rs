//! Standard output: whole lines, flushed at once; and the log of all lines in and out.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::SystemTime;

use parking_lot::Mutex;

use super::files::{FileError, check_regular};
use super::input::Line;
use super::patient::Patient;

/// The longest message, in characters: one may quote a long line.
const LONGEST_NOTE: usize = 500;

/// The characters kept from the end of a longer message, where the reason and the outcome are.
const NOTE_END: usize = 200;

/// The log file of all lines in and out, if there is one.
static LOG: Mutex<Option<File>> = Mutex::new(None);

/// True once a line could not be written.
static IS_INCOMPLETE: AtomicBool = AtomicBool::new(false);

/// Twice the number of lines written, and one more while a line is being written.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// True once an error has been printed.
static HAS_ERROR: AtomicBool = AtomicBool::new(false);

/// Prints a line. A write error does not end the session: when the reader is gone, the end of input
/// does. [`is_incomplete`] reports it.
pub fn print_line(line: impl Display) {
    let mut line = line.to_string();
    let mut stdout = Patient(io::stdout().lock());
    // Logged first: the client may answer by closing the log.
    log("<<", SystemTime::now(), &line);
    line.push('\n');
    WRITES.fetch_add(1, Relaxed);
    let written = stdout
        .write_all(line.as_bytes())
        .and_then(|()| stdout.flush());
    WRITES.fetch_add(1, Relaxed);
    if written.is_err() {
        IS_INCOMPLETE.store(true, Relaxed);
    }
}

/// The number of the line that is being written, if there is one.
pub fn line_in_progress() -> Option<u64> {
    let writes = WRITES.load(Relaxed);
    (writes % 2 == 1).then_some(writes / 2)
}

/// True once a line could not be written.
pub fn is_incomplete() -> bool {
    IS_INCOMPLETE.load(Relaxed)
}

/// Prints a message for people as an `info string`.
pub fn print_note(note: impl Display) {
    print_line(format_args!("info string {}", one_line(&note.to_string())));
}

/// Fits a message, which may quote input, into one info line: replaces control characters such as
/// line breaks with spaces, and leaves out the middle of a long message.
fn one_line(text: &str) -> String {
    let mut text: Vec<char> = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.len() > LONGEST_NOTE {
        let omitted = LONGEST_NOTE - NOTE_END - 1..text.len() - NOTE_END;
        text.splice(omitted, ['…']);
    }
    text.into_iter().collect()
}

/// Prints an error as an `info string`.
pub fn print_error(error: impl Display) {
    HAS_ERROR.store(true, Relaxed);
    print_note(format_args!("error: {error}"));
}

/// True once an error has been printed.
pub fn has_error() -> bool {
    HAS_ERROR.load(Relaxed)
}

/// Writes a line of input to the log.
pub fn log_input(line: &Line) {
    log(">>", SystemTime::now() - line.read.elapsed(), &line.text);
}

/// Logs all lines in and out to a file from now on, or stops logging if there is no path.
///
/// # Errors
/// If the file cannot be written to; the old log continues.
pub fn log_to(path: Option<&Path>) -> Result<(), FileError> {
    let file = path.map(open_log).transpose()?;
    *LOG.lock() = file;
    Ok(())
}

fn open_log(path: &Path) -> Result<File, FileError> {
    check_regular(path)?;
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.map_err(FileError::io("open the log file", path))
}

fn log(direction: &str, time: SystemTime, text: &str) {
    if let Some(file) = LOG.lock().as_mut() {
        let stamp = humantime::format_rfc3339_millis(time);
        let lines: String = text
            .lines()
            .map(|line| format!("{stamp} {direction} {line}\n"))
            .collect();
        // A full disk must not end a game.
        let _ = file.write_all(lines.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_long_message_is_left_out() {
        assert_eq!(one_line("a\tb\r\nc"), "a b  c");
        let longest = "x".repeat(LONGEST_NOTE);
        assert_eq!(one_line(&longest), longest);
        let longer = one_line(&format!("cannot read {longest}: no such file"));
        assert_eq!(longer.chars().count(), LONGEST_NOTE);
        assert!(longer.starts_with("cannot read xxx") && longer.contains("x…x"));
        assert!(longer.ends_with("xxx: no such file"));
    }
}
