//! The moves of the plain generator, and the positions they lead to.

use std::collections::BTreeMap;

use super::{Plain, Sq, name};

impl Plain {
    /// Origin, nominal destination and promotion letter of pseudo-legal moves, castling aside.
    fn candidates(&self) -> Vec<(Sq, Sq, Option<char>)> {
        let mut moves = Vec::new();
        for from in self.squares().filter(|&from| self.own(from, self.white)) {
            match self.at(from).to_ascii_lowercase() {
                'p' => self.pawn(from, &mut moves),
                's' => self.rear_pawn(from, &mut moves),
                _ => {
                    for to in self.reach(self.at(from), from) {
                        if !self.own(to, self.white) {
                            moves.push((from, to, None));
                        }
                    }
                }
            }
        }
        moves
    }

    fn pawn(&self, from: Sq, moves: &mut Vec<(Sq, Sq, Option<char>)>) {
        let up = if self.white { 1 } else { -1 };
        let home = match (self.cylinder, self.white) {
            (false, true) => 1,
            (false, false) => 6,
            (true, true) => 4,
            (true, false) => 9,
        };
        let mut targets = Vec::new();
        let one = (from.0, from.1 + up);
        if self.at(one) == '.' {
            targets.push(one);
            let two = (from.0, from.1 + 2 * up);
            if from.1 == home && self.at(two) == '.' {
                targets.push(two);
            }
        }
        for side in [-1, 1] {
            if let Some(to) = self.step(from, (side, up))
                && (self.own(to, !self.white) || Some(to) == self.passed)
            {
                targets.push(to);
            }
        }
        let last = if self.white { self.ranks - 1 } else { 0 };
        for to in targets {
            let choices = match (to.1 == last, self.cylinder) {
                (false, _) => "-",
                (true, false) => "qrbn",
                (true, true) => "a",
            };
            moves.extend(choices.chars().map(|c| (from, to, (c != '-').then_some(c))));
        }
    }

    fn rear_pawn(&self, from: Sq, moves: &mut Vec<(Sq, Sq, Option<char>)>) {
        let (back, home) = if self.white { (-1, 2) } else { (1, 11) };
        let one = (from.0, from.1 + back);
        if self.at(one) == '.' {
            moves.push((from, one, None));
            let two = (from.0, from.1 + 2 * back);
            if from.1 == home && self.at(two) == '.' {
                moves.push((from, two, None));
            }
        }
    }

    /// The position after a candidate; `None` if the current ends on an own piece.
    fn after(&self, (from, to, promotion): (Sq, Sq, Option<char>)) -> Option<Self> {
        let mut next = self.clone();
        let piece = self.at(from);
        let pawn = "ps".contains(piece.to_ascii_lowercase());
        next.set(from, '.');
        let mut landing = Some(to);
        let current = self.current();
        if !self.cylinder && self.river(to) && !self.river(from) && current > 0 {
            landing = Some((to.0 + current, to.1)).filter(|square| square.0 < 8);
        }
        let mut spent = pawn;
        if piece.eq_ignore_ascii_case(&'p') && from.0 != to.0 && Some(to) == self.passed {
            next.set((to.0, from.1), '.');
        }
        match landing {
            None => spent = true,
            Some(square) => {
                if self.own(square, self.white) {
                    return None;
                }
                spent |= self.at(square) != '.';
                if piece.eq_ignore_ascii_case(&'s') && self.river(square) {
                    next.planks.push(square);
                } else {
                    let letter = promotion.unwrap_or(piece);
                    let cased = if self.white {
                        letter.to_ascii_uppercase()
                    } else {
                        letter.to_ascii_lowercase()
                    };
                    next.set(square, cased);
                }
                next.lose_rights(square);
            }
        }
        next.lose_rights(from);
        let double = piece.eq_ignore_ascii_case(&'p') && (to.1 - from.1).abs() == 2;
        let middle = (from.0, (from.1 + to.1) / 2);
        next.passed = (double && landing == Some(to)).then_some(middle);
        next.pass_turn(spent);
        Some(next)
    }

    fn pass_turn(&mut self, spent: bool) {
        self.clock = if spent { 0 } else { self.clock + 1 };
        self.number += u32::from(!self.white);
        self.white = !self.white;
    }

    fn lose_rights(&mut self, square: Sq) {
        let (white, black) = if self.cylinder { (3, 10) } else { (0, 7) };
        for (rank, king, queen) in [(white, 'K', 'Q'), (black, 'k', 'q')] {
            let lost = match square {
                (4, r) if r == rank => vec![king, queen],
                (7, r) if r == rank => vec![king],
                (0, r) if r == rank => vec![queen],
                _ => continue,
            };
            self.rights.retain(|right| !lost.contains(&right));
        }
    }

    fn castling(&self, moves: &mut BTreeMap<String, Self>) {
        let king = self.king(self.white);
        for (right, rook, way, rook_to, king_to) in
            [('K', 7, vec![5, 6], 5, 6), ('Q', 0, vec![1, 2, 3], 3, 2)]
        {
            let letter = if self.white {
                right
            } else {
                right.to_ascii_lowercase()
            };
            let rank = king.1;
            let free = way.iter().all(|&file| self.at((file, rank)) == '.');
            let safe = [4, rook_to, king_to]
                .into_iter()
                .all(|file| !self.attacked((file, rank), !self.white));
            if self.rights.contains(letter) && free && safe {
                let mut next = self.clone();
                let piece = self.at((rook, rank));
                next.set((rook, rank), '.');
                next.set(king, '.');
                next.set((rook_to, rank), piece);
                next.set((king_to, rank), if self.white { 'K' } else { 'k' });
                next.lose_rights(king);
                next.passed = None;
                next.pass_turn(false);
                moves.insert(format!("{}{}", name(king), name((king_to, rank))), next);
            }
        }
    }

    /// Legal moves by their text, with the positions they lead to.
    pub fn legal(&self) -> BTreeMap<String, Self> {
        let mut moves = BTreeMap::new();
        for candidate in self.candidates() {
            let Some(next) = self.after(candidate) else {
                continue;
            };
            if next.attacked(next.king(self.white), !self.white) {
                continue;
            }
            let (from, to, promotion) = candidate;
            let letter = promotion.map(String::from).unwrap_or_default();
            moves.insert(format!("{}{}{letter}", name(from), name(to)), next);
        }
        self.castling(&mut moves);
        moves
    }

    /// The FEN as the engine writes it: the en passant square only if a capture there is legal.
    pub fn strict_fen(&self) -> String {
        let mut strict = self.clone();
        if let Some(passed) = self.passed {
            let takes = |&(from, to, _): &(Sq, Sq, Option<char>)| {
                to == passed && from.0 != to.0 && self.at(from).eq_ignore_ascii_case(&'p')
            };
            let legal = self
                .candidates()
                .into_iter()
                .filter(takes)
                .any(|candidate| {
                    let next = self.after(candidate).unwrap();
                    !next.attacked(next.king(self.white), !self.white)
                });
            strict.passed = strict.passed.filter(|_| legal);
        }
        strict.fen()
    }
}
