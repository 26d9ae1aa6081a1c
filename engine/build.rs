//! Passes facts about the build to the program: version control, compiler, target.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = output(&rustc, &["--version"]).unwrap_or_else(|| "rustc".to_owned());
    println!("cargo::rustc-env=ENROQUE_RUSTC={version}");
    for (name, variable) in [
        ("ENROQUE_TARGET", "TARGET"),
        ("ENROQUE_OPT_LEVEL", "OPT_LEVEL"),
    ] {
        let value = env::var(variable).unwrap_or_default();
        println!("cargo::rustc-env={name}={value}");
    }
    println!("cargo::rustc-env=ENROQUE_COMMIT={}", commit());
}

/// The commit of a release build, in brackets; nothing outside this project's repository.
/// Development builds do not name it, which spares their rebuild after every commit.
fn commit() -> String {
    if env::var("PROFILE").as_deref() != Ok("release") {
        return " (dev)".to_owned();
    }
    // Unpacked in the repository of a package, say, the sources are not those of its commit.
    if output("git", &["rev-parse", "--show-prefix"]).as_deref() != Some("engine/") {
        return String::new();
    }
    // The log of the checked-out branch changes with every commit and checkout.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = output("git", &["rev-parse", "--short=9", "HEAD"]);
    commit.map_or_else(String::new, |commit| format!(" ({commit})"))
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
