//! Standard output: whole lines, flushed at once; and the log of everything said and heard.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use thiserror::Error;

use crate::input::Line;

/// The longest complaint, in characters: one may quote what it complains of.
const LONGEST_COMPLAINT: usize = 500;

/// Where every line in and out is written, when that is asked for.
static LOG: Mutex<Option<File>> = Mutex::new(None);

/// Why there is no log in the file asked for. The one before, if any, goes on.
#[derive(Debug, Error)]
pub enum LogError {
    #[error("the log file '{}' cannot be opened: {source}; logging stays as it was", path.display())]
    Open { path: PathBuf, source: io::Error },
    #[error("'{}' is not a file to log to; logging stays as it was", .0.display())]
    NoFile(PathBuf),
}

/// Prints a line. Whoever should read it may be gone; that is no reason to fall over, and the end
/// of input will tell.
pub fn say(line: impl Display) {
    let line = line.to_string();
    let mut stdout = io::stdout().lock();
    let _written = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
    note("<<", SystemTime::now(), &line);
}

/// Prints what went wrong, where GUIs show it to people.
pub fn complain(error: impl Display) {
    // An error's text may quote input; a line break in it would end the info line.
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = error
        .to_string()
        .chars()
        .map(plain)
        .take(LONGEST_COMPLAINT)
        .collect();
    say(format_args!("info string error: {text}"));
}

/// Writes a line that was read to the log.
pub fn heard(line: &Line) {
    note(">>", SystemTime::now() - line.read.elapsed(), &line.text);
}

/// Appends what is said and heard from now on to a file; nowhere without one.
///
/// # Errors
/// [`LogError`] when the file cannot be written to.
pub fn log_to(path: Option<&Path>) -> Result<(), LogError> {
    let file = path.map(open).transpose()?;
    *log() = file;
    Ok(())
}

fn open(path: &Path) -> Result<File, LogError> {
    // To open a pipe could take for ever.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(LogError::NoFile(path.to_owned()));
    }
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.map_err(|source| LogError::Open {
        path: path.to_owned(),
        source,
    })
}

fn note(direction: &str, time: SystemTime, text: &str) {
    if let Some(file) = log().as_mut() {
        let stamp = humantime::format_rfc3339_millis(time);
        let lines: String = text
            .lines()
            .map(|line| format!("{stamp} {direction} {line}\n"))
            .collect();
        // A full disk must not end a game.
        let _written = file.write_all(lines.as_bytes());
    }
}

fn log() -> MutexGuard<'static, Option<File>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}
