//! Selects the network to embed: the file in the environment variable EVALFILE, or else the only
//! one in `networks/`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let network = match named {
        Some(name) => fs::canonicalize(&name).map_err(|error| {
            let name = Path::new(&name).display();
            format!("cannot read the network '{name}' given by EVALFILE: {error}")
        }),
        None => only_network(),
    };
    match network {
        Ok(path) => {
            println!("cargo::rerun-if-changed={}", path.display());
            println!("cargo::rustc-env=ENROQUE_NETWORK={}", path.display());
        }
        Err(error) => println!("cargo::error={error}"),
    }
}

fn only_network() -> Result<PathBuf, String> {
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("networks");
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_network = |path: &PathBuf| path.extension().is_some_and(|end| end == "nnue");
    let mut networks: Vec<_> = files
        .flatten()
        .map(|file| file.path())
        .filter(is_network)
        .collect();
    match (networks.pop(), networks.is_empty()) {
        (Some(network), true) => Ok(network),
        _ => Err(format!(
            "{} must hold exactly one network",
            folder.display()
        )),
    }
}
