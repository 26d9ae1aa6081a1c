//! Terms of the cylindrical game's evaluation.

use movegen::Color;

use super::attacks::{RANKS, king_attacks};
use super::{Cylinder, RIVER, rank_set};
use crate::bits::Bits;
use crate::eval::{Attacker, FULL, MOBILE, Passer, Pawns, ROOK, Reach, relative_rank, terms};
use crate::rules::Rules;
use crate::types::{FILES, Kind, Square};

terms! {
    MATERIAL: 8, "A piece, by kind.";
    SQUARE: 8 * 14 * 4, "A piece, by kind, rank as seen from its side, and distance of its file from the edge.";
    MOBILITY: 5 * 16, "A knight, bishop, rook, queen or amazon, by number of safe squares.";
    PASSED: 14, "A passed front pawn, by rank; only front pawns stop it.";
    ROAD: 14, "A front pawn with an empty file ahead, by rank.";
    FREE: 14, "A passed front pawn with an empty square ahead, by rank.";
    ESCORT: 14, "A passed front pawn, by the distance of its king.";
    PURSUIT: 14, "A passed front pawn, by the distance of the enemy king.";
    DOUBLED: 1, "A front pawn behind another on its file.";
    ISOLATED: 1, "A front pawn without others on the adjacent files.";
    SUPPORTED: 1, "A front pawn protected by another.";
    PHALANX: 14, "A front pawn beside another, by rank.";
    SHIELD: 4, "Front pawns next to the king, by number.";
    BACK_SHIELD: 4, "Rear pawns next to the king, by number.";
    DANGER: 24, "Attack on the enemy king, by units.";
    SAFE_CHECK: 5, "A square from which a knight, bishop, rook, queen or amazon could give check and that no enemy piece attacks.";
    HANGING: 8, "An enemy piece that is attacked and not defended, by kind.";
    THREAT_BY_PAWN: 1, "An enemy piece attacked by a pawn.";
    THREAT_BY_MINOR: 1, "An enemy rook, queen or amazon attacked by a knight or bishop.";
    THREAT_BY_ROOK: 1, "An enemy queen or amazon attacked by a rook.";
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

/// A side of a position, with the bitboards its terms share.
struct Side<'a> {
    position: &'a Cylinder,
    color: Color,
    occupied: u128,
    ours: &'a Reach<u128>,
    theirs: &'a Reach<u128>,
    /// The enemy king's neighborhood on land.
    zone: u128,
}

/// Adds the terms of both sides; returns the phase.
pub(super) fn add_terms(position: &Cylinder, add: &mut impl FnMut(Color, usize, i32)) -> i32 {
    let mut phase = 0;
    let mut reaches = [Reach::new(), Reach::new()];
    for color in Color::ALL {
        add_reach(position, color, &mut reaches[color as usize]);
    }
    for color in Color::ALL {
        let king = position.board.king(!color);
        let side = Side {
            position,
            color,
            occupied: position.occupied(),
            ours: &reaches[color as usize],
            theirs: &reaches[!color as usize],
            zone: (king_attacks(king) | u128::of(king)) & !RIVER,
        };
        phase += side.pieces(add);
        side.pawns(add);
        side.king(add);
        side.planks(add);
        side.threats(add);
    }
    add(position.side_to_move(), TEMPO, 1);
    phase.min(FULL)
}

/// The squares where front pawns of `color` capture. These are never across the seam.
fn pawn_hits(position: &Cylinder, color: Color) -> u128 {
    position.pieces(color, Kind::Pawn).diagonals(color)
}

/// The squares that pieces of `color` attack.
fn add_reach(position: &Cylinder, color: Color, reach: &mut Reach<u128>) {
    let near = king_attacks(position.board.king(color)) & !RIVER;
    reach.begin(near, pawn_hits(position, color));
    let (occupied, water) = (position.occupied(), position.water());
    for (index, kind) in MOBILE.into_iter().enumerate() {
        for from in position.pieces(color, kind).squares() {
            let attacks = Cylinder::reach(kind, from, occupied, water);
            reach.add(Attacker {
                index,
                from,
                attacks,
                landings: attacks,
            });
        }
    }
}

impl Side<'_> {
    fn own(&self, kind: Kind) -> u128 {
        self.position.pieces(self.color, kind)
    }

    fn their(&self, kind: Kind) -> u128 {
        self.position.pieces(!self.color, kind)
    }

    /// Adds the terms of a piece on a square.
    fn place(&self, kind: Kind, square: Square, add: &mut impl FnMut(Color, usize, i32)) {
        let (kind, rank) = (kind as usize, relative_rank::<u128>(self.color, square));
        let file = square.file().min(FILES - 1 - square.file());
        add(self.color, MATERIAL + kind, 1);
        let place = 4 * rank + file;
        add(self.color, SQUARE + 4 * RANKS * kind + place, 1);
    }

    /// Adds the terms of knights to amazons; returns their contribution to the phase.
    fn pieces(&self, add: &mut impl FnMut(Color, usize, i32)) -> i32 {
        let (mut phase, mut units) = (0, 0);
        let safe = !self.position.board.color(self.color) & !self.theirs.pawns;
        let heavy = self.their(Kind::Rook) | self.their(Kind::Queen) | self.their(Kind::Amazon);
        for &Attacker {
            index,
            from,
            attacks,
            ..
        } in &self.ours.attackers
        {
            self.place(MOBILE[index], from, add);
            phase += PHASE[index];
            let step = (attacks & safe).count() as usize / STEP[index];
            add(self.color, MOBILITY + 16 * index + step.min(15), 1);
            let near = (attacks & self.zone).count() as i32;
            if near > 0 {
                units += UNITS[index] + near;
            }
            if index < 2 {
                let threats = (attacks & heavy).count() as i32;
                add(self.color, THREAT_BY_MINOR, threats);
            }
        }
        add(self.color, DANGER + units.min(23) as usize, 1);
        if self.own(Kind::Bishop).count() > 1 {
            add(self.color, BISHOP_PAIR, 1);
        }
        let pawns = Pawns::of(self.position, self.color);
        for rook in self.own(Kind::Rook).squares() {
            if let Some(open) = pawns.openness(rook.file()) {
                add(self.color, OPEN_FILE + open, 1);
            }
        }
        phase
    }

    fn pawns(&self, add: &mut impl FnMut(Color, usize, i32)) {
        let pawns = Pawns::of(self.position, self.color);
        for square in pawns.own.squares() {
            self.place(Kind::Pawn, square, add);
            let rank = relative_rank::<u128>(self.color, square);
            if pawns.is_passed(square) {
                add(self.color, PASSED + rank, 1);
                let passer = Passer::of(self.position, self.color, square);
                if passer.is_free {
                    add(self.color, FREE + rank, 1);
                }
                add(self.color, ESCORT + passer.escort, 1);
                add(self.color, PURSUIT + passer.pursuit, 1);
            }
            let ahead = u128::file(square.file()) & u128::ahead(self.color, square.rank());
            if !(self.occupied & ahead).any() {
                add(self.color, ROAD + rank, 1);
            }
            if pawns.is_doubled(square) {
                add(self.color, DOUBLED, 1);
            }
            if pawns.is_isolated(square) {
                add(self.color, ISOLATED, 1);
            }
            if pawns.own.beside().has(square) {
                add(self.color, PHALANX + rank, 1);
            }
        }
        let supported = self.ours.pawns & pawns.own;
        add(self.color, SUPPORTED, supported.count() as i32);
        for square in self.own(Kind::RearPawn).squares() {
            self.place(Kind::RearPawn, square, add);
        }
    }

    /// Adds the terms of threats to enemy pieces and the enemy king.
    fn threats(&self, add: &mut impl FnMut(Color, usize, i32)) {
        let board = &self.position.board;
        let simple = board.kind(Kind::Pawn) | board.kind(Kind::RearPawn);
        let pieces = board.color(!self.color) & !simple;
        let victims = self.ours.pawns & pieces;
        add(self.color, THREAT_BY_PAWN, victims.count() as i32);
        let by_rooks = self.ours.by[ROOK] & (self.their(Kind::Queen) | self.their(Kind::Amazon));
        add(self.color, THREAT_BY_ROOK, by_rooks.count() as i32);
        let undefended = self.ours.all & !self.theirs.all;
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::King) {
            let hanging = undefended & self.their(kind);
            add(self.color, HANGING + kind as usize, hanging.count() as i32);
        }
        let king = board.king(!self.color);
        let water = self.position.water();
        let safe = !(self.theirs.all | board.color(self.color));
        for (index, kind) in MOBILE.into_iter().enumerate() {
            if !self.ours.by[index].any() {
                continue;
            }
            let from = Cylinder::reach(kind, king, self.occupied, water);
            let checks = from & self.ours.by[index] & safe;
            add(self.color, SAFE_CHECK + index, checks.count() as i32);
        }
    }

    fn king(&self, add: &mut impl FnMut(Color, usize, i32)) {
        let king = self.position.board.king(self.color);
        self.place(Kind::King, king, add);
        let near = king_attacks(king);
        let shield = (near & self.own(Kind::Pawn)).count() as usize;
        add(self.color, SHIELD + shield.min(3), 1);
        let shield = (near & self.own(Kind::RearPawn)).count() as usize;
        add(self.color, BACK_SHIELD + shield.min(3), 1);
    }

    fn planks(&self, add: &mut impl FnMut(Color, usize, i32)) {
        let planks = self.position.planks;
        let near = match self.color {
            Color::White => planks & rank_set(0),
            Color::Black => planks & rank_set(RANKS - 1),
        };
        add(self.color, NEAR_PLANKS, near.count() as i32);
        let bridges = planks & rank_set(0) & planks >> (FILES * (RANKS - 1));
        let sliders = self.own(Kind::Rook) | self.own(Kind::Queen);
        let crossings = bridges.count() * sliders.count();
        add(self.color, BRIDGE, crossings as i32);
    }
}
