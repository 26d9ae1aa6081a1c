//! Moves: any word is a legal move or an error, and a legal move reads back as the same one. The
//! first line of the input is a position, every other word a move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::{Board, CastlingMode};

fuzz_target!(|text: &str| {
    let (fen, words) = text.split_once('\n').unwrap_or(("", text));
    let mut board: Board = fen.parse().unwrap_or_default();
    for word in words.split_whitespace() {
        let uci = board.parse_uci(word);
        let san = board.parse_san(word);
        for mv in [&uci, &san].into_iter().flatten().copied() {
            assert!(board.is_legal(mv), "{word} in {board}");
            assert_eq!(board.parse_san(&board.san(mv)), Ok(mv), "{word} in {board}");
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let text = mv.uci(mode).to_string();
                assert_eq!(board.parse_uci(&text), Ok(mv), "{text} in {board}");
            }
        }
        if let Ok(mv) = uci.or(san) {
            board.make(mv);
        }
    }
});
