//! Standard output: whole lines, flushed at once.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line. Whoever should read it may be gone; that is no reason to fall over, and the end
/// of input will tell.
pub fn say(line: impl Display) {
    let mut stdout = io::stdout().lock();
    let _written = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

/// Prints what went wrong, where GUIs show it to people.
pub fn complain(error: impl Display) {
    // An error's text may quote input; a line break in it would end the info line.
    let text = error.to_string().replace(['\n', '\r'], " ");
    say(format_args!("info string error: {text}"));
}
