//! Reported scores: the scale, draws, and chances of winning.

use crate::driver::{Engine, last};

#[test]
fn score_of_100_is_a_50_percent_chance_of_winning() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("setoption name MultiPV value 30");
    let (mut above, mut below) = (0, 0);
    // Black lacks a pawn.
    for position in [
        "position fen rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "position fen r1bqkbnr/ppp2ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1",
    ] {
        engine.send(position);
        for line in engine.ask("go depth 8", "bestmove") {
            let number = |name: &str| {
                let mut words = line.split(' ').skip_while(|&word| word != name);
                words.nth(1).and_then(|word| word.parse::<i32>().ok())
            };
            if let (Some(cp), Some(win)) = (number("cp"), number("wdl")) {
                above += u32::from(cp > 102);
                below += u32::from(cp < 98);
                // Closer to 100, rounding hides the difference.
                if !(98..=102).contains(&cp) {
                    assert_eq!(cp > 100, win > 500, "{line}");
                    assert_eq!(cp < 100, win < 500, "{line}");
                }
            }
        }
    }
    assert!(above > 50 && below > 50, "{above} above, {below} below");
}

#[test]
fn dead_draw_is_scored_zero() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    let lines = engine.ask("go depth 30", "bestmove");
    let scores: Vec<_> = lines
        .iter()
        .filter(|line| line.contains(" score "))
        .collect();
    assert!(!scores.is_empty(), "{lines:?}");
    for line in scores {
        assert!(line.contains(" score cp 0 "), "{line}");
    }
}

/// Such a search has no other score.
#[test]
fn one_node_gives_the_evaluation() {
    // White is to move in the first position, Black in the second.
    for (game, position, sign) in [
        ("chess", "fen 4k3/8/8/8/7q/8/8/R3K2R w KQ - 0 1", 1),
        ("guadalete-swim", "startpos moves a2a4", -1),
    ] {
        let mut engine = Engine::of_game(game);
        engine.send(&format!("position {position}"));
        let table = engine.ask("eval", "Evaluation: ");
        let pawns = last(&table).split(' ').nth(1).map(str::parse::<f64>);
        let pawns = pawns.expect("a value").expect("a number");
        let score = sign * (100.0 * pawns).round() as i32;
        assert_ne!(score, 0, "{table:#?}");
        let lines = engine.ask("go nodes 1", "bestmove");
        assert!(lines[0].contains(" depth 0 "), "{lines:?}");
        assert!(
            lines[0].contains(&format!(" score cp {score} ")),
            "{score}: {lines:?}"
        );
    }
}

#[test]
fn evaluation_names_the_result_of_a_finished_game() {
    let mut engine = Engine::start();
    for (position, result) in [
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw by stalemate"),
        (
            "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "White wins by checkmate",
        ),
    ] {
        engine.send(&format!("position {position}"));
        let lines = engine.ask("eval", "The game is over");
        assert!(lines.last().expect("a line").ends_with(result), "{lines:?}");
    }
}

#[test]
fn wdl_is_printed_when_the_option_is_on() {
    let mut engine = Engine::start();
    let wdl = |engine: &mut Engine, go: &str| -> Vec<Vec<u32>> {
        let lines = engine.ask(go, "bestmove");
        let found = lines.iter().filter_map(|line| {
            let mut words = line.split(' ').skip_while(|&word| word != "wdl").skip(1);
            let three = words.by_ref().take(3);
            let numbers: Vec<u32> = three.map_while(|word| word.parse().ok()).collect();
            (!numbers.is_empty()).then_some(numbers)
        });
        found.collect()
    };
    assert!(wdl(&mut engine, "go depth 6").is_empty());

    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("setoption name MultiPV value 3");
    let found = wdl(&mut engine, "go depth 6");
    assert!(found.len() >= 18, "{found:?}");
    for numbers in found {
        assert_eq!(numbers.len(), 3, "{numbers:?}");
        assert_eq!(numbers.iter().sum::<u32>(), 1000, "{numbers:?}");
    }
    engine.send("setoption name MultiPV value 1");
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let found = wdl(&mut engine, "go depth 4");
    assert_eq!(found.last(), Some(&vec![1000, 0, 0]));
}

/// The third occurrence needs the game's moves: none of it lies in the search.
#[test]
fn third_occurrence_is_a_draw() {
    for game in ["chess", "guadalete-swim"] {
        let mut engine = Engine::of_game(game);
        for (moves, is_draw) in [
            ("g1f3 g8f6 f3g1", false),
            ("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", true),
        ] {
            engine.send(&format!("position startpos moves {moves}"));
            let lines = engine.ask("go depth 1 searchmoves f6g8", "bestmove");
            let is_zero = lines[0].contains(" score cp 0 ");
            assert_eq!(is_zero, is_draw, "{game}: {lines:?}");
        }
    }
}
