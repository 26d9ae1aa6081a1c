//! The searcher's signature: node counts of fixed searches. Also searches that must win or save
//! material.

use search::{Limits, Request};
use variants::{Cylinder, Rules, Searcher, Swim, write_move};

use crate::book::{FIGURE_7, FIGURE_8};
use crate::oracle::{CYLINDER_STARTS, SWIM_STARTS};
use crate::{position, turned};

/// The nodes of searches of all positions to `depth` plies, one after the other, with one table.
fn total_nodes<R: Rules>(fens: &[&str], depth: u32) -> u64 {
    let mut searcher = Searcher::new(4).unwrap();
    let nodes = fens.iter().map(|fen| {
        let request = Request::new(position::<R>(fen), Limits::depth(depth));
        searcher.search(request).nodes
    });
    nodes.sum()
}

/// Like the `Bench` line of chess: every change of the search or the evaluation changes these
/// counts, and its commit sets the new ones. No other commit may change them.
#[test]
fn fixed_searches_have_the_known_node_counts() {
    let swim = [Swim::GAME.start, FIGURE_7, SWIM_STARTS[0], SWIM_STARTS[2]];
    let nodes = [
        total_nodes::<Swim>(&swim, 9),
        total_nodes::<Cylinder>(&[Cylinder::GAME.start], 10),
        // Null moves are verified only at high depth.
        total_nodes::<Swim>(&[FIGURE_8, SWIM_STARTS[1]], 16),
        total_nodes::<Cylinder>(&CYLINDER_STARTS, 16),
    ];
    assert_eq!(nodes, [47_794, 44_832, 225_868, 66_531]);
}

/// Checks that searches to any depth find moves that begin with these texts: in the position, and in
/// the same one for the other side.
fn check_best<R: Rules>(fen: &str, expected: [&str; 2]) {
    let at = position::<R>(fen);
    for (position, expected) in [at, turned(&at)].into_iter().zip(expected) {
        for depth in 1..=8 {
            let request = Request::new(position, Limits::depth(depth));
            let best = Searcher::new(1).unwrap().search(request).best.unwrap();
            let text = write_move(&position, best);
            let fen = position.fen();
            assert!(text.starts_with(expected), "{fen}: {text} at depth {depth}");
        }
    }
}

/// With many queens or amazons, exchanges could go on for millions of nodes.
#[test]
fn a_ply_among_many_queens_takes_few_nodes() {
    let amazons = "8/2a2A1B/8/3A2K1/1R1a1rn1/1r6/7k/3a2b1/2A2N2/1A2a2a/a4R2/2A5/2A5/8 w - - - 0 40";
    let position = position::<Cylinder>(amazons);
    let request = Request::new(position, Limits::nodes(20_000));
    let best = Searcher::new(1).unwrap().search(request).best.unwrap();
    assert_eq!(write_move(&position, best), "d11g8", "the mate");
    let queens = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    assert!(total_nodes::<Swim>(&[queens], 1) < 100_000);
}

#[test]
fn searches_win_and_save_material() {
    // A rook takes a queen on land, and a pawn in the river takes one; a pawn attacks a rook.
    check_best::<Swim>("6k1/q4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", ["a1a7", "a8a2"]);
    check_best::<Swim>(FIGURE_8, ["e5f6", "e4f3"]);
    check_best::<Swim>("r5k1/p4ppp/1R6/8/8/8/5PPP/6K1 w - - 0 1", ["b6", "b3"]);
    // A rook takes a queen across the seam; a pawn attacks a knight.
    let seam = "8/8/q7/4k3/8/8/P7/8/8/8/4K3/R7/8/8 w - - a1,a14 0 1";
    check_best::<Cylinder>(seam, ["a3a12", "a12a3"]);
    let knight = "8/8/8/4k3/8/3p4/3pN3/8/8/8/4K3/8/8/8 w - - - 0 1";
    check_best::<Cylinder>(knight, ["e8", "e7"]);
}
