//! The evaluation taken apart for people: the same terms as [`Terms`](super::Terms), each by itself.

use movegen::{Black, Board, Color, Side, White};

use super::scan::Scan;
use super::tapered::Tapered;
use super::{FULL_PHASE, WEIGHTS, endgame, king, pawns, phase, pieces, threats};

/// What an evaluation is made of.
#[derive(Clone, Debug)]
pub struct Breakdown {
    /// Each term's name and what it is worth to White and to Black, in centipawns.
    pub terms: Vec<(&'static str, [Tapered; 2])>,
    /// How much of the middlegame is left, of [`full_phase`](Self::full_phase).
    pub phase: i32,
    /// The greatest phase.
    pub full_phase: i32,
    /// What the endgame half counts, of [`full_scale`](Self::full_scale): less when the better
    /// side has hardly a way to win.
    pub scale: i32,
    /// The greatest scale.
    pub full_scale: i32,
    /// The position is won by rules of its own, and no term counts.
    pub is_known_win: bool,
}

/// Takes the evaluation of a position apart.
pub fn breakdown(board: &Board) -> Breakdown {
    let mut scan = Scan::new(&WEIGHTS, board);
    // The pieces come first: the other terms ask what they attack.
    let white = piece_terms::<White>(&mut scan);
    let black = piece_terms::<Black>(&mut scan);
    let tempo = Color::ALL.map(|color| match color == board.side_to_move() {
        true => WEIGHTS.tempo[0],
        false => Tapered::ZERO,
    });
    let mut terms: Vec<_> = white
        .into_iter()
        .zip(black)
        .map(|((name, white), (_, black))| (name, [white, black]))
        .collect();
    let others = other_terms::<White>(&scan)
        .into_iter()
        .zip(other_terms::<Black>(&scan));
    terms.extend(others.map(|((name, white), (_, black))| (name, [white, black])));
    terms.push(("Tempo", tempo));
    let sum = terms
        .iter()
        .fold(Tapered::ZERO, |sum, (_, [white, black])| {
            sum + *white - *black
        });
    let strong = if sum.eg() >= 0 {
        Color::White
    } else {
        Color::Black
    };
    Breakdown {
        terms,
        phase: phase(board),
        full_phase: FULL_PHASE,
        scale: endgame::scale(board, strong),
        full_scale: endgame::FULL_SCALE,
        is_known_win: endgame::known_win(board).is_some(),
    }
}

/// Material, squares and mobility by kind of piece, and what kinds have of their own.
fn piece_terms<S: Side>(scan: &mut Scan<'_>) -> [(&'static str, Tapered); 5] {
    let each = [
        pieces::knights::<S>(scan),
        pieces::bishops::<S>(scan),
        pieces::rooks::<S>(scan),
        pieces::queens::<S>(scan),
    ];
    let [knights, bishops, rooks, queens] = each;
    [
        ("Knights", knights),
        ("Bishops", bishops + pieces::bishop_pawns::<S>(scan)),
        ("Rooks", rooks + pieces::rook_files::<S>(scan)),
        ("Queens", queens),
        ("Outposts", pieces::minors::<S>(scan)),
    ]
}

fn other_terms<S: Side>(scan: &Scan<'_>) -> [(&'static str, Tapered); 5] {
    let danger = king::penalty(king::danger::<S>(scan));
    [
        ("Pawns", pawns::pawns::<S>(scan)),
        ("King's place", pieces::king_square::<S>(scan)),
        ("King's shelter", king::shelter::<S>(scan)),
        ("King's danger", Tapered::ZERO - danger),
        ("Threats", threats::threats::<S>(scan)),
    ]
}
