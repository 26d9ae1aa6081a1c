//! Lines for the terminal. Write errors are ignored: a closed pipe (`train inspect … | head`) or
//! terminal must not end the work.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a result on standard output.
pub fn print_line(line: impl Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Prints an event or a problem on standard error.
pub fn print_note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
