//! The ends of searches, other work and the engine: every `go` gets exactly one `bestmove`, `isready`
//! is answered during all work, and the engine exits only on `quit` or at the end of input.

use std::io::Write;
use std::time::Duration;

use crate::driver::{Engine, bench_nodes, bestmoves, last, number, run_apart, spawn, wait};

const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";

#[test]
fn stop_without_a_search_does_not_end_the_next_one() {
    let mut engine = Engine::start();
    for command in ["stop", "ponderhit", "stop"] {
        engine.send(command);
    }
    assert_eq!(engine.sync(), ["readyok"]);
    let lines = engine.ask("go depth 5", "bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")));
}

#[test]
fn every_search_prints_one_bestmove() {
    let mut engine = Engine::start();
    for end in [
        "stop",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name MultiPV value 2",
        "setoption name UCI_Chess960 value true",
        "setoption name Minimal value true",
        "setoption name UCI_Opponent value none none human",
        "move",
        "go depth 1",
        "go infinite",
        "go perft 1",
        "perft 1 hash 1",
        "bench 1",
        "speedtest 1 1 1",
        "genfens 1 seed 1 book None",
    ] {
        for start in ["go infinite", "go ponder wtime 1 btime 1", "go depth 255"] {
            engine.send(start);
            engine.send(end);
            engine.send("stop");
            let mut answers = bestmoves(&engine.until("bestmove"));
            if end.starts_with("go") && !end.contains("perft") {
                answers += bestmoves(&engine.until("bestmove"));
            }
            engine.send("stop");
            answers += bestmoves(&engine.sync());
            let wanted = 1 + usize::from(end == "go depth 1" || end == "go infinite");
            assert_eq!(answers, wanted, "{start}, then {end}");
        }
    }
    engine.quit();
}

#[test]
fn the_end_of_a_game_is_shown_at_once() {
    let mut engine = Engine::start();
    for (position, score) in [(MATED, " score mate 0 "), (STALEMATE, " score cp 0 ")] {
        engine.send(position);
        let lines = engine.ask("go infinite", "info depth 0");
        assert!(last(&lines).contains(score), "{lines:?}");
        assert_eq!(engine.ask("stop", "bestmove"), ["bestmove (none)"]);
    }
}

#[test]
fn invalid_and_passive_commands_do_not_end_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for command in [
        "fly",
        "setoption name Hash value 0",
        "position fen x",
        "position startpos",
        "d",
        "eval",
        "flip",
        "perft x",
        "bench 0",
        "uci",
    ] {
        engine.send(command);
    }
    assert_eq!(bestmoves(&engine.sync()), 0);
    engine.ask("stop", "bestmove");
}

#[test]
fn infinite_and_ponder_searches_are_answered_only_after_stop_or_ponderhit() {
    let mut engine = Engine::start();
    for (position, is_over) in [(MATED, true), (STALEMATE, true), (MATE_IN_ONE, false)] {
        engine.send(position);
        for (go, end) in [
            ("go infinite", "stop"),
            ("go infinite depth 2", "stop"),
            ("go ponder wtime 100 btime 100", "ponderhit"),
            ("go ponder wtime 100 btime 100", "stop"),
        ] {
            engine.send(go);
            // A premature answer would be among these lines.
            for _ in 0..100 {
                assert_eq!(bestmoves(&engine.sync()), 0, "{position}, {go}");
            }
            let lines = engine.ask(end, "bestmove");
            assert_eq!(
                last(&lines) == "bestmove (none)",
                is_over,
                "{position}, {go}"
            );
            assert_eq!(engine.sync(), ["readyok"]);
        }
        let lines = engine.ask("go depth 3", "bestmove");
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("info") && line.contains(" score "))
        );
    }
}

#[test]
fn speed_after_pondering_is_that_of_the_search() {
    let mut engine = Engine::start();
    for game in ["chess", "guadalete-swim"] {
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        engine.send("position startpos");
        engine.ask("go ponder depth 4", "info depth 4 ");
        std::thread::sleep(Duration::from_millis(500));
        let lines = engine.ask("ponderhit", "bestmove");
        let [nodes, speed, time] = ["nodes", "nps", "time"].map(|word| number(&lines, word));
        assert!(time >= 500 && speed > 4 * nodes, "{game}: {lines:?}");
    }
}

/// Thirty queens: the captures after a single move are more than can be searched.
#[test]
fn exploding_search_can_be_stopped() {
    let mut engine = Engine::start();
    engine.send("position fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1");
    for threads in [1, 2] {
        engine.send(&format!("setoption name Threads value {threads}"));
        for (go, end) in [
            ("go movetime 50", ""),
            ("go wtime 500 btime 500", ""),
            ("go infinite", "stop"),
            ("go depth 5", "stop"),
        ] {
            engine.send(go);
            engine.send(end);
            let lines = engine.until("bestmove");
            let best = last(&lines).split(' ').nth(1).expect("a move");
            let reported = lines.iter().rev().find(|line| line.contains(" pv "));
            let reported = reported.expect("a variation before the move");
            assert!(
                reported.contains(&format!(" pv {best}")),
                "{go}: {lines:#?}"
            );
            let score = reported
                .split(" cp ")
                .nth(1)
                .and_then(|rest| rest.split(' ').next());
            let score = score.map_or(0, |score| score.parse().expect("a score"));
            assert!(score < 20_000 && score > -20_000, "{reported}");
        }
    }
    engine.send("go infinite");
    engine.quit();
}

#[test]
fn depths_are_limited() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    engine.ask("go depth 999999 movetime 300", "bestmove");
    let lines = engine.ask("perft 1000", "info string error");
    assert!(last(&lines).contains("from 0 to 64"), "{lines:?}");
    engine.quit();
}

/// Work other than a search that takes longer than these tests wait for any answer.
const LONG_WORK: [&str; 5] = [
    "go perft 9",
    "perft 9 hash 16 threads 2",
    "bench 40",
    "speedtest 1 1 60",
    "genfens 1000000 seed 1 book None",
];

#[test]
fn isready_is_answered_during_all_work_and_stop_ends_it() {
    let mut engine = Engine::start();
    for work in LONG_WORK {
        engine.send(work);
        for _ in 0..3 {
            engine.sync();
        }
        engine.send("stop");
        while !engine.line().expect("the note").ends_with("was stopped") {}
    }
    engine.quit();
}

#[test]
fn quit_and_end_of_input_end_a_search() {
    for end in ["quit\n", ""] {
        let mut engine = Engine::start();
        engine.send("go infinite");
        engine.sync();
        engine.send_bytes(end.as_bytes());
        engine.stdin = None;
        let (lines, code) = engine.end();
        assert_eq!(code, Some(0));
        // Without it, the process exited only because its grace period ran out.
        let answer = lines.last().expect("an answer");
        assert!(answer.starts_with("bestmove"), "{lines:?}");
    }
}

/// As in `echo "perft 6" | enroque` and scripts with several counts.
#[test]
fn piped_commands_all_have_their_results() {
    for end in ["quit\n", ""] {
        let mut engine = Engine::start();
        let commands = "perft 4\nposition frc 17\nperft 4\ngo movetime 100\nbench 2\n\
                        genfens 2 seed 1 book None\nsetoption name Hash value 2\nperft 3\n";
        engine.send_bytes((commands.to_owned() + end).as_bytes());
        engine.stdin = None;
        let (lines, code) = engine.end();
        assert_eq!(code, Some(0));
        let is_result = |line: &&String| {
            ["Nodes s", "bestmove", "info string genfens "]
                .iter()
                .any(|start| line.starts_with(start))
                || line.ends_with(" nps")
        };
        let first = |line: &String| line.split_once(' ').map(|(word, _)| word.to_owned());
        let results: Vec<_> = lines.iter().filter(is_result).filter_map(first).collect();
        let bench = bench_nodes(&["bench 2"]).to_string();
        let wanted = [
            "Nodes", "Nodes", "bestmove", &bench, "info", "info", "Nodes",
        ];
        assert_eq!(results, wanted, "{lines:#?}");
    }
}

#[test]
fn commands_after_the_clearing_of_a_large_table_are_answered() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1024");
    assert_eq!(engine.sync(), ["readyok"], "the table has this size");
    for command in ["go depth 3", "go infinite", "go movetime 100"] {
        engine.ask("go depth 1", "bestmove");
        engine.send("ucinewgame");
        engine.send(command);
        if command == "go infinite" {
            engine.send("stop");
        }
        engine.until("bestmove");
    }
    engine.send("ucinewgame");
    let lines = engine.sync();
    assert_eq!(lines, ["readyok"]);
    engine.ask("go depth 1", "bestmove");
    engine.send("ucinewgame");
    engine.quit();
}

#[test]
fn isready_is_answered_before_the_end() {
    let (success, out, _) = run_apart(&["isready"]);
    assert!(success && out.trim() == "readyok", "{out}");
    for end in ["quit", ""] {
        let mut engine = Engine::start();
        let commands = format!("setoption name Hash value 256\nisready\n{end}\n");
        engine.send_bytes(commands.as_bytes());
        engine.stdin = None;
        engine.until("readyok");
        assert_eq!(engine.exit_code(), Some(0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn perft_uses_as_many_threads_as_processors() {
    let mut engine = Engine::start();
    engine.sync();
    let folder = format!("/proc/{}/task", engine.process.id());
    let threads = || std::fs::read_dir(&folder).expect("a process").count();
    let processors = std::thread::available_parallelism().expect("a number");
    // The work has a thread of its own.
    let most = threads() + 1 + processors.get();
    engine.send("perft 9 threads 1024");
    let deadline = std::time::Instant::now() + crate::driver::PATIENCE;
    while threads() < most {
        assert!(
            std::time::Instant::now() < deadline,
            "{} of {most}",
            threads()
        );
        engine.sync();
    }
    for _ in 0..100 {
        engine.sync();
        assert!(threads() <= most);
    }
    engine.send("stop");
    engine.quit();
}

/// A client that does not read blocks the command loop, but `quit` and the end of input still end the
/// engine.
#[test]
fn unread_output_does_not_keep_the_process_alive() {
    let many = "help\n".repeat(400);
    let long = "genfens 2000 seed 1\n".to_owned();
    let blocked = [many.clone() + "quit\n", many, long].map(|commands| {
        let mut process = spawn();
        let mut stdin = process.stdin.take().expect("stdin is piped");
        stdin
            .write_all(commands.as_bytes())
            .expect("the engine reads ahead");
        (process, commands.ends_with("quit\n").then_some(stdin))
    });
    for (process, _open) in blocked {
        assert!(!wait(process).success(), "output is missing");
    }
}
