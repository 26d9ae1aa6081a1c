//! Positions given by commands: start positions, FENs and games.

mod fen;

use movegen::chess960::StartNumberError;
use movegen::{Board, CastlingMode, FenError, Game, IllegalMove, Move, ParseMoveError, SetupError};
use thiserror::Error;

pub use fen::{quotes, read_fen, repair};

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The orthodox start position.
    Orthodox,
    /// A FEN in any dialect.
    Fen(String),
    /// A Chess960 start position by number; `None` for a random one.
    Chess960(Option<u16>),
    /// Double Fischer random: White's and Black's numbers; `None` for random ones.
    Double(Option<[u16; 2]>),
}

/// A position that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Number(#[from] StartNumberError),
    #[error("the position cannot be flipped: {0}")]
    Flip(#[from] SetupError),
    #[error("move {number}: {error}")]
    Move {
        number: usize,
        error: ParseMoveError,
    },
}

/// Rewrites the FEN quoted by an error in the notation of `mode`.
pub fn quote(mut error: ParseMoveError, board: &Board, mode: CastlingMode) -> ParseMoveError {
    match &mut error {
        ParseMoveError::Illegal(IllegalMove { fen, .. })
        | ParseMoveError::Ambiguous { fen, .. } => *fen = board.fen(mode).to_string(),
        _ => {}
    }
    error
}

impl Start {
    /// The board, and the repairs made to a FEN, which is read in `mode`.
    ///
    /// # Errors
    /// If a number is out of range or the FEN cannot be repaired.
    pub fn board(&self, mode: CastlingMode) -> Result<(Board, Option<String>), PositionError> {
        Ok(match self {
            Self::Orthodox => (Board::default(), None),
            Self::Fen(fen) => read_fen(fen, mode)?,
            Self::Chess960(Some(number)) => (Board::chess960(*number)?, None),
            Self::Chess960(None) => (Board::random_chess960(&mut rand::rng()), None),
            Self::Double(Some([white, black])) => (Board::double_chess960(*white, *black)?, None),
            Self::Double(None) => (Board::random_double_chess960(&mut rand::rng()), None),
        })
    }

    /// True for a random start position.
    pub const fn is_random(&self) -> bool {
        matches!(self, Self::Chess960(None) | Self::Double(None))
    }
}

/// A game with its start position and moves, so that moves can be taken back.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    start: Board,
    moves: Vec<Move>,
    game: Game,
}

impl PlayedGame {
    /// A game from `start`, without moves.
    pub fn new(start: Board) -> Self {
        Self {
            start,
            moves: Vec::new(),
            game: Game::new(start),
        }
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If it is illegal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), ParseMoveError> {
        self.game.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Makes the moves in `texts`, parsed by `read`. Errors quote positions in `mode`.
    ///
    /// # Errors
    /// If one cannot be made; those before it have been made.
    pub fn play_all(
        &mut self,
        texts: &[String],
        mode: CastlingMode,
        read: fn(&Board, &str) -> Result<Move, ParseMoveError>,
    ) -> Result<(), PositionError> {
        for (number, text) in (1..).zip(texts) {
            let board = *self.game.board();
            let played = read(&board, text).and_then(|mv| self.play(mv));
            played.map_err(|error| PositionError::Move {
                number,
                error: quote(error, &board, mode),
            })?;
        }
        Ok(())
    }

    /// Takes back up to `count` moves; false if there are none.
    pub fn undo(&mut self, count: usize) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        self.moves.truncate(self.moves.len().saturating_sub(count));
        let mut game = Game::new(self.start);
        for &mv in &self.moves {
            // The moves were legal when they were made.
            let _ = game.play(mv);
        }
        self.game = game;
        true
    }
}

/// Parses a move in UCI or algebraic notation (`e2e4`, `e4`, `Nf3`, `exd5`, `e8=Q`, `O-O`). `B1c3` is
/// a bishop's move rather than one from b1. A lower-case piece letter is accepted (`nf3`); `bc3` is a
/// bishop's move only if no pawn can make it. A promotion without a piece is ambiguous in both.
///
/// # Errors
/// If it is neither.
pub fn read_move(board: &Board, text: &str) -> Result<Move, ParseMoveError> {
    type Reader = fn(&Board, &str) -> Result<Move, ParseMoveError>;
    let mut readers: [Reader; 2] = [Board::parse_uci, Board::parse_san];
    if text.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        readers.reverse();
    }
    let result = match readers[0](board, text) {
        Err(ParseMoveError::Syntax { .. }) => readers[1](board, text).or_else(|error| {
            let capitalized =
                |letter: &str| board.parse_san(&text.replacen(letter, &letter.to_uppercase(), 1));
            match text.get(..1) {
                Some(letter @ ("n" | "r" | "q" | "k")) => capitalized(letter),
                // An ambiguous pawn move is a promotion without a piece.
                Some("b") if !matches!(error, ParseMoveError::Ambiguous { .. }) => {
                    capitalized("b").map_err(|_| error)
                }
                _ => Err(error),
            }
        }),
        Err(error @ ParseMoveError::Illegal(_)) => match board.parse_san(text) {
            Err(ambiguous @ ParseMoveError::Ambiguous { .. }) => Err(ambiguous),
            _ => Err(error),
        },
        result => result,
    };
    result.map_err(|error| match error {
        ParseMoveError::Syntax { text, .. } => ParseMoveError::Syntax {
            text,
            notation: "UCI or algebraic notation",
        },
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_both_notations() {
        let board: Board = "r3k2r/1P6/8/3pP3/8/2N5/8/R3K2R w KQkq d6 0 1"
            .parse()
            .unwrap();
        for (text, mv) in [
            ("O-O", "e1g1"),
            ("0-0-0", "e1c1"),
            ("e1g1", "e1g1"),
            ("exd6", "e5d6"),
            ("ed6", "e5d6"),
            ("Nxd5", "c3d5"),
            ("b8=Q+", "b7b8q"),
            ("bxa8=N", "b7a8n"),
            ("Rxh8+!", "h1h8"),
        ] {
            assert_eq!(read_move(&board, text), board.parse_uci(mv), "{text}");
        }
        for text in ["Nd6", "e9", "", "K"] {
            assert!(read_move(&board, text).is_err(), "{text}");
        }
        let bishop: Board = "k7/8/8/4B3/8/8/8/1N2B1K1 w - - 0 1".parse().unwrap();
        for (text, mv) in [
            ("B1c3", "e1c3"),
            ("b1c3", "b1c3"),
            ("E5F6", "e5f6"),
            ("bf4", "e5f4"),
            ("nd2", "b1d2"),
        ] {
            assert_eq!(read_move(&bishop, text), bishop.parse_uci(mv), "{text}");
        }
        assert!(read_move(&bishop, "b5f6").is_err(), "a move from b5");
        let promotion: Board = "2n1k3/1P6/8/8/6B1/8/8/4K3 w - - 0 1".parse().unwrap();
        for text in ["bxc8", "b8", "b7b8"] {
            let error = read_move(&promotion, text).expect_err("no piece is named");
            assert!(matches!(error, ParseMoveError::Ambiguous { .. }), "{error}");
        }
    }

    #[test]
    fn moves_are_taken_back() {
        let mut played = PlayedGame::new(Board::default());
        let moves = ["e4", "e5", "Nf3"].map(str::to_owned);
        played
            .play_all(&moves, CastlingMode::Standard, read_move)
            .unwrap();
        assert!(played.undo(2));
        assert_eq!(played.game().history().keys().len(), 1);
        assert!(played.undo(9));
        assert_eq!(played.game().board(), &Board::default());
        assert!(!played.undo(1));
    }
}
