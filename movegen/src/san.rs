//! Standard algebraic notation, as books and PGN write moves: `Nbd7`, `exd8=Q+`, `O-O-O#`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastleSide, CastlingMode};
use crate::moves::{Move, MoveList};
use crate::notation::{IllegalMove, ParseMoveError, castle_text, promotion};
use crate::text::excerpt;
use crate::types::{File, PieceType, Rank, Square};

impl Board {
    /// A legal move in algebraic notation, with no more of its origin than is needed. A move that
    /// is not legal here comes out as UCI spells it.
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
        let origin = self.origin(kind, mv, moves);
        let capture = if mv.is_capture() { "x" } else { "" };
        format!("{letter}{origin}{capture}{}", mv.to())
    }

    /// What tells the man that moves from others of its kind that may go to the same square: its
    /// file if that will do, else its rank, else both.
    fn origin(&self, kind: PieceType, mv: Move, moves: &MoveList) -> String {
        let from = mv.from();
        let rivals: Bitboard = moves
            .iter()
            .filter(|other| other.to() == mv.to() && other.from() != from && !other.is_castle())
            .map(|other| other.from())
            .filter(|&rival| self.pieces(kind).contains(rival))
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if !rivals.intersects(Bitboard::file(from.file())) {
            from.file().letter().to_string()
        } else if !rivals.intersects(Bitboard::rank(from.rank())) {
            (from.rank().index() + 1).to_string()
        } else {
            from.to_string()
        }
    }

    /// Reads a move in algebraic notation. It may say more of the origin than is needed (long
    /// algebraic `Ng1-f3`), leave out or add `x`, `+`, `#`, `=`, `!`, `?` and `e.p.`, and castle
    /// with zeros.
    ///
    /// # Errors
    /// A [`ParseMoveError`]: no move at all, no legal move, or more than one.
    pub fn parse_san(&self, text: &str) -> Result<Move, ParseMoveError> {
        let pattern = Pattern::read(text).ok_or_else(|| ParseMoveError::Syntax(excerpt(text)))?;
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

/// What algebraic notation says of a move.
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
            .find_map(|passing| text.strip_suffix(passing))
            .unwrap_or(text)
            .trim_end_matches(marks);
        match castle_text(text) {
            Some(side) => Some(Self::Castle(side)),
            None => Self::read_plain(text.as_bytes()),
        }
    }

    /// Reads a move from its end, where the fixed parts are.
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
                (Some(promotion(char::from(*letter))?), rest)
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
                [b'1'..=b'8'] => (None, Some(read_rank(origin[0])?)),
                [file] => (Some(read_file(*file)?), None),
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

    /// Whether a legal move is what the text says. A promotion that does not say what the pawn
    /// becomes matches all four.
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
                    && (promotion.is_none() || promotion == mv.promotion())
            }
        }
    }
}

fn read_file(letter: u8) -> Option<File> {
    File::from_letter(char::from(letter)).filter(|_| letter.is_ascii_lowercase())
}

fn read_rank(digit: u8) -> Option<Rank> {
    matches!(digit, b'1'..=b'8').then(|| Rank::from_index(digit - b'1'))
}
