//! A second generator for each river game, written in another manner: a plain array of letters,
//! moves made on a copy, attacks looked for square by square. It must agree with the engine's on
//! the legal moves and on the position after each, over random games.
//!
//! The suite plays a share; `RIVER_POSITIONS=200000 cargo test --release -p variants --test
//! river_oracle` plays that many positions of each game.

use std::collections::{BTreeMap, HashMap};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use variants::{Cylinder, Rules, Swim, write_move};

/// Positions of each game when the environment names no number.
const SHARE: usize = 3_000;

type Sq = (i32, i32);

const STRAIGHT: [Sq; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const OBLIQUE: [Sq; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [Sq; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// A position as a list of letters, and everything else as FEN spells it.
#[derive(Clone)]
struct Plain {
    cylinder: bool,
    ranks: i32,
    men: Vec<char>,
    white: bool,
    rights: String,
    passed: Option<Sq>,
    planks: Vec<Sq>,
    clock: u32,
    number: u32,
}

fn name((file, rank): Sq) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn parse_square(text: &str) -> Option<Sq> {
    let file = text.bytes().next()? as i32 - i32::from(b'a');
    Some((file, text.get(1..)?.parse::<i32>().ok()? - 1))
}

impl Plain {
    fn parse(fen: &str, cylinder: bool) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let ranks = if cylinder { 14 } else { 8 };
        let mut men = Vec::new();
        for row in fields[0].rsplit('/') {
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => men.extend((0..empty).map(|_| '.')),
                    None => men.push(letter),
                }
            }
        }
        let clocks = if cylinder { 5 } else { 4 };
        Self {
            cylinder,
            ranks,
            men,
            white: fields[1] == "w",
            rights: fields[2].replace('-', ""),
            passed: parse_square(fields[3]),
            planks: if cylinder {
                fields[4]
                    .split(',')
                    .filter_map(parse_square)
                    .filter(|s| s.0 >= 0)
                    .collect()
            } else {
                Vec::new()
            },
            clock: fields[clocks].parse().unwrap(),
            number: fields[clocks + 1].parse().unwrap(),
        }
    }

    /// The FEN; the en passant square only if `passed` says so.
    fn fen(&self) -> String {
        let mut rows = Vec::new();
        for row in self.men.chunks(8).rev() {
            let text: String = row.iter().collect();
            let mut packed = text;
            for empty in (1..=8).rev() {
                packed = packed.replace(&".".repeat(empty), &empty.to_string());
            }
            rows.push(packed);
        }
        let dash = |text: String| {
            if text.is_empty() {
                "-".to_owned()
            } else {
                text
            }
        };
        let side = if self.white { "w" } else { "b" };
        let passed = dash(self.passed.map(name).unwrap_or_default());
        let mut planks = self.planks.clone();
        planks.sort();
        let names: Vec<String> = planks.into_iter().map(name).collect();
        let planks = if self.cylinder {
            format!(" {}", dash(names.join(",")))
        } else {
            String::new()
        };
        let rights = dash(self.rights.clone());
        let (rows, clock, number) = (rows.join("/"), self.clock, self.number);
        format!("{rows} {side} {rights} {passed}{planks} {clock} {number}")
    }

    fn at(&self, (file, rank): Sq) -> char {
        self.men[(rank * 8 + file) as usize]
    }

    fn set(&mut self, (file, rank): Sq, man: char) {
        self.men[(rank * 8 + file) as usize] = man;
    }

    fn own(&self, square: Sq, white: bool) -> bool {
        let man = self.at(square);
        man != '.' && man.is_ascii_uppercase() == white
    }

    fn step(&self, (file, rank): Sq, (files, ranks): Sq) -> Option<Sq> {
        let (file, mut rank) = (file + files, rank + ranks);
        if self.cylinder {
            rank = (rank + self.ranks) % self.ranks;
        }
        let inside = (0..8).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then_some((file, rank))
    }

    fn river(&self, square: Sq) -> bool {
        if self.cylinder {
            square.1 == 0 || square.1 == 13
        } else {
            square.1 == 3 || square.1 == 4
        }
    }

    /// True when a piece may be on a square or pass over it.
    fn bears(&self, man: char, square: Sq) -> bool {
        match man.to_ascii_lowercase() {
            'k' => !self.river(square),
            'a' => true,
            _ if self.cylinder => !self.river(square) || self.planks.contains(&square),
            _ => true,
        }
    }

    /// Squares that a piece other than a pawn reaches from `from`, own pieces included.
    fn reach(&self, man: char, from: Sq) -> Vec<Sq> {
        let lower = man.to_ascii_lowercase();
        let mut reached = Vec::new();
        let leaps: Vec<Sq> = match lower {
            'n' | 'a' => JUMPS.to_vec(),
            'k' => STRAIGHT.into_iter().chain(OBLIQUE).collect(),
            _ => Vec::new(),
        };
        for leap in leaps {
            reached.extend(self.step(from, leap).filter(|&to| self.bears(man, to)));
        }
        let mut lines = Vec::new();
        if "rqa".contains(lower) {
            lines.extend(STRAIGHT);
        }
        if "bqa".contains(lower) {
            lines.extend(OBLIQUE);
        }
        for line in lines {
            let mut at = from;
            while let Some(next) = self.step(at, line) {
                if next == from || !self.bears(man, next) {
                    break;
                }
                reached.push(next);
                if self.at(next) != '.' {
                    break;
                }
                at = next;
            }
        }
        reached.sort();
        reached.dedup();
        reached
    }

    fn squares(&self) -> impl Iterator<Item = Sq> + use<> {
        let ranks = self.ranks;
        (0..ranks).flat_map(|rank| (0..8).map(move |file| (file, rank)))
    }

    /// True when a side attacks a square on land.
    fn attacked(&self, target: Sq, by_white: bool) -> bool {
        self.squares()
            .filter(|&from| self.own(from, by_white))
            .any(|from| {
                let man = self.at(from);
                match man.to_ascii_lowercase() {
                    's' => false,
                    'p' => {
                        let up = if by_white { 1 } else { -1 };
                        [-1, 1]
                            .into_iter()
                            .any(|side| self.step(from, (side, up)) == Some(target))
                    }
                    _ => self.reach(man, from).contains(&target),
                }
            })
    }

    fn king(&self, white: bool) -> Sq {
        let letter = if white { 'K' } else { 'k' };
        self.squares()
            .find(|&square| self.at(square) == letter)
            .unwrap()
    }

    /// Number of files that the current carries the side to move.
    fn current(&self) -> i32 {
        let enemies = self
            .squares()
            .filter(|&square| self.own(square, !self.white))
            .count();
        16 - (enemies as i32).min(16)
    }

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

    /// The position after a candidate; `None` when an own piece is where the current ends.
    fn after(&self, (from, to, promotion): (Sq, Sq, Option<char>)) -> Option<Self> {
        let mut next = self.clone();
        let man = self.at(from);
        let pawn = "ps".contains(man.to_ascii_lowercase());
        next.set(from, '.');
        let mut landing = Some(to);
        let current = self.current();
        if !self.cylinder && self.river(to) && !self.river(from) && current > 0 {
            landing = Some((to.0 + current, to.1)).filter(|square| square.0 < 8);
        }
        let mut spent = pawn;
        if man.eq_ignore_ascii_case(&'p') && from.0 != to.0 && Some(to) == self.passed {
            next.set((to.0, from.1), '.');
        }
        match landing {
            None => spent = true,
            Some(square) => {
                if self.own(square, self.white) {
                    return None;
                }
                spent |= self.at(square) != '.';
                if man.eq_ignore_ascii_case(&'s') && self.river(square) {
                    next.planks.push(square);
                } else {
                    let letter = promotion.unwrap_or(man);
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
        let double = man.eq_ignore_ascii_case(&'p') && (to.1 - from.1).abs() == 2;
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
                let man = self.at((rook, rank));
                next.set((rook, rank), '.');
                next.set(king, '.');
                next.set((rook_to, rank), man);
                next.set((king_to, rank), if self.white { 'K' } else { 'k' });
                next.lose_rights(king);
                next.passed = None;
                next.pass_turn(false);
                moves.insert(format!("{}{}", name(king), name((king_to, rank))), next);
            }
        }
    }

    /// Legal moves by their text, with the positions they lead to.
    fn legal(&self) -> BTreeMap<String, Self> {
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
    fn strict_fen(&self) -> String {
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

/// Plays random games until so many positions have been compared.
fn compare<R: Rules>(cylinder: bool, seed: u64) {
    let wanted = std::env::var("RIVER_POSITIONS").ok();
    let wanted = wanted.map_or(SHARE, |text| text.parse().expect("a number of positions"));
    let mut random = StdRng::seed_from_u64(seed);
    let mut keys: HashMap<u64, String> = HashMap::new();
    let mut compared = 0;
    while compared < wanted {
        let mut engine = R::from_fen(R::GAME.start).unwrap();
        for _ in 0..250 {
            let fen = engine.fen();
            let plain = Plain::parse(&fen, cylinder);
            let expected = plain.legal();
            let moves = engine.legal_moves();
            let mut found: Vec<String> = moves.iter().map(|&mv| write_move(&engine, mv)).collect();
            found.sort();
            let names: Vec<&String> = expected.keys().collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), names, "{fen}");
            assert_eq!(
                engine.in_check(),
                plain.attacked(plain.king(plain.white), !plain.white),
                "{fen}"
            );
            for &mv in &moves {
                let next = engine.make(mv).unwrap();
                let text = write_move(&engine, mv);
                assert_eq!(next.fen(), expected[&text].strict_fen(), "{fen} {text}");
                assert_eq!(next.key(), next.rebuilt_key(), "{fen} {text}");
            }
            // Same key, same position but for the clocks; and the other way round.
            let fields: Vec<&str> = fen.split(' ').collect();
            let timeless = fields[..fields.len() - 2].join(" ");
            let known = keys.entry(engine.key()).or_insert_with(|| timeless.clone());
            assert_eq!(*known, timeless);
            assert_eq!(R::from_fen(&fen).unwrap(), engine, "{fen}");
            compared += 1;
            if moves.is_empty() || engine.is_insufficient_material() {
                break;
            }
            engine = engine
                .make(moves[random.random_range(0..moves.len())])
                .unwrap();
        }
    }
    println!("{}: {compared} positions agree", R::GAME.name);
}

#[test]
fn swimming_game_agrees_with_a_plain_generator() {
    compare::<Swim>(false, 4);
}

#[test]
fn cylindrical_game_agrees_with_a_plain_generator() {
    compare::<Cylinder>(true, 14);
}
