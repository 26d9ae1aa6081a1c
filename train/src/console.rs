//! Lines and progress bars for the terminal. Write errors are ignored: a closed pipe
//! (`train inspect … | head`) or terminal must not end the work.

use std::fmt::Display;
use std::io::{self, Write};

use indicatif::ProgressStyle;

/// Prints a result on standard output.
pub fn print_line(line: impl Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// The style of a progress bar, from a [template](ProgressStyle::with_template).
pub(crate) fn bar_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Prints an event or a problem on standard error.
pub fn print_note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
