//! Terms of the cylindrical game's evaluation.

use movegen::Color;

use super::attacks::{RANKS, king_attacks};
use super::{Cylinder, RIVER, rank_set};
use crate::bits::Bits;
use crate::eval::{Pawns, Sink, relative_rank, terms};
use crate::rules::Rules;
use crate::types::{FILES, Kind, Square};

terms! {
    MATERIAL: 8, "A piece, by kind.";
    RANK: 8 * 14, "A piece, by kind and rank as seen from its side.";
    FILE: 8 * 4, "A piece, by kind and distance of its file from the edge.";
    MOBILITY: 5 * 16, "A knight, bishop, rook, queen or amazon, by number of safe squares.";
    PASSED: 14, "A passed front pawn, by rank; only front pawns stop it.";
    ROAD: 14, "A front pawn with an empty file ahead, by rank.";
    DOUBLED: 1, "A front pawn behind another on its file.";
    ISOLATED: 1, "A front pawn without others on the adjacent files.";
    SUPPORTED: 1, "A front pawn protected by another.";
    SHIELD: 4, "Front pawns next to the king, by number.";
    BACK_SHIELD: 4, "Rear pawns next to the king, by number.";
    DANGER: 24, "Attack on the enemy king, by units.";
    THREAT_BY_PAWN: 1, "An enemy piece attacked by a pawn.";
    THREAT_BY_MINOR: 1, "An enemy rook, queen or amazon attacked by a knight or bishop.";
    BISHOP_PAIR: 1, "Two bishops.";
    OPEN_FILE: 2, "A rook on a half-open file; on an open one; only front pawns count.";
    NEAR_PLANKS: 1, "A plank on the side's own river rank.";
    BRIDGE: 1, "A rook or queen, for each file with both planks.";
    TEMPO: 1, "The side to move.";
}

/// Units of attack of a knight, bishop, rook, queen and amazon near the enemy king.
const UNITS: [i32; 5] = [2, 2, 3, 5, 6];
/// The contribution of each kind to the phase.
const PHASE: [i32; 5] = [1, 1, 2, 4, 5];
/// Squares per step of the mobility weights.
const STEP: [usize; 5] = [1, 1, 2, 2, 3];
const PIECES: [Kind; 5] = [
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
    Kind::Amazon,
];

/// A side of a position, with the bitboards its terms share.
struct Side<'a> {
    position: &'a Cylinder,
    color: Color,
    occupied: u128,
    /// Squares that enemy front pawns attack.
    pawn_hits: u128,
    /// The enemy king's neighborhood on land.
    zone: u128,
}

/// Adds the terms of both sides.
pub(super) fn add_terms<S: Sink>(position: &Cylinder, sink: &mut S) {
    let mut phase = 0;
    for color in Color::ALL {
        let king = position.board.king(!color);
        let side = Side {
            position,
            color,
            occupied: position.occupied(),
            pawn_hits: pawn_hits(position, !color),
            zone: (king_attacks(king) | u128::of(king)) & !RIVER,
        };
        phase += side.pieces(sink);
        side.pawns(sink);
        side.king(sink);
        side.planks(sink);
        let simple = position.board.kind(Kind::Pawn) | position.board.kind(Kind::RearPawn);
        let victims = pawn_hits(position, color) & position.board.color(!color) & !simple;
        sink.add(color, THREAT_BY_PAWN, victims.count() as i32);
    }
    sink.add(position.side_to_move(), TEMPO, 1);
    sink.phase(phase);
}

/// The squares where front pawns of `color` capture. These are never across the seam.
fn pawn_hits(position: &Cylinder, color: Color) -> u128 {
    position.pieces(color, Kind::Pawn).diagonals(color)
}

impl Side<'_> {
    fn own(&self, kind: Kind) -> u128 {
        self.position.pieces(self.color, kind)
    }

    fn their(&self, kind: Kind) -> u128 {
        self.position.pieces(!self.color, kind)
    }

    /// Adds the terms of a piece on a square.
    fn place<S: Sink>(&self, kind: Kind, square: Square, sink: &mut S) {
        let (kind, rank) = (kind as usize, relative_rank::<u128>(self.color, square));
        let file = square.file().min(FILES - 1 - square.file());
        sink.add(self.color, MATERIAL + kind, 1);
        sink.add(self.color, RANK + RANKS * kind + rank, 1);
        sink.add(self.color, FILE + 4 * kind + file, 1);
    }

    /// Adds the terms of knights to amazons; returns their contribution to the phase.
    fn pieces<S: Sink>(&self, sink: &mut S) -> i32 {
        let (mut phase, mut units) = (0, 0);
        let water = self.position.water();
        let safe = !self.position.board.color(self.color) & !self.pawn_hits;
        let heavy = self.their(Kind::Rook) | self.their(Kind::Queen) | self.their(Kind::Amazon);
        for (index, kind) in PIECES.into_iter().enumerate() {
            for from in self.own(kind).squares() {
                self.place(kind, from, sink);
                phase += PHASE[index];
                let attacks = Cylinder::reach(kind, from, self.occupied, water);
                let step = (attacks & safe).count() as usize / STEP[index];
                sink.add(self.color, MOBILITY + 16 * index + step.min(15), 1);
                let near = (attacks & self.zone).count() as i32;
                if near > 0 {
                    units += UNITS[index] + near;
                }
                if index < 2 {
                    let threats = (attacks & heavy).count() as i32;
                    sink.add(self.color, THREAT_BY_MINOR, threats);
                }
            }
        }
        sink.add(self.color, DANGER + units.min(23) as usize, 1);
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
            let rank = relative_rank::<u128>(self.color, square);
            if pawns.is_passed(square) {
                sink.add(self.color, PASSED + rank, 1);
            }
            let ahead = u128::file(square.file()) & u128::ahead(self.color, square.rank());
            if !(self.occupied & ahead).any() {
                sink.add(self.color, ROAD + rank, 1);
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
        for square in self.own(Kind::RearPawn).squares() {
            self.place(Kind::RearPawn, square, sink);
        }
    }

    fn king<S: Sink>(&self, sink: &mut S) {
        let king = self.position.board.king(self.color);
        self.place(Kind::King, king, sink);
        let near = king_attacks(king);
        let shield = (near & self.own(Kind::Pawn)).count() as usize;
        sink.add(self.color, SHIELD + shield.min(3), 1);
        let shield = (near & self.own(Kind::RearPawn)).count() as usize;
        sink.add(self.color, BACK_SHIELD + shield.min(3), 1);
    }

    fn planks<S: Sink>(&self, sink: &mut S) {
        let planks = self.position.planks;
        let near = match self.color {
            Color::White => planks & rank_set(0),
            Color::Black => planks & rank_set(RANKS - 1),
        };
        sink.add(self.color, NEAR_PLANKS, near.count() as i32);
        let bridges = planks & rank_set(0) & planks >> (FILES * (RANKS - 1));
        let sliders = self.own(Kind::Rook) | self.own(Kind::Queen);
        let crossings = bridges.count() * sliders.count();
        sink.add(self.color, BRIDGE, crossings as i32);
    }
}
