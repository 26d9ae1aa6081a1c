//! Perft side by side: Enroque, `gigachess`, `cozy-chess` and `shakmaty` on the same positions and one
//! thread, each with its own fastest way to count the last ply in bulk. Run by `cargo bench --bench
//! perft`.

use std::hint::black_box;
use std::time::Instant;

use movegen::Board;
use shakmaty::Position;

/// Name, FEN and depth: six from orthodox games, six from Chess960 and double Fischer random.
const POSITIONS: [(&str, &str, u32); 12] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        6,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
    ),
    (
        "rook ending",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        7,
    ),
    (
        "promotions",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
    ),
    (
        "pins",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        5,
    ),
    (
        "middlegame",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
    ),
    (
        "960: BBQNNRKR",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        6,
    ),
    (
        "960: RKRNNQBB",
        "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1",
        6,
    ),
    (
        "960: swap",
        "2r1b1n1/1q1kpr2/1pp5/p2p2p1/1PP2p1p/N4PB1/P2PQNPP/2RK1R1B w FC - 0 21",
        5,
    ),
    (
        "960: king stays",
        "q3Qrkr/1n3p2/3b3p/p1P2Pp1/2PB1R2/1P6/P3B1PP/1N4KR w H - 0 31",
        5,
    ),
    (
        "double 960",
        "rkbbqnnr/pppppppp/8/8/8/8/PPPPPPPP/RBKNRNBQ w EAha - 0 1",
        6,
    ),
    (
        "double 960: open",
        "rnbb1rkn/pp2p2p/2pp1p2/6p1/5P2/2N2QP1/PPPP3P/R1B2KRN w GA - 2 9",
        5,
    ),
];

/// The number of timed runs of each library, which take turns; the fastest one is reported.
const RUNS: usize = 5;

/// The libraries to compare Enroque with.
const OTHERS: [&str; 3] = ["gigachess", "cozy-chess", "shakmaty"];

fn main() {
    println!(
        "Millions of leaves per second, best of {RUNS} runs, and Enroque's speed as a multiple.\n"
    );
    let [first, second, third] = OTHERS;
    println!("position            enroque  {first:14}  {second:14}  {third}");
    let mut ratios = OTHERS.map(|_| Vec::new());
    for (name, fen, depth) in POSITIONS {
        let board: Board = fen.parse().expect("a legal position");
        let gigachess = gigachess::fen::parse_fen(fen).expect("a legal position");
        let cozy = support::cozy::cozy(&board);
        let shakmaty = support::shakmaty::shakmaty(&board);

        let mut best = [f64::INFINITY; 4];
        let mut counts = [0; 4];
        for _ in 0..RUNS {
            let candidates: [&dyn Fn() -> u64; 4] = [
                &|| movegen::perft::perft(black_box(&board), depth),
                &|| black_box(&gigachess).perft(depth),
                &|| cozy_perft(black_box(&cozy), depth),
                &|| shakmaty_perft(black_box(&shakmaty), depth),
            ];
            for (i, candidate) in candidates.iter().enumerate() {
                let start = Instant::now();
                counts[i] = candidate();
                best[i] = best[i].min(start.elapsed().as_secs_f64());
            }
        }
        assert!(
            counts.iter().all(|&count| count == counts[0]),
            "{name}: {counts:?}"
        );
        let [own, others @ ..] = best;
        let speed = |seconds: f64| counts[0] as f64 / seconds / 1e6;
        print!("{name:18} {:8.0}", speed(own));
        for (ratios, seconds) in ratios.iter_mut().zip(others) {
            ratios.push(seconds / own);
            print!("  {:6.0} {:6.2}x", speed(seconds), seconds / own);
        }
        println!();
    }
    for (name, ratios) in OTHERS.iter().zip(&ratios) {
        let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
        let worst = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "\nagainst {name}: {:.2}x as a geometric mean, {worst:.2}x at worst",
            mean.exp()
        );
    }
}

/// Perft as in the library's own example: leaves are counted by the sizes of move sets.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                count += cozy_perft(&child, depth - 1);
            }
            false
        });
    }
    count
}

/// Perft by the library's list of legal moves.
fn shakmaty_perft(position: &shakmaty::Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut child = position.clone();
            child.play_unchecked(mv);
            shakmaty_perft(&child, depth - 1)
        })
        .sum()
}
