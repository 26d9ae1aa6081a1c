//! Terms of the swimming game's evaluation.

use movegen::Color;

use super::{RIVER, Swim, carried, remaining};
use crate::bits::Bits;
use crate::eval::{Attacker, FULL, MOBILE, Passer, Pawns, ROOK, Reach, relative_rank, terms};
use crate::rules::Rules;
use crate::types::{FILES, Kind, Square};

terms! {
    MATERIAL: 6, "A piece, by kind.";
    SQUARE: 6 * 64, "A piece, by kind, rank as seen from its side, and file; the current breaks the mirror symmetry.";
    MOBILITY: 4 * 14, "A knight, bishop, rook or queen, by number of safe squares to land on, halved for queens.";
    IMMUNE: 5, "A piece in the river, by kind, where no enemy piece on land can be carried.";
    STUCK_PAWN: 1, "A pawn before the river that would drown in it.";
    PAWN_BEHIND: 9, "A pawn on its own side of the river, by its side's current.";
    KNIGHT_BEHIND: 9, "A knight on its own side, by current; at eight files it cannot cross.";
    PASSED: 8, "A passed pawn, by rank.";
    FREE: 8, "A passed pawn with an empty square ahead, by rank.";
    ESCORT: 8, "A passed pawn, by the distance of its king.";
    PURSUIT: 8, "A passed pawn, by the distance of the enemy king.";
    DOUBLED: 1, "A pawn behind another on its file.";
    ISOLATED: 1, "A pawn without others on the adjacent files.";
    SUPPORTED: 1, "A pawn protected by another.";
    PHALANX: 8, "A pawn beside another, by rank.";
    SHIELD: 4, "Pawns next to the king, by number.";
    DANGER: 20, "Attack on the enemy king, by units.";
    SAFE_CHECK: 4, "A square from which a knight, bishop, rook or queen could give check and that no enemy piece attacks.";
    HANGING: 5, "An enemy piece that is attacked and not defended, by kind.";
    THREAT_BY_PAWN: 1, "An enemy piece attacked by a pawn.";
    THREAT_BY_MINOR: 1, "An enemy rook or queen attacked by a knight or bishop.";
    THREAT_BY_ROOK: 1, "An enemy queen attacked by a rook.";
    BISHOP_PAIR: 1, "Two bishops.";
    OPEN_FILE: 2, "A rook on a half-open file; on an open one.";
    DRIFT: 9, "The side's current, in files.";
    TEMPO: 1, "The side to move.";
}

/// Units of attack of a knight, bishop, rook and queen near the enemy king.
const UNITS: [i32; 4] = [2, 2, 3, 5];
/// The contribution of each kind to the phase.
const PHASE: [i32; 4] = [1, 1, 2, 4];

/// A side of a position, with the bitboards its terms share.
struct Side<'a> {
    position: &'a Swim,
    color: Color,
    drift: usize,
    occupied: u64,
    ours: &'a Reach<u64>,
    theirs: &'a Reach<u64>,
    /// The enemy king's neighborhood on land.
    zone: u64,
}

/// Adds the terms of both sides; returns the phase.
pub(super) fn add_terms(position: &Swim, add: &mut impl FnMut(Color, usize, i32)) -> i32 {
    let mut phase = 0;
    let mut reaches = [Reach::new(), Reach::new()];
    for color in Color::ALL {
        add_reach(position, color, &mut reaches[color as usize]);
    }
    for color in Color::ALL {
        let king = position.board.king(!color);
        let near = Swim::attacks(Kind::King, color, king, 0) | u64::of(king);
        let side = Side {
            position,
            color,
            drift: position.drift(color),
            occupied: position.occupied(),
            ours: &reaches[color as usize],
            theirs: &reaches[!color as usize],
            zone: near & !RIVER,
        };
        phase += side.pieces(add);
        side.pawns(add);
        side.king(add);
        side.threats(add);
        add(color, DRIFT + side.drift.min(FILES), 1);
    }
    add(position.side_to_move(), TEMPO, 1);
    phase.min(FULL)
}

/// The squares where pawns of `color` capture, except by entering the river with a current.
fn pawn_hits(position: &Swim, color: Color) -> u64 {
    let pawns = position.pieces(color, Kind::Pawn);
    let entering = if position.drift(color) == 0 { RIVER } else { 0 };
    let swimming = (pawns & RIVER).diagonals(color);
    swimming | (pawns & !RIVER).diagonals(color) & (!RIVER | entering)
}

/// The squares where pieces of `color` land.
fn add_reach(position: &Swim, color: Color, reach: &mut Reach<u64>) {
    let king = position.board.king(color);
    let near = Swim::attacks(Kind::King, color, king, 0) & !RIVER;
    reach.begin(near, pawn_hits(position, color));
    let drift = position.drift(color);
    for (index, kind) in MOBILE.into_iter().enumerate() {
        for from in position.pieces(color, kind).squares() {
            let attacks = Swim::attacks(kind, color, from, position.occupied());
            reach.add(Attacker {
                index,
                from,
                attacks,
                landings: landings(from, attacks, drift),
            });
        }
    }
}

/// The squares where a piece with the nominal destinations `targets` lands. Those in the river
/// count even if a piece of the same side stands there, which forbids the entry: with earlier weights,
/// leaving them out of mobility scored 47.8 ± 2.7% in 704 games at 2,000 nodes a move.
fn landings(from: Square, targets: u64, drift: usize) -> u64 {
    if drift == 0 || RIVER.has(from) {
        targets
    } else {
        targets & !RIVER | carried(targets & RIVER, drift)
    }
}

impl Side<'_> {
    fn own(&self, kind: Kind) -> u64 {
        self.position.pieces(self.color, kind)
    }

    fn their(&self, kind: Kind) -> u64 {
        self.position.pieces(!self.color, kind)
    }

    /// Adds the terms of a piece on a square.
    fn place(&self, kind: Kind, square: Square, add: &mut impl FnMut(Color, usize, i32)) {
        let (kind_index, rank) = (kind as usize, relative_rank::<u64>(self.color, square));
        add(self.color, MATERIAL + kind_index, 1);
        let place = 8 * rank + square.file();
        add(self.color, SQUARE + 64 * kind_index + place, 1);
        let immune = RIVER.has(square) && square.file() < self.position.drift(!self.color);
        let behind = match kind {
            Kind::Pawn => Some(PAWN_BEHIND),
            Kind::Knight => Some(KNIGHT_BEHIND),
            _ => None,
        };
        if let Some(term) = behind.filter(|_| rank < 3) {
            add(self.color, term + self.drift.min(FILES), 1);
        }
        if immune && kind != Kind::King {
            add(self.color, IMMUNE + kind_index, 1);
        }
    }

    /// Adds the terms of knights to queens; returns their contribution to the phase.
    fn pieces(&self, add: &mut impl FnMut(Color, usize, i32)) -> i32 {
        let (mut phase, mut units) = (0, 0);
        let safe = !self.position.board.color(self.color) & !self.theirs.pawns;
        let heavy = self.their(Kind::Rook) | self.their(Kind::Queen);
        for &Attacker {
            index,
            from,
            attacks,
            landings,
        } in &self.ours.attackers
        {
            let kind = MOBILE[index];
            self.place(kind, from, add);
            phase += PHASE[index];
            let squares = (landings & safe).count() as usize;
            let step = if kind == Kind::Queen {
                squares / 2
            } else {
                squares
            };
            add(self.color, MOBILITY + 14 * index + step.min(13), 1);
            let near = (attacks & self.zone).count() as i32;
            if near > 0 {
                units += UNITS[index] + near;
            }
            if index < 2 {
                let threats = (landings & heavy).count() as i32;
                add(self.color, THREAT_BY_MINOR, threats);
            }
        }
        add(self.color, DANGER + units.min(19) as usize, 1);
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
            let rank = relative_rank::<u64>(self.color, square);
            if rank < 3 && !remaining(self.drift).has(square) {
                add(self.color, STUCK_PAWN, 1);
            }
            if pawns.is_passed(square) {
                add(self.color, PASSED + rank, 1);
                let passer = Passer::of(self.position, self.color, square);
                if passer.is_free {
                    add(self.color, FREE + rank, 1);
                }
                add(self.color, ESCORT + passer.escort, 1);
                add(self.color, PURSUIT + passer.pursuit, 1);
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
    }

    fn king(&self, add: &mut impl FnMut(Color, usize, i32)) {
        let king = self.position.board.king(self.color);
        self.place(Kind::King, king, add);
        let near = Swim::attacks(Kind::King, self.color, king, 0);
        let shield = (near & self.own(Kind::Pawn)).count() as usize;
        add(self.color, SHIELD + shield.min(3), 1);
    }

    /// Adds the terms of threats to enemy pieces and the enemy king.
    fn threats(&self, add: &mut impl FnMut(Color, usize, i32)) {
        let board = &self.position.board;
        let enemies = board.color(!self.color);
        let pieces = enemies & !board.kind(Kind::Pawn);
        let victims = self.ours.pawns & pieces;
        add(self.color, THREAT_BY_PAWN, victims.count() as i32);
        let by_rooks = self.ours.by[ROOK] & self.their(Kind::Queen);
        add(self.color, THREAT_BY_ROOK, by_rooks.count() as i32);
        let undefended = self.ours.all & !self.theirs.all;
        for kind in Kind::ALL.into_iter().take(5) {
            let hanging = undefended & self.their(kind);
            add(self.color, HANGING + kind as usize, hanging.count() as i32);
        }
        let king = board.king(!self.color);
        let safe = !(self.theirs.all | board.color(self.color));
        for (index, kind) in MOBILE.into_iter().take(4).enumerate() {
            if !self.ours.by[index].any() {
                continue;
            }
            let from = Swim::attacks(kind, self.color, king, self.occupied);
            let checks = from & self.ours.by[index] & safe;
            add(self.color, SAFE_CHECK + index, checks.count() as i32);
        }
    }
}
