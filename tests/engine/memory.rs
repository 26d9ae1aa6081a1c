//! Memory: use by long input, tables that do not fit, and new tables before their first search.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::driver::{Engine, bestmoves, last, number_in};

/// A field of the process's status in MiB, where the system reports it.
fn status(engine: &Engine, field: &str) -> Option<u64> {
    let path = format!("/proc/{}/status", engine.process.id());
    let text = std::fs::read_to_string(path).ok()?;
    Some(number_in(&text, field)? / 1024)
}

/// Peak memory so far in MiB, where the system reports it.
fn peak_memory(engine: &Engine) -> Option<u64> {
    status(engine, "VmHWM:")
}

#[test]
fn giant_lines_take_no_memory() {
    let mut engine = Engine::start();
    engine.sync();
    let before = peak_memory(&engine);
    let mut go = b"go depth 1 ".to_vec();
    go.resize(10 << 20, b'x');
    let mut position = b"position startpos moves e2e4".to_vec();
    position.extend(b" e7e5 e2e4".repeat(1 << 20));
    for bytes in [vec![b'x'; 10 << 20], b"\n".repeat(1 << 16), position, go] {
        engine.send_bytes(&bytes);
        engine.send_bytes(b"\n");
    }
    let lines = engine.until("bestmove");
    assert!(lines[0].contains("a line of more than"), "{lines:#?}");
    assert_eq!(bestmoves(&lines), 1);
    // The truncated position is invalid, and the one before it is not searched.
    assert_eq!(last(&lines), "bestmove (none)");
    engine.send("position startpos");
    if let (Some(before), Some(after)) = (before, peak_memory(&engine)) {
        assert!(after < before + 20, "from {before} to {after} MiB");
    }
    engine.send_bytes(&vec![b'y'; 10 << 20]);
    engine.stdin = None;
    assert_eq!(engine.exit_code(), Some(0));
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(memory));
    // The largest size that can be set is 1 TiB.
    if system.is_ok_and(|system| system.available_memory() > 1 << 40) {
        return;
    }
    let mut engine = Engine::start();
    for command in [
        "setoption name Hash value 1048576",
        "perft 2 hash 1048576",
        "bench 1 1 1048576",
        "speedtest 1 1048576 1",
    ] {
        let lines = engine.ask(command, "info string error");
        assert!(last(&lines).contains("does not fit"), "{lines:?}");
    }
    let lines = engine.ask("setoption name Hash value 1048576", "info string error");
    assert!(last(&lines).contains("stays at 16 MiB"), "{lines:?}");
    engine.send("setoption name Hash value 2");
    let lines = engine.ask("setoption name Hash value 1048576", "info string error");
    assert!(last(&lines).contains("stays at 2 MiB"), "{lines:?}");
    engine.ask("go depth 3", "bestmove");
    engine.quit();
}

/// The system must not have to supply pages of the table while a clock runs.
#[cfg(target_os = "linux")]
#[test]
fn isready_waits_until_a_new_table_is_backed_with_memory() {
    for game in ["chess", "guadalete-swim"] {
        let mut engine = Engine::of_game(game);
        engine.send("setoption name Hash value 256");
        engine.sync();
        let used = peak_memory(&engine).expect("Linux reports it");
        assert!(used >= 256, "{game}: {used} MiB");
        engine.quit();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn only_the_game_on_the_board_has_a_table_of_full_size() {
    const HASH: u64 = 256;
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Hash value {HASH}"));
    engine.sync();
    for game in ["guadalete-swim", "chess"] {
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        engine.sync();
        let field = |name| status(&engine, name).expect("Linux reports it");
        let used = field("VmRSS:") + field("VmSwap:");
        assert!(used >= HASH, "{game}: {used} MiB");
        // The old table is freed before the new one is allocated.
        let peak = field("VmHWM:");
        assert!(peak < HASH + HASH / 2, "{game}: {peak} MiB");
    }
    engine.quit();
}

/// Not all of 64 threads fit, at several sizes so that different allocations fail.
#[cfg(target_os = "linux")]
#[test]
fn threads_without_memory_are_not_started() {
    for kibibytes in (1_000_000..1_400_000).step_by(40_000) {
        let limit = format!("ulimit -v {kibibytes} && exec \"$0\"");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &limit, env!("CARGO_BIN_EXE_enroque")]);
        let mut engine = Engine::of(crate::driver::spawn_by(&mut shell));
        let lines = engine.ask("setoption name Threads value 64", "info string error");
        assert!(
            last(&lines).contains("the number of search threads is now"),
            "{lines:?}"
        );
        engine.ask("go depth 3", "bestmove");
        engine.quit();
    }
}
