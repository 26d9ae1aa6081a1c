//! The commands of the program `train`, each given the files of those before it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Runs the program in `folder` with arguments separated by spaces.
fn train(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_train"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

/// The standard output of a successful command.
fn output(folder: &Path, arguments: &str) -> String {
    let output = train(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The standard error of a failing command.
fn error(folder: &Path, arguments: &str) -> String {
    let output = train(folder, arguments);
    assert!(!output.status.success(), "{arguments}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The steps of `train/README.md`, without held-out games: six games may have none.
#[test]
fn games_become_a_network() {
    let folder = folder();
    let folder = folder.path();
    let play = "datagen --out games --seed 1 --threads 1 --nodes 60 --kept-nodes 0 --games";
    output(folder, &format!("{play} 3"));
    let games = "games/s1-t0.viri";
    let first = fs::read(folder.join(games)).expect("games");
    output(folder, &format!("{play} 6"));
    let all = fs::read(folder.join(games)).expect("games");
    assert!(all.len() > first.len() && all.starts_with(&first));
    let different = error(folder, &format!("{play} 9 --max-plies 100"));
    assert!(different.contains("max_plies was"), "{different}");

    let summary = output(folder, &format!("inspect {games}"));
    assert!(summary.contains("results"), "{summary}");
    output(
        folder,
        &format!("branch {games} --out branches --threads 1"),
    );
    let shuffled = "--out training.rec --held-out held-out.rec";
    output(
        folder,
        &format!("shuffle {games} branches/s1-t0.viri {shuffled}"),
    );
    assert!(folder.join("held-out.rec").exists());
    fs::write(
        folder.join("small.toml"),
        "name = 'small'\nhidden = 64\nepochs = 1\nbatch = 16\n",
    )
    .expect("a writable folder");
    let learn = "learn training.rec --recipe small.toml --threads 1 --out";
    output(folder, &format!("{learn} small"));
    for file in [
        "small.nnue",
        "loss.csv",
        "loss.svg",
        "checkpoint.bin",
        "recipe.toml",
    ] {
        assert!(folder.join("small").join(file).exists(), "{file}");
    }
    let again = error(folder, &format!("{learn} small"));
    assert!(again.contains("--resume"), "{again}");
    let rescale = "rescale small/small.nnue --scale 300 --out other.nnue";
    let rescaled = output(folder, rescale);
    assert!(rescaled.contains("scale 300 instead of 400"), "{rescaled}");
    output(folder, &format!("{learn} further --begin-with other.nnue"));
    assert!(folder.join("further/small.nnue").exists());
}

#[test]
fn errors_name_what_is_wrong() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("broken.viri"), b"no game").expect("a writable folder");
    for (arguments, named) in [
        ("", "Usage"),
        (
            "learn absent.rec --out run",
            "failed to open file `absent.rec`",
        ),
        (
            "shuffle absent.viri --out training.rec",
            "failed to open file `absent.viri`",
        ),
        ("inspect broken.viri", "damaged games or incomplete files"),
        ("shuffle broken.viri --out training.rec", "broken.viri"),
        (
            "rescale broken.viri --scale 400 --out other.nnue",
            "broken.viri",
        ),
        ("wdl absent.pgn", "absent.pgn"),
    ] {
        let errors = error(folder, arguments);
        assert!(errors.contains(named), "{arguments}: {errors}");
        assert!(!errors.contains("panicked"), "{arguments}: {errors}");
    }
    for file in ["training.rec", "other.nnue"] {
        assert!(!folder.join(file).exists(), "{file}");
    }
}
