//! Scores and results of games in PGN.

use std::ops::ControlFlow;
use std::str;

use movegen::{Board, Color};
use pgn_reader::{RawComment, RawTag, SanPlus, Visitor};

use search::Score;
use search::wdl::{from_centipawns, material};

use super::Counts;

/// Collects the scores of one player's moves.
pub(super) struct Collector {
    /// Beginning of the player's name, in lower case.
    player: String,
    pub(super) counts: Counts,
    /// Games with at least one score.
    pub(super) games: u64,
}

impl Collector {
    pub(super) fn new(player: &str) -> Self {
        Self {
            player: player.to_lowercase(),
            counts: Counts::default(),
            games: 0,
        }
    }
}

/// The tags of a game.
#[derive(Default)]
pub(super) struct Tags {
    /// White's result: 0 win, 1 draw, 2 loss.
    result: Option<usize>,
    /// The colors whose moves count.
    counted: [bool; 2],
    board: Option<Board>,
    /// The game ended by something other than its moves, so the scores do not predict its result.
    is_broken: bool,
}

/// Values of the tag `Termination` of games that end by neither the rules of chess nor an adjudication:
/// those of the PGN standard and of Cute Chess and fastchess.
const BROKEN: [&str; 7] = [
    "abandoned",
    "disconnect",
    "illegal move",
    "rules infraction",
    "stalled connection",
    "time forfeit",
    "unterminated",
];

/// A game in progress.
pub(super) struct Moves {
    board: Board,
    result: usize,
    counted: [bool; 2],
    /// The side that made the last move, and the material before it, until its score is read.
    last: Option<(Color, u32)>,
    /// Each score counted, with material and result.
    scores: Vec<(Score, u32, usize)>,
}

impl Visitor for Collector {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Tags> {
        ControlFlow::Continue(Tags {
            board: Some(Board::default()),
            ..Tags::default()
        })
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let value = value.decode_utf8_lossy();
        let is_counted = || value.to_lowercase().starts_with(&self.player);
        match name {
            b"Result" => {
                let results = ["1-0", "1/2-1/2", "0-1"];
                tags.result = results.iter().position(|&result| result == value);
            }
            b"FEN" => tags.board = value.parse().ok(),
            b"Termination" => tags.is_broken = BROKEN.contains(&value.to_lowercase().as_str()),
            b"White" => tags.counted[0] = is_counted(),
            b"Black" => tags.counted[1] = is_counted(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<(), Moves> {
        match (tags.result, tags.board) {
            (Some(result), Some(board)) if tags.counted.contains(&true) && !tags.is_broken => {
                ControlFlow::Continue(Moves {
                    board,
                    result,
                    counted: tags.counted,
                    last: None,
                    scores: Vec::new(),
                })
            }
            _ => ControlFlow::Break(()),
        }
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<()> {
        let Ok(mv) = moves.board.parse_san(&san.to_string()) else {
            return ControlFlow::Break(());
        };
        moves.last = Some((moves.board.side_to_move(), material(&moves.board)));
        moves.board.make(mv);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, moves: &mut Moves, comment: RawComment<'_>) -> ControlFlow<()> {
        if let Some((side, material)) = moves.last.take()
            && moves.counted[side.index()]
            && let Some(centipawns) = str::from_utf8(comment.as_bytes()).ok().and_then(centipawns)
        {
            let result = match side {
                Color::White => moves.result,
                Color::Black => 2 - moves.result,
            };
            let score = from_centipawns(centipawns, material);
            moves.scores.push((score, material, result));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) {
        if !moves.scores.is_empty() {
            self.games += 1;
            for (score, material, result) in moves.scores {
                self.counts.add(score, material, result);
            }
        }
    }
}

/// The score at the beginning of a comment, in reported centipawns; `None` for mates.
fn centipawns(comment: &str) -> Option<i32> {
    let (pawns, _) = comment.trim_start().split_once('/')?;
    let pawns: f64 = pawns.parse().ok()?;
    pawns.is_finite().then(|| (pawns * 100.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use pgn_reader::Reader;

    use super::*;

    fn collect(text: &str) -> Collector {
        let mut collector = Collector::new("Enroque");
        let mut reader = Reader::new(Cursor::new(text.to_owned()));
        reader.visit_all_games(&mut collector).expect("games");
        collector
    }

    #[test]
    fn scores_of_the_player_are_counted_for_the_mover() {
        let text = "[White \"Other\"]\n[Black \"enroque 0.1\"]\n[Result \"0-1\"]\n\n\
            1. e4 {+0.31/12 0.1s} e5 {+0.20/10 0.1s} 2. Nf3 {book} Nc6 {-0.40/9 0.1s}\n\
            3. Bb5 {+M5/20 0.1s} a6 {+M3/8 0.1s, White resigns} 0-1\n\n";
        let collector = collect(text);
        let mut expected = Counts::default();
        expected.add(from_centipawns(20, 78), 78, 0);
        expected.add(from_centipawns(-40, 78), 78, 0);
        assert_eq!(collector.counts, expected);
        assert_eq!(collector.games, 1);
    }

    #[test]
    fn games_that_the_clock_decided_are_skipped() {
        for (termination, games) in [("normal", 1), ("adjudication", 1), ("Time forfeit", 0)] {
            let text = format!(
                "[White \"Enroque\"]\n[Result \"0-1\"]\n[Termination \"{termination}\"]\n\n\
                 1. e4 {{+0.31/12 0.1s}} 0-1\n\n"
            );
            assert_eq!(collect(&text).games, games, "{text}");
        }
    }

    #[test]
    fn games_without_result_or_with_illegal_moves_are_skipped() {
        for (result, moves) in [
            ("*", "1. e4 {+0.31/12 0.1s} *"),
            ("1-0", "1. e5 {+0.31/12 0.1s} 1-0"),
            ("1-0", "1. e4 {+0.31/12 0.1s} e4 1-0"),
            ("1-0", "1-0"),
        ] {
            let text = format!("[White \"Enroque\"]\n[Result \"{result}\"]\n\n{moves}\n\n");
            let collector = collect(&text);
            assert_eq!(collector.games, 0, "{text}");
            assert_eq!(collector.counts, Counts::default(), "{text}");
        }
    }
}
