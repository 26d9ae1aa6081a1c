//! Margins and conditions of pruning.

use super::*;
use crate::score::MATE;

fn info(eval: Score) -> NodeInfo {
    NodeInfo {
        static_eval: eval,
        eval,
        ..NodeInfo::EMPTY
    }
}

fn context(board: &Board, mv: &str) -> MoveContext {
    MoveContext {
        mv: board.parse_uci(mv).unwrap(),
        history: 0,
        depth: 3,
        move_count: 1,
        stage: Stage::Quiet,
    }
}

#[test]
fn mate_distance_pruning_closes_the_window_behind_a_shorter_mate() {
    let open = Window::new(-100, 100);
    assert_eq!(mate_distance(open, 4), open);
    assert!(mate_distance(Window::zero(MATE - 2), 5).is_closed());
    assert!(mate_distance(Window::new(-MATE, 4 - MATE), 6).is_closed());
}

#[test]
fn reverse_futility_needs_a_margin_over_beta() {
    let margin = 2 * params::rfp_margin();
    let score = reverse_futility(&info(margin), 2, 0);
    assert!(score.is_some_and(|score| (0..margin).contains(&score)));
    assert_eq!(reverse_futility(&info(margin - 1), 2, 0), None);
    let depth = params::rfp_depth() + 1;
    assert_eq!(reverse_futility(&info(10_000), depth, 0), None);
    assert_eq!(reverse_futility(&info(margin), 2, 10 - MATE), None);
}

#[test]
fn reverse_futility_margin_shrinks_when_improving() {
    let eval = 2 * params::rfp_margin() - params::rfp_improving();
    let improving = NodeInfo {
        improving: true,
        ..info(eval)
    };
    assert!(reverse_futility(&improving, 2, 0).is_some());
    assert_eq!(reverse_futility(&info(eval), 2, 0), None);
}

#[test]
fn null_move_reduction_grows_with_depth_and_evaluation() {
    let reduction = |eval, depth| null_move_reduction(&info(eval), depth, 0);
    assert!(reduction(0, 20) > reduction(0, 4));
    assert!(reduction(400, 8) > reduction(0, 8));
    let largest = params::nmp_base() + 8 / params::nmp_divisor() + params::nmp_eval_max();
    assert_eq!(reduction(20_000, 8), largest);
}

#[test]
fn has_pieces_ignores_pawns_and_kings() {
    let board: Board = "4k3/pp6/8/8/8/8/PP6/4KN2 w - - 0 1".parse().unwrap();
    assert!(has_pieces(&board, Color::White));
    assert!(!has_pieces(&board, Color::Black));
}

#[test]
fn move_pruning_needs_more_than_pawns() {
    let board = Board::default();
    let mut context = context(&board, "a2a3");
    context.move_count = 100;
    let action = |has_pieces| prune_move(&board, &info(0), &context, 5000, has_pieces);
    assert_eq!(action(true), MoveAction::SkipQuiets);
    assert_eq!(action(false), MoveAction::Search);
}

#[test]
fn late_move_pruning_skips_quiets_beyond_the_move_count() {
    let board = Board::default();
    let mut context = context(&board, "a2a3");
    context.move_count = late_move_count(context.depth, false);
    let action = prune_move(&board, &info(0), &context, -1000, true);
    assert_eq!(action, MoveAction::SkipQuiets);
    context.move_count -= 1;
    let action = prune_move(&board, &info(0), &context, -1000, true);
    assert_eq!(action, MoveAction::Search);
    assert!(late_move_count(5, true) > late_move_count(5, false));
}

#[test]
fn late_move_pruning_spares_pv_nodes() {
    let mut context = context(&Board::default(), "a2a3");
    context.move_count = 100;
    let pv = NodeInfo {
        pv_node: true,
        ..info(0)
    };
    assert!(is_late(&info(0), &context));
    assert!(!is_late(&pv, &context));
}

#[test]
fn futility_pruning_skips_quiets_below_alpha_except_evasions() {
    let board = Board::default();
    let context = context(&board, "a2a3");
    let action = |info: &NodeInfo| prune_move(&board, info, &context, 5000, true);
    assert_eq!(action(&info(0)), MoveAction::SkipQuiets);
    let evasion = NodeInfo {
        in_check: true,
        ..info(0)
    };
    assert_eq!(action(&evasion), MoveAction::Search);
}

#[test]
fn see_pruning_skips_moves_that_hang_a_piece() {
    let board: Board = "4k3/2p5/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
    let hangs = context(&board, "d1d6");
    assert_eq!(
        prune_move(&board, &info(0), &hangs, -1000, true),
        MoveAction::Skip
    );
    let safe = context(&board, "d1d5");
    assert_eq!(
        prune_move(&board, &info(0), &safe, -1000, true),
        MoveAction::Search
    );
}

#[test]
fn see_pruning_keeps_captures_that_the_picker_tested() {
    let board: Board = "4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
    let mut capture = context(&board, "d1d6");
    capture.stage = Stage::BadNoisy;
    assert_eq!(
        prune_move(&board, &info(0), &capture, -1000, true),
        MoveAction::Skip
    );
    capture.stage = Stage::GoodNoisy;
    assert_eq!(
        prune_move(&board, &info(0), &capture, -1000, true),
        MoveAction::Search
    );
}
