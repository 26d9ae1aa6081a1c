//! [`Rules`], the trait that both games implement and all other code is written against.

use std::fmt::{self, Debug};

use movegen::{Color, FIFTY_MOVES};
use search::wdl::Curves;

use crate::bits::Bits;
use crate::board::Board;
use crate::fen::FenError;
use crate::nnue::{self, Network, Reach};
use crate::types::{Kind, Move, MoveList, Piece, Square};

/// The constants of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameInfo {
    /// Name in UCI and on the command line.
    pub name: &'static str,
    /// Number of ranks; there are always 8 files.
    pub ranks: usize,
    /// FEN of the start position.
    pub start: &'static str,
    /// Maximum number of FEN fields: 6, or 7 with planks before the counters.
    pub fen_fields: usize,
    /// Letters of its pieces in FEN, lower case, in the order of [`Kind`] without gaps.
    pub letters: &'static str,
    /// The most pieces on the board.
    pub pieces: usize,
    /// True if exchanging left and right changes nothing but castling.
    pub is_symmetric: bool,
    /// Inputs of the network that are particular to the game.
    pub own_inputs: usize,
    /// Internal units of score per output of 1.0 of the network, a logit.
    pub scale: i32,
    /// Win, draw and loss model.
    pub curves: Curves,
}

/// The surface of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// A square outside the river.
    Land,
    /// A river square without a plank.
    Water,
    /// A river square with a plank on it.
    Plank,
}

/// The moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFilter {
    /// All of them.
    All,
    /// Captures and promotions.
    Noisy,
}

/// A position of one of the games, with its rules. Only this crate can implement it: a new game is a
/// module of it.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// The game.
    const GAME: GameInfo;
    /// The bitboard type.
    type Set: Bits;

    /// Reads a FEN. Fields after the side to move may be missing.
    ///
    /// # Errors
    /// A [`FenError`] that names the first fault.
    fn from_fen(fen: &str) -> Result<Self, FenError>;

    /// The FEN, with every field.
    fn fen(&self) -> String;

    /// Pieces, side to move, rights and clocks.
    #[doc(hidden)]
    fn board(&self) -> &Board<Self::Set>;

    /// The side to move.
    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.board().side
    }

    /// Plies since the last capture, drowning or pawn move.
    #[inline(always)]
    fn halfmove_clock(&self) -> u16 {
        self.board().halfmove_clock
    }

    /// The fullmove number: from 1, incremented after Black's move.
    fn fullmove_number(&self) -> u16 {
        self.board().fullmove_number
    }

    /// The piece on a square.
    #[inline(always)]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board().piece_on(square)
    }

    /// The pieces of one color and kind.
    #[inline(always)]
    fn pieces(&self, color: Color, kind: Kind) -> Self::Set {
        self.board().of(color, kind)
    }

    /// All pieces.
    #[inline(always)]
    fn occupied(&self) -> Self::Set {
        self.board().occupied()
    }

    /// The surface of a square.
    fn terrain(&self, square: Square) -> Terrain;

    /// Zobrist key, updated incrementally.
    fn key(&self) -> u64;

    /// The same key, computed from scratch.
    fn rebuilt_key(&self) -> u64;

    /// Adds pseudo-legal moves to a list; [`make`](Self::make) rejects those that leave the mover's
    /// king attacked.
    fn generate(&self, filter: MoveFilter, list: &mut MoveList);

    /// The position after a pseudo-legal move; `None` if it leaves the mover's king attacked.
    fn make(&self, mv: Move) -> Option<Self>;

    /// Passes the turn and resets the halfmove clock. The side to move must not be in check.
    fn make_null(&self) -> Self;

    /// True if `color` attacks `square`, which must be one on which a king may stand.
    fn is_attacked(&self, square: Square, color: Color) -> bool;

    /// True if the king of the side to move is attacked.
    #[inline]
    fn in_check(&self) -> bool {
        let side = self.side_to_move();
        self.is_attacked(self.board().king(side), !side)
    }

    /// The square where the piece ends after a pseudo-legal move; `None` if it drowns or becomes
    /// a plank.
    fn landing(&self, mv: Move) -> Option<Square>;

    /// The kind of the piece that a pseudo-legal move captures.
    fn captured(&self, mv: Move) -> Option<Kind>;

    /// The kind that a pawn becomes by a pseudo-legal move, if it promotes.
    fn promotion(&self, mv: Move) -> Option<Kind>;

    /// True if a pseudo-legal move gives check with the moved piece itself.
    fn gives_direct_check(&self, mv: Move) -> bool;

    /// True if a pseudo-legal move that drowns its piece discovers a check.
    fn discovers_check(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        let occupied = self.occupied() & !Self::Set::of(mv.from());
        let king = self.board().king(!side);
        self.attackers(king, occupied, side, 0).any()
    }

    /// True if the material is known to be too little for either side to mate.
    fn is_insufficient_material(&self) -> bool;

    /// The [evaluation](Self::evaluate), but zero if neither side can mate.
    fn score(&self) -> i32 {
        match self.is_dead() {
            true => 0,
            false => self.evaluate(),
        }
    }

    /// True if neither side can ever mate, even if the rules do not end the game.
    fn is_dead(&self) -> bool {
        self.is_insufficient_material()
    }

    /// The pieces of `color` that could capture on `square` if `occupied` were the occupied
    /// squares, after `captures` more captures by that side.
    fn attackers(
        &self,
        square: Square,
        occupied: Self::Set,
        color: Color,
        captures: usize,
    ) -> Self::Set;

    /// The position without a piece that is not a king, for evaluation only: castling rights and the en
    /// passant square stay.
    #[doc(hidden)]
    fn without(&self, square: Square) -> Self;

    /// The squares that pieces of `color` attack.
    #[doc(hidden)]
    fn reach(&self, color: Color) -> Reach<Self::Set>;

    /// Calls `add` with each input that is particular to the game: its numbers, from 0, in White's
    /// and in Black's perspective. A perspective's files are XORed with its element of `flips`.
    #[doc(hidden)]
    fn for_each_own_input(&self, flips: [usize; 2], add: impl FnMut([usize; 2]));

    /// The network that evaluates the game; the first call decompresses it.
    fn network() -> &'static Network;

    /// The evaluation for the side to move, in internal units.
    #[inline]
    fn evaluate(&self) -> i32 {
        nnue::evaluate(self)
    }

    /// Legal moves.
    fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        self.generate(MoveFilter::All, &mut list);
        list.into_iter()
            .filter(|&mv| self.make(mv).is_some())
            .collect()
    }

    /// True if there is a legal move.
    fn has_legal_move(&self) -> bool {
        let mut list = MoveList::new();
        self.generate(MoveFilter::All, &mut list);
        list.iter().any(|&mv| self.make(mv).is_some())
    }

    /// True if `mv` captures or promotes.
    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.captured(mv).is_some() || self.promotion(mv).is_some()
    }

    /// Text about state that the board diagram does not show; may be empty.
    fn note(&self) -> String {
        String::new()
    }

    /// True if a pseudo-legal move drowns its piece.
    #[inline]
    fn drowns(&self, mv: Move) -> bool {
        let plank = self
            .piece_on(mv.from())
            .is_some_and(|piece| piece.kind() == Kind::RearPawn);
        !plank && self.landing(mv).is_none()
    }

    /// True if `color` has more than king and pawns, so that a null move is usually sound.
    fn has_pieces(&self, color: Color) -> bool {
        Kind::PIECES
            .into_iter()
            .any(|kind| self.pieces(color, kind).any())
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Checkmate, with the winner.
    Mate(Color),
    /// No legal move and no check.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The position occurred for the third time.
    Repetition,
    /// Fifty moves by each side without capture, drowning or pawn move.
    FiftyMoves,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(winner) => write!(f, "{} wins by checkmate", winner.name()),
            Self::Stalemate => f.write_str("draw by stalemate"),
            Self::InsufficientMaterial => f.write_str("draw: neither side can mate"),
            Self::Repetition => f.write_str("draw by threefold repetition"),
            Self::FiftyMoves => {
                f.write_str("draw: fifty moves without capture, drowning or pawn move")
            }
        }
    }
}

/// The outcome of the game at `position`; `earlier` has the keys of the positions before it.
pub fn outcome<R: Rules>(position: &R, earlier: &[u64]) -> Option<Outcome> {
    if !position.has_legal_move() {
        return Some(if position.in_check() {
            Outcome::Mate(!position.side_to_move())
        } else {
            Outcome::Stalemate
        });
    }
    let reach = earlier.len().min(usize::from(position.halfmove_clock()));
    let recent = &earlier[earlier.len() - reach..];
    let repeated = recent.iter().filter(|&&key| key == position.key()).count();
    if position.is_insufficient_material() {
        Some(Outcome::InsufficientMaterial)
    } else if repeated >= 2 {
        Some(Outcome::Repetition)
    } else if position.halfmove_clock() >= FIFTY_MOVES {
        Some(Outcome::FiftyMoves)
    } else {
        None
    }
}
