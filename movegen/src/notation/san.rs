//! Standard algebraic notation, as in books and PGN: `Nbd7`, `exd8=Q+`, `O-O-O#`.

use super::excerpt;
use super::uci::{IllegalMove, ParseMoveError, castle_from_text, promotion_from_letter};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastleSide, CastlingMode};
use crate::moves::{Move, MoveList};
use crate::types::{File, PieceType, Rank, Square};

impl Board {
    /// A legal move in algebraic notation, with minimal disambiguation. An illegal move is written
    /// in UCI notation.
    ///
    /// ```
    /// use movegen::Board;
    ///
    /// let board: Board = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1".parse()?;
    /// assert_eq!(board.san(board.parse_uci("b1d2")?), "Nbd2");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn san(&self, mv: Move) -> String {
        let moves = self.legal_moves();
        let Some(piece) = self.piece_on(mv.from()).filter(|_| moves.contains(&mv)) else {
            return mv.uci(CastlingMode::Chess960).to_string();
        };
        let mut text = match (mv.castle_side(), piece.kind()) {
            (Some(CastleSide::King), _) => "O-O".to_owned(),
            (Some(CastleSide::Queen), _) => "O-O-O".to_owned(),
            (None, PieceType::Pawn) => pawn_move(mv),
            (None, kind) => self.piece_move(kind, mv, &moves),
        };
        let mut after = *self;
        after.make(mv);
        if after.in_check() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    fn piece_move(&self, kind: PieceType, mv: Move, moves: &MoveList) -> String {
        let letter = kind.letter().to_ascii_uppercase();
        let origin = self.disambiguation(kind, mv, moves);
        let capture = if mv.is_capture() { "x" } else { "" };
        format!("{letter}{origin}{capture}{}", mv.to())
    }

    /// The minimal disambiguation from other pieces of the same kind that can move to the same
    /// square: the file if that is enough, otherwise the rank, otherwise both.
    fn disambiguation(&self, kind: PieceType, mv: Move, moves: &MoveList) -> String {
        let from = mv.from();
        let rivals: Bitboard = moves
            .iter()
            .filter(|other| other.to() == mv.to() && other.from() != from)
            .map(|other| other.from())
            .filter(|&rival| self.pieces(kind).contains(rival))
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if !rivals.intersects(Bitboard::file(from.file())) {
            from.file().letter().to_string()
        } else if !rivals.intersects(Bitboard::rank(from.rank())) {
            from.rank().digit().to_string()
        } else {
            from.to_string()
        }
    }

    /// Parses a move in algebraic notation. The origin may be given in full (long algebraic
    /// `Ng1-f3`), `x`, `+`, `#`, `!`, `?` and `e.p.` may be added or left out, `=` left out, `:` or
    /// `-` may replace `x`, and castling may be written with zeros. A pawn that captures needs its
    /// file: `exd6` or `ed6`.
    ///
    /// ```
    /// use movegen::{Board, Square};
    ///
    /// let mv = Board::default().parse_san("Nf3")?;
    /// assert_eq!((mv.from(), mv.to()), (Square::G1, Square::F3));
    /// # Ok::<_, movegen::ParseMoveError>(())
    /// ```
    ///
    /// # Errors
    /// A [`ParseMoveError`] if the text is not a move or does not match exactly one legal move.
    pub fn parse_san(&self, text: &str) -> Result<Move, ParseMoveError> {
        let pattern = Pattern::read(text)
            .ok_or_else(|| ParseMoveError::syntax(text, "algebraic notation, such as Nf3"))?;
        let mut found = self.legal_moves();
        found.retain(|mv| pattern.matches(self, *mv));
        match found.as_slice() {
            [] => Err(IllegalMove::new(self, text).into()),
            &[mv] => Ok(mv),
            several => Err(self.ambiguous(text, several)),
        }
    }

    fn ambiguous(&self, text: &str, moves: &[Move]) -> ParseMoveError {
        let candidates: Vec<_> = moves
            .iter()
            .map(|mv| mv.uci(CastlingMode::Standard).to_string())
            .collect();
        ParseMoveError::Ambiguous {
            mv: excerpt(text),
            candidates: candidates.join(" or "),
            fen: self.to_string(),
        }
    }
}

fn pawn_move(mv: Move) -> String {
    let mut text = String::new();
    if mv.is_capture() {
        text.push(mv.from().file().letter());
        text.push('x');
    }
    text.push_str(&mv.to().to_string());
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(kind.letter().to_ascii_uppercase());
    }
    text
}

/// The parts of a move given in algebraic notation.
enum Pattern {
    Castle(CastleSide),
    Plain {
        kind: PieceType,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<PieceType>,
    },
}

impl Pattern {
    fn read(text: &str) -> Option<Self> {
        let marks = ['+', '#', '!', '?', ' '];
        let text = text.trim().trim_end_matches(marks);
        let text = ["e.p.", "ep"]
            .iter()
            .find_map(|suffix| text.strip_suffix(suffix))
            .unwrap_or(text)
            .trim_end_matches(marks);
        match castle_from_text(text) {
            Some(side) => Some(Self::Castle(side)),
            None => Self::read_plain(text.as_bytes()),
        }
    }

    /// Parses a move from its end, where the mandatory parts are.
    fn read_plain(text: &[u8]) -> Option<Self> {
        let (kind, text) = match text {
            [
                letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'),
                rest @ ..,
            ] => (PieceType::from_letter(char::from(*letter))?, rest),
            _ => (PieceType::Pawn, text),
        };
        let (promotion, text) = match text {
            [rest @ .., letter] if letter.is_ascii_alphabetic() => {
                let rest = rest.strip_suffix(b"=").unwrap_or(rest);
                (Some(promotion_from_letter(char::from(*letter))?), rest)
            }
            _ => (None, text),
        };
        let [origin @ .., file, rank] = text else {
            return None;
        };
        let to = Square::new(read_file(*file)?, read_rank(*rank)?);
        let (file, rank) = match origin {
            [origin @ .., b'x' | b':' | b'-'] | origin => match origin {
                [] => (None, None),
                [file, rank] => (Some(read_file(*file)?), Some(read_rank(*rank)?)),
                [only] => match read_rank(*only) {
                    Some(rank) => (None, Some(rank)),
                    None => (Some(read_file(*only)?), None),
                },
                _ => return None,
            },
        };
        Some(Self::Plain {
            kind,
            file,
            rank,
            to,
            promotion,
        })
    }

    /// True if a legal move matches. A promotion without a piece letter matches all four.
    fn matches(&self, board: &Board, mv: Move) -> bool {
        match *self {
            Self::Castle(wanted) => mv.castle_side() == Some(wanted),
            Self::Plain {
                kind,
                file,
                rank,
                to,
                promotion,
            } => {
                !mv.is_castle()
                    && mv.to() == to
                    && board.pieces(kind).contains(mv.from())
                    && file.is_none_or(|file| file == mv.from().file())
                    && rank.is_none_or(|rank| rank == mv.from().rank())
                    && (kind != PieceType::Pawn || file.is_some() || !mv.is_capture())
                    && (promotion.is_none() || promotion == mv.promotion())
            }
        }
    }
}

fn read_file(letter: u8) -> Option<File> {
    File::from_letter(char::from(letter)).filter(|_| letter.is_ascii_lowercase())
}

fn read_rank(digit: u8) -> Option<Rank> {
    Rank::from_digit(char::from(digit))
}
