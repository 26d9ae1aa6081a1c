//! Table files that are missing or damaged.

use std::fs;

use rand::SeedableRng;
use support::syzygy::copy_tables;
use tempfile::TempDir;

use super::*;

/// Without DTZ tables the moves are ranked only by value, and the search has to make progress.
#[test]
fn wdl_tables_are_used_without_dtz_tables() {
    let Some(directories) = directories("WDL only") else {
        return;
    };
    let folder = TempDir::new().expect("a folder");
    copy_tables(&directories, folder.path(), |name| name.ends_with(".rtbw"));
    let tables = Tablebase::open(folder.path().to_str().expect("UTF-8")).expect("tables");
    let tables = Arc::new(tables);
    let mut searcher = Searcher::new(1).expect("a small table");
    searcher.set_tablebase(Some(Arc::clone(&tables)));
    let mut rng = SmallRng::seed_from_u64(3);
    for ending in ENDINGS {
        for _ in 0..10 {
            let board = random_ending(&mut rng, ending);
            let mut after = board;
            after.make(best_move(&mut searcher, &board, &[]));
            let kept = tables.wdl(&after).map(|wdl| -wdl);
            assert_eq!(kept, tables.wdl(&board), "{board}");
        }
    }
    // Drawn by the fifty-move rule, which they ignore.
    let late = board("8/3R4/K7/8/8/8/5k2/8 w - - 80 80");
    let found = searcher.search(Request::new(late, Limits::nodes(200)));
    assert!(found.score > 30_000, "{found:?}");
}

#[test]
fn damaged_table_is_reported_once() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, size| {
        fs::write(folder.path().join(name), vec![0x5A; size]).expect("room");
    };
    // One file has the size of a table but not its contents, the other has neither.
    file("KQvK.rtbw", 16 + 64);
    file("KRvK.rtbw", 100);
    let tables = Tablebase::open(folder.path().to_str().expect("UTF-8")).expect("one table");
    let found = tables.to_string();
    assert!(found.contains("1 WDL and 0 DTZ"), "{found}");
    assert!(found.contains("KRvK.rtbw"), "{found}");
    let mut searcher = Searcher::new(1).expect("a small table");
    searcher.set_tablebase(Some(Arc::new(tables)));
    let root = board("8/8/8/8/8/4k3/8/K2Q4 w - - 0 1");
    let mut warnings = Vec::new();
    for _ in 0..2 {
        let listener = |event| {
            if let Event::Warning(text) = event {
                warnings.push(text);
            }
        };
        let limits = Limits::nodes(FEW_NODES);
        let result = searcher.search_reporting(Request::new(root, limits), listener);
        assert!(result.best.is_some());
    }
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("KQvK"), "{warnings:?}");
}

/// Damaged tables may give wrong values, but cause no panic.
#[test]
fn random_bytes_in_tables_cause_no_panic() {
    let Some(directories) = directories("nonsense") else {
        return;
    };
    let mut rng = SmallRng::seed_from_u64(0xBAD);
    let kinds = ["KQvK.", "KPvK.", "KBNvK.", "KQvKR."];
    for round in 0..40 {
        let folder = TempDir::new().expect("a folder");
        copy_tables(&directories, folder.path(), |name| {
            kinds.iter().any(|kind| name.starts_with(kind))
        });
        for file in fs::read_dir(folder.path()).expect("the folder") {
            let path = file.expect("a file").path();
            let mut bytes = fs::read(&path).expect("a table");
            // After the magic number; in every other round only in the header.
            let end = bytes
                .len()
                .min(if round % 2 == 0 { 120 } else { usize::MAX });
            for _ in 0..rng.random_range(1..40) {
                bytes[rng.random_range(4..end)] = rng.random();
            }
            fs::write(&path, bytes).expect("room");
        }
        let tables = Tablebase::open(folder.path().to_str().expect("UTF-8")).expect("tables");
        let mut searcher = Searcher::new(1).expect("a small table");
        searcher.set_tablebase(Some(Arc::new(tables)));
        for ending in ["Qvk", "Pvk", "BNvk", "Qvkr"] {
            for _ in 0..5 {
                best_move(&mut searcher, &random_ending(&mut rng, ending), &[]);
            }
        }
    }
}
