//! Repetition detection against trying every move.

use movegen::{Move, MoveKind};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// The history and the board after some moves from the start.
fn play(moves: &str) -> (KeyHistory, Board) {
    let mut board = Board::default();
    let mut history = KeyHistory::new();
    for text in moves.split_whitespace() {
        let mv = board.parse_uci(text).expect("a legal move");
        history.push(board.key());
        board.make(mv);
    }
    (history, board)
}

#[test]
fn cuckoo_table_holds_every_reversible_move() {
    let used = CUCKOO.keys.iter().filter(|&&key| key != 0).count();
    assert_eq!(used, 3668);
}

#[test]
fn repetition_is_a_draw_once_below_the_root_or_twice_in_all() {
    let once = KeyHistory::from(vec![1, 2, 3, 4]);
    assert!(is_repetition(&once, 1, 4, 5));
    assert!(!is_repetition(&once, 1, 4, 4));
    let twice = KeyHistory::from([1, 2, 3, 4].repeat(2));
    assert!(is_repetition(&twice, 1, 8, 1));
    assert!(!is_repetition(&twice, 1, 7, 1), "before a capture");
}

#[test]
fn upcoming_repetition_is_found_one_move_ahead() {
    let (history, board) = play("g1f3 g8f6 f3g1");
    assert!(has_upcoming_repetition(&history, &board, 4));
    assert!(
        !has_upcoming_repetition(&history, &board, 3),
        "the root itself has occurred only once"
    );
    let (history, board) = play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert!(
        has_upcoming_repetition(&history, &board, 3),
        "the root has occurred twice"
    );
    let (history, board) = play("g1f3 g8f6 f3g1 e7e6");
    assert!(!has_upcoming_repetition(&history, &board, 5));
    // No single move restores an earlier position: two white pieces stand elsewhere.
    let (history, board) = play("b1c3 g8f6 a1b1 f6g8 c3e4 g8f6 e4g5");
    assert!(!has_upcoming_repetition(&history, &board, 8));
}

/// In games of shuffling pieces, every legal move back to an earlier position is found. Any extra
/// hit is a move that a check or a pin forbids.
#[test]
fn upcoming_repetition_agrees_with_trying_every_move() {
    let mut rng = SmallRng::seed_from_u64(3);
    let mut found_count = 0;
    for _ in 0..400 {
        let mut board = Board::random_double_chess960(&mut rng);
        let mut history = KeyHistory::new();
        for ply in 0..60 {
            let repeats = |mv: &Move| {
                let mut child = board;
                child.make(*mv);
                let old = history.keys().contains(&child.key());
                old && mv.kind() == MoveKind::QUIET
            };
            let moves = board.legal_moves();
            let expected = moves.iter().any(repeats);
            // With the root before the first move, any repetition counts.
            let found = has_upcoming_repetition(&history, &board, ply + 1);
            assert!(found || !expected, "{board:#} after {ply} plies");
            if found && !expected {
                assert!(
                    board.in_check() || board.pinned().any(),
                    "{board:#} after {ply} plies"
                );
            }
            found_count += u32::from(found);
            // Mostly quiet moves back and forth, so that positions repeat.
            let quiet: Vec<_> = moves.iter().filter(|mv| !mv.is_noisy()).collect();
            let back: Vec<_> = quiet.iter().filter(|mv| repeats(mv)).collect();
            history.push(board.key());
            let Some(&&mv) = quiet.get(rng.random_range(0..quiet.len().max(1))) else {
                break;
            };
            let mv = match back.first() {
                Some(&&&mv) if rng.random_bool(0.3) => mv,
                _ => mv,
            };
            board.make(mv);
        }
    }
    assert!(found_count > 100, "only {found_count} repetitions found");
}
