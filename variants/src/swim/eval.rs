//! Terms of the swimming game's evaluation.

use movegen::Color;

use super::{RIVER, Swim, carried, remaining};
use crate::bits::Bits;
use crate::eval::{Pawns, Sink, relative_rank, terms};
use crate::rules::Rules;
use crate::types::{FILES, Kind, Square};

terms! {
    MATERIAL: 6, "A piece, by kind.";
    RANK: 6 * 8, "A piece, by kind and rank as seen from its side.";
    FILE: 6 * 8, "A piece, by kind and file; the current breaks the mirror symmetry.";
    MOBILITY: 4 * 14, "A knight, bishop, rook or queen, by number of safe squares to land on, halved for queens.";
    IMMUNE: 5, "A piece in the river, by kind, where no enemy piece on land can be carried.";
    STUCK_PAWN: 1, "A pawn before the river that would drown in it.";
    PAWN_BEHIND: 9, "A pawn on its own side of the river, by its side's current.";
    KNIGHT_BEHIND: 9, "A knight on its own side, by current; at eight files it cannot cross.";
    PASSED: 8, "A passed pawn, by rank.";
    DOUBLED: 1, "A pawn behind another on its file.";
    ISOLATED: 1, "A pawn without others on the adjacent files.";
    SUPPORTED: 1, "A pawn protected by another.";
    SHIELD: 4, "Pawns next to the king, by number.";
    DANGER: 20, "Attack on the enemy king, by units.";
    THREAT_BY_PAWN: 1, "An enemy piece attacked by a pawn.";
    THREAT_BY_MINOR: 1, "An enemy rook or queen attacked by a knight or bishop.";
    BISHOP_PAIR: 1, "Two bishops.";
    OPEN_FILE: 2, "A rook on a half-open file; on an open one.";
    DRIFT: 9, "The side's current, in files.";
    TEMPO: 1, "The side to move.";
}

/// Units of attack of a knight, bishop, rook and queen near the enemy king.
const UNITS: [i32; 4] = [2, 2, 3, 5];
/// The contribution of each kind to the phase.
const PHASE: [i32; 4] = [1, 1, 2, 4];
const PIECES: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// A side of a position, with the bitboards its terms share.
struct Side<'a> {
    position: &'a Swim,
    color: Color,
    drift: usize,
    occupied: u64,
    /// Squares where enemy pawns capture.
    pawn_hits: u64,
    /// The enemy king's neighborhood on land.
    zone: u64,
}

/// Adds the terms of both sides.
pub(super) fn add_terms<S: Sink>(position: &Swim, sink: &mut S) {
    let mut phase = 0;
    for color in Color::ALL {
        let king = position.board.king(!color);
        let near = Swim::attacks(Kind::King, color, king, 0) | u64::of(king);
        let side = Side {
            position,
            color,
            drift: position.drift(color),
            occupied: position.occupied(),
            pawn_hits: pawn_hits(position, !color),
            zone: near & !RIVER,
        };
        phase += side.pieces(sink);
        side.pawns(sink);
        side.king(sink);
        let pawn_victims = pawn_hits(position, color) & position.board.color(!color);
        let pieces = pawn_victims & !position.board.kind(Kind::Pawn);
        sink.add(color, THREAT_BY_PAWN, pieces.count() as i32);
        sink.add(color, DRIFT + side.drift.min(FILES), 1);
    }
    sink.add(position.side_to_move(), TEMPO, 1);
    sink.phase(phase);
}

/// The squares where pawns of `color` capture, except by entering the river with a current.
fn pawn_hits(position: &Swim, color: Color) -> u64 {
    let pawns = position.pieces(color, Kind::Pawn);
    let entering = if position.drift(color) == 0 { RIVER } else { 0 };
    let swimming = (pawns & RIVER).diagonals(color);
    swimming | (pawns & !RIVER).diagonals(color) & (!RIVER | entering)
}

impl Side<'_> {
    fn own(&self, kind: Kind) -> u64 {
        self.position.pieces(self.color, kind)
    }

    fn their(&self, kind: Kind) -> u64 {
        self.position.pieces(!self.color, kind)
    }

    /// Adds the terms of a piece on a square.
    fn place<S: Sink>(&self, kind: Kind, square: Square, sink: &mut S) {
        let (kind_index, rank) = (kind as usize, relative_rank::<u64>(self.color, square));
        sink.add(self.color, MATERIAL + kind_index, 1);
        sink.add(self.color, RANK + 8 * kind_index + rank, 1);
        sink.add(self.color, FILE + 8 * kind_index + square.file(), 1);
        let immune = RIVER.has(square) && square.file() < self.position.drift(!self.color);
        let behind = match kind {
            Kind::Pawn => Some(PAWN_BEHIND),
            Kind::Knight => Some(KNIGHT_BEHIND),
            _ => None,
        };
        if let Some(term) = behind.filter(|_| rank < 3) {
            sink.add(self.color, term + self.drift.min(FILES), 1);
        }
        if immune && kind != Kind::King {
            sink.add(self.color, IMMUNE + kind_index, 1);
        }
    }

    /// The squares where a piece with the nominal destinations `targets` lands. Those in the river
    /// count even if a piece of the same side stands there, which forbids the entry: without them the
    /// evaluation scored 47.8 ± 2.7% in 704 games at 2,000 nodes a move.
    fn landings(&self, from: Square, targets: u64) -> u64 {
        if self.drift == 0 || RIVER.has(from) {
            targets
        } else {
            targets & !RIVER | carried(targets & RIVER, self.drift)
        }
    }

    /// Adds the terms of knights to queens; returns their contribution to the phase.
    fn pieces<S: Sink>(&self, sink: &mut S) -> i32 {
        let (mut phase, mut units) = (0, 0);
        let safe = !self.position.board.color(self.color) & !self.pawn_hits;
        let heavy = self.their(Kind::Rook) | self.their(Kind::Queen);
        for (index, kind) in PIECES.into_iter().enumerate() {
            for from in self.own(kind).squares() {
                self.place(kind, from, sink);
                phase += PHASE[index];
                let attacks = Swim::attacks(kind, self.color, from, self.occupied);
                let landings = self.landings(from, attacks);
                let squares = (landings & safe).count() as usize;
                let step = if kind == Kind::Queen {
                    squares / 2
                } else {
                    squares
                };
                sink.add(self.color, MOBILITY + 14 * index + step.min(13), 1);
                let near = (attacks & self.zone).count() as i32;
                if near > 0 {
                    units += UNITS[index] + near;
                }
                if index < 2 {
                    let threats = (landings & heavy).count() as i32;
                    sink.add(self.color, THREAT_BY_MINOR, threats);
                }
            }
        }
        sink.add(self.color, DANGER + units.min(19) as usize, 1);
        if self.own(Kind::Bishop).count() > 1 {
            sink.add(self.color, BISHOP_PAIR, 1);
        }
        let pawns = Pawns::of(self.position, self.color);
        for rook in self.own(Kind::Rook).squares() {
            if let Some(open) = pawns.openness(rook.file()) {
                sink.add(self.color, OPEN_FILE + open, 1);
            }
        }
        phase
    }

    fn pawns<S: Sink>(&self, sink: &mut S) {
        let pawns = Pawns::of(self.position, self.color);
        for square in pawns.own.squares() {
            self.place(Kind::Pawn, square, sink);
            let rank = relative_rank::<u64>(self.color, square);
            if rank < 3 && !remaining(self.drift).has(square) {
                sink.add(self.color, STUCK_PAWN, 1);
            }
            if pawns.is_passed(square) {
                sink.add(self.color, PASSED + rank, 1);
            }
            if pawns.is_doubled(square) {
                sink.add(self.color, DOUBLED, 1);
            }
            if pawns.is_isolated(square) {
                sink.add(self.color, ISOLATED, 1);
            }
        }
        let supported = pawn_hits(self.position, self.color) & pawns.own;
        sink.add(self.color, SUPPORTED, supported.count() as i32);
    }

    fn king<S: Sink>(&self, sink: &mut S) {
        let king = self.position.board.king(self.color);
        self.place(Kind::King, king, sink);
        let near = Swim::attacks(Kind::King, self.color, king, 0);
        let shield = (near & self.own(Kind::Pawn)).count() as usize;
        sink.add(self.color, SHIELD + shield.min(3), 1);
    }
}
