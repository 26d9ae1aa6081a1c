//! The `enroque` program; the library of the same folder is the engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    engine::main()
}
