//! Lines for people. Whoever should read them may be gone (`train inspect … | head`, a terminal
//! that was closed): that is no reason to fall over in the middle of the work.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a result.
pub fn say(line: impl Display) {
    let _written = writeln!(io::stdout(), "{line}");
}

/// Prints, on standard error, what happens or went wrong.
pub fn note(line: impl Display) {
    let _written = writeln!(io::stderr(), "{line}");
}
