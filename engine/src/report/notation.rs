//! The moves of a game as text, for the event printer.

use movegen::{Board, Color, Move};

use super::MoveFormat;

/// Writes the moves of a search, for a program and for a person.
pub trait Notation {
    type Move;

    /// The side to move at the root.
    fn side_to_move(&self) -> Color;

    /// A move in protocol notation.
    fn write(&self, mv: &Self::Move) -> String;

    /// A variation with move numbers, cut to fit into `room` characters; at least one move.
    fn variation(&self, moves: &[Self::Move], room: usize) -> String;
}

/// Notation of orthodox moves from a position.
#[derive(Clone, Copy)]
pub struct Orthodox {
    pub board: Board,
    pub format: MoveFormat,
}

impl Notation for Orthodox {
    type Move = Move;

    fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    fn write(&self, &mv: &Move) -> String {
        self.format.write(mv)
    }

    fn variation(&self, moves: &[Move], room: usize) -> String {
        let mut board = self.board;
        let san = moves.iter().map(|&mv| {
            let text = board.san(mv);
            board.make(mv);
            text
        });
        numbered(self.board.fullmove_number(), self.side_to_move(), san, room)
    }
}

/// As many numbered moves as fit into `room` characters; at least one.
pub fn numbered(
    first: u16,
    side: Color,
    moves: impl ExactSizeIterator<Item = String>,
    room: usize,
) -> String {
    const MORE: &str = " ...";
    let (count, mut number, mut side) = (moves.len(), first, side);
    let mut text = String::new();
    for (ply, mv) in moves.enumerate() {
        let next = match side {
            Color::White => format!("{number}. {mv}"),
            Color::Black if ply == 0 => format!("{number}... {mv}"),
            Color::Black => mv,
        };
        let is_last = ply + 1 == count;
        let needed = text.len() + 1 + next.len() + if is_last { 0 } else { MORE.len() };
        if ply > 0 && needed > room {
            text += MORE;
            break;
        }
        if ply > 0 {
            text.push(' ');
        }
        text += &next;
        number = number.saturating_add(u16::from(side == Color::Black));
        side = !side;
    }
    text
}
