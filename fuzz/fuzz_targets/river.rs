//! River games: any text is a position or an error, and a position and its moves read back as the
//! same ones.
#![no_main]

use libfuzzer_sys::fuzz_target;
use variants::{Cylinder, Rules, Swim, parse_move, write_move};

fuzz_target!(|text: &str| {
    check::<Swim>(text);
    check::<Cylinder>(text);
});

fn check<R: Rules>(text: &str) {
    let (fen, words) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(mut position) = R::from_fen(fen) else {
        return;
    };
    let written = position.fen();
    assert_eq!(R::from_fen(&written), Ok(position), "{written}");
    for mv in position.legal_moves() {
        let text = write_move(&position, mv);
        assert_eq!(parse_move(&position, &text), Ok(mv), "{text} in {written}");
    }
    for word in words.split_whitespace() {
        if let Ok(mv) = parse_move(&position, word) {
            position = position.make(mv).expect("a legal move");
            assert_eq!(position.key(), position.rebuilt_key(), "{word}");
        }
    }
}
