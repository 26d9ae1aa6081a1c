//! The `enroque` binary, a wrapper around the library in this folder.

use std::process::ExitCode;

fn main() -> ExitCode {
    engine::main()
}
