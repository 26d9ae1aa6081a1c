//! Passes the commit being built to the program, which records it beside its games.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;

/// Changes of these may change games.
const SOURCES: [&str; 5] = [
    "src",
    "../search",
    "../movegen",
    "../Cargo.toml",
    "../Cargo.lock",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for sources in SOURCES {
        println!("cargo::rerun-if-changed={sources}");
    }
    if let Some(folder) = git(&["rev-parse", "--absolute-git-dir"]) {
        // Grows with every commit and every change of branch.
        let log = Path::new(&folder).join("logs/HEAD");
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let commit = git(&["describe", "--always", "--exclude=*", "--abbrev=12"]);
    let mut commit = commit.unwrap_or_else(|| "unknown".to_owned());
    // Other changes of the same commit are another engine.
    if let Some(changes) = git(&[&["diff", "HEAD", "--"], &SOURCES[..]].concat()) {
        let mut hasher = DefaultHasher::new();
        changes.hash(&mut hasher);
        commit += &format!("-dirty-{:08x}", hasher.finish() as u32);
    }
    println!("cargo::rustc-env=ENROQUE_COMMIT={commit}");
}

/// The output of a Git command; `None` without Git or outside a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    // A build must not disturb other Git commands.
    command.arg("--no-optional-locks").args(arguments);
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
