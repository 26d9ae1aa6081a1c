//! `EvalFile`: networks loaded, displayed, used by search and benchmark, refused and unloaded.

use std::fs;
use std::path::PathBuf;

use movegen::Board;
use search::nnue::{HIDDEN, INPUTS, Network, NetworkFile, QA, QB};
use tempfile::TempDir;

use crate::driver::{Engine, bench_nodes, last, number};

/// A network whose output is its bias: a score of 200 for the side to move.
fn write_network(folder: &TempDir) -> PathBuf {
    let file = NetworkFile {
        recipe: "constant".to_owned(),
        hidden: HIDDEN,
        buckets: 1,
        scale: 400,
        feature_weights: vec![0; INPUTS * HIDDEN],
        feature_biases: vec![0; HIDDEN],
        output_weights: vec![0; 2 * HIDDEN],
        output_biases: vec![i32::from(QA) * i32::from(QB) / 2],
    };
    let bytes = file.to_bytes().expect("a sound network");
    let path = folder.path().join("a network.nnue");
    fs::write(&path, bytes).expect("room in the temporary folder");
    path
}

#[test]
fn eval_file_loads_and_unloads_a_network() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = write_network(&folder);
    let command = format!("setoption name EvalFile value {}", path.display());
    let mut engine = Engine::start();
    let embedded = engine.ask("eval", "Evaluation");
    assert_eq!(
        last(&engine.ask(&command, "info")),
        "info string network constant"
    );
    let lines = engine.ask("eval", "Evaluation");
    // Half a logit, as reported.
    let value = f64::from(search::wdl::centipawns(200, &Board::default())) / 100.0;
    assert_eq!(last(&lines), format!("Evaluation: {value:+.2} for White"));
    assert!(
        lines.contains(&format!("Network 'constant': {value:+.2}")),
        "{lines:#?}"
    );
    // Each piece but the kings has a value.
    let values = lines.iter().map(|line| line.matches("+0.00").count());
    assert_eq!(values.sum::<usize>(), 30, "{lines:#?}");
    engine.send("position startpos moves e2e4");
    assert_eq!(
        last(&engine.ask("eval", "Evaluation")),
        format!("Evaluation: {:+.2} for White", -value)
    );
    engine.ask("go nodes 1000", "bestmove");
    engine.send("position startpos");

    // A truncated file is refused and the network in use stays.
    let bytes = fs::read(&path).expect("the network");
    fs::write(&path, &bytes[..bytes.len() - 5]).expect("room in the temporary folder");
    let lines = engine.ask(&command, "info string error");
    assert!(
        last(&lines).contains("the evaluation stays as it was"),
        "{lines:?}"
    );
    assert_eq!(
        last(&engine.ask("eval", "Evaluation")),
        format!("Evaluation: {value:+.2} for White")
    );

    let lines = engine.ask("setoption name EvalFile value <empty>", "info");
    let name = Network::embedded().recipe().to_owned();
    assert_eq!(last(&lines), format!("info string network {name}"));
    assert_eq!(engine.ask("eval", "Evaluation"), embedded);
}

#[test]
fn unusable_eval_files_are_reported() {
    let mut engine = Engine::start();
    let embedded = engine.ask("eval", "Evaluation");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (path, complaint) in [
        ("no/such.nnue", "cannot read 'no/such.nnue'"),
        (
            manifest,
            "not an Enroque network; the evaluation stays as it was",
        ),
    ] {
        let command = format!("setoption name EvalFile value {path}");
        let lines = engine.ask(&command, "info string error");
        assert!(last(&lines).contains(complaint), "{lines:?}");
    }
    assert_eq!(engine.ask("eval", "Evaluation"), embedded);
}

#[test]
fn bench_uses_the_loaded_network() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = write_network(&folder);
    let load = format!("setoption name EvalFile value {}", path.display());
    let embedded = bench_nodes(&["bench 4"]);
    let network = bench_nodes(&[&load, "bench 4"]);
    assert_ne!(network, embedded);
    assert_eq!(bench_nodes(&[&load, "bench 4"]), network);
    assert_eq!(
        bench_nodes(&[&load, "setoption name EvalFile value", "bench 4"]),
        embedded
    );
}

#[test]
fn another_network_clears_the_table() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = write_network(&folder);
    let mut engine = Engine::start();
    let mut nodes_with = |path: &str| {
        engine.ask(
            &format!("setoption name EvalFile value {path}"),
            "info string network",
        );
        number(&engine.ask("go depth 7", "bestmove"), "nodes")
    };
    let first = nodes_with("");
    assert_ne!(nodes_with(&path.display().to_string()), first);
    assert_eq!(nodes_with(""), first);
}
