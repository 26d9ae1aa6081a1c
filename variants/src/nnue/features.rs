//! The inputs of the networks.

use arrayvec::ArrayVec;
use movegen::Color;

use crate::bits::Bits;
use crate::rules::Rules;
use crate::types::{FILES, Kind, Piece, Square};

/// The number of states of a piece: 0 if it is not attacked, 1 or 2 if it is, without or with a
/// defender, 3 or 4 the same for an attack by a pawn. A pawn's attackers are not distinguished; 3 is a
/// passed pawn, 4 one without a piece ahead on its file, whether attacked or not. A king's state is the
/// number of squares next to it that the enemy attacks, at most 4.
pub const STATES: usize = 5;

/// The most inputs of a perspective: 48 pieces and 16 planks in the cylindrical game.
const MOST: usize = 64;

/// The inputs of one perspective.
pub type Inputs = ArrayVec<u16, MOST>;

/// The squares that a side attacks.
pub struct Reach<B> {
    /// By any piece, king and pawns included.
    pub(crate) all: B,
    /// By pawns.
    pub(crate) pawns: B,
    /// By the king.
    pub(crate) king: B,
}

/// The inputs of White's and Black's perspective. A perspective puts its own pieces first and its own
/// back rank down; in a game that is symmetric left to right, its king is on files a to d.
#[inline]
pub fn inputs<R: Rules>(position: &R) -> [Inputs; 2] {
    let views = Color::ALL.map(|color| View::of(position, color));
    let states = States::of(position);
    let mut inputs = [Inputs::new(), Inputs::new()];
    for square in position.occupied().squares() {
        let Some(piece) = position.piece_on(square) else {
            continue;
        };
        let state = states.state(piece, square);
        for (view, inputs) in views.iter().zip(&mut inputs) {
            inputs.push(view.input(state, piece, square) as u16);
        }
    }
    let first = STATES * places::<R>();
    for (view, inputs) in views.iter().zip(&mut inputs) {
        position.add_inputs(view.color, view.flip, &mut |input| {
            inputs.push((first + input) as u16);
        });
    }
    inputs
}

/// The number of inputs of a game's network: pieces in each state, then those particular to the game.
pub fn inputs_of_game<R: Rules>() -> usize {
    STATES * places::<R>() + R::GAME.own_inputs
}

/// The places of a piece: two sides, the kinds of the game, its squares.
pub fn places<R: Rules>() -> usize {
    2 * kinds::<R>() * squares::<R>()
}

fn kinds<R: Rules>() -> usize {
    R::GAME.letters.len()
}

fn squares<R: Rules>() -> usize {
    R::GAME.ranks * FILES
}

/// The perspective of a color.
struct View<R> {
    color: Color,
    /// XORed with a file: 7 if the perspective is mirrored, else 0.
    flip: usize,
    game: std::marker::PhantomData<R>,
}

impl<R: Rules> View<R> {
    fn of(position: &R, color: Color) -> Self {
        let is_mirrored = R::GAME.is_symmetric && position.board().king(color).file() >= FILES / 2;
        Self {
            color,
            flip: if is_mirrored { FILES - 1 } else { 0 },
            game: std::marker::PhantomData,
        }
    }

    /// The number of a piece's input.
    #[inline(always)]
    fn input(&self, state: usize, piece: Piece, square: Square) -> usize {
        let rank = match self.color {
            Color::White => square.rank(),
            Color::Black => R::GAME.ranks - 1 - square.rank(),
        };
        let theirs = usize::from(piece.color() != self.color);
        let kind = (2 * state + theirs) * kinds::<R>() + piece.kind() as usize;
        kind * squares::<R>() + rank * FILES + (square.file() ^ self.flip)
    }
}

/// Attacks and pawns by color and all pieces, on which the states depend.
struct States<B> {
    reaches: [Reach<B>; 2],
    pawns: [B; 2],
    occupied: B,
}

impl<B: Bits> States<B> {
    #[inline(always)]
    fn of<R: Rules<Set = B>>(position: &R) -> Self {
        Self {
            reaches: Color::ALL.map(|color| position.reach(color)),
            pawns: Color::ALL.map(|color| position.pieces(color, Kind::Pawn)),
            occupied: position.occupied(),
        }
    }

    /// The state of a piece, below [`STATES`].
    #[inline(always)]
    fn state(&self, piece: Piece, square: Square) -> usize {
        let color = piece.color();
        let (own, enemy) = (
            &self.reaches[color as usize],
            &self.reaches[!color as usize],
        );
        match piece.kind() {
            Kind::King => ((own.king & enemy.all).count() as usize).min(STATES - 1),
            Kind::Pawn if self.is_passed(color, square) => {
                let road = B::file(square.file()) & B::ahead(color, square.rank());
                3 + usize::from(!(road & self.occupied).any())
            }
            _ if !enemy.all.has(square) => 0,
            kind => {
                let by_pawn = kind != Kind::Pawn && enemy.pawns.has(square);
                1 + 2 * usize::from(by_pawn) + usize::from(own.all.has(square))
            }
        }
    }

    /// True if no enemy pawn is ahead of a square on its file or the adjacent ones. Rear pawns do not
    /// count.
    #[inline(always)]
    fn is_passed(&self, color: Color, square: Square) -> bool {
        let file = B::file(square.file());
        let road = (file | file.beside()) & B::ahead(color, square.rank());
        !(self.pawns[!color as usize] & road).any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cylinder::Cylinder;
    use crate::swim::Swim;

    fn check_states<R: Rules>(fen: &str, expected: &[(&str, usize)]) {
        let position = R::from_fen(fen).unwrap();
        let states = States::of(&position);
        for &(name, state) in expected {
            let square = Square::parse(name, R::GAME.ranks).unwrap();
            let piece = position.piece_on(square).unwrap();
            assert_eq!(states.state(piece, square), state, "{name} in {fen}");
        }
    }

    #[test]
    fn states_depend_on_attackers_and_roads() {
        check_states::<Swim>(
            "5rk1/pp3ppp/3P1q2/6P1/6b1/8/PP3PPP/3Q1RK1 w",
            &[
                ("f1", 0),
                // Attacked by a bishop from the river, and defended.
                ("d1", 2),
                // Attacked by a pawn.
                ("f6", 4),
                // A passed pawn with an empty file ahead.
                ("d6", 4),
                // The current would carry the queen away.
                ("g5", 0),
                // The queen attacks one square next to the king.
                ("g1", 1),
            ],
        );
        check_states::<Cylinder>(
            "8/8/2s5/r3k2r/4p3/5p2/3P2N1/3b4/3P4/7P/R3K3/4S3/8/8 w - - a1,a14,b1",
            &[("a4", 1), ("h5", 3), ("d8", 0), ("f9", 4), ("c12", 0)],
        );
    }

    #[test]
    fn perspectives_have_an_input_for_each_piece_current_and_plank() {
        let swim = Swim::from_fen("4k3/8/8/8/8/8/8/3RK3 w").unwrap();
        assert!(inputs(&swim).iter().all(|inputs| inputs.len() == 3 + 2));
        let fen = "8/8/8/4k3/8/8/8/8/8/8/3RK3/8/8/8 w - - a1,b1,h14";
        let cylinder = Cylinder::from_fen(fen).unwrap();
        assert!(inputs(&cylinder).iter().all(|inputs| inputs.len() == 3 + 3));
    }

    #[test]
    fn start_positions_are_the_same_for_both_sides() {
        let swim = Swim::from_fen(Swim::GAME.start).unwrap();
        let sorted = |mut inputs: Inputs| {
            inputs.sort_unstable();
            inputs
        };
        let [white, black] = inputs(&swim).map(sorted);
        assert_eq!(white, black);
        let cylinder = Cylinder::from_fen(Cylinder::GAME.start).unwrap();
        let [white, black] = inputs(&cylinder).map(sorted);
        assert_eq!(white, black);
        let largest = white.iter().max().copied().map(usize::from);
        assert!(largest.unwrap() < inputs_of_game::<Cylinder>());
    }
}
