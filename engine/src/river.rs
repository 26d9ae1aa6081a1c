//! River games: a game of the `variants` crate in place of an orthodox one.

use std::sync::Arc;

use movegen::Color;
use parking_lot::Mutex;
use search::{Event, Limits, Options, PoolError};
use variants::{FenError, PerftJob, PositionError, Session, Variant};

use crate::io::output::print_note;
use crate::position::{Start, repair};
use crate::report::{EventPrinter, Notation, OutputOptions, numbered};

/// The name of orthodox chess and Chess960 in `UCI_Variant`.
pub const ORTHODOX: &str = "chess";
/// The values of `UCI_Variant`.
pub static NAMES: [&str; 3] = [
    ORTHODOX,
    Variant::Swim.game().name,
    Variant::Cylinder.game().name,
];

/// A river game with the moves played so far.
pub struct River {
    session: Box<dyn Session>,
    /// FEN of the first position; `None` for the start position.
    fen: Option<String>,
    moves: Vec<String>,
    /// The FEN of the position last searched, and its move.
    best: Arc<Mutex<Option<(String, String)>>>,
}

/// Notation of a river game, whose moves are already text.
struct Texts {
    side: Color,
    number: u16,
}

impl Notation for Texts {
    type Move = String;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn write(&self, mv: &String) -> String {
        mv.clone()
    }

    fn variation(&self, moves: &[String], room: usize) -> String {
        numbered(self.number, self.side, moves.iter().cloned(), room)
    }
}

impl River {
    /// The start position of a game.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(variant: Variant, threads: usize, hash: usize) -> Result<Self, PoolError> {
        Ok(Self {
            session: variant.session(threads, hash)?,
            fen: None,
            moves: Vec::new(),
            best: Arc::default(),
        })
    }

    /// The size of the board and the start position, for GUIs.
    pub fn description(&self) -> String {
        let game = self.session.game();
        format!(
            "variant {name} files 8 ranks {ranks} pocket 0 template {name} startpos {start}",
            name = game.name,
            ranks = game.ranks,
            start = game.start,
        )
    }

    /// The board and the search.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The board and the search.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// The name of the game.
    pub fn name(&self) -> &'static str {
        self.session.game().name
    }

    /// Sets up a position.
    ///
    /// # Errors
    /// If the position is invalid or a move illegal; the current position is kept.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), PositionError> {
        let (fen, repairs) = match start {
            Start::Fen(fen) => {
                let (fen, repairs) = self.repair(fen)?;
                (Some(fen), repairs)
            }
            Start::Orthodox => (None, None),
            Start::Chess960(_) | Start::Double(_) => {
                print_note(format_args!("{} has only one start position", self.name()));
                (None, None)
            }
        };
        // First, because a move may be illegal due to a repair.
        repairs.iter().for_each(print_note);
        self.session.set_position(fen.as_deref(), moves)?;
        (self.fen, self.moves) = (fen, moves.to_vec());
        Ok(())
    }

    /// A perft of the position, or of a FEN, ready to run on any thread.
    ///
    /// # Errors
    /// If the FEN cannot be repaired.
    pub fn perft(&self, fen: Option<&str>, depth: u32) -> Result<PerftJob, PositionError> {
        let Some(fen) = fen else {
            return Ok(self.session.perft(None, depth)?);
        };
        let (fen, repairs) = self.repair(fen)?;
        repairs.iter().for_each(print_note);
        Ok(self.session.perft(Some(&fen), depth)?)
    }

    /// A FEN with common faults repaired, and a message that lists the repairs.
    ///
    /// # Errors
    /// If it cannot be repaired.
    fn repair(&self, fen: &str) -> Result<(String, Option<String>), FenError> {
        let game = self.session.game();
        repair(
            fen,
            game.fen_fields,
            |fen| self.session.check_fen(fen),
            |_| true,
        )
    }

    /// Plays `moves` or, if they are empty, the move of the last search of this position; false if
    /// there is none.
    ///
    /// # Errors
    /// If a move is illegal; none is played then.
    pub fn play(&mut self, moves: &[String]) -> Result<bool, PositionError> {
        let mut all = self.moves.clone();
        if moves.is_empty() {
            let fen = self.session.fen();
            match &*self.best.lock() {
                Some((searched, best)) if *searched == fen => all.push(best.clone()),
                _ => return Ok(false),
            }
        } else {
            all.extend_from_slice(moves);
        }
        let before = self.moves.len();
        let played = self.session.set_position(self.fen.as_deref(), &all);
        played.map_err(|error| error.counted_from(before))?;
        self.moves = all;
        if let Some(outcome) = self.session.outcome() {
            print_note(outcome);
        }
        Ok(true)
    }

    /// Takes back up to `count` moves; false if there are none.
    pub fn undo(&mut self, count: usize) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        self.moves.truncate(self.moves.len().saturating_sub(count));
        // The moves were legal when they were made.
        let _ = self.session.set_position(self.fen.as_deref(), &self.moves);
        true
    }

    /// Starts a search, of only these root moves if there are any.
    pub fn go(
        &mut self,
        limits: Limits,
        moves: &[String],
        options: Options,
        output: OutputOptions,
    ) {
        let notation = Texts {
            side: self.session.side_to_move(),
            number: self.session.fullmove_number(),
        };
        let mut printer = EventPrinter::new(output, notation, options.multi_pv);
        let (fen, best_slot) = (self.session.fen(), Arc::clone(&self.best));
        let listener = move |event| {
            if let Event::Done { best, .. } = &event {
                *best_slot.lock() = best.clone().map(|best| (fen.clone(), best));
            }
            printer.on_event(event);
        };
        self.session.go(limits, moves, options, Box::new(listener));
    }
}
