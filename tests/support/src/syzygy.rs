//! Syzygy tables for tests: the directories in the environment variable `ENROQUE_SYZYGY`.

use std::io::Write;
use std::path::Path;
use std::{env, fs};

/// The directories with tables, in the format of `SyzygyPath`. If there are none, prints a line
/// that names the test to standard error and returns `None`.
pub fn directories(test: &str) -> Option<String> {
    let given = env::var("ENROQUE_SYZYGY")
        .ok()
        .filter(|list| !list.is_empty());
    if given.is_none() {
        // Straight to stderr: the captured output of a passing test is not shown.
        let line = format!("syzygy: '{test}' DID NOT RUN: ENROQUE_SYZYGY names no tables\n");
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
    given
}

/// Copies the tables whose file name is `wanted` from all directories of a list.
pub fn copy_tables(from: &str, to: &Path, wanted: impl Fn(&str) -> bool) {
    for directory in env::split_paths(from) {
        for entry in fs::read_dir(directory).expect("a directory") {
            let name = entry.as_ref().expect("a file").file_name();
            if wanted(name.to_str().expect("a table")) {
                fs::copy(entry.expect("a file").path(), to.join(name)).expect("room");
            }
        }
    }
}
