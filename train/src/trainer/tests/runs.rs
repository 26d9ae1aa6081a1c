//! Whole training runs on small data.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use movegen::Board;
use search::nnue::{HIDDEN, Network};

use super::super::checkpoint::{Epoch, State};
use super::super::{Learn, Recipe, TrainError, run};
use super::{material, random_boards, record};
use crate::stop::Stop;

/// Writes a file of positions scored by material.
fn write_positions(folder: &Path, name: &str, boards: &[Board]) -> PathBuf {
    let bytes: Vec<u8> = boards.iter().flat_map(|b| record(b).to_bytes()).collect();
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a writable temporary folder");
    path
}

fn write_recipe(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("small.toml");
    std::fs::write(&path, text).expect("a writable temporary folder");
    path
}

/// The first `count` positions for training. They are far apart in their games: successive positions
/// hardly differ, and even with 100,000 of those the network overfits.
fn training_boards(count: usize) -> Vec<Board> {
    const APART: usize = 12;
    let boards = random_boards(11, count * APART);
    boards.into_iter().step_by(APART).collect()
}

/// Trains a network on material in `folder`; returns the settings.
fn train_on_material(folder: &Path) -> Learn {
    let data = write_positions(folder, "training.rec", &training_boards(80_000));
    let held_out = write_positions(folder, "held-out.rec", &random_boards(12, 4_000));
    let text = "name = 'material'\nbuckets = 1\nepochs = 4\nbatch = 256\nlearning_rate = 0.008\n\
                final_learning_rate = 2.4e-6\nweight_decay = 0.3\nwdl_weight = 0.0\n";
    let settings = Learn {
        data: vec![data],
        held_out: Some(held_out),
        out: folder.join("out"),
        recipe: Some(write_recipe(folder, text)),
        begin_with: None,
        resume: false,
        threads: NonZeroUsize::new(2),
    };
    run(&settings, &Stop::new()).expect("a run");
    settings
}

/// The epochs of a finished run.
fn epochs(settings: &Learn) -> Vec<Epoch> {
    let recipe = Recipe::read(&settings.out.join("recipe.toml")).expect("a recipe");
    let path = settings.out.join("checkpoint.bin");
    let state = State::read(&recipe, &path).expect("a checkpoint");
    state.epochs
}

fn assert_learned_material(settings: &Learn) {
    let epochs = epochs(settings);
    let [first, .., last] = epochs.as_slice() else {
        panic!("four epochs");
    };
    assert!(last.training < first.training / 4.0, "{first:?} {last:?}");
    assert!(
        (last.quantized / last.validation - 1.0).abs() < 0.2,
        "{last:?}"
    );
    // At least 99% of the variance is explained, in unseen games.
    let others = random_boards(12, 4_000);
    let expected = |board: &Board| 1.0 / (1.0 + (-f64::from(material(board)) / 400.0).exp());
    let variance: f64 = others.iter().map(|b| (expected(b) - 0.5).powi(2)).sum();
    let variance = variance / others.len() as f64;
    assert!(last.validation < variance / 100.0, "{last:?} of {variance}");
    let network = Network::load(&settings.out.join("material.nnue")).expect("a network");
    assert_eq!(network.recipe(), "material");
    for (fen, low, high) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            -30,
            30,
        ),
        (
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            700,
            1100,
        ),
        (
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1",
            -1100,
            -700,
        ),
    ] {
        let board: Board = fen.parse().expect("a legal position");
        let value = network.evaluate(&board);
        assert!((low..=high).contains(&value), "{value} for {fen}");
    }
    let plot = std::fs::read_to_string(settings.out.join("loss.svg")).expect("a plot");
    assert!(plot.contains("<svg") && plot.contains("validation"));
}

/// Checks that a run from the weights of a checkpoint or network, even a narrower one, starts with
/// about the loss of the earlier run.
fn assert_weights_are_continued(folder: &Path, settings: &Learn) {
    let before = epochs(settings);
    let before = before.last().expect("four epochs");
    let more = "name = 'more'\nepochs = 1\nlearning_rate = 0.0001\nwdl_weight = 0.0\n";
    let same = &format!("{more}buckets = 1\n");
    let wider = &format!("{more}hidden = {}\nbuckets = 4\n", HIDDEN + 64);
    let data = write_positions(folder, "few.rec", &training_boards(5_000));
    for (i, (begin_with, text)) in [
        ("checkpoint.bin", same),
        ("material.nnue", same),
        ("checkpoint.bin", wider),
        ("material.nnue", wider),
    ]
    .into_iter()
    .enumerate()
    {
        let more = Learn {
            begin_with: Some(settings.out.join(begin_with)),
            recipe: Some(write_recipe(folder, text)),
            out: folder.join(format!("after{i}")),
            data: vec![data.clone()],
            ..settings.clone()
        };
        run(&more, &Stop::new()).expect("a run");
        let epochs = epochs(&more);
        assert!(epochs[0].training < 2.0 * before.training, "{epochs:?}");
    }
}

fn assert_misuse_is_refused(folder: &Path, settings: &Learn) {
    let error = run(settings, &Stop::new()).expect_err("a checkpoint exists");
    assert!(error.to_string().contains("--resume"), "{error}");
    let narrower = Learn {
        begin_with: Some(settings.out.join("material.nnue")),
        recipe: Some(write_recipe(folder, "hidden = 64\nbuckets = 8\n")),
        out: folder.join("narrower"),
        ..settings.clone()
    };
    let error = run(&narrower, &Stop::new()).expect_err("a narrower recipe");
    let shapes = format!("{HIDDEN} hidden neurons and 1 output buckets; the recipe has 64 and 8");
    assert!(error.to_string().contains(&shapes), "{error}");
    let absent = Learn {
        resume: true,
        recipe: None,
        out: folder.join("absent"),
        ..settings.clone()
    };
    let error = run(&absent, &Stop::new()).expect_err("no run");
    assert!(matches!(error, TrainError::NothingToResume(_)), "{error}");
    let twice = Learn {
        data: vec![settings.data[0].clone(); 2],
        out: folder.join("twice"),
        ..settings.clone()
    };
    let error = run(&twice, &Stop::new()).expect_err("a file given twice");
    assert!(matches!(error, TrainError::Repeated(_)), "{error}");
    // The losses of another run are not replaced.
    let plotted = Learn {
        out: folder.join("plotted"),
        ..settings.clone()
    };
    std::fs::create_dir(&plotted.out).expect("a new folder");
    std::fs::write(plotted.out.join("loss.csv"), "mine").expect("a writable temporary folder");
    let error = run(&plotted, &Stop::new()).expect_err("losses exist");
    assert!(matches!(error, TrainError::Overwrite(_)), "{error}");
    // Nor is a network without the checkpoint of its run.
    let again = Learn {
        out: folder.join("again"),
        recipe: Some(write_recipe(folder, "name = 'again'\n")),
        ..settings.clone()
    };
    let network = again.out.join("again.nnue");
    std::fs::create_dir(&again.out).expect("a new folder");
    std::fs::write(&network, "precious").expect("a writable temporary folder");
    let error = run(&again, &Stop::new()).expect_err("a network exists");
    assert!(matches!(error, TrainError::Overwrite(_)), "{error}");
    assert_eq!(std::fs::read(&network).expect("the network"), b"precious");
    assert!(!again.out.join("recipe.toml").exists());
    // Nor is a recipe that the trainer did not write.
    std::fs::remove_file(&network).expect("a file");
    let recipe = again.out.join("recipe.toml");
    std::fs::write(&recipe, "epochs = 3 # mine\n").expect("a writable folder");
    for given in [again.recipe.clone(), Some(recipe.clone()), None] {
        let again = Learn {
            recipe: given,
            ..again.clone()
        };
        let error = run(&again, &Stop::new()).expect_err("a recipe exists");
        assert!(matches!(error, TrainError::Overwrite(_)), "{error}");
    }
    let text = std::fs::read(&recipe).expect("the recipe");
    assert_eq!(text, b"epochs = 3 # mine\n");
}

/// A single test, because the shared run takes most of the time.
#[test]
fn trained_network_learns_material_and_can_be_continued() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let settings = train_on_material(folder.path());
    assert_learned_material(&settings);
    assert_weights_are_continued(folder.path(), &settings);
    assert_misuse_is_refused(folder.path(), &settings);
}

#[test]
fn resumed_run_equals_an_uninterrupted_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let positions = write_positions(folder.path(), "all.rec", &random_boards(11, 3_000));
    let text = "name = 'half'\nhidden = 64\nepochs = 3\nbatch = 100\nwindow = 1000\n\
                rounded_share = 0.5\n";
    let recipe = write_recipe(folder.path(), text);
    let settings = |name: &str| Learn {
        data: vec![positions.clone()],
        held_out: None,
        out: folder.path().join(name),
        recipe: Some(recipe.clone()),
        begin_with: None,
        resume: false,
        threads: NonZeroUsize::new(2),
    };
    let network =
        |settings: &Learn| std::fs::read(settings.out.join("half.nnue")).expect("a network");
    let whole = settings("whole");
    run(&whole, &Stop::new()).expect("a run");
    let cut = settings("cut");
    // The current epoch is finished, or dropped.
    let (once, twice) = (Stop::new(), Stop::new());
    once.interrupt();
    twice.interrupt();
    twice.interrupt();
    let stopped = |settings: &Learn, stop: &Stop, epochs: usize| {
        let error = run(settings, stop).expect_err("a stop before the last epoch");
        assert!(
            matches!(error, TrainError::Stopped { done, epochs: 3 } if done == epochs),
            "{error}"
        );
    };
    let error = run(&cut, &twice).expect_err("no epoch");
    assert!(matches!(error, TrainError::StoppedAtOnce), "{error}");
    stopped(&cut, &once, 1);
    assert_ne!(network(&whole), network(&cut));
    let rest = Learn {
        recipe: None,
        begin_with: None,
        resume: true,
        ..cut
    };
    stopped(&rest, &twice, 1);
    stopped(&rest, &once, 2);
    run(&rest, &once).expect("the third");
    run(&rest, &Stop::new()).expect("nothing to do");
    assert_eq!(network(&whole), network(&rest));

    let other = write_positions(folder.path(), "other.rec", &random_boards(13, 3_000));
    let other = Learn {
        data: vec![other],
        ..rest.clone()
    };
    let error = run(&other, &Stop::new()).expect_err("other data");
    assert!(error.to_string().contains("other data"), "{error}");

    let path = rest.out.join("recipe.toml");
    let recipe = std::fs::read_to_string(&path).expect("a recipe");
    // 2,700 positions are 27 batches of either size.
    let smaller = recipe.replace("batch = 100", "batch = 98");
    std::fs::write(&path, smaller).expect("a writable temporary folder");
    let error = run(&rest, &Stop::new()).expect_err("another batch size");
    assert!(error.to_string().contains("another 'batch'"), "{error}");
    let named = recipe.replace("\"half\"", "\"best\"");
    std::fs::write(&path, named).expect("a writable temporary folder");
    std::fs::copy(rest.out.join("half.nnue"), rest.out.join("best.nnue")).expect("a network");
    let error = run(&rest, &Stop::new()).expect_err("a network of another name");
    assert!(matches!(error, TrainError::Overwrite(_)), "{error}");
    std::fs::write(&path, recipe).expect("a writable temporary folder");

    let path = rest.out.join("checkpoint.bin");
    let mut bytes = std::fs::read(&path).expect("a checkpoint");
    bytes.pop();
    std::fs::write(&path, bytes).expect("a writable temporary folder");
    let error = run(&rest, &Stop::new()).expect_err("a damaged checkpoint");
    assert!(
        error.to_string().contains("nor a complete checkpoint"),
        "{error}"
    );
}

#[test]
fn rounding_changes_the_network() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let positions = write_positions(folder.path(), "all.rec", &random_boards(11, 1_000));
    let network = |share: &str| {
        let text = format!("hidden = 64\nepochs = 1\nbatch = 100\nrounded_share = {share}\n");
        let settings = Learn {
            data: vec![positions.clone()],
            held_out: None,
            out: folder.path().join(share),
            recipe: Some(write_recipe(folder.path(), &text)),
            begin_with: None,
            resume: false,
            threads: NonZeroUsize::new(2),
        };
        run(&settings, &Stop::new()).expect("a run");
        std::fs::read(settings.out.join("unnamed.nnue")).expect("a network")
    };
    assert!(network("0") != network("1"));
}

#[test]
fn impossible_recipes_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (text, reason) in [
        ("hidden = 100", "hidden must be a multiple of 64"),
        ("buckets = 9", "buckets must be from 1 to 8"),
        ("epochs = 0", "epochs must be at least 1"),
        ("wdl_weight = 1.5", "wdl_weight must be from 0 to 1"),
        ("cross_entropy = -1", "cross_entropy must be from 0 to 1"),
        ("learning_rate = 'fast'", "invalid type"),
        ("learning_rate = nan", "learning_rate must be above 0"),
        ("hiden = 64", "unknown field"),
        ("validation = 0", "validation must be at least 1"),
        ("name = ''", "name must be 1 to 36 bytes"),
        ("name = '../x'", "name must be without slashes"),
    ] {
        let path = write_recipe(folder.path(), text);
        let error = Recipe::read(&path).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}
