//! Tells the program what it was compiled with, for its `compiler` command.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let version = version.unwrap_or_else(|_| "rustc".to_owned());
    let variable = |name| env::var(name).unwrap_or_default();
    println!("cargo::rustc-env=ENROQUE_RUSTC={version}");
    println!("cargo::rustc-env=ENROQUE_TARGET={}", variable("TARGET"));
    println!(
        "cargo::rustc-env=ENROQUE_OPT_LEVEL={}",
        variable("OPT_LEVEL")
    );
}
