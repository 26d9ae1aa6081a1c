//! FEN: any text is a position or an error, and a position reads back as the same one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::{Board, CastlingMode};

fuzz_target!(|text: &str| {
    let Ok(board) = text.parse::<Board>() else {
        return;
    };
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        let fen = board.fen(mode).to_string();
        let again: Board = fen.parse().expect("our own FEN is valid");
        assert_eq!(again, board, "{fen}");
        assert_eq!(again.key(), board.key(), "{fen}");
    }
    // Debug builds compare the board after each move with a rebuild.
    for &mv in &board.legal_moves() {
        assert!(board.is_legal(mv));
        let mut after = board;
        after.make(mv);
    }
    let exchanged = board.setup().colors_exchanged();
    let flipped = Board::try_from(&exchanged).expect("as legal as before");
    assert_eq!(flipped.legal_moves().len(), board.legal_moves().len());
    let again = flipped.setup().colors_exchanged();
    assert_eq!(Board::try_from(&again).as_ref(), Ok(&board));
});
