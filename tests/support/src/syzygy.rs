//! Syzygy tables for tests: the directories that the variable `ENROQUE_SYZYGY` names.

use std::io::Write;
use std::path::Path;
use std::{env, fs};

/// The directories with tables, as an option takes them; `None`, and a line on standard error that
/// names the test, when none are given.
pub fn directories(test: &str) -> Option<String> {
    let given = env::var("ENROQUE_SYZYGY")
        .ok()
        .filter(|list| !list.is_empty());
    if given.is_none() {
        // Straight to stderr: what is printed by a test that passes is not shown.
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
