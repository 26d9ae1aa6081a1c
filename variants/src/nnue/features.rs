//! The inputs of the networks.

use movegen::Color;

use crate::bits::Bits;
use crate::rules::Rules;
use crate::types::{FILES, Kind, Piece, Square};

/// The number of states of a piece: 0 if it is not attacked, 1 or 2 if it is, without or with a
/// defender, 3 or 4 the same for an attack by a pawn. A pawn's attackers are not distinguished; 3 is a
/// passed pawn, 4 one without a piece ahead on its file, whether attacked or not. A king's state is the
/// number of squares next to it that the enemy attacks, at most 4.
pub const STATES: usize = 5;

/// The squares that a side attacks.
pub struct Reach<B> {
    /// By any piece, king and pawns included.
    pub(crate) all: B,
    /// By pawns.
    pub(crate) pawns: B,
    /// By the king.
    pub(crate) king: B,
}

/// Calls `add` with each input of a position: its numbers in White's and in Black's perspective. A
/// perspective puts its own pieces first and its own back rank down; in a game that is symmetric
/// left to right, its king is on files a to d.
#[inline(always)]
pub fn for_each_input<R: Rules>(position: &R, mut add: impl FnMut([usize; 2])) {
    let views = Color::ALL.map(|color| View::of(position, color));
    for (state, set) in States::of(position).0.into_iter().enumerate() {
        for square in set.squares() {
            if let Some(piece) = position.piece_on(square) {
                let both = views.each_ref();
                add(both.map(|view| view.input(state, piece, square)));
            }
        }
    }
    let first = STATES * places::<R>();
    let flips = views.each_ref().map(|view| view.flip);
    position.for_each_own_input(flips, |inputs| add(inputs.map(|input| first + input)));
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

/// The pieces of both sides by state.
struct States<B>([B; STATES]);

impl<B: Bits> States<B> {
    #[inline(always)]
    fn of<R: Rules<Set = B>>(position: &R) -> Self {
        let reaches = Color::ALL.map(|color| position.reach(color));
        let occupied = position.occupied();
        let mut sets = [B::EMPTY; STATES];
        for color in Color::ALL {
            let (own, enemy) = (&reaches[color as usize], &reaches[!color as usize]);
            let [pawns, king] = [Kind::Pawn, Kind::King].map(|kind| position.pieces(color, kind));
            // Rear pawns do not stop a passed pawn.
            let stopped = position.pieces(!color, Kind::Pawn).behind(color);
            let passed = pawns & !(stopped | stopped.beside());
            let blocked = passed & occupied.behind(color);
            let attacked = position.board().color(color) & enemy.all & !passed & !king;
            let by_pawns = attacked & enemy.pawns & !pawns;
            let (by_others, defended) = (attacked & !by_pawns, own.all);
            sets[1] |= by_others & !defended;
            sets[2] |= by_others & defended;
            sets[3] |= by_pawns & !defended | blocked;
            sets[4] |= by_pawns & defended | passed & !blocked;
            let exposed = (own.king & enemy.all).count() as usize;
            sets[exposed.min(STATES - 1)] |= king;
        }
        sets[0] = occupied & !(sets[1] | sets[2] | sets[3] | sets[4]);
        Self(sets)
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
            let found: Vec<_> = (0..STATES)
                .filter(|&state| states.0[state].has(square))
                .collect();
            assert_eq!(found, [state], "{name} in {fen}");
        }
    }

    #[test]
    fn states_depend_on_attackers_and_pieces_ahead() {
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

    /// The inputs of both perspectives in ascending order.
    fn inputs<R: Rules>(position: &R) -> [Vec<usize>; 2] {
        let mut pairs = Vec::new();
        for_each_input(position, |inputs| pairs.push(inputs));
        [0, 1].map(|side| {
            let mut inputs: Vec<usize> = pairs.iter().map(|pair| pair[side]).collect();
            inputs.sort_unstable();
            inputs
        })
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
        let [white, black] = inputs(&swim);
        assert_eq!(white, black);
        let cylinder = Cylinder::from_fen(Cylinder::GAME.start).unwrap();
        let [white, black] = inputs(&cylinder);
        assert_eq!(white, black);
        assert!(*white.last().unwrap() < inputs_of_game::<Cylinder>());
    }
}
