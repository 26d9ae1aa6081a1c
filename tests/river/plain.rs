//! A second generator for both river games, written differently: a plain array of letters, moves
//! made on a copy, attacks searched square by square.

mod moves;

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

/// A position as a list of letters, with the other fields as in FEN.
#[derive(Clone)]
pub struct Plain {
    cylinder: bool,
    ranks: i32,
    pieces: Vec<char>,
    pub white: bool,
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
    pub fn parse(fen: &str, cylinder: bool) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let ranks = if cylinder { 14 } else { 8 };
        let mut pieces = Vec::new();
        for row in fields[0].rsplit('/') {
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => pieces.extend((0..empty).map(|_| '.')),
                    None => pieces.push(letter),
                }
            }
        }
        let clocks = if cylinder { 5 } else { 4 };
        Self {
            cylinder,
            ranks,
            pieces,
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

    /// The FEN; it has the en passant square if `passed` is set.
    fn fen(&self) -> String {
        let mut rows = Vec::new();
        for row in self.pieces.chunks(8).rev() {
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
        self.pieces[(rank * 8 + file) as usize]
    }

    fn set(&mut self, (file, rank): Sq, piece: char) {
        self.pieces[(rank * 8 + file) as usize] = piece;
    }

    fn own(&self, square: Sq, white: bool) -> bool {
        let piece = self.at(square);
        piece != '.' && piece.is_ascii_uppercase() == white
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
    fn bears(&self, piece: char, square: Sq) -> bool {
        match piece.to_ascii_lowercase() {
            'k' => !self.river(square),
            'a' => true,
            _ if self.cylinder => !self.river(square) || self.planks.contains(&square),
            _ => true,
        }
    }

    /// Squares that a piece other than a pawn reaches from `from`, own pieces included.
    fn reach(&self, piece: char, from: Sq) -> Vec<Sq> {
        let lower = piece.to_ascii_lowercase();
        let mut reached = Vec::new();
        let leaps: Vec<Sq> = match lower {
            'n' | 'a' => JUMPS.to_vec(),
            'k' => STRAIGHT.into_iter().chain(OBLIQUE).collect(),
            _ => Vec::new(),
        };
        for leap in leaps {
            reached.extend(self.step(from, leap).filter(|&to| self.bears(piece, to)));
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
                if next == from || !self.bears(piece, next) {
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
    pub fn attacked(&self, target: Sq, by_white: bool) -> bool {
        self.squares()
            .filter(|&from| self.own(from, by_white))
            .any(|from| {
                let piece = self.at(from);
                match piece.to_ascii_lowercase() {
                    's' => false,
                    'p' => {
                        let up = if by_white { 1 } else { -1 };
                        [-1, 1]
                            .into_iter()
                            .any(|side| self.step(from, (side, up)) == Some(target))
                    }
                    _ => self.reach(piece, from).contains(&target),
                }
            })
    }

    pub fn king(&self, white: bool) -> Sq {
        let letter = if white { 'K' } else { 'k' };
        self.squares()
            .find(|&square| self.at(square) == letter)
            .unwrap()
    }

    /// Files by which the current carries the side to move.
    fn current(&self) -> i32 {
        let enemies = self
            .squares()
            .filter(|&square| self.own(square, !self.white))
            .count();
        16 - (enemies as i32).min(16)
    }
}
