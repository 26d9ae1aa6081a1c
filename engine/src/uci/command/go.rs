//! The `go` command.

use super::parse::number;
use super::{Command, CommandError, Perft, excerpt};

/// The parameters of `go`. Times are in milliseconds and as they came: a clock can be negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// White's clock and Black's.
    pub time: [Option<i64>; 2],
    /// White's increment and Black's.
    pub increment: [Option<i64>; 2],
    pub moves_to_go: Option<i64>,
    pub move_time: Option<i64>,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub mate: Option<i64>,
    pub infinite: bool,
    pub ponder: bool,
    pub search_moves: Vec<String>,
    /// What could not be understood and was left out: the search goes on without it.
    pub left_out: Vec<CommandError>,
}

impl Go {
    /// Where the value of a parameter goes that has one.
    fn slot(&mut self, name: &str) -> Option<&mut Option<i64>> {
        Some(match name {
            "wtime" => &mut self.time[0],
            "btime" => &mut self.time[1],
            "winc" => &mut self.increment[0],
            "binc" => &mut self.increment[1],
            "movestogo" => &mut self.moves_to_go,
            "movetime" => &mut self.move_time,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            _ => return None,
        })
    }
}

pub(super) fn go(rest: &str) -> Result<Command, CommandError> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(name) = words.next() {
        match name {
            "perft" => {
                let depth = super::parse::perft_depth(words.next())?;
                return Ok(Command::Perft(Perft {
                    depth,
                    ..Perft::default()
                }));
            }
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                // Moves until a word that is a parameter's name.
                while let Some(mv) = words.next_if(|word| !is_parameter(word)) {
                    go.search_moves.push(mv.to_owned());
                }
            }
            _ => match go.slot(name) {
                // A name in the place of a value begins the next parameter.
                Some(slot) => match number(name, words.next_if(|word| !is_parameter(word))) {
                    Ok(value) => *slot = Some(value),
                    Err(error) => go.left_out.push(error),
                },
                None => go.left_out.push(CommandError::Unexpected {
                    command: "go",
                    word: excerpt(name),
                }),
            },
        }
    }
    Ok(Command::Go(Box::new(go)))
}

fn is_parameter(word: &str) -> bool {
    matches!(word, "perft" | "infinite" | "ponder" | "searchmoves")
        || Go::default().slot(word).is_some()
}
